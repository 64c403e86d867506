//! What is worked out for a subject before it is run: how its symmetry is broken, what a search of
//! it would cost, and the search itself laid out in tasks.
//!
//! Everything is worked out once, when it is first asked for, kept, and never consumed: the choice
//! of an engine, the run, and another run after it share it. Cost of all of it: a few milliseconds
//! for the class capacities, the cases and the first nodes of their search, and some random dives.

pub(crate) mod probe;
pub(crate) mod symmetry;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::clock::Stopwatch;
use crate::cover::{Case, ItemId, Problem, cases as split};
use crate::engine::search::{Capacity, Search};

use super::error::Error;
use super::options::{Anchor, Engine};
use super::subject::Subject;
use super::task::{TASKS, Task, split as split_trees};
use probe::{estimate_nodes, searches};
use symmetry::{Breaking, break_symmetry, required_anchors};

/// What is known of a subject.
#[derive(Debug)]
pub(crate) struct Analysis {
    subject: Arc<Subject>,
    anchor: Anchor,
    capacity: OnceLock<Option<Capacity>>,
    /// The cases that come of the anchors that the puzzle names, and the search of each.
    hinted: OnceLock<(Vec<Case>, Arc<Vec<Search>>)>,
    search: OnceLock<Result<SearchLayout, Error>>,
    nodes: OnceLock<f64>,
    /// How long it took to work out what there was before the run began.
    elapsed: Duration,
}

/// The search of a subject, laid out and split into tasks.
#[derive(Clone, Debug)]
pub(crate) struct SearchLayout {
    /// How symmetry is broken.
    pub breaking: Breaking,
    /// The search of each case.
    pub searches: Arc<Vec<Search>>,
    /// The tasks.
    pub tasks: Vec<Task>,
    /// The number of nodes that the splitting visited.
    pub nodes: u64,
}

impl Analysis {
    /// Of a subject, of which nothing is known yet.
    pub fn new(subject: Arc<Subject>, anchor: Anchor) -> Self {
        Self {
            subject,
            anchor,
            capacity: OnceLock::new(),
            hinted: OnceLock::new(),
            search: OnceLock::new(),
            nodes: OnceLock::new(),
            elapsed: Duration::ZERO,
        }
    }

    /// Works out ahead what the choice of an engine is certain to ask for, and a search is.
    #[must_use]
    pub fn ahead(mut self) -> Self {
        let begun = Stopwatch::start();
        if self.subject.infeasibility().is_empty() && self.has_hints() {
            self.probe();
            // Where the anchors leave some symmetry, others will be sought: that is left to the run.
            if self.hinted().0.iter().all(|case| case.residual.len() == 1) {
                let _ = self.search();
            }
        }
        self.elapsed = begun.elapsed();
        self
    }

    /// The subject.
    pub fn subject(&self) -> &Arc<Subject> {
        &self.subject
    }

    /// How symmetry is to be broken.
    pub fn anchor(&self) -> &Anchor {
        &self.anchor
    }

    /// How long it took to work out what there was before the run began.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Whether the anchors are those that the puzzle names.
    pub fn has_hints(&self) -> bool {
        self.anchor == Anchor::Auto && !self.subject.hinted_anchors().is_empty()
    }

    /// About how many nodes a search would visit. The anchor is the one that would be taken if
    /// that is clear, else the piece with the fewest options: ranking all would take longer than
    /// many a search.
    pub fn probe(&self) -> f64 {
        *self.nodes.get_or_init(|| self.estimate())
    }

    /// Makes sure that the piece that was asked for can anchor.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check_anchor(&self) -> Result<(), Error> {
        symmetry::check_piece(&self.subject, &self.anchor)
    }

    /// The class capacities, if there is a use for them.
    pub fn capacity(&self) -> Option<&Capacity> {
        self.capacity.get_or_init(|| Capacity::new(self.problem())).as_ref()
    }

    /// How symmetry is broken for an engine.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor.
    pub fn breaking(&self, engine: Engine) -> Result<Breaking, Error> {
        let Self { subject, anchor, .. } = self;
        match engine {
            Engine::Search => self.search().map(|layout| layout.breaking.clone()),
            Engine::Links | Engine::Frontier => break_symmetry(subject, engine, anchor, None, None),
        }
    }

    /// The search, laid out.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor.
    pub fn search(&self) -> Result<&SearchLayout, Error> {
        let laid_out = self.search.get_or_init(|| {
            let breaking = self.search_breaking()?;
            let searches = self.searches_of(&breaking.cases);
            let workers = searches.iter().map(Search::worker).collect();
            let (tasks, nodes) = split_trees(workers, TASKS);
            Ok(SearchLayout { breaking, searches, tasks, nodes })
        });
        laid_out.as_ref().map_err(Clone::clone)
    }

    /// How symmetry is broken for the search, without laying it out.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor.
    pub fn search_breaking(&self) -> Result<Breaking, Error> {
        if let Some(Ok(layout)) = self.search.get() {
            return Ok(layout.breaking.clone());
        }
        let hinted = self.hinted.get().map(|(cases, _)| cases.as_slice());
        break_symmetry(&self.subject, Engine::Search, &self.anchor, self.capacity(), hinted)
    }

    /// A search of each of these cases; those that are there already are shared.
    pub fn searches_of(&self, cases: &[Case]) -> Arc<Vec<Search>> {
        if let Some(Ok(layout)) = self.search.get()
            && layout.breaking.cases == cases
        {
            return Arc::clone(&layout.searches);
        }
        match self.hinted.get() {
            Some((hinted, searches)) if hinted == cases => Arc::clone(searches),
            _ => Arc::new(searches(self.problem(), cases, self.capacity())),
        }
    }

    fn problem(&self) -> &Problem {
        self.subject.problem()
    }

    fn hinted(&self) -> &(Vec<Case>, Arc<Vec<Search>>) {
        self.hinted.get_or_init(|| {
            let cases = split(self.problem(), &self.subject.hinted_anchors());
            let searches = searches(self.problem(), &cases, self.capacity());
            (cases, Arc::new(searches))
        })
    }

    fn estimate(&self) -> f64 {
        if self.has_hints() {
            return estimate_nodes(&self.hinted().1);
        }
        let problem = self.problem();
        let order: Vec<ItemId> = match self.anchor {
            Anchor::None => Vec::new(),
            Anchor::Piece(piece) => vec![problem.pieces[piece]],
            Anchor::Auto => fewest_options(problem).into_iter().collect(),
        };
        let cases =
            if order.is_empty() { vec![Case::whole(problem)] } else { split(problem, &order) };
        estimate_nodes(&searches(problem, &cases, self.capacity()))
    }
}

/// The item with the fewest options among those that must be used and can anchor.
fn fewest_options(problem: &Problem) -> Option<ItemId> {
    required_anchors(problem).min_by_key(|&item| problem.cover.options_with(item).len())
}
