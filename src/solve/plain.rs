//! Runs of an exact cover that is no puzzle: total counts, and solutions in the words of the file.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::cover::{Case, ItemId, OptionId, Problem};
use crate::engine::frontier::{FrontierError, SweepProgress};
use crate::engine::{self, Branch, CancelToken, Worker};

use crate::solve::count::{SweepCount, SweepReport, sweep};
use crate::solve::observer::Control;
use crate::solve::options::{Engine, RunError};
use crate::solve::pool::progress::{Progress, ProgressDelta};
use crate::solve::tally::Tally;
use crate::solve::task::{Prepared, Task, pool, tasks};

/// How many tasks are run before their solutions are handed on.
const BATCH: usize = 64;

/// One choice of a solution: the item that was branched on, the option chosen, and that it was
/// the `number`th of `of` options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The item branched on.
    pub item: ItemId,
    /// The option chosen.
    pub option: OptionId,
    /// Counted from 1.
    pub number: usize,
    /// How many options there were.
    pub of: usize,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainRun {
    /// The number of solutions.
    pub total: u128,
    /// Nodes visited.
    pub nodes: u64,
    /// Whether these are all.
    pub complete: bool,
    /// Time for everything.
    pub elapsed: Duration,
    /// How the sweep went, where states were counted.
    pub sweep: Option<SweepReport>,
}

impl PlainRun {
    /// A run of which nothing is known, because it was stopped.
    fn interrupted(elapsed: Duration) -> Self {
        Self { total: 0, nodes: 0, complete: false, elapsed, sweep: None }
    }

    /// A run that was a sweep.
    pub(crate) fn counted(count: SweepCount, elapsed: Duration) -> Self {
        let SweepCount { total, report, .. } = count;
        Self { total, nodes: report.total_states(), complete: true, elapsed, sweep: Some(report) }
    }
}

/// Receives the solutions of a run, in the order of the search.
pub type Sink<'a> = &'a mut dyn FnMut(&[Choice]) -> ControlFlow<()>;

/// Counts the solutions of a cover, and hands each to `sink` if there is one. Sweeps and diagrams
/// take at most about `memory_bytes`.
///
/// # Errors
/// When threads cannot be had, or a diagram does not fit.
pub fn run_plain<'a>(
    problem: &Problem,
    engine: Engine,
    (threads, memory_bytes): (NonZeroUsize, u64),
    control: impl Into<Control<'a>>,
    mut sink: Option<Sink<'_>>,
) -> Result<PlainRun, RunError> {
    let (started, control) = (Instant::now(), control.into());
    let case = Case::whole(problem);
    let pool = pool(problem, threads)?;
    if engine == Engine::Frontier && sink.is_none() {
        let watch = &mut |look: &SweepProgress| control.watch(look);
        return match sweep(problem, &[case], &pool, memory_bytes, watch) {
            Err(FrontierError::Cancelled) => Ok(PlainRun::interrupted(started.elapsed())),
            count => Ok(PlainRun::counted(count?, started.elapsed())),
        };
    }
    let stop = control.stop;
    let prepared = match Prepared::new(engine, problem, &case, None, (&pool, stop), memory_bytes) {
        Err(FrontierError::Cancelled) => return Ok(PlainRun::interrupted(started.elapsed())),
        prepared => [prepared?],
    };
    let (tasks, nodes) = tasks(&prepared);
    let progress = Progress::new(&Tally::default(), 0, &[], threads.get());
    let mut run =
        PlainRun { total: 0, nodes, complete: true, elapsed: Duration::ZERO, sweep: None };
    let listing = sink.is_some();
    for batch in tasks.chunks(BATCH) {
        let one = |task: &Task| {
            let begun = Instant::now();
            let explored = explore(&prepared[0], task, stop, listing);
            let tally = Tally { total: explored.count, nodes: explored.nodes, ..Tally::default() };
            let mut news = ProgressDelta::default();
            news.add(&tally, (task.origin, task.share), begun.elapsed());
            progress.add(&mut news);
            explored
        };
        let results: Vec<Explored> =
            pool.install(|| batch.par_iter().with_max_len(1).map(one).collect());
        control.tell(|| progress.view());
        for result in results {
            run.complete &= result.complete;
            run.nodes += result.nodes;
            let Some(sink) = &mut sink else {
                run.total += result.count;
                continue;
            };
            for solution in &result.solutions {
                if sink(solution).is_break() {
                    run.complete = false;
                    run.elapsed = started.elapsed();
                    return Ok(run);
                }
                run.total += 1;
            }
        }
    }
    run.elapsed = started.elapsed();
    Ok(run)
}

struct Explored {
    complete: bool,
    count: u128,
    nodes: u64,
    solutions: Vec<Vec<Choice>>,
}

fn explore(prepared: &Prepared, task: &Task, stop: &CancelToken, listing: bool) -> Explored {
    if stop.is_cancelled() {
        return Explored { complete: false, count: 0, nodes: 0, solutions: Vec::new() };
    }
    let (mut count, mut solutions) = (0, Vec::new());
    let mut visitor = |options: &[OptionId]| {
        count += 1;
        if listing {
            solutions.push(options.to_vec());
        }
        ControlFlow::Continue(())
    };
    let engine::Explored { nodes, complete } =
        prepared.worker().run(&task.prefix, &mut visitor, stop);
    let mut worker = prepared.worker();
    let solutions = solutions.iter().map(|options| choices(&mut worker, options)).collect();
    Explored { complete, count, nodes, solutions }
}

/// Goes the way of a solution again, to say among how many options each was chosen.
fn choices(worker: &mut impl Worker, options: &[OptionId]) -> Vec<Choice> {
    let choice = |depth: usize| match worker.branch(&options[..depth]) {
        Branch::Choices { item, options: all } => {
            let option = options[depth];
            let number = all.iter().position(|other| *other == option).map_or(0, |at| at + 1);
            Some(Choice { item, option, number, of: all.len() })
        }
        Branch::Dead | Branch::Solution => None,
    };
    (0..options.len()).map_while(choice).collect()
}
