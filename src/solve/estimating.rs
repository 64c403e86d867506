//! Estimates of a solver's subject.

use std::time::Duration;

use crate::clock::{Clock, SystemClock};
use crate::engine::search::Search;

use super::error::Error;
use super::estimate::sampler::TreeSampler;
use super::estimate::{Estimate, EstimateOptions, Limits, Method, Point, estimate};
use super::solver::Solver;

/// How many probes stand for a time where there is no clock.
const PROBES_WITHOUT_CLOCK: u64 = 1000;

impl Solver {
    /// Estimates in about this much time how many arrangements there are, and how many nodes a search
    /// would have. A small search tree is gone through whole, and the figures are then exact. On
    /// WebAssembly, where there is no clock, it makes a thousand probes instead. Where it is cancelled,
    /// or the solver comes to its deadline, the estimate is what there is by then.
    ///
    /// # Errors
    /// When the anchor cannot be, the search does not fit the memory, threads cannot be had, or it is
    /// cancelled before there is an estimate.
    pub fn estimate_for(&self, time: Duration, seed: u64) -> Result<Estimate, Error> {
        if SystemClock::new().is_running() {
            self.estimate_within(Limits { time: Some(time), ..Limits::default() }, seed)
        } else {
            self.estimate_by(PROBES_WITHOUT_CLOCK, seed)
        }
    }

    /// Estimates the same with this many probes. The figures are the same wherever the seed is, for
    /// any number of threads.
    ///
    /// # Errors
    /// As [`Self::estimate_for`].
    pub fn estimate_by(&self, probes: u64, seed: u64) -> Result<Estimate, Error> {
        self.estimate_within(Limits { probes: Some(probes.max(1)), ..Limits::default() }, seed)
    }

    fn estimate_within(&self, limits: Limits, seed: u64) -> Result<Estimate, Error> {
        let (method, threads) = (Method::Population, self.options().threads);
        let options = EstimateOptions { method, limits, seed, threads };
        self.estimate_with(&options, &mut |_, _| ())
    }

    /// Estimates the number of arrangements and the nodes of a search, by probes of the tree that
    /// the engine search would visit; `progress` is told of the estimate now and then.
    ///
    /// # Errors
    /// As [`Self::estimate_for`].
    pub(crate) fn estimate_with(
        &self,
        options: &EstimateOptions,
        progress: &mut (dyn FnMut(&Point, Duration) + Send),
    ) -> Result<Estimate, Error> {
        let (subject, analysis) = (self.subject(), self.analysis());
        let cancel = self.cancel();
        let mut cases = analysis.search_breaking(cancel)?.cases;
        if !subject.infeasibility().is_empty() {
            cases.clear();
        }
        let problem = subject.problem();
        let threads = options.threads.get() as u64;
        let bytes = Search::bytes(&problem.cover).saturating_mul(threads + 1);
        let needed_bytes = bytes.saturating_add(TreeSampler::worker_bytes() * threads);
        let most_bytes = self.options().memory_bytes;
        // The tables of a puzzle are small, and part of what the program takes for itself.
        if subject.puzzle().is_none() && needed_bytes > most_bytes {
            let what = format!("an estimate of {}", subject.name());
            return Err(Error::Memory { what, needed_bytes, most_bytes });
        }
        estimate(problem, &cases, analysis.capacity(), options, cancel, progress)
    }
}
