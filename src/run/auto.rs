//! The choice of an engine: sweep while that looks cheaper than searching.
//!
//! Whether states merge shows only in merging them, and a sweep of a small puzzle is done before
//! anything could be estimated. So a run begins with a sweep. While it goes on, its whole is
//! foreseen from the part that is done: sweeps are slow to start, widest in the middle, and quick to
//! end. When that is more than a few milliseconds, the search tree is probed (Knuth's estimator),
//! and the cheaper of the two goes on. What a wrong start costs is a part of the better time.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rayon::ThreadPool;

use crate::cover::{Case, ItemId, Problem, cases as split};
use crate::engine::Stop;
use crate::engine::frontier::{FrontierError, Look, Watch};
use crate::engine::search::Capacity;
use crate::puzzle::Compiled;
use crate::puzzle::feasible::obstacles;
use crate::solution::Recording;

use super::driver::{Anchor, EngineKind, Listing, Part, RunError, Settings, run_with};
use super::ordered::{self, Drawing, draw};
use super::plain::{PlainRun, Sink, run_plain};
use super::plan::pool;
use super::probe::estimate_nodes;
use super::strategy::{Strategy, hinted, strategy, strategy_with};
use super::sweep::{SweepCount, required_anchors, sweep};

/// The part of a sweep's time that is behind it after a part of its levels, roughly. Of its states,
/// the pentominoes and tetrominoes in 8 x 10 had 0.4% behind them after a fifth of the levels, 7%
/// after a third, 54% after half, 89% after two thirds; smaller puzzles are further on sooner (the
/// pentominoes in 6 x 10: 3% after a quarter).
const COURSE: [(f64, f64); 8] = [
    (0.0, 0.0002),
    (0.1, 0.001),
    (0.2, 0.01),
    (0.33, 0.1),
    (0.5, 0.45),
    (0.65, 0.85),
    (0.8, 0.97),
    (1.0, 1.0),
];

/// Before so many states have been swept, about a quarter of a millisecond's worth, nothing can be
/// foreseen.
const FEW_STATES: u64 = 5_000;

/// A sweep that will be done within this time is let run: a look at the search would take as long.
const BRIEF_S: f64 = 0.008;

/// By how much a sweep must exceed the search to be broken off at once. Both figures are rough, and
/// that of the search errs on the low side: most of a tree is in few of its branches.
const CLEARLY: f64 = 6.0;

/// The same, when it has taken a part of the search's time already.
const PROBABLY: f64 = 3.5;

/// That part.
const SHARE: f64 = 0.25;

/// A sweep is broken off when it has taken so many times what the search would.
const MOST: f64 = 2.0;

/// A listing that is not in order takes another diagram, of a case: about so many times the time
/// of the sweep.
const DIAGRAM_COST: f64 = 2.0;

/// What a node of the search takes, in seconds, on the machine on which it was measured (logiq-5,
/// kanoodle, 6 x 10, tetris-cube: 49, 34, 45, 46 ns). What counts is only how this compares with a
/// sweep.
const NODE_S: f64 = 45e-9;

/// What a search takes before its first node: ranking anchors, laying out tables.
const SETUP_S: f64 = 0.004;

/// What part of a sweep's time is behind it after this part of its levels.
fn course(part: f64) -> f64 {
    let at = COURSE.windows(2).find(|ends| part <= ends[1].0).unwrap_or(&COURSE[6..]);
    let [(from, low), (to, high)] = [at[0], at[1]];
    low * (high / low).powf((part - from) / (to - from))
}

/// A choice, and why.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The engine.
    pub engine: EngineKind,
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
type Sweeping<'a> = &'a dyn Fn(&ThreadPool, Watch<'_>) -> Result<Swept, RunError>;

impl Choice {
    fn new(engine: EngineKind, why: String) -> Self {
        Self { engine, why, swept: None }
    }
}

/// What searching would take, as far as it was asked.
struct Judge<'a> {
    /// About how many nodes a search would visit.
    probe: &'a mut dyn FnMut() -> f64,
    threads: f64,
    /// No sweep may take more states than this.
    most_states: u64,
    begun: Instant,
    /// Time that went into estimating.
    estimating: Duration,
    /// Nodes and seconds of the search.
    estimate: Option<(f64, f64)>,
    /// The states of the sweep under way, and the last of its levels that was reached: batches
    /// begin at lower ones again.
    states: u64,
    furthest: usize,
    /// What the sweeps before it took, in seconds: of other cases, and of other symmetries.
    past_s: f64,
    /// The level at which the sweep was broken off, and how many there are.
    broken: Option<(usize, usize)>,
    /// Whether it was broken off only because it may not take more states.
    is_undecided: bool,
}

