//! What is worked out for a subject before it is run: how its symmetry is broken, what a search of
//! it would cost, and the search itself laid out in tasks.
//!
//! Everything is worked out once, when it is first asked for, kept, and never consumed: the choice
//! of an engine, the run, and another run after it share it. What was cancelled before it was worked
//! out is worked out when it is asked for again. Cost of all of it: a few milliseconds
//! for the class capacities, the cases and the first nodes of their search, and some random dives.

pub(crate) mod probe;
pub(crate) mod symmetry;
mod tree_cost;
mod tree_layout;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::cancel::{CancelToken, Cancelled};
use crate::clock::Stopwatch;
use crate::cover::cases::Volume;
use crate::cover::{Case, Problem, Representative, cases as split};
use crate::engine::frontier::Frontier;
use crate::engine::scan::{Outlook, Scan};
use crate::engine::search::Search;
use crate::engine::{Capacity, SimdLevel};

use super::cost::may_be_long;
use super::error::Error;
use super::options::{Anchor, Engine};
use super::rates::Rates;
use super::subject::Subject;
use probe::{places, searches};
use symmetry::{Breaking, break_symmetry};
pub(crate) use tree_layout::TreeLayout;

/// What is known of a subject.
#[derive(Debug)]
pub(crate) struct Analysis {
    subject: Arc<Subject>,
    anchor: Anchor,
    capacity: OnceLock<Option<Capacity>>,
    /// The cases that come of the anchors that the puzzle names, and the search of each.
    hinted: OnceLock<HintedCases>,
    /// Where options lie, and on boards the searches that are looked at where no anchors are named.
    places: OnceLock<Vec<u64>>,
    probed: OnceLock<Vec<Search>>,
    search: OnceLock<TreeLayout<Search>>,
    scan: OnceLock<TreeLayout<Scan>>,
    /// The case of a plain cover that is only counted, for a sweep, the cases for trees, and the search
    /// of those.
    representative: OnceLock<Representative>,
    searched_orbits: OnceLock<Vec<Case>>,
    orbit_searches: OnceLock<Arc<Vec<Search>>>,
    orbit_search: OnceLock<TreeLayout<Search>>,
    orbit_scan: OnceLock<TreeLayout<Scan>>,
    /// About how many nodes that one would visit.
    orbit_nodes: OnceLock<f64>,
    nodes: OnceLock<f64>,
    /// The same by a close look, and by a thorough one, where there was a use for either.
    close_nodes: OnceLock<f64>,
    thorough_nodes: OnceLock<f64>,
    /// The scan; none where there is none, or it did not seem worth a closer look.
    seen_scan: OnceLock<Option<SeenScan>>,
    /// What a sweep may cost; nothing where there is none.
    sweep_weight: OnceLock<Option<f64>>,
    judges_trees_first: OnceLock<bool>,
    /// How long it took to work out what there was before the run began.
    elapsed: Duration,
}

/// Cases, and the search of each.
type HintedCases = (Vec<Case>, Arc<Vec<Search>>);

/// The scan of a subject, before it is laid out: how symmetry is broken, and what it will be like.
#[derive(Clone, Debug)]
struct SeenScan {
    breaking: Breaking,
    outlook: Outlook,
}

impl Analysis {
    /// Of a subject, of which nothing is known yet.
    pub fn new(subject: Arc<Subject>, anchor: Anchor) -> Self {
        Self {
            subject,
            anchor,
            capacity: OnceLock::new(),
            hinted: OnceLock::new(),
            places: OnceLock::new(),
            probed: OnceLock::new(),
            search: OnceLock::new(),
            scan: OnceLock::new(),
            representative: OnceLock::new(),
            searched_orbits: OnceLock::new(),
            orbit_searches: OnceLock::new(),
            orbit_search: OnceLock::new(),
            orbit_scan: OnceLock::new(),
            orbit_nodes: OnceLock::new(),
            nodes: OnceLock::new(),
            close_nodes: OnceLock::new(),
            thorough_nodes: OnceLock::new(),
            seen_scan: OnceLock::new(),
            sweep_weight: OnceLock::new(),
            judges_trees_first: OnceLock::new(),
            elapsed: Duration::ZERO,
        }
    }

    /// Works out ahead what the choice of an engine for a run on so many threads is certain to ask for, and a
    /// search is.
    #[must_use]
    pub fn ahead(mut self, threads: usize, cancel: &CancelToken) -> Self {
        let begun = Stopwatch::start();
        if self.subject.infeasibility().is_empty() && self.judges_trees_first() {
            // What is cancelled here, or refused, will be in the run.
            let _ = self.trees_ahead(threads, cancel);
        }
        self.elapsed = begun.elapsed();
        self
    }

