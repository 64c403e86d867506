//! Estimates before a count: how many arrangements, how many nodes, how long?
//!
//! Probes of the search trees, each an unbiased guess, are averaged until a limit of time, number
//! or error is reached. Probes are numbered and each number has random numbers of its own, so a
//! seed and a number of probes give one result for any number of threads.
//!
//! A few small populations (see [`sampler`]) are first sent to the bottom, to learn the shape of
//! the trees: these *pilots* tell from which depth on the engine should search whole trees, and
//! how many nodes lie deeper than that at each depth. A tree of few nodes is simply searched.
//!
//! Where time is limited, each of these has a part of it. On trees of thousands of items no pilot may
//! come to the bottom in its part: then single random paths are what there is time for. A probe that
//! is still under way some time after the limit is given up, and counted as such.

pub(crate) mod interval;
pub(crate) mod sampler;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::time::Duration;

use crate::cancel::{CancelToken, Cancelled};
use crate::clock::Stopwatch;
use crate::cover::{Case, Problem};
use crate::engine::Capacity;
use crate::engine::Threads;

use crate::random::SplitMix;
use crate::solve::error::Error;
use crate::solve::pool::threads::threads_for;
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

/// The parts of the time after which the top of the trees is grown no further, the whole is not
/// searched any more, no pilot begins, and those under way are given up.
const TRUNK_UNTIL: f64 = 0.25;
const WHOLE_UNTIL: f64 = 0.5;
const PILOTS_BEGIN: f64 = 0.6;
const PILOTS_UNTIL: f64 = 0.75;

/// The part of the time beyond the limit that probes have which are under way, and what they have in
/// any case: to leave out the long ones would lower the estimate.
const GRACE: f64 = 0.125;
const LEAST_GRACE: Duration = Duration::from_millis(100);

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
#[non_exhaustive]
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
    /// How the trees were probed in the end.
    pub(crate) method: Method,
    /// How many probes were given up because they took too long.
    pub(crate) given_up: u64,
    /// The running estimate.
    pub(crate) history: Vec<Point>,
}

/// Estimates the number of solutions in some cases, every image counted, and the nodes of a
/// search for them. `progress` is told of the estimate now and then. Where it is cancelled, that
/// ends it as a limit of time does.
///
/// # Errors
/// When threads cannot be had, or it is cancelled before there is an estimate.
pub(crate) fn estimate(
    problem: &Problem,
    cases: &[Case],
    capacity: Option<&Capacity>,
    settings: &EstimateOptions,
    cancel: &CancelToken,
    progress: &mut (dyn FnMut(&Point, Duration) + Send),
) -> Result<Estimate, Error> {
    let limit = TimeLimit { started: Stopwatch::start(), time: settings.limits.time, cancel };
    let threads = threads_for(problem, settings.threads)?;
    threads.install(|| {
        let mut sampler = TreeSampler::new(problem, cases, capacity, cancel)?;
        sampler.grow_trunk(&limit.until(TRUNK_UNTIL));
        let whole = match settings.method {
            Method::Plain => None,
            Method::Population => sampler.prober(&limit.until(WHOLE_UNTIL)).exhaust(WHOLE_NODES),
        };
        let run = Probing { sampler: &sampler, settings, threads: &threads, limit: &limit };
        let mut estimate = match whole {
            Some(sample) => exactly(&sample),
            None => run.estimate(progress),
        };
        if estimate.probes == 0 && !estimate.exact {
            cancel.check()?;
        }
        estimate.nodes_per_s = run.rate(&estimate.depths);
        estimate.elapsed = limit.started.elapsed();
        Ok(estimate)
    })
}

/// How long an estimate may take.
struct TimeLimit<'a> {
    started: Stopwatch,
    time: Option<Duration>,
    cancel: &'a CancelToken,
}

impl TimeLimit<'_> {
    /// A token that is cancelled after this part of the time.
    fn until(&self, part: f64) -> CancelToken {
        self.time.map_or_else(|| self.cancel.child(), |time| self.after(time.mul_f64(part)))
    }

    /// A token that is cancelled after the time and some more.
    fn until_grace(&self) -> CancelToken {
        let grace = |time: Duration| time + time.mul_f64(GRACE).max(LEAST_GRACE);
        self.time.map_or_else(|| self.cancel.child(), |time| self.after(grace(time)))
    }

    fn after(&self, time: Duration) -> CancelToken {
        self.cancel.child_with_deadline(time.saturating_sub(self.started.elapsed()))
    }
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
        method: Method::Population,
        given_up: 0,
        history: Vec::new(),
    }
}

/// An estimate under way.
struct Probing<'a> {
    sampler: &'a TreeSampler,
    settings: &'a EstimateOptions,
    threads: &'a Threads,
    limit: &'a TimeLimit<'a>,
}

