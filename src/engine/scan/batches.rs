//! The states that wait, in a bucket for each level, and the batches that were taken from them.
//!
//! A batch is kept as long as any state that waits came from it, so that the choices that led to a
//! state can be told. The states of a batch know their own parents' places, and segments say whose
//! places these are; buckets are made of such segments too. Memory: a batch is taken from the
//! deepest bucket that can fill one, so that there are about as many states in all as a batch has
//! children, times the number of levels, at most.

use crate::cover::OptionId;
use crate::engine::word::{BATCH, PARENT_SHIFT};

use super::layout::{ScanLayout, ScanState};

/// The batch that the first state came from, which there is none of.
const NOTHING: u32 = u32::MAX;

/// States whose parents are of one batch.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// The first of them; they end where the next segment begins.
    start: usize,
    batch: u32,
}

/// A state that waits at a level.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    word: u64,
    /// Where it stands in the capacity table.
    position: u32,
}

/// States that wait at one level.
#[derive(Clone, Debug, Default)]
struct Bucket {
    states: Vec<Waiting>,
    segments: Vec<Segment>,
    /// How many states are in segments; those behind came from the batch under way.
    sealed: usize,
}

/// States that were taken to be expanded.
#[derive(Clone, Debug, Default)]
struct Batch {
    level: usize,
    states: Vec<u64>,
    segments: Vec<Segment>,
    /// How many segments are of this batch, and one while it is under way.
    users: u32,
}

/// All states that wait, and what led to them.
#[derive(Clone, Debug, Default)]
pub(super) struct Batches {
    buckets: Vec<Bucket>,
    taken: Vec<Batch>,
    free: Vec<u32>,
    /// The lowest level at which states may wait.
    lowest: usize,
}

/// A batch under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchId(u32);

impl Batches {
    /// Empties all and puts one state at a level; there are this many levels, and the end.
    pub fn start(&mut self, levels: usize, state: ScanState) {
        let ScanState { level, word, position } = state;
        for bucket in &mut self.buckets {
            bucket.states.clear();
            bucket.segments.clear();
            bucket.sealed = 0;
        }
        if self.buckets.len() <= levels {
            self.buckets.resize_with(levels + 1, Bucket::default);
        }
        self.free.clear();
        self.free.extend(0..self.taken.len() as u32);
        self.lowest = level;
        let bucket = &mut self.buckets[level];
        bucket.states.push(Waiting { word, position });
        bucket.segments.push(Segment { start: 0, batch: NOTHING });
        bucket.sealed = 1;
    }

    /// The level whose states come next: the deepest that can fill a batch, or else the lowest that
    /// has any.
    pub fn next_level(&mut self, levels: usize) -> Option<usize> {
        while self.lowest < levels && self.buckets[self.lowest].states.is_empty() {
            self.lowest += 1;
        }
        if self.lowest == levels {
            return None;
        }
        let is_full = |level: &usize| self.buckets[*level].states.len() >= BATCH;
        Some((self.lowest + 1..levels).rev().find(is_full).unwrap_or(self.lowest))
    }

    /// The lowest level at which states wait, after [`Self::next_level`] has found one.
    pub fn lowest(&self) -> usize {
        self.lowest
    }

    /// How many states wait at a level.
    pub fn waiting(&self, level: usize) -> usize {
        self.buckets[level].states.len()
    }

