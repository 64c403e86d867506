//! The trees of a run, laid out: an engine for each case, and the tasks into which their trees are split.
//!
//! Cost: a node for each task and each node above it.

use std::sync::Arc;

use crate::cancel::{CancelToken, Cancelled};
use crate::engine::Worker;
use crate::solve::plan::Layout;
use crate::solve::task::{TASKS, Task, split};

use super::symmetry::Breaking;

/// The trees of a subject's cases, laid out for an engine and split into tasks.
#[derive(Clone, Debug)]
pub(crate) struct TreeLayout<E> {
    /// How symmetry is broken.
    pub breaking: Breaking,
    /// The engine of each case.
    pub engines: Arc<Vec<E>>,
    tasks: Vec<Task>,
    /// The number of nodes that the splitting visited.
    nodes: u64,
}

impl<E> TreeLayout<E> {
    /// Splits the trees of the engines of these cases.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn new<'e, W: Worker>(
        breaking: Breaking,
        engines: &'e Arc<Vec<E>>,
        worker: impl Fn(&'e E) -> W,
        cancel: &CancelToken,
    ) -> Result<Self, Cancelled> {
        let workers = engines.iter().map(worker).collect();
        let (tasks, nodes) = split(workers, TASKS, cancel)?;
        Ok(Self { breaking, engines: Arc::clone(engines), tasks, nodes })
    }

    /// What a plan says of it.
    pub fn layout(&self) -> Layout {
        let Breaking { cases, anchors } = self.breaking.clone();
        Layout { cases, anchors, tasks: self.tasks.clone(), nodes: self.nodes }
    }
}
