//! The sweep: all states level by level, each with the exact number of ways that lead to it.
//!
//! States on their way to later levels are kept unmerged, in lists by level and part. When a level's
//! turn comes, each part is merged and expanded at once while it is in the cache. When memory runs
//! short, lists are merged where they are; when even merged states do not fit, they are divided into
//! batches that are swept one after the other: ways add up, so the total stays exact, and what is lost
//! is only that states of different batches do not merge.
//!
//! The result does not depend on the number of threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crossbeam_utils::CachePadded;

use crate::cancel::Cancelled;
use crate::count::Count;
use crate::engine::threads::{Threads, lock};

use super::disk::{Disk, DiskRoom, SEGMENTS};
use super::error::FrontierError;
use super::flight::{bytes, empty, pairs_in};
use super::look_ahead::Payoff;
use super::outbox::{Outbox, Part, Underway};
use super::progress::{OnProgress, Reporter, SweepProgress};
use super::space::Space;
use super::stash::{Batch, Stash};
use super::sweep_store::Saving;
use super::ways::Ways;

/// About how many states are expanded between two calls of the callback.
const STATES_PER_REPORT: usize = 1 << 18;

/// The sweep of a cover that is no board tells more often, since a search may be waiting for its turn: so
/// many times at each level, but for no fewer states than have keys of so many bytes, or so many choices
/// together, some milliseconds' work.
const REPORTS_PER_LEVEL: usize = 8;
const KEY_BYTES_PER_REPORT: usize = 1 << 18;
const CHOICES_PER_REPORT: usize = 1 << 15;

/// It tells for no fewer states than this.
const FEW: usize = 1 << 5;

/// How many blocks of a batch are put on their way between two calls of the callback.
const BLOCKS_PER_REPORT: usize = 1 << 6;

/// A part has about so many bytes of states before they are merged, so that it stays in the cache.
const PART_BYTES: usize = 3 << 17;

/// The most bits that say the part of a state.
const MOST_BITS: u32 = 12;

/// By how many bits their number changes at a time.
const LEAP: u32 = 2;

/// Where several threads work at a level, it has at least so many parts for each.
const PARTS_PER_THREAD: usize = 8;

/// Fewer states than this are not worth waking other threads for.
pub(super) const ALONE: usize = 1 << 12;

/// Where states may wait on the disk, at least so many bytes stay in memory, so that what is written at
/// a time is worth it.
const LEAST_BYTES: u64 = 1 << 18;

/// The memory of parts.
fn bytes_of<K, C>(parts: &[Part<K, C>]) -> u64 {
    parts.iter().map(|part| part.bytes).sum()
}

/// How much memory states may take, and how much of the disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Room {
    /// The most bytes in memory.
    pub most_bytes: u64,
    pub disk: DiskRoom,
}

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

/// A sweep under way.
pub(super) struct Sweep<'a, S: Space, C> {
    pub(super) space: &'a S,
    pub(super) threads: &'a Threads,
    /// The most bytes that states may take in memory.
    pub(super) most: u64,
    /// The states that wait on the disk.
    pub(super) disk: Disk,
    /// One for each thread, on cache lines of its own: threads write to theirs at every transition.
    pub(super) outboxes: Vec<CachePadded<Mutex<Outbox<S, C>>>>,
    /// How many choices there are at all levels, where those are known.
    pub(super) choice_count: usize,
    /// What is swept later.
    pub(super) stash: Stash,
    /// How many parts each level has, as a power of two.
    pub(super) bits: u32,
    /// How many states each level had when its lists were last merged where they are.
    pub(super) compacted: Vec<usize>,
    /// No more ways than this lead to any state on its way.
    pub(super) most_ways: C,
    pub(super) swept: Swept,
}

/// How a sweep ended.
pub(super) enum SweepEnd<'a, S: Space, C> {
    Done(Swept),
    /// The ways to a state may not fit: it is to go on with wider integers.
    Outgrown(Sweep<'a, S, C>),
}

/// How a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchEnd {
    Done,
    /// It is stashed as it is, since the ways to a state may not fit.
    Outgrown,
}

