//! Random dives: Knuth's estimator (Mathematics of Computation 29, 1975).
//!
//! A dive goes down a search tree, choosing at random at each node. Each node that it meets, weighed
//! by the product of the branching above it, is an unbiased guess at the number of nodes at its
//! depth, and at the number of solutions there if it is one. Cost: a node for each depth.

use crate::cover::OptionId;
use crate::engine::{Branch, Worker};

use super::random::SplitMix;

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

/// Dives from a prefix on, and hands on each node, that of the prefix first.
pub(crate) fn dive(
    worker: &mut impl Worker,
    prefix: &[OptionId],
    random: &mut SplitMix,
    mut meet: impl FnMut(DiveNode),
) {
    let mut path = prefix.to_vec();
    let mut weight = 1.0;
    loop {
        let branch = worker.branch(&path);
        let is_solution = branch == Branch::Solution;
        meet(DiveNode { depth: path.len(), weight, is_solution });
        let Branch::Choices { options, .. } = branch else { return };
        if options.is_empty() {
            return;
        }
        weight *= options.len() as f64;
        path.push(options[random.below(options.len())]);
    }
}

/// What one dive guesses of the number of nodes below a prefix, its own included.
pub(crate) fn dive_for_nodes(
    worker: &mut impl Worker,
    prefix: &[OptionId],
    random: &mut SplitMix,
) -> f64 {
    let mut nodes = 0.0;
    dive(worker, prefix, random, |node| nodes += node.weight);
    nodes
}
