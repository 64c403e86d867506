//! The driver: plans a run, lets threads steal its tasks, and gathers their tallies.
//!
//! The threads of a rayon pool take tasks from one schedule, and those that run out of them are
//! given parts of what others are at. Each thread keeps tallies of its own, which are added up at
//! the end, so that the hot loops share nothing. The result is the same for any number of threads.
//!
//! The thread that calls oversees the others meanwhile: it tells how far they are, and sees to it
//! that what they save comes to the disk. With a journal, what it holds is the result.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use rayon::ThreadPool;

use crate::engine::frontier::{FrontierError, Look};
use crate::engine::{Stop, Worker};
use crate::puzzle::Compiled;
use crate::puzzle::feasible::obstacles;
use crate::solution::{Painter, Record, Recording, Sink, Sorted, Sorter};

use super::control::Control;
use super::journal::{JournalError, Ledger, Plan, Saved, Time};
use super::listing::{Limit, Lister};
use super::ordered;
use super::plan::{AnyWorker, Task, WHOLE, pool, prepare, tasks};
use super::progress::Progress;
use super::schedule::Schedule;
use super::settings::{Anchor, EngineKind, Listing, RunError, Settings};
use super::split::Splitter;
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
    /// From the compiled puzzle to the last solution, earlier sessions of the run included.
    pub elapsed: Duration,
    /// How long the earlier sessions took.
    pub earlier: Duration,
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
pub fn run<'a>(
    compiled: &Compiled,
    settings: &Settings,
    control: impl Into<Control<'a>>,
) -> Result<Part, RunError> {
    with_lines(compiled, settings.listing, |recording| {
        run_into(compiled, settings, control, recording)
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
pub fn run_into<'a>(
    compiled: &Compiled,
    settings: &Settings,
    control: impl Into<Control<'a>>,
    recording: Option<Recording<'_>>,
) -> Result<Part, RunError> {
    let (started, control) = (Instant::now(), control.into());
    let mut part = if let Some(part) = ordered::run(compiled, settings, control, recording)? {
        part
    } else {
        let strategy = strategy(compiled, settings.engine, &settings.anchor)?;
        run_with(compiled, settings, strategy, control, recording)?
    };
    part.elapsed = part.earlier + started.elapsed();
    Ok(part)
}

/// The same, when it is settled how symmetry is broken.
pub(super) fn run_with(
    compiled: &Compiled,
    settings: &Settings,
    Strategy { mut cases, anchors, capacity }: Strategy,
    control: Control<'_>,
    recording: Option<Recording<'_>>,
) -> Result<Part, RunError> {
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
        let strategy = Strategy { cases, anchors, capacity };
        let cases = &strategy.cases;
        return counted(compiled, settings, &strategy, control, obstacles, || {
            let watch = &mut |look: &Look| control.watch(look);
            sweep(problem, cases, &pool, settings.memory_bytes, watch)
        });
    }
    let stop = control.stop;
    let prepared = match prepare(settings, problem, &cases, capacity.as_ref(), (&pool, stop)) {
        Err(FrontierError::Broken) if stop.is_requested() => {
            return Ok(Part::interrupted(compiled));
        }
        prepared => prepared?,
    };
    let (tasks, planning_nodes) = tasks(&prepared);
    let painter = Painter::new(compiled);
    let record_len = recording.map_or(0, |recording| recording.record_len(&painter));
    let plan = Plan { compiled, settings, cases: &cases, tasks: &tasks, record_len };
    let begun = control.journal.map(|journal| journal.begin(&plan, control.stop)).transpose()?;
    let (ledger, saved) =
        begun.map_or((None, Saved::of(&tasks)), |(ledger, saved)| (Some(ledger), saved));
    let progress = Progress::new(&saved.tally, saved.share(), &saved.times, settings.threads.get());

    let broken = settings.anchor != Anchor::None;
    let limit = Limit::new(settings.limit);
    let schedule = Schedule::new(match settings.limit {
        None => mixed(saved.pending),
        Some(_) => saved.pending,
    });
    let one = |task: &Task, worker: &mut AnyWorker<'_>| -> Result<(Tally, bool), RunError> {
        if stop.is_requested() {
            return Ok((Tally::default(), false));
        }
        let begun = Instant::now();
        let _underway = progress.begin(task);
        let sink = ledger.as_ref().map(Ledger::sink);
        let recording = recording.map(|Recording { record, sink: to }| Recording {
            record,
            sink: sink.as_ref().map_or(to, |sink| sink as &dyn Sink),
        });
        let lister =
            || Lister::new(compiled, &painter, (broken, settings.listing), &limit, recording);
        let mut counter = Counter {
            problem,
            case: &cases[task.case],
            broken,
            lister: (settings.listing != Listing::None).then(lister),
            tally: Tally::default(),
            splitter: Splitter::new(&schedule, &prepared[task.case], task, ledger.is_some()),
            failure: None,
        };
        let in_journal = |failure| match failure {
            RunError::Sink(error) if ledger.is_some() => JournalError::from(error).into(),
            failure => failure,
        };
        let explored = worker.run(&task.prefix, &mut counter, stop);
        if let Some(failure) = counter.failure {
            return Err(in_journal(failure));
        }
        if !explored.complete {
            // Something was left out, so there is no use in going on.
            stop.request();
        }
        if let Some(lister) = &mut counter.lister {
            lister.flush().map_err(in_journal)?;
        }
        let Counter { mut tally, splitter, .. } = counter;
        tally.nodes = explored.nodes;
        let (share, parts) = splitter.finish();
        match (&ledger, sink) {
            // What is not saved will be done again, so that it does not count.
            (Some(_), _) if !explored.complete => return Ok((Tally::default(), false)),
            (Some(ledger), Some(sink)) => {
                ledger.save(task, &tally, (begun.elapsed(), share), sink, &parts)?;
            }
            _ => {}
        }
        if explored.complete {
            progress.add(&tally, (task.origin, share), begun.elapsed());
        }
        Ok((tally, explored.complete))
    };
    let thread = || {
        let mut gathered = Gathered::default();
        let mut workers: Vec<Option<AnyWorker>> = prepared.iter().map(|_| None).collect();
        while let Some(turn) = schedule.next() {
            let begun = Instant::now();
            let case = turn.task.case;
            let worker = workers[case].get_or_insert_with(|| prepared[case].worker());
            let done = one(&turn.task, worker).inspect_err(|_| stop.request());
            gathered.add(done, begun.elapsed());
        }
        gathered
    };
    let mut ticks = 0_u32;
    let mut tick = || {
        schedule.tick();
        control.tell(|| progress.view());
        ticks += 1;
        match &ledger {
            Some(ledger) if ticks.is_multiple_of(TICKS_PER_SYNC) => ledger.sync(),
            _ => Ok(()),
        }
    };
    let mut gathered = Gathered { task_ns: times_ns(&saved.times), ..Gathered::default() };
    gathered.tally.add(&saved.tally);
    oversee(&pool, &thread, |news| match news {
        Some(other) => gathered.join(other),
        None => {
            if let Err(failure) = tick() {
                stop.request();
                gathered.failure = Some(failure.into());
            }
        }
    });
    control.tell(|| progress.view());
    if let Some(failure) = gathered.failure {
        return Err(failure);
    }
    let mut earlier = Duration::ZERO;
    if let Some(ledger) = &ledger {
        gathered = settle(ledger, gathered, stop, recording)?;
        earlier = ledger.earlier();
    }
    let Gathered { mut tally, complete, task_ns, .. } = gathered;
    tally.nodes += planning_nodes;
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
        elapsed: Duration::ZERO,
        earlier,
        task_ns: histogram(&task_ns),
    })
}

