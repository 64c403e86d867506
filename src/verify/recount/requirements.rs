//! What a set of options must keep to be a solution, of a puzzle as of a cover.
//!
//! An item is covered by at least `least` and at most `most` of the chosen options; of an item with
//! colours, all of them give it one and the same colour, or it is covered by one alone that gives it
//! none. An option is chosen once or not at all. Its weight says for how many solutions each with it
//! stands: 1, unless the option stands for all its images under some motions of the board.

use std::collections::{BTreeSet, HashMap};

use crate::digest::Digest;
use crate::puzzle::model::Point;
use crate::verify::certificate::exact::ExactCover;

/// An item.
#[derive(Clone, Debug)]
pub(super) struct RecountItem {
    /// How often it is covered at least.
    pub least: u32,
    /// How often it is covered at most, if it has no colours.
    pub most: u32,
    /// The number of colours that options give it.
    pub colours: u32,
    /// Where it lies, if it is a cell of a board.
    pub at: Option<Point>,
}

impl RecountItem {
    /// Whether exactly one option covers it.
    pub fn is_covered_once(&self) -> bool {
        (self.least, self.most, self.colours) == (1, 1, 0)
    }

    /// Whether one option at most covers it.
    pub fn is_exclusive(&self) -> bool {
        self.most <= 1 && self.colours == 0
    }
}

/// How an option covers an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The item.
    pub item: u32,
    /// How often the option covers it.
    pub times: u32,
    /// The number of the colour that it gives the item.
    pub colour: Option<u32>,
}

/// An option.
#[derive(Clone, Debug)]
pub(super) struct RecountOption {
    /// Its number among all options of the puzzle or the cover.
    pub number: u32,
    /// What it covers, by ascending items.
    pub entries: Vec<Entry>,
    /// For how many solutions each with this option stands.
    pub weight: u64,
}

impl RecountOption {
    /// What it does to an item, if anything.
    fn entry(&self, item: usize) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.item as usize == item)
    }
}

/// Items and options.
#[derive(Clone, Debug, Default)]
pub(super) struct Requirements {
    /// The items.
    pub items: Vec<RecountItem>,
    /// The options.
    pub options: Vec<RecountOption>,
}

