//! The sweep: all states level by level, each with the exact number of ways that lead to it.
//!
//! States on their way to later levels are kept as chunks of pairs, unmerged; a level's chunks are
//! merged when its turn comes, or before that when memory runs short. When even merged states do
//! not fit, they are divided into batches that are swept one after the other: ways add up, so the
//! total stays exact, and what is lost is only that states of different batches do not merge.
//! Batches are told apart by bits that last (on a board: by which of a few pieces lie already), so
//! that little is lost.
//!
//! The result does not depend on the number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crossbeam_utils::CachePadded;

use crate::engine::threads::Threads;

use super::error::{Overflow, Unfinished};
use super::flight::{
    ALONE, CHUNK, InFlight, Pairs, UNIT, bytes, empty, flight_bytes, lock, pairs_in, push, spread,
};
use super::key::Key;
use super::look_ahead::{LookAhead, Payoff};
use super::merge::Merger;
use super::progress::{OnProgress, Reporter, SweepProgress};
use super::state_space::StateSpace;
use super::ways::Ways;

/// By how many bits states are divided when they do not fit.
const DIVISIONS: usize = 3;

/// Batches of no more states than this are not divided any more.
const SMALLEST: usize = 1 << 12;

/// About how many states are expanded between two calls of the callback.
const STATES_PER_REPORT: usize = 1 << 18;

/// How many chunks are divided between two calls of the callback.
const CHUNKS_PER_REPORT: usize = STATES_PER_REPORT / CHUNK;

/// What a sweep found.
#[derive(Clone, Debug)]
pub(super) struct Swept<C> {
    pub total: C,
    /// The number of states of each level.
    pub states: Vec<u64>,
    /// The number of transitions from state to state.
    pub transitions: u64,
    /// Batches into which the states were divided for want of memory; 1 if they were not.
    pub batches: u64,
    /// The most bytes that states took at a time.
    pub peak_bytes: u64,
}

/// What a thread has found and not handed over yet.
struct Outbox<K, C> {
    levels: InFlight<K, C>,
    merger: Merger,
    done: C,
    transitions: u64,
    /// How many choices looking ahead told to be dead.
    dead: u64,
    overflow: bool,
}

/// What became of the choices that were looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Choices {
    dead: u64,
    transitions: u64,
}

/// A sweep under way.
pub(super) struct Sweep<'a, K, C> {
    space: &'a StateSpace<'a, K>,
    threads: &'a Threads,
    /// The most bytes that states may take.
    most: u64,
    /// One for each thread, on cache lines of its own: threads write to theirs at every transition.
    outboxes: Vec<CachePadded<Mutex<Outbox<K, C>>>>,
    stash: Vec<InFlight<K, C>>,
    swept: Swept<C>,
}

