//! What is told of a run while it goes on.

use std::time::Duration;

use crate::count::Count;
use crate::engine::frontier::SweepProgress;

use super::cost::course;
use super::plan::Plan;

/// How often an observer is told how far a search is, where it asks for nothing else.
pub(crate) const INTERVAL: Duration = Duration::from_millis(100);

/// Is told how a run goes: by which plan, and now and then how far it is.
pub(crate) trait Observer: Sync {
    /// A run is decided on: it goes by this plan to its end, or until another is told.
    fn on_plan(&self, plan: &Plan) {
        let _ = plan;
    }

    /// Of the tasks that an earlier session of the run recorded, this many are done again, because
    /// their solutions are gone or damaged.
    fn on_spoilt(&self, tasks: usize) {
        let _ = tasks;
    }

    /// How far the run is; called after each interval, or at every level of a sweep.
    fn on_progress(&self, progress: &Progress);

    /// How often it is told how far a search is.
    fn interval(&self) -> Duration {
        INTERVAL
    }
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// What it is doing; the share begins anew with each phase.
    pub phase: Phase,
    /// The part of the search tree that is explored, or of the sweep that is done, below 1.
    pub share: f64,
    /// Distinct solutions so far.
    pub distinct: Count,
    /// All arrangements so far.
    pub total: Count,
    /// Nodes or states so far.
    pub nodes: u64,
    /// Those of this session alone.
    pub fresh_nodes: u64,
    /// How long this session has taken.
    pub elapsed: Duration,
    /// How long it may still take, at the least and at the most, as far as that can be said.
    pub left: Option<(Duration, Duration)>,
}

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Merging states level by level.
    Sweep,
    /// Going through a search tree, or a diagram.
    Search,
    /// Counting anew by the checker's own ways.
    Recount,
}

impl Progress {
    /// How far a sweep is.
    pub(crate) fn of_sweep(progress: &SweepProgress) -> Self {
        Self {
            phase: Phase::Sweep,
            share: course((progress.level as f64 + 0.5) / progress.levels as f64),
            distinct: Count::ZERO,
            total: Count::ZERO,
            nodes: progress.states,
            fresh_nodes: progress.states,
            elapsed: Duration::ZERO,
            left: None,
        }
    }
}
