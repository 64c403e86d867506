//! The worker pool: the threads that take the tasks of a plan, and the one that oversees them.
//!
//! Threads take tasks from one queue, and those that run out of them are given parts of what the
//! others are at. Each thread keeps counts of its own, which are added up at the end, so that the
//! hot loops share nothing.
//!
//! The thread that calls oversees the others meanwhile: it tells how far they are, and sees to it
//! that what they record lasts. With a recorder, what it holds is the result.

use crate::clock::Stopwatch;
use crate::engine::Worker;
use crate::solution::{RecordSink, Sink};
use crate::solve::codec::Codec;
use crate::solve::counts::Counts;
use crate::solve::enumerate::cover_lister::CoverLister;
use crate::solve::enumerate::limit::Limit;
use crate::solve::enumerate::lister::{Lister, Listing};
use crate::solve::enumerate::puzzle_lister::PuzzleLister;
use crate::solve::environment::Environment;
use crate::solve::error::Error;
use crate::solve::observer::{INTERVAL, Observer};
use crate::solve::options::OutputMode;
use crate::solve::plan::{Layout, Plan};
use crate::solve::prepared::{AnyWorker, Prepared};
use crate::solve::recorder::{FinishedTask, Restored};
use crate::solve::subject::Subject;
use crate::solve::task::Task;

use super::counter::Counter;
use super::progress::{ProgressDelta, SearchProgress};
use super::queue::TaskQueue;
use super::splitter::Splitter;
use super::worker_result::WorkerResult;

/// Recorded tasks come to the disk about once a second.
const TICKS_PER_SYNC: u32 = 10;

/// This many tasks stay together when they are mixed.
const TOGETHER: usize = 8;

/// The threads that work on one plan, and what all of them need.
pub(crate) struct WorkerPool<'a> {
    env: &'a Environment<'a>,
    subject: &'a Subject,
    plan: &'a Plan,
    layout: &'a Layout,
    prepared: &'a Prepared,
    codec: &'a Codec<'a>,
    limit: Limit,
    queue: TaskQueue,
    progress: SearchProgress,
}

impl<'a> WorkerPool<'a> {
    /// Takes on the tasks of a plan that are still to be done, which are taken out of `restored`.
    pub fn new(
        env: &'a Environment<'a>,
        subject: &'a Subject,
        (plan, layout): (&'a Plan, &'a Layout),
        prepared: &'a Prepared,
        codec: &'a Codec<'a>,
        restored: &mut Restored,
    ) -> Self {
        let share = restored.share();
        let threads = env.thread_count();
        let progress = SearchProgress::new(&restored.counts, share, &restored.times, threads);
        let pending = std::mem::take(&mut restored.pending);
        let queue = TaskQueue::new(match plan.limit {
            None => mixed(pending),
            Some(_) => pending,
        });
        let limit = Limit::new(plan.limit);
        Self { env, subject, plan, layout, prepared, codec, limit, queue, progress }
    }

    /// Does what is left to do, and adds what was restored.
    ///
    /// # Errors
    /// The first of any thread.
    pub fn run(&self, restored: &Restored) -> Result<WorkerResult, Error> {
        let mut all = WorkerResult { task_ns: restored.task_ns(), ..WorkerResult::default() };
        all.counts.add(&restored.counts);
        // Of a run that was cancelled before there is nothing new to tell.
        let is_told = !self.env.cancel.is_cancelled();
        // The queue ticks ten times a second, however often the observer is told.
        let interval = self.env.observer.map_or(INTERVAL, Observer::interval);
        let intervals_per_tick = (INTERVAL.as_millis() / interval.as_millis().max(1)).max(1) as u32;
        let mut intervals = 0_u32;
        let results = self.env.threads.oversee(
            interval,
            |_| self.work(),
            || {
                intervals += 1;
                self.env.tell(|| self.progress.now());
                if !intervals.is_multiple_of(intervals_per_tick) {
                    return;
                }
                if let Err(failure) = self.look_after(intervals / intervals_per_tick) {
                    self.env.cancel.cancel();
                    all.failure = Some(failure);
                }
            },
        );
        for result in results {
            all.join(result);
        }
        if is_told {
            self.env.tell(|| self.progress.now());
        }
        match all.failure.take() {
            Some(failure) => Err(failure),
            None => self.settle(all),
        }
    }

    /// Looks after the run at this tick.
    fn look_after(&self, ticks: u32) -> Result<(), Error> {
        self.queue.tick();
        match self.env.recorder {
            Some(recorder) if ticks.is_multiple_of(TICKS_PER_SYNC) => {
                recorder.sync().map_err(Error::Recorder)
            }
            _ => Ok(()),
        }
    }

    /// Whether anybody learns of single tasks: a run that has hardly begun is looked at by none who did
    /// not ask for it.
    fn is_watched(&self) -> bool {
        let asks = |observer: &dyn Observer| observer.interval() < INTERVAL;
        self.queue.ticks() > 0 || self.env.observer.is_some_and(asks)
    }

