//! Recorders: who is told of finished tasks, and says which are done already.
//!
//! A run without a recorder keeps what its tasks come to in memory. With one, what the recorder
//! holds is the result: each task is handed over with its solutions, and what was recorded before
//! is not done again. How a recorder keeps things is its own affair (`durable` keeps them on disk).

use std::sync::Arc;
use std::time::Duration;

use crate::engine::frontier::{Counted, SweepStore};
use crate::solution::Sink;

use super::counts::Counts;
use super::plan::Plan;
use super::task::{Task, WHOLE};

/// Why a recorder fails.
pub(crate) type RecorderError = Arc<dyn std::error::Error + Send + Sync>;

/// Is told of finished tasks, and says which are done already.
pub(crate) trait Recorder: Sync {
    /// The plan that an earlier session of the run went by last, if there was one.
    fn resumed_plan(&self) -> Option<Plan>;

    /// A plan begins, or goes on, with records of this length (zero if none are kept). Returns what
    /// of it is done already.
    ///
    /// # Errors
    /// When another plan was begun before, or the system refuses.
    fn begin(&self, plan: &Plan, record_len: usize) -> Result<Restored, RecorderError>;

    /// The plan is given up for another one, of which [`Self::begin`] will be told.
    fn revise(&self);

    /// Where the sweeps of the plan are saved, once it has begun.
    ///
    /// # Errors
    /// When the system refuses.
    fn sweeps(&self) -> Result<Box<dyn SweepRecord + '_>, RecorderError>;

    /// A task begins.
    fn task(&self) -> Box<dyn TaskRecord + '_>;

    /// Sees to it that everything recorded lasts.
    ///
    /// # Errors
    /// When the system refuses.
    fn sync(&self) -> Result<(), RecorderError>;

    /// What is recorded now, every byte of it checked.
    ///
    /// # Errors
    /// When the system refuses.
    fn restore(&self) -> Result<Restored, RecorderError>;

    /// Hands on the solutions of everything recorded; whether it came to their end, and was not
    /// cancelled.
    ///
    /// # Errors
    /// When the system refuses, or the sink does.
    fn hand_on(&self, restored: &Restored, sink: &dyn Sink) -> Result<bool, RecorderError>;

    /// The error of a recorder that holds something else than it was told.
    fn altered(&self) -> RecorderError;

    /// How long the run took before this session.
    fn earlier(&self) -> Duration;
}

/// Keeps the sweeps of a plan, one after the other: those that are done, and how far the next one is,
/// of which it is asked as a [`SweepStore`].
pub(crate) trait SweepRecord: SweepStore {
    /// What the sweeps that are done came to.
    fn finished(&self) -> &[Counted];

    /// The sweep under way is done.
    fn finish(&mut self, counted: &Counted);

    /// Nothing needs to be kept any more.
    ///
    /// # Errors
    /// When the system refuses.
    fn remove(&mut self) -> Result<(), RecorderError>;

    /// Why it could not keep or tell what it was asked for.
    fn failure(&self) -> RecorderError;
}

/// Takes the solutions of a task under way.
pub(crate) trait TaskRecord: Sink {
    /// The task is done.
    ///
    /// # Errors
    /// When the system refuses.
    fn finish(self: Box<Self>, done: &FinishedTask<'_>) -> Result<(), RecorderError>;

    /// The same object as a sink.
    fn as_sink(&self) -> &dyn Sink;
}

/// What a finished task came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FinishedTask<'a> {
    /// The task.
    pub task: &'a Task,
    /// What it came to, the parts that were split off aside.
    pub counts: &'a Counts,
    /// How long it took.
    pub elapsed: Duration,
    /// What part of the whole tree it was, those parts aside.
    pub share: u64,
    /// The parts that were split off, which are tasks of their own.
    pub parts: &'a [Task],
}

/// What a recorder holds of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Restored {
    /// The sum of the tasks that count.
    pub counts: Counts,
    /// How long each of them took.
    pub times: Vec<TaskTime>,
    /// What is left to do.
    pub pending: Vec<Task>,
    /// How many of the tasks that are left were done, and their solutions are gone or damaged.
    pub spoilt: usize,
    /// Where the solutions are: offset and length, in bytes.
    pub chunks: Vec<(u64, u64)>,
    /// How long the run had taken.
    pub elapsed: Duration,
}

/// How long a task took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TaskTime {
    /// The planned task that it is or is a part of.
    pub origin: usize,
    /// What part of the tree it was, of [`WHOLE`].
    pub share: u64,
    /// How long it took, in nanoseconds.
    pub task_ns: u64,
}

impl Restored {
    /// Nothing is done: all of these tasks are left.
    pub fn nothing(tasks: Vec<Task>) -> Self {
        Self { pending: tasks, ..Self::default() }
    }

    /// The part of the tree that is done, of [`WHOLE`].
    pub fn share(&self) -> u64 {
        let pending: u64 = self.pending.iter().map(|task| task.share).sum();
        WHOLE.saturating_sub(pending)
    }

    /// How long each task took, in nanoseconds.
    pub fn task_ns(&self) -> Vec<u64> {
        self.times.iter().map(|time| time.task_ns).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_pending_is_done() {
        let pending = |share| Task { share, ..Task::whole() };
        let restored = Restored::nothing(vec![pending(WHOLE / 4), pending(WHOLE / 8)]);
        assert_eq!(restored.share(), WHOLE / 8 * 5);
        assert_eq!(Restored::nothing(vec![pending(WHOLE)]).share(), 0);
        assert_eq!(Restored::default().share(), WHOLE);
    }
}
