//! The states of a sweep, as keys: what each option adds to one, what it must not meet, and which
//! options fit. Items and counters are added to a key; literals, which may be set already, are set.
//!
//! Which options of a level fit is looked up, not tried one by one: for each byte of the key that
//! they touch there is a table from its value to the set of options that it lets pass, and the
//! sets are intersected. Memory: 2 KiB for each byte touched, each 64 options and each level.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::cover::{ItemId, OptionId, Weighted};

use super::diagram::NO_OPTION;
use super::interchangeable::Alike;
use super::key::Key;
use super::look_ahead::{LookAhead, Payoff, Prospects};
use super::space::{Arrival, Space};
use super::sweep_order::{KeyField, LevelOutline, SweepOrder};

/// As the tables are made, it is asked after about so many options whether they are still wanted.
const OPTIONS_PER_QUESTION: usize = 1 << 11;

/// An option as a state sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Addend<K> {
    pub add: K,
    pub option: OptionId,
}

/// The options that a byte of the key lets pass: for each value, `words` words.
#[derive(Clone, Debug)]
struct Sieve {
    byte: usize,
    passes: Vec<u64>,
}

/// A level in keys.
#[derive(Clone, Debug)]
pub(super) struct Level<K> {
    /// The bit of the level's item.
    own: K,
    /// What must be set when the level is left.
    must: K,
    /// What stays when it is left.
    keep: K,
    /// Whether its item may stay uncovered.
    pub optional: bool,
    pub options: Vec<Addend<K>>,
    /// Items that can be exchanged freely while this level is settled.
    alike: Vec<Arc<Alike<K>>>,
    /// The literals that each option sets; empty where there are none.
    sets: Vec<K>,
    /// Whether items with ranges that no later option covers were covered often enough.
    floor: Option<Floor<K>>,
    words: usize,
    /// All options, as a set.
    all: Vec<u64>,
    sieves: Vec<Sieve>,
}

/// Counters have reached as much as they must if adding this sets their guard bits.
#[derive(Clone, Copy, Debug)]
struct Floor<K> {
    add: K,
    guard: K,
}

/// Every level in keys, and the rules by which one state leads to others.
#[derive(Clone, Debug)]
pub(super) struct StateSpace<'a, K> {
    pub levels: Vec<Level<K>>,
    /// The key before anything is covered: counters stand so that they are full when all their
    /// bits are set.
    pub start: K,
    /// The guard bits: set when a counter overflows.
    guard: K,
    /// Bits by which states can be told apart through most of the sweep.
    pub lasting: Vec<K>,
    /// What looking ahead needs to know, where it is worth it.
    prospects: Option<Prospects<'a>>,
}

impl<'a, K: Key> StateSpace<'a, K> {
    /// The memory that [`Self::new`] takes, in bytes.
    pub fn bytes(system: &Weighted, order: &SweepOrder) -> u64 {
        let mut touched = vec![usize::MAX; K::BITS / 8];
        let mut bytes = 0;
        for (level, outline) in order.levels.iter().enumerate() {
            let mut sieves = 0;
            for &index in &outline.options {
                for &(item, _) in &system.options[index].entries {
                    if let KeyField::Bit(bit) = order.fields[item.index()]
                        && item != outline.item
                        && std::mem::replace(&mut touched[bit / 8], level) != level
                    {
                        sieves += 1;
                    }
                }
            }
            let (options, words) = (outline.options.len(), outline.options.len().div_ceil(64));
            let tables = sieves * (size_of::<Sieve>() + 256 * words * size_of::<u64>());
            bytes += size_of::<Level<K>>() + tables + options * size_of::<Addend<K>>();
        }
        bytes as u64
    }

