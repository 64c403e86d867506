//! What is worked out for a puzzle before it is clear how it will be run: of use to the choice of

//! an engine, and again to the run.
//!
//! Everything is worked out once, when it is first asked for. Cost of all of it: a few milliseconds
//! for the class capacities, the cases and the first nodes of their search, and some dives into it.

pub mod probe;
pub mod symmetry;

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use crate::cover::{Case, ItemId, Problem, cases as split};
use crate::engine::search::{Capacity, Search};
use crate::puzzle::Compiled;
use crate::puzzle::infeasibility::infeasibility;

use crate::solve::analysis::probe::{estimate_nodes, searches};
use crate::solve::analysis::symmetry::{Strategy, hinted, strategy, strategy_with};
use crate::solve::count::required_anchors;
use crate::solve::options::{Anchor, Engine, RunError};
use crate::solve::task::Planned;

/// See the module.
#[derive(Debug)]
pub struct Analysis<'a> {
    compiled: &'a Compiled,
    anchor: Anchor,
    capacity: OnceCell<Option<Capacity>>,
    /// The cases that come of the anchors that the puzzle names.
    cases: OnceCell<Vec<Case>>,
    /// The search of these cases, split into tasks, where they are all that there is to be known.
    planned: Option<Planned>,
    nodes: OnceCell<f64>,
    elapsed: Duration,
}

impl<'a> Analysis<'a> {
    /// Of a puzzle, of which nothing is known yet.
    pub fn new(compiled: &'a Compiled, anchor: &Anchor) -> Self {
        Self {
            compiled,
            anchor: anchor.clone(),
            capacity: OnceCell::new(),
            cases: OnceCell::new(),
            planned: None,
            nodes: OnceCell::new(),
            elapsed: Duration::ZERO,
        }
    }

    /// The same, with what the choice of an engine is certain to ask for, and a search is.
    pub fn ahead(compiled: &'a Compiled, anchor: &Anchor) -> Self {
        let begun = Instant::now();
        let mut analysis = Self::new(compiled, anchor);
        if infeasibility(compiled).is_empty() && analysis.has_hints() {
            let searches = analysis.searches();
            let _ = analysis.nodes.set(estimate_nodes(&searches));
            // Where the anchors leave some symmetry, others will be sought.
            if analysis.hinted_cases().iter().all(|case| case.residual.len() == 1) {
                analysis.planned = Some(Planned::new(searches));
            }
        }
        analysis.elapsed = begun.elapsed();
        analysis
    }

    /// The puzzle.
    pub fn compiled(&self) -> &'a Compiled {
        self.compiled
    }

    /// How symmetry is to be broken.
    pub(crate) fn anchor(&self) -> &Anchor {
        &self.anchor
    }

    /// How long it took to work out what there was before the run began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Whether the anchors are those that the puzzle names.
    pub(crate) fn has_hints(&self) -> bool {
        self.anchor == Anchor::Auto && !hinted(self.compiled).is_empty()
    }

    /// About how many nodes a search would visit. The anchor is the one that would be taken if
    /// that is clear, else the piece with the fewest options: ranking all would take longer than
    /// many a search.
    pub(crate) fn probe(&self) -> f64 {
        *self.nodes.get_or_init(|| self.estimate())
    }

    fn capacity(&self) -> Option<&Capacity> {
        self.capacity.get_or_init(|| Capacity::new(&self.compiled.problem)).as_ref()
    }

    /// The cases that come of the anchors that the puzzle names.
    fn hinted_cases(&self) -> &[Case] {
        self.cases.get_or_init(|| split(&self.compiled.problem, &hinted(self.compiled)))
    }

    /// The search of those.
    fn searches(&self) -> Vec<Search> {
        searches(&self.compiled.problem, self.hinted_cases(), self.capacity())
    }

    fn estimate(&self) -> f64 {
        if self.has_hints() {
            return estimate_nodes(&self.searches());
        }
        let problem = &self.compiled.problem;
        let order: Vec<ItemId> = match self.anchor {
            Anchor::None => Vec::new(),
            Anchor::Piece(piece) => vec![problem.pieces[piece]],
            Anchor::Auto => fewest_options(problem).into_iter().collect(),
        };
        let cases =
            if order.is_empty() { vec![Case::whole(problem)] } else { split(problem, &order) };
        estimate_nodes(&searches(problem, &cases, self.capacity()))
    }

    /// How to break the symmetry for an engine, and its tasks if they are known. What is there
    /// already is used up.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor.
    pub(crate) fn strategy(
        &mut self,
        engine: Engine,
    ) -> Result<(Strategy, Option<Planned>), RunError> {
        let Self { compiled, anchor, .. } = self;
        match (engine, self.capacity.take()) {
            (Engine::Search, Some(capacity)) => {
                let cases = self.cases.take();
                let strategy = strategy_with(compiled, engine, anchor, capacity, cases)?;
                Ok((strategy, self.planned.take()))
            }
            _ => Ok((strategy(compiled, engine, anchor)?, None)),
        }
    }
}

/// The item with the fewest options among those that must be used and can anchor.
fn fewest_options(problem: &Problem) -> Option<ItemId> {
    required_anchors(problem).min_by_key(|&item| problem.cover.options_with(item).len())
}
