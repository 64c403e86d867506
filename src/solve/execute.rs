//! The driver: from a puzzle and settings to a plan, from what the crew makes of it to a part of a
//! report. The result is the same for any number of threads.

use std::time::{Duration, Instant};

use rayon::ThreadPool;

use crate::cover::Case;
use crate::engine::frontier::{FrontierError, Look};
use crate::puzzle::Compiled;
use crate::puzzle::infeasibility::infeasibility;
use crate::solution::{CanonicalWriter, LineCodec, Record, RecordSink, Sorted, Sorter};

use crate::durable::checkpoint::{Checkpoint, Plan, Restored};
use crate::solve::analysis::symmetry::{Strategy, strategy};
use crate::solve::count::{SweepCount, SweepReport, sweep};
use crate::solve::enumerate::lister::Limit;
use crate::solve::enumerate::sorted;
use crate::solve::observer::Control;
use crate::solve::options::{Engine, Options, OutputMode, RunError};
use crate::solve::pool::progress::Progress;
use crate::solve::pool::queue::TaskQueue;
use crate::solve::pool::worker::{WorkerPool, WorkerResult, mixed};
use crate::solve::tally::Tally;
use crate::solve::task::{Planned, Prepared, Task, WHOLE, pool, prepare, tasks};

/// The result for one puzzle.
#[derive(Clone, Debug)]
pub struct Part {
    /// The puzzle's name.
    pub name: String,
    /// The engine that searched.
    pub engine: Engine,
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
    pub task_ns: Vec<u64>,
    /// For each piece, how many of the listed distinct solutions use it.
    pub uses: Vec<u64>,
    /// How the sweeps went, where states were counted.
    pub sweep: Option<SweepReport>,
    /// Why there is no solution, where that was clear before the search, which then did not run.
    pub infeasibility: Vec<String>,
}

/// Runs a puzzle, and keeps the lines that it lists in memory.
///
/// # Errors
/// When the anchor is unsound, threads cannot be had, or an engine proves to be broken.
pub fn run<'a>(
    compiled: &Compiled,
    settings: &Options,
    control: impl Into<Control<'a>>,
) -> Result<Part, RunError> {
    with_lines(compiled, settings.listing, |record_sink| {
        run_into(compiled, settings, control, record_sink)
    })
}

/// Keeps the lines of a run in memory, sorted, in its tally.
///
/// # Errors
/// Those of the run, and when it lists a solution twice.
pub fn with_lines<E: From<RunError>>(
    compiled: &Compiled,
    listing: OutputMode,
    run: impl FnOnce(Option<RecordSink<'_>>) -> Result<Part, E>,
) -> Result<Part, E> {
    let is_kept = matches!(listing, OutputMode::Distinct | OutputMode::Images);
    let sorter = Sorter::in_memory(LineCodec::new(compiled).line_len());
    let record_sink = RecordSink { record: Record::Line, sink: &sorter };
    let mut part = run(is_kept.then_some(record_sink))?;
    part.tally.lines = sorter.sorted().and_then(Sorted::collect).map_err(RunError::from)?;
    Ok(part)
}

/// Runs a puzzle, and hands on a record of each solution that it lists, in the order of the
/// search; without a record_sink nothing is kept of them, and one that was found twice would show
/// in the counts and the fingerprint alone.
///
/// # Errors
/// When the anchor is unsound, threads cannot be had, an engine proves to be broken, or records
/// cannot be kept.
pub fn run_into<'a>(
    compiled: &Compiled,
    settings: &Options,
    control: impl Into<Control<'a>>,
    record_sink: Option<RecordSink<'_>>,
) -> Result<Part, RunError> {
    let (started, control) = (Instant::now(), control.into());
    let mut part = if let Some(part) = sorted::run(compiled, settings, control, record_sink)? {
        part
    } else {
        let strategy = strategy(compiled, settings.engine, &settings.anchor)?;
        run_with(compiled, settings, (strategy, None), control, record_sink)?
    };
    part.elapsed = part.earlier + started.elapsed();
    Ok(part)
}

