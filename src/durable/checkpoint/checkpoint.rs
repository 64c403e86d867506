//! The tasks of one puzzle in a journal: what is saved, what is left, and how more is saved.
//!
//! Invariant: a line stands for the whole tree below the prefix of its task, but for the parts that
//! it names. So of several lines about one task any one may count, and the last does; and the
//! tally of the tasks that count, together with the pending ones, is that of the whole.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::cover::{Case, OptionId};
use crate::engine::CancelToken;
use crate::puzzle::Compiled;
use crate::solution::{Fingerprint, Sink};
use crate::solve::options::{Anchor, Options};
use crate::solve::tally::Tally;
use crate::solve::task::{Task, WHOLE};

use super::line::{self, Chunk, Hex, PlanLine, Split, TaskLine};
use super::{Journal, JournalError, TaskSink};

/// What a run is going to do for one puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The puzzle.
    pub compiled: &'a Compiled,
    /// How it is run.
    pub settings: &'a Options,
    /// How its symmetry is broken.
    pub cases: &'a [Case],
    /// The tasks.
    pub tasks: &'a [Task],
    /// The length of a record of a solution, in bytes; zero if none is kept.
    pub record_len: usize,
}

/// How long a task took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// The planned task that it is or is a part of.
    pub origin: usize,
    /// What part of the tree it was, of [`WHOLE`].
    pub share: u64,
    /// In nanoseconds.
    pub task_ns: u64,
}

impl Plan<'_> {
    /// Tells it from any other.
    pub fn hash(&self) -> Hex {
        hash_of_plan(hash_of_puzzle(self.compiled), self)
    }
}

/// What a journal holds of a plan.
#[derive(Clone, Debug, Default)]
pub struct Restored {
    /// The sum of the tasks that count.
    pub tally: Tally,
    /// How long each of them took.
    pub times: Vec<Time>,
    /// What is left to do.
    pub pending: Vec<Task>,
    /// How many of the tasks that are left were done, and their solutions are gone or damaged.
    pub spoilt: usize,
    /// Where the solutions are.
    chunks: Vec<Chunk>,
    /// How long the run had taken, in milliseconds.
    run_ms: u64,
}

impl Restored {
    /// Nothing is saved: all of these tasks are left.
    pub fn of(tasks: Vec<Task>) -> Self {
        Self { pending: tasks, ..Self::default() }
    }

    /// The part of the tree that is done, of [`WHOLE`].
    pub fn share(&self) -> u64 {
        let pending: u64 = self.pending.iter().map(|task| task.share).sum();
        WHOLE.saturating_sub(pending)
    }
}

/// One puzzle's part of a journal.
#[derive(Debug)]
pub struct Checkpoint<'a> {
    journal: &'a Journal,
    tasks: Vec<Task>,
    record_len: usize,
    plan: Hex,
    /// How long the run had taken before this session.
    earlier: Duration,
    begun: Instant,
    stop: &'a CancelToken,
}

impl Journal {
    /// Goes on with a plan, or begins it. When it is stopped, less may seem to be saved than is.
    ///
    /// # Errors
    /// When the journal has another plan for the puzzle, or the system refuses.
    pub fn begin<'a>(
        &'a self,
        plan: &Plan<'_>,
        stop: &'a CancelToken,
    ) -> Result<(Checkpoint<'a>, Restored), JournalError> {
        let puzzle = hash_of_puzzle(plan.compiled);
        let line = PlanLine {
            name: plan.compiled.puzzle.name.clone(),
            puzzle,
            plan: plan.hash(),
            engine: plan.settings.engine.name().to_owned(),
            tasks: plan.tasks.len(),
        };
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        match plans.iter().rev().find(|(_, other)| other.name == line.name) {
            // Whoever only looks finds nothing of the plan then.
            None if self.is_settled => {}
            None => {
                self.append(&line::write(line::PLAN, &line))?;
                plans.push((0, line.clone()));
            }
            Some((number, other)) => {
                if let Some(difference) = difference(other, &line) {
                    let path = self.path.clone();
                    return Err(JournalError::Another { path, line: *number, difference });
                }
            }
        }
        drop(plans);
        let mut checkpoint = Checkpoint {
            journal: self,
            tasks: plan.tasks.to_vec(),
            record_len: plan.record_len,
            plan: line.plan,
            earlier: Duration::ZERO,
            begun: Instant::now(),
            stop,
        };
        let saved = checkpoint.load()?;
        checkpoint.earlier = Duration::from_millis(saved.run_ms);
        Ok((checkpoint, saved))
    }
}

