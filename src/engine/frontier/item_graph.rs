//! Orders of items found from which items share options.
//!
//! An item is in play once an option that has it has begun, until all of them have. Both ways to an
//! order go step by step: [`ItemGraph::greedy`] brings the fewest new items into play at each step,
//! [`ItemGraph::narrow`] leaves the fewest in play after it. Neither is always the better one, and
//! ties decide much, so that they are broken in several ways. Cost: for each step a look at all
//! items, and at the options of those that it may have changed; what takes more than a fixed number
//! of such looks is given up.

use crate::cover::{ItemId, Weighted};
use crate::random::SplitMix;

/// Covers with more items than this are taken in their own order.
const MOST_ITEMS: usize = 2048;

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

/// How ties are broken.
pub(super) struct Ties {
    /// The item to begin with, if not the best one.
    first: Option<usize>,
    /// Whether what has been in play the longest comes first.
    oldest_first: bool,
    /// Which item comes first in the end.
    rank: Vec<u64>,
}

impl Ties {
    /// By age, then by number.
    pub fn by_age(items: usize) -> Self {
        Self { first: None, oldest_first: true, rank: (0..items as u64).collect() }
    }

    /// At random, from a first item on that is drawn as well; by age before that for even seeds.
    pub fn at_random(items: usize, seed: u64) -> Self {
        let mut random = SplitMix::of_series(seed, items as u64);
        let first = (items > 0).then(|| random.below(items));
        let rank = (0..items).map(|_| random.bits()).collect();
        Self { first, oldest_first: seed.is_multiple_of(2), rank }
    }
}

impl<'a> ItemGraph<'a> {
    /// The graph of a system; nothing where it is too large.
    pub fn new(system: &'a Weighted) -> Option<Self> {
        let items = system.demands.len();
        if items > MOST_ITEMS {
            return None;
        }
        let mut touched = vec![Vec::new(); items];
        let mut options_of = vec![Vec::new(); items];
        for (number, option) in system.options.iter().enumerate() {
            for &(item, _) in &option.entries {
                options_of[item.index()].push(number as u32);
                let row = &mut touched[item.index()];
                row.resize(items, false);
                for &(other, _) in &option.entries {
                    row[other.index()] = true;
                }
            }
        }
        let neighbours = |row: &Vec<bool>| {
            (0..items as u32).filter(|&at| row.get(at as usize) == Some(&true)).collect()
        };
        let neighbours = touched.iter().map(neighbours).collect();
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
        let mut left: Vec<usize> = (0..items).collect();
        // How many of its neighbours are not in play yet.
        let mut new: Vec<i64> = self.neighbours.iter().map(|of| of.len() as i64).collect();
        while let Some(next) = ties.take(&mut left, &new, &since) {
            order.push(ItemId(next as u32));
            for &neighbour in &self.neighbours[next] {
                let neighbour = neighbour as usize;
                if since[neighbour] == usize::MAX {
                    since[neighbour] = order.len();
                    for &other in &self.neighbours[neighbour] {
                        new[other as usize] -= 1;
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
        let mut change: Vec<i64> = (0..items).map(|item| walk.change(item)).collect();
        let mut left: Vec<usize> = (0..items).collect();
        let mut is_stale = vec![false; items];
        while let Some(next) = ties.take(&mut left, &change, &walk.since) {
            if walk.looks > MOST_LOOKS {
                return None;
            }
            order.push(ItemId(next as u32));
            for &item in &walk.begin(next, order.len()) {
                for &neighbour in &self.neighbours[item as usize] {
                    is_stale[neighbour as usize] = true;
                }
            }
            for &item in &left {
                if std::mem::take(&mut is_stale[item]) {
                    change[item] = walk.change(item);
                }
            }
        }
        Some(order)
    }
}

impl Ties {
    /// Takes the one with the least score out of the items that are left, in whatever order they are.
    fn take(&self, left: &mut Vec<usize>, score: &[i64], since: &[usize]) -> Option<usize> {
        let first = self.first.filter(|_| left.len() == score.len());
        let age = |item: usize| if self.oldest_first { since[item] } else { 0 };
        let key = |item: usize| (score[item], age(item), self.rank[item], item);
        let place = match first {
            Some(first) => left.iter().position(|&item| item == first),
            None => (0..left.len()).min_by_key(|&place| key(left[place])),
        };
        place.map(|place| left.swap_remove(place))
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
