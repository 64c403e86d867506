//! The sweep: all states level by level, each with the exact number of ways that lead to it.
//!
//! States on their way to later levels are kept as runs of pairs, unmerged; a level's runs are
//! merged when its turn comes, or before that when memory runs short. When even merged states do
//! not fit, they are divided into batches that are swept one after the other: ways add up, so the
//! total stays exact, and what is lost is only that states of different batches do not merge.
//! Batches are told apart by bits that last (on a board: by which of a few pieces lie already), so
//! that little is lost.
//!
//! The result does not depend on the number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rayon::ThreadPool;

use super::key::Key;
use super::layout::Layout;
use super::table::{Count, Merger, Overflow, Pairs};
use super::watch::{Look, Watch, Watched};

/// How many pairs a run holds at most, so that runs can be handed to threads.
const RUN: usize = 1 << 13;

/// How many states a thread takes at a time.
pub(super) const UNIT: usize = 1 << 11;

/// Fewer pairs or states than this are not worth waking other threads for.
pub(super) const ALONE: usize = 1 << 12;

/// A merged level is cut into parts of about this many pairs.
const PART: usize = 1 << 14;

/// The most parts of a level; hashes choose the part by their highest bits.
const PART_BITS: u32 = 10;

/// By how many bits states are divided when they do not fit.
const DIVISIONS: usize = 3;

/// Batches of so few states are not divided any more.
const SMALLEST: usize = 1 << 12;

/// So many states are expanded between two looks, about.
const STATES_PER_LOOK: usize = 1 << 18;

/// So many runs are divided between two looks.
const RUNS_PER_LOOK: usize = STATES_PER_LOOK / RUN;

/// Why a sweep has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfinished {
    Overflow,
    Broken,
}

impl From<Overflow> for Unfinished {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

/// What a sweep found.
#[derive(Clone, Debug)]
pub(super) struct Swept<C> {
    pub total: C,
    /// The number of states of each level.
    pub states: Vec<u64>,
    /// Steps from state to state.
    pub transitions: u64,
    /// Batches into which the states were divided for want of memory; 1 if they were not.
    pub batches: u64,
    /// The most bytes that states took at a time.
    pub peak_bytes: u64,
}

/// States on their way, for each level as runs.
pub(super) type InFlight<K, C> = Vec<Vec<Pairs<K, C>>>;

/// What a thread has found and not handed over yet.
struct Outbox<K, C> {
    levels: InFlight<K, C>,
    merger: Merger,
    done: C,
    transitions: u64,
    overflow: bool,
}

/// A sweep under way.
pub(super) struct Sweep<'a, K, C> {
    layout: &'a Layout<K>,
    pool: &'a ThreadPool,
    /// The most bytes that states may take.
    most: u64,
    outboxes: Vec<Mutex<Outbox<K, C>>>,
    stash: Vec<InFlight<K, C>>,
    swept: Swept<C>,
}

impl<'a, K: Key, C: Count> Sweep<'a, K, C> {
    pub fn new(layout: &'a Layout<K>, pool: &'a ThreadPool, most: u64) -> Self {
        let levels = layout.levels.len();
        let outbox = || {
            Mutex::new(Outbox {
                levels: empty(levels),
                merger: Merger::default(),
                done: C::ZERO,
                transitions: 0,
                overflow: false,
            })
        };
        Self {
            layout,
            pool,
            most,
            outboxes: (0..pool.current_num_threads()).map(|_| outbox()).collect(),
            stash: Vec::new(),
            swept: Swept {
                total: C::ZERO,
                states: vec![0; levels],
                transitions: 0,
                batches: 0,
                peak_bytes: 0,
            },
        }
    }

