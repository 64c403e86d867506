//! Items that can be exchanged freely: exchanging two of them maps the options onto themselves.
//!
//! What is left to cover then depends on how many of such a class are left, not on which, so states
//! that differ only in that can be merged. All items of a set-partition cover are one class, and so
//! are the vertices of a complete graph that is to be matched: their sweeps take as many states as
//! there are items.
//!
//! Being exchangeable is an equivalence (the transpositions of a class generate all its permutations),
//! so each item is compared with one member of each class. Candidates share the set of their
//! neighbours and what their options have beside items, told by a hash; then their options are compared
//! whole. Cost: the sum of the squared lengths of the options, and what comparing candidates takes;
//! covers where that is large are left as they are.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::cover::weighted::WeightedOption;
use crate::cover::{ItemId, Weighted};

use super::key::Key;
use super::sweep_order::{KeyField, SweepOrder};

/// Covers whose options have a larger sum of squared lengths than this are not looked at: that would
/// take longer than many a sweep.
const MOST_STEPS: usize = 1 << 25;

/// Nothing is compared any more when candidates that were found to differ had so many entries: classes
/// are then smaller than they could be, which costs states, not truth.
const MOST_IN_VAIN: usize = 1 << 21;

/// The classes of at least two required items that can be exchanged freely.
pub(super) fn classes(system: &Weighted) -> Vec<Vec<ItemId>> {
    if system.pair_count() > MOST_STEPS {
        return Vec::new();
    }
    let comparison = Comparison::new(system);
    let mut in_vain = 0;
    // By neighbours, and by what else the options have.
    let mut buckets: HashMap<(u64, u64), Vec<Vec<ItemId>>> = HashMap::new();
    let mut last_seen = vec![usize::MAX; system.demands.len()];
    for (index, demand) in system.demands.iter().enumerate() {
        if demand.is_none_or(|demand| !demand.required || demand.multiplicity != 1) {
            continue;
        }
        let item = ItemId(index as u32);
        // Neighbours that are adjacent share their neighbourhoods with themselves, others without.
        let (mut open, mut rests) = (0_u64, 0_u64);
        for &option in &comparison.options_of[index] {
            rests = rests.wrapping_add(comparison.rests_of[option as usize]);
            for &(other, _) in &system.options[option as usize].entries {
                if other != item && last_seen[other.index()] != index {
                    last_seen[other.index()] = index;
                    open = open.wrapping_add(scatter(other));
                }
            }
        }
        let closed = open.wrapping_add(scatter(item));
        let entries = comparison.entries_of(item);
        let mut is_alike = |class: &&mut Vec<ItemId>| {
            if in_vain > MOST_IN_VAIN {
                return false;
            }
            let are_alike = comparison.are_alike(class[0], item);
            in_vain += if are_alike { 0 } else { entries + comparison.entries_of(class[0]) };
            are_alike
        };
        let found = [closed, open].into_iter().find_map(|hash| {
            let class = buckets.get_mut(&(hash, rests))?.iter_mut().find(&mut is_alike)?;
            class.push(item);
            Some(hash)
        });
        if found.is_none() {
            // A class is found by either hash of its first member.
            for hash in [closed, open] {
                buckets.entry((hash, rests)).or_default().push(vec![item]);
            }
        }
    }
    let mut classes: Vec<Vec<ItemId>> =
        buckets.into_values().flatten().filter(|class| class.len() > 1).collect();
    classes.sort_unstable();
    classes
}

/// A number that stands for an item in sums.
fn scatter(item: ItemId) -> u64 {
    u64::from(item.0 + 1).hash()
}

/// The same for an item that is covered so often.
fn scatter_times(item: ItemId, times: u32) -> u64 {
    (scatter(item) ^ u64::from(times)).hash()
}

/// A number that stands for what exchanging items does not change of an option.
fn hash_of_rest(option: &WeightedOption) -> u64 {
    let start = option.entries.len() as u64;
    let with = |hash: u64, literal: &usize| (hash ^ (*literal as u64 + 1)).hash();
    let set = option.sets.iter().fold(start.hash(), with);
    option.conflicts.iter().fold(set.wrapping_add(1), with)
}

/// What is looked at when two items are compared.
struct Comparison<'a> {
    system: &'a Weighted,
    /// The options of each item, ascending.
    options_of: Vec<Vec<u32>>,
    /// A number for what each option has beside items.
    rests_of: Vec<u64>,
    /// A number for each option, from which one of its items can be taken away again.
    hashes: Vec<u64>,
}

impl<'a> Comparison<'a> {
    fn new(system: &'a Weighted) -> Self {
        let rests_of: Vec<u64> = system.options.iter().map(hash_of_rest).collect();
        let hash = |(option, &rest): (&WeightedOption, &u64)| {
            let entries = option.entries.iter().map(|&(item, times)| scatter_times(item, times));
            entries.fold(rest, u64::wrapping_add)
        };
        let hashes = system.options.iter().zip(&rests_of).map(hash).collect();
        Self { system, options_of: system.options_of(), rests_of, hashes }
    }