    /// Takes a batch from a level, and appends where its states stand.
    pub fn take(&mut self, level: usize, most: usize, positions: &mut Vec<u32>) -> BatchId {
        let number = self.free.pop().unwrap_or_else(|| {
            self.taken.push(Batch::default());
            self.taken.len() as u32 - 1
        });
        let mut batch = std::mem::take(&mut self.taken[number as usize]);
        let bucket = &mut self.buckets[level];
        let from = bucket.states.len().saturating_sub(most);
        batch.level = level;
        batch.users = 1;
        batch.states.clear();
        batch.states.extend(bucket.states[from..].iter().map(|waiting| waiting.word));
        positions.extend(bucket.states[from..].iter().map(|waiting| waiting.position));
        batch.segments.clear();
        bucket.states.truncate(from);
        bucket.sealed = from;
        while let Some(&Segment { start, batch: parent }) = bucket.segments.last() {
            batch.segments.push(Segment { start: start.saturating_sub(from), batch: parent });
            if start < from {
                // Of a part of it the states stay behind.
                if parent != NOTHING {
                    self.taken[parent as usize].users += 1;
                }
                break;
            }
            bucket.segments.pop();
            if start == from {
                break;
            }
        }
        batch.segments.reverse();
        self.taken[number as usize] = batch;
        BatchId(number)
    }

    /// The states of a batch.
    pub fn states(&self, BatchId(number): BatchId) -> &[u64] {
        &self.taken[number as usize].states
    }

    /// Lets a state that came from the batch under way wait.
    #[inline(always)]
    pub fn push(&mut self, level: usize, word: u64, position: u32) {
        self.buckets[level].states.push(Waiting { word, position });
    }

    /// The states that came to the end.
    pub fn ended(&self, levels: usize) -> impl Iterator<Item = u64> + use<'_> {
        self.buckets[levels].states.iter().map(|waiting| waiting.word)
    }

    /// Forgets those.
    pub fn clear_ended(&mut self, levels: usize) {
        self.buckets[levels].states.clear();
    }

    /// Ends a batch whose states were expanded, to levels up to `highest`.
    pub fn end(&mut self, BatchId(number): BatchId, highest: usize) {
        let level = self.taken[number as usize].level;
        let mut users = 0;
        for bucket in &mut self.buckets[level + 1..=highest] {
            if bucket.states.len() > bucket.sealed {
                bucket.segments.push(Segment { start: bucket.sealed, batch: number });
                bucket.sealed = bucket.states.len();
                users += 1;
            }
        }
        self.taken[number as usize].users += users;
        self.release(number);
    }

    /// Gives up one use of a batch, and the batch where it was the last.
    fn release(&mut self, number: u32) {
        let (mut unused, mut next) = (Vec::new(), Some(number));
        while let Some(number) = next {
            let batch = &mut self.taken[number as usize];
            batch.users -= 1;
            if batch.users == 0 {
                let parents = batch.segments.iter().map(|segment| segment.batch);
                unused.extend(parents.filter(|&parent| parent != NOTHING));
                self.free.push(number);
            }
            next = unused.pop();
        }
    }

    /// Appends the choices that lead from the first state to one of a level that came from a batch.
    pub fn trace(
        &self,
        layout: &ScanLayout,
        (mut level, mut state): (usize, u64),
        BatchId(mut number): BatchId,
        path: &mut Vec<OptionId>,
    ) {
        let from = path.len();
        while number != NOTHING {
            let batch = &self.taken[number as usize];
            let place = (state >> PARENT_SHIFT) as usize;
            let parent = (batch.level, batch.states[place]);
            let Some(option) = layout.option_between(parent, (level, state)) else {
                unreachable!("a state comes from its parent by an option")
            };
            path.push(option);
            (level, state) = parent;
            number = batch.parent_of(place);
        }
        path[from..].reverse();
    }

    /// Takes the last state that waits at a level, and appends the choices that lead to it.
    pub fn take_with_path(&mut self, layout: &ScanLayout, level: usize, path: &mut Vec<OptionId>) {
        let batch = self.take(level, 1, &mut Vec::new());
        let (state, parent) = {
            let batch = &self.taken[batch.0 as usize];
            (batch.states[0], batch.parent_of(0))
        };
        self.trace(layout, (level, state), BatchId(parent), path);
        self.release(batch.0);
    }
}

impl Batch {
    /// The batch that the state at a place came from.
    fn parent_of(&self, place: usize) -> u32 {
        let after = self.segments.partition_point(|segment| segment.start <= place);
        self.segments[after - 1].batch
    }
}