    /// Sweeps everything.
    pub fn run(mut self, watch: Watch<'_>) -> Result<Swept<C>, Unfinished> {
        let mut root = empty(self.layout.levels.len());
        let (level, key) = self.layout.root();
        match root.get_mut(level) {
            Some(runs) => runs.push(vec![(key, C::ONE)]),
            // Nothing to decide: one way.
            None => self.swept.total = C::ONE,
        }
        self.stash.push(root);
        let look = Look { level: 0, levels: self.layout.levels.len(), states: 0 };
        let watched = &mut Watched { watch, look };
        while let Some(batch) = self.stash.pop() {
            self.swept.batches += 1;
            self.run_batch(batch, watched)?;
        }
        for outbox in &self.outboxes {
            let outbox = lock(outbox);
            self.swept.total = self.swept.total.sum(outbox.done).ok_or(Overflow)?;
            self.swept.transitions += outbox.transitions;
        }
        Ok(self.swept)
    }

    fn run_batch(
        &mut self,
        mut flight: InFlight<K, C>,
        watched: &mut Watched<'_>,
    ) -> Result<(), Unfinished> {
        let levels = self.layout.levels.len();
        for level in 0..levels {
            if flight[level].is_empty() {
                continue;
            }
            let runs = std::mem::take(&mut flight[level]);
            let parts = self.merge(runs, watched)?;
            self.swept.states[level] += pairs_in(&parts) as u64;
            let mut from = 0;
            watched.look = Look { level, levels, states: self.swept.states.iter().sum() };
            loop {
                let room = self.room(&flight).saturating_sub(bytes(&parts));
                let next = self.expand(level, &parts, from, room / 3)?;
                self.collect(&mut flight);
                watched.look()?;
                let Some(next) = next else { break };
                from = next;
                if self.room(&flight) > self.most / 3 * 2 {
                    continue;
                }
                self.compact(&mut flight, watched)?;
                if self.room(&flight) < self.most / 4 {
                    // The rest of this level is a batch of its own.
                    let mut rest = empty(levels);
                    rest[level] = remaining(&parts, from);
                    self.swept.states[level] -= pairs_in(&rest[level]) as u64;
                    self.stash.push(rest);
                    break;
                }
            }
            drop(parts);
            self.note_peak(&flight);
            if flight_bytes(&flight) > self.free() / 3 {
                self.compact(&mut flight, watched)?;
                if flight_bytes(&flight) > self.free() / 3 {
                    flight = self.divide(flight, watched)?;
                }
            }
        }
        Ok(())
    }

    /// The memory that is not taken by stashed batches.
    fn free(&self) -> u64 {
        self.most.saturating_sub(self.stash.iter().map(|flight| flight_bytes(flight)).sum())
    }

    /// The memory that is left beside these states.
    fn room(&self, flight: &InFlight<K, C>) -> u64 {
        self.free().saturating_sub(flight_bytes(flight))
    }

    fn note_peak(&mut self, flight: &InFlight<K, C>) {
        let held = self.most.saturating_sub(self.room(flight));
        self.swept.peak_bytes = self.swept.peak_bytes.max(held);
    }

