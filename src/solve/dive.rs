//! Random dives: Knuth's estimator (Mathematics of Computation 29, 1975).
//!
//! A dive goes down a search tree, choosing at random at each node. Each node that it meets, weighed
//! by the product of the branching above it, is an unbiased guess at the number of nodes at its
//! depth, and at the number of solutions there if it is one. Cost: a node for each depth.

use std::ops::ControlFlow;

use crate::cover::OptionId;
use crate::engine::Worker;
use crate::engine::search::{PickOne, SearchWorker};

use crate::random::SplitMix;
use crate::work_limit::WorkLimit;

/// A node that a dive meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiveNode {
    /// Its depth, counted from the root of the case.
    pub depth: usize,
    /// The product of the numbers of choices above it, from where the dive began.
    pub weight: f64,
    /// Whether everything is covered there.
    pub is_solution: bool,
}

/// Takes each of the choices as likely.
pub(crate) fn any_of(random: &mut SplitMix) -> impl FnMut(&[OptionId]) -> usize {
    |choices| random.below(choices.len())
}

/// Dives from a prefix on, and hands on each node, that of the prefix first, until `meet` ends the
/// dive.
pub(crate) fn dive(
    worker: &mut SearchWorker<'_>,
    prefix: &[OptionId],
    pick: &mut PickOne<'_>,
    mut meet: impl FnMut(DiveNode) -> ControlFlow<()>,
) {
    worker.dive(prefix, pick, &mut |depth, weight, is_solution| {
        meet(DiveNode { depth, weight, is_solution })
    });
}

/// What so many dives guess of the number of nodes below a prefix, in the mean.
pub(crate) fn mean_of_dives(
    dives: u32,
    worker: &mut SearchWorker<'_>,
    prefix: &[OptionId],
    random: &mut SplitMix,
    limit: &mut WorkLimit<'_>,
) -> f64 {
    let mut pick = any_of(random);
    let all = (0..dives).map(|_| dive_for_nodes(worker, prefix, &mut pick, limit));
    all.sum::<f64>() / f64::from(dives)
}

/// What one dive guesses of the number of nodes below a prefix, its own included. Where the limit
/// ends it, that is a guess at those above.
pub(crate) fn dive_for_nodes(
    worker: &mut SearchWorker<'_>,
    prefix: &[OptionId],
    pick: &mut PickOne<'_>,
    limit: &mut WorkLimit<'_>,
) -> f64 {
    let work = worker.node_work();
    let mut nodes = 0.0;
    // The way to where the dive begins is the same as for the one before, mostly.
    dive(worker, prefix, pick, |node| {
        nodes += node.weight;
        if limit.spend(work).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    nodes
}