impl Checkpoint<'_> {
    /// How long the run took before this session.
    pub fn earlier(&self) -> Duration {
        self.earlier
    }

    /// What the journal holds now, every byte of it checked.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn load(&self) -> Result<Restored, JournalError> {
        let mut lines: HashMap<Hex, TaskLine> = HashMap::new();
        let mut saved = Restored::default();
        self.journal.each_task(|task| {
            if task.plan == self.plan {
                saved.run_ms = saved.run_ms.max(task.run_ms);
                lines.insert(task.task, task);
            }
        })?;
        let mut named: Vec<Task> = self.tasks.iter().rev().cloned().collect();
        while let Some(task) = named.pop() {
            match lines.get(&Hex(task.id().0)) {
                Some(line) if self.is_vouched_for(line)? => saved.add(line, &task, &mut named),
                line => {
                    saved.spoilt += usize::from(line.is_some());
                    saved.pending.push(task);
                }
            }
        }
        Ok(saved)
    }

    /// Whether a task's solutions are there.
    fn is_vouched_for(&self, line: &TaskLine) -> Result<bool, JournalError> {
        match &self.journal.store {
            Some(store) => Ok(store.holds(&line.chunks, line.sum, self.record_len, self.stop)?),
            None => Ok(line.chunks.is_empty()),
        }
    }

    /// Where the solutions of a task go.
    pub fn sink(&self) -> TaskSink<'_> {
        TaskSink::new(self.journal.store.as_ref())
    }

    /// Saves a finished task and the parts that were split off.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn save(
        &self,
        task: &Task,
        tally: &Tally,
        (elapsed, share): (Duration, u64),
        sink: TaskSink<'_>,
        parts: &[Task],
    ) -> Result<(), JournalError> {
        let (chunks, sum) = sink.finish();
        let split = |part: &Task| {
            let rest = part.prefix[task.prefix.len()..].iter();
            Split(rest.map(|option| option.0).collect(), part.share)
        };
        let run_ms = (self.earlier + self.begun.elapsed()).as_millis() as u64;
        let line = TaskLine {
            plan: self.plan,
            task: Hex(task.id().0),
            distinct: tally.distinct,
            total: tally.total,
            nodes: tally.nodes,
            fingerprint: Hex(tally.fingerprint.0),
            uses: tally.uses.clone(),
            share,
            task_ns: elapsed.as_nanos() as u64,
            run_ms,
            chunks,
            sum,
            parts: parts.iter().map(split).collect(),
        };
        self.journal.append(&line::write(line::TASK, &line))
    }

    /// Hands on the solutions of everything saved; whether it came to their end, and was not
    /// stopped.
    ///
    /// # Errors
    /// When the system refuses, or the sink does.
    pub fn hand_on(&self, saved: &Restored, sink: &dyn Sink) -> Result<bool, JournalError> {
        let Some(store) = &self.journal.store else { return Ok(true) };
        let take = |records| sink.take(records);
        Ok(store.read(&saved.chunks, self.record_len, self.stop, take)?)
    }

    /// Sees to it that everything saved is on the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&self) -> Result<(), JournalError> {
        self.journal.sync()
    }

    /// The error of a journal that holds something else than was written.
    pub fn altered(&self) -> JournalError {
        JournalError::Altered { path: self.journal.path.clone() }
    }
}

