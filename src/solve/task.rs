//! The plan of a run: cases, an engine prepared for each, and tasks.
//!
//! A task is a prefix of choices within a case. Prefixes are expanded breadth first until there
//! are enough to keep many threads busy; the number does not depend on the threads, so neither
//! do the tasks. Cost: a node for each prefix that is expanded.

use std::collections::VecDeque;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::cover::{Case, OptionId, Problem};
use crate::engine::frontier::{Diagram, DiagramWorker, Frontier, FrontierError, SweepProgress};
use crate::engine::links::{Links, LinksWorker};
use crate::engine::search::{Capacity, Search, SearchWorker, SimdLevel};
use crate::engine::{Branch, CancelToken, Explored, Threads, Visitor, WorkSplitter, Worker};

use crate::solve::options::{Engine, Options, RunError};

/// How many tasks a plan aims at: enough to tell from the first how long all will take, and not so
/// many that a search begins anew all the time. Threads that find none are given parts of others'.
pub const TASKS: usize = 128;

/// The longest prefix of a task. A tree that is a long thin chain is not split further down.
const LONGEST_PREFIX: usize = 64;

/// The threads that work on a problem. Dancing links recurse once for each choice, so stacks grow
/// with the longest solution that there could be.
///
/// # Errors
/// When the system has no room for them.
pub fn pool(problem: &Problem, threads: NonZeroUsize) -> Result<Arc<Threads>, RunError> {
    let cover = &problem.cover;
    let places: u64 = cover.items().map(|item| u64::from(cover.multiplicity(item))).sum();
    pool_for(places.min(cover.option_count() as u64) as usize, threads)
}

/// The threads that will work on most problems, before there is one: on all whose solutions have
/// at most a thousand options.
///
/// # Errors
/// When the system has no room for them.
pub fn common_pool(threads: NonZeroUsize) -> Result<Arc<Threads>, RunError> {
    pool_for(1000, threads)
}

/// Threads for solutions of so many options.
fn pool_for(depth: usize, threads: NonZeroUsize) -> Result<Arc<Threads>, RunError> {
    /// The last pool and the bytes of its stacks: the members of a family run one after the other,
    /// and starting threads anew, with memory of their own, takes a part of a millisecond each.
    static LAST: Mutex<Option<(usize, Arc<Threads>)>> = Mutex::new(None);

    let stack_bytes = ((2 << 20) + depth * 1024).next_multiple_of(1 << 20);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((bytes, pool)) = &*last
        && *bytes >= stack_bytes
        && pool.count() == threads.get()
    {
        return Ok(Arc::clone(pool));
    }
    let pool = Threads::new(threads.get(), stack_bytes);
    let failed = |reason: String| RunError::Threads { threads: threads.get(), reason };
    let pool = Arc::new(pool.map_err(failed)?);
    *last = Some((stack_bytes, Arc::clone(&pool)));
    Ok(pool)
}

/// The whole search tree, in the unit of [`Task::share`].
pub const WHOLE: u64 = 1 << 53;

/// A part of a search tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The case, by number.
    pub case: usize,
    /// The choices from the root of the case.
    pub prefix: Vec<OptionId>,
    /// What part of the tree it is, of [`WHOLE`]: the product of 1 / branching along the prefix.
    /// Zero where nobody worked it out.
    pub share: u64,
    /// The planned task, by number, that it is or is a part of.
    pub origin: usize,
}

impl Task {
    /// The stable name of the task.
    pub fn id(&self) -> TaskId {
        let mut hash = Sha256::new();
        hash.update((self.case as u64).to_be_bytes());
        for option in &self.prefix {
            hash.update(option.0.to_be_bytes());
        }
        TaskId::of(hash)
    }
}

/// The stable name of a task: the head of the SHA-256 of its case and prefix. The same for every
/// run of the same plan, whatever the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskId(pub u128);

