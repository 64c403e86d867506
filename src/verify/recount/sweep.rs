//! Counting by a map from states to numbers of ways, from level to level.
//!
//! A state waits at the first level at which something can be chosen, so states that have come to
//! it by different ways are one, and their numbers are added. States are compared whole. Where no
//! option fits what must still be covered, as far as that is looked at, the state is dropped before it
//! is kept. A way costs a look at the options of two levels and one into a map. Memory is what the
//! maps take: about 28 bytes for a state of one word.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};

use super::effort::{Effort, Stop};
use super::levels::{Layout, Level};
use super::outlook::Outlook;
use super::tally::Tally;

/// A state of more words than this is not swept.
pub(super) const MOST_WORDS: usize = 16;

/// What a way from a state to a state costs, in looks at options.
const STATE: usize = 32;

/// What a sweep may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepBounds {
    /// The most bytes that its maps may take.
    pub memory_bytes: u64,
    /// The most states that it may meet.
    pub states: u64,
    /// What part of the whole work it is.
    pub share: f64,
}

/// Counts the solutions; `None` where a state would have too many words.
///
/// # Errors
/// When a bound is reached.
pub(super) fn sweep(
    layout: &Layout<'_>,
    bounds: SweepBounds,
    effort: &mut Effort<'_>,
) -> Option<Result<u128, Stop>> {
    Some(match layout.words() {
        1 => sweep_words::<1>(layout, bounds, effort),
        2 => sweep_words::<2>(layout, bounds, effort),
        3 | 4 => sweep_words::<4>(layout, bounds, effort),
        5..=8 => sweep_words::<8>(layout, bounds, effort),
        9..=MOST_WORDS => sweep_words::<MOST_WORDS>(layout, bounds, effort),
        _ => return None,
    })
}

fn sweep_words<const W: usize>(
    layout: &Layout<'_>,
    bounds: SweepBounds,
    effort: &mut Effort<'_>,
) -> Result<u128, Stop> {
    let levels = layout.levels::<W>();
    let outlooks = Outlook::of_levels(layout);
    match Sweep::<W, u64>::new(&levels, &outlooks, bounds).run(effort) {
        Err(Stop::TooLarge) => Sweep::<W, u128>::new(&levels, &outlooks, bounds).run(effort),
        done => done,
    }
}

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State<const W: usize>([u64; W]);

impl<const W: usize> Hash for State<W> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for &word in &self.0 {
            hasher.write_u64(word);
        }
    }
}

/// Hashes words by wide multiplications. Each level has a seed of its own: to go through one map
/// and fill another in the order of the same hashes would be slow.
#[derive(Clone, Copy, Debug, Default)]
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn of_level(level: usize) -> Self {
        Self(0x517c_c1b7_2722_0a95_u64.wrapping_mul(level as u64 + 1))
    }
}

impl BuildHasher for Mixer {
    type Hasher = Self;

    #[inline]
    fn build_hasher(&self) -> Self {
        *self
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// The states that wait at a level, in maps by some bits of their hashes: when one of them grows, the
/// others need not, so that it takes little time, and little memory for the old one beside the new.
///
/// A map doubles when it is full, so maps of one size would double at about one time, and then be
/// half empty. These are of sizes from one to twice that, as many of each, so at any time some have just
/// doubled and others are nearly full.
#[derive(Debug, Default)]
struct States<const W: usize, C> {
    maps: Vec<HashMap<State<W>, C, Mixer>>,
}

/// How many maps there are for the states of a level.
const MAPS: usize = 64;

/// The map of a state by some bits of its hash.
static MAP_OF: [u8; 1024] = map_of();

/// The shares of the maps: each has 2^(1/64) times as many of the places as the one before.
const fn map_of() -> [u8; 1024] {
    /// 2^(1/64).
    const RATIO: f64 = 1.010_889_286_051_700_5;
    let mut map_of = [0; 1024];
    let (mut map, mut place) = (0, 0);
    // The first map ends there.
    let mut end = 1024.0 * (RATIO - 1.0);
    let mut width = end;
    while place < map_of.len() {
        while map + 1 < MAPS && place as f64 >= end {
            width *= RATIO;
            end += width;
            map += 1;
        }
        map_of[place] = map as u8;
        place += 1;
    }
    map_of
}

impl<const W: usize, C: Tally> States<W, C> {
    /// The map of a state; `seed` is that of the level.
    #[inline]
    fn map(&mut self, state: &State<W>, seed: Mixer) -> &mut HashMap<State<W>, C, Mixer> {
        if self.maps.is_empty() {
            self.maps.resize_with(MAPS, || HashMap::with_hasher(seed));
        }
        // The lowest and the highest bits are those that the maps look at.
        let place = (seed.hash_one(state) >> 40) as usize % MAP_OF.len();
        &mut self.maps[usize::from(MAP_OF[place])]
    }
}

/// A sweep under way.
struct Sweep<'a, const W: usize, C> {
    levels: &'a [Level<W>],
    /// What is looked for in states that come to each level.
    outlooks: &'a [Outlook<W>],
    bounds: SweepBounds,
    /// The states that wait at each level.
    waiting: Vec<States<W, C>>,
    /// How many bytes the maps take.
    held: u64,
    /// The number of ways to the end.
    total: u128,
}

impl<'a, const W: usize, C: Tally> Sweep<'a, W, C> {
    fn new(levels: &'a [Level<W>], outlooks: &'a [Outlook<W>], bounds: SweepBounds) -> Self {
        let waiting = levels.iter().map(|_| States { maps: Vec::new() }).collect();
        Self { levels, outlooks, bounds, waiting, held: 0, total: 0 }
    }

