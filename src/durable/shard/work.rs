//! A plan put to work: made of a puzzle, checked against it, and one shard of it run.
//!
//! Whoever reads a plan splits the puzzle again, which takes milliseconds, and follows the plan only
//! if it says the same. So a plan that is wrong in any way, or was made by a version that numbers
//! options otherwise, is refused before it costs anything, and no task can be missing from all
//! shards or be in two.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::durable::checkpoint::{Header, Hex, Plan};
use crate::engine::search::Search;
use crate::puzzle::given::{given_line, read_given};
use crate::puzzle::infeasibility::infeasibility;
use crate::puzzle::{Compiled, Puzzle, compile, file};
use crate::solution::{LineCodec, Record, RecordSink, Sink, SinkError};
use crate::solve::analysis::probe::searches;
use crate::solve::analysis::symmetry::{Strategy, strategy};
use crate::solve::execute::{Part, Ready, names};
use crate::solve::observer::Control;
use crate::solve::options::{Anchor, Engine, Options, OutputMode, RunError};
use crate::solve::task::{Prepared, TASKS, Task, WHOLE, pool, tasks_at_least};

use super::ShardError;
use super::balance::{deal, estimates};
use super::plan::{Portion, ShardPlan, ShardTask};

/// How many tasks a shard has at least, where the search is large enough: 16 for each of four
/// cores. More cores are kept busy by splitting tasks on the way.
const TASKS_PER_SHARD: usize = 64;

/// A plan that fits its puzzle.
#[derive(Clone, Debug)]
pub struct Shards {
    pub(crate) plan: ShardPlan,
    pub(crate) id: Hex,
    pub(crate) layout: Layout,
    /// For each shard its tasks, by number.
    pub(crate) owned: Vec<Vec<usize>>,
}

/// How a search is split.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub compiled: Compiled,
    pub strategy: Strategy,
    pub infeasibility: Vec<String>,
    pub tasks: Vec<Task>,
    /// The nodes that the splitting visited.
    pub planning_nodes: u64,
    anchor: Anchor,
    listing: OutputMode,
}

impl Layout {
    fn new(
        compiled: Compiled,
        (anchor, listing): (Anchor, OutputMode),
        shards: usize,
    ) -> Result<Self, RunError> {
        let mut strategy = strategy(&compiled, Engine::Search, &anchor)?;
        let infeasibility = infeasibility(&compiled).to_vec();
        if !infeasibility.is_empty() {
            strategy.cases.clear();
        }
        let tasks = Vec::new();
        let planning_nodes = 0;
        let mut layout =
            Self { compiled, strategy, infeasibility, tasks, planning_nodes, anchor, listing };
        let (tasks, planning_nodes) =
            tasks_at_least(&layout.prepared(), TASKS.max(shards * TASKS_PER_SHARD));
        (layout.tasks, layout.planning_nodes) = (tasks, planning_nodes);
        Ok(layout)
    }

    fn searches(&self) -> Vec<Search> {
        let Self { compiled, strategy: Strategy { cases, capacity, .. }, .. } = self;
        searches(&compiled.problem, cases, capacity.as_ref())
    }

    pub fn prepared(&self) -> Vec<Prepared> {
        let searches = self.searches().into_iter();
        searches.map(|search| Prepared::Search(Box::new(search))).collect()
    }

    pub fn settings(&self, threads: NonZeroUsize, memory_bytes: u64) -> Options {
        Options {
            engine: Engine::Search,
            threads,
            anchor: self.anchor.clone(),
            listing: self.listing,
            limit: None,
            memory_bytes,
        }
    }

