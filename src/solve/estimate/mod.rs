//! Estimates before a count: how many arrangements, how many nodes, how long?
//!
//! Probes of the search trees, each an unbiased guess, are averaged until a limit of time, number
//! or error is reached. Probes are numbered and each number has random numbers of its own, so a
//! seed and a number of probes give one result for any number of threads.
//!
//! A few small populations (see [`sampler`]) are first sent to the bottom, to learn the shape of
//! the trees: these *pilots* tell from which depth on the engine should search whole trees, and
//! how many nodes lie deeper than that at each depth. A tree of few nodes is simply searched.

pub(crate) mod interval;
pub(crate) mod sampler;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::time::Duration;

use crate::clock::Stopwatch;
use crate::cover::{Case, Problem};
use crate::engine::Threads;
use crate::engine::search::Capacity;

use crate::solve::error::Error;
use crate::solve::pool::threads::threads_for;
use crate::solve::random::SplitMix;
use interval::{Figure, Moments};
use sampler::{Prober, Sample, TreeSampler};

/// Trees of no more nodes than this are searched whole: that takes a tenth of a second or so.
const WHOLE_NODES: u64 = 100_000;

/// How many small populations are sent to the bottom first.
const PILOTS: u64 = 16;

/// The trees below a population are searched whole where they have this many nodes on average.
const LEAF_NODES: f64 = 150.0;

/// The node rate is measured on trees of about this many nodes, for this long.
const RATE_NODES: f64 = 2000.0;
const RATE_TIME: Duration = Duration::from_millis(200);

/// An error below the limit ends the run only after this many probes: the intervals of fewer are not
/// to be trusted with that.
const LEAST_PROBES: u64 = 40;

/// How the trees are probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// By populations of partial solutions.
    Population,
    /// By single random paths: Knuth's way, the base line.
    Plain,
}

impl Method {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Population => "population",
            Self::Plain => "plain",
        }
    }

    /// How many probes the first batch has. A limit is looked at after each batch.
    fn batch(self) -> u64 {
        match self {
            Self::Population => 8,
            Self::Plain => 4096,
        }
    }
}

/// When to stop: at the first limit that is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Limits {
    /// After this many probes.
    pub probes: Option<u64>,
    /// After this much time.
    pub time: Option<Duration>,
    /// When half the width of the interval of the count is this share of the estimate.
    pub error: Option<f64>,
}

/// How to estimate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EstimateOptions {
    /// How the trees are probed.
    pub method: Method,
    /// When to stop; without any limit it goes on for ever.
    pub limits: Limits,
    /// Where the random numbers begin.
    pub seed: u64,
    /// How many threads work.
    pub threads: NonZeroUsize,
}

/// The estimate after some probes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// How many.
    pub probes: u64,
    /// The number of arrangements.
    pub total: Figure,
}

/// What an estimate came to.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The number of arrangements.
    pub total: Figure,
    /// The number of nodes.
    pub nodes: Figure,
    /// The number of nodes at each depth.
    pub depths: Vec<Figure>,
    /// Whether the whole tree was searched, so that all of these are exact.
    pub exact: bool,
    /// How many probes there were, pilots not counted.
    pub probes: u64,
    /// How many of them reached a solution.
    pub hits: u64,
    /// The share of the largest probe in the sum.
    pub largest_share: f64,
    /// How many equal probes would make as precise an estimate.
    pub effective_probes: f64,
    /// Nodes that one thread visits in a second in a search; zero if there was nothing to search.
    pub nodes_per_s: f64,
    /// Time for everything.
    pub elapsed: Duration,
    /// The running estimate.
    pub history: Vec<Point>,
}

