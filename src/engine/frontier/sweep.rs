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

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crossbeam_utils::CachePadded;

use crate::cancel::Cancelled;
use crate::count::Count;
use crate::engine::threads::Threads;

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

/// The sweep of a cover that is no board tells more often, since a search may be waiting for its turn: so
/// many times at each level, but for no fewer states than have keys of so many bytes.
const REPORTS_PER_LEVEL: usize = 8;
const KEY_BYTES_PER_REPORT: usize = 1 << 18;

/// How many chunks are divided between two calls of the callback.
const CHUNKS_PER_REPORT: usize = STATES_PER_REPORT / CHUNK;

/// What a sweep found.
#[derive(Clone, Debug, Default)]
pub(super) struct Swept {
    pub total: Count,
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
    /// How many ways came to the end; with those that did not fit any more.
    done: C,
    done_before: Count,
    /// The most ways that led to a state that was expanded.
    most_ways: C,
    transitions: u64,
    /// How many choices looking ahead told to be dead.
    dead: u64,
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
    /// No more ways than this lead to any state on its way.
    most_ways: C,
    swept: Swept,
}

/// How a sweep ended.
pub(super) enum SweepEnd<'a, K, C> {
    Done(Swept),
    /// The ways to a state may not fit: it is to go on with wider integers.
    Outgrown(Sweep<'a, K, C>),
}

/// How a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BatchEnd {
    Done,
    /// It is stashed as it is, since the ways to a state may not fit.
    Outgrown,
}

impl<'a, K: Key, C: Ways> Sweep<'a, K, C> {
    fn new(space: &'a StateSpace<'a, K>, threads: &'a Threads, most: u64) -> Self {
        let levels = space.levels.len();
        let outbox = || {
            CachePadded::new(Mutex::new(Outbox {
                levels: empty(levels),
                merger: Merger::default(),
                done: C::ZERO,
                done_before: Count::ZERO,
                most_ways: C::ZERO,
                transitions: 0,
                dead: 0,
            }))
        };
        Self {
            space,
            threads,
            most,
            outboxes: (0..threads.count()).map(|_| outbox()).collect(),
            stash: Vec::new(),
            most_ways: C::one(),
            swept: Swept { states: vec![0; levels], ..Swept::default() },
        }
    }

    /// The sweep from its beginning.
    pub fn from_root(space: &'a StateSpace<'a, K>, threads: &'a Threads, most: u64) -> Self {
        let mut sweep = Self::new(space, threads, most);
        let mut root = empty(space.levels.len());
        let (level, key) = space.root();
        match root.get_mut(level) {
            Some(chunks) => chunks.push(vec![(key, C::one())]),
            // Nothing to decide: one way.
            None => sweep.swept.total = Count::from(1),
        }
        sweep.stash.push(root);
        sweep
    }

