//! The states of a board's sweep, as 64-bit words that move along with the order.
//!
//! A word has, from its lowest bit on: the *window*, a bit for the item of the level and for each of
//! the next ones that options can reach from it; and a bit for every item in play that has no level
//! (on a board: the pieces). At each level the window begins anew, so that an option is the same word
//! whatever it meets, what is covered at the front is counted by its trailing ones, and states are
//! sorted by the bits at the front so that each meets only the options that fit those.
//!
//! Invariants: states agree with those of [`super::state_space`], level by level; a required item
//! without a level keeps its bit once it is set. Cost: tables of some kilobytes for each level.

use crate::cover::{ItemId, Weighted};
use crate::engine::lanes::{FILLING, LANES};
use crate::engine::simd_level::SimdLevel;
use crate::engine::word::STATE_BITS;

use super::diagram::NO_OPTION;
use super::key::Key;
use super::sweep_order::{KeyField, SweepOrder};

/// States are sorted by so many bits behind that of the level's item, which is never covered.
const CLASS_BITS: u32 = 6;
pub(super) const CLASSES: usize = 1 << CLASS_BITS;

/// Each class has at least so many groups of [`LANES`] options, which are looked at without asking how
/// many there are.
const FEWEST: usize = 2;

/// Tables larger than this are not made: they are part of what the program takes for itself.
const MOST_BYTES: usize = 32 << 20;

/// What an option of a class takes: its word, how it changes a family, and which it is.
const BYTES_OF_OPTION: usize = size_of::<u64>() + size_of::<u16>() + size_of::<u32>();

/// An option as a state sees it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    word: u64,
    /// How it changes the family of a state.
    family: u16,
    option: u32,
}

/// What a state must be like when it comes to a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entrance {
    /// What must be covered of the items without a level.
    pub must: u64,
    /// What is still of use.
    pub keep: u64,
    /// Whether a state is alive here whatever fits: at the end, and where the item may stay uncovered.
    pub is_open: bool,
}

/// The options that clash with no item of a class, among those of all levels.
#[derive(Clone, Copy, Debug)]
struct Span {
    from: u32,
    count: u16,
    /// With what fills up the last group, and how much that is beyond the first groups.
    beyond: u16,
}

/// Every level in words.
#[derive(Clone, Debug)]
pub(super) struct WindowSpace {
    /// The entrances of the levels, and of the end.
    pub entrances: Vec<Entrance>,
    /// The first level at which more is asked of a state than that an option fits.
    first_to_ask: usize,
    /// The options of each class, class by class for each level.
    classes: Vec<Span>,
    /// Those options; in each class as many as fill whole groups, the last ones with what fits nowhere.
    words: Vec<u64>,
    /// How each of them changes the family of a state.
    families: Vec<u16>,
    /// Which options they are, or [`NO_OPTION`].
    options: Vec<u32>,
    /// The bits of the window.
    pub window: u64,
    /// The bits of the items without a level.
    pub lasting: Vec<u64>,
    /// What each bit adds to the family of a state, and how many bits a family has.
    of_bits: [u16; 64],
    family_bits: u32,
    pub simd: SimdLevel,
}

/// The class of a word.
#[inline(always)]
pub(super) fn class_of(word: u64) -> usize {
    (word >> 1) as usize & (CLASSES - 1)
}