    /// Makes the keys for an order of a system. Of a large cover that takes seconds, so it breaks where
    /// the callback does.
    pub fn new(
        system: &'a Weighted,
        order: &'a SweepOrder,
        heed: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Self> {
        let (mut start, mut guard, mut full) = (K::ZERO, K::ZERO, K::ZERO);
        for (field, demand) in order.fields.iter().zip(&system.demands) {
            if let (KeyField::Counter { from, bits }, Some(demand)) = (*field, *demand) {
                let most = (1_u64 << bits) - 1;
                start = start.plus(number(from, most - u64::from(demand.multiplicity)));
                guard = guard.or(K::bit(from + bits));
                if demand.required && !demand.is_range {
                    full = full.or(number(from, most));
                }
            }
        }
        let mut levels = Vec::with_capacity(order.levels.len());
        let mut made = 0;
        for outline in &order.levels {
            made += outline.options.len() + 1;
            if made >= OPTIONS_PER_QUESTION {
                heed()?;
                made = 0;
            }
            levels.push(Level::new(system, order, outline));
        }
        let lasting = order.lasting.iter().map(|&index| K::bit(index)).collect();
        let mut space = Self { levels, start, guard, lasting, prospects: None };
        if let Some(last) = space.levels.last_mut() {
            last.must = last.must.or(full);
        }
        ControlFlow::Continue(space)
    }

    /// The states by which the solutions of a cover that is no board are counted. What cannot come
    /// to a solution is looked for ahead (on boards that costs more than it saves).
    pub fn looking_ahead(self, system: &'a Weighted, order: &'a SweepOrder) -> Self {
        Self { prospects: Some(Prospects::new(system, order)), ..self }
    }

    /// The states where those that differ only in which items of a class of interchangeable ones are covered
    /// are one. Ways to the end are counted right, but no longer lead to solutions. Breaks where the
    /// callback does.
    pub fn merging_alike(
        mut self,
        classes: &[Vec<ItemId>],
        order: &SweepOrder,
        heed: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Self> {
        if !classes.is_empty() {
            let alike = Alike::at_each_level(order, classes, heed)?;
            for (level, alike) in self.levels.iter_mut().zip(alike) {
                level.alike = alike;
            }
        }
        ControlFlow::Continue(self)
    }

    /// Goes on from a level that is settled to the next one at which there is a choice: its
    /// number (the number of levels at the end) and the key there, or nothing if something that
    /// is required was passed by.
    #[inline]
    pub fn settle(&self, mut key: K, mut level: usize) -> Option<(usize, K)> {
        loop {
            let left = &self.levels[level];
            if !key.has(left.must) {
                return None;
            }
            if let Some(Floor { add, guard }) = left.floor
                && !key.plus(add).has(guard)
            {
                return None;
            }
            key = key.and(left.keep);
            level += 1;
            match self.levels.get(level) {
                // Covered in passing. The bit is spent, and may be another item's from here on.
                Some(next) if key.meets(next.own) => key = key.and(next.own.not()),
                _ => return Some((level, key)),
            }
        }
    }

    /// Calls `visit` with every option that fits a state, and where it leads; with no option for
    /// leaving the level's item uncovered. States at which nothing would fit are passed over: half
    /// of all are of that kind, and they are cheaper to see before they are merged than after.
    /// `ahead` is what [`Self::look_ahead`] says of the level. Returns how many choices that told to
    /// be dead.
    #[inline]
    pub fn expand(
        &self,
        level: usize,
        key: K,
        ahead: Option<&LookAhead<K>>,
        visit: impl FnMut(Option<OptionId>, usize, K),
    ) -> u64 {
        let here = &self.levels[level];
        if ahead.is_none() && here.alike.is_empty() && here.sets.is_empty() {
            self.expand_asking::<false>(level, key, None, visit)
        } else {
            self.expand_asking::<true>(level, key, ahead, visit)
        }
    }

    /// [`Self::expand`], which asks at each choice for what there is to look ahead at, to exchange and
    /// to colour, or does not: on boards there is nothing of that, and with the questions their sweeps
    /// took a fifth longer.
    #[inline]
    fn expand_asking<const ASKS: bool>(
        &self,
        level: usize,
        key: K,
        ahead: Option<&LookAhead<K>>,
        mut visit: impl FnMut(Option<OptionId>, usize, K),
    ) -> u64 {
        let here = &self.levels[level];
        let ahead = ahead.filter(|_| ASKS);
        let mut dead = 0;
        let mut go_on = |choice: usize, option: Option<OptionId>, mut key: K| {
            if ahead.is_some_and(|ahead| ahead.is_dead(choice, key)) {
                dead += 1;
                return;
            }
            if ASKS {
                key = here.alike.iter().fold(key, |key, alike| alike.settled_first(key));
            }
            if let Some((level, key)) = self.settle(key, level)
                && (ahead.is_some_and(LookAhead::is_complete) || self.is_open(level, key))
            {
                visit(option, level, key);
            }
        };
        for word in 0..here.words {
            let mut fits = here.fits(key, word);
            while fits != 0 {
                let choice = 64 * word + fits.trailing_zeros() as usize;
                let addend = &here.options[choice];
                fits &= fits - 1;
                let mut sum = key.plus(addend.add);
                if ASKS && let Some(&set) = here.sets.get(choice) {
                    sum = sum.or(set);
                }
                if !sum.meets(self.guard) {
                    go_on(choice, Some(addend.option), sum);
                }
            }
        }
        if here.optional {
            go_on(here.options.len(), None, key);
        }
        dead
    }

    /// Whether anything fits a state, or it is the end.
    #[inline]
    fn is_open(&self, level: usize, key: K) -> bool {
        let Some(here) = self.levels.get(level) else { return true };
        if here.optional {
            return true;
        }
        for word in 0..here.words {
            if here.fits(key, word) != 0 {
                return true;
            }
        }
        false
    }
}

impl<K: Key> Space for StateSpace<'_, K> {
    type Key = K;
    type LookAhead = LookAhead<K>;
    type Bench = ();

    fn level_count(&self) -> usize {
        self.levels.len()
    }

    fn root(&self) -> (usize, K) {
        (0, self.start)
    }

    fn home(&self, key: K) -> u32 {
        (key.hash() >> 44) as u32
    }

    fn lasting(&self) -> &[K] {
        &self.lasting
    }

    fn is_of_plain_cover(&self) -> bool {
        self.prospects.is_some()
    }

    fn most_choices(&self, level: usize) -> Option<usize> {
        self.is_of_plain_cover().then(|| self.levels[level].options.len() + 1)
    }

    fn look_ahead(&self, level: usize, states: usize, payoff: Payoff) -> Option<LookAhead<K>> {
        let prospects = self.prospects.as_ref().filter(|_| payoff.is_due(level))?;
        prospects.at(level, states)
    }

    /// Choices are numbered as the options are.
    fn option(&self, choice: u32) -> u32 {
        choice
    }

    fn expand(
        &self,
        (level, _, ahead): (usize, u32, Option<&LookAhead<K>>),
        states: &[K],
        (): &mut (),
        mut visit: impl FnMut(Arrival<K>),
    ) -> u64 {
        let mut dead = 0;
        for (parent, &key) in states.iter().enumerate() {
            dead += StateSpace::expand(self, level, key, ahead, |option, level, key| {
                let choice = option.map_or(NO_OPTION, |option| option.0);
                visit(Arrival { level, key, home: self.home(key), parent, choice });
            });
        }
        dead
    }
}

/// A number in the bits from `from` on.
fn number<K: Key>(from: usize, value: u64) -> K {
    let bits = (0..64).filter(|bit| value >> bit & 1 == 1);
    bits.fold(K::ZERO, |key, bit| key.or(K::bit(from + bit)))
}

impl<K: Key> Level<K> {
    /// The options of a word that clash with nothing in the key.
    #[inline]
    fn fits(&self, key: K, word: usize) -> u64 {
        let mut fits = self.all[word];
        for sieve in &self.sieves {
            fits &= sieve.passes[key.byte(sieve.byte) * self.words + word];
        }
        fits
    }