impl<'a, S: Space, C: Ways> Sweep<'a, S, C> {
    /// A sweep in which nothing is on its way.
    pub(super) fn new(space: &'a S, threads: &'a Threads, room: Room) -> Self {
        let levels = space.level_count();
        let outbox = || CachePadded::new(Mutex::new(Outbox::new(levels)));
        Self {
            space,
            threads,
            most: if room.disk.most_bytes > 0 {
                room.most_bytes.max(LEAST_BYTES)
            } else {
                room.most_bytes
            },
            disk: Disk::new(room.disk, levels),
            outboxes: (0..threads.count()).map(|_| outbox()).collect(),
            choice_count: (0..levels).map(|level| space.most_choices(level).unwrap_or(1)).sum(),
            stash: Stash::default(),
            bits: 0,
            compacted: vec![0; levels],
            most_ways: C::one(),
            swept: Swept { states: vec![0; levels], ..Swept::default() },
        }
    }

    /// The sweep from its beginning.
    pub fn from_root(space: &'a S, threads: &'a Threads, room: Room) -> Self {
        let mut sweep = Self::new(space, threads, room);
        let mut root = empty(space.level_count());
        let (level, key) = space.root();
        match root.get_mut(level) {
            Some(chunks) => chunks.push(vec![(key, C::one())]),
            // Nothing to decide: one way.
            None => sweep.swept.total = Count::from(1),
        }
        sweep.stash.push(Batch::of(root));
        sweep
    }

