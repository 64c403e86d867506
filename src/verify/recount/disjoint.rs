//! Counting by backtracking where options exclude one another by the items that they share, and by
//! nothing else.
//!
//! So it is where no item has colours or may be covered more than once, which is most puzzles and
//! covers. An option is a mask of its items then, and what is left at a node are the options of its
//! parent that share no item with the chosen one: nothing else needs to be known of a node. How many
//! options each item has is counted for all items at once, a binary digit of their numbers to a mask.
//! The tree is that of [`super::backtracking`], of which dives tell about how large it is. A node costs
//! some operations on words for each option that is left to its parent. Memory is that of the lists of
//! options from the root down.

use std::collections::HashMap;

use super::effort::{Effort, Stop};
use super::requirements::{RecountOption, Requirements};
use crate::random::SplitMix;

/// What a node costs beside its options, in looks at them.
const NODE: usize = 64;

/// Where dives begin: a puzzle is counted in the same way each time.
const SEED: u64 = 0x7265_636f_756e_7421;

/// Dives end after so many looks at options: some seconds.
const MOST_LOOKS: usize = 1 << 29;

/// An option with more items than so many words have bits for is not a mask.
const MOST_WORDS: usize = 8;

/// Some items: those of an option, or those that must be covered.
type Mask<const W: usize> = [u64; W];

/// A search where options exclude one another by the items that they share, and by nothing else.
pub(super) trait DisjointSearch {
    /// Counts the solutions, in at most so many nodes; the whole search is this share of the work.
    ///
    /// # Errors
    /// When a bound is reached.
    fn count(
        self: Box<Self>,
        most_nodes: u64,
        share: f64,
        effort: &mut Effort<'_>,
    ) -> Result<u128, Stop>;

    /// About how many nodes there are, by so many dives at most.
    ///
    /// A dive goes down to a leaf by options chosen at random, and tells the products of how many there were
    /// to choose from, the mean of which is the number of nodes (Knuth, 1975).
    ///
    /// # Errors
    /// When it is cancelled.
    fn estimate_nodes(self: Box<Self>, dives: u64, effort: &mut Effort<'_>) -> Result<f64, Stop>;
}

/// A search by masks; `None` where options exclude one another by more than the items that they share, or
/// there are too many items.
pub(super) fn disjoint_search(requirements: &Requirements) -> Option<Box<dyn DisjointSearch>> {
    let bits = bits_of_items(requirements)?;
    let words = bits.iter().flatten().count().div_ceil(64);
    Some(match words {
        0 | 1 => Box::new(Search::<1>::new(requirements, &bits)),
        2 => Box::new(Search::<2>::new(requirements, &bits)),
        3 | 4 => Box::new(Search::<4>::new(requirements, &bits)),
        5..=MOST_WORDS => Box::new(Search::<MOST_WORDS>::new(requirements, &bits)),
        _ => return None,
    })
}

/// The bit of each item that some option covers or that must be covered; `None` where masks of items do
/// not say all there is to know.
fn bits_of_items(requirements: &Requirements) -> Option<Vec<Option<usize>>> {
    let Requirements { items, options } = requirements;
    let mut is_used: Vec<bool> = items.iter().map(|item| item.least > 0).collect();
    for option in options {
        let mut has_required = false;
        for entry in &option.entries {
            let item = &items[entry.item as usize];
            if !item.is_exclusive() || entry.times != 1 || item.most == 0 {
                return None;
            }
            has_required |= item.least > 0;
            is_used[entry.item as usize] = true;
        }
        // Otherwise there may be options left where nothing must be covered any more.
        if !has_required {
            return None;
        }
    }
    if items.iter().any(|item| item.least > 1) || has_weights_that_differ(options) {
        return None;
    }
    let mut next = 0..;
    Some(is_used.into_iter().map(|is_used| is_used.then(|| next.next()).flatten()).collect())
}

/// Whether options with the same items stand for different numbers of solutions.
fn has_weights_that_differ(options: &[RecountOption]) -> bool {
    let mut weights = HashMap::new();
    options.iter().any(|RecountOption { entries, weight, .. }| {
        let items: Vec<u32> = entries.iter().map(|entry| entry.item).collect();
        weights.insert(items, *weight).is_some_and(|other| other != *weight)
    })
}

/// A search.
struct Search<const W: usize> {
    /// The lists of the options that are left, from the root down; behind the last there is room.
    options: Vec<Mask<W>>,
    /// For how many solutions each with an option stands, where that is not one.
    weights: HashMap<Mask<W>, u64>,
    /// How many options there are at the root.
    width: usize,
    /// The items that must be covered.
    required: Mask<W>,
}

/// A node on the way to the one at hand.
struct Node<const W: usize> {
    /// Where its options are in the lists, from the next that may be chosen on.
    next: usize,
    end: usize,
    /// The item that is covered next.
    item: (usize, u64),
    /// What must still be covered.
    open: Mask<W>,
    weight: u128,
}

/// What is to be done at a node.
enum Outlook {
    /// Some item has no option left.
    Dead,
    /// Everything is covered.
    Solution,
    /// This item is to be covered: its word, and its bit.
    Cover(usize, u64),
}

impl<const W: usize> Search<W> {
    fn new(requirements: &Requirements, bits: &[Option<usize>]) -> Self {
        let mask = |items: &mut dyn Iterator<Item = usize>| {
            let mut mask = [0; W];
            for bit in items.filter_map(|item| bits[item]) {
                mask[bit / 64] |= 1 << (bit % 64);
            }
            mask
        };
        let items = &requirements.items;
        let mut required = (0..items.len()).filter(|&item| items[item].least > 0);
        let required = mask(&mut required);
        let mut options = Vec::with_capacity(requirements.options.len());
        let mut weights = HashMap::new();
        for option in &requirements.options {
            let items = mask(&mut option.entries.iter().map(|entry| entry.item as usize));
            options.push(items);
            if option.weight != 1 {
                weights.insert(items, option.weight);
            }
        }
        Self { width: options.len(), options, weights, required }
    }

