//! The choice of an engine: sweep while that looks cheaper than searching.
//!
//! Whether states merge shows only in merging them, and a sweep of a small puzzle is done before
//! anything could be estimated. So a run begins with a sweep. Once that has taken a moment, the
//! search tree is probed (Knuth's estimator), and the sweep goes on only while it has taken a small
//! part of what the search would take. What is lost where it is broken off is that part.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::cover::{Case, Problem};
use crate::engine::Stop;
use crate::engine::frontier::{FrontierError, Look};
use crate::engine::search::Capacity;
use crate::puzzle::Compiled;
use crate::puzzle::feasible::obstacles;
use crate::solution::Recording;

use super::driver::{EngineKind, Listing, Part, RunError, Settings, Strategy, run_into, strategy};
use super::plain::{PlainRun, Sink, run_plain};
use super::plan::pool;
use super::probe::estimate_nodes;
use super::sweep::{SweepCount, sweep};

/// So many states are swept before anything is estimated: about a millisecond's worth.
const STATES_BEFORE_ESTIMATE: u64 = 20_000;

/// The part of the search's time that a sweep may take while its levels grow.
const PATIENCE_GROWING: f64 = 0.4;

/// The part that it may take once half of the levels and the widest one are behind it. Estimates
/// of the search err on the low side: most of a tree is in few of its branches.
const PATIENCE_SHRINKING: f64 = 1.5;

/// A listing takes a diagram, which is built by one thread and keeps its edges: about so many
/// times the time of a sweep.
const DIAGRAM_COST: f64 = 3.0;

/// What a node of the search takes, in seconds, for each 64 options, on the machine on which it
/// was measured (logiq-5, kanoodle, tetris-cube: 17, 28, 64 words at 0.11, 0.26, 0.65 us). What
/// counts is only how this compares with a sweep.
const NODE_S_PER_WORD: f64 = 1.0e-8;

/// A choice, and why.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The engine.
    pub engine: EngineKind,
    /// Why, in a sentence.
    pub why: String,
    /// The count, where a sweep came to its end.
    count: Option<SweepCount>,
}

impl Choice {
    fn new(engine: EngineKind, why: String) -> Self {
        Self { engine, why, count: None }
    }
}

/// What searching would take, as far as it was asked.
struct Judge<'a> {
    problem: &'a Problem,
    search: &'a mut dyn FnMut() -> Result<(Vec<Case>, Option<Capacity>), RunError>,
    threads: NonZeroUsize,
    /// No sweep may take more states than this.
    most_states: u64,
    begun: Instant,
    /// Time that went into estimating.
    estimating: Duration,
    /// Nodes and seconds of the search.
    estimate: Option<(f64, f64)>,
    /// States of the sweep under way, and of its widest level.
    states: u64,
    widest: u64,
    failure: Option<RunError>,
    /// The level at which the sweep was broken off, and how many there are.
    broken: Option<(usize, usize)>,
}

