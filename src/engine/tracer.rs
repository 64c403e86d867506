//! Being told of every node of a search, as certificates need it.
//!
//! Only dancing links trace: a cut of the other engines has no place in a certificate.

use std::ops::ControlFlow;

use crate::cover::{ItemId, OptionId};

use super::worker::Visitor;

/// Receives solutions, and is told of every node of the tree.
pub(crate) trait Tracer: Visitor {
    /// Called at each node, before anything below it: the item that is branched on, and how many
    /// options it has left. An item that has fewer than it still needs is a dead end; where there
    /// is no item, everything is covered. `Break` ends the run.
    fn node(&mut self, item: Option<ItemId>, options: u32) -> ControlFlow<()>;
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