    /// What one thread does.
    fn work(&self) -> WorkerResult {
        let mut result = WorkerResult::default();
        let mut worker: Option<(usize, AnyWorker)> = None;
        // Without a recorder records are gathered by thread, and not by task.
        let lists = self.plan.mode != OutputMode::Count && self.env.recorder.is_none();
        let mut lister = lists.then(|| self.lister(self.env.record_sink, true));
        while let Some(turn) = self.queue.next() {
            let begun = Stopwatch::start();
            let case = turn.task.case;
            if worker.as_ref().is_none_or(|(prepared, _)| *prepared != case) {
                let other = worker.take().map(|(_, worker)| worker);
                worker = Some((case, self.prepared.worker_after(case, other)));
            }
            let Some((_, worker)) = &mut worker else { unreachable!("filled just above") };
            let gathering = lister.as_mut().map(|lister| &mut **lister as &mut dyn Lister);
            let done = self.perform(&turn.task, worker, gathering, &mut result.delta);
            result.add(done.inspect_err(|_| self.env.cancel.cancel()), begun.elapsed());
            if self.is_watched() {
                self.progress.add(&mut result.delta);
            }
        }
        if let Some(Err(failure)) = lister.as_mut().map(|lister| lister.flush()) {
            self.env.cancel.cancel();
            result.failure = Some(failure);
        }
        self.progress.add(&mut result.delta);
        result
    }

    /// A lister that hands on its records to this sink.
    fn lister<'l>(
        &'l self,
        record_sink: Option<RecordSink<'l>>,
        is_roomy: bool,
    ) -> Box<dyn Lister + 'l> {
        let listing = Listing {
            breaks_symmetry: self.plan.breaks_symmetry,
            mode: self.plan.mode,
            limit: &self.limit,
            record_sink,
            is_roomy,
        };
        match self.codec {
            Codec::Puzzle(codec) => Box::new(PuzzleLister::new(codec, listing)),
            Codec::Cover(codec) => Box::new(CoverLister::new(codec, listing)),
        }
    }

    /// Does one task, and records it where there is a recorder. Returns what it came to, and whether
    /// that is all.
    fn perform(
        &self,
        task: &Task,
        worker: &mut AnyWorker<'_>,
        gathering: Option<&mut dyn Lister>,
        delta: &mut ProgressDelta,
    ) -> Result<(Counts, bool), Error> {
        let Environment { cancel, recorder, .. } = *self.env;
        if cancel.is_cancelled() {
            return Ok((Counts::default(), false));
        }
        let begun = Stopwatch::start();
        let _underway = self.is_watched().then(|| self.progress.begin(task));
        let record = recorder.map(|recorder| recorder.task());
        // What a recorder vouches for is gathered task by task.
        let record_sink = self.env.record_sink.zip(record.as_deref());
        let record_sink = record_sink.map(|(RecordSink { record, .. }, sink)| {
            let sink: &dyn Sink = sink.as_sink();
            RecordSink { record, sink }
        });
        let lists = self.plan.mode != OutputMode::Count && recorder.is_some();
        let mut own = lists.then(|| self.lister(record_sink, false));
        let mut counter = Counter {
            problem: self.subject.problem(),
            case: &self.layout.cases[task.case],
            breaks_symmetry: self.plan.breaks_symmetry,
            lister: match (&mut own, gathering) {
                (Some(own), _) => Some(&mut **own),
                (None, Some(gathering)) => Some(gathering as &mut dyn Lister),
                (None, None) => None,
            },
            counts: Counts::default(),
            failure: None,
        };
        let mut splitter = Splitter::new(&self.queue, self.prepared, task, recorder.is_some());
        let explored = worker.run_splitting(&task.prefix, &mut counter, &mut splitter, cancel);
        if let Some(failure) = counter.failure {
            return Err(failure);
        }
        if !explored.complete {
            // Something was left out, so there is no use in going on.
            cancel.cancel();
        }
        let Counter { mut counts, .. } = counter;
        if let Some(lister) = &mut own {
            lister.flush()?;
        }
        drop(own);
        counts.nodes = explored.nodes;
        let (share, parts) = splitter.finish();
        if let Some(record) = record {
            // What is not recorded will be done again, so that it does not count.
            if !explored.complete {
                return Ok((Counts::default(), false));
            }
            let elapsed = begun.elapsed();
            let done = FinishedTask { task, counts: &counts, elapsed, share, parts: &parts };
            record.finish(&done).map_err(Error::Recorder)?;
        }
        if explored.complete {
            delta.add(&counts, (task.origin, share), begun.elapsed());
        }
        Ok((counts, explored.complete))
    }

    /// With a recorder, what it holds, which must be what was done; hands on its solutions if it is
    /// complete.
    fn settle(&self, all: WorkerResult) -> Result<WorkerResult, Error> {
        let Environment { cancel, recorder, record_sink, .. } = *self.env;
        let Some(recorder) = recorder else { return Ok(all) };
        recorder.sync().map_err(Error::Recorder)?;
        let restored = recorder.restore().map_err(Error::Recorder)?;
        let mut complete = restored.pending.is_empty();
        let is_other = !complete || restored.counts != all.counts;
        if all.complete && !cancel.is_cancelled() && is_other {
            return Err(Error::Recorder(recorder.altered()));
        }
        if let (true, Some(record_sink)) = (complete, record_sink) {
            complete = recorder.hand_on(&restored, record_sink.sink).map_err(Error::Recorder)?;
        }
        let task_ns = restored.task_ns();
        Ok(WorkerResult { counts: restored.counts, complete, task_ns, ..WorkerResult::default() })
    }
}

/// Tasks in an order in which a few that are next to each other in the plan are far from the next few,
/// so that the first ones are like all: how long the rest takes is foreseen from them. Those few stay
/// together because they meet the same entries of tables.
fn mixed(tasks: Vec<Task>) -> Vec<Task> {
    // The golden ratio's multiples spread evenly (Knuth, TAOCP 6.4).
    let place = |at: usize| ((at / TOGETHER) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut placed: Vec<(u64, Task)> =
        tasks.into_iter().enumerate().map(|(at, task)| (place(at), task)).collect();
    placed.sort_by_key(|&(place, _)| place);
    placed.into_iter().map(|(_, task)| task).collect()
}
