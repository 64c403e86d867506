//! A plan put to work: made of a puzzle or a cover, checked against it, and one shard of it run.
//!
//! Whoever reads a plan divides the work again, which takes milliseconds, and follows the plan only
//! if it says the same. So a plan that is wrong in any way, or was made by a version that numbers
//! options otherwise, is refused before it costs anything, and no task of a search and no case of a
//! sweep can be missing from all shards or be in two.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::cancel::CancelToken;
use crate::cover::format::{dlx, matrix};
use crate::digest::Digest;
use crate::durable::checkpoint::{AnchorName, Checkpoint, Journal, JournalHeader, Kept, ShardName};
use crate::puzzle::given::read_given;
use crate::puzzle::{compile, file};
use crate::solution::{Record, RecordSink, Sink, SinkError};
use crate::solve::Solver;
use crate::solve::error::Error;
use crate::solve::observer::Observer;
use crate::solve::options::{Engine, Options, OutputMode};
use crate::solve::outcome::Outcome;
use crate::solve::plan::Plan;
use crate::solve::solver::Request;
use crate::solve::subject::Subject;

use super::division::{dealt, portion_plan, unit_count, whole_plan};
use super::error::ShardError;
use super::plan::{Portion, ShardPlan, Source};

/// A plan that fits what it describes.
#[derive(Clone, Debug)]
pub(crate) struct Shards {
    plan: ShardPlan,
    id: Digest,
    solver: Solver,
}

impl Source {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Puzzle { name, .. } | Self::Dlx { name, .. } | Self::Matrix { name, .. } => name,
        }
    }

    /// Compiles what is described.
    fn subject(&self) -> Result<Subject, String> {
        match self {
            Self::Puzzle { name, text, given } => {
                let parsed =
                    file::parse(text).map_err(|error| format!("the puzzle's text: {error}"))?;
                let mut members = parsed.members.into_iter();
                let puzzle = members.find(|puzzle| puzzle.name == *name);
                let mut puzzle =
                    puzzle.ok_or_else(|| format!("its text does not describe {name}"))?;
                if let Some(given) = given {
                    let given = read_given(&puzzle, given).map_err(|error| error.to_string())?;
                    puzzle.given.extend(given);
                    // What is known of the whole puzzle is not known of its completions.
                    puzzle.known = None;
                }
                let compiled = compile(&puzzle).map_err(|error| error.to_string())?;
                Ok(Subject::Puzzle(Box::new(compiled)))
            }
            Self::Dlx { name, text } => {
                let read = dlx::read(text).map_err(|error| format!("the cover's text: {error}"))?;
                Ok(Subject::cover(name, read.cover))
            }
            Self::Matrix { name, text } => {
                let read =
                    matrix::read(text).map_err(|error| format!("the cover's text: {error}"))?;
                Ok(Subject::cover(name, read.cover))
            }
        }
    }
}

impl Shards {
    /// Plans the work on a puzzle or a cover in this many shards: by the engine search, or a count by
    /// the engine frontier.
    ///
    /// # Errors
    /// When the text does not describe it, the piece cannot anchor, what the engine needs does not fit
    /// the memory, or it is cancelled.
    pub fn plan(
        source: Source,
        anchor: AnchorName,
        (engine, mode): (Engine, OutputMode),
        shards: NonZeroUsize,
        cancel: &CancelToken,
    ) -> Result<ShardPlan, ShardError> {
        let name = PathBuf::from(source.name());
        let fail = |problem| ShardError::Plan { path: name.clone(), problem };
        let solver = solver(&source, &anchor, engine).map_err(fail)?.cancel_token(cancel);
        let plan = whole_plan(&solver, engine, mode, shards.get())?;
        let portion = |(nodes, tasks)| Portion { nodes, tasks };
        let shards = dealt(&solver, &plan, shards.get())?.into_iter().map(portion).collect();
        let identity = solver.subject().identity();
        Ok(ShardPlan { source, anchor, mode, identity, plan, shards })
    }

    /// Reads a plan, and checks that it divides the work as this program does.
    ///
    /// # Errors
    /// When it cannot be read or does not fit.
    pub fn read(path: &Path) -> Result<Self, ShardError> {
        let plan = ShardPlan::read(path)?;
        let fail = |problem| ShardError::Plan { path: path.to_owned(), problem };
        let other = |what: &str| {
            fail(format!(
                "{what}; use the version of bitcover that made the plan everywhere, or make the \
                 plan anew"
            ))
        };
        let engine = plan.plan.engine();
        let solver = solver(&plan.source, &plan.anchor, engine).map_err(fail)?;
        if solver.subject().identity() != plan.identity {
            return Err(other("what it describes is read otherwise here"));
        }
        let here = whole_plan(&solver, engine, plan.mode, plan.shards.len())?;
        if plan.mode != here.mode || !here.is_same_work(&plan.plan) {
            return Err(other("the work is split otherwise here"));
        }
        let mut is_owned = vec![false; unit_count(&plan.plan)];
        for &task in plan.shards.iter().flat_map(|portion| &portion.tasks) {
            match is_owned.get_mut(task) {
                Some(owned) if !*owned => *owned = true,
                _ => return Err(other("its tasks are not those of the whole")),
            }
        }
        if is_owned.contains(&false) {
            return Err(other("a task belongs to no shard"));
        }
        Ok(Self { id: plan.id(), plan, solver })
    }

