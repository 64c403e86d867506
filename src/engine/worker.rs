//! What every engine offers, and what it reports to.
//!
//! A [`Worker`] explores the tree below a prefix of choices. It hands each solution to a
//! [`Visitor`], and, if its caller wants that, parts of the tree to a [`WorkSplitter`]. Both are
//! called through a pointer, so that each engine is compiled once and not anew for each caller:
//! solutions are rare against nodes, and a splitter is asked once in many nodes.

use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::cover::{ItemId, OptionId};

/// How many nodes a worker visits before it looks at the cancel token again.
pub(crate) const NODES_PER_CANCEL_CHECK: u64 = 1024;

/// How much work a worker does at most before it looks again, where a node is much work: less than a
/// millisecond's, because a search that takes turns with a sweep would go on for so long in its turn.
const WORK_PER_CANCEL_CHECK: u64 = 1 << 20;

/// How many nodes of this much work are visited before the cancel token is looked at again.
pub(crate) fn nodes_per_cancel_check(node_work: u64) -> u64 {
    (WORK_PER_CANCEL_CHECK / node_work.max(1)).clamp(1, NODES_PER_CANCEL_CHECK)
}

/// Receives solutions, as the options chosen, in the order of the choices.
pub(crate) trait Visitor {
    /// Called once for each solution; `Break` ends the run.
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()>;

    /// Takes some solutions at once, their number alone; false, and nothing done, where it must be
    /// told of each. An engine may ask this where working out the options takes longer than finding
    /// the solutions.
    fn count(&mut self, _solutions: usize) -> bool {
        false
    }
}

impl<F: FnMut(&[OptionId]) -> ControlFlow<()>> Visitor for F {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self(options)
    }
}

/// Counts solutions, whatever they are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally(pub u64);

impl Visitor for Tally {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn count(&mut self, solutions: usize) -> bool {
        self.0 += solutions as u64;
        true
    }
}

/// Takes over parts of a running search, so that other threads can work on them.
///
/// The search asks now and then whether parts are wanted, and hands over some of those that it
/// has not begun. An engine that cannot part with work never asks.
pub(crate) trait WorkSplitter {
    /// Whether threads wait for work, so that parts of the running search are welcome.
    fn wants_parts(&self) -> bool;

    /// Whether the search has gone on for long, so that its large parts are welcome, those near the
    /// root; it finishes what it has begun.
    fn is_overdue(&self) -> bool;

    /// Takes over everything below a prefix of choices from the root, which the run then neither
    /// visits nor counts. It is only called after parts were wanted.
    fn take_part(&mut self, prefix: &[OptionId]);
}

/// Never wants any parts, so that the run does all of the work itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NoSplitting;

impl WorkSplitter for NoSplitting {
    fn wants_parts(&self) -> bool {
        false
    }

    fn is_overdue(&self) -> bool {
        false
    }

    fn take_part(&mut self, prefix: &[OptionId]) {
        unreachable!("no part was wanted, and so not what lies below {prefix:?}");
    }
}

/// What a run below a prefix came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Explored {
    /// The nodes visited, the one of the prefix included.
    pub nodes: u64,
    /// Whether every solution below the prefix was visited, or handed over with its part.
    pub complete: bool,
}

/// What lies at a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Branch {
    /// Something cannot be covered any more.
    Dead,
    /// Everything is covered.
    Solution,
    /// Everything is covered that must be; below are the solutions that have some of these options
    /// as well. Only items with ranges leave any.
    SolutionOrMore {
        /// The options.
        options: Vec<OptionId>,
    },
    /// An item to cover next.
    Choices {
        /// The item.
        item: ItemId,
        /// The options to choose from.
        options: Vec<OptionId>,
    },
}

/// One thread's means of exploring.
pub(crate) trait Worker {
    /// What lies at a prefix of choices. Visits one node.
    fn branch(&mut self, prefix: &[OptionId]) -> Branch;

    /// Goes down from a prefix of choices as `pick` says, which is told what lies at each node, that
    /// of the prefix first, and names the choice to go on with, or none to end there. Visits a node
    /// for each; what lies between is not looked at again, where the engine can go on from a node.
    fn walk(&mut self, prefix: &[OptionId], pick: &mut dyn FnMut(&Branch) -> Option<OptionId>) {
        let mut path = prefix.to_vec();
        while let Some(option) = pick(&self.branch(&path)) {
            path.push(option);
        }
    }

    /// About how much work a node is, so that work can be limited: in words of a bitset that are gone
    /// through, of which there are some billions in a second.
    fn node_work(&self) -> u64;

    /// Visits every solution below a prefix of choices, but for the parts that the splitter takes
    /// over.
    fn run_splitting(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut dyn Visitor,
        splitter: &mut dyn WorkSplitter,
        cancel: &CancelToken,
    ) -> Explored;

    /// Visits every solution below a prefix of choices.
    fn run(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut dyn Visitor,
        cancel: &CancelToken,
    ) -> Explored {
        self.run_splitting(prefix, visitor, &mut NoSplitting, cancel)
    }
}