impl Restored {
    /// Adds a task that counts, and names its parts.
    fn add(&mut self, line: &TaskLine, task: &Task, named: &mut Vec<Task>) {
        self.tally.add(&Tally {
            distinct: line.distinct,
            total: line.total,
            nodes: line.nodes,
            fingerprint: Fingerprint(line.fingerprint.0),
            uses: line.uses.clone(),
            lines: Vec::new(),
        });
        let TaskLine { share, task_ns, .. } = *line;
        self.times.push(Time { origin: task.origin, share, task_ns });
        self.chunks.extend_from_slice(&line.chunks);
        named.extend(line.parts.iter().map(|Split(choices, share)| {
            let rest = choices.iter().map(|&option| OptionId(option));
            let prefix = task.prefix.iter().copied().chain(rest).collect();
            Task { prefix, share: *share, ..*task }
        }));
    }
}

/// What a plan in a journal and that of a run differ in.
fn difference(journal: &PlanLine, here: &PlanLine) -> Option<String> {
    let name = &here.name;
    if journal.puzzle != here.puzzle {
        return Some(format!("its {name} is another puzzle, or begins from another position"));
    }
    if journal.engine != here.engine {
        let (was, is) = (&journal.engine, &here.engine);
        return Some(format!("it searches {name} with the engine {was}, this run with {is}"));
    }
    let is_other = journal.plan != here.plan;
    is_other.then(|| {
        format!(
            "its plan for {name} has {} tasks and is not that of this run, which has {}",
            journal.tasks, here.tasks
        )
    })
}

/// Tells puzzles apart by everything that a solution depends on.
fn hash_of_puzzle(compiled: &Compiled) -> Hex {
    let puzzle = &compiled.puzzle;
    let mut text = String::new();
    // Writing to memory does not fail.
    let _ = write!(
        text,
        "{:?}",
        (&puzzle.name, &puzzle.board, &puzzle.tray, &puzzle.pieces, &puzzle.given)
    );
    Hex::of(Sha256::new().chain_update(text))
}

/// Tells plans apart by everything that the tally of a task depends on.
fn hash_of_plan(puzzle: Hex, plan: &Plan<'_>) -> Hex {
    let Plan { compiled, settings, cases, tasks, record_len } = plan;
    let mut hash = Sha256::new();
    let mut add = |number: u64| hash.update(number.to_be_bytes());
    add((puzzle.0 >> 64) as u64);
    add(puzzle.0 as u64);
    for byte in settings.engine.name().bytes() {
        add(u64::from(byte));
    }
    add(settings.listing as u64);
    // Without symmetry breaking, cases may be the same, and what is counted is not.
    add(u64::from(settings.anchor == Anchor::None));
    add(*record_len as u64);
    let cover = &compiled.problem.cover;
    for option in cover.options() {
        add(cover.items_of(option).len() as u64);
        cover.items_of(option).iter().for_each(|item| add(u64::from(item.0)));
    }
    for case in *cases {
        let lists = [case.kept.len(), case.required.len(), case.residual.len()];
        let kept = case.kept.iter().map(|option| u64::from(option.0));
        let required = case.required.iter().map(|item| u64::from(item.0));
        let residual = case.residual.iter().map(|&element| element as u64);
        let lens = lists.into_iter().map(|len| len as u64);
        lens.chain(kept).chain(required).chain(residual).for_each(&mut add);
    }
    for task in *tasks {
        let id = task.id();
        add((id.0 >> 64) as u64);
        add(id.0 as u64);
    }
    Hex::of(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_pending_is_done() {
        let pending = |share| Task { case: 0, prefix: Vec::new(), share, origin: 0 };
        assert_eq!(
            Restored::of(vec![pending(WHOLE / 4), pending(WHOLE / 8)]).share(),
            WHOLE / 8 * 5
        );
        assert_eq!(Restored::of(vec![pending(WHOLE)]).share(), 0);
        assert_eq!(Restored::default().share(), WHOLE);
    }
}