    /// The number of shards.
    pub fn count(&self) -> usize {
        self.plan.shards.len()
    }

    /// The name of what is solved.
    pub fn name(&self) -> &str {
        self.plan.source.name()
    }

    /// What is solved.
    pub fn subject(&self) -> &Subject {
        self.solver.subject()
    }

    /// What becomes of the solutions.
    pub fn mode(&self) -> OutputMode {
        self.plan.mode
    }

    /// The plan of the whole.
    pub fn whole(&self) -> &Plan {
        &self.plan.plan
    }

    /// The engine that does it.
    pub fn engine(&self) -> Engine {
        self.plan.plan.engine()
    }

    /// The journal of a shard in a directory.
    pub fn journal_path(directory: &Path, index: usize) -> PathBuf {
        directory.join(format!("shard-{index}.journal"))
    }

    /// What the journal of a shard is about.
    ///
    /// # Errors
    /// When there is no such shard.
    pub fn header(&self, index: usize) -> Result<JournalHeader, ShardError> {
        let shards = self.count();
        if index >= shards {
            return Err(ShardError::NoShard { index, shards });
        }
        let kept = match self.subject() {
            _ if !self.mode().records() => Kept::Nothing,
            Subject::Puzzle(_) => Kept::Lines,
            Subject::Cover { .. } => Kept::Options,
        };
        Ok(JournalHeader {
            subjects: vec![self.name().to_owned()],
            mode: self.plan.mode,
            kept,
            engine: Some(self.engine()),
            anchor: self.plan.anchor.clone(),
            shard: Some(ShardName { index, plan: self.id }),
        })
    }

    /// The part of a journal that is about a shard.
    pub fn checkpoint<'a>(&self, journal: &'a Journal, cancel: &'a CancelToken) -> Checkpoint<'a> {
        Checkpoint::new(journal, self.name(), self.plan.identity, cancel)
    }

    /// Does what the journal does not hold yet of a shard, on as many threads and in as much memory and
    /// disk as these options say.
    ///
    /// # Errors
    /// Those of the run.
    pub fn run(
        &self,
        index: usize,
        &Options { threads, memory_bytes, disk_bytes, .. }: &Options,
        (journal, cancel): (&Journal, &CancelToken),
        observer: Option<&dyn Observer>,
    ) -> Result<Outcome, Error> {
        let solver = self.solver.clone().threads(threads.get()).cancel_token(cancel);
        let solver = solver.memory_bytes(memory_bytes).disk_bytes(disk_bytes);
        solver.check_fits(self.engine(), threads.get())?;
        let checkpoint = self.checkpoint(journal, cancel);
        // Solutions stay in the journal.
        let codec = self.subject().cover_codec();
        let record = codec.as_ref().map_or(Record::Line, Record::Options);
        let record_sink = RecordSink { record, sink: &KeptElsewhere };
        let request = Request {
            mode: Some(self.plan.mode),
            recorder: Some(&checkpoint),
            observer,
            record_sink: self.mode().records().then_some(record_sink),
            ..Request::default()
        };
        solver.execute(self.plan_of(index), &request)
    }

    /// The length of a record in the journals of the shards, in bytes; zero where they keep none.
    pub fn record_len(&self) -> usize {
        if self.mode().records() { self.subject().record_len() } else { 0 }
    }

    /// The plan of one shard.
    pub fn plan_of(&self, index: usize) -> Plan {
        portion_plan(&self.plan.plan, &self.plan.shards[index].tasks)
    }
}

/// A solver of what is described, by this engine.
fn solver(source: &Source, anchor: &AnchorName, engine: Engine) -> Result<Solver, String> {
    let subject = source.subject()?;
    let pieces: Vec<String> = match subject.puzzle() {
        Some(compiled) => compiled.puzzle.pieces.iter().map(|piece| piece.name.clone()).collect(),
        None => Vec::new(),
    };
    let Some(anchor) = anchor.resolve(&pieces) else {
        return Err(format!("{} has no piece of the anchor's name", source.name()));
    };
    let options = Options { engine: Some(engine), anchor, ..Options::default() };
    Ok(Solver::with_options(subject, options))
}

/// Takes solutions that are kept elsewhere.
struct KeptElsewhere;

impl Sink for KeptElsewhere {
    fn batch_bytes(&self) -> usize {
        1 << 20
    }

    fn take(&self, _: Vec<u8>) -> Result<(), SinkError> {
        Ok(())
    }
}