/// How often a run is looked after.
const TICK: Duration = Duration::from_millis(100);

/// Saved tasks come to the disk about once a second.
const TICKS_PER_SYNC: u32 = 10;

/// Runs something on every thread of a pool; meanwhile hands on what each comes to, and nothing
/// whenever it is time to look after them.
fn oversee<T: Send>(
    pool: &ThreadPool,
    thread: &(impl Fn() -> T + Sync),
    mut look: impl FnMut(Option<T>),
) {
    let (sender, receiver) = channel();
    pool.in_place_scope(|scope| {
        // The receiver is there until the last of them is done.
        scope.spawn_broadcast(move |_, _| drop(sender.send(thread())));
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(done) => look(Some(done)),
                Err(RecvTimeoutError::Timeout) => look(None),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
}

/// What a journal holds after a run, which must be what was saved; hands on its solutions if it is
/// complete.
fn settle(
    ledger: &Ledger<'_>,
    gathered: Gathered,
    stop: &Stop,
    recording: Option<Recording<'_>>,
) -> Result<Gathered, RunError> {
    ledger.sync()?;
    let saved = ledger.load()?;
    let mut complete = saved.pending.is_empty();
    if gathered.complete && !stop.is_requested() && (!complete || saved.tally != gathered.tally) {
        return Err(ledger.altered().into());
    }
    if let (true, Some(recording)) = (complete, recording) {
        complete = ledger.hand_on(&saved, recording.sink)?;
    }
    let task_ns = times_ns(&saved.times);
    Ok(Gathered { tally: saved.tally, complete, task_ns, failure: None })
}

fn times_ns(times: &[Time]) -> Vec<u64> {
    times.iter().map(|time| time.task_ns).collect()
}

/// Tasks in an order in which those next to each other in the plan are far apart, so that the first
/// ones are like all: how long the rest takes is foreseen from them.
fn mixed(tasks: Vec<Task>) -> Vec<Task> {
    // The golden ratio's multiples spread evenly (Knuth, TAOCP 6.4).
    let place = |at: usize| (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut placed: Vec<(u64, Task)> =
        tasks.into_iter().enumerate().map(|(at, task)| (place(at), task)).collect();
    placed.sort_unstable_by_key(|&(place, _)| place);
    placed.into_iter().map(|(_, task)| task).collect()
}

/// Counts by sweeps, unless a journal holds the count already. All of it is one task: nothing is
/// saved before the end.
pub(super) fn counted(
    compiled: &Compiled,
    settings: &Settings,
    strategy: &Strategy,
    control: Control<'_>,
    obstacles: Vec<String>,
    sweep: impl FnOnce() -> Result<SweepCount, FrontierError>,
) -> Result<Part, RunError> {
    let begun = Instant::now();
    let whole = [Task { case: 0, prefix: Vec::new(), share: WHOLE, origin: 0 }];
    let plan = Plan { compiled, settings, cases: &strategy.cases, tasks: &whole, record_len: 0 };
    let ledger = control.journal.map(|journal| journal.begin(&plan, control.stop)).transpose()?;
    if let Some((ledger, Saved { tally, pending, .. })) = &ledger
        && pending.is_empty()
    {
        let mut part = Part::counted(compiled, strategy, tally.clone(), obstacles);
        part.earlier = ledger.earlier();
        return Ok(part);
    }
    let count = match sweep() {
        Err(FrontierError::Broken) if control.stop.is_requested() => {
            let mut part = Part::counted(compiled, strategy, Tally::default(), obstacles);
            part.complete = false;
            return Ok(part);
        }
        count => count?,
    };
    let SweepCount { distinct, total, report } = count;
    let tally = Tally { distinct, total, nodes: report.total_states(), ..Tally::default() };
    let mut part = Part::counted(compiled, strategy, tally, obstacles);
    if let Some((ledger, _)) = &ledger {
        ledger.save(&whole[0], &part.tally, (begun.elapsed(), WHOLE), ledger.sink(), &[])?;
        ledger.sync()?;
        part.earlier = ledger.earlier();
    }
    part.sweep = Some(report);
    Ok(part)
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
            earlier: Duration::ZERO,
            task_ns: histogram(&[]),
            uses,
            sweep: None,
            obstacles: Vec::new(),
        }
    }

    /// A part of which nothing can be said, because it was stopped.
    pub(super) fn interrupted(compiled: &Compiled) -> Self {
        Self { complete: false, ..Self::listed(compiled, Tally::default()) }
    }

    /// A part that was counted by sweeps.
    fn counted(
        compiled: &Compiled,
        strategy: &Strategy,
        tally: Tally,
        obstacles: Vec<String>,
    ) -> Self {
        Self {
            name: compiled.puzzle.name.clone(),
            engine: EngineKind::Frontier,
            anchors: names(compiled, &strategy.anchors),
            cases: strategy.cases.len(),
            tally,
            line_len: Painter::new(compiled).line_len(),
            has_fingerprint: false,
            complete: true,
            elapsed: Duration::ZERO,
            earlier: Duration::ZERO,
            task_ns: histogram(&[]),
            uses: vec![0; compiled.puzzle.pieces.len()],
            sweep: None,
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

impl Default for Gathered {
    fn default() -> Self {
        Self { tally: Tally::default(), complete: true, task_ns: Vec::new(), failure: None }
    }
}

impl Gathered {
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