    pub fn ready<'a>(&'a self, settings: &'a Options, prepared: &'a [Prepared]) -> Ready<'a> {
        let Strategy { cases, anchors, .. } = &self.strategy;
        Ready { compiled: &self.compiled, settings, cases, anchors, prepared }
    }

    pub fn record_len(&self) -> usize {
        LineCodec::new(&self.compiled).line_len()
    }

    /// Tells the cover, its cases and all tasks apart from any other.
    fn work(&self) -> Hex {
        let settings = &self.settings(NonZeroUsize::MIN, 0);
        let Self { compiled, strategy: Strategy { cases, .. }, tasks, .. } = self;
        Plan { compiled, settings, cases, tasks, record_len: self.record_len() }.hash()
    }

    fn anchors(&self) -> Vec<String> {
        names(&self.compiled, &self.strategy.anchors)
    }
}

impl ShardTask {
    fn of(task: &Task) -> Self {
        Self(task.case, task.prefix.iter().map(|option| option.0).collect())
    }
}

impl ShardPlan {
    /// Plans the search of a puzzle, which this text of a puzzle file describes but for the pieces
    /// that are given, in so many shards. The anchor is a piece by name, `auto`, or `none`.
    ///
    /// # Errors
    /// When the text does not describe the puzzle, or the piece cannot anchor.
    pub fn new(
        text: &str,
        puzzle: &Puzzle,
        (anchor, images): (&str, bool),
        shards: NonZeroUsize,
    ) -> Result<Self, ShardError> {
        let mut plan = Self {
            puzzle: puzzle.name.clone(),
            text: text.to_owned(),
            given: (!puzzle.given.is_empty()).then(|| given_line(puzzle)),
            engine: Engine::Search.name().to_owned(),
            anchor: anchor.to_owned(),
            anchors: Vec::new(),
            images,
            work: Hex(0),
            shards: Vec::new(),
        };
        let fail = |problem| ShardError::Plan { path: PathBuf::from(&puzzle.name), problem };
        let layout = plan.layout(shards.get(), fail)?;
        let sizes = estimates(&layout.searches(), &layout.tasks);
        let portion = |(nodes, tasks): (u64, Vec<usize>)| Portion {
            nodes,
            tasks: tasks.iter().map(|&task| ShardTask::of(&layout.tasks[task])).collect(),
        };
        plan.shards = deal(&sizes, shards.get()).into_iter().map(portion).collect();
        plan.anchors = layout.anchors();
        plan.work = layout.work();
        Ok(plan)
    }

    /// Splits the search.
    fn layout(
        &self,
        shards: usize,
        fail: impl Fn(String) -> ShardError,
    ) -> Result<Layout, ShardError> {
        let (compiled, anchor) = self.describe().map_err(fail)?;
        Ok(Layout::new(compiled, (anchor, self.listing()), shards)?)
    }

    /// What becomes of the solutions.
    fn listing(&self) -> OutputMode {
        if self.images { OutputMode::Images } else { OutputMode::Distinct }
    }

    /// Finds the puzzle and its anchor.
    fn describe(&self) -> Result<(Compiled, Anchor), String> {
        let name = &self.puzzle;
        let parsed =
            file::parse(&self.text).map_err(|error| format!("the puzzle's text: {error}"))?;
        let mut members = parsed.members.into_iter();
        let puzzle = members.find(|puzzle| puzzle.name == *name);
        let mut puzzle = puzzle.ok_or_else(|| format!("its text does not describe {name}"))?;
        if let Some(given) = &self.given {
            puzzle
                .given
                .extend(read_given(&puzzle, given).map_err(|conflict| conflict.to_string())?);
            // What is known of the whole puzzle is not known of its completions.
            puzzle.known = None;
        }
        let anchor = match self.anchor.as_str() {
            "auto" => Anchor::Auto,
            "none" => Anchor::None,
            anchor => {
                let piece = puzzle.pieces.iter().position(|piece| piece.name == anchor);
                Anchor::Piece(piece.ok_or_else(|| format!("{name} has no piece {anchor}"))?)
            }
        };
        let compiled = compile(&puzzle).map_err(|conflict| conflict.to_string())?;
        Ok((compiled, anchor))
    }
}