    /// The same with wider integers.
    pub fn widened(self) -> Sweep<'a, K, C::Wider> {
        let mut wider = Sweep::new(self.space, self.threads, self.most);
        wider.swept = self.swept;
        wider.most_ways = self.most_ways.wider();
        for (outbox, wider) in self.outboxes.into_iter().zip(&wider.outboxes) {
            let outbox = outbox.into_inner().into_inner().unwrap_or_else(PoisonError::into_inner);
            let mut wider = lock(wider);
            wider.done = outbox.done.wider();
            wider.done_before = outbox.done_before;
            (wider.transitions, wider.dead) = (outbox.transitions, outbox.dead);
        }
        let chunk = |chunk: Pairs<K, C>| {
            chunk.into_iter().map(|(key, ways)| (key, ways.wider())).collect::<Vec<_>>()
        };
        let level = |chunks: Vec<Pairs<K, C>>| chunks.into_iter().map(chunk).collect();
        let batch = |flight: InFlight<K, C>| flight.into_iter().map(level).collect();
        wider.stash = self.stash.into_iter().map(batch).collect();
        wider
    }

    /// Sweeps everything.
    ///
    /// # Errors
    /// When the callback ends it.
    pub fn run(mut self, on_progress: OnProgress<'_>) -> Result<SweepEnd<'a, K, C>, Cancelled> {
        let progress = SweepProgress { level: 0, levels: self.space.levels.len(), states: 0 };
        let reporter = &mut Reporter { on_progress, progress };
        while let Some(batch) = self.stash.pop() {
            match self.run_batch(batch, reporter)? {
                BatchEnd::Done => self.swept.batches += 1,
                BatchEnd::Outgrown => return Ok(SweepEnd::Outgrown(self)),
            }
        }
        for outbox in &self.outboxes {
            let outbox = lock(outbox);
            self.swept.total += &outbox.done_before;
            self.swept.total += &outbox.done.clone().into_count();
            self.swept.transitions += outbox.transitions;
        }
        Ok(SweepEnd::Done(self.swept))
    }

    fn run_batch(
        &mut self,
        mut flight: InFlight<K, C>,
        reporter: &mut Reporter<'_>,
    ) -> Result<BatchEnd, Cancelled> {
        let levels = self.space.levels.len();
        let mut payoff = Payoff::default();
        for level in 0..levels {
            if flight[level].is_empty() {
                continue;
            }
            if !self.fits(&flight[level]) {
                self.stash.push(flight);
                return Ok(BatchEnd::Outgrown);
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
                let next = self.expand((level, ahead.as_ref()), &parts, from, room / 3);
                self.collect(&mut flight);
                reporter.report()?;
                let Some(next) = next else { break };
                from = next;
                if self.room(&flight) > self.most / 3 * 2 {
                    continue;
                }
                let end = self.compact(&mut flight, reporter)?;
                if end == BatchEnd::Outgrown || self.room(&flight) < self.most / 4 {
                    let rest = remaining(&parts, from);
                    self.swept.states[level] -= pairs_in(&rest) as u64;
                    if end == BatchEnd::Outgrown {
                        flight[level] = rest;
                        self.stash.push(flight);
                        return Ok(end);
                    }
                    // The rest of this level is a batch of its own.
                    let mut batch = empty(levels);
                    batch[level] = rest;
                    self.stash.push(batch);
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
                if self.compact(&mut flight, reporter)? == BatchEnd::Outgrown {
                    self.stash.push(flight);
                    return Ok(BatchEnd::Outgrown);
                }
                if flight_bytes(&flight) > self.free() / 3 {
                    flight = self.divide(flight, reporter)?;
                }
            }
        }
        Ok(BatchEnd::Done)
    }

    /// Whether the ways to each state that these become fit, whatever merges.
    fn fits(&self, chunks: &[Pairs<K, C>]) -> bool {
        if self.most_ways.fits_times(pairs_in(chunks)) {
            return true;
        }
        let mut sum = C::ZERO;
        chunks.iter().flatten().all(|pair| sum.add(&pair.1))
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
    ) -> Result<Vec<Pairs<K, C>>, Cancelled> {
        let total = pairs_in(&chunks);
        if total <= ALONE {
            return Ok(vec![lock(&self.outboxes[0]).merger.merge(chunks)]);
        }
        let parts = spread(self.threads, chunks, reporter)?;
        let parts: Vec<Mutex<Vec<Pairs<K, C>>>> = parts.into_iter().map(Mutex::new).collect();
        let next = AtomicUsize::new(0);
        let merged = reporter.on_all(self.threads, |thread, is_ended| {
            let mut outbox = lock(&self.outboxes[thread]);
            let mut merged = Vec::new();
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                if is_ended.load(Ordering::Relaxed) {
                    break;
                }
                let chunks = std::mem::take(&mut *lock(part));
                merged.push(outbox.merger.merge(chunks));
            }
            merged
        })?;
        Ok(merged.into_iter().flatten().collect())
    }

    /// Expands the states of a level from unit `from` on, until it is time to report or what comes
    /// of them takes about `most` bytes. Returns the unit to go on with, if there is one.
    fn expand(
        &self,
        (level, ahead): (usize, Option<&LookAhead<K>>),
        parts: &[Pairs<K, C>],
        from: usize,
        most: u64,
    ) -> Option<usize> {
        let units: Vec<&[(K, C)]> = parts.iter().flat_map(|part| part.chunks(UNIT)).collect();
        let until = units.len().min(from + self.states_per_report(pairs_in(parts)) / UNIT);
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
        let reached = next.load(Ordering::Relaxed);
        (reached < units.len()).then_some(reached)
    }

    /// About how many states of a level of so many are expanded between two calls of the callback.
    fn states_per_report(&self, states: usize) -> usize {
        if !self.space.is_of_plain_cover() {
            return STATES_PER_REPORT;
        }
        let fewest = KEY_BYTES_PER_REPORT / size_of::<K>();
        (states / REPORTS_PER_LEVEL).clamp(fewest, STATES_PER_REPORT)
    }

    /// Takes what the threads have found.
    fn collect(&mut self, flight: &mut InFlight<K, C>) {
        for outbox in &self.outboxes {
            let mut outbox = lock(outbox);
            self.most_ways.raise(&outbox.most_ways);
            for (chunks, found) in flight.iter_mut().zip(&mut outbox.levels) {
                chunks.append(found);
            }
        }
    }

    /// Merges what is on its way, where that may save something and the ways fit.
    fn compact(
        &mut self,
        flight: &mut InFlight<K, C>,
        reporter: &mut Reporter<'_>,
    ) -> Result<BatchEnd, Cancelled> {
        for chunks in flight {
            // A level that was merged as it stands is in few, large chunks.
            if chunks.len() > 1 {
                if !self.fits(chunks) {
                    return Ok(BatchEnd::Outgrown);
                }
                let merged = self.merge(std::mem::take(chunks), reporter)?;
                merged.iter().flatten().for_each(|pair| self.most_ways.raise(&pair.1));
                *chunks = merged;
            }
        }
        Ok(BatchEnd::Done)
    }

    /// Divides states into batches; returns the first and stashes the others.
    fn divide(
        &mut self,
        flight: InFlight<K, C>,
        reporter: &mut Reporter<'_>,
    ) -> Result<InFlight<K, C>, Cancelled> {
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
            .collect::<Result<_, Cancelled>>()?;
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
        let Self { levels, done, done_before, most_ways, transitions, dead, .. } = self;
        for (key, ways) in states {
            most_ways.raise(ways);
            *dead += space.expand(level, *key, ahead, |_, to, key| {
                *transitions += 1;
                if let Some(chunks) = levels.get_mut(to) {
                    push(chunks, (key, ways.clone()));
                } else if !done.add(ways) {
                    *done_before += &std::mem::replace(done, ways.clone()).into_count();
                }
            });
        }
    }
}

/// The states from unit `from` on.
fn remaining<K: Copy, C: Clone>(parts: &[Pairs<K, C>], from: usize) -> Vec<Pairs<K, C>> {
    parts.iter().flat_map(|part| part.chunks(UNIT)).skip(from).map(<[_]>::to_vec).collect()
}
