//! The crew: the threads that take the tasks of a plan, and the one that oversees them.
//!
//! The threads of a rayon pool take tasks from one schedule, and those that run out of them are
//! given parts of what others are at. Each thread keeps tallies of its own, which are added up at
//! the end, so that the hot loops share nothing.
//!
//! The thread that calls oversees the others meanwhile: it tells how far they are, and sees to it
//! that what they save comes to the disk. With a journal, what it holds is the result.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::engine::Threads;

use crate::cover::Case;
use crate::engine::Worker;
use crate::puzzle::Compiled;
use crate::solution::{CanonicalWriter, LineCodec, RecordSink, Sink};

use crate::durable::checkpoint::{Checkpoint, JournalError, Restored, Time};
use crate::solve::enumerate::lister::{Limit, Lister, Lists};
use crate::solve::observer::Control;
use crate::solve::options::{Anchor, Options, OutputMode, RunError};
use crate::solve::pool::progress::{Progress, ProgressDelta};
use crate::solve::pool::queue::TaskQueue;
use crate::solve::pool::splitter::Splitter;
use crate::solve::tally::{Counter, Tally};
use crate::solve::task::{AnyWorker, Prepared, Task};

/// How often a run is looked after.
const TICK: Duration = Duration::from_millis(100);

/// Restored tasks come to the disk about once a second.
const TICKS_PER_SYNC: u32 = 10;

/// So many tasks stay together when they are mixed.
const TOGETHER: usize = 8;

/// What everyone in the crew needs.
pub(crate) struct WorkerPool<'a> {
    pub compiled: &'a Compiled,
    pub settings: &'a Options,
    pub cases: &'a [Case],
    pub prepared: &'a [Prepared],
    pub codec: &'a LineCodec<'a>,
    pub canonical_writer: Option<CanonicalWriter<'a>>,
    pub limit: Limit,
    pub schedule: TaskQueue,
    pub progress: Progress,
    pub checkpoint: Option<&'a Checkpoint<'a>>,
    pub control: Control<'a>,
    pub record_sink: Option<RecordSink<'a>>,
}