impl Judge<'_> {
    fn sweep_s(&self) -> f64 {
        self.begun.elapsed().saturating_sub(self.estimating).as_secs_f64()
    }

    /// Nodes and seconds of the search.
    fn estimate(&mut self) -> (f64, f64) {
        if let Some(estimate) = self.estimate {
            return estimate;
        }
        let begun = Instant::now();
        let nodes = (self.probe)();
        let search_s = SETUP_S + nodes * NODE_S / self.threads;
        let estimate = (nodes, search_s);
        self.estimating += begun.elapsed();
        self.estimate = Some(estimate);
        estimate
    }

    /// Whether the sweep should go on, when all sweeps so far took `done_s` seconds.
    fn look(&mut self, look: &Look, done_s: f64) -> ControlFlow<()> {
        if look.states < self.states {
            // States only grow in number, so this is another sweep.
            (self.past_s, self.furthest) = (done_s, 0);
        }
        self.states = look.states;
        self.furthest = self.furthest.max(look.level);
        let part = (self.furthest + 1) as f64 / look.levels as f64;
        let whole_s = self.past_s + (done_s - self.past_s) / course(part);
        if look.states < FEW_STATES || whole_s < BRIEF_S {
            return ControlFlow::Continue(());
        }
        let (_, search_s) = self.estimate();
        let is_worse = whole_s > CLEARLY * search_s
            || (done_s > SHARE * search_s && whole_s > PROBABLY * search_s)
            || done_s > MOST * search_s;
        self.is_undecided = !is_worse && look.states > self.most_states;
        if is_worse || self.is_undecided {
            self.broken = Some((look.level + 1, look.levels));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// In words.
    fn describe(&self) -> String {
        match self.estimate {
            Some((nodes, search_s)) => {
                format!("a search would visit about {} nodes in {}", rounded(nodes), time(search_s))
            }
            None => "done before a search could be weighed".to_owned(),
        }
    }
}

/// A number with two digits.
fn rounded(number: f64) -> String {
    if number < 1e4 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

/// A time in seconds, two digits or so.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 600.0 => format!("{s:.1} s"),
        s => format!("{:.1} hours", s / 3600.0),
    }
}

/// Chooses for a problem. `probe` says about how many nodes a search would visit, when it is asked.
fn choose(
    problem: &Problem,
    sweeping: Sweeping<'_>,
    probe: &mut dyn FnMut() -> f64,
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
        probe,
        threads: settings.threads.get() as f64,
        most_states,
        begun: Instant::now(),
        estimating: Duration::ZERO,
        estimate: None,
        states: 0,
        furthest: 0,
        past_s: 0.0,
        broken: None,
        is_undecided: false,
    };
    let watch = &mut |look: &Look| {
        if stop.is_requested() {
            return ControlFlow::Break(());
        }
        let done_s = judge.sweep_s();
        judge.look(look, done_s)
    };
    let swept = match sweeping(&pool, watch) {
        Ok(swept) => swept,
        Err(RunError::Frontier(FrontierError::Broken)) => {
            let at = judge
                .broken
                .map_or(String::new(), |(level, levels)| format!(" by level {level} of {levels}"));
            let why = format!("a sweep had {} states{at}, and {}", judge.states, judge.describe());
            let engine = if judge.is_undecided { EngineKind::Frontier } else { EngineKind::Search };
            return Ok(Choice::new(engine, why));
        }
        Err(RunError::Frontier(FrontierError::TooWide { bits, .. })) => {
            let why = format!("{bits} items are in play at once, too many for a sweep");
            return Ok(Choice::new(EngineKind::Search, why));
        }
        Err(RunError::Frontier(FrontierError::TooLarge { most_bytes })) => {
            let why = format!("the states do not fit {} MiB", most_bytes >> 20);
            return Ok(Choice::new(EngineKind::Search, why));
        }
        Err(error) => return Err(error),
    };
    let sweep_s = judge.sweep_s();
    let mut engine = EngineKind::Frontier;
    if settings.listing != Listing::None && matches!(swept, Swept::Count(_)) {
        // Both have to write the solutions; the sweep has shown how many there are.
        let (_, search_s) = judge.estimate();
        if sweep_s * DIAGRAM_COST > search_s {
            engine = EngineKind::Search;
        }
    }
    let states = swept.states();
    let why = format!("a sweep took {states} states in {}; {}", time(sweep_s), judge.describe());
    Ok(Choice { engine, why, swept: Some(swept) })
}