impl Judge<'_> {
    fn sweep_s(&self) -> f64 {
        (self.begun.elapsed() - self.estimating).as_secs_f64()
    }

    fn estimate(&mut self) -> Result<(f64, f64), RunError> {
        if let Some(estimate) = self.estimate {
            return Ok(estimate);
        }
        let begun = Instant::now();
        let (cases, capacity) = (self.search)()?;
        let nodes = estimate_nodes(self.problem, &cases, capacity.as_ref());
        let words = self.problem.cover.option_count().div_ceil(64) as f64;
        let estimate = (nodes, nodes * words * NODE_S_PER_WORD / self.threads.get() as f64);
        self.estimating += begun.elapsed();
        self.estimate = Some(estimate);
        Ok(estimate)
    }

    /// Whether the sweep should go on.
    fn look(&mut self, look: &Look) -> ControlFlow<()> {
        self.states = look.states;
        self.widest = if look.level == 0 { look.here } else { self.widest.max(look.here) };
        if look.states < STATES_BEFORE_ESTIMATE {
            return ControlFlow::Continue(());
        }
        let search_s = match self.estimate() {
            Ok((_, search_s)) => search_s,
            Err(error) => {
                self.failure = Some(error);
                return ControlFlow::Break(());
            }
        };
        let shrinking = 2 * look.level > look.levels && look.here < self.widest;
        let patience = if shrinking { PATIENCE_SHRINKING } else { PATIENCE_GROWING };
        if self.sweep_s() > patience * search_s || look.states > self.most_states {
            self.broken = Some((look.level + 1, look.levels));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// In words.
    fn describe(&self) -> String {
        match self.estimate {
            Some((nodes, search_s)) => {
                format!("the search would visit about {nodes:.1e} nodes in about {search_s:.1e} s")
            }
            None => "too few for a search to be weighed".to_owned(),
        }
    }
}

/// Chooses for a problem. `sweep_cases` are the cases as a sweep would have them; `search` makes
/// those of a search, when they are asked for.
fn choose(
    problem: &Problem,
    sweep_cases: &[Case],
    search: &mut dyn FnMut() -> Result<(Vec<Case>, Option<Capacity>), RunError>,
    settings: &Settings,
    most_states: u64,
    stop: &Stop,
) -> Result<Choice, RunError> {
    if settings.limit.is_some() {
        let why = "the first solutions come soonest from a search".to_owned();
        return Ok(Choice::new(EngineKind::Search, why));
    }
    let pool = pool(problem, settings.threads)?;
    let mut judge = Judge {
        problem,
        search,
        threads: settings.threads,
        most_states,
        begun: Instant::now(),
        estimating: Duration::ZERO,
        estimate: None,
        states: 0,
        widest: 0,
        failure: None,
        broken: None,
    };
    let watch = &mut |look: &Look| {
        if stop.is_requested() { ControlFlow::Break(()) } else { judge.look(look) }
    };
    let swept = sweep(problem, sweep_cases, &pool, settings.memory_bytes, watch);
    if let Some(error) = judge.failure {
        return Err(error);
    }
    let count = match swept {
        Ok(count) => count,
        Err(FrontierError::Broken) => {
            let at = judge
                .broken
                .map_or(String::new(), |(level, levels)| format!(" by level {level} of {levels}"));
            let why =
                format!("the sweep had {} states{at}, and {}", judge.states, judge.describe());
            return Ok(Choice::new(EngineKind::Search, why));
        }
        Err(FrontierError::TooWide { bits, .. }) => {
            let why = format!("{bits} items are in play at once, too many for a sweep");
            return Ok(Choice::new(EngineKind::Search, why));
        }
        Err(error) => return Err(error.into()),
    };
    let states = count.report.total_states();
    let sweep_s = judge.sweep_s();
    let mut why =
        format!("the sweep took {states} states in {sweep_s:.1e} s; {}", judge.describe());
    let mut engine = EngineKind::Frontier;
    if settings.listing != Listing::None {
        // Both have to write the solutions; the sweep has shown how many there are.
        let (_, search_s) = judge.estimate()?;
        if sweep_s * DIAGRAM_COST * settings.threads.get() as f64 > search_s {
            engine = EngineKind::Search;
        }
        why = format!("the sweep took {states} states in {sweep_s:.1e} s; {}", judge.describe());
    }
    Ok(Choice { engine, why, count: Some(count) })
}

/// Runs a puzzle with the engine that suits it, and hands on what it lists; `say` is told which
/// engine, and why.
///
/// # Errors
/// As [`run_into`].
pub fn run_auto(
    compiled: &Compiled,
    settings: &Settings,
    stop: &Stop,
    recording: Option<Recording<'_>>,
    say: &mut dyn FnMut(&Choice),
) -> Result<Part, RunError> {
    let started = Instant::now();
    let choice = advise(compiled, settings, u64::MAX, stop)?;
    say(&choice);
    if settings.listing == Listing::None
        && let Some(count) = choice.count
    {
        let Strategy { cases, anchors, .. } =
            strategy(compiled, EngineKind::Frontier, &settings.anchor)?;
        let names = anchors.iter().map(|&p| compiled.puzzle.pieces[p].name.clone()).collect();
        return Ok(Part::counted(
            compiled,
            names,
            cases.len(),
            count,
            Vec::new(),
            started.elapsed(),
        ));
    }
    let settings = Settings { engine: choice.engine, ..settings.clone() };
    let mut part = match run_into(compiled, &settings, stop, recording) {
        // What a sweep can do in batches, a diagram cannot.
        Err(RunError::Frontier(FrontierError::TooLarge { .. })) => {
            // It was refused before it met a solution, so nothing is recorded twice.
            let settings = Settings { engine: EngineKind::Search, ..settings };
            run_into(compiled, &settings, stop, recording)?
        }
        part => part?,
    };
    part.elapsed = started.elapsed();
    Ok(part)
}

/// Counts the solutions of a cover that is no puzzle, or hands each to `sink`, with the engine
/// that suits it; `say` is told which, and why. Where a search would not fit the memory, `fallback`
/// stands in for it.
///
/// # Errors
/// As [`run_plain`].
pub fn run_plain_auto(
    problem: &Problem,
    settings: &Settings,
    fallback: EngineKind,
    sink: Option<Sink<'_>>,
    say: &mut dyn FnMut(&Choice),
) -> Result<PlainRun, RunError> {
    let started = Instant::now();
    let whole = [Case::whole(problem)];
    let mut search = || Ok((whole.to_vec(), None));
    let mut choice = choose(problem, &whole, &mut search, settings, u64::MAX, &Stop::default())?;
    if choice.engine == EngineKind::Search {
        choice.engine = fallback;
    }
    say(&choice);
    if let (None, Some(count)) = (&sink, choice.count) {
        return Ok(PlainRun::counted(count, started.elapsed()));
    }
    run_plain(problem, choice.engine, settings.threads, settings.memory_bytes, sink)
}

/// Which engine suits a puzzle, as far as that shows within so many states.
///
/// # Errors
/// As [`run_into`].
pub fn advise(
    compiled: &Compiled,
    settings: &Settings,
    most_states: u64,
    stop: &Stop,
) -> Result<Choice, RunError> {
    if !obstacles(compiled).is_empty() {
        let why = "there is no solution, which shows without a search".to_owned();
        return Ok(Choice::new(EngineKind::Search, why));
    }
    let sweep_cases = strategy(compiled, EngineKind::Frontier, &settings.anchor)?.cases;
    let mut search = || {
        let Strategy { cases, capacity, .. } =
            strategy(compiled, EngineKind::Search, &settings.anchor)?;
        Ok((cases, capacity))
    };
    choose(&compiled.problem, &sweep_cases, &mut search, settings, most_states, stop)
}
