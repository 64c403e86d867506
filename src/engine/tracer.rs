//! Being told of every node of a search, as certificates need it, and leading it down one way.
//!
//! Dancing links trace, and scans without capacities: a cut that no item gives reason for has no place in
//! a certificate or a proof.

use std::ops::ControlFlow;

use crate::cover::{ItemId, OptionId};

use super::worker::{Branch, Visitor};

/// Receives solutions, and is told of every node of the tree.
pub(crate) trait Tracer: Visitor {
    /// Called at each node, before anything below it: the item that is branched on, and how many
    /// options it is branched on with, those that may be the first of those that it still needs. An
    /// item that has fewer left than it needs is a dead end, and their number is told. Where there
    /// is no item, everything is covered; the options are then those that may be chosen as well,
    /// which only items with ranges leave. `Break` ends the run.
    fn node(&mut self, item: Option<ItemId>, options: u32) -> ControlFlow<()>;

    /// Called at each node after everything below it, with the options that were chosen above it.
    /// `Break` ends the run.
    #[inline]
    fn leave(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Whether the search goes down one way only, as [`Self::pick`] says.
    const LEADS: bool = false;

    /// The choice to go on with from a node at which this lies, or none to end there.
    fn pick(&mut self, _: &Branch) -> Option<OptionId> {
        None
    }
}

/// Leads a search down one way.
pub(super) struct Lead<'a>(pub &'a mut dyn FnMut(&Branch) -> Option<OptionId>);

impl Visitor for Lead<'_> {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Tracer for Lead<'_> {
    fn node(&mut self, _: Option<ItemId>, _: u32) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    const LEADS: bool = true;

    fn pick(&mut self, branch: &Branch) -> Option<OptionId> {
        (self.0)(branch)
    }
}

/// Hands on solutions alone.
pub(super) struct Untraced<'a>(pub &'a mut dyn Visitor);

impl Visitor for Untraced<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.0.solution(options)
    }
}

impl Tracer for Untraced<'_> {
    #[inline]
    fn node(&mut self, _: Option<ItemId>, _: u32) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