impl<'a, K: Key, C: Ways> Sweep<'a, K, C> {
    pub fn new(space: &'a StateSpace<'a, K>, threads: &'a Threads, most: u64) -> Self {
        let levels = space.levels.len();
        let outbox = || {
            CachePadded::new(Mutex::new(Outbox {
                levels: empty(levels),
                merger: Merger::default(),
                done: C::ZERO,
                transitions: 0,
                dead: 0,
                overflow: false,
            }))
        };
        Self {
            space,
            threads,
            most,
            outboxes: (0..threads.count()).map(|_| outbox()).collect(),
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
    pub fn run(mut self, on_progress: OnProgress<'_>) -> Result<Swept<C>, Unfinished> {
        let mut root = empty(self.space.levels.len());
        let (level, key) = self.space.root();
        match root.get_mut(level) {
            Some(chunks) => chunks.push(vec![(key, C::one())]),
            // Nothing to decide: one way.
            None => self.swept.total = C::one(),
        }
        self.stash.push(root);
        let progress = SweepProgress { level: 0, levels: self.space.levels.len(), states: 0 };
        let reporter = &mut Reporter { on_progress, progress };
        while let Some(batch) = self.stash.pop() {
            self.swept.batches += 1;
            self.run_batch(batch, reporter)?;
        }
        for outbox in &self.outboxes {
            let outbox = lock(outbox);
            self.swept.total.add(&outbox.done)?;
            self.swept.transitions += outbox.transitions;
        }
        Ok(self.swept)
    }

    fn run_batch(
        &mut self,
        mut flight: InFlight<K, C>,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Unfinished> {
        let levels = self.space.levels.len();
        let mut payoff = Payoff::default();
        for level in 0..levels {
            if flight[level].is_empty() {
                continue;
            }
            let chunks = std::mem::take(&mut flight[level]);
            let parts = self.merge(chunks, reporter)?;
            self.swept.states[level] += pairs_in(&parts) as u64;
            let ahead = self.space.look_ahead(level, pairs_in(&parts), payoff);
            let before = self.choices();
            let mut from = 0;
            reporter.progress =
                SweepProgress { level, levels, states: self.swept.states.iter().sum() };
            loop {
                let room = self.room(&flight).saturating_sub(bytes(&parts));
                let next = self.expand((level, ahead.as_ref()), &parts, from, room / 3)?;
                self.collect(&mut flight);
                reporter.report()?;
                let Some(next) = next else { break };
                from = next;
                if self.room(&flight) > self.most / 3 * 2 {
                    continue;
                }
                self.compact(&mut flight, reporter)?;
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
            if ahead.is_some() {
                let after = self.choices();
                let dead = after.dead - before.dead;
                payoff.learn(level, dead, dead + after.transitions - before.transitions);
            }
            self.note_peak(&flight);
            if flight_bytes(&flight) > self.free() / 3 {
                self.compact(&mut flight, reporter)?;
                if flight_bytes(&flight) > self.free() / 3 {
                    flight = self.divide(flight, reporter)?;
                }
            }
        }
        Ok(())
    }

    /// How many choices were dead so far, and how many led on.
    fn choices(&self) -> Choices {
        self.outboxes.iter().map(|outbox| lock(outbox)).fold(Choices::default(), |sum, outbox| {
            Choices {
                dead: sum.dead + outbox.dead,
                transitions: sum.transitions + outbox.transitions,
            }
        })
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

    /// Merges chunks into parts that have no key in common.
    fn merge(
        &self,
        chunks: Vec<Pairs<K, C>>,
        reporter: &mut Reporter<'_>,
    ) -> Result<Vec<Pairs<K, C>>, Unfinished> {
        let total = pairs_in(&chunks);
        if total <= ALONE {
            return Ok(vec![lock(&self.outboxes[0]).merger.merge(chunks)?]);
        }
        let parts = spread(self.threads, chunks, reporter)?;
        let parts: Vec<Mutex<Vec<Pairs<K, C>>>> = parts.into_iter().map(Mutex::new).collect();
        let next = AtomicUsize::new(0);
        let merged = reporter.on_all(self.threads, |thread, is_ended| -> Result<_, Overflow> {
            let mut outbox = lock(&self.outboxes[thread]);
            let mut merged = Vec::new();
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                if is_ended.load(Ordering::Relaxed) {
                    break;
                }
                let chunks = std::mem::take(&mut *lock(part));
                merged.push(outbox.merger.merge(chunks)?);
            }
            Ok(merged)
        })?;
        let mut all = Vec::with_capacity(parts.len());
        for merged in merged {
            all.extend(merged?);
        }
        Ok(all)
    }

    /// Expands the states of a level from unit `from` on, until it is time to report or what comes
    /// of them takes about `most` bytes. Returns the unit to go on with, if there is one.
    fn expand(
        &self,
        (level, ahead): (usize, Option<&LookAhead<K>>),
        parts: &[Pairs<K, C>],
        from: usize,
        most: u64,
    ) -> Result<Option<usize>, Overflow> {
        let units: Vec<&[(K, C)]> = parts.iter().flat_map(|part| part.chunks(UNIT)).collect();
        let until = units.len().min(from + STATES_PER_REPORT / UNIT);
        let next = AtomicUsize::new(from);
        let written = AtomicU64::new(0);
        let work = |outbox: &mut Outbox<K, C>| {
            // At least one unit each time, so that a chunk always comes to its end.
            loop {
                // No thread takes a unit after a break, so that those from the last one on are left.
                let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |at| {
                    (at < until).then_some(at + 1)
                });
                let Ok(at) = taken else { break };
                let unit = units[at];
                let before = outbox.transitions;
                outbox.expand(self.space, (level, ahead), unit);
                let pairs = outbox.transitions - before;
                let heap_bytes = unit.first().map_or(0, |state| state.1.heap_bytes());
                let bytes = pairs * (size_of::<(K, C)>() + heap_bytes) as u64;
                if written.fetch_add(bytes, Ordering::Relaxed) + bytes > most {
                    break;
                }
            }
        };
        if pairs_in(parts) <= ALONE {
            work(&mut lock(&self.outboxes[0]));
        } else {
            self.threads.broadcast(|number| work(&mut lock(&self.outboxes[number])));
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
            for (chunks, found) in flight.iter_mut().zip(&mut outbox.levels) {
                chunks.append(found);
            }
        }
    }

    /// Merges what is on its way, where that may save something.
    fn compact(
        &self,
        flight: &mut InFlight<K, C>,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Unfinished> {
        for chunks in flight {
            // A level that was merged as it stands is in few, large chunks.
            if chunks.len() > 1 {
                let merged = self.merge(std::mem::take(chunks), reporter)?;
                *chunks = merged;
            }
        }
        Ok(())
    }

    /// Divides states into batches; returns the first and stashes the others.
    fn divide(
        &mut self,
        flight: InFlight<K, C>,
        reporter: &mut Reporter<'_>,
    ) -> Result<InFlight<K, C>, Unfinished> {
        let total: usize = flight.iter().map(|chunks| pairs_in(chunks)).sum();
        if total <= SMALLEST {
            return Ok(flight);
        }
        let mut evenness: Vec<(usize, K)> = self
            .space
            .lasting
            .iter()
            .map(|&bit| {
                reporter.report()?;
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
        for (level, chunks) in flight.into_iter().enumerate() {
            for (number, chunk) in chunks.into_iter().enumerate() {
                if number.is_multiple_of(CHUNKS_PER_REPORT) {
                    reporter.report()?;
                }
                for pair in chunk {
                    push(&mut batches[batch_of(pair.0)][level], pair);
                }
            }
        }
        for chunks in batches.iter_mut().flatten() {
            if let Some(last) = chunks.last_mut() {
                last.shrink_to_fit();
            }
        }
        batches.retain(|flight| flight.iter().any(|chunks| !chunks.is_empty()));
        let first = batches.pop();
        self.stash.extend(batches);
        Ok(first.unwrap_or_else(|| empty(levels)))
    }
}

impl<K: Key, C: Ways> Outbox<K, C> {
    fn expand(
        &mut self,
        space: &StateSpace<'_, K>,
        (level, ahead): (usize, Option<&LookAhead<K>>),
        states: &[(K, C)],
    ) {
        let Self { levels, done, transitions, dead, overflow, .. } = self;
        for (key, ways) in states {
            *dead += space.expand(level, *key, ahead, |_, to, key| {
                *transitions += 1;
                if let Some(chunks) = levels.get_mut(to) {
                    push(chunks, (key, ways.clone()));
                } else {
                    *overflow |= done.add(ways).is_err();
                }
            });
        }
    }
}

/// The states from unit `from` on.
fn remaining<K: Copy, C: Clone>(parts: &[Pairs<K, C>], from: usize) -> Vec<Pairs<K, C>> {
    parts.iter().flat_map(|part| part.chunks(UNIT)).skip(from).map(<[_]>::to_vec).collect()
}
