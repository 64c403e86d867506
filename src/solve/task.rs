//! Tasks: the parts of the search trees of a run's cases.
//!
//! A task is a prefix of choices within a case. Prefixes are expanded breadth first until there
//! are enough to keep many threads busy; the number does not depend on the threads, so neither
//! do the tasks. Cost: a node for each prefix that is expanded.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::cover::OptionId;
use crate::digest::Digest;
use crate::engine::{Branch, Worker};

/// How many tasks a plan aims at: enough to tell from the first how long all will take, and not so
/// many that a search begins anew all the time. Threads that find none are given parts of others'.
pub(crate) const TASKS: usize = 128;

/// The longest prefix of a task. A tree that is a long thin chain is not split further down.
const LONGEST_PREFIX: usize = 64;

/// The whole search tree, in the unit of [`Task::share`].
pub(crate) const WHOLE: u64 = 1 << 53;

/// A part of a search tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Task {
    /// The case, by number.
    pub case: usize,
    /// The choices from the root of the case.
    pub prefix: Vec<OptionId>,
    /// What part of the tree it is, of [`WHOLE`]: the product of 1 / branching along the prefix.
    /// Zero where it was not worked out.
    pub share: u64,
    /// The planned task, by number, that it is or is a part of.
    pub origin: usize,
}

/// The stable name of a task: the head of the SHA-256 of its case and prefix. It is the same for
/// every run of the same plan, whatever the threads.
pub(crate) type TaskId = Digest;

impl Task {
    /// All of a search as one task.
    pub fn whole() -> Self {
        Self { case: 0, prefix: Vec::new(), share: WHOLE, origin: 0 }
    }

    /// The stable name of the task.
    pub fn id(&self) -> TaskId {
        let mut hash = Sha256::new();
        hash.update((self.case as u64).to_be_bytes());
        for option in &self.prefix {
            hash.update(option.0.to_be_bytes());
        }
        Digest::of(hash)
    }
}

/// Splits the trees of cases, with a worker for each, into tasks: at least `aim` of them where the
/// trees are large enough. Returns them with the number of nodes that the splitting visited, which
/// belong to no task.
pub(crate) fn split<W: Worker>(mut workers: Vec<W>, aim: usize) -> (Vec<Task>, u64) {
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
            Branch::Solution | Branch::SolutionOrMore { .. } => tasks.push(task),
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
