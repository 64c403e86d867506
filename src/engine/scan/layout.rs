//! A case laid out for the scan in one order: the options of each level as words.
//!
//! A word has, from its lowest bit on: the window, a bit for the item of the level and each of the
//! next ones; a bit for every item that has no place in the order; and where the state came from
//! ([`PARENT_SHIFT`]). The bits of a window are those that options of the level or an earlier one
//! can reach, so that the union of a state and an option never leaves it.

use std::ops::Range;

use crate::cover::{Case, Cover, ItemId, OptionId};
use crate::engine::capacity::{Capacity, is_set};
use crate::engine::word::{STATE, STATE_BITS};

use super::error::ScanError;
use super::steps::Steps;

/// The items without a place in the order, which every layout of a case gives the same bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Globals {
    /// The items, by bit.
    items: Vec<ItemId>,
    /// Those that must be covered in the end, as bits.
    must: u64,
}

impl Globals {
    /// Of these items.
    pub fn new(cover: &Cover, case: &Case, items: Vec<ItemId>) -> Result<Self, ScanError> {
        if items.len() > STATE_BITS {
            return Err(ScanError::TooWide { bits: items.len() });
        }
        let is_must = |item: &ItemId| u64::from(case.is_required(cover, *item));
        let must = items.iter().rev().fold(0, |must, item| must << 1 | is_must(item));
        Ok(Self { items, must })
    }
}

/// A state by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScanState {
    /// The place of the first open item in the order.
    pub level: usize,
    /// What is covered of the items from there on, and of those without a place.
    pub word: u64,
    /// Where it stands in the capacity table.
    pub position: u32,
}

/// What is done at one item.
#[derive(Clone, Debug)]
pub(super) struct ScanLevel {
    /// The item.
    pub item: ItemId,
    /// The numbers of its options in the layout.
    options: Range<usize>,
}

/// A case in one order.
#[derive(Clone, Debug)]
pub(super) struct ScanLayout {
    /// A level for each item of the order.
    pub levels: Vec<ScanLevel>,
    /// The bits of the window.
    pub window: u64,
    /// What must be covered in the end beside the items of the order, as bits of a word.
    must: u64,
    /// The items without a place in the order, by the bits behind the window.
    globals: Vec<ItemId>,
    /// The options, level by level, and their words.
    pub options: Vec<OptionId>,
    words: Vec<u64>,
    /// By how much each moves the position in the capacity table; empty where that is not asked.
    weights: Vec<u32>,
    /// Where the first state stands in that table; none where it is not asked.
    pub start: Option<u32>,
    /// How the options are tried on a batch; none before [`Self::with_steps`].
    pub steps: Steps,
}

/// An option while it is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    /// The place of its first item.
    first: u32,
    /// Its items, from there on.
    window: u64,
    /// Its items without a place.
    beside: u64,
    option: OptionId,
}

/// The place of an item that no option may have, because the anchor has it.
const GONE: u32 = u32::MAX;

/// The first place of those without one in the order.
const GLOBAL: u32 = 1 << 31;

impl ScanLayout {
    /// Lays out the options of a case that have no item of the anchor, in an order of the items that
    /// are not covered yet. `start` is where the capacity table is entered.
    pub fn new(
        (cover, case): (&Cover, &Case),
        order: &[ItemId],
        globals: &Globals,
        anchor: &[ItemId],
        capacity: Option<(&Capacity, u32)>,
    ) -> Result<Self, ScanError> {
        let mut places = vec![GONE; cover.item_count()];
        for (place, item) in globals.items.iter().enumerate() {
            places[item.index()] = GLOBAL + place as u32;
        }
        for (place, item) in order.iter().enumerate() {
            places[item.index()] = place as u32;
        }
        for item in anchor {
            places[item.index()] = GONE;
        }
        // Each option with its first place, its items from there on, and the others.
        let mut found: Vec<Found> = Vec::with_capacity(case.kept.len());
        let mut span = 1;
        for &option in &case.kept {
            let (mut first, mut last, mut beside) = (GLOBAL, 0, 0_u64);
            let mut is_gone = false;
            for item in cover.items_of(option) {
                match places[item.index()] {
                    GONE => is_gone = true,
                    global if global >= GLOBAL => beside |= 1 << (global - GLOBAL),
                    place => (first, last) = (first.min(place), last.max(place)),
                }
            }
            if is_gone || (first == GLOBAL && !case.is_choosable(cover, option)) {
                continue;
            }
            if first == GLOBAL {
                return Err(ScanError::Unordered);
            }
            span = span.max((last - first) as usize + 1);
            if span + globals.items.len() > STATE_BITS {
                return Err(ScanError::TooWide { bits: span + globals.items.len() });
            }
            let mut window = 0_u64;
            for item in cover.items_of(option) {
                let place = places[item.index()];
                window |= if place < GLOBAL { 1 << (place - first) } else { 0 };
            }
            found.push(Found { first, window, beside, option });
        }
        found.sort_unstable();
        let is_same = |a: &Found, b: &Found| Found { option: a.option, ..*b } == *a;
        if found.windows(2).any(|pair| is_same(&pair[0], &pair[1])) {
            return Err(ScanError::Alike);
        }
        let weigh = |(capacity, _): (&Capacity, u32)| {
            found.iter().map(|found| capacity.weight(found.option)).collect()
        };
        let weights = capacity.map_or(Vec::new(), weigh);
        Ok(Self {
            levels: levels(order, &found),
            window: (1 << span) - 1,
            must: globals.must << span & !of_anchor(globals, anchor, span),
            globals: globals.items.clone(),
            options: found.iter().map(|found| found.option).collect(),
            words: found.iter().map(|found| found.window | found.beside << span).collect(),
            weights,
            start: capacity.map(|(_, start)| start),
            steps: Steps::default(),
        })
    }

