//! Orders of items found from which items share options.
//!
//! An item is in play once an option that has it has begun, until all of them have. Both ways to an
//! order go step by step: [`ItemGraph::greedy`] brings the fewest new items into play at each step,
//! [`ItemGraph::narrow`] leaves the fewest in play after it. Neither is always the better one, and
//! ties decide much, so that they are broken in several ways. Cost: for each step a look at the options
//! of the items that it may have changed; what takes more than a fixed number of such looks is given up.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::cover::{ItemId, Weighted};
use crate::random::SplitMix;

/// Covers with more items than this are taken in their own order.
const MOST_ITEMS: usize = 1 << 15;

/// And those whose options have a larger sum of squared lengths.
const MOST_STEPS: usize = 1 << 25;

/// The most entries of options to look at for one order.
const MOST_LOOKS: u64 = 4_000_000;

/// Which items share options.
pub(super) struct ItemGraph<'a> {
    system: &'a Weighted,
    /// The options of each item, by number.
    options_of: Vec<Vec<u32>>,
    /// The items that share an option with each, itself among them.
    neighbours: Vec<Vec<u32>>,
}

/// Which of two items comes first that are as good as each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Age {
    /// The one that has been in play longer.
    OldestFirst,
    /// The one that has not; so a tree is gone through from its leaves, branch by branch.
    YoungestFirst,
    Any,
}

/// How ties are broken.
pub(super) struct Ties {
    /// The item to begin with, if not the best one.
    first: Option<usize>,
    age: Age,
    /// Which item comes first in the end.
    rank: Vec<u64>,
}

impl Ties {
    /// By age, then by number.
    pub fn by_age(age: Age, items: usize) -> Self {
        Self { first: None, age, rank: (0..items as u64).collect() }
    }

    /// At random, from a first item on that is drawn as well; the oldest first before that for even
    /// seeds.
    pub fn at_random(items: usize, seed: u64) -> Self {
        let mut random = SplitMix::of_series(seed, items as u64);
        let first = (items > 0).then(|| random.below(items));
        let rank = (0..items).map(|_| random.bits()).collect();
        let age = if seed.is_multiple_of(2) { Age::OldestFirst } else { Age::Any };
        Self { first, age, rank }
    }
}

impl<'a> ItemGraph<'a> {
    /// The graph of a system; nothing where it is too large.
    pub fn new(system: &'a Weighted) -> Option<Self> {
        let items = system.demands.len();
        if items > MOST_ITEMS || system.pair_count() > MOST_STEPS {
            return None;
        }
        let options_of = system.options_of();
        let mut last_met = vec![usize::MAX; items];
        let mut neighbours_of = |(item, options): (usize, &Vec<u32>)| {
            let entries = options.iter().flat_map(|&at| &system.options[at as usize].entries);
            let mut met: Vec<u32> = Vec::new();
            for &(other, _) in entries {
                if std::mem::replace(&mut last_met[other.index()], item) != item {
                    met.push(other.0);
                }
            }
            met
        };
        let neighbours = options_of.iter().enumerate().map(&mut neighbours_of).collect();
        Some(Self { system, options_of, neighbours })
    }

    /// The number of items.
    pub fn items(&self) -> usize {
        self.neighbours.len()
    }

    /// Always the item next whose options bring the fewest new items into play.
    pub fn greedy(&self, ties: &Ties) -> Vec<ItemId> {
        let items = self.items();
        let mut order = Vec::with_capacity(items);
        let mut since = vec![usize::MAX; items];
        // How many of its neighbours are not in play yet.
        let new: Vec<i64> = self.neighbours.iter().map(|of| of.len() as i64).collect();
        let mut queue = Queue::new(ties, new);
        while let Some(next) = queue.next(&since) {
            order.push(ItemId(next as u32));
            for &neighbour in &self.neighbours[next] {
                if since[neighbour as usize] == usize::MAX {
                    since[neighbour as usize] = order.len();
                    for &other in &self.neighbours[neighbour as usize] {
                        queue.change(other as usize, |new| new - 1);
                    }
                }
            }
        }
        order
    }