    /// The same with wider integers.
    pub fn widened(self) -> Sweep<'a, S, C::Wider> {
        let room = Room { most_bytes: self.most, disk: DiskRoom::default() };
        let mut wider = Sweep::new(self.space, self.threads, room);
        wider.disk = self.disk;
        wider.stash = self.stash;
        wider.swept = self.swept;
        wider.most_ways = self.most_ways.wider();
        for (outbox, wider) in self.outboxes.into_iter().zip(&wider.outboxes) {
            let outbox = outbox.into_inner().into_inner().unwrap_or_else(PoisonError::into_inner);
            lock(wider).done = outbox.done.widened();
        }
        wider
    }

    /// Sweeps everything.
    ///
    /// # Errors
    /// When the callback ends it, or it cannot be saved.
    pub fn run(
        mut self,
        saving: &mut Saving<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<SweepEnd<'a, S, C>, FrontierError> {
        let reporter = &mut Reporter { on_progress, progress: self.progress() };
        while let Some(batch) = self.stash.pop() {
            match self.run_batch(batch, saving, reporter)? {
                BatchEnd::Done => self.swept.batches += 1,
                BatchEnd::Outgrown => return Ok(SweepEnd::Outgrown(self)),
            }
        }
        for outbox in &self.outboxes {
            let done = &lock(outbox).done;
            self.swept.total += &done.total();
            self.swept.transitions += done.transitions;
        }
        Ok(SweepEnd::Done(self.swept))
    }

    /// How far it is: one that goes on with wider integers, or that was saved, does not begin again.
    fn progress(&self) -> SweepProgress {
        let states = &self.swept.states;
        let level = states.iter().rposition(|&states| states > 0).unwrap_or(0);
        let levels = self.space.level_count();
        SweepProgress::new(level, levels, states.iter().sum())
    }

    fn run_batch(
        &mut self,
        batch: Batch,
        saving: &mut Saving<'_>,
        reporter: &mut Reporter<'_>,
    ) -> Result<BatchEnd, FrontierError> {
        let levels = self.space.level_count();
        self.unpack(batch, reporter)?;
        let mut payoff = Payoff::default();
        for level in 0..levels {
            let pairs = self.waiting(level);
            if pairs == 0 {
                continue;
            }
            if !self.fits(level, pairs) {
                self.set_aside_all();
                return Ok(BatchEnd::Outgrown);
            }
            self.part_for((level, pairs), reporter)?;
            let before: u64 = self.swept.states.iter().sum();
            let pairs = if self.space.is_of_plain_cover() {
                // Whether looking ahead pays, and whether other orders are tried, goes by how many
                // states there are.
                self.compact_level(level, reporter)?;
                let states = self.waiting(level);
                reporter.progress = SweepProgress::new(level, levels, before + states as u64);
                states
            } else {
                pairs
            };
            let ahead = self.space.look_ahead(level, pairs, payoff);
            let choices = self.choices();
            let mut later = self.take(level);
            let segments = if self.disk.pairs(level) > 0 { SEGMENTS } else { 1 };
            let mut segment = 0;
            let mut parts = self.next_parts((level, segment, segments), &mut later)?;
            self.note_peak(bytes_of(&parts) + bytes_of(&later));
            let report_after = self.states_per_report(level, pairs);
            loop {
                let room = self.room(bytes_of(&parts) + bytes_of(&later));
                self.cut(level, &mut parts, (report_after, room / 3));
                self.expand((level, ahead.as_ref()), &mut parts, pairs, (report_after, room / 3));
                self.collect(level);
                while parts.is_empty() && segment + 1 < segments {
                    segment += 1;
                    parts = self.next_parts((level, segment, segments), &mut later)?;
                }
                // Of a board's level under way nothing is told, so that what is told is the same for
                // any number of threads.
                if parts.is_empty() {
                    let states = self.swept.states.iter().sum();
                    reporter.progress = SweepProgress::new(level, levels, states);
                }
                let reported = reporter.report();
                let held = self.held(bytes_of(&parts) + bytes_of(&later));
                if saving.store.is_due(held, reported.is_err()) {
                    let reporter = reported.is_ok().then_some(&mut *reporter);
                    let underway = Underway { level, parts: &parts, later: &later };
                    self.save(saving, &underway, reporter)?;
                }
                reported?;
                if parts.is_empty() {
                    break;
                }
                if self.room(0) > self.most / 3 * 2 {
                    continue;
                }
                self.note_peak(bytes_of(&parts) + bytes_of(&later));
                let end = self.compact(reporter)?;
                let is_short = self.room(0) < self.most / 4;
                if is_short && end == BatchEnd::Done && self.disk.is_allowed() {
                    self.spill(level + 1, reporter)?;
                } else if is_short || end == BatchEnd::Outgrown {
                    // What is on its way goes on with the rest of this level, or without: then that is
                    // a batch of its own.
                    let is_outgrown = end == BatchEnd::Outgrown;
                    let mut batch = if is_outgrown { self.pack() } else { empty(levels) };
                    let left = parts.into_iter().chain(later);
                    batch[level] = left.flat_map(|part| part.chunks).collect();
                    self.stash.push(Batch::of(batch));
                    if is_outgrown {
                        return Ok(end);
                    }
                    break;
                }
            }
            if ahead.is_some() {
                let (dead, led_on) = self.choices();
                let (dead, led_on) = (dead - choices.0, led_on - choices.1);
                payoff.learn(level, dead, dead + led_on);
            }
            self.note_peak(0);
            if self.is_crowded() && self.make_room(level, reporter)? == BatchEnd::Outgrown {
                return Ok(BatchEnd::Outgrown);
            }
        }
        Ok(BatchEnd::Done)
    }

    /// How many states are on their way to a level, wherever they wait.
    fn waiting(&self, level: usize) -> usize {
        self.pairs(level) + self.disk.pairs(level)
    }

    /// How many states are on their way to a level, those on the disk left out.
    pub(super) fn pairs(&self, level: usize) -> usize {
        self.outboxes.iter().map(|outbox| lock(outbox).lists.pairs(level)).sum()
    }

    /// How many choices were dead so far, and how many led on.
    fn choices(&self) -> (u64, u64) {
        self.outboxes.iter().map(|outbox| lock(outbox)).fold((0, 0), |(dead, led_on), outbox| {
            (dead + outbox.dead, led_on + outbox.done.transitions)
        })
    }

    /// The memory of the states on their way.
    pub(super) fn bytes(&self) -> u64 {
        self.outboxes.iter().map(|outbox| lock(outbox).lists.bytes()).sum()
    }

    /// Chooses how many parts levels have, for the next one to be swept.
    fn part_for(
        &mut self,
        (level, pairs): (usize, usize),
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Cancelled> {
        let part = PART_BYTES / size_of::<(S::Key, C)>();
        let fewest = match self.threads.count() {
            threads if threads > 1 && pairs > ALONE => threads * PARTS_PER_THREAD,
            _ => 1,
        };
        let fewest = if self.disk.pairs(level) > 0 { fewest.max(SEGMENTS) } else { fewest };
        // Parting costs a pass over all that is on its way, so it is done in leaps.
        let bits = self.bits;
        while self.bits < MOST_BITS && pairs >> self.bits > part || 1 << self.bits < fewest {
            self.bits += LEAP;
        }
        while self.bits >= LEAP
            && pairs >> (self.bits - LEAP) < part / 4
            && 1 << (self.bits - LEAP) >= fewest
        {
            self.bits -= LEAP;
        }
        if self.bits == bits {
            return Ok(());
        }
        let (space, bits) = (self.space, self.bits);
        let work = |number: usize| {
            lock(&self.outboxes[number]).lists.part_by(bits, |key| space.home(key));
        };
        if pairs <= ALONE {
            (0..self.outboxes.len()).for_each(work);
        } else {
            reporter.on_all(self.threads, |number, _| work(number))?;
        }
        Ok(())
    }

    /// Takes the states of a level, part by part.
    pub(super) fn take(&self, level: usize) -> Vec<Part<S::Key, C>> {
        let mut parts: Vec<Part<S::Key, C>> =
            (0..1 << self.bits).map(|home| Part { home, chunks: Vec::new(), bytes: 0 }).collect();
        for outbox in &self.outboxes {
            for (part, chunks) in parts.iter_mut().zip(lock(outbox).lists.take(level)) {
                part.bytes += bytes(&chunks);
                part.chunks.extend(chunks);
            }
        }
        parts.retain(|part| !part.chunks.is_empty());
        parts
    }

    /// Cuts those parts of a level that come next where states have very many choices and are more than it is
    /// to be told of, or what comes of them may take more than so many bytes.
    fn cut(
        &self,
        level: usize,
        parts: &mut Vec<Part<S::Key, C>>,
        (report_after, most): (usize, u64),
    ) {
        let Some(choices) = self.space.most_choices(level).filter(|_| !self.disk.is_allowed())
        else {
            return;
        };
        let arrivals = most as usize / size_of::<(S::Key, C)>() / self.threads.count();
        let most = (arrivals / choices).max(self.undivided()).min(report_after);
        let next = parts.split_off(parts.len().saturating_sub(self.threads.count()));
        parts.extend(next.into_iter().flat_map(|part| part.pieces(most)));
    }

    /// Merges and expands parts of a level, which had this many states to begin with, until so many are done
    /// that it is time to report, or what comes of them takes about `most` bytes.
    fn expand(
        &self,
        (level, ahead): (usize, Option<&S::LookAhead>),
        parts: &mut Vec<Part<S::Key, C>>,
        pairs: usize,
        (report_after, most): (usize, u64),
    ) {
        let (done, written) = (AtomicUsize::new(0), AtomicU64::new(0));
        let left = Mutex::new(std::mem::take(parts));
        let work = |number: usize| {
            let outbox = &mut *lock(&self.outboxes[number]);
            // At least one part each time, so that a level always comes to its end.
            loop {
                let Some(part) = lock(&left).pop() else { break };
                let pairs = pairs_in(&part.chunks);
                let before = outbox.lists.bytes();
                outbox.expand(self.space, (level, ahead), part);
                let grown = outbox.lists.bytes() - before;
                if written.fetch_add(grown, Ordering::Relaxed) + grown > most
                    || done.fetch_add(pairs, Ordering::Relaxed) + pairs >= report_after
                {
                    break;
                }
            }
        };
        if pairs <= ALONE {
            work(0);
        } else {
            self.threads.broadcast(work);
        }
        *parts = left.into_inner().unwrap_or_else(PoisonError::into_inner);
    }

    /// About how many states of a level of so many are expanded between two calls of the callback.
    fn states_per_report(&self, level: usize, states: usize) -> usize {
        let Some(choices) = self.space.most_choices(level) else { return STATES_PER_REPORT };
        let fewest = (KEY_BYTES_PER_REPORT / size_of::<S::Key>())
            .min((CHOICES_PER_REPORT / choices).max(FEW));
        (states / REPORTS_PER_LEVEL).clamp(fewest, STATES_PER_REPORT)
    }

    /// Takes note of what the threads have found at a level.
    pub(super) fn collect(&mut self, level: usize) {
        for outbox in &self.outboxes {
            let mut outbox = lock(outbox);
            self.most_ways.raise(&outbox.most_ways);
            self.swept.states[level] += std::mem::take(&mut outbox.states);
        }
    }

    /// Puts what was set aside on its way again.
    pub(super) fn unpack(
        &mut self,
        batch: Batch,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Cancelled> {
        for (number, (level, states)) in batch.into_states().enumerate() {
            if number.is_multiple_of(BLOCKS_PER_REPORT) {
                reporter.report()?;
            }
            let outbox = &self.outboxes[number % self.outboxes.len()];
            lock(outbox).lists.spread(level, states, |key| self.space.home(key));
        }
        Ok(())
    }
}
