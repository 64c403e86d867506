//! What going through the trees of a subject would take: looks at its search, as close as needed, and at its scan.
//!
//! Cost: a tenth of a millisecond to some milliseconds for each look, and the tables of the searches looked at.

use crate::cancel::{CancelToken, Cancelled};
use crate::cover::{Case, ItemId, cases as split};
use crate::engine::scan::Outlook;
use crate::engine::search::Search;
use crate::solve::error::Error;
use crate::solve::options::{Anchor, Engine};
use crate::solve::rates::Rates;
use crate::solve::search_cost::SearchCost;

use super::probe::{
    LITTLE_WORK, Scrutiny, estimate_nodes, estimate_within, place_of_all, searches,
};
use super::symmetry::required_anchors;
use super::{Analysis, SeenScan, kept};

impl Analysis {
    /// About how many nodes a search would visit, in this much memory; without end where none fits
    /// it. The anchor is the one that would be taken if that is clear, else the piece with the fewest
    /// options: ranking all would take longer than many a search.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn probe(&self, memory_bytes: u64, cancel: &CancelToken) -> Result<f64, Cancelled> {
        if !self.fits(memory_bytes) {
            return Ok(f64::INFINITY);
        }
        if let Some(&nodes) = self.thorough_nodes.get().or(self.close_nodes.get()) {
            return Ok(nodes);
        }
        let scrutiny = if self.is_board() { Scrutiny::Quick } else { Scrutiny::Hasty };
        kept(&self.nodes, || self.estimate(scrutiny, cancel)).copied()
    }

    /// Looks at the search more closely, so that [`Self::probe`] is nearer to the truth from now on.
    fn look(
        &self,
        scrutiny: Scrutiny,
        memory_bytes: u64,
        cancel: &CancelToken,
    ) -> Result<(), Cancelled> {
        let nodes = match scrutiny {
            Scrutiny::Hasty | Scrutiny::Quick => &self.nodes,
            Scrutiny::Close => &self.close_nodes,
            Scrutiny::Thorough => &self.thorough_nodes,
        };
        if !self.fits(memory_bytes) {
            return Ok(());
        }
        kept(nodes, || self.estimate(scrutiny, cancel)).map(|_| ())
    }

    /// As [`Self::probe`], of the search of a run, which may be to count and do nothing else.
    ///
    /// # Errors
    /// When it is cancelled, or the piece that was asked for cannot anchor.
    pub fn run_probe(
        &self,
        counts_only: bool,
        memory_bytes: u64,
        cancel: &CancelToken,
    ) -> Result<f64, Error> {
        if !self.branches_on_orbits(counts_only) || !self.fits(memory_bytes) {
            return Ok(self.probe(memory_bytes, cancel)?);
        }
        let estimate = || -> Result<f64, Error> {
            let cases = self.run_breaking(Engine::Search, true, cancel)?.cases;
            let searches = kept(&self.orbit_searches, || self.searches_of(&cases, cancel))?;
            Ok(estimate_within(self.places(), searches, (Scrutiny::Hasty, LITTLE_WORK), cancel)?)
        };
        kept(&self.orbit_nodes, estimate).copied()
    }

    /// What going through the tree would take by the engine that takes the least, in a run which may be
    /// to count and do nothing else, and may be done in so many seconds in another way. Only boards are scanned
    /// without being asked, and only they are looked at closely, unless a quick look leaves no doubt.
    ///
    /// # Errors
    /// As [`Self::run_probe`].
    pub fn tree_cost(
        &self,
        (rates, counts_only): (Rates, bool),
        other_s: f64,
        memory_bytes: u64,
        cancel: &CancelToken,
    ) -> Result<SearchCost, Error> {
        let rates = rates.of(&self.problem().cover);
        let search = || -> Result<SearchCost, Error> {
            let nodes = self.run_probe(counts_only, memory_bytes, cancel)?;
            Ok(SearchCost::of_search(nodes, rates))
        };
        let look = |scrutiny| -> Result<SearchCost, Error> {
            self.look(scrutiny, memory_bytes, cancel)?;
            search()
        };
        let look_closely = || {
            let cost = look(Scrutiny::Close)?;
            if cost.is_long() { look(Scrutiny::Thorough) } else { Ok(cost) }
        };
        let quick = search()?;
        if !self.is_board() {
            return if quick.is_long() { look(Scrutiny::Thorough) } else { Ok(quick) };
        }
        if quick.is_certainly_at_once() || quick.is_clearly_longer_than(other_s) {
            return Ok(quick);
        }
        let cost = if quick.is_worth_a_scan_first() { quick } else { look_closely()? };
        if cost.is_at_once() {
            return Ok(cost);
        }
        let look_at_scan = || match self.look_at_scan(cost.most_states(), cancel) {
            Ok(seen) => Ok(Some(seen)),
            Err(Error::NotScannable(_)) => Ok(None),
            Err(error) => Err(error),
        };
        let scan =
            kept(&self.seen_scan, look_at_scan)?.as_ref().map(|SeenScan { outlook, .. }| {
                SearchCost::of_scan(outlook.states, outlook.laid_out, rates)
            });
        match scan {
            Some(scan) if scan.is_clearly_less(cost) => Ok(scan),
            Some(scan) => Ok(look_closely()?.or_scan(scan)),
            None => look_closely(),
        }
    }

    /// A look at a scan, which ends early where it seems to have more states than so many.
    fn look_at_scan(&self, most_states: f64, cancel: &CancelToken) -> Result<SeenScan, Error> {
        let breaking = self.breaking(Engine::Scan, cancel)?;
        let (problem, capacity) = (self.problem(), self.capacity());
        let outlook = Outlook::new(problem, &breaking.cases, capacity, most_states, cancel)?;
        Ok(SeenScan { breaking, outlook })
    }

    fn estimate(&self, scrutiny: Scrutiny, cancel: &CancelToken) -> Result<f64, Cancelled> {
        let own;
        let searches = if self.has_hints() {
            self.hinted(cancel)?.1.as_slice()
        } else if self.is_board() {
            kept(&self.probed, || self.searches_to_probe(cancel))?
        } else {
            // Those of a large cover are not kept: they take memory, and few are looked at twice.
            own = self.searches_to_probe(cancel)?;
            &own
        };
        estimate_nodes(self.places(), searches, scrutiny, cancel)
    }

    fn searches_to_probe(&self, cancel: &CancelToken) -> Result<Vec<Search>, Cancelled> {
        let problem = self.problem();
        let order: Vec<ItemId> = match self.anchor {
            Anchor::None => Vec::new(),
            Anchor::Piece(piece) => vec![problem.pieces[piece]],
            Anchor::Auto => self.fewest_options().into_iter().collect(),
        };
        let cases =
            if order.is_empty() { vec![Case::whole(problem)] } else { split(problem, &order) };
        searches(problem, &cases, self.capacity(), cancel)
    }

    /// The item with the fewest options among those that must be used and can anchor; of several the one
    /// that does not depend on their order.
    fn fewest_options(&self) -> Option<ItemId> {
        let problem = self.problem();
        required_anchors(problem).min_by_key(|&item| {
            let options = problem.cover.options_with(item);
            (options.len(), place_of_all(self.places(), &options))
        })
    }
}