/// Estimates the number of solutions in some cases, every image counted, and the nodes of a
/// search for them. `progress` is told of the estimate now and then.
///
/// # Errors
/// When threads cannot be had.
pub(crate) fn estimate(
    problem: &Problem,
    cases: &[Case],
    capacity: Option<&Capacity>,
    settings: &EstimateOptions,
    progress: &mut (dyn FnMut(&Point, Duration) + Send),
) -> Result<Estimate, Error> {
    let started = Stopwatch::start();
    let threads = threads_for(problem, settings.threads)?;
    threads.install(|| {
        let sampler = TreeSampler::new(problem, cases, capacity);
        let mut run =
            Probing { sampler: &sampler, settings, threads: &threads, started, leaf_depth: 0 };
        let mut estimate = if settings.method == Method::Plain {
            let main = run.probe(progress);
            main.estimate(None)
        } else if let Some(sample) = sampler.prober().exhaust(WHOLE_NODES) {
            exactly(&sample)
        } else {
            let pilots = run.pilots();
            run.leaf_depth = depth_of(&pilots.depths, LEAF_NODES);
            let main = run.probe(progress);
            main.estimate(Some(pilots))
        };
        estimate.nodes_per_s = run.rate(&estimate.depths);
        estimate.elapsed = started.elapsed();
        Ok(estimate)
    })
}

/// The first depth below whose nodes lie no more than this many nodes each, on average.
fn depth_of(depths: &[Moments], most: f64) -> usize {
    let means: Vec<f64> = depths.iter().map(|depth| depth.figure().estimate).collect();
    first_small(&means, most)
}

fn first_small(nodes: &[f64], most: f64) -> usize {
    let small = |&depth: &usize| nodes[depth..].iter().sum::<f64>() <= most * nodes[depth];
    (0..nodes.len()).find(small).unwrap_or(0)
}

fn exactly(sample: &Sample) -> Estimate {
    Estimate {
        total: Figure::exact(sample.solutions),
        nodes: Figure::exact(sample.all_nodes()),
        depths: sample.nodes.iter().copied().map(Figure::exact).collect(),
        exact: true,
        probes: 0,
        hits: 0,
        largest_share: 0.0,
        effective_probes: 0.0,
        nodes_per_s: 0.0,
        elapsed: Duration::ZERO,
        history: Vec::new(),
    }
}

/// An estimate under way.
struct Probing<'a> {
    sampler: &'a TreeSampler,
    settings: &'a EstimateOptions,
    threads: &'a Threads,
    started: Stopwatch,
    /// The depth from which on whole trees are searched.
    leaf_depth: usize,
}

