//! Estimates as tuples.

use bitcover::{Estimate, Figure};

/// A figure: the best guess, and the ends of its interval.
pub type FigureTuple = (f64, f64, f64);

fn figure(figure: &Figure) -> FigureTuple {
    (figure.estimate, figure.low, figure.high)
}

/// The arrangements, the nodes, the nodes at each depth, whether all is exact, the probes, and the
/// nodes in a second.
pub fn estimate_tuple(
    estimate: &Estimate,
) -> (FigureTuple, FigureTuple, Vec<FigureTuple>, bool, u64, f64) {
    let depths = estimate.depths.iter().map(figure).collect();
    let Estimate { total, nodes, exact, probes, nodes_per_s, .. } = estimate;
    (figure(total), figure(nodes), depths, *exact, *probes, *nodes_per_s)
}