/// What is worked out for a puzzle once and may be of use twice.
struct Groundwork<'a> {
    compiled: &'a Compiled,
    anchor: &'a Anchor,
    capacity: OnceCell<Option<Capacity>>,
}

impl<'a> Groundwork<'a> {
    fn new(compiled: &'a Compiled, anchor: &'a Anchor) -> Self {
        Self { compiled, anchor, capacity: OnceCell::new() }
    }

    /// About how many nodes a search would visit. The anchor is the one that would be taken if
    /// that is clear, else the piece with the fewest options: ranking all would take longer than
    /// many a search.
    fn probe(&self) -> f64 {
        let problem = &self.compiled.problem;
        let order = match self.anchor {
            Anchor::None => Vec::new(),
            Anchor::Piece(piece) => vec![problem.pieces[*piece]],
            Anchor::Auto => match hinted(self.compiled) {
                none if none.is_empty() => fewest_options(problem).into_iter().collect(),
                hints => hints,
            },
        };
        let cases =
            if order.is_empty() { vec![Case::whole(problem)] } else { split(problem, &order) };
        let capacity = self.capacity.get_or_init(|| Capacity::new(problem));
        estimate_nodes(problem, &cases, capacity.as_ref())
    }

    fn advise(
        &self,
        settings: &Settings,
        most_states: u64,
        stop: &Stop,
    ) -> Result<Choice, RunError> {
        if !obstacles(self.compiled).is_empty() {
            let why = "there is no solution, which shows without a search".to_owned();
            return Ok(Choice::new(EngineKind::Search, why));
        }
        let sweep_cases = strategy(self.compiled, EngineKind::Frontier, self.anchor)?.cases;
        let problem = &self.compiled.problem;
        let sweeping = counting(problem, &sweep_cases, settings);
        choose(problem, &sweeping, &mut || self.probe(), settings, most_states, stop)
    }

    /// The same for a listing in order, which takes a diagram.
    fn advise_in_order(&self, settings: &Settings, stop: &Stop) -> Result<Choice, RunError> {
        let sweeping = |pool: &ThreadPool, watch: Watch<'_>| {
            let drawing = draw(self.compiled, settings, pool, watch)?;
            Ok(Swept::Drawing(Box::new(drawing)))
        };
        let problem = &self.compiled.problem;
        choose(problem, &sweeping, &mut || self.probe(), settings, u64::MAX, stop)
    }

    fn strategy(&mut self, engine: EngineKind) -> Result<Strategy, RunError> {
        match (engine, self.capacity.take()) {
            (EngineKind::Search, Some(capacity)) => {
                strategy_with(self.compiled, engine, self.anchor, capacity)
            }
            _ => strategy(self.compiled, engine, self.anchor),
        }
    }
}

