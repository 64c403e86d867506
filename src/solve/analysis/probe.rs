//! Probing: what would a search cost? Knuth's estimator (Mathematics of Computation 29, 1975):
//! random dives into the tree (see [`crate::solve::dive`]).
//!
//! Dives use a seed of their own, so that the same problem is always judged alike.

use crate::cover::cases::{cases, check_anchor};
use crate::cover::{Case, ItemId, OptionId, Problem};
use crate::engine::search::{Capacity, Search, SimdLevel};
use crate::engine::{Branch, Worker};

use crate::solve::dive::dive_for_nodes;
use crate::solve::random::SplitMix;

/// The first, coarse look at an anchor expands its trees until they are this wide.
const WIDTH: usize = 48;

/// How many anchors get a second look.
const FINALISTS: usize = 5;

/// How many dives the second look takes.
const DIVES: usize = 192;

/// How many dives it takes to say whether a tree is large or small.
const FEW_DIVES: usize = 64;

/// The items that can anchor, the one that leaves the least work first.
///
/// Each is judged by the cases in which it is anchored and used, and nothing else is anchored.
/// All are judged by the width of their trees at one depth, the best again by dives.
pub(crate) fn rank_anchors(problem: &Problem, capacity: Option<&Capacity>) -> Vec<ItemId> {
    if problem.group.order() == 1 {
        return Vec::new();
    }
    let usable = problem.pieces.iter().filter(|&&item| check_anchor(problem, item).is_ok());
    let searches: Vec<(ItemId, Vec<Search>)> =
        usable.map(|&item| (item, searches_of(problem, item, capacity))).collect();
    let mut candidates: Vec<Candidate> = searches
        .iter()
        .map(|(item, searches)| Candidate { item: *item, trees: Trees::new(searches) })
        .collect();
    // Widths are compared at the depth at which the narrowest tree is wide enough.
    let depth = candidates.iter().map(|candidate| candidate.trees.widths.len()).max().unwrap_or(0);
    candidates.sort_by_key(|candidate| candidate.trees.width_at(depth));
    for finalist in candidates.iter_mut().take(FINALISTS) {
        finalist.trees.dive(DIVES);
    }
    let finalists = FINALISTS.min(candidates.len());
    candidates[..finalists].sort_by(|a, b| a.trees.nodes.total_cmp(&b.trees.nodes));
    candidates.into_iter().map(|candidate| candidate.item).collect()
}

/// A search of each of some cases.
pub(crate) fn searches<'c>(
    problem: &Problem,
    cases: impl IntoIterator<Item = &'c Case>,
    capacity: Option<&Capacity>,
) -> Vec<Search> {
    let search = |case| Search::new(problem, case, capacity, SimdLevel::best());
    cases.into_iter().map(search).collect()
}

/// Searches of the cases in which a piece is anchored and used.
fn searches_of(problem: &Problem, item: ItemId, capacity: Option<&Capacity>) -> Vec<Search> {
    let cases = cases(problem, &[item]);
    searches(problem, cases.iter().filter(|case| case.is_required(&problem.cover, item)), capacity)
}

/// About how many nodes some searches visit.
pub(crate) fn estimate_nodes(searches: &[Search]) -> f64 {
    let mut trees = Trees::new(searches);
    trees.dive(FEW_DIVES);
    trees.nodes
}

/// An item on trial, with the trees of the cases in which it is anchored.
struct Candidate<'a> {
    item: ItemId,
    trees: Trees<'a>,
}

/// Search trees, expanded a little way.
struct Trees<'a> {
    searches: &'a [Search],
    /// The prefixes at the lowest depth looked at: tree and choices.
    prefixes: Vec<(usize, Vec<OptionId>)>,
    /// The number of prefixes at each depth.
    widths: Vec<usize>,
    /// The estimated number of nodes.
    nodes: f64,
}

impl<'a> Trees<'a> {
    fn new(searches: &'a [Search]) -> Self {
        let prefixes = (0..searches.len()).map(|tree| (tree, Vec::new())).collect();
        let mut trees = Self { searches, prefixes, widths: Vec::new(), nodes: 0.0 };
        while !trees.prefixes.is_empty() && trees.prefixes.len() < WIDTH {
            trees.deepen();
        }
        trees
    }

    /// Replaces every prefix by its children.
    fn deepen(&mut self) {
        let mut workers: Vec<_> = self.searches.iter().map(Search::worker).collect();
        let mut children = Vec::new();
        for (tree, prefix) in &self.prefixes {
            if let Branch::Choices { options, .. } | Branch::SolutionOrMore { options } =
                workers[*tree].branch(prefix)
            {
                children.extend(
                    options
                        .into_iter()
                        .map(|option| (*tree, prefix.iter().copied().chain([option]).collect())),
                );
            }
        }
        self.prefixes = children;
        self.widths.push(self.prefixes.len());
    }

    /// The width at a depth; a tree that was not expanded so far is wider than any other.
    fn width_at(&self, depth: usize) -> (bool, usize) {
        match self.widths.get(depth.wrapping_sub(1)) {
            Some(&width) => (false, width),
            None => (true, *self.widths.last().unwrap_or(&0)),
        }
    }

    /// Estimates the number of nodes below the prefixes, by dives from each in turn.
    fn dive(&mut self, dives: usize) {
        let mut workers: Vec<_> = self.searches.iter().map(Search::worker).collect();
        let mut random = SplitMix::new(0x9e37_79b9_7f4a_7c15);
        let rounds = (dives / self.prefixes.len().max(1)).max(1);
        let stride = (self.prefixes.len() / dives).max(1);
        for (tree, prefix) in self.prefixes.iter().step_by(stride) {
            for _ in 0..rounds {
                let nodes = dive_for_nodes(&mut workers[*tree], prefix, &mut random);
                self.nodes += nodes * stride as f64 / rounds as f64;
            }
        }
    }
}