    /// The same, ready for batches.
    #[must_use]
    pub fn with_steps(mut self) -> Self {
        let weights = |level| if self.start.is_some() { self.weights(level) } else { &[] };
        let levels = (0..self.levels.len()).map(|level| (self.words(level), weights(level)));
        self.steps = Steps::new(levels);
        self
    }

    /// The options of a level, as words.
    pub fn words(&self, level: usize) -> &[u64] {
        &self.words[self.levels[level].options.clone()]
    }

    /// By how much each option of a level moves the position in the capacity table.
    pub fn weights(&self, level: usize) -> &[u32] {
        &self.weights[self.levels[level].options.clone()]
    }

    /// Whether a word in which the items of the order are covered is a solution.
    pub fn is_solution(&self, word: u64) -> bool {
        word & self.must == self.must
    }

    /// The first item that must be covered and is not, of a word in which the items of the order are.
    pub fn missing(&self, word: u64) -> Option<ItemId> {
        let missing = (self.must & !word).trailing_zeros();
        let first = self.window.trailing_ones();
        self.globals.get(missing.checked_sub(first)? as usize).copied()
    }

    /// The state in which only the anchor lies.
    pub fn first_state(&self) -> ScanState {
        ScanState { level: 0, word: 0, position: self.start.unwrap_or(0) }
    }

    /// Where an option that fits leads to.
    fn child(&self, ScanState { level, word, position }: ScanState, option: usize) -> ScanState {
        let weight = self.weights.get(option).copied().unwrap_or(0);
        let (level, word) = settle(self.window, level, word | self.words[option]);
        ScanState { level, word, position: position.wrapping_sub(weight) }
    }

    /// Whether the capacities allow a state; `bits` are those of the table.
    fn is_allowed(&self, state: ScanState, bits: &[u64]) -> bool {
        self.start.is_none() || is_set(bits, state.position)
    }

    /// Tells where the options of a state lead, as [`Self::choices`] does, but first puts the numbers of
    /// those that fit into `fitting`, without a branch that nobody can foretell.
    pub fn children(
        &self,
        state: ScanState,
        bits: &[u64],
        fitting: &mut Vec<u32>,
        mut found: impl FnMut(ScanState),
    ) {
        let options = self.levels[state.level].options.clone();
        fitting.resize(options.len().max(fitting.len()), 0);
        let mut count = 0;
        for option in options {
            fitting[count] = option as u32;
            count += usize::from(state.word & self.words[option] == 0);
        }
        for &option in &fitting[..count] {
            let child = self.child(state, option as usize);
            if self.is_allowed(child, bits) {
                found(child);
            }
        }
    }

    /// The options to choose from at a state, and where they lead; `bits` are those of the capacity
    /// table.
    pub fn choices<'a>(
        &'a self,
        state: ScanState,
        bits: &'a [u64],
    ) -> impl Iterator<Item = (OptionId, ScanState)> + use<'a> {
        let options = self.levels.get(state.level).map_or(0..0, |here| here.options.clone());
        options
            .filter(move |&option| state.word & self.words[option] == 0)
            .map(move |option| (self.options[option], self.child(state, option)))
            .filter(move |(_, child)| self.is_allowed(*child, bits))
    }

    /// The option of a level that leads from a state to one of a later level.
    pub fn option_between(&self, from: (usize, u64), to: (usize, u64)) -> Option<OptionId> {
        let (covered, passed) = (to.1 & self.window, to.0 - from.0);
        // What was passed by is covered.
        let window = covered << passed | ((1 << passed) - 1);
        let union = (to.1 & STATE & !self.window) | window;
        let word = union & !from.1;
        // Options are sorted by their items, the window before the others.
        let key = |word: u64| (word & self.window, word);
        let at = self.words(from.0).binary_search_by_key(&key(word), |&word| key(word)).ok()?;
        Some(self.options[self.levels[from.0].options.start + at])
    }
}

/// What is left at the next open item: its level, and the word of the state. `union` is what a state
/// and an option of a level cover together.
#[inline(always)]
pub(super) fn settle(window: u64, level: usize, union: u64) -> (usize, u64) {
    let covered = union & window;
    let passed = (!covered).trailing_zeros();
    (level + passed as usize, covered >> passed | union & !window)
}

/// The globals that the anchor covers, as bits of a word.
fn of_anchor(globals: &Globals, anchor: &[ItemId], shift: usize) -> u64 {
    let is_of_anchor = |item: &ItemId| u64::from(anchor.contains(item));
    globals.items.iter().rev().fold(0, |bits, item| bits << 1 | is_of_anchor(item)) << shift
}

/// The levels, of options that are sorted by theirs.
fn levels(order: &[ItemId], found: &[Found]) -> Vec<ScanLevel> {
    let mut next = 0;
    let level = |(level, &item): (usize, &ItemId)| {
        let first = next;
        while found.get(next).is_some_and(|found| found.first as usize == level) {
            next += 1;
        }
        ScanLevel { item, options: first..next }
    };
    order.iter().enumerate().map(level).collect()
}
