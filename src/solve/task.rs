//! Tasks: the parts of the search trees of a run's cases.
//!
//! A task is a prefix of choices within a case. Prefixes are expanded breadth first until there
//! are enough to keep many threads busy; the number does not depend on the threads, so neither
//! do the tasks. Cost: a node for each prefix that is expanded and each choice of it, within a
//! limit of work; memory: the prefixes, within a limit too.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::cancel::{CancelToken, Cancelled};
use crate::cover::OptionId;
use crate::digest::Digest;
use crate::engine::Worker;

use super::open_prefix::{OpenPrefix, Step};
use crate::work_limit::WorkLimit;

/// How many tasks a plan aims at: enough to tell from the first how long all will take, and not so
/// many that a search begins anew all the time. Threads that find none are given parts of others'.
pub(crate) const TASKS: usize = 128;

/// The most choices of a prefix that are made among several; forced ones may lie between. A tree
/// that is a long thin chain is not split further down.
const MOST_BRANCHINGS: usize = 64;

/// How many choices all prefixes together may have beside [`MOST_BRANCHINGS`] for each task that is
/// aimed at: what a plan takes as a file is bounded however deep and wide the trees are.
const MOST_CHOICES: usize = 1 << 18;

/// How much work splitting may be for each task that is aimed at, in the words of
/// [`Worker::node_work`]; that of all is some tenths of a second. Only trees of thousands of items
/// come near it, and what is then not split is handed over in parts when threads wait.
const MOST_WORK: u64 = 1 << 23;

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
///
/// # Errors
/// When it is cancelled.
pub(crate) fn split<W: Worker>(
    mut workers: Vec<W>,
    aim: usize,
    cancel: &CancelToken,
) -> Result<(Vec<Task>, u64), Cancelled> {
    let mut limit = WorkLimit::new(MOST_WORK.saturating_mul(aim as u64), cancel);
    let most_choices = MOST_CHOICES + MOST_BRANCHINGS * aim;
    // The choices of all prefixes together.
    let mut all_choices = 0;
    let mut tasks = Vec::new();
    let mut nodes = 0;
    let share = WHOLE / workers.len().max(1) as u64;
    let root = |case| OpenTask { case, prefix: OpenPrefix::default(), branchings: 0, share };
    let mut queue: VecDeque<OpenTask> = (0..workers.len()).map(root).collect();
    while let Some(mut open) = queue.pop_front() {
        limit.check()?;
        let is_enough = tasks.len() + queue.len() >= aim;
        if is_enough || open.branchings >= MOST_BRANCHINGS || limit.is_spent() {
            tasks.push(open.task(tasks.len()));
            continue;
        }
        let length = open.prefix.choices.len();
        match open.prefix.step(&mut workers[open.case], &mut limit) {
            Step::Dead => {
                nodes += 1;
                all_choices -= length;
            }
            Step::Solution | Step::SolutionOrMore(_) => tasks.push(open.task(tasks.len())),
            Step::Forced => {
                nodes += 1;
                all_choices += 1;
                queue.push_back(open);
            }
            Step::Choices(options) => {
                let longer = options.len().saturating_mul(length + 1);
                if all_choices + longer > most_choices {
                    tasks.push(open.task(tasks.len()));
                    continue;
                }
                nodes += 1;
                all_choices = all_choices + longer - length;
                queue.extend(options.iter().map(|&option| open.child(option, options.len())));
            }
        }
    }
    Ok((tasks, nodes))
}

/// A task that may be split.
struct OpenTask {
    case: usize,
    prefix: OpenPrefix,
    /// How many of the choices were made among several.
    branchings: usize,
    share: u64,
}

impl OpenTask {
    /// What lies below one of as many choices as there are at its end.
    fn child(&self, option: OptionId, choices: usize) -> Self {
        Self {
            case: self.case,
            prefix: self.prefix.with(option),
            branchings: self.branchings + usize::from(choices > 1),
            share: self.share / choices as u64,
        }
    }

    /// It as the planned task of this number.
    fn task(self, number: usize) -> Task {
        let Self { case, prefix, share, .. } = self;
        Task { case, prefix: prefix.choices, share, origin: number }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::cover::ItemId;
    use crate::engine::{Branch, Explored, Visitor, WorkSplitter};

    /// A tree in which every node at a depth has as many children as this says; none is a solution.
    pub(crate) struct Tree<'a> {
        pub children: &'a dyn Fn(usize) -> usize,
        pub node_work: u64,
        /// How many nodes were visited, those on the way to others included.
        pub visited: &'a Cell<u64>,
    }