    /// Lists, behind a list of options, those of them that share no item with a chosen one. Returns where
    /// the new list ends.
    fn leave(&mut self, list: std::ops::Range<usize>, chosen: Mask<W>) -> usize {
        let end = list.end;
        if self.options.len() < end + list.len() {
            self.options.resize(end + list.len(), [0; W]);
        }
        let (before, room) = self.options.split_at_mut(end);
        let mut count = 0;
        for option in &before[list] {
            let mut shared = 0;
            for (items, chosen) in option.iter().zip(chosen) {
                shared |= items & chosen;
            }
            // Whether it is kept cannot be foreseen, so it is written in either case.
            room[count] = *option;
            count += usize::from(shared == 0);
        }
        end + count
    }
}

impl<const W: usize> DisjointSearch for Search<W> {
    fn count(
        mut self: Box<Self>,
        most_nodes: u64,
        share: f64,
        effort: &mut Effort<'_>,
    ) -> Result<u128, Stop> {
        let before = effort.nodes;
        let mut nodes: Vec<Node<W>> = Vec::new();
        match outlook(&self.options, self.required) {
            Outlook::Dead => return Ok(0),
            Outlook::Solution => return Ok(1),
            Outlook::Cover(word, bit) => nodes.push(Node {
                next: 0,
                end: self.width,
                item: (word, bit),
                open: self.required,
                weight: 1,
            }),
        }
        let mut total: u128 = 0;
        while let Some(node) = nodes.last_mut() {
            let (word, bit) = node.item;
            let mut left = self.options[node.next..node.end].iter();
            let Some(ahead) = left.position(|option| option[word] & bit != 0) else {
                nodes.pop();
                continue;
            };
            let chosen = self.options[node.next + ahead];
            node.next += ahead + 1;
            effort.nodes += 1;
            if effort.nodes - before > most_nodes {
                return Err(Stop::Work);
            }
            let (end, open, mut weight) = (node.end, without(node.open, chosen), node.weight);
            if !self.weights.is_empty() {
                let times = self.weights.get(&chosen).copied().unwrap_or(1);
                weight = weight.checked_mul(times.into()).ok_or(Stop::TooLarge)?;
            }
            let depth = nodes.len();
            let from = if depth > 1 { nodes[depth - 2].end } else { 0 };
            let done = effort.share;
            effort.looked(NODE + end - from, || {
                done + share * nodes[0].next as f64 / self.width as f64
            })?;
            let below = self.leave(from..end, chosen);
            match outlook(&self.options[end..below], open) {
                Outlook::Dead => {}
                Outlook::Solution => {
                    total = total.checked_add(weight).ok_or(Stop::TooLarge)?;
                }
                Outlook::Cover(word, bit) => {
                    let item = (word, bit);
                    nodes.push(Node { next: end, end: below, item, open, weight });
                }
            }
        }
        Ok(total)
    }