    /// Always the item next that leaves the fewest in play; nothing where that takes too long to
    /// find.
    pub fn narrow(&self, ties: &Ties) -> Option<Vec<ItemId>> {
        let items = self.items();
        let mut order = Vec::with_capacity(items);
        let mut walk = Walk {
            graph: self,
            begun: vec![false; self.system.options.len()],
            left: self.options_of.iter().map(|options| options.len() as u32).collect(),
            since: vec![usize::MAX; items],
            met: vec![0; items],
            looks: 0,
        };
        let mut queue = Queue::new(ties, (0..items).map(|item| walk.change(item)).collect());
        let mut last_stale = vec![usize::MAX; items];
        while let Some(next) = queue.next(&walk.since) {
            if walk.looks > MOST_LOOKS {
                return None;
            }
            order.push(ItemId(next as u32));
            for item in walk.begin(next, order.len()) {
                for &neighbour in &self.neighbours[item as usize] {
                    let neighbour = neighbour as usize;
                    let step = std::mem::replace(&mut last_stale[neighbour], order.len());
                    if step != order.len() && !queue.is_taken(neighbour) {
                        let change = walk.change(neighbour);
                        queue.change(neighbour, |_| change);
                    }
                }
            }
        }
        Some(order)
    }
}

/// The items that are left, those with the least score first.
struct Queue<'t> {
    ties: &'t Ties,
    score: Vec<i64>,
    is_taken: Vec<bool>,
    /// Items whose place may have changed.
    changed: Vec<usize>,
    is_changed: Vec<bool>,
    /// What places items have or had: score, age, rank and number.
    places: BinaryHeap<Reverse<(i64, usize, u64, usize)>>,
    is_first: bool,
}

impl<'t> Queue<'t> {
    fn new(ties: &'t Ties, score: Vec<i64>) -> Self {
        let items = score.len();
        Self {
            ties,
            score,
            is_taken: vec![false; items],
            changed: (0..items).collect(),
            is_changed: vec![true; items],
            places: BinaryHeap::new(),
            is_first: true,
        }
    }

    fn is_taken(&self, item: usize) -> bool {
        self.is_taken[item]
    }

    /// Gives an item another score. Its age may have changed only where its score is set, to the same
    /// or another.
    fn change(&mut self, item: usize, score: impl FnOnce(i64) -> i64) {
        self.score[item] = score(self.score[item]);
        if !std::mem::replace(&mut self.is_changed[item], true) {
            self.changed.push(item);
        }
    }

    /// Takes the next one, where each is in play since a step.
    fn next(&mut self, since: &[usize]) -> Option<usize> {
        let age = |item: usize| match self.ties.age {
            Age::OldestFirst => since[item],
            Age::YoungestFirst => usize::MAX - since[item],
            Age::Any => 0,
        };
        for item in self.changed.drain(..) {
            self.is_changed[item] = false;
            if !self.is_taken[item] {
                let place = (self.score[item], age(item), self.ties.rank[item], item);
                self.places.push(Reverse(place));
            }
        }
        let first = self.ties.first.filter(|_| std::mem::take(&mut self.is_first));
        let next = match first {
            Some(first) => Some(first),
            None => loop {
                let Some(Reverse((score, old, _, item))) = self.places.pop() else { break None };
                if !self.is_taken[item] && (score, old) == (self.score[item], age(item)) {
                    break Some(item);
                }
            },
        };
        next.inspect(|&item| self.is_taken[item] = true)
    }
}

/// An order under way.
struct Walk<'a> {
    graph: &'a ItemGraph<'a>,
    /// Which options have begun.
    begun: Vec<bool>,
    /// How many options of each item have not begun.
    left: Vec<u32>,
    /// At which step each item came into play.
    since: Vec<usize>,
    /// How many options of the item that is looked at have each item.
    met: Vec<u32>,
    looks: u64,
}