impl Shards {
    /// Reads a plan, and checks that it splits the puzzle as this program does.
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
        if plan.engine != Engine::Search.name() {
            return Err(other("the plan is for an engine whose work is not split here"));
        }
        let layout = plan.layout(plan.shards.len(), fail)?;
        let numbers: HashMap<ShardTask, usize> =
            layout.tasks.iter().map(ShardTask::of).zip(0..).collect();
        let mut is_owned = vec![false; layout.tasks.len()];
        let mut owned = Vec::new();
        for portion in &plan.shards {
            let mut tasks = Vec::new();
            for task in &portion.tasks {
                match numbers.get(task) {
                    Some(&number) if !is_owned[number] => {
                        is_owned[number] = true;
                        tasks.push(number);
                    }
                    _ => return Err(other("its tasks are not those of the puzzle")),
                }
            }
            owned.push(tasks);
        }
        if is_owned.contains(&false) || layout.work() != plan.work {
            return Err(other("the puzzle is split otherwise here"));
        }
        Ok(Self { id: plan.id(), plan, layout, owned })
    }

    /// The number of shards.
    pub fn count(&self) -> usize {
        self.owned.len()
    }

    /// The puzzle.
    pub fn compiled(&self) -> &Compiled {
        &self.layout.compiled
    }

    /// What becomes of the solutions.
    pub fn listing(&self) -> OutputMode {
        self.layout.listing
    }

    /// The journal of a shard in a directory.
    pub fn journal_path(directory: &Path, index: usize) -> PathBuf {
        directory.join(format!("shard-{index}.journal"))
    }

    /// What the journal of a shard is about.
    ///
    /// # Errors
    /// When there is no such shard.
    pub fn header(&self, index: usize) -> Result<Header, ShardError> {
        let shards = self.count();
        if index >= shards {
            return Err(ShardError::NoShard { index, shards });
        }
        Ok(Header {
            puzzles: vec![self.plan.puzzle.clone()],
            listing: self.listing().name().to_owned(),
            solutions: "lines".to_owned(),
            engine: self.plan.engine.clone(),
            anchor: self.plan.anchor.clone(),
            shard: Some(format!("{index} of plan {}", self.id)),
        })
    }

    /// Does the tasks of a shard that the journal does not hold yet.
    ///
    /// # Errors
    /// Those of the run.
    pub fn run(
        &self,
        index: usize,
        (threads, memory_bytes): (NonZeroUsize, u64),
        control: Control<'_>,
    ) -> Result<Part, RunError> {
        let settings = self.layout.settings(threads, memory_bytes);
        let pool = pool(&self.layout.compiled.problem, threads)?;
        let prepared = self.layout.prepared();
        // They stay in the journal.
        let record_sink = RecordSink { record: Record::Line, sink: &Nowhere };
        let ready = self.layout.ready(&settings, &prepared);
        let mut part = ready.perform(self.tasks_of(index), &pool, control, Some(record_sink))?;
        part.infeasibility.clone_from(&self.layout.infeasibility);
        Ok(part)
    }

    /// The tasks of a shard, whose shares are those of the shard.
    pub(crate) fn tasks_of(&self, index: usize) -> Vec<Task> {
        let tasks = || self.owned[index].iter().map(|&task| &self.layout.tasks[task]);
        let whole: u128 = tasks().map(|task| u128::from(task.share)).sum();
        let own = |(origin, task): (usize, &Task)| {
            let share = u128::from(task.share) * u128::from(WHOLE) / whole.max(1);
            Task { share: share as u64, origin, ..task.clone() }
        };
        tasks().enumerate().map(own).collect()
    }
}

/// Takes solutions that are kept elsewhere.
struct Nowhere;

impl Sink for Nowhere {
    fn batch_bytes(&self) -> usize {
        1 << 20
    }

    fn take(&self, _: Vec<u8>) -> Result<(), SinkError> {
        Ok(())
    }
}