impl Probing<'_> {
    /// Estimates by the method that was asked for, or by plain probes where there is no time for it.
    fn estimate(&self, progress: &mut (dyn FnMut(&Point, Duration) + Send)) -> Estimate {
        let known = self.sampler.trunk_nodes();
        if self.settings.method == Method::Plain {
            return self.probe(Method::Plain, 0, progress).estimate(known, None);
        }
        let pilots = self.pilots();
        if pilots.solutions.count() == 0 {
            return self.probe(Method::Plain, 0, progress).estimate(known, None);
        }
        let leaf_depth = depth_of(&pilots.depths, LEAF_NODES);
        let main = self.probe(Method::Population, leaf_depth, progress);
        if main.solutions.count() == 0 {
            // Pilots are probes too.
            return ProbeSums { given_up: main.given_up, ..pilots }.estimate(known, None);
        }
        main.estimate(known, Some(pilots))
    }

    /// The random numbers of a probe. The main probes have even numbers, all else odd ones.
    fn random(&self, number: u64) -> SplitMix {
        SplitMix::of_series(self.settings.seed, number)
    }

    /// Probes with the numbers in a range, in parallel, which are added to what there is. After
    /// `begin` none begins but one; `end` is what they heed.
    fn batch(
        &self,
        sums: &mut ProbeSums,
        numbers: Range<u64>,
        (begin, end): (&CancelToken, &CancelToken),
        one: impl Fn(&mut Prober<'_>, u64) -> Result<Sample, Cancelled> + Sync,
    ) {
        let first = numbers.start;
        let probe = |prober: &mut Prober<'_>, number: u64| {
            (number == first || !begin.is_cancelled()).then(|| one(prober, number))
        };
        // Each share makes a prober of its own.
        let share = (numbers.end - first) / (8 * self.settings.threads.get() as u64) + 1;
        let shares: Vec<Range<u64>> = (numbers.start..numbers.end)
            .step_by(share as usize)
            .map(|from| from..numbers.end.min(from + share))
            .collect();
        let samples = self.threads.map(shares, |share| {
            let mut prober = self.sampler.prober(end);
            share.map(|number| probe(&mut prober, number)).collect::<Vec<_>>()
        });
        for sample in samples.into_iter().flatten().flatten() {
            match sample {
                Ok(sample) => sums.add(&sample),
                Err(Cancelled) => sums.given_up += 1,
            }
        }
    }

    /// Small populations that go all the way to the bottom.
    fn pilots(&self) -> ProbeSums {
        let mut sums = ProbeSums::new(self.sampler, Method::Population);
        let limits = (&self.limit.until(PILOTS_BEGIN), &self.limit.until(PILOTS_UNTIL));
        self.batch(&mut sums, 0..PILOTS, limits, |prober, number| {
            prober.pilot(&mut self.random(2 * number + 1))
        });
        sums
    }

    /// The main probes. Trees are searched whole from `leaf_depth` on.
    fn probe(
        &self,
        method: Method,
        leaf_depth: usize,
        progress: &mut (dyn FnMut(&Point, Duration) + Send),
    ) -> ProbeSums {
        let limits = self.settings.limits;
        let (begin, end) = (self.limit.until(1.0), self.limit.until_grace());
        let begun = Stopwatch::start();
        let mut sums = ProbeSums::new(self.sampler, method);
        let mut number = 0;
        loop {
            let most = limits.probes.map_or(u64::MAX, |probes| probes.saturating_sub(number));
            let size = (number / 4).clamp(method.batch(), 32 * method.batch()).min(most);
            self.batch(&mut sums, number..number + size, (&begin, &end), |prober, number| {
                let random = &mut self.random(2 * number);
                match method {
                    Method::Population => prober.population(leaf_depth, random),
                    Method::Plain => prober.dive(random),
                }
            });
            number += size;
            let point = sums.point();
            progress(&point, begun.elapsed());
            let is_precise = limits.error.is_some_and(|error| {
                point.probes >= LEAST_PROBES.max(method.batch())
                    && sums.solutions.hits() > 0
                    && point.total.relative_error() <= error
            });
            if size == most || is_precise || begin.is_cancelled() {
                return sums;
            }
        }
    }

    /// Nodes that one thread visits in a second, measured on trees drawn at random.
    fn rate(&self, depths: &[Figure]) -> f64 {
        let means: Vec<f64> = depths.iter().map(|depth| depth.estimate).collect();
        let depth = first_small(&means, RATE_NODES);
        let random = &mut self.random(u64::MAX);
        let until = self.limit.cancel.child_with_deadline(RATE_TIME);
        let (visited, time) = self.sampler.prober(&until).run_some(depth, random, RATE_TIME);
        if visited == 0 { 0.0 } else { visited as f64 / time.as_secs_f64().max(1e-9) }
    }
}

/// What the probes so far came to.
#[derive(Clone, Debug)]
struct ProbeSums {
    /// The most arrangements that one solution stands for.
    factor: f64,
    solutions: Moments,
    nodes: Moments,
    depths: Vec<Moments>,
    history: Vec<Point>,
    method: Method,
    given_up: u64,
}

impl ProbeSums {
    /// Nothing yet.
    fn new(sampler: &TreeSampler, method: Method) -> Self {
        Self {
            factor: sampler.largest_factor(),
            solutions: Moments::default(),
            nodes: Moments::default(),
            depths: Vec::new(),
            history: Vec::new(),
            method,
            given_up: 0,
        }
    }

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
        if self.solutions.is_rarely_hit() {
            // Every node could be a solution, for all that was seen.
            total.high = total.high.max(self.nodes.figure().high * self.factor);
        }
        Point { probes: self.solutions.count(), total }
    }

    /// The estimate. Depths that the probes did not tell apart are filled in from the pilots; of the
    /// first ones it is `known` how many nodes there are.
    fn estimate(mut self, known: &[f64], pilots: Option<Self>) -> Estimate {
        let last = self.point();
        if self.history.last().is_none_or(|point| point.probes < last.probes) {
            self.history.push(last);
        }
        let told = self.depths.len();
        let deeper = pilots.map_or(Vec::new(), |pilots| pilots.depths);
        let probed = self.depths.iter().chain(deeper.iter().skip(told)).map(Moments::figure);
        let exact = known.iter().copied().map(Figure::exact);
        let depths = exact.chain(probed.skip(known.len()));
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
            method: self.method,
            given_up: self.given_up,
            history: self.history,
        }
    }
}
