//! What is worked out for a puzzle before it is clear how it will be run: of use to the choice of
//! an engine, and again to the run.
//!
//! Everything is worked out once, when it is first asked for. Cost of all of it: a few milliseconds
//! for the class capacities and the cases, and some dives into the search tree.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use crate::cover::{Case, ItemId, Problem, cases as split};
use crate::engine::search::Capacity;
use crate::puzzle::Compiled;

use super::probe::estimate_nodes;
use super::settings::{Anchor, EngineKind, RunError};
use super::strategy::{Strategy, hinted, strategy, strategy_with};
use super::sweep::required_anchors;

/// See the module.
#[derive(Debug)]
pub struct Groundwork<'a> {
    compiled: &'a Compiled,
    anchor: Anchor,
    capacity: OnceCell<Option<Capacity>>,
    /// The cases that come of the anchors that the puzzle names.
    cases: OnceCell<Vec<Case>>,
    nodes: OnceCell<f64>,
    elapsed: Duration,
}

impl<'a> Groundwork<'a> {
    /// Of a puzzle, of which nothing is known yet.
    pub fn new(compiled: &'a Compiled, anchor: &Anchor) -> Self {
        Self {
            compiled,
            anchor: anchor.clone(),
            capacity: OnceCell::new(),
            cases: OnceCell::new(),
            nodes: OnceCell::new(),
            elapsed: Duration::ZERO,
        }
    }

    /// The same, with what the choice of an engine is certain to ask for.
    pub fn ahead(compiled: &'a Compiled, anchor: &Anchor) -> Self {
        let begun = Instant::now();
        let mut groundwork = Self::new(compiled, anchor);
        if groundwork.has_hints() {
            groundwork.probe();
        }
        groundwork.elapsed = begun.elapsed();
        groundwork
    }

    /// The puzzle.
    pub fn compiled(&self) -> &'a Compiled {
        self.compiled
    }

    /// How symmetry is to be broken.
    pub(super) fn anchor(&self) -> &Anchor {
        &self.anchor
    }

    /// How long it took to work out what there was before the run began.
    pub(super) fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Whether the anchors are those that the puzzle names.
    pub(super) fn has_hints(&self) -> bool {
        self.anchor == Anchor::Auto && !hinted(self.compiled).is_empty()
    }

    /// About how many nodes a search would visit. The anchor is the one that would be taken if
    /// that is clear, else the piece with the fewest options: ranking all would take longer than
    /// many a search.
    pub(super) fn probe(&self) -> f64 {
        *self.nodes.get_or_init(|| self.estimate())
    }

    fn estimate(&self) -> f64 {
        let problem = &self.compiled.problem;
        let capacity = self.capacity.get_or_init(|| Capacity::new(problem)).as_ref();
        if self.has_hints() {
            let cases = self.cases.get_or_init(|| split(problem, &hinted(self.compiled)));
            return estimate_nodes(problem, cases, capacity);
        }
        let order: Vec<ItemId> = match self.anchor {
            Anchor::None => Vec::new(),
            Anchor::Piece(piece) => vec![problem.pieces[piece]],
            Anchor::Auto => fewest_options(problem).into_iter().collect(),
        };
        let cases =
            if order.is_empty() { vec![Case::whole(problem)] } else { split(problem, &order) };
        estimate_nodes(problem, &cases, capacity)
    }

    /// How to break the symmetry for an engine. What is there already is used up.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor.
    pub(super) fn strategy(&mut self, engine: EngineKind) -> Result<Strategy, RunError> {
        match (engine, self.capacity.take()) {
            (EngineKind::Search, Some(capacity)) => {
                strategy_with(self.compiled, engine, &self.anchor, capacity, self.cases.take())
            }
            _ => strategy(self.compiled, engine, &self.anchor),
        }
    }
}

/// The item with the fewest options among those that must be used and can anchor.
fn fewest_options(problem: &Problem) -> Option<ItemId> {
    required_anchors(problem).min_by_key(|&item| problem.cover.options_with(item).len())
}