    /// Merges runs into parts that have no key in common.
    fn merge(
        &self,
        runs: Vec<Pairs<K, C>>,
        watched: &mut Watched<'_>,
    ) -> Result<Vec<Pairs<K, C>>, Unfinished> {
        let total = pairs_in(&runs);
        if total <= ALONE {
            return Ok(vec![lock(&self.outboxes[0]).merger.merge(runs)?]);
        }
        let parts = spread(self.pool, runs, self.outboxes.len(), watched)?;
        let parts: Vec<Mutex<Vec<Pairs<K, C>>>> = parts.into_iter().map(Mutex::new).collect();
        let next = AtomicUsize::new(0);
        let merged = watched.on_all(self.pool, |thread, is_ended| -> Result<_, Overflow> {
            let mut outbox = lock(&self.outboxes[thread]);
            let mut merged = Vec::new();
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                if is_ended.load(Ordering::Relaxed) {
                    break;
                }
                let runs = std::mem::take(&mut *lock(part));
                merged.push(outbox.merger.merge(runs)?);
            }
            Ok(merged)
        })?;
        let mut all = Vec::with_capacity(parts.len());
        for merged in merged {
            all.extend(merged?);
        }
        Ok(all)
    }

    /// Expands the states of a level from unit `from` on, until it is time for a look or what comes
    /// of them takes about `most` bytes. Returns the unit to go on with, if there is one.
    fn expand(
        &self,
        level: usize,
        parts: &[Pairs<K, C>],
        from: usize,
        most: u64,
    ) -> Result<Option<usize>, Overflow> {
        let units: Vec<&[(K, C)]> = parts.iter().flat_map(|part| part.chunks(UNIT)).collect();
        let until = units.len().min(from + STATES_PER_LOOK / UNIT);
        let next = AtomicUsize::new(from);
        let written = AtomicU64::new(0);
        let work = |outbox: &mut Outbox<K, C>| {
            // At least one unit each time, so that a run always comes to its end.
            loop {
                // Nobody takes a unit after a break, so that those from the last one on are left.
                let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |at| {
                    (at < until).then_some(at + 1)
                });
                let Ok(at) = taken else { break };
                let unit = units[at];
                let before = outbox.transitions;
                outbox.expand(self.layout, level, unit);
                let pairs = outbox.transitions - before;
                let bytes = pairs * size_of::<(K, C)>() as u64;
                if written.fetch_add(bytes, Ordering::Relaxed) + bytes > most {
                    break;
                }
            }
        };
        if pairs_in(parts) <= ALONE {
            work(&mut lock(&self.outboxes[0]));
        } else {
            self.pool.broadcast(|context| work(&mut lock(&self.outboxes[context.index()])));
        }
        if self.outboxes.iter().any(|outbox| lock(outbox).overflow) {
            return Err(Overflow);
        }
        let reached = next.load(Ordering::Relaxed);
        Ok((reached < units.len()).then_some(reached))
    }

    /// Takes what the threads have found.
    fn collect(&self, flight: &mut InFlight<K, C>) {
        for outbox in &self.outboxes {
            let mut outbox = lock(outbox);
            for (runs, found) in flight.iter_mut().zip(&mut outbox.levels) {
                runs.append(found);
            }
        }
    }

    /// Merges what is on its way, where that may save something.
    fn compact(
        &self,
        flight: &mut InFlight<K, C>,
        watched: &mut Watched<'_>,
    ) -> Result<(), Unfinished> {
        for runs in flight {
            // A level that was merged as it stands is in few, large runs.
            if runs.len() > 1 {
                let merged = self.merge(std::mem::take(runs), watched)?;
                *runs = merged;
            }
        }
        Ok(())
    }

    /// Divides states into batches; returns the first and stashes the others.
    fn divide(
        &mut self,
        flight: InFlight<K, C>,
        watched: &mut Watched<'_>,
    ) -> Result<InFlight<K, C>, Unfinished> {
        let total: usize = flight.iter().map(|runs| pairs_in(runs)).sum();
        if total <= SMALLEST {
            return Ok(flight);
        }
        let mut evenness: Vec<(usize, K)> = self
            .layout
            .lasting
            .iter()
            .map(|&bit| {
                watched.look()?;
                let with = flight.iter().flatten().flatten().filter(|(key, _)| key.meets(bit));
                let with = with.count();
                Ok((with.min(total - with), bit))
            })
            .collect::<Result<_, Unfinished>>()?;
        evenness.sort_by_key(|&(smaller, _)| std::cmp::Reverse(smaller));
        evenness.truncate(DIVISIONS);
        evenness.retain(|&(smaller, _)| smaller > total / 8);
        let batch_of = |key: K| {
            if evenness.is_empty() {
                return (key.hash() >> 20) as usize & 1;
            }
            let bits = evenness.iter().enumerate();
            bits.map(|(at, &(_, bit))| usize::from(key.meets(bit)) << at).sum()
        };
        let levels = flight.len();
        let mut batches: Vec<InFlight<K, C>> = Vec::new();
        batches.resize_with(1 << evenness.len().max(1), || empty(levels));
        for (level, runs) in flight.into_iter().enumerate() {
            for (number, run) in runs.into_iter().enumerate() {
                if number.is_multiple_of(RUNS_PER_LOOK) {
                    watched.look()?;
                }
                for pair in run {
                    push(&mut batches[batch_of(pair.0)][level], pair);
                }
            }
        }
        for runs in batches.iter_mut().flatten() {
            if let Some(last) = runs.last_mut() {
                last.shrink_to_fit();
            }
        }
        batches.retain(|flight| flight.iter().any(|runs| !runs.is_empty()));
        let first = batches.pop();
        self.stash.extend(batches);
        Ok(first.unwrap_or_else(|| empty(levels)))
    }
}

