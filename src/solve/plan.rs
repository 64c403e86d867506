//! The choice of an engine: sweep while that looks cheaper than searching.
//!
//! Whether states merge shows only in merging them, and a sweep of a small puzzle is done before
//! anything could be estimated. So a run begins with a sweep. While it goes on, its whole is
//! foreseen from the part that is done: sweeps are slow to start, widest in the middle, and quick to
//! end. When that is more than a few milliseconds, the search tree is probed (Knuth's estimator),
//! and the cheaper of the two goes on. What a wrong start costs is a part of the better time.

use std::time::Instant;

use crate::engine::Threads;

use crate::cover::{Case, Problem};
use crate::engine::frontier::{FrontierError, OnProgress, SweepProgress};
use crate::puzzle::Compiled;
use crate::puzzle::infeasibility::infeasibility;
use crate::solution::RecordSink;

use super::analysis::Analysis;
use crate::durable::checkpoint::Journal;
use crate::solve::analysis::probe::{estimate_nodes, searches};
use crate::solve::analysis::symmetry::strategy;
use crate::solve::cost::{CostModel, describe_search, search_s, time};
use crate::solve::count::{SweepCount, sweep};
use crate::solve::enumerate::sorted::{self, Drawing, draw};
use crate::solve::execute::{Part, counted, run_into, run_with};
use crate::solve::observer::Control;
use crate::solve::options::{Engine, Options, OutputMode, RunError};
use crate::solve::plain::{PlainRun, Sink, run_plain};
use crate::solve::task::pool;

/// A listing that is not in order takes another diagram, of a case: about so many times the time
/// of the sweep.
const DIAGRAM_COST: f64 = 2.0;

/// Where the file of a puzzle names the pieces to anchor, somebody has measured searches of it; one
/// that seems to be done within this time is not held up by trying a sweep.
const SOON_S: f64 = 0.1;

/// A choice, and why.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The engine.
    pub engine: Engine,
    /// Why, in a sentence.
    pub why: String,
    /// What a sweep came to, where it came to its end.
    swept: Option<Swept>,
}

/// What a sweep leaves.
#[derive(Clone, Debug)]
enum Swept {
    /// The count.
    Count(SweepCount),
    /// A diagram to list from.
    Drawing(Box<Drawing>),
}

impl Swept {
    /// The number of states.
    fn states(&self) -> u64 {
        match self {
            Self::Count(count) => count.report.total_states(),
            Self::Drawing(drawing) => drawing.states(),
        }
    }
}

/// Sweeps on some threads, with somebody who watches.
type Sweeping<'a> = &'a dyn Fn(&Threads, OnProgress<'_>) -> Result<Swept, RunError>;

impl Choice {
    fn new(engine: Engine, why: String) -> Self {
        Self { engine, why, swept: None }
    }
}

/// Chooses for a problem. `probe` says about how many nodes a search would visit, when it is asked.
fn choose(
    problem: &Problem,
    sweeping: Sweeping<'_>,
    probe: &mut dyn FnMut() -> f64,
    settings: &Options,
    most_states: u64,
    control: Control<'_>,
) -> Result<Choice, RunError> {
    if settings.limit.is_some() {
        let why = "the first solutions come soonest from a search".to_owned();
        return Ok(Choice::new(Engine::Search, why));
    }
    let pool = pool(problem, settings.threads)?;
    let mut judge = CostModel::new(probe, settings.threads.get(), most_states);
    let watch = &mut |look: &SweepProgress| {
        control.watch(look)?;
        let done_s = judge.sweep_s();
        judge.look(look, done_s)
    };
    let swept = match sweeping(&pool, watch) {
        Ok(swept) => swept,
        Err(RunError::Frontier(FrontierError::Cancelled)) => {
            let why = judge.describe_break();
            let engine = if judge.is_undecided() { Engine::Frontier } else { Engine::Search };
            return Ok(Choice::new(engine, why));
        }
        Err(RunError::Frontier(FrontierError::TooWide { bits, .. })) => {
            let why = format!("{bits} items are in play at once, too many for a sweep");
            return Ok(Choice::new(Engine::Search, why));
        }
        Err(RunError::Frontier(FrontierError::TooLarge { most_bytes })) => {
            let why = format!("the states do not fit {} MiB", most_bytes >> 20);
            return Ok(Choice::new(Engine::Search, why));
        }
        Err(error) => return Err(error),
    };
    let sweep_s = judge.sweep_s();
    let mut engine = Engine::Frontier;
    if settings.listing != OutputMode::None && matches!(swept, Swept::Count(_)) {
        // Both have to write the solutions; the sweep has shown how many there are.
        let (_, search_s) = judge.estimate();
        if sweep_s * DIAGRAM_COST > search_s {
            engine = Engine::Search;
        }
    }
    let states = swept.states();
    let why = format!("a sweep took {states} states in {}; {}", time(sweep_s), judge.describe());
    Ok(Choice { engine, why, swept: Some(swept) })
}

impl Analysis<'_> {
    /// A search that is done before a sweep could be weighed, where the puzzle names its anchors.
    fn short_search(&self, settings: &Options) -> Option<Choice> {
        if !self.has_hints() {
            return None;
        }
        let nodes = self.probe();
        let search_s = search_s(nodes, settings.threads.get());
        let search = describe_search(nodes, search_s);
        let why = format!("the puzzle names its anchors, and {search}");
        (search_s < SOON_S).then(|| Choice::new(Engine::Search, why))
    }

    fn advise(
        &self,
        settings: &Options,
        most_states: u64,
        control: Control<'_>,
    ) -> Result<Choice, RunError> {
        if !infeasibility(self.compiled()).is_empty() {
            let why = "there is no solution, which shows without a search".to_owned();
            return Ok(Choice::new(Engine::Search, why));
        }
        if let Some(choice) = self.short_search(settings) {
            return Ok(choice);
        }
        let sweep_cases = strategy(self.compiled(), Engine::Frontier, self.anchor())?.cases;
        let problem = &self.compiled().problem;
        let sweeping = counting(problem, &sweep_cases, settings);
        choose(problem, &sweeping, &mut || self.probe(), settings, most_states, control)
    }

    /// The same for a listing in order, which takes a diagram.
    fn advise_in_order(
        &self,
        settings: &Options,
        control: Control<'_>,
    ) -> Result<Choice, RunError> {
        if let Some(choice) = self.short_search(settings) {
            return Ok(choice);
        }
        let sweeping = |pool: &Threads, watch: OnProgress<'_>| {
            let drawing = draw(self.compiled(), settings, pool, watch)?;
            Ok(Swept::Drawing(Box::new(drawing)))
        };
        let problem = &self.compiled().problem;
        choose(problem, &sweeping, &mut || self.probe(), settings, u64::MAX, control)
    }
}

