//! Engines: everything that visits the solutions of a case, behind one interface.
//!
//! An engine knows the problem and nothing of puzzles. It is prepared once for a case and shared
//! by all threads; each thread takes a [`Worker`] from it. A worker explores the part of the
//! search tree below a prefix, a list of choices from the root. The tree is the engine's own: the
//! choices that [`Worker::branch`] names are those that [`Worker::run`] makes.
//!
//! A node is a partial solution at which the engine counts what is left and chooses an item to
//! branch on, the root, dead ends and solutions included. The number of nodes does not depend on
//! how the tree is split into prefixes.

pub mod frontier;
pub mod links;
pub mod search;

use std::ops::ControlFlow;

pub use crate::cancel::CancelToken;
use crate::cover::{ItemId, OptionId};

/// Receives solutions, as the options chosen, in the order of the choices.
pub trait Visitor {
    /// Called once for each solution; `Break` ends the run.
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()>;

    /// Called by dancing links at each node, before anything below it: the item that is branched
    /// on, and how many options it has left. An item that has fewer than it still needs is a dead
    /// end; where there is no item, everything is covered. `Break` ends the run.
    fn node(&mut self, _item: Option<ItemId>, _options: u32) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Whether threads wait for work, so that parts of a running search are welcome.
    fn wants_parts(&self) -> bool {
        false
    }

    /// Whether the search has gone on for long, so that its large parts are welcome, those near the
    /// root; what it is at then comes to its end.
    fn is_overdue(&self) -> bool {
        false
    }

    /// Takes over everything below a prefix of choices from the root, which the run neither
    /// visits nor counts then. Only called after it was wanted.
    fn take_part(&mut self, prefix: &[OptionId]) {
        unreachable!("nobody wanted what lies below {prefix:?}");
    }
}

impl<F: FnMut(&[OptionId]) -> ControlFlow<()>> Visitor for F {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self(options)
    }
}

/// How many nodes a worker visits between two looks at the stop flag.
const NODES_PER_LOOK: u64 = 1024;

/// What a run below a prefix came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explored {
    /// The nodes visited, the one of the prefix included.
    pub nodes: u64,
    /// Whether every solution below the prefix was visited.
    pub complete: bool,
}

/// What lies at a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Branch {
    /// Something cannot be covered any more.
    Dead,
    /// Everything is covered.
    Solution,
    /// An item to cover next.
    Choices {
        /// The item.
        item: ItemId,
        /// The options to choose from.
        options: Vec<OptionId>,
    },
}

/// One thread's means of exploring.
pub trait Worker {
    /// What lies at a prefix of choices. Visits one node.
    fn branch(&mut self, prefix: &[OptionId]) -> Branch;

    /// Visits every solution below a prefix of choices.
    fn run<V: Visitor>(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut V,
        stop: &CancelToken,
    ) -> Explored;
}