impl Requirements {
    /// Those of an exact cover whose first items lie at these places.
    pub fn of_exact(exact: &ExactCover, places: &[Point]) -> Self {
        let given = exact.colours();
        let mut colours: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); exact.names.len()];
        for (item, colour) in given.iter().flatten() {
            colours[*item as usize].insert(colour);
        }
        let item = |item: usize| RecountItem {
            least: exact.least[item],
            most: exact.most[item],
            colours: colours[item].len() as u32,
            at: places.get(item).copied(),
        };
        let colour = |option: u32, item: u32| {
            let given = given.get(option as usize)?.iter().find(|given| given.0 == item)?;
            colours[item as usize].iter().position(|known| *known == given.1)
        };
        let option = |(number, items): (u32, &Vec<u32>)| RecountOption {
            number,
            entries: items
                .iter()
                .map(|&item| {
                    let colour = colour(number, item).map(|colour| colour as u32);
                    Entry { item, times: 1, colour }
                })
                .collect(),
            weight: 1,
        };
        let mut requirements = Self {
            items: (0..exact.names.len()).map(item).collect(),
            options: (0..).zip(&exact.options).map(option).collect(),
        };
        requirements.leave_out_what_binds_nothing();
        requirements
    }

    /// Takes out of all options the items that need not be covered and can never be covered too often:
    /// one more option with such an item would need more of the items that are covered once at most
    /// than there are.
    fn leave_out_what_binds_nothing(&mut self) {
        let is_exclusive: Vec<bool> = self.items.iter().map(RecountItem::is_exclusive).collect();
        let room = is_exclusive.iter().filter(|&&is_exclusive| is_exclusive).count() as u64;
        let mut smallest = vec![u64::MAX; self.items.len()];
        for option in &self.options {
            let size = option.entries.iter().filter(|entry| is_exclusive[entry.item as usize]);
            let size = size.count() as u64;
            for entry in &option.entries {
                smallest[entry.item as usize] = smallest[entry.item as usize].min(size);
            }
        }
        let binds: Vec<bool> = self
            .items
            .iter()
            .zip(smallest)
            .map(|(item, size)| {
                let too_many = u64::from(item.most) + 1;
                item.least > 0 || item.colours > 0 || too_many.saturating_mul(size) <= room
            })
            .collect();
        for option in &mut self.options {
            option.entries.retain(|entry| binds[entry.item as usize]);
        }
    }

    /// Whether some item asks for more than there is.
    pub fn is_impossible(&self) -> bool {
        let mut most = vec![0_u64; self.items.len()];
        for entry in self.options.iter().flat_map(|option| &option.entries) {
            most[entry.item as usize] += u64::from(entry.times);
        }
        self.items.iter().zip(most).any(|(item, most)| most < u64::from(item.least))
    }

    /// What is left when an option has been chosen. The option covers no item too often, and no
    /// item that has colours and must be covered.
    pub fn after(&self, chosen: &RecountOption) -> Self {
        let mut items = self.items.clone();
        for entry in &chosen.entries {
            let item = &mut items[entry.item as usize];
            item.least = item.least.saturating_sub(entry.times);
            if item.colours == 0 {
                item.most = item.most.saturating_sub(entry.times);
            }
        }
        let is_left = |option: &&RecountOption| {
            option.number != chosen.number
                && chosen.entries.iter().all(|mine| match option.entry(mine.item as usize) {
                    None => true,
                    Some(other) if items[mine.item as usize].colours > 0 => {
                        mine.colour.is_some() && mine.colour == other.colour
                    }
                    Some(other) => other.times <= items[mine.item as usize].most,
                })
        };
        let options = self.options.iter().filter(is_left).cloned().collect();
        Self { items, options }
    }

    /// The options that cover an item, by their places in the list.
    pub fn covering(&self, item: usize) -> Vec<usize> {
        let covers = |&place: &usize| self.options[place].entry(item).is_some();
        (0..self.options.len()).filter(covers).collect()
    }

    /// The same requirements where of the options that cover an item only these are left, by their
    /// numbers.
    pub fn with_only(&self, item: usize, numbers: &[u32]) -> Self {
        let is_left = |option: &&RecountOption| {
            option.entry(item).is_none() || numbers.contains(&option.number)
        };
        let options = self.options.iter().filter(is_left).cloned().collect();
        Self { items: self.items.clone(), options }
    }

    /// The requirements of the solutions that are their own images where each option becomes the
    /// one in its place of `images`: those that have all of an orbit of options or nothing of it.
    pub fn fixed_by(&self, images: &[u32]) -> Self {
        let mut is_met = vec![false; images.len()];
        let mut options = Vec::new();
        for first in 0..images.len() {
            let mut times: HashMap<u32, (u32, Option<u32>)> = HashMap::new();
            let (mut at, mut is_of_one_colour) = (first, true);
            while !std::mem::replace(&mut is_met[at], true) {
                for entry in &self.options[at].entries {
                    let (times, colour) = times.entry(entry.item).or_insert((0, entry.colour));
                    *times += entry.times;
                    // An item with colours is covered as often as may be, in one of them.
                    is_of_one_colour &= entry.colour == *colour
                        && (entry.colour.is_some() || !self.is_coloured(entry) || *times == 1);
                }
                at = images[at] as usize;
            }
            let entry = |(item, (times, colour)): (u32, (u32, Option<u32>))| Entry {
                item,
                times: if colour.is_some() { 1 } else { times },
                colour,
            };
            let mut entries: Vec<Entry> = times.into_iter().map(entry).collect();
            let fits = |entry: &Entry| {
                self.is_coloured(entry) || entry.times <= self.items[entry.item as usize].most
            };
            if !entries.is_empty() && is_of_one_colour && entries.iter().all(fits) {
                entries.sort_unstable_by_key(|entry| entry.item);
                options.push(RecountOption { number: first as u32, entries, weight: 1 });
            }
        }
        Self { items: self.items.clone(), options }
    }

    /// Whether the item of an entry has colours.
    fn is_coloured(&self, entry: &Entry) -> bool {
        self.items[entry.item as usize].colours > 0
    }

    /// A name for these requirements, which no others have.
    pub fn digest(&self) -> Digest {
        let item = |item: &RecountItem| (item.least, item.most, item.colours);
        let entry = |entry: &Entry| (entry.item, entry.times, entry.colour);
        let option = |option: &RecountOption| -> (u32, u64, Vec<_>) {
            (option.number, option.weight, option.entries.iter().map(entry).collect())
        };
        let items: Vec<_> = self.items.iter().map(item).collect();
        let options: Vec<_> = self.options.iter().map(option).collect();
        Digest::of_json(&(items, options))
    }
}