/// Counting the solutions of some cases.
fn counting<'a>(
    problem: &'a Problem,
    cases: &'a [Case],
    settings: &'a Options,
) -> impl Fn(&Threads, OnProgress<'_>) -> Result<Swept, RunError> + 'a {
    move |pool, watch| {
        let count = sweep(problem, cases, pool, settings.memory_bytes, watch)?;
        Ok(Swept::Count(count))
    }
}

/// Runs a puzzle with the engine that suits it, and hands on what it lists; `say` is told which
/// engine, and why.
///
/// # Errors
/// As [`super::run_into`].
pub fn run_auto<'a>(
    mut analysis: Analysis<'_>,
    settings: &Options,
    control: impl Into<Control<'a>>,
    record_sink: Option<RecordSink<'_>>,
    say: &mut dyn FnMut(&Choice),
) -> Result<Part, RunError> {
    let (started, control) = (Instant::now(), control.into());
    let compiled = analysis.compiled();
    let engine_of = |journal: &Journal| journal.engine_of(&compiled.puzzle.name);
    if let Some(name) = control.journal.and_then(engine_of)
        && let Some(engine) = Engine::named(&name)
    {
        say(&Choice::new(engine, "that is how the journal goes on".to_owned()));
        let settings = Options { engine, ..settings.clone() };
        return run_into(compiled, &settings, control, record_sink);
    }
    let choice = if sorted::is_possible(compiled, settings, control, record_sink) {
        analysis.advise_in_order(settings, control)?
    } else {
        analysis.advise(settings, u64::MAX, control)?
    };
    say(&choice);
    if let Some(Swept::Drawing(drawing)) = &choice.swept {
        let pool = pool(&compiled.problem, settings.threads)?;
        if let Some(mut part) =
            sorted::list(compiled, settings, drawing, &pool, control, record_sink)?
        {
            part.elapsed = analysis.elapsed() + started.elapsed();
            return Ok(part);
        }
    }
    let (strategy, planned) = analysis.strategy(choice.engine)?;
    let settings = Options { engine: choice.engine, ..settings.clone() };
    let mut part = match (settings.listing, choice.swept) {
        (OutputMode::None, Some(Swept::Count(count))) => {
            counted(compiled, &settings, &strategy, control, Vec::new(), || Ok(count))?
        }
        _ => match run_with(compiled, &settings, (strategy, planned), control, record_sink) {
            // What a sweep can do in batches, a diagram cannot.
            Err(RunError::Frontier(FrontierError::TooLarge { .. })) => {
                let settings = Options { engine: Engine::Search, ..settings };
                let planned = analysis.strategy(Engine::Search)?;
                run_with(compiled, &settings, planned, control, record_sink)?
            }
            part => part?,
        },
    };
    part.elapsed = part.earlier + analysis.elapsed() + started.elapsed();
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
    settings: &Options,
    fallback: Engine,
    control: Control<'_>,
    sink: Option<Sink<'_>>,
    say: &mut dyn FnMut(&Choice),
) -> Result<PlainRun, RunError> {
    let started = Instant::now();
    let whole = [Case::whole(problem)];
    let mut probe = || match fallback {
        // A search that does not fit cannot be probed either.
        Engine::Links => f64::INFINITY,
        _ => estimate_nodes(&searches(problem, &whole, None)),
    };
    let sweeping = counting(problem, &whole, settings);
    let mut choice = choose(problem, &sweeping, &mut probe, settings, u64::MAX, control)?;
    if choice.engine == Engine::Search {
        choice.engine = fallback;
    }
    say(&choice);
    if let (None, Some(Swept::Count(count))) = (&sink, choice.swept) {
        return Ok(PlainRun::counted(count, started.elapsed()));
    }
    let Options { threads, memory_bytes, .. } = *settings;
    run_plain(problem, choice.engine, (threads, memory_bytes), control, sink)
}

/// Which engine suits a puzzle, as far as that shows within so many states.
///
/// # Errors
/// As [`super::run_into`].
pub fn advise<'a>(
    compiled: &Compiled,
    settings: &Options,
    most_states: u64,
    control: impl Into<Control<'a>>,
) -> Result<Choice, RunError> {
    Analysis::new(compiled, &settings.anchor).advise(settings, most_states, control.into())
}