impl WindowSpace {
    /// The words of an order of a system; none where they are too wide, or where a word cannot say all:
    /// of counters and literals.
    pub fn new(system: &Weighted, order: &SweepOrder, simd: SimdLevel) -> Option<Self> {
        let is_counter = |field: &KeyField| matches!(field, KeyField::Counter { .. });
        if !system.literals.is_empty() || order.fields.iter().any(is_counter) {
            return None;
        }
        let is_in_play = |item: ItemId| matches!(order.fields[item.index()], KeyField::Bit(_));
        let mut level_of = vec![usize::MAX; system.demands.len()];
        for (level, outline) in order.levels.iter().enumerate() {
            level_of[outline.item.index()] = level;
        }
        // How far options reach, and which items without a level are in play.
        let (mut span, mut globals) = (1, Vec::new());
        for (level, outline) in order.levels.iter().enumerate() {
            for &option in &outline.options {
                for &(item, _) in &system.options[option].entries {
                    match level_of[item.index()] {
                        usize::MAX if is_in_play(item) => globals.push(item),
                        usize::MAX => {}
                        own => span = span.max(own - level + 1),
                    }
                }
            }
        }
        globals.sort_unstable();
        globals.dedup();
        if span + globals.len() > STATE_BITS {
            return None;
        }
        let bit_of = |item: ItemId| globals.binary_search(&item).map_or(0, |at| 1 << (span + at));
        let is_required = |item: ItemId| system.demands[item.index()].is_some_and(|d| d.required);
        let required: Vec<usize> =
            (0..globals.len()).filter(|&at| is_required(globals[at])).collect();
        let family_bits = family_bits(required.len() as u32);
        let mut of_bits = [0; 64];
        for (number, at) in (1_u64..).zip(required) {
            // Multiples of the golden ratio; any numbers would do that have little to do with another.
            let digits = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            of_bits[span + at] = digits as u16 & ((1 << family_bits) - 1);
        }
        let (mut must, mut keep) = (0, u64::MAX);
        let levels = order.levels.len() + 1;
        // Room for all that there could be: what is not used is not touched, and lists that grow touch twice
        // what they come to.
        let of_level =
            |options: usize| CLASSES * options.next_multiple_of(LANES).max(FEWEST * LANES);
        let room: usize = order.levels.iter().map(|level| of_level(level.options.len() + 1)).sum();
        let room = (room + of_level(0)).min(MOST_BYTES / BYTES_OF_OPTION);
        let mut space = Self {
            entrances: Vec::with_capacity(levels),
            first_to_ask: usize::MAX,
            classes: Vec::with_capacity(levels * CLASSES),
            words: Vec::with_capacity(room),
            families: Vec::with_capacity(room),
            options: Vec::with_capacity(room),
            window: (1 << span) - 1,
            lasting: (span..span + globals.len()).map(|bit| 1 << bit).collect(),
            of_bits,
            family_bits,
            simd,
        };
        for (level, outline) in order.levels.iter().enumerate() {
            let word = |&index: &usize| {
                let entries = &system.options[index].entries;
                let word = entries.iter().fold(0, |word, &(item, _)| {
                    word | match level_of[item.index()] {
                        usize::MAX => bit_of(item),
                        own => 1 << (own - level),
                    }
                });
                let option = system.options[index].option.0;
                Candidate { word, family: sum(&of_bits, word), option }
            };
            let mut candidates: Vec<Candidate> = outline.options.iter().map(word).collect();
            if outline.optional {
                candidates.push(Candidate { word: 1, family: 0, option: NO_OPTION });
            }
            let is_open = outline.optional;
            space.push_level(Entrance { must, keep, is_open }, &candidates)?;
            for &item in &outline.ends {
                if is_required(item) {
                    must |= bit_of(item);
                } else {
                    keep &= !bit_of(item);
                }
            }
        }
        space.push_level(Entrance { must, keep, is_open: true }, &[])?;
        Some(space)
    }

    /// Appends a level; nothing where the tables would become too large.
    fn push_level(&mut self, entrance: Entrance, candidates: &[Candidate]) -> Option<()> {
        if candidates.len() > usize::from(u16::MAX) {
            return None;
        }
        if entrance.must != 0 || entrance.keep != u64::MAX || entrance.is_open {
            self.first_to_ask = self.first_to_ask.min(self.entrances.len());
        }
        self.entrances.push(entrance);
        for class in 0..CLASSES {
            let from = self.words.len();
            let fits = |candidate: &&Candidate| class_of(candidate.word) & class == 0;
            for candidate in candidates.iter().filter(fits) {
                self.words.push(candidate.word);
                self.families.push(candidate.family);
                self.options.push(candidate.option);
            }
            let count = self.words.len() - from;
            let beyond = count.next_multiple_of(LANES).saturating_sub(FEWEST * LANES);
            let (from, count) = (from as u32, count as u16);
            self.classes.push(Span { from, count, beyond: beyond as u16 });
            self.words.resize(from as usize + FEWEST * LANES + beyond, FILLING);
            self.families.resize(self.words.len(), 0);
            self.options.resize(self.words.len(), NO_OPTION);
        }
        (self.words.len() * BYTES_OF_OPTION <= MOST_BYTES).then_some(())
    }