impl Probing<'_> {
    fn is_late(&self) -> bool {
        self.settings.limits.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// The random numbers of a probe. The main probes have even numbers, all else odd ones.
    fn random(&self, number: u64) -> SplitMix {
        SplitMix::of_series(self.settings.seed, number)
    }

    /// Probes with the numbers in a range, in parallel. Past the deadline none begins but one.
    fn batch(
        &self,
        numbers: Range<u64>,
        one: impl Fn(&mut Prober<'_>, u64) -> Sample + Sync,
    ) -> Vec<Sample> {
        let first = numbers.start;
        let probe = |prober: &mut Prober<'_>, number: u64| {
            (number == first || !self.is_late()).then(|| one(prober, number))
        };
        // Each share makes a prober of its own.
        let share = (numbers.end - first) / (8 * self.settings.threads.get() as u64) + 1;
        let shares: Vec<Range<u64>> = (numbers.start..numbers.end)
            .step_by(share as usize)
            .map(|from| from..numbers.end.min(from + share))
            .collect();
        let samples = self.threads.map(shares, |share| {
            let mut prober = self.sampler.prober();
            share.map(|number| probe(&mut prober, number)).collect::<Vec<_>>()
        });
        samples.into_iter().flatten().flatten().collect()
    }

    /// Small populations that go all the way to the bottom.
    fn pilots(&self) -> ProbeSums {
        let mut gathered =
            ProbeSums { factor: self.sampler.largest_factor(), ..ProbeSums::default() };
        for sample in
            self.batch(0..PILOTS, |prober, number| prober.pilot(&mut self.random(2 * number + 1)))
        {
            gathered.add(&sample);
        }
        gathered
    }

    /// The main probes.
    fn probe(&self, progress: &mut (dyn FnMut(&Point, Duration) + Send)) -> ProbeSums {
        let EstimateOptions { method, limits, .. } = self.settings;
        let begun = Stopwatch::start();
        let mut gathered =
            ProbeSums { factor: self.sampler.largest_factor(), ..ProbeSums::default() };
        let mut number = 0;
        loop {
            let most = limits.probes.map_or(u64::MAX, |probes| probes.saturating_sub(number));
            let size = (number / 4).clamp(method.batch(), 32 * method.batch()).min(most);
            for sample in self.batch(number..number + size, |prober, number| {
                let random = &mut self.random(2 * number);
                match method {
                    Method::Population => prober.population(self.leaf_depth, random),
                    Method::Plain => prober.dive(random),
                }
            }) {
                gathered.add(&sample);
            }
            number += size;
            let point = gathered.point();
            progress(&point, begun.elapsed());
            let is_precise = limits.error.is_some_and(|error| {
                point.probes >= LEAST_PROBES.max(method.batch())
                    && gathered.solutions.hits() > 0
                    && point.total.relative_error() <= error
            });
            if size == most || is_precise || self.is_late() {
                return gathered;
            }
        }
    }

    /// Nodes that one thread visits in a second, measured on trees drawn at random.
    fn rate(&self, depths: &[Figure]) -> f64 {
        let means: Vec<f64> = depths.iter().map(|depth| depth.estimate).collect();
        let depth = first_small(&means, RATE_NODES);
        let random = &mut self.random(u64::MAX);
        let (visited, time) = self.sampler.prober().run_some(depth, random, RATE_TIME);
        if visited == 0 { 0.0 } else { visited as f64 / time.as_secs_f64().max(1e-9) }
    }
}

/// What the probes so far came to.
#[derive(Clone, Debug, Default)]
struct ProbeSums {
    /// The most arrangements that one solution stands for.
    factor: f64,
    solutions: Moments,
    nodes: Moments,
    depths: Vec<Moments>,
    history: Vec<Point>,
}

impl ProbeSums {
    fn add(&mut self, sample: &Sample) {
        let before = self.nodes.count();
        self.solutions.add(sample.solutions);
        self.nodes.add(sample.all_nodes());
        let depths = self.depths.len().max(sample.nodes.len());
        self.depths.resize(depths, Moments::zeros(before));
        for (depth, moments) in self.depths.iter_mut().enumerate() {
            moments.add(sample.nodes.get(depth).copied().unwrap_or(0.0));
        }
        // One point for each step of a fiftieth.
        let last = self.history.last().map_or(0, |point| point.probes);
        if before >= 2 && before + 1 > last + last / 50 {
            self.history.push(self.point());
        }
    }

    fn point(&self) -> Point {
        let mut total = self.solutions.figure();
        if self.solutions.hits() == 0 {
            // Every node could be a solution, for all that was seen.
            total.high = self.nodes.figure().high * self.factor;
        }
        Point { probes: self.solutions.count(), total }
    }

    /// The estimate. Depths that the probes did not tell apart are filled in from the pilots.
    fn estimate(mut self, pilots: Option<Self>) -> Estimate {
        let last = self.point();
        if self.history.last().is_none_or(|point| point.probes < last.probes) {
            self.history.push(last);
        }
        let told = self.depths.len();
        let deeper = pilots.map_or(Vec::new(), |pilots| pilots.depths);
        let depths = self.depths.iter().chain(deeper.iter().skip(told)).map(Moments::figure);
        Estimate {
            total: last.total,
            nodes: self.nodes.figure(),
            depths: depths.collect(),
            exact: false,
            probes: self.solutions.count(),
            hits: self.solutions.hits(),
            largest_share: self.solutions.largest_share(),
            effective_probes: self.solutions.effective(),
            nodes_per_s: 0.0,
            elapsed: Duration::ZERO,
            history: self.history,
        }
    }
}