/// The same, when it is settled how symmetry is broken, and maybe what the tasks are.
pub(crate) fn run_with(
    compiled: &Compiled,
    settings: &Options,
    (Strategy { mut cases, anchors, capacity }, planned): (Strategy, Option<Planned>),
    control: Control<'_>,
    record_sink: Option<RecordSink<'_>>,
) -> Result<Part, RunError> {
    let problem = &compiled.problem;
    let infeasibility = infeasibility(compiled).to_vec();
    if !infeasibility.is_empty() {
        cases.clear();
    }
    let pool = pool(problem, settings.threads)?;
    if settings.engine == Engine::Frontier
        && settings.listing == OutputMode::None
        && settings.limit.is_none()
    {
        let strategy = Strategy { cases, anchors, capacity };
        let cases = &strategy.cases;
        return counted(compiled, settings, &strategy, control, infeasibility, || {
            let watch = &mut |look: &Look| control.watch(look);
            sweep(problem, cases, &pool, settings.memory_bytes, watch)
        });
    }
    let stop = control.stop;
    let Planned { prepared, tasks, nodes } = if let Some(planned) = planned {
        planned
    } else {
        let with = (&*pool, stop);
        let prepared = match prepare(settings, problem, &cases, capacity.as_ref(), with) {
            Err(FrontierError::Broken) if stop.is_cancelled() => {
                return Ok(Part::interrupted(compiled));
            }
            prepared => prepared?,
        };
        let (tasks, nodes) = tasks(&prepared);
        Planned { prepared, tasks, nodes }
    };
    let ready = Ready { compiled, settings, cases: &cases, anchors: &anchors, prepared: &prepared };
    let mut part = ready.perform(tasks, &pool, control, record_sink)?;
    part.tally.nodes += nodes;
    part.infeasibility = infeasibility;
    Ok(part)
}

/// A puzzle whose symmetry is broken, with an engine prepared for each case.
#[derive(Clone, Copy)]
pub(crate) struct Ready<'a> {
    pub compiled: &'a Compiled,
    pub settings: &'a Options,
    pub cases: &'a [Case],
    pub anchors: &'a [usize],
    pub prepared: &'a [Prepared],
}

impl Ready<'_> {
    /// Does some tasks, as far as no journal holds them.
    ///
    /// # Errors
    /// As [`run_into`].
    pub fn perform(
        &self,
        tasks: Vec<Task>,
        pool: &ThreadPool,
        control: Control<'_>,
        record_sink: Option<RecordSink<'_>>,
    ) -> Result<Part, RunError> {
        let Self { compiled, settings, cases, prepared, .. } = *self;
        let codec = LineCodec::new(compiled);
        let record_len = record_sink.map_or(0, |record_sink| record_sink.record_len(&codec));
        let (checkpoint, mut saved) = match control.journal {
            None => (None, Restored::of(tasks)),
            Some(journal) => {
                let plan = Plan { compiled, settings, cases, tasks: &tasks, record_len };
                let (checkpoint, saved) = journal.begin(&plan, control.stop)?;
                (Some(checkpoint), saved)
            }
        };
        let threads = settings.threads.get();
        let progress = Progress::new(&saved.tally, saved.share(), &saved.times, threads);
        let lists = matches!(settings.listing, OutputMode::Fingerprint | OutputMode::Distinct);
        let pending = std::mem::take(&mut saved.pending);
        let crew = WorkerPool {
            compiled,
            settings,
            cases,
            prepared,
            codec: &codec,
            canonical_writer: if lists { CanonicalWriter::new(&codec) } else { None },
            limit: Limit::new(settings.limit),
            progress,
            schedule: TaskQueue::new(match settings.limit {
                None => mixed(pending),
                Some(_) => pending,
            }),
            checkpoint: checkpoint.as_ref(),
            control,
            record_sink,
        };
        let WorkerResult { tally, complete, task_ns, .. } = crew.run(pool, &saved)?;
        let mut part = self.part(tally, &task_ns, codec.line_len());
        part.complete = complete;
        part.earlier = checkpoint.as_ref().map_or(Duration::ZERO, Checkpoint::earlier);
        Ok(part)
    }

    /// What tasks came to that took so long, with lines of this length.
    pub fn part(&self, tally: Tally, task_ns: &[u64], line_len: usize) -> Part {
        let Self { compiled, settings, cases, anchors, .. } = *self;
        Part {
            engine: settings.engine,
            anchors: names(compiled, anchors),
            cases: cases.len(),
            has_fingerprint: settings.listing != OutputMode::None,
            task_ns: task_ns.to_vec(),
            ..Part::listed(compiled, tally, line_len)
        }
    }
}

