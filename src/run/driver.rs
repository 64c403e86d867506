//! The driver: plans a run, lets threads steal its tasks, and gathers their tallies.
//!
//! The threads of a rayon pool take tasks from one schedule, and those that run out of them are
//! given parts of what others are at. Each thread keeps tallies of its own, which are added up at
//! the end, so that the hot loops share nothing. The result is the same for any number of threads.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use rayon::BroadcastContext;

use crate::engine::frontier::Look;
use crate::engine::{Stop, Worker};
use crate::puzzle::Compiled;
use crate::puzzle::feasible::obstacles;
use crate::solution::{Painter, Record, Recording, Sorted, Sorter};

use super::listing::{Limit, Lister};
use super::ordered;
use super::plan::{AnyWorker, Task, pool, prepare, tasks};
use super::schedule::Schedule;
use super::settings::{Anchor, EngineKind, Listing, RunError, Settings};
use super::strategy::{Strategy, strategy};
use super::sweep::{SweepCount, SweepReport, sweep};
use super::tally::{Counter, Tally};

/// The result for one puzzle.
#[derive(Clone, Debug)]
pub struct Part {
    /// The puzzle's name.
    pub name: String,
    /// The engine that searched.
    pub engine: EngineKind,
    /// The names of the pieces that were anchored, in the order of the cases.
    pub anchors: Vec<String>,
    /// The number of cases.
    pub cases: usize,
    /// Counts and nodes, and the lines where they are kept in memory.
    pub tally: Tally,
    /// The length of a line.
    pub line_len: usize,
    /// Whether a fingerprint was taken.
    pub has_fingerprint: bool,
    /// Whether these are all the solutions.
    pub complete: bool,
    /// From the compiled puzzle to the last solution.
    pub elapsed: Duration,
    /// Time for each task, in nanoseconds.
    pub task_ns: Histogram<u64>,
    /// For each piece, how many of the listed distinct solutions use it.
    pub uses: Vec<u64>,
    /// How the sweeps went, where states were counted.
    pub sweep: Option<SweepReport>,
    /// Why there is no solution, where that was clear before the search, which then did not run.
    pub obstacles: Vec<String>,
}

/// Runs a puzzle, and keeps the lines that it lists in memory.
///
/// # Errors
/// When the anchor is unsound, threads cannot be had, or an engine proves to be broken.
pub fn run(compiled: &Compiled, settings: &Settings, stop: &Stop) -> Result<Part, RunError> {
    with_lines(compiled, settings.listing, |recording| {
        run_into(compiled, settings, stop, recording)
    })
}