impl WorkerPool<'_> {
    /// Does what is left to do, and adds what is saved.
    ///
    /// # Errors
    /// The first of anyone.
    pub fn run(&self, pool: &Threads, saved: &Restored) -> Result<WorkerResult, RunError> {
        let mut gathered =
            WorkerResult { task_ns: times_ns(&saved.times), ..WorkerResult::default() };
        gathered.tally.add(&saved.tally);
        // A run that was stopped before says nothing new.
        let is_told = !self.control.stop.is_cancelled();
        let mut ticks = 0_u32;
        oversee(pool, &|| self.work(), |news| {
            if let Some(mut other) = news {
                self.progress.add(&mut other.news);
                gathered.join(other);
                return;
            }
            ticks += 1;
            if let Err(failure) = self.look_after(ticks) {
                self.control.stop.request();
                gathered.failure = Some(failure.into());
            }
        });
        if is_told {
            self.control.tell(|| self.progress.view());
        }
        match (gathered.failure.take(), self.checkpoint) {
            (Some(failure), _) => Err(failure),
            (None, Some(checkpoint)) => self.settle(checkpoint, &gathered),
            (None, None) => Ok(gathered),
        }
    }

    /// Looks after the run, for the so many-th time.
    fn look_after(&self, ticks: u32) -> Result<(), JournalError> {
        self.schedule.tick();
        self.control.tell(|| self.progress.view());
        match self.checkpoint {
            Some(checkpoint) if ticks.is_multiple_of(TICKS_PER_SYNC) => checkpoint.sync(),
            _ => Ok(()),
        }
    }

    /// What one thread does.
    fn work(&self) -> WorkerResult {
        let mut gathered = WorkerResult::default();
        let mut worker: Option<(usize, AnyWorker)> = None;
        // Without a journal records are gathered by thread, and not by task.
        let lists = self.settings.listing != OutputMode::None && self.checkpoint.is_none();
        let mut lister = lists.then(|| self.lister(self.record_sink).roomy());
        while let Some(turn) = self.schedule.next() {
            let begun = Instant::now();
            let case = turn.task.case;
            if worker.as_ref().is_none_or(|(prepared, _)| *prepared != case) {
                let other = worker.take().map(|(_, worker)| worker);
                worker = Some((case, self.prepared[case].worker_after(other)));
            }
            let Some((_, worker)) = &mut worker else { unreachable!("filled just above") };
            let done = self.perform(&turn.task, worker, lister.as_mut(), &mut gathered.news);
            gathered.add(done.inspect_err(|_| self.control.stop.request()), begun.elapsed());
            if self.schedule.ticks() > 0 {
                self.progress.add(&mut gathered.news);
            }
        }
        if let Some(Err(failure)) = lister.as_mut().map(Lister::flush) {
            self.control.stop.request();
            gathered.failure = Some(failure);
        }
        gathered
    }

    /// Lists solutions, and hands on their records to this record_sink.
    fn lister<'l>(&'l self, record_sink: Option<RecordSink<'l>>) -> Lister<'l> {
        let how = (self.settings.anchor != Anchor::None, self.settings.listing);
        Lister::new(
            self.compiled,
            (self.codec, self.canonical_writer.as_ref()),
            how,
            &self.limit,
            record_sink,
        )
    }

    /// Does one task, and saves it where there is a journal. Returns what it came to, and whether
    /// that is all.
    fn perform(
        &self,
        task: &Task,
        worker: &mut AnyWorker<'_>,
        gathering: Option<&mut Lister<'_>>,
        news: &mut ProgressDelta,
    ) -> Result<(Tally, bool), RunError> {
        let Self { compiled, settings, checkpoint, .. } = *self;
        let stop = self.control.stop;
        if stop.is_cancelled() {
            return Ok((Tally::default(), false));
        }
        let begun = Instant::now();
        // Nobody has looked at a run that has hardly begun.
        let _underway = (self.schedule.ticks() > 0).then(|| self.progress.begin(task));
        let sink = checkpoint.map(Checkpoint::sink);
        // What a journal vouches for is gathered task by task.
        let record_sink = self.record_sink.zip(sink.as_ref());
        let record_sink = record_sink.map(|(RecordSink { record, .. }, sink)| {
            let sink: &dyn Sink = sink;
            RecordSink { record, sink }
        });
        let lists = settings.listing != OutputMode::None && checkpoint.is_some();
        let mut own = lists.then(|| self.lister(record_sink));
        let prepared = &self.prepared[task.case];
        let mut counter = Counter {
            problem: &compiled.problem,
            case: &self.cases[task.case],
            broken: settings.anchor != Anchor::None,
            lister: match (&mut own, gathering) {
                (Some(own), _) => Some(own),
                (None, gathering) => gathering.map(|lister| lister as &mut dyn Lists),
            },
            tally: Tally::default(),
            failure: None,
        };
        let mut splitter = Splitter::new(&self.schedule, prepared, task, checkpoint.is_some());
        let in_journal = |failure| match failure {
            RunError::Sink(error) if checkpoint.is_some() => JournalError::from(error).into(),
            failure => failure,
        };
        let explored = worker.run_splitting(&task.prefix, &mut counter, &mut splitter, stop);
        if let Some(failure) = counter.failure {
            return Err(in_journal(failure));
        }
        if !explored.complete {
            // Something was left out, so there is no use in going on.
            stop.request();
        }
        let Counter { mut tally, .. } = counter;
        if let Some(lister) = &mut own {
            lister.flush().map_err(in_journal)?;
        }
        tally.nodes = explored.nodes;
        let (share, parts) = splitter.finish();
        match (checkpoint, sink) {
            // What is not saved will be done again, so that it does not count.
            (Some(_), _) if !explored.complete => return Ok((Tally::default(), false)),
            (Some(checkpoint), Some(sink)) => {
                checkpoint.save(task, &tally, (begun.elapsed(), share), sink, &parts)?;
            }
            _ => {}
        }
        if explored.complete {
            news.add(&tally, (task.origin, share), begun.elapsed());
        }
        Ok((tally, explored.complete))
    }

    /// What a journal holds after a run, which must be what was saved; hands on its solutions if it is
    /// complete.
    fn settle(
        &self,
        checkpoint: &Checkpoint<'_>,
        gathered: &WorkerResult,
    ) -> Result<WorkerResult, RunError> {
        checkpoint.sync()?;
        let saved = checkpoint.load()?;
        let mut complete = saved.pending.is_empty();
        if gathered.complete
            && !self.control.stop.is_cancelled()
            && (!complete || saved.tally != gathered.tally)
        {
            return Err(checkpoint.altered().into());
        }
        if let (true, Some(record_sink)) = (complete, self.record_sink) {
            complete = checkpoint.hand_on(&saved, record_sink.sink)?;
        }
        let task_ns = times_ns(&saved.times);
        Ok(WorkerResult { tally: saved.tally, complete, task_ns, ..WorkerResult::default() })
    }
}

/// Runs something as often as a pool has threads, on all of those that are free; one that is busy
/// with something else is not waited for. Meanwhile hands on what each time comes to, and nothing
/// whenever it is time to look after them.
fn oversee<T: Send>(
    pool: &Threads,
    thread: &(impl Fn() -> T + Sync),
    mut look: impl FnMut(Option<T>),
) {
    let (sender, receiver) = channel();
    pool.native().in_place_scope(|scope| {
        for _ in 0..pool.count() {
            let sender = sender.clone();
            // The receiver is there until the last of them is done.
            scope.spawn(move |_| drop(sender.send(thread())));
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(done) => look(Some(done)),
                Err(RecvTimeoutError::Timeout) => look(None),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
}

fn times_ns(times: &[Time]) -> Vec<u64> {
    times.iter().map(|time| time.task_ns).collect()
}

/// Tasks in an order in which a few that are next to each other in the plan are far from the next few,
/// so that the first ones are like all: how long the rest takes is foreseen from them. Those few stay
/// together because they meet the same entries of tables.
pub(crate) fn mixed(tasks: Vec<Task>) -> Vec<Task> {
    // The golden ratio's multiples spread evenly (Knuth, TAOCP 6.4).
    let place = |at: usize| ((at / TOGETHER) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut placed: Vec<(u64, Task)> =
        tasks.into_iter().enumerate().map(|(at, task)| (place(at), task)).collect();
    placed.sort_by_key(|&(place, _)| place);
    placed.into_iter().map(|(_, task)| task).collect()
}

/// What a thread has so far.
pub(crate) struct WorkerResult {
    pub tally: Tally,
    pub complete: bool,
    pub task_ns: Vec<u64>,
    /// What the overseer has not been told yet.
    news: ProgressDelta,
    failure: Option<RunError>,
}

impl Default for WorkerResult {
    fn default() -> Self {
        let (tally, task_ns, news) = (Tally::default(), Vec::new(), ProgressDelta::default());
        Self { tally, complete: true, task_ns, news, failure: None }
    }
}

impl WorkerResult {
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