/// Counts by sweeps, unless a journal holds the count already. All of it is one task: nothing is
/// saved before the end.
pub(crate) fn counted(
    compiled: &Compiled,
    settings: &Options,
    strategy: &Strategy,
    control: Control<'_>,
    infeasibility: Vec<String>,
    sweep: impl FnOnce() -> Result<SweepCount, FrontierError>,
) -> Result<Part, RunError> {
    let begun = Instant::now();
    let whole = [Task { case: 0, prefix: Vec::new(), share: WHOLE, origin: 0 }];
    let plan = Plan { compiled, settings, cases: &strategy.cases, tasks: &whole, record_len: 0 };
    let checkpoint =
        control.journal.map(|journal| journal.begin(&plan, control.stop)).transpose()?;
    if let Some((checkpoint, Restored { tally, pending, .. })) = &checkpoint
        && pending.is_empty()
    {
        let mut part = Part::counted(compiled, strategy, tally.clone(), infeasibility);
        part.earlier = checkpoint.earlier();
        return Ok(part);
    }
    let count = match sweep() {
        Err(FrontierError::Broken) if control.stop.is_cancelled() => {
            let mut part = Part::counted(compiled, strategy, Tally::default(), infeasibility);
            part.complete = false;
            return Ok(part);
        }
        count => count?,
    };
    let SweepCount { distinct, total, report } = count;
    let tally = Tally { distinct, total, nodes: report.total_states(), ..Tally::default() };
    let mut part = Part::counted(compiled, strategy, tally, infeasibility);
    if let Some((checkpoint, _)) = &checkpoint {
        checkpoint.save(
            &whole[0],
            &part.tally,
            (begun.elapsed(), WHOLE),
            checkpoint.sink(),
            &[],
        )?;
        checkpoint.sync()?;
        part.earlier = checkpoint.earlier();
    }
    part.sweep = Some(report);
    Ok(part)
}

/// The names of some pieces.
pub(crate) fn names(compiled: &Compiled, pieces: &[usize]) -> Vec<String> {
    pieces.iter().map(|&piece| compiled.puzzle.pieces[piece].name.clone()).collect()
}

impl Part {
    /// A part of which all arrangements were listed, no symmetry broken.
    pub(crate) fn listed(compiled: &Compiled, tally: Tally, line_len: usize) -> Self {
        let mut uses = tally.uses.clone();
        uses.resize(compiled.puzzle.pieces.len(), 0);
        Self {
            name: compiled.puzzle.name.clone(),
            engine: Engine::Frontier,
            anchors: Vec::new(),
            cases: 1,
            tally,
            line_len,
            has_fingerprint: true,
            complete: true,
            elapsed: Duration::ZERO,
            earlier: Duration::ZERO,
            task_ns: Vec::new(),
            uses,
            sweep: None,
            infeasibility: Vec::new(),
        }
    }

    /// A part of which nothing can be said, because it was stopped.
    pub(crate) fn interrupted(compiled: &Compiled) -> Self {
        let line_len = LineCodec::new(compiled).line_len();
        Self { complete: false, ..Self::listed(compiled, Tally::default(), line_len) }
    }

    /// A part that was counted by sweeps.
    fn counted(
        compiled: &Compiled,
        strategy: &Strategy,
        tally: Tally,
        infeasibility: Vec<String>,
    ) -> Self {
        let line_len = LineCodec::new(compiled).line_len();
        Self {
            anchors: names(compiled, &strategy.anchors),
            cases: strategy.cases.len(),
            has_fingerprint: false,
            infeasibility,
            ..Self::listed(compiled, tally, line_len)
        }
    }
}
