//! The tasks of one subject in a journal: what is recorded, what is left, and how more is recorded.
//!
//! Invariant: a line stands for the whole tree below the prefix of its task, but for the parts that
//! it names. So of several lines about one task any one may count, and the last does; and the
//! counts of the tasks that count, together with the pending ones, are those of the whole.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::cancel::CancelToken;
use crate::cover::OptionId;
use crate::digest::Digest;
use crate::solution::{Sink, SinkError};
use crate::solve::plan::{Plan, Stage};
use crate::solve::recorder::{
    FinishedTask, Recorder, RecorderError, Restored, SweepRecord, TaskRecord, TaskTime,
};
use crate::solve::task::Task;

use super::error::JournalError;
use super::journal::Journal;
use super::line::{self, Chunk, Part, PlanLine, TaskLine};
use super::store::TaskSolutions;
use super::sweep_file::SweepFile;

/// One subject's part of a journal.
#[derive(Debug)]
pub(crate) struct Checkpoint<'a> {
    journal: &'a Journal,
    /// The name of the subject, and what tells it from others of that name.
    subject: String,
    identity: Digest,
    cancel: &'a CancelToken,
    begun_at: Instant,
    begun: Mutex<Begun>,
}

/// The plan that is in force.
#[derive(Clone, Debug, Default)]
struct Begun {
    /// None before anything has begun.
    plan: Option<PlanLine>,
    id: Digest,
    tasks: Vec<Task>,
    record_len: usize,
    /// How long the run had taken before this session.
    earlier: Duration,
    /// Whether this session has given up a plan, so that another may take its place.
    is_revised: bool,
}

impl<'a> Checkpoint<'a> {
    /// The part of a journal that is about this subject. When it is cancelled, less may seem to be
    /// recorded than is.
    pub fn new(
        journal: &'a Journal,
        subject: &str,
        identity: Digest,
        cancel: &'a CancelToken,
    ) -> Self {
        Self {
            journal,
            subject: subject.to_owned(),
            identity,
            cancel,
            begun_at: Instant::now(),
            begun: Mutex::default(),
        }
    }

    fn begun(&self) -> MutexGuard<'_, Begun> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Goes on with a plan, or begins it.
    ///
    /// # Errors
    /// When the journal has another plan for the subject, or the system refuses.
    pub fn begin_tasks(
        &self,
        plan: &Plan,
        tasks: Vec<Task>,
        record_len: usize,
    ) -> Result<Restored, JournalError> {
        let line = PlanLine { identity: self.identity, record_len, plan: plan.clone() };
        let id = line.id();
        let is_revised = self.begun().is_revised;
        match self.journal.plan_in_force(&line) {
            // Whoever only looks finds nothing of the plan then.
            None if self.journal.is_settled() => {}
            None => self.journal.add_plan(&line)?,
            Some((_, other)) if other.id() == id => {}
            Some((_, other)) if is_revised && other.identity == line.identity => {
                self.journal.add_plan(&line)?;
            }
            Some((number, other)) => {
                return Err(JournalError::Another {
                    path: self.journal.path().to_owned(),
                    line: number,
                    difference: difference(&other, &line),
                });
            }
        }
        *self.begun() = Begun { plan: Some(line), id, tasks, record_len, ..Begun::default() };
        let restored = self.load()?;
        self.begun().earlier = restored.elapsed;
        Ok(restored)
    }

    /// What the journal holds now, every byte of it checked.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn load(&self) -> Result<Restored, JournalError> {
        let Begun { id, tasks, record_len, .. } = self.begun().clone();
        let mut lines: HashMap<Digest, TaskLine> = HashMap::new();
        let mut restored = Restored::default();
        self.journal.each_task(|task| {
            if task.plan == id {
                restored.elapsed = restored.elapsed.max(Duration::from_millis(task.run_ms));
                lines.insert(task.task, task);
            }
        })?;
        let mut named: Vec<Task> = tasks.into_iter().rev().collect();
        while let Some(task) = named.pop() {
            match lines.get(&task.id()) {
                Some(line) if self.is_vouched_for(line, record_len)? => {
                    add(&mut restored, line, &task, &mut named);
                }
                line => {
                    restored.spoilt += usize::from(line.is_some());
                    restored.pending.push(task);
                }
            }
        }
        Ok(restored)
    }

    /// Whether a task's solutions are there.
    fn is_vouched_for(&self, line: &TaskLine, record_len: usize) -> Result<bool, JournalError> {
        match self.journal.store() {
            Some(store) => Ok(store.holds(&line.chunks, line.sum, record_len, self.cancel)?),
            None => Ok(line.chunks.is_empty()),
        }
    }

    /// Hands on the solutions of everything recorded; whether it came to their end, and was not
    /// cancelled.
    ///
    /// # Errors
    /// When the system refuses, or the sink does.
    pub fn hand_on_to(&self, restored: &Restored, sink: &dyn Sink) -> Result<bool, JournalError> {
        let Some(store) = self.journal.store() else { return Ok(true) };
        let chunks: Vec<Chunk> = restored.chunks.iter().map(|&(at, len)| Chunk(at, len)).collect();
        let record_len = self.begun().record_len;
        Ok(store.read(&chunks, record_len, self.cancel, |records| sink.take(records))?)
    }

    fn append(
        &self,
        solutions: TaskSolutions<'_>,
        done: &FinishedTask<'_>,
    ) -> Result<(), JournalError> {
        let (chunks, sum) = solutions.finish();
        let FinishedTask { task, counts, elapsed, share, parts } = *done;
        let part = |part: &Task| {
            let rest = part.prefix[task.prefix.len()..].iter();
            Part(rest.map(|option| option.0).collect(), part.share)
        };
        let (plan, earlier) = {
            let begun = self.begun();
            (begun.id, begun.earlier)
        };
        let line = TaskLine {
            plan,
            task: task.id(),
            distinct: counts.distinct.clone(),
            total: counts.total.clone(),
            nodes: counts.nodes,
            fingerprint: Digest(counts.fingerprint.0),
            uses: counts.uses.clone(),
            share,
            task_ns: elapsed.as_nanos() as u64,
            run_ms: (earlier + self.begun_at.elapsed()).as_millis() as u64,
            chunks,
            sum,
            parts: parts.iter().map(part).collect(),
        };
        self.journal.append(&line::write(line::TASK, &line))
    }
}