    impl Tree<'_> {
        fn at(&self, depth: usize) -> Branch {
            self.visited.set(self.visited.get() + 1);
            match (self.children)(depth) {
                0 => Branch::Solution,
                count => Branch::Choices {
                    item: ItemId(depth as u32),
                    options: (0..count as u32).map(OptionId).collect(),
                },
            }
        }
    }

    impl Worker for Tree<'_> {
        fn branch(&mut self, prefix: &[OptionId]) -> Branch {
            self.visited.set(self.visited.get() + prefix.len() as u64);
            self.at(prefix.len())
        }

        fn walk(&mut self, prefix: &[OptionId], pick: &mut dyn FnMut(&Branch) -> Option<OptionId>) {
            self.visited.set(self.visited.get() + prefix.len() as u64);
            let mut depth = prefix.len();
            while pick(&self.at(depth)).is_some() {
                depth += 1;
            }
        }

        fn node_work(&self) -> u64 {
            self.node_work
        }

        fn run_splitting(
            &mut self,
            _: &[OptionId],
            _: &mut dyn Visitor,
            _: &mut dyn WorkSplitter,
            _: &CancelToken,
        ) -> Explored {
            unreachable!("trees are only split here");
        }
    }

    /// The tasks of such a tree, and how many nodes were visited for them.
    fn tasks(node_work: u64, children: impl Fn(usize) -> usize) -> (Vec<Task>, u64) {
        let visited = Cell::new(0);
        let tree = Tree { children: &children, node_work, visited: &visited };
        let (tasks, _) = split(vec![tree], TASKS, &CancelToken::new()).unwrap();
        (tasks, visited.get())
    }

    #[test]
    fn forced_choices_are_passed_and_a_tree_is_split_where_it_branches() {
        let forced = 1000;
        let (found, visited) = tasks(1, |depth| if depth < forced { 1 } else { 2 });
        assert!((TASKS..TASKS + 2).contains(&found.len()), "{} tasks", found.len());
        let lengths = forced + 7..=forced + 8;
        assert!(found.iter().all(|task| lengths.contains(&task.prefix.len())));
        assert_eq!(found.iter().map(|task| task.share).sum::<u64>(), WHOLE);
        assert!(visited < 2 * (TASKS * forced) as u64, "{visited} nodes");
        // Forced choices between others are no branchings either.
        let (found, visited) = tasks(1, |depth| 1 + usize::from(depth % 100 == 99));
        assert!((TASKS..TASKS + 2).contains(&found.len()), "{} tasks", found.len());
        assert!(visited < 3 * TASKS as u64 * 700, "{visited} nodes");
    }

    #[test]
    fn the_prefixes_of_a_plan_are_bounded_however_wide_and_deep_the_tree_is() {
        let (found, _) = tasks(1, |_| 1_000_000);
        assert_eq!(found, [Task::whole()]);
        let (found, _) = tasks(1, |depth| if depth < 100_000 { 1 } else { 3 });
        let choices: usize = found.iter().map(|task| task.prefix.len()).sum();
        assert!((100_000..1_000_000).contains(&choices), "{choices} choices");
        let (found, _) = tasks(1, |depth| usize::from(depth < 1_000_000));
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn splitting_trees_of_costly_nodes_is_bounded_and_ends_where_it_is_cancelled() {
        let work = 1 << 24;
        let (found, visited) = tasks(work, |_| 2);
        assert!((2..TASKS).contains(&found.len()), "{} tasks", found.len());
        assert!(visited <= (TASKS as u64 * MOST_WORK) / work + 2, "{visited} nodes");
        assert_eq!(found.iter().map(|task| task.share).sum::<u64>(), WHOLE);
        let (visited, cancel) = (Cell::new(0), CancelToken::new());
        cancel.cancel();
        let tree = Tree { children: &|_| 2, node_work: 1, visited: &visited };
        assert_eq!(split(vec![tree], TASKS, &cancel), Err(Cancelled));
        assert_eq!(visited.get(), 0);
    }
}