impl<K: Key, C: Count> Outbox<K, C> {
    fn expand(&mut self, layout: &Layout<K>, level: usize, states: &[(K, C)]) {
        let Self { levels, done, transitions, overflow, .. } = self;
        for &(key, count) in states {
            layout.expand(level, key, |_, to, key| {
                *transitions += 1;
                if let Some(runs) = levels.get_mut(to) {
                    push(runs, (key, count));
                } else {
                    match done.sum(count) {
                        Some(sum) => *done = sum,
                        None => *overflow = true,
                    }
                }
            });
        }
    }
}

/// Appends to the last run, or to a new one when that is full.
#[inline]
pub(super) fn push<K, C>(runs: &mut Vec<Pairs<K, C>>, pair: (K, C)) {
    match runs.last_mut() {
        Some(run) if run.len() < RUN => run.push(pair),
        _ => runs.push(vec![pair]),
    }
}

pub(super) fn empty<K, C>(levels: usize) -> InFlight<K, C> {
    let mut flight = Vec::new();
    flight.resize_with(levels, Vec::new);
    flight
}

/// The states from unit `from` on.
fn remaining<K: Copy, C: Copy>(parts: &[Pairs<K, C>], from: usize) -> Vec<Pairs<K, C>> {
    parts.iter().flat_map(|part| part.chunks(UNIT)).skip(from).map(<[_]>::to_vec).collect()
}

/// Cuts a level into parts that have no key in common, by the highest bits of hashes; each part is
/// still in runs, one of each thread.
///
/// # Errors
/// When the sweep is to end.
pub(super) fn spread<K: Key, V: Send>(
    pool: &ThreadPool,
    runs: Vec<Pairs<K, V>>,
    threads: usize,
    watched: &mut Watched<'_>,
) -> Result<Vec<Vec<Pairs<K, V>>>, Unfinished> {
    let total = pairs_in(&runs);
    let bits = (total / PART).next_power_of_two().ilog2().clamp(1, PART_BITS);
    let expected = (total / threads) >> bits;
    let queue = Mutex::new(runs);
    let split = watched.on_all(pool, |_, is_ended| {
        let mut parts: Vec<Pairs<K, V>> = Vec::new();
        parts.resize_with(1 << bits, || Vec::with_capacity(expected + expected / 8));
        while !is_ended.load(Ordering::Relaxed) {
            // Freed as soon as it has been gone through.
            let Some(run) = lock(&queue).pop() else { break };
            for pair in run {
                parts[(pair.0.hash() >> (64 - bits)) as usize].push(pair);
            }
        }
        parts
    })?;
    let mut parts: Vec<Vec<Pairs<K, V>>> = Vec::new();
    parts.resize_with(1 << bits, Vec::new);
    for thread in split {
        for (part, run) in parts.iter_mut().zip(thread) {
            part.push(run);
        }
    }
    Ok(parts)
}

pub(super) fn pairs_in<K, C>(runs: &[Pairs<K, C>]) -> usize {
    runs.iter().map(Vec::len).sum()
}

fn bytes<K, C>(runs: &[Pairs<K, C>]) -> u64 {
    let pairs: usize = runs.iter().map(Vec::capacity).sum();
    (pairs * size_of::<(K, C)>()) as u64
}

pub(super) fn flight_bytes<K, C>(flight: &[Vec<Pairs<K, C>>]) -> u64 {
    flight.iter().map(|runs| bytes(runs)).sum()
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A thread that panicked takes the whole pool with it, so a poisoned lock is not met.
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