    fn new(system: &Weighted, order: &SweepOrder, outline: &LevelOutline) -> Self {
        let bit = |item: ItemId| match order.fields[item.index()] {
            KeyField::Bit(index) => K::bit(index),
            KeyField::None | KeyField::Counter { .. } => K::ZERO,
        };
        let union = |items: &mut dyn Iterator<Item = ItemId>| {
            items.fold(K::ZERO, |key, item| key.or(bit(item)))
        };
        let is_required = |item: ItemId| system.demands[item.index()].is_some_and(|d| d.required);
        let literal_bits = |literals: &mut dyn Iterator<Item = usize>| {
            literals.fold(K::ZERO, |key, literal| match order.literals[literal] {
                KeyField::Bit(index) => key.or(K::bit(index)),
                KeyField::None | KeyField::Counter { .. } => key,
            })
        };
        let ends = &mut outline.literal_ends.iter().copied();
        let must_be_set = &mut ends.clone().filter(|&literal| system.literals[literal].required);
        let must = union(&mut outline.ends.iter().copied().filter(|&item| is_required(item)))
            .or(literal_bits(must_be_set));
        let mut counters = K::ZERO;
        let mut floor = Floor { add: K::ZERO, guard: K::ZERO };
        for &item in &outline.range_ends {
            if let (KeyField::Counter { from, bits }, Some(demand)) =
                (order.fields[item.index()], system.demands[item.index()])
            {
                counters = counters.or(number(from, (1 << bits) - 1));
                if demand.least > 0 {
                    let spare = demand.multiplicity - demand.least;
                    floor.add = floor.add.plus(number(from, u64::from(spare) + 1));
                    floor.guard = floor.guard.or(K::bit(from + bits));
                }
            }
        }
        let mut options = Vec::new();
        let mut clash = Vec::new();
        let mut sets = Vec::new();
        for &index in &outline.options {
            let option = &system.options[index];
            let (mut bits, mut counts) = (K::ZERO, K::ZERO);
            for &(item, times) in &option.entries {
                if item == outline.item {
                    continue;
                }
                bits = bits.or(bit(item));
                if let KeyField::Counter { from, .. } = order.fields[item.index()] {
                    counts = counts.plus(number(from, u64::from(times)));
                }
            }
            options.push(Addend { add: bits.plus(counts), option: option.option });
            clash.push(bits.or(literal_bits(&mut option.conflicts.iter().copied())));
            if !system.literals.is_empty() {
                sets.push(literal_bits(&mut option.sets.iter().copied()));
            }
        }
        let words = options.len().div_ceil(64);
        let mut all = vec![0; words];
        for index in 0..options.len() {
            all[index / 64] |= 1 << (index % 64);
        }
        let sieves = (0..K::BITS / 8)
            .filter(|&byte| clash.iter().any(|bits| bits.byte(byte) != 0))
            .map(|byte| Sieve::new(byte, &clash, &all))
            .collect();
        Self {
            own: bit(outline.item),
            must,
            keep: union(&mut outline.ends.iter().copied())
                .or(literal_bits(ends))
                .or(counters)
                .not(),
            optional: outline.optional,
            options,
            alike: Vec::new(),
            sets,
            floor: (floor.guard != K::ZERO).then_some(floor),
            words,
            all,
            sieves,
        }
    }
}

impl Sieve {
    fn new<K: Key>(byte: usize, clash: &[K], all: &[u64]) -> Self {
        let words = all.len();
        let mut barred = vec![0_u64; 8 * words];
        for (index, bits) in clash.iter().enumerate() {
            let taken = bits.byte(byte);
            for bit in (0..8).filter(|bit| taken >> bit & 1 != 0) {
                barred[bit * words + index / 64] |= 1 << (index % 64);
            }
        }
        // A value lets pass what the value without its lowest bit does, but for what that bit bars.
        let mut passes = Vec::with_capacity(256 * words);
        passes.extend_from_slice(all);
        for value in 1_usize..256 {
            let fewer = value & (value - 1);
            let bit = value.trailing_zeros() as usize;
            for word in 0..words {
                passes.push(passes[fewer * words + word] & !barred[bit * words + word]);
            }
        }
        Self { byte, passes }
    }
}