    /// How many entries the options of an item have.
    fn entries_of(&self, item: ItemId) -> usize {
        let options = self.options_of[item.index()].iter();
        options.map(|&option| self.system.options[option as usize].entries.len()).sum()
    }

    /// Whether exchanging two items of multiplicity one maps the options onto themselves, with their literals.
    fn are_alike(&self, one: ItemId, other: ItemId) -> bool {
        let (ones, others) = (self.rests(one, other), self.rests(other, one));
        let is_same = |(a, b): (&(u64, u32), &(u64, u32))| {
            a.0 == b.0 && self.compare_rests((one, a.1), (other, b.1)).is_eq()
        };
        ones.len() == others.len() && ones.iter().zip(&others).all(is_same)
    }

    /// The options of an item without another one, in an order that depends only on what they have beside it:
    /// first by a number for that, which is quickly compared, and where that is the same by all of it.
    fn rests(&self, item: ItemId, absent: ItemId) -> Vec<(u64, u32)> {
        let mut shared = self.options_of[absent.index()].iter().copied().peekable();
        let is_alone = |option: &u32| {
            while shared.next_if(|other| other < option).is_some() {}
            shared.peek() != Some(option)
        };
        let own = scatter_times(item, 1);
        let hashed = |option: u32| (self.hashes[option as usize].wrapping_sub(own), option);
        let options = self.options_of[item.index()].iter().copied();
        let mut rests: Vec<(u64, u32)> = options.filter(is_alone).map(hashed).collect();
        rests.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| self.compare_rests((item, a.1), (item, b.1)))
        });
        rests
    }

    /// Compares what two options have beside an item each: other items, and literals that they set and
    /// conflict with.
    fn compare_rests(&self, one: (ItemId, u32), other: (ItemId, u32)) -> Ordering {
        let entries = |(item, option): (ItemId, u32)| {
            let entries = self.system.options[option as usize].entries.iter();
            entries.filter(move |entry| entry.0 != item)
        };
        let literals = |(_, option): (ItemId, u32)| {
            let option = &self.system.options[option as usize];
            (&option.sets, &option.conflicts)
        };
        entries(one).cmp(entries(other)).then_with(|| literals(one).cmp(&literals(other)))
    }
}

/// The items of a class that are in play at some levels, as bits of their keys.
#[derive(Clone, Debug)]
pub(super) struct Alike<K> {
    /// All of them.
    all: K,
    /// Each, in the order in which they are settled.
    bits: Vec<u16>,
}