    fn estimate_nodes(
        mut self: Box<Self>,
        dives: u64,
        effort: &mut Effort<'_>,
    ) -> Result<f64, Stop> {
        let mut random = SplitMix::new(SEED);
        let (mut sum, mut made, mut looks) = (0.0, 0, 0);
        let done = effort.share;
        while made < dives && looks < MOST_LOOKS {
            let (mut list, mut open) = (0..self.width, self.required);
            let mut nodes = 1.0;
            while let Outlook::Cover(word, bit) = outlook(&self.options[list.clone()], open) {
                looks += list.len();
                effort.looked(NODE + list.len(), || done)?;
                let covers = |place: &usize| self.options[*place][word] & bit != 0;
                let ways: Vec<usize> = list.clone().filter(covers).collect();
                nodes *= ways.len() as f64;
                sum += nodes;
                let chosen = self.options[ways[random.below(ways.len())]];
                open = without(open, chosen);
                list = list.end..self.leave(list, chosen);
            }
            made += 1;
        }
        Ok(sum / made.max(1) as f64)
    }
}

/// Some items but for others.
fn without<const W: usize>(items: Mask<W>, others: Mask<W>) -> Mask<W> {
    std::array::from_fn(|word| items[word] & !others[word])
}

/// What is to be done where these options are left and these items must still be covered: of these the
/// first that has the fewest options.
fn outlook<const W: usize>(options: &[Mask<W>], open: Mask<W>) -> Outlook {
    if open == [0; W] {
        return Outlook::Solution;
    }
    // Most nodes are dead, or have an item with few options, which is soon seen.
    let few = Counts::<W, 3>::of(options);
    if without(open, few.any()) != [0; W] {
        return Outlook::Dead;
    }
    let countable = without(open, few.more);
    let fewest = match (countable == [0; W], options.len()) {
        (false, _) => few.fewest(countable),
        (true, 0..1024) => Counts::<W, 10>::of(options).fewest(open),
        (true, _) => Counts::<W, 32>::of(options).fewest(open),
    };
    let word = fewest.iter().position(|&word| word != 0).unwrap_or(0);
    Outlook::Cover(word, fewest[word] & fewest[word].wrapping_neg())
}

/// How many of some options each item has, in `D` binary digits.
struct Counts<const W: usize, const D: usize> {
    /// Bit `i` of the mask `d` is digit `d` of how many options item `i` has.
    digits: [Mask<W>; D],
    /// The items that have more options than the digits can tell.
    more: Mask<W>,
}

impl<const W: usize, const D: usize> Counts<W, D> {
    fn of(options: &[Mask<W>]) -> Self {
        let mut counts = Self { digits: [[0; W]; D], more: [0; W] };
        let mut pairs = options.chunks_exact(2);
        for pair in &mut pairs {
            counts.add(pair[0], pair[1]);
        }
        if let [last] = pairs.remainder() {
            counts.add(*last, [0; W]);
        }
        counts
    }

