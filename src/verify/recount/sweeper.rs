//! What one thread of a sweep does: it merges the ways of a list into states, and writes down the ways
//! that lead on from them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::effort::{Effort, Stop};
use super::levels::Level;
use super::outlook::Outlook;
use super::state::{Mixer, State};
use super::tally::Tally;
use super::ways::{Arrivals, List, Room, Way};

/// What a way from a state to a state costs, in looks at options.
const STATE: usize = 32;

/// A list of more ways than this is cut before it is read, so that the map of its states stays in the
/// cache.
const MOST_READ: usize = 1 << 15;

/// What all threads of a sweep look at.
pub(super) struct Ground<'a, const W: usize, C> {
    pub levels: &'a [Level<W>],
    /// What is looked for in states that come to each level.
    pub outlooks: &'a [Outlook<W>],
    pub room: Room<Way<W, C>>,
}

/// A list that is to be read.
pub(super) struct Task<const W: usize, C> {
    pub level: usize,
    pub part: usize,
    pub list: List<Way<W, C>>,
    /// Whether it is a part of a list that was cut. It is not cut again: it may be long because the
    /// same states are in it many times.
    is_cut: bool,
}

impl<const W: usize, C> Task<W, C> {
    pub fn new(level: usize, part: usize, list: List<Way<W, C>>) -> Self {
        Self { level, part, list, is_cut: false }
    }
}

/// The lists that are to be read, for all threads.
pub(super) struct Tasks<const W: usize, C> {
    open: Mutex<Vec<Task<W, C>>>,
    /// How many ways were in them when they were begun.
    ways: u64,
    /// How many of these were read.
    read: AtomicU64,
}

impl<const W: usize, C> Tasks<W, C> {
    pub fn new(open: Vec<Task<W, C>>) -> Self {
        let ways = open.iter().map(|task| task.list.len() as u64).sum();
        Self { open: Mutex::new(open), ways, read: AtomicU64::new(0) }
    }

    /// How many ways were in them.
    pub fn ways(&self) -> u64 {
        self.ways
    }

    /// What part of them was read.
    pub fn share(&self) -> f64 {
        self.read.load(Ordering::Relaxed) as f64 / self.ways.max(1) as f64
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.open().is_empty()
    }

    /// The next list, of which some are cut before.
    fn take(&self, room: &Room<Way<W, C>>) -> Result<Option<Task<W, C>>, Stop> {
        loop {
            let Some(task) = self.open().pop() else { return Ok(None) };
            if task.is_cut || task.list.len() <= MOST_READ {
                return Ok(Some(task));
            }
            let Task { level, part, list, .. } = task;
            let lists = list.cut(MOST_READ, room)?;
            self.open().extend(lists.into_iter().map(|list| Task {
                level,
                part,
                list,
                is_cut: true,
            }));
        }
    }

    /// A list is added or taken away as a whole, so it is right after a panic, too.
    fn open(&self) -> MutexGuard<'_, Vec<Task<W, C>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One thread of a sweep.
pub(super) struct Sweeper<'a, const W: usize, C> {
    ground: &'a Ground<'a, W, C>,
    /// The ways that it has found to each level.
    pub arrivals: Vec<Arrivals<W, C>>,
    /// The number of ways that it has found to the end.
    pub total: u128,
    /// The states of the list that is being read.
    states: HashMap<State<W>, C, Mixer>,
}

impl<'a, const W: usize, C: Tally> Sweeper<'a, W, C> {
    pub fn new(ground: &'a Ground<'a, W, C>) -> Self {
        let arrivals = ground.levels.iter().map(|_| Arrivals::default()).collect();
        Self { ground, arrivals, total: 0, states: HashMap::default() }
    }

    /// Goes on from all states of some lists of a level, until none is left or memory is short.
    ///
    /// # Errors
    /// When it is cancelled, or a number is too large.
    pub fn expand(
        &mut self,
        tasks: &Tasks<W, C>,
        share: impl Fn() -> f64,
        effort: &mut Effort<'_>,
    ) -> Result<(), Stop> {
        let levels = self.ground.levels;
        while !self.ground.room.is_full()
            && let Some(task) = tasks.take(&self.ground.room)?
        {
            let (at, ways) = (task.level, task.list.len() as u64);
            let mut states = self.merged(task.list)?;
            let level = &levels[at];
            for (State(state), count) in states.drain() {
                effort.states += 1;
                effort.looked(level.options() + STATE, &share)?;
                for (effect, next) in level.choices(state) {
                    effort.looked(STATE, &share)?;
                    let count = count.times(effect.weight).ok_or(Stop::TooLarge)?;
                    self.leave(at, next, count)?;
                }
                // Or nothing is chosen here.
                self.leave(at, state, count)?;
            }
            self.states = states;
            tasks.read.fetch_add(ways, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Writes the states of some lists again, each once.
    ///
    /// # Errors
    /// When it is cancelled, or a number is too large.
    pub fn merge(
        &mut self,
        tasks: &Tasks<W, C>,
        share: f64,
        effort: &mut Effort<'_>,
    ) -> Result<(), Stop> {
        let room = &self.ground.room;
        while let Some(Task { level, part, list, .. }) = tasks.take(room)? {
            effort.looked(list.len(), || share)?;
            let mut states = self.merged(list)?;
            let list = self.arrivals[level].list(part);
            for way in states.drain() {
                list.push(way, room)?;
            }
            self.states = states;
        }
        Ok(())
    }

    /// The states of a list, with the numbers of ways to them.
    fn merged(&mut self, list: List<Way<W, C>>) -> Result<HashMap<State<W>, C, Mixer>, Stop> {
        let mut states = std::mem::take(&mut self.states);
        list.read(&self.ground.room, |(state, count)| {
            match states.entry(state) {
                Entry::Vacant(entry) => {
                    entry.insert(count);
                }
                Entry::Occupied(mut entry) => {
                    let sum = entry.get().plus(count).ok_or(Stop::TooLarge)?;
                    entry.insert(sum);
                }
            }
            Ok(())
        })?;
        Ok(states)
    }

    /// A way leaves a level with this state.
    #[inline]
    fn leave(&mut self, level: usize, mut state: [u64; W], count: C) -> Result<(), Stop> {
        if !self.ground.levels[level].settle(&mut state) {
            return Ok(());
        }
        self.arrive(level + 1, state, count)
    }

    /// A way comes to a level; it waits at the next at which something can be chosen.
    ///
    /// # Errors
    /// When there are too many ways to the end, or the system has no memory.
    #[inline]
    pub fn arrive(&mut self, mut level: usize, mut state: [u64; W], count: C) -> Result<(), Stop> {
        let Ground { levels, outlooks, room } = self.ground;
        while let Some(next) = levels.get(level)
            && !next.is_open(&state)
        {
            if !next.settle(&mut state) {
                return Ok(());
            }
            level += 1;
        }
        if outlooks.get(level).is_some_and(|outlook| outlook.is_hopeless(&state)) {
            return Ok(());
        }
        let Some(arrivals) = self.arrivals.get_mut(level) else {
            self.total = self.total.checked_add(count.wide()).ok_or(Stop::TooLarge)?;
            return Ok(());
        };
        arrivals.push((State(state), count), room)
    }
}