impl Walk<'_> {
    /// The items of the options of an item that have not begun, each once, and in `met` in how many
    /// of those.
    fn meet(&mut self, item: usize) -> Vec<u32> {
        let mut items = Vec::new();
        for &number in &self.graph.options_of[item] {
            self.looks += 1;
            if self.begun[number as usize] {
                continue;
            }
            for &(other, _) in &self.graph.system.options[number as usize].entries {
                self.looks += 1;
                if self.met[other.index()] == 0 {
                    items.push(other.0);
                }
                self.met[other.index()] += 1;
            }
        }
        items
    }

    /// By how many more items would be in play if an item were settled.
    fn change(&mut self, item: usize) -> i64 {
        let mut change = 0;
        let met = self.meet(item);
        for &other in &met {
            let other = other as usize;
            let times = std::mem::take(&mut self.met[other]);
            let was = self.since[other] != usize::MAX && self.left[other] > 0;
            let is = other != item && self.left[other] > times;
            change += i64::from(is) - i64::from(was);
        }
        change
    }

    /// Has the options of an item begin; returns the items that they have.
    fn begin(&mut self, item: usize, step: usize) -> Vec<u32> {
        let met = self.meet(item);
        for &other in &met {
            let other = other as usize;
            self.left[other] -= std::mem::take(&mut self.met[other]);
            self.since[other] = self.since[other].min(step);
        }
        for &number in &self.graph.options_of[item] {
            self.begun[number as usize] = true;
        }
        met
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Case, LabelledBuilder, Problem};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn system(items: u32, options: &[BTreeSet<u32>]) -> Weighted {
        let mut builder = LabelledBuilder::new();
        for item in 0..items {
            builder.primary(item, 1).unwrap();
        }
        for option in options {
            builder.option(option.iter().copied()).unwrap();
        }
        let problem = Problem::of_cover(builder.finish());
        Weighted::of_case(&problem, &Case::whole(&problem))
    }

    /// An order by a look at all items at each step, where `score` is told the options that have begun,
    /// the items in play and the item.
    fn looked_up(
        options: &[BTreeSet<u32>],
        ties: &Ties,
        score: impl Fn(&[bool], &[usize], usize) -> i64,
    ) -> Vec<ItemId> {
        let items = ties.rank.len();
        let mut since = vec![usize::MAX; items];
        let mut begun = vec![false; options.len()];
        let mut left: Vec<usize> = (0..items).collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            let age = |item: usize| match ties.age {
                Age::OldestFirst => since[item],
                Age::YoungestFirst => usize::MAX - since[item],
                Age::Any => 0,
            };
            let place = |&item: &usize| (score(&begun, &since, item), age(item), ties.rank[item]);
            let next = left.iter().copied().min_by_key(place).unwrap();
            let next = ties.first.filter(|_| order.is_empty()).unwrap_or(next);
            left.retain(|&item| item != next);
            order.push(ItemId(next as u32));
            for (option, begun) in options.iter().zip(&mut begun) {
                if option.contains(&(next as u32)) {
                    *begun = true;
                    for &item in option {
                        since[item as usize] = since[item as usize].min(order.len());
                    }
                }
            }
        }
        order
    }

    proptest! {
        #![proptest_config(crate::random::repeatable(128))]

        #[test]
        fn the_next_item_is_the_one_that_a_look_at_all_of_them_finds(
            options in prop::collection::vec(prop::collection::btree_set(0_u32..12, 1..4), 1..30),
            seed in 0_u64..4,
        ) {
            let system = system(12, &options);
            let graph = ItemGraph::new(&system).unwrap();
            for ties in [
                Ties::by_age(Age::OldestFirst, 12),
                Ties::by_age(Age::YoungestFirst, 12),
                Ties::at_random(12, seed),
            ] {
                let greedy = looked_up(&options, &ties, |_, since, item| {
                    let of_item = options.iter().filter(|option| option.contains(&(item as u32)));
                    let met: BTreeSet<u32> = of_item.flatten().copied().collect();
                    met.iter().filter(|&&other| since[other as usize] == usize::MAX).count() as i64
                });
                prop_assert_eq!(graph.greedy(&ties), greedy);
                let narrow = looked_up(&options, &ties, |begun, _, item| {
                    let then: Vec<bool> = options
                        .iter()
                        .zip(begun)
                        .map(|(option, &begun)| begun || option.contains(&(item as u32)))
                        .collect();
                    let in_play = |begun: &[bool]| {
                        let is_in_play = |other: u32| {
                            let mut of = begun.iter().zip(&options);
                            let mut with = of.by_ref().filter(|(_, option)| option.contains(&other));
                            let (mut some, mut all) = (false, true);
                            with.by_ref().for_each(|(&is_begun, _)| {
                                some |= is_begun;
                                all &= is_begun;
                            });
                            some && !all
                        };
                        (0..12).filter(|&other| is_in_play(other)).count() as i64
                    };
                    in_play(&then) - in_play(begun)
                });
                prop_assert_eq!(graph.narrow(&ties).unwrap(), narrow);
            }
        }
    }

    #[test]
    fn a_tree_is_gone_through_branch_by_branch() {
        // Numbered level by level, an option for each edge and each item.
        let items = 1_023;
        let mut options: Vec<BTreeSet<u32>> = (0..items).map(|item| [item].into()).collect();
        options.extend((1..items).map(|item| [(item - 1) / 2, item].into()));
        let system = system(items, &options);
        let graph = ItemGraph::new(&system).unwrap();
        let order = graph.greedy(&Ties::by_age(Age::YoungestFirst, graph.items()));
        let sweep = super::super::sweep_order::SweepOrder::new(&system, &order);
        assert!(sweep.bits <= 20, "{} bits", sweep.bits);
    }
}
