//! Items that can be exchanged freely: exchanging two of them maps the options onto themselves.
//!
//! What is left to cover then depends on how many of such a class are left, not on which, so states
//! that differ only in that can be merged. All items of a set-partition cover are one class, and so
//! are the vertices of a complete graph that is to be matched: their sweeps take as many states as
//! there are items.
//!
//! Being exchangeable is an equivalence (the transpositions of a class generate all its permutations),
//! so each item is compared with one member of each class. Candidates share the set of their
//! neighbours, told by a hash; then their options are compared whole. Cost: the sum of the squared
//! lengths of the options, and what comparing candidates takes; covers where that is large are left
//! as they are.

use std::collections::HashMap;

use crate::cover::weighted::WeightedOption;
use crate::cover::{ItemId, Weighted};

use super::key::Key;
use super::sweep_order::{KeyField, SweepOrder};

/// Covers whose options have a larger sum of squared lengths than this are not looked at: that would
/// take longer than many a sweep.
const MOST_STEPS: usize = 1 << 25;

/// The classes of at least two required items that can be exchanged freely.
pub(super) fn classes(system: &Weighted) -> Vec<Vec<ItemId>> {
    let steps: usize = system.options.iter().map(|option| option.entries.len().pow(2)).sum();
    if steps > MOST_STEPS {
        return Vec::new();
    }
    let options_of = options_of(system);
    let mut buckets: HashMap<(u64, usize), Vec<Vec<ItemId>>> = HashMap::new();
    let mut last_seen = vec![usize::MAX; system.demands.len()];
    for (index, demand) in system.demands.iter().enumerate() {
        if demand.is_none_or(|demand| !demand.required || demand.multiplicity != 1) {
            continue;
        }
        let item = ItemId(index as u32);
        // Neighbours that are adjacent share their neighbourhoods with themselves, others without.
        let mut open = 0_u64;
        for &option in &options_of[index] {
            for &(other, _) in &system.options[option].entries {
                if other != item && last_seen[other.index()] != index {
                    last_seen[other.index()] = index;
                    open = open.wrapping_add(scatter(other));
                }
            }
        }
        let closed = open.wrapping_add(scatter(item));
        let is_alike = |class: &&mut Vec<ItemId>| are_alike(system, &options_of, class[0], item);
        let degree = options_of[index].len();
        let found = [closed, open].into_iter().find_map(|hash| {
            let class = buckets.get_mut(&(hash, degree))?.iter_mut().find(is_alike)?;
            class.push(item);
            Some(hash)
        });
        if found.is_none() {
            // A class is found by either hash of its first member.
            for hash in [closed, open] {
                buckets.entry((hash, degree)).or_default().push(vec![item]);
            }
        }
    }
    let mut classes: Vec<Vec<ItemId>> =
        buckets.into_values().flatten().filter(|class| class.len() > 1).collect();
    classes.sort_unstable();
    classes
}

/// The options of each item.
fn options_of(system: &Weighted) -> Vec<Vec<usize>> {
    let mut options_of = vec![Vec::new(); system.demands.len()];
    for (index, option) in system.options.iter().enumerate() {
        for &(item, _) in &option.entries {
            options_of[item.index()].push(index);
        }
    }
    options_of
}

/// A number that stands for an item in sums.
fn scatter(item: ItemId) -> u64 {
    u64::from(item.0 + 1).hash()
}

/// What an option has beside an item: other items, and literals that it sets and conflicts with.
type Rest = (Vec<(ItemId, u32)>, Vec<usize>, Vec<usize>);

/// Whether exchanging two items maps the options onto themselves, with their literals.
fn are_alike(system: &Weighted, options_of: &[Vec<usize>], one: ItemId, other: ItemId) -> bool {
    let rest_of = |item: ItemId, absent: ItemId| {
        let options = options_of[item.index()].iter().map(|&option| &system.options[option]);
        let alone = options.filter(|option| option.entries.iter().all(|&(item, _)| item != absent));
        let rest = |option: &WeightedOption| {
            let others = option.entries.iter().copied().filter(|&(other, _)| other != item);
            (others.collect(), option.sets.clone(), option.conflicts.clone())
        };
        let mut rests: Vec<Rest> = alone.map(rest).collect();
        rests.sort_unstable();
        rests
    };
    rest_of(one, other) == rest_of(other, one)
}

/// The items of a class that are in play at a level, as bits of its keys.
#[derive(Clone, Debug)]
pub(super) struct Alike<K> {
    /// All of them.
    all: K,
    /// The first of them, in the order in which they are settled: none, one, two, and so on.
    first: Vec<K>,
}

impl<K: Key> Alike<K> {
    /// What can be exchanged at a level.
    pub fn at(order: &SweepOrder, classes: &[Vec<ItemId>], level: usize) -> Vec<Self> {
        let of_class = |class: &Vec<ItemId>| {
            let is_in_play = |item: &&ItemId| {
                order.plays[item.index()]
                    .is_some_and(|(from, until)| from <= level && level < until)
            };
            let mut members: Vec<ItemId> = class.iter().filter(is_in_play).copied().collect();
            members.sort_unstable_by_key(|item| order.position[item.index()]);
            let mut first = vec![K::ZERO];
            for item in members {
                if let KeyField::Bit(bit) = order.fields[item.index()] {
                    first.push(first[first.len() - 1].or(K::bit(bit)));
                }
            }
            let all = first[first.len() - 1];
            (first.len() > 2).then_some(Self { all, first })
        };
        classes.iter().filter_map(of_class).collect()
    }

    /// The key in which the first items of the class are covered, as many as in this one.
    #[inline]
    pub fn settled_first(&self, key: K) -> K {
        let covered = key.and(self.all).count() as usize;
        key.and(self.all.not()).or(self.first[covered])
    }
}

#[cfg(test)]
mod tests {
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
    fn turning_a_ring_exchanges_no_two_of_its_items() {
        let options: [&[u32]; 5] = [&[0, 1], &[1, 2], &[2, 3], &[3, 4], &[0, 4]];
        assert_eq!(classes_of(5, &options), Vec::<Vec<u32>>::new());
    }
}
