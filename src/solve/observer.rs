//! What a run heeds and tells while it goes on: whether to stop, where to save, who watches.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::engine::CancelToken;
use crate::engine::frontier::SweepProgress;

use crate::durable::checkpoint::Journal;
use crate::solve::cost::course;

/// What a run heeds and tells while it goes on.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Asks it to stop.
    pub stop: &'a CancelToken,
    /// Where finished tasks are saved, and from where they are taken.
    pub journal: Option<&'a Journal>,
    /// Is told how far it is.
    pub watcher: Option<&'a dyn Watcher>,
}

/// Is told now and then how far a run is; ten times a second, or at every step of a sweep.
pub trait Watcher: Sync {
    /// Takes a look.
    fn look(&self, view: &View);
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What it is doing; the share begins anew with each phase.
    pub phase: Phase,
    /// The part of the search tree that is explored, or of the sweep that is done, below 1.
    pub share: f64,
    /// Distinct solutions so far.
    pub distinct: u128,
    /// All arrangements so far.
    pub total: u128,
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
pub enum Phase {
    /// Merging states level by level.
    Sweep,
    /// Going through a search tree, or a diagram.
    Search,
}

impl<'a> From<&'a CancelToken> for Control<'a> {
    /// A run that nobody watches and that saves nothing.
    fn from(stop: &'a CancelToken) -> Self {
        Self { stop, journal: None, watcher: None }
    }
}

impl Control<'_> {
    /// Tells the watcher of a sweep; breaks where the run is to stop.
    pub(crate) fn watch(&self, look: &SweepProgress) -> ControlFlow<()> {
        self.tell(|| View {
            phase: Phase::Sweep,
            share: course((look.level as f64 + 0.5) / look.levels as f64),
            distinct: 0,
            total: 0,
            nodes: look.states,
            fresh_nodes: look.states,
            elapsed: Duration::ZERO,
            left: None,
        });
        self.stop.flow()
    }

    /// Tells the watcher, if there is one.
    pub(crate) fn tell(&self, view: impl FnOnce() -> View) {
        if let Some(watcher) = self.watcher {
            watcher.look(&view());
        }
    }
}
