//! What a sweep does with its states where memory is short: lists are merged where they are, and what does
//! not fit even so waits on the disk, or is set aside to be swept later.
//!
//! Merging costs a pass over all lists, and is left out where they have not grown by a quarter.

use std::sync::Mutex;

use crate::cancel::Cancelled;
use crate::engine::threads::lock;

use super::division::{divide, undivided};
use super::error::FrontierError;
use super::flight::{InFlight, empty};
use super::progress::{Reporter, Watch};
use super::space::Space;
use super::stash::Batch;
use super::sweep::{ALONE, BatchEnd, Sweep};
use super::ways::Ways;

/// Lists are merged where they are once they have a quarter more states than after the last time.
const WORTH_MERGING: (usize, usize) = (5, 4);

impl<S: Space, C: Ways> Sweep<'_, S, C> {
    /// Merges what is on its way beyond a level, and has some of it wait elsewhere if that is not
    /// enough.
    pub fn make_room(
        &mut self,
        level: usize,
        reporter: &mut Reporter<'_>,
    ) -> Result<BatchEnd, FrontierError> {
        if self.compact(reporter)? == BatchEnd::Outgrown {
            self.set_aside_all();
            return Ok(BatchEnd::Outgrown);
        }
        if !self.is_crowded() {
            return Ok(BatchEnd::Done);
        }
        if self.disk.is_allowed() {
            self.spill(level + 1, reporter)?;
        } else {
            let flight = self.pack();
            let undivided = self.undivided();
            for batch in divide(self.space.lasting(), flight, undivided, reporter)? {
                self.stash.push(batch);
            }
            if let Some(next) = self.stash.pop() {
                self.unpack(next, reporter)?;
            }
        }
        Ok(BatchEnd::Done)
    }

    /// Whether the ways to each state that those of a level become fit, whatever merges.
    pub fn fits(&self, level: usize, pairs: usize) -> bool {
        if self.most_ways.fits_times(pairs) {
            return true;
        }
        if self.disk.pairs(level) > 0 {
            return false;
        }
        let mut sum = C::ZERO;
        self.outboxes.iter().all(|outbox| lock(outbox).lists.ways(level).all(|ways| sum.add(ways)))
    }

    /// Sets everything that is on its way aside for later.
    pub fn set_aside_all(&mut self) {
        let flight = self.pack();
        self.stash.push(Batch::of(flight));
    }

    /// How many states need no dividing.
    pub fn undivided(&self) -> usize {
        undivided(self.most, self.choice_count, size_of::<(S::Key, C)>())
    }

    /// The memory that is not taken by batches set aside.
    pub fn free(&self) -> u64 {
        self.most.saturating_sub(self.stash.bytes())
    }

    /// Whether the states on their way take so much of the memory that the next level may not fit.
    pub fn is_crowded(&self) -> bool {
        self.bytes() > self.free() / 3
    }

    /// The memory of all states, with so much of a level under way.
    pub fn held(&self, under_way: u64) -> u64 {
        self.stash.bytes() + self.bytes() + under_way
    }

    /// The memory that is left beside those.
    pub fn room(&self, under_way: u64) -> u64 {
        self.most.saturating_sub(self.held(under_way))
    }

    /// Takes note of that as the most so far, if it is.
    pub fn note_peak(&mut self, under_way: u64) {
        self.swept.peak_bytes = self.swept.peak_bytes.max(self.held(under_way));
    }

    /// Merges what is on its way, where that may save something and the ways fit.
    pub fn compact(&mut self, reporter: &mut Reporter<'_>) -> Result<BatchEnd, Cancelled> {
        for level in 0..self.space.level_count() {
            let pairs = self.pairs(level);
            if pairs * WORTH_MERGING.1 < self.compacted[level] * WORTH_MERGING.0 || pairs == 0 {
                continue;
            }
            if !self.fits(level, pairs) {
                return Ok(BatchEnd::Outgrown);
            }
            self.compact_level(level, reporter)?;
            self.compacted[level] = self.pairs(level);
        }
        Ok(BatchEnd::Done)
    }

    /// Merges the states of a level where they are; the ways must fit.
    pub fn compact_level(
        &mut self,
        level: usize,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Cancelled> {
        let few = self.pairs(level) <= ALONE;
        let left = Mutex::new(self.take(level));
        let work = |number: usize, watch: &Watch| {
            let outbox = &mut *lock(&self.outboxes[number]);
            while watch.flow().is_continue() {
                let Some(part) = lock(&left).pop() else { break };
                outbox.compact(level, part);
            }
        };
        if few {
            work(0, &Watch::default());
        } else {
            reporter.on_all(self.threads, work)?;
        }
        self.collect(level);
        Ok(())
    }

    /// Takes everything that is on its way.
    pub fn pack(&mut self) -> InFlight<S::Key, C> {
        self.compacted.fill(0);
        let mut flight = empty(self.space.level_count());
        for outbox in &self.outboxes {
            let mut outbox = lock(outbox);
            for (level, chunks) in flight.iter_mut().enumerate() {
                chunks.extend(outbox.lists.take(level).into_iter().flatten());
            }
        }
        flight
    }
}