impl<K: Key> Alike<K> {
    /// What can be exchanged at each level of an order. Levels at which the same items of a class are in
    /// play share them, since there may be hundreds of classes at each of thousands of levels. Breaks
    /// where the callback does.
    pub fn at_each_level(
        order: &SweepOrder,
        classes: &[Vec<ItemId>],
        heed: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Vec<Arc<Self>>>> {
        let mut alike = vec![Vec::new(); order.levels.len()];
        for class in classes {
            heed()?;
            // Items come into play and go out of it; each with the position by which they are sorted.
            let mut changes: Vec<(usize, bool, (usize, u16))> = Vec::new();
            for item in class {
                let index = item.index();
                if let (KeyField::Bit(bit), Some((from, until))) =
                    (order.fields[index], order.plays[index])
                    && from < until
                {
                    let member = (order.position[index], bit as u16);
                    changes.extend([(from, true, member), (until, false, member)]);
                }
            }
            changes.sort_unstable();
            let mut in_play: Vec<(usize, u16)> = Vec::new();
            for (at, &(level, begins, member)) in changes.iter().enumerate() {
                match (in_play.binary_search(&member), begins) {
                    (Err(place), true) => in_play.insert(place, member),
                    (Ok(place), false) => drop(in_play.remove(place)),
                    _ => {}
                }
                let until = changes.get(at + 1).map_or(level, |next| next.0);
                if in_play.len() > 1 && level < until {
                    let bits: Vec<u16> = in_play.iter().map(|&(_, bit)| bit).collect();
                    let all = bits.iter().fold(K::ZERO, |all, &bit| all.or(K::bit(bit.into())));
                    let shared = Arc::new(Self { all, bits });
                    alike[level..until].iter_mut().for_each(|at| at.push(Arc::clone(&shared)));
                }
            }
        }
        ControlFlow::Continue(alike)
    }

    /// The key in which the first items of the class are covered, as many as in this one.
    #[inline]
    pub fn settled_first(&self, key: K) -> K {
        let covered = key.and(self.all).count() as usize;
        if covered == 0 || covered == self.bits.len() {
            return key;
        }
        let mut key = key.and(self.all.not());
        for &bit in &self.bits[..covered] {
            key.words_mut()[usize::from(bit) / 64] |= 1 << (bit % 64);
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::*;
    use crate::cover::{Case, Cover, LabelledBuilder, Problem};

    fn classes_of(items: u32, options: &[&[u32]]) -> Vec<Vec<u32>> {
        let mut builder = LabelledBuilder::new();
        for item in 0..items {
            builder.primary(item, 1).unwrap();
        }
        for option in options {
            builder.option(option.iter().copied()).unwrap();
        }
        let cover: Cover = builder.finish();
        let problem = Problem::of_cover(cover);
        let system = Weighted::of_case(&problem, &Case::whole(&problem));
        let number = |class: Vec<ItemId>| class.into_iter().map(|item| item.0).collect();
        classes(&system).into_iter().map(number).collect()
    }

    #[test]
    fn the_vertices_of_a_complete_graph_are_one_class() {
        let options: Vec<Vec<u32>> =
            (0..5).flat_map(|a| (a + 1..5).map(move |b| vec![a, b])).collect();
        let options: Vec<&[u32]> = options.iter().map(Vec::as_slice).collect();
        assert_eq!(classes_of(5, &options), [vec![0, 1, 2, 3, 4]]);
        // Without one of its edges, its ends are a class, and the others.
        assert_eq!(classes_of(5, &options[1..]), [vec![0, 1], vec![2, 3, 4]]);
    }

    #[test]
    fn items_that_never_meet_are_exchanged_too_and_how_often_an_option_comes_counts() {
        let options: [&[u32]; 4] = [&[0, 2], &[1, 2], &[0, 3], &[1, 3]];
        assert_eq!(classes_of(4, &options), [vec![0, 1], vec![2, 3]]);
        let options: [&[u32]; 5] = [&[0, 2], &[1, 2], &[0, 3], &[1, 3], &[1, 3]];
        assert_eq!(classes_of(4, &options), Vec::<Vec<u32>>::new());
    }

    #[test]
    fn items_whose_options_give_other_colours_are_not_exchanged() {
        let classes_of = |text: &str| {
            let problem = Problem::of_cover(Cover::parse_dlx(text).unwrap());
            let system = Weighted::of_case(&problem, &Case::whole(&problem));
            classes(&system).len()
        };
        assert_eq!(classes_of("a b c | x\na x:1\nb x:1\nc x:2\nc x:1\n"), 1);
        assert_eq!(classes_of("a b c | x\na x:1\nb x:2\nc x:2\nc x:1\n"), 0);
        assert_eq!(classes_of("a b | x\na x:1\nb x\n"), 0);
    }

    #[test]
    fn many_candidates_that_all_differ_are_not_compared_for_ever() {
        // Each item has two thirds of the options of a secondary item, and no two the same.
        use std::fmt::Write;
        let mut text = (0..3_000).fold(String::new(), |text, item| text + &format!("i{item} "));
        text += "|";
        (0..40).for_each(|other| write!(text, " s{other}").unwrap());
        for item in 0..3_000_u64 {
            text.push('\n');
            for other in
                (0..40).filter(|other| item.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> other & 3 > 0)
            {
                writeln!(text, "i{item} s{other}").unwrap();
            }
        }
        let problem = Problem::of_cover(Cover::parse_dlx(&text).unwrap());
        let system = Weighted::of_case(&problem, &Case::whole(&problem));
        assert!(classes(&system).len() < 3);
    }

    proptest! {
        #[test]
        fn two_items_are_in_a_class_where_exchanging_them_maps_the_options_onto_themselves(
            options in vec(btree_set(0_u32..5, 1..4), 0..12),
        ) {
            let as_slices: Vec<Vec<u32>> =
                options.iter().map(|option| option.iter().copied().collect()).collect();
            let as_slices: Vec<&[u32]> = as_slices.iter().map(Vec::as_slice).collect();
            let classes = classes_of(5, &as_slices);
            let sorted = |mut options: Vec<BTreeSet<u32>>| {
                options.sort();
                options
            };
            for (a, b) in (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))) {
                let exchanged = |&item: &u32| match item {
                    item if item == a => b,
                    item if item == b => a,
                    item => item,
                };
                let image = options.iter().map(|option| option.iter().map(exchanged).collect());
                let are_alike = sorted(image.collect()) == sorted(options.clone());
                let share = classes.iter().any(|class| class.contains(&a) && class.contains(&b));
                prop_assert_eq!(are_alike, share, "items {} and {}", a, b);
            }
        }
    }

    #[test]
    fn turning_a_ring_exchanges_no_two_of_its_items() {
        let options: [&[u32]; 5] = [&[0, 1], &[1, 2], &[2, 3], &[3, 4], &[0, 4]];
        assert_eq!(classes_of(5, &options), Vec::<Vec<u32>>::new());
    }
}