    fn run(mut self, effort: &mut Effort<'_>) -> Result<u128, Stop> {
        let done = self.walk(effort);
        if let Err(Stop::Cancelled) = done {
            // To give back gigabytes may take longer than whoever asked to stop is ready to wait. Where
            // there can be no thread, they are given back here.
            let waiting = self.waiting;
            let _ = std::thread::Builder::new().spawn(move || drop(waiting));
        }
        done
    }

    fn walk(&mut self, effort: &mut Effort<'_>) -> Result<u128, Stop> {
        let most = effort.states.saturating_add(self.bounds.states);
        self.arrive(0, [0; W], C::ONE, effort)?;
        let levels = self.levels;
        for at in 0..levels.len() {
            let level = &levels[at];
            let done = at as f64 / levels.len() as f64;
            let share = effort.share + self.bounds.share * done;
            while let Some(states) = self.waiting[at].maps.pop() {
                let bytes = bytes_of::<W, C>(states.capacity());
                for (State(state), count) in states {
                    effort.states += 1;
                    if effort.states > most {
                        return Err(Stop::Work);
                    }
                    effort.looked(level.options() + STATE, || share)?;
                    for (effect, next) in level.choices(state) {
                        effort.looked(STATE, || share)?;
                        let count = count.times(effect.weight).ok_or(Stop::TooLarge)?;
                        self.leave(at, next, count, effort)?;
                    }
                    // Or nothing is chosen here.
                    self.leave(at, state, count, effort)?;
                }
                self.held -= bytes;
            }
        }
        Ok(self.total)
    }

    /// A way leaves a level with this state.
    #[inline]
    fn leave(
        &mut self,
        level: usize,
        mut state: [u64; W],
        count: C,
        effort: &mut Effort<'_>,
    ) -> Result<(), Stop> {
        if !self.levels[level].settle(&mut state) {
            return Ok(());
        }
        self.arrive(level + 1, state, count, effort)
    }

    /// A way comes to a level; it waits at the next at which something can be chosen.
    #[inline]
    fn arrive(
        &mut self,
        mut level: usize,
        mut state: [u64; W],
        count: C,
        effort: &mut Effort<'_>,
    ) -> Result<(), Stop> {
        let levels = self.levels;
        while let Some(next) = levels.get(level)
            && !next.is_open(&state)
        {
            if !next.settle(&mut state) {
                return Ok(());
            }
            level += 1;
        }
        if self.outlooks.get(level).is_some_and(|outlook| outlook.is_hopeless(&state)) {
            return Ok(());
        }
        effort.steps += 1;
        let Some(states) = self.waiting.get_mut(level) else {
            self.total = self.total.checked_add(count.wide()).ok_or(Stop::TooLarge)?;
            return Ok(());
        };
        let state = State(state);
        let states = states.map(&state, Mixer::of_level(level));
        if states.len() == states.capacity() {
            let before = bytes_of::<W, C>(states.capacity());
            // While it grows, the old map is there as well.
            let after = bytes_of::<W, C>((2 * states.capacity()).max(3));
            if self.held + after > self.bounds.memory_bytes {
                return Err(Stop::Memory);
            }
            states.try_reserve(1).map_err(|_| Stop::Memory)?;
            self.held = self.held - before + bytes_of::<W, C>(states.capacity());
        }
        match states.entry(state) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(count);
                effort.fresh += 1;
            }
            std::collections::hash_map::Entry::Occupied(mut entry) => {
                let sum = entry.get().plus(count).ok_or(Stop::TooLarge)?;
                entry.insert(sum);
            }
        }
        Ok(())
    }
}

/// What a map with room for this many states takes.
fn bytes_of<const W: usize, C>(capacity: usize) -> u64 {
    if capacity == 0 {
        return 0;
    }
    // A seventh more places than are used, and a byte of the map's own for each.
    let places = (capacity as u64 * 8 / 7).next_power_of_two();
    places * (size_of::<(State<W>, C)>() as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_the_maps_grow_from_one_to_two() {
        let share = |map| MAP_OF.iter().filter(|&&of| usize::from(of) == map).count();
        let shares: Vec<usize> = (0..MAPS).map(share).collect();
        assert!(MAP_OF.is_sorted());
        assert_eq!(shares.iter().sum::<usize>(), MAP_OF.len());
        for (map, &share) in shares.iter().enumerate() {
            let ideal = 1024.0 * (2_f64.powf(1.0 / 64.0) - 1.0) * 2_f64.powf(map as f64 / 64.0);
            assert!((share as f64 - ideal).abs() <= 1.5, "map {map}: {share}, not {ideal}");
        }
    }
}