/// The error of a recorder.
fn shared(error: JournalError) -> RecorderError {
    Arc::new(error)
}

impl Recorder for Checkpoint<'_> {
    fn resumed_plan(&self) -> Option<Plan> {
        // A search that had its turns meanwhile has a plan of its own in the journal.
        let of_sweep = SweepFile::plan(self.journal.path());
        if let Some(line) = of_sweep
            .filter(|line| line.identity == self.identity && line.plan.subject == self.subject)
        {
            self.begun().is_revised = true;
            return Some(line.plan);
        }
        self.journal.plan_of(&self.subject).map(|line| line.plan)
    }

    fn begin(&self, plan: &Plan, record_len: usize) -> Result<Restored, RecorderError> {
        let tasks = match plan.stages.first() {
            Some(Stage::TreeSearch { layout: Some(layout), .. }) => layout.tasks.clone(),
            _ => vec![Task::whole()],
        };
        self.begin_tasks(plan, tasks, record_len).map_err(shared)
    }

    fn revise(&self) {
        self.begun().is_revised = true;
    }

    fn sweeps(&self) -> Result<Box<dyn SweepRecord + '_>, RecorderError> {
        let (plan, before) = {
            let begun = self.begun();
            (begun.plan.clone(), begun.earlier)
        };
        let Some(plan) = plan else { return Err(self.altered()) };
        let file = SweepFile::open(self.journal.path(), plan, self.cancel).map_err(shared)?;
        self.begun().earlier = before.max(file.earlier());
        Ok(Box::new(file))
    }

    fn task(&self) -> Box<dyn TaskRecord + '_> {
        let solutions = TaskSolutions::new(self.journal.store());
        Box::new(TaskUnderway { checkpoint: self, solutions })
    }

    fn sync(&self) -> Result<(), RecorderError> {
        self.journal.sync().map_err(shared)
    }

    fn restore(&self) -> Result<Restored, RecorderError> {
        self.load().map_err(shared)
    }

    fn hand_on(&self, restored: &Restored, sink: &dyn Sink) -> Result<bool, RecorderError> {
        self.hand_on_to(restored, sink).map_err(shared)
    }

    fn altered(&self) -> RecorderError {
        shared(JournalError::Altered { path: self.journal.path().to_owned() })
    }

    fn earlier(&self) -> Duration {
        self.begun().earlier
    }
}

/// A task under way, with the solutions that it has found.
struct TaskUnderway<'a> {
    checkpoint: &'a Checkpoint<'a>,
    solutions: TaskSolutions<'a>,
}

impl Sink for TaskUnderway<'_> {
    fn batch_bytes(&self) -> usize {
        self.solutions.batch_bytes()
    }

    fn take(&self, records: Vec<u8>) -> Result<(), SinkError> {
        self.solutions.take(records)
    }
}

impl TaskRecord for TaskUnderway<'_> {
    fn finish(self: Box<Self>, done: &FinishedTask<'_>) -> Result<(), RecorderError> {
        self.checkpoint.append(self.solutions, done).map_err(shared)
    }

    fn as_sink(&self) -> &dyn Sink {
        self
    }
}

/// Adds a task that counts, and names its parts.
fn add(restored: &mut Restored, line: &TaskLine, task: &Task, named: &mut Vec<Task>) {
    restored.counts.add(&line.counts());
    let TaskLine { share, task_ns, .. } = *line;
    restored.times.push(TaskTime { origin: task.origin, share, task_ns });
    restored.chunks.extend(line.chunks.iter().map(|&Chunk(at, len)| (at, len)));
    named.extend(line.parts.iter().map(|Part(choices, share)| {
        let rest = choices.iter().map(|&option| OptionId(option));
        let prefix = task.prefix.iter().copied().chain(rest).collect();
        Task { prefix, share: *share, ..*task }
    }));
}

/// What a plan in a journal and that of a run differ in.
fn difference(journal: &PlanLine, here: &PlanLine) -> String {
    let name = &here.plan.subject;
    if journal.identity != here.identity {
        return format!("its {name} is another puzzle, or begins from another position");
    }
    let (was, is) = (journal.plan.engine().name(), here.plan.engine().name());
    if was != is {
        return format!("it searches {name} with the engine {was}, this run with {is}");
    }
    format!("its plan for {name} is {}, and that of this run {}", journal.plan, here.plan)
}