/// Counting the solutions of some cases.
fn counting<'a>(
    problem: &'a Problem,
    cases: &'a [Case],
    settings: &'a Settings,
) -> impl Fn(&ThreadPool, Watch<'_>) -> Result<Swept, RunError> + 'a {
    move |pool, watch| {
        let count = sweep(problem, cases, pool, settings.memory_bytes, watch)?;
        Ok(Swept::Count(count))
    }
}

/// The item with the fewest options among those that must be used and can anchor.
fn fewest_options(problem: &Problem) -> Option<ItemId> {
    required_anchors(problem).min_by_key(|&item| problem.cover.options_with(item).len())
}

/// Runs a puzzle with the engine that suits it, and hands on what it lists; `say` is told which
/// engine, and why.
///
/// # Errors
/// As [`super::run_into`].
pub fn run_auto(
    compiled: &Compiled,
    settings: &Settings,
    stop: &Stop,
    recording: Option<Recording<'_>>,
    say: &mut dyn FnMut(&Choice),
) -> Result<Part, RunError> {
    let started = Instant::now();
    let mut groundwork = Groundwork::new(compiled, &settings.anchor);
    let choice = if ordered::is_possible(compiled, settings, recording) {
        groundwork.advise_in_order(settings, stop)?
    } else {
        groundwork.advise(settings, u64::MAX, stop)?
    };
    say(&choice);
    if let Some(Swept::Drawing(drawing)) = &choice.swept {
        let pool = pool(&compiled.problem, settings.threads)?;
        if let Some(mut part) = ordered::list(compiled, settings, drawing, &pool, recording)? {
            part.elapsed = started.elapsed();
            return Ok(part);
        }
    }
    let strategy = groundwork.strategy(choice.engine)?;
    let settings = Settings { engine: choice.engine, ..settings.clone() };
    let mut part = match (settings.listing, choice.swept) {
        (Listing::None, Some(Swept::Count(count))) => {
            Part::counted(compiled, &strategy, count, Vec::new())
        }
        _ => match run_with(compiled, &settings, strategy, stop, recording) {
            // What a sweep can do in batches, a diagram cannot.
            Err(RunError::Frontier(FrontierError::TooLarge { .. })) => {
                let settings = Settings { engine: EngineKind::Search, ..settings };
                let strategy = groundwork.strategy(EngineKind::Search)?;
                run_with(compiled, &settings, strategy, stop, recording)?
            }
            part => part?,
        },
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
    let mut probe = || match fallback {
        // A search that does not fit cannot be probed either.
        EngineKind::Links => f64::INFINITY,
        _ => estimate_nodes(problem, &whole, None),
    };
    let sweeping = counting(problem, &whole, settings);
    let mut choice = choose(problem, &sweeping, &mut probe, settings, u64::MAX, &Stop::default())?;
    if choice.engine == EngineKind::Search {
        choice.engine = fallback;
    }
    say(&choice);
    if let (None, Some(Swept::Count(count))) = (&sink, choice.swept) {
        return Ok(PlainRun::counted(count, started.elapsed()));
    }
    run_plain(problem, choice.engine, settings.threads, settings.memory_bytes, sink)
}

/// Which engine suits a puzzle, as far as that shows within so many states.
///
/// # Errors
/// As [`super::run_into`].
pub fn advise(
    compiled: &Compiled,
    settings: &Settings,
    most_states: u64,
    stop: &Stop,
) -> Result<Choice, RunError> {
    Groundwork::new(compiled, &settings.anchor).advise(settings, most_states, stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A judge who knows that a search would take a second.
    fn judge(probe: &mut dyn FnMut() -> f64) -> Judge<'_> {
        Judge {
            probe,
            threads: 1.0,
            most_states: u64::MAX,
            begun: Instant::now(),
            estimating: Duration::ZERO,
            estimate: Some((1e7, 1.0)),
            states: 0,
            furthest: 0,
            past_s: 0.0,
            broken: None,
            is_undecided: false,
        }
    }

    #[test]
    fn a_second_sweep_is_not_foreseen_from_the_time_of_the_first() {
        let look = |level, states| Look { level, levels: 100, states };
        let mut probe = || 1e7;
        let mut second = judge(&mut probe);
        assert!(second.look(&look(99, 1_000_000), 0.9).is_continue());
        assert!(second.look(&look(2, 6_000), 0.9001).is_continue());
        // A first sweep that has come no further in that time would take hours.
        let mut probe = || 1e7;
        assert!(judge(&mut probe).look(&look(2, 6_000), 0.9001).is_break());
    }

    #[test]
    fn a_batch_that_begins_at_a_low_level_is_foreseen_from_the_furthest_one() {
        let look = |level, states| Look { level, levels: 100, states };
        let mut probe = || 1e7;
        let mut judge = judge(&mut probe);
        assert!(judge.look(&look(60, 1_000_000), 0.9).is_continue());
        assert!(judge.look(&look(2, 1_006_000), 0.91).is_continue());
    }

    #[test]
    fn the_course_of_a_sweep_rises_from_nothing_to_all_of_it() {
        let parts: Vec<f64> = (0..=100).map(|part| course(f64::from(part) / 100.0)).collect();
        assert!(parts.windows(2).all(|pair| pair[0] < pair[1]), "{parts:?}");
        assert!((parts[50] - 0.45).abs() < 1e-9 && (parts[100] - 1.0).abs() < 1e-9);
    }
}