    /// Whether a state of this level can come to one where more is asked than that an option fits.
    pub fn is_end_near(&self, level: usize) -> bool {
        self.first_to_ask <= level + self.window.count_ones() as usize
    }

    /// The options of a level that clash with no item of a class, and how each changes the family of
    /// a state.
    #[inline(always)]
    pub fn of_class(&self, level: usize, class: usize) -> (&[u64], &[u16]) {
        let Span { from, count, .. } = self.classes[level * CLASSES + class];
        let range = from as usize..from as usize + usize::from(count);
        (&self.words[range.clone()], &self.families[range])
    }

    /// The choice that the first option of [`Self::of_class`] is; the others follow it.
    pub fn first_choice_of_class(&self, level: usize, class: usize) -> u32 {
        self.classes[level * CLASSES + class].from
    }

    /// The option of a choice, [`NO_OPTION`] for leaving the item uncovered.
    pub fn option_of_choice(&self, choice: u32) -> u32 {
        self.options[choice as usize]
    }

    /// The words of the options of a class, filled up to whole groups.
    #[inline(always)]
    pub fn groups_of_class(&self, level: usize, class: usize) -> (&[u64; FEWEST * LANES], &[u64]) {
        let Span { from, beyond, .. } = self.classes[level * CLASSES + class];
        let all = &self.words[from as usize..][..FEWEST * LANES + usize::from(beyond)];
        all.split_first_chunk().expect("each class has at least so many")
    }

    /// The home of a state of a family: parts are families, or groups of them, as long as there are
    /// enough; beyond that a hash tells them apart.
    #[inline(always)]
    pub fn home_in(&self, family: u16, word: u64) -> u32 {
        u32::from(family) | ((word.hash() >> 44) as u32) << self.family_bits
    }

    /// What is known of the family of all states of a part: its lowest bits.
    pub fn family_in(&self, home: u32) -> u16 {
        home as u16 & ((1 << self.family_bits) - 1)
    }

    /// The family of a state: which required items without a level are covered, in a few bits. All
    /// states of a family that cover one more item come to one other family, so that what comes of a
    /// part goes to few others.
    pub fn family_of(&self, word: u64) -> u16 {
        sum(&self.of_bits, word & !self.window)
    }
}

/// How many bits a family may have, for a quarter of the sets of half of so many items to be enough to
/// part states by.
fn family_bits(items: u32) -> u32 {
    let half = items / 2;
    let sets = (0..half).fold(1_u64, |sets, k| sets * u64::from(items - k) / u64::from(k + 1));
    (sets / 4).max(1).ilog2().min(15)
}

/// The sum of what the bits of a word add, without carries.
fn sum(of_bits: &[u16; 64], word: u64) -> u16 {
    let (mut sum, mut left) = (0, word);
    while left != 0 {
        sum ^= of_bits[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Case, LabelledBuilder, Problem};

    /// The words of a row of cells, each with so many options that share a piece with none.
    fn row(cells: usize, options: usize) -> Option<WindowSpace> {
        let mut builder = LabelledBuilder::new();
        for cell in 0..cells {
            builder.primary(cell, 1).unwrap();
            for _ in 0..options {
                builder.option([cell]).unwrap();
            }
        }
        let problem = Problem::of_cover(builder.finish());
        let system = Weighted::of_case(&problem, &Case::whole(&problem));
        let order: Vec<ItemId> = problem.cover.items().collect();
        WindowSpace::new(&system, &SweepOrder::new(&system, &order), SimdLevel::Portable)
    }

    #[test]
    fn tables_that_would_become_too_large_are_not_made() {
        assert!(row(3, 5).is_some());
        assert!(row(1, 1 << 16).is_none(), "the options of a class are counted in sixteen bits");
        assert!(row(1, 30_000).is_some() && row(2, 30_000).is_none());
    }
}