    fn trees_ahead(&self, threads: usize, cancel: &CancelToken) -> Result<(), Error> {
        let cost =
            self.tree_cost((Rates::here(threads), false), f64::INFINITY, u64::MAX, cancel)?;
        if cost.engine == Engine::Scan {
            // One that takes longer is weighed against a sweep first.
            if cost.is_soon() {
                self.scan(cancel)?;
            }
            return Ok(());
        }
        if !self.has_hints() {
            return Ok(());
        }
        // Where the anchors leave some symmetry, others will be sought: that is left to the run.
        if self.hinted(cancel)?.0.iter().all(|case| case.residual.len() == 1) {
            self.search(cancel)?;
        }
        Ok(())
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

    /// Whether going through the tree is judged before a sweep is weighed: where the puzzle names its anchors,
    /// or a sweep of a board may take longer than such a look. That takes long itself where most pieces are
    /// left out: cases are then split by many of them, and each has a scan of its own.
    pub fn judges_trees_first(&self) -> bool {
        let judges = || {
            let (problem, whole) = (self.problem(), Case::whole(self.problem()));
            let volume = Volume::new(problem, &whole.kept);
            self.is_board()
                && self.sweep_weight().is_some_and(may_be_long)
                && volume.is_none_or(|volume| volume.most <= 2 * volume.needed)
        };
        self.has_hints() || *self.judges_trees_first.get_or_init(judges)
    }

    /// What a sweep of the whole may cost, to compare one with another; nothing where there is none.
    pub fn sweep_weight(&self) -> Option<f64> {
        let weight = || {
            let problem = self.problem();
            Frontier::new(problem, &Case::whole(problem)).ok().map(|sweep| sweep.weight())
        };
        *self.sweep_weight.get_or_init(weight)
    }

    /// What a scan of these cases will be like; what was seen already is not looked at again.
    ///
    /// # Errors
    /// When they cannot be scanned, or it is cancelled.
    fn outlook_of(&self, cases: &[Case], cancel: &CancelToken) -> Result<Outlook, Error> {
        match self.seen_scan.get() {
            Some(Some(seen)) if seen.breaking.cases == cases => Ok(seen.outlook.clone()),
            _ => {
                let (problem, capacity) = (self.problem(), self.capacity());
                Ok(Outlook::new(problem, cases, capacity, f64::INFINITY, cancel)?)
            }
        }
    }

    /// Whether the problem knows along which axes its items lie.
    pub fn is_board(&self) -> bool {
        !self.problem().classes.is_empty()
    }

    /// Whether a search fits this much memory. The tables of a puzzle are small, and part of what
    /// the program takes for itself.
    fn fits(&self, memory_bytes: u64) -> bool {
        let needed_bytes = Search::bytes(&self.problem().cover).saturating_mul(2);
        self.subject.puzzle().is_some() || needed_bytes <= memory_bytes
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
    /// When the piece that was asked for cannot anchor, or it is cancelled.
    pub fn breaking(&self, engine: Engine, cancel: &CancelToken) -> Result<Breaking, Error> {
        let Self { subject, anchor, .. } = self;
        match engine {
            Engine::Search => self.search(cancel).map(|layout| layout.breaking.clone()),
            Engine::Scan | Engine::Links | Engine::Frontier => {
                if let (Engine::Scan, Some(Some(seen))) = (engine, self.seen_scan.get()) {
                    return Ok(seen.breaking.clone());
                }
                break_symmetry(subject, engine, anchor, None, self.hinted_cases(), cancel)
            }
        }
    }

    /// The search, laid out.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor, or it is cancelled.
    pub fn search(&self, cancel: &CancelToken) -> Result<&TreeLayout<Search>, Error> {
        kept(&self.search, || self.search_laid_out(self.search_breaking(cancel)?, cancel))
    }

    /// The scan, laid out.
    ///
    /// # Errors
    /// As [`Self::search`], and when a case cannot be scanned.
    pub fn scan(&self, cancel: &CancelToken) -> Result<&TreeLayout<Scan>, Error> {
        kept(&self.scan, || self.scan_laid_out(self.breaking(Engine::Scan, cancel)?, cancel))
    }

    /// How symmetry is broken for an engine in a run. Where that is to count and do nothing else, the
    /// solutions of a plain cover stand for others, as often as the weights of the cases say.
    ///
    /// # Errors
    /// As [`Self::breaking`].
    pub fn run_breaking(
        &self,
        engine: Engine,
        counts_only: bool,
        cancel: &CancelToken,
    ) -> Result<Breaking, Error> {
        if !self.branches_on_orbits(counts_only) {
            return match engine {
                Engine::Search => self.search_breaking(cancel),
                _ => self.breaking(engine, cancel),
            };
        }
        let problem = self.problem();
        let representative = kept(&self.representative, || Representative::new(problem, cancel))?;
        let cases = match engine {
            Engine::Frontier => vec![representative.case().clone()],
            Engine::Search | Engine::Scan | Engine::Links => {
                kept(&self.searched_orbits, || representative.split(problem, cancel))?.clone()
            }
        };
        Ok(Breaking { cases, anchors: Vec::new() })
    }

    /// The search of a run, which may be to count and do nothing else, laid out.
    ///
    /// # Errors
    /// As [`Self::search`].
    pub fn run_search(
        &self,
        counts_only: bool,
        cancel: &CancelToken,
    ) -> Result<&TreeLayout<Search>, Error> {
        if !self.branches_on_orbits(counts_only) {
            return self.search(cancel);
        }
        let breaking = || self.run_breaking(Engine::Search, counts_only, cancel);
        kept(&self.orbit_search, || self.search_laid_out(breaking()?, cancel))
    }

    /// The scan of such a run, laid out.
    ///
    /// # Errors
    /// As [`Self::scan`].
    pub fn run_scan(
        &self,
        counts_only: bool,
        cancel: &CancelToken,
    ) -> Result<&TreeLayout<Scan>, Error> {
        if !self.branches_on_orbits(counts_only) {
            return self.scan(cancel);
        }
        let breaking = || self.run_breaking(Engine::Scan, counts_only, cancel);
        kept(&self.orbit_scan, || self.scan_laid_out(breaking()?, cancel))
    }

    /// Whether a run uses the symmetry of a plain cover, which is not asked about.
    fn branches_on_orbits(&self, counts_only: bool) -> bool {
        let is_plain = self.subject.plain_cover().is_some() && !self.subject.has_group();
        counts_only && is_plain && self.anchor == Anchor::Auto
    }

    fn search_laid_out(
        &self,
        breaking: Breaking,
        cancel: &CancelToken,
    ) -> Result<TreeLayout<Search>, Error> {
        let searches = self.searches_of(&breaking.cases, cancel)?;
        Ok(TreeLayout::new(breaking, &searches, Search::worker, cancel)?)
    }

    fn scan_laid_out(
        &self,
        breaking: Breaking,
        cancel: &CancelToken,
    ) -> Result<TreeLayout<Scan>, Error> {
        let scans = self.scans_of(&breaking.cases, cancel)?;
        Ok(TreeLayout::new(breaking, &scans, Scan::worker, cancel)?)
    }

    /// A scan of each of these cases.
    ///
    /// # Errors
    /// When one cannot be scanned, or it is cancelled.
    pub fn scans_of(&self, cases: &[Case], cancel: &CancelToken) -> Result<Arc<Vec<Scan>>, Error> {
        let outlook = self.outlook_of(cases, cancel)?;
        let way = (self.capacity(), SimdLevel::best());
        Ok(Arc::new(Scan::of_cases(self.problem(), cases, way, &outlook, cancel)?))
    }

    /// How symmetry is broken for the search, without laying it out.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor, or it is cancelled.
    pub fn search_breaking(&self, cancel: &CancelToken) -> Result<Breaking, Error> {
        if let Some(layout) = self.search.get() {
            return Ok(layout.breaking.clone());
        }
        let (subject, capacity, hinted) = (&self.subject, self.capacity(), self.hinted_cases());
        break_symmetry(subject, Engine::Search, &self.anchor, capacity, hinted, cancel)
    }

    /// The cases that come of the anchors that the puzzle names, where they are known already.
    fn hinted_cases(&self) -> Option<&[Case]> {
        self.hinted.get().map(|(cases, _)| cases.as_slice())
    }

    /// A search of each of these cases; those that are there already are shared.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn searches_of(
        &self,
        cases: &[Case],
        cancel: &CancelToken,
    ) -> Result<Arc<Vec<Search>>, Cancelled> {
        let laid_out = [self.search.get(), self.orbit_search.get()];
        if let Some(layout) =
            laid_out.into_iter().flatten().find(|layout| layout.breaking.cases == cases)
        {
            return Ok(Arc::clone(&layout.engines));
        }
        if let (Some(of_orbits), Some(searches)) =
            (self.searched_orbits.get(), self.orbit_searches.get())
            && of_orbits == cases
        {
            return Ok(Arc::clone(searches));
        }
        match self.hinted.get() {
            Some((hinted, searches)) if hinted == cases => Ok(Arc::clone(searches)),
            _ => Ok(Arc::new(searches(self.problem(), cases, self.capacity(), cancel)?)),
        }
    }

    fn problem(&self) -> &Problem {
        self.subject.problem()
    }

    fn hinted(&self, cancel: &CancelToken) -> Result<&HintedCases, Cancelled> {
        kept(&self.hinted, || {
            let cases = split(self.problem(), &self.subject.hinted_anchors());
            let searches = searches(self.problem(), &cases, self.capacity(), cancel)?;
            Ok((cases, Arc::new(searches)))
        })
    }

    fn places(&self) -> &[u64] {
        self.places.get_or_init(|| places(self.problem()))
    }
}

/// What is kept, once it was worked out. Two threads that ask at once may both work it out.
fn kept<T, E>(kept: &OnceLock<T>, work: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
    match kept.get() {
        Some(kept) => Ok(kept),
        None => work().map(|worked_out| kept.get_or_init(|| worked_out)),
    }
}