    /// Adds two options: digits are added by full adders and half adders, so that two at once are less
    /// work than one after the other.
    #[inline]
    fn add(&mut self, option: Mask<W>, other: Mask<W>) {
        for word in 0..W {
            let sum = option[word] ^ other[word];
            let mut carry = (option[word] & other[word]) | (self.digits[0][word] & sum);
            self.digits[0][word] ^= sum;
            for digit in &mut self.digits[1..] {
                (digit[word], carry) = (digit[word] ^ carry, digit[word] & carry);
            }
            self.more[word] |= carry;
        }
    }

    /// The items that have options.
    fn any(&self) -> Mask<W> {
        let mut any = self.more;
        for digit in &self.digits {
            for (any, digit) in any.iter_mut().zip(digit) {
                *any |= digit;
            }
        }
        any
    }

    /// Those of some items that have the fewest options, which the digits tell.
    fn fewest(&self, mut items: Mask<W>) -> Mask<W> {
        for &digit in self.digits.iter().rev() {
            let fewer = without(items, digit);
            if fewer != [0; W] {
                items = fewer;
            }
        }
        items
    }
}

#[cfg(test)]
mod tests {
    use super::super::requirements::{Entry, RecountItem};
    use super::*;
    use crate::cancel::CancelToken;

    /// Options over items that must all be covered once.
    fn requirements(items: usize, options: &[&[u32]]) -> Requirements {
        let entry = |&item: &u32| Entry { item, times: 1, colour: None };
        let option = |(number, items): (u32, &&[u32])| RecountOption {
            number,
            entries: items.iter().map(entry).collect(),
            weight: 1,
        };
        Requirements {
            items: vec![RecountItem { least: 1, most: 1, colours: 0, at: None }; items],
            options: (0..).zip(options).map(option).collect(),
        }
    }

    #[test]
    fn dives_tell_how_many_nodes_a_tree_has_of_which_all_ways_are_alike() {
        // Two ways to cover each of three items: 2, 4 and 8 nodes.
        let requirements = requirements(3, &[&[0], &[0], &[1], &[1], &[2], &[2]]);
        let (cancel, mut on_progress) = (CancelToken::new(), |_: &_| {});
        let mut effort = Effort::new(&cancel, &mut on_progress);
        let search = || disjoint_search(&requirements).unwrap();
        assert_eq!(search().estimate_nodes(5, &mut effort), Ok(14.0));
        cancel.cancel();
        let mut on_progress = |_: &_| {};
        let mut effort = Effort::new(&cancel, &mut on_progress);
        assert_eq!(search().estimate_nodes(5, &mut effort), Err(Stop::Cancelled));
    }

    #[test]
    fn the_first_of_the_items_with_the_fewest_options_is_covered() {
        let choose = |options: &[u64], open| {
            let options: Vec<Mask<1>> = options.iter().map(|&items| [items]).collect();
            match outlook(&options, [open]) {
                Outlook::Cover(_, bit) => Some(bit),
                Outlook::Dead | Outlook::Solution => None,
            }
        };
        // Items 0 to 2 have three, two and two options.
        assert_eq!(choose(&[0b011, 0b101, 0b011, 0b100], 0b111), Some(0b010));
        assert_eq!(choose(&[0b011, 0b101, 0b011, 0b100], 0b101), Some(0b100));
        assert_eq!(choose(&[0b011, 0b101, 0b001], 0b111), Some(0b010));
        assert_eq!(choose(&[0b011, 0b011], 0b111), None, "item 2 has none");
        // As many options as each number of digits tells, and one more.
        for many in [2, 3, 7, 8, 9, 1022, 1023, 1024, 1025, 70_000] {
            let mut options = vec![0b011; many];
            options.extend(vec![0b100; many - 1]);
            assert_eq!(choose(&options, 0b111), Some(0b100), "{many}");
            options.extend([0b100, 0b100]);
            assert_eq!(choose(&options, 0b111), Some(0b001), "{many}");
        }
    }
}
