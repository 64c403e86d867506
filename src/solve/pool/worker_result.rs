//! What one thread of a run has done.

use std::time::Duration;

use crate::solve::counts::Counts;
use crate::solve::error::Error;

use super::progress::ProgressDelta;

/// What a thread has so far.
pub(crate) struct WorkerResult {
    /// The sum of its tasks.
    pub counts: Counts,
    /// Whether each of them was done to its end.
    pub complete: bool,
    /// How long each of them took, in nanoseconds.
    pub task_ns: Vec<u64>,
    /// What the overseer has not been told yet.
    pub delta: ProgressDelta,
    /// Why the run cannot go on, if it cannot.
    pub failure: Option<Error>,
}

impl Default for WorkerResult {
    fn default() -> Self {
        Self {
            counts: Counts::default(),
            complete: true,
            task_ns: Vec::new(),
            delta: ProgressDelta::default(),
            failure: None,
        }
    }
}

impl WorkerResult {
    /// Adds a task: what it came to, and whether that is all.
    pub fn add(&mut self, result: Result<(Counts, bool), Error>, elapsed: Duration) {
        match result {
            Ok((counts, complete)) => {
                self.counts.add(&counts);
                self.complete &= complete;
                self.task_ns.push(elapsed.as_nanos() as u64);
            }
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// Adds what another thread has.
    pub fn join(&mut self, other: Self) {
        self.counts.add(&other.counts);
        self.complete &= other.complete;
        self.task_ns.extend(other.task_ns);
        self.failure = self.failure.take().or(other.failure);
    }
}