impl TaskId {
    fn of(hash: Sha256) -> Self {
        let digest = hash.finalize();
        let mut head = [0; 16];
        head.copy_from_slice(&digest[..16]);
        Self(u128::from_be_bytes(head))
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// An engine prepared for a case.
#[derive(Clone, Debug)]
pub enum Prepared {
    /// Bitset search.
    Search(Box<Search>),
    /// The diagram of the live states.
    Frontier(Box<Diagram>),
    /// Dancing links.
    Links(Links),
}

/// A worker of any engine.
#[derive(Debug)]
pub enum AnyWorker<'a> {
    /// Bitset search.
    Search(Box<SearchWorker<'a>>),
    /// The diagram of the live states.
    Frontier(DiagramWorker<'a>),
    /// Dancing links.
    Links(Box<LinksWorker>),
}

impl Prepared {
    /// Prepares an engine for a case. A diagram takes at most about `memory_bytes`.
    ///
    /// # Errors
    /// When a diagram does not fit, or was to stop before it was built.
    pub fn new(
        engine: Engine,
        problem: &Problem,
        case: &Case,
        capacity: Option<&Capacity>,
        (pool, stop): (&Threads, &CancelToken),
        memory_bytes: u64,
    ) -> Result<Self, FrontierError> {
        Ok(match engine {
            Engine::Search => {
                Self::Search(Box::new(Search::new(problem, case, capacity, SimdLevel::best())))
            }
            Engine::Frontier => {
                let watch = &mut |_: &SweepProgress| stop.flow();
                let frontier = Frontier::new(problem, case)?;
                Self::Frontier(Box::new(frontier.diagram(pool, memory_bytes, watch)?))
            }
            Engine::Links => Self::Links(Links::new(problem, case)),
        })
    }

    /// A worker for one thread, in the memory of one for another case, if there is any.
    pub fn worker_after<'a>(&'a self, other: Option<AnyWorker<'a>>) -> AnyWorker<'a> {
        match (self, other) {
            (Self::Search(search), Some(AnyWorker::Search(mut worker))) => {
                worker.turn_to(search);
                AnyWorker::Search(worker)
            }
            _ => self.worker(),
        }
    }

    /// A worker for one thread.
    pub fn worker(&self) -> AnyWorker<'_> {
        match self {
            Self::Search(search) => AnyWorker::Search(Box::new(search.worker())),
            Self::Frontier(diagram) => AnyWorker::Frontier(diagram.worker()),
            Self::Links(links) => AnyWorker::Links(Box::new(links.worker())),
        }
    }
}

impl Worker for AnyWorker<'_> {
    fn branch(&mut self, prefix: &[OptionId]) -> Branch {
        match self {
            Self::Search(worker) => worker.branch(prefix),
            Self::Frontier(worker) => worker.branch(prefix),
            Self::Links(worker) => worker.branch(prefix),
        }
    }

    fn run_splitting(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut dyn Visitor,
        splitter: &mut dyn WorkSplitter,
        cancel: &CancelToken,
    ) -> Explored {
        match self {
            Self::Search(worker) => worker.run_splitting(prefix, visitor, splitter, cancel),
            Self::Frontier(worker) => worker.run_splitting(prefix, visitor, splitter, cancel),
            Self::Links(worker) => worker.run_splitting(prefix, visitor, splitter, cancel),
        }
    }
}

/// Prepares the engine of the settings for each case.
///
/// # Errors
/// When a diagram does not fit, or was to stop before it was built.
pub fn prepare(
    settings: &Options,
    problem: &Problem,
    cases: &[Case],
    capacity: Option<&Capacity>,
    (pool, stop): (&Threads, &CancelToken),
) -> Result<Vec<Prepared>, FrontierError> {
    let memory_bytes = settings.memory_bytes;
    let one =
        |case| Prepared::new(settings.engine, problem, case, capacity, (pool, stop), memory_bytes);
    cases.iter().map(one).collect()
}

/// Splits the search trees of the prepared cases into about [`TASKS`] tasks. Returns them with the
/// number of nodes that the splitting visited, which belong to no task.
pub fn tasks(prepared: &[Prepared]) -> (Vec<Task>, u64) {
    tasks_at_least(prepared, TASKS)
}

/// The same, with at least so many tasks where the trees are large enough.
pub fn tasks_at_least(prepared: &[Prepared], aim: usize) -> (Vec<Task>, u64) {
    split(prepared.iter().map(Prepared::worker).collect(), aim)
}

/// Searches that are laid out and split into tasks before it is their turn.
#[derive(Debug)]
pub(crate) struct Planned {
    pub prepared: Vec<Prepared>,
    pub tasks: Vec<Task>,
    /// The number of nodes that the splitting visited.
    pub nodes: u64,
}

impl Planned {
    /// Splits some searches.
    pub fn new(searches: Vec<Search>) -> Self {
        let (tasks, nodes) = split(searches.iter().map(Search::worker).collect(), TASKS);
        let prepared = searches.into_iter().map(|search| Prepared::Search(Box::new(search)));
        Self { prepared: prepared.collect(), tasks, nodes }
    }
}

/// Splits the trees of cases, with a worker for each.
fn split<W: Worker>(mut workers: Vec<W>, aim: usize) -> (Vec<Task>, u64) {
    let mut tasks = Vec::new();
    let mut nodes = 0;
    let root = WHOLE / workers.len().max(1) as u64;
    let mut queue: VecDeque<Task> = (0..workers.len())
        .map(|case| Task { case, prefix: Vec::new(), share: root, origin: 0 })
        .collect();
    while let Some(task) = queue.pop_front() {
        if tasks.len() + queue.len() >= aim || task.prefix.len() >= LONGEST_PREFIX {
            tasks.push(task);
            continue;
        }
        match workers[task.case].branch(&task.prefix) {
            Branch::Dead => nodes += 1,
            Branch::Solution => tasks.push(task),
            Branch::Choices { options, .. } => {
                nodes += 1;
                let share = task.share / options.len().max(1) as u64;
                for option in options {
                    let mut prefix = task.prefix.clone();
                    prefix.push(option);
                    queue.push_back(Task { case: task.case, prefix, share, origin: 0 });
                }
            }
        }
    }
    for (origin, task) in tasks.iter_mut().enumerate() {
        task.origin = origin;
    }
    (tasks, nodes)
}