/// Keeps the lines of a run in memory, sorted, in its tally.
///
/// # Errors
/// Those of the run, and when it lists a solution twice.
pub fn with_lines<E: From<RunError>>(
    compiled: &Compiled,
    listing: Listing,
    run: impl FnOnce(Option<Recording<'_>>) -> Result<Part, E>,
) -> Result<Part, E> {
    let is_kept = matches!(listing, Listing::Distinct | Listing::Images);
    let sorter = Sorter::in_memory(Painter::new(compiled).line_len());
    let recording = Recording { record: Record::Line, sink: &sorter };
    let mut part = run(is_kept.then_some(recording))?;
    part.tally.lines = sorter.sorted().and_then(Sorted::collect).map_err(RunError::from)?;
    Ok(part)
}

/// Runs a puzzle, and hands on a record of each solution that it lists, in the order of the
/// search; without a recording nothing is kept of them, and one that was found twice would show
/// in the counts and the fingerprint alone.
///
/// # Errors
/// When the anchor is unsound, threads cannot be had, an engine proves to be broken, or records
/// cannot be kept.
pub fn run_into(
    compiled: &Compiled,
    settings: &Settings,
    stop: &Stop,
    recording: Option<Recording<'_>>,
) -> Result<Part, RunError> {
    let started = Instant::now();
    let mut part = if let Some(part) = ordered::run(compiled, settings, stop, recording)? {
        part
    } else {
        let strategy = strategy(compiled, settings.engine, &settings.anchor)?;
        run_with(compiled, settings, strategy, stop, recording)?
    };
    part.elapsed = started.elapsed();
    Ok(part)
}

/// The same, when it is settled how symmetry is broken.
pub(super) fn run_with(
    compiled: &Compiled,
    settings: &Settings,
    Strategy { mut cases, anchors, capacity }: Strategy,
    stop: &Stop,
    recording: Option<Recording<'_>>,
) -> Result<Part, RunError> {
    let started = Instant::now();
    let problem = &compiled.problem;
    let obstacles = obstacles(compiled);
    if !obstacles.is_empty() {
        cases.clear();
    }
    let pool = pool(problem, settings.threads)?;
    if settings.engine == EngineKind::Frontier
        && settings.listing == Listing::None
        && settings.limit.is_none()
    {
        let watch = &mut |_: &Look| {
            if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let count = sweep(problem, &cases, &pool, settings.memory_bytes, watch)?;
        let strategy = Strategy { cases, anchors, capacity };
        return Ok(Part::counted(compiled, &strategy, count, obstacles));
    }
    let prepared = prepare(settings, problem, &cases, capacity.as_ref(), &pool)?;
    let (tasks, planning_nodes) = tasks(&prepared);
    let painter = Painter::new(compiled);

    let broken = settings.anchor != Anchor::None;
    let limit = Limit::new(settings.limit);
    let lister = || Lister::new(compiled, &painter, (broken, settings.listing), &limit, recording);
    let schedule = Schedule::new(tasks);
    let one = |task: &Task,
               worker: &mut AnyWorker<'_>,
               lister: &mut Option<Lister<'_>>|
     -> Result<(Tally, bool), RunError> {
        let mut counter = Counter {
            problem,
            case: &cases[task.case],
            broken,
            lister: lister.as_mut(),
            tally: Tally::default(),
            schedule: (&schedule, task.case),
            failure: None,
        };
        if stop.is_requested() {
            return Ok((counter.tally, false));
        }
        let explored = worker.run(&task.prefix, &mut counter, stop);
        if let Some(failure) = counter.failure {
            stop.request();
            return Err(failure);
        }
        if !explored.complete {
            // Something was left out, so there is no use in going on.
            stop.request();
        }
        counter.tally.nodes = explored.nodes;
        Ok((counter.tally, explored.complete))
    };
    let thread = |_: BroadcastContext<'_>| {
        let mut gathered = Gathered::new(0);
        let mut worker: Option<(usize, AnyWorker)> = None;
        let mut lister = (settings.listing != Listing::None).then(lister);
        while let Some(turn) = schedule.next() {
            let begun = Instant::now();
            let case = turn.task.case;
            if worker.as_ref().is_none_or(|(prepared, _)| *prepared != case) {
                let other = worker.take().map(|(_, worker)| worker);
                worker = Some((case, prepared[case].worker_after(other)));
            }
            let Some((_, worker)) = &mut worker else { unreachable!("filled just above") };
            gathered.add(one(&turn.task, worker, &mut lister), begun.elapsed());
        }
        if let Some(Err(failure)) = lister.as_mut().map(Lister::flush) {
            stop.request();
            gathered.failure = Some(failure);
        }
        gathered
    };
    let mut gathered = Gathered::new(planning_nodes);
    for other in pool.broadcast(thread) {
        gathered.join(other);
    }
    let Gathered { tally, complete, task_ns, failure } = gathered;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let mut uses = tally.uses.clone();
    uses.resize(compiled.puzzle.pieces.len(), 0);
    Ok(Part {
        name: compiled.puzzle.name.clone(),
        engine: settings.engine,
        anchors: names(compiled, &anchors),
        cases: cases.len(),
        sweep: None,
        uses,
        obstacles,
        line_len: painter.line_len(),
        has_fingerprint: settings.listing != Listing::None,
        complete,
        tally,
        elapsed: started.elapsed(),
        task_ns: histogram(&task_ns),
    })
}

/// The names of some pieces.
fn names(compiled: &Compiled, pieces: &[usize]) -> Vec<String> {
    pieces.iter().map(|&piece| compiled.puzzle.pieces[piece].name.clone()).collect()
}

impl Part {
    /// A part of which all arrangements were listed, no symmetry broken.
    pub(super) fn listed(compiled: &Compiled, tally: Tally) -> Self {
        let mut uses = tally.uses.clone();
        uses.resize(compiled.puzzle.pieces.len(), 0);
        Self {
            name: compiled.puzzle.name.clone(),
            engine: EngineKind::Frontier,
            anchors: Vec::new(),
            cases: 1,
            tally,
            line_len: Painter::new(compiled).line_len(),
            has_fingerprint: true,
            complete: true,
            elapsed: Duration::ZERO,
            task_ns: histogram(&[]),
            uses,
            sweep: None,
            obstacles: Vec::new(),
        }
    }

    /// A part that was counted by sweeps.
    pub(super) fn counted(
        compiled: &Compiled,
        strategy: &Strategy,
        count: SweepCount,
        obstacles: Vec<String>,
    ) -> Self {
        let SweepCount { distinct, total, report } = count;
        let nodes = report.total_states();
        Self {
            name: compiled.puzzle.name.clone(),
            engine: EngineKind::Frontier,
            anchors: names(compiled, &strategy.anchors),
            cases: strategy.cases.len(),
            tally: Tally { distinct, total, nodes, ..Tally::default() },
            line_len: Painter::new(compiled).line_len(),
            has_fingerprint: false,
            complete: true,
            elapsed: Duration::ZERO,
            task_ns: histogram(&[]),
            uses: vec![0; compiled.puzzle.pieces.len()],
            sweep: Some(report),
            obstacles,
        }
    }
}

/// The distribution of some times, to three digits.
fn histogram(task_ns: &[u64]) -> Histogram<u64> {
    let longest = task_ns.iter().copied().max().unwrap_or(0).max(2);
    let histogram = Histogram::new_with_max(longest, 3);
    let mut histogram = histogram.expect("three significant digits are within the range");
    for &one_ns in task_ns {
        // None is longer than the longest, so this cannot fail.
        let _ = histogram.record(one_ns);
    }
    histogram
}

/// What a thread has so far.
struct Gathered {
    tally: Tally,
    complete: bool,
    task_ns: Vec<u64>,
    failure: Option<RunError>,
}

impl Gathered {
    fn new(nodes: u64) -> Self {
        let tally = Tally { nodes, ..Tally::default() };
        Self { tally, complete: true, task_ns: Vec::new(), failure: None }
    }

    /// Adds a task.
    fn add(&mut self, result: Result<(Tally, bool), RunError>, elapsed: Duration) {
        match result {
            Ok((tally, complete)) => {
                self.tally.add(&tally);
                self.complete &= complete;
                self.task_ns.push(elapsed.as_nanos() as u64);
            }
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// Adds what another thread has.
    fn join(&mut self, other: Self) {
        self.tally.add(&other.tally);
        self.complete &= other.complete;
        self.task_ns.extend(other.task_ns);
        self.failure = self.failure.take().or(other.failure);
    }
}
