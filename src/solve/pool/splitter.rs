//! Splitting: what a task under way hands over to other threads, and what part of the tree that is.
//!
//! Parts are handed over when threads wait, and when a task has gone on for long, so that not
//! much is lost with it. The share of a part is worked out only once the run has gone on for a
//! while: it takes a node for each choice, and a short run is not watched.

use crate::cover::OptionId;
use crate::engine::{Branch, WorkSplitter, Worker};

use crate::solve::prepared::{AnyWorker, Prepared};
use crate::solve::task::Task;

use super::queue::TaskQueue;

/// After this many ticks of the queue the large parts of a task are split off.
const LONG: u32 = 5;

/// After this many ticks more, all parts that there are.
const VERY_LONG: u32 = 20;

/// What one task hands over.
pub(crate) struct Splitter<'a> {
    queue: &'a TaskQueue,
    prepared: &'a Prepared,
    task: &'a Task,
    /// At which tick the task has gone on for long.
    due: u32,
    weigher: Option<Weigher<AnyWorker<'a>>>,
    /// What part of the tree is left to the task itself.
    share: u64,
    /// What was handed over, where that is to be known.
    parts: Option<Vec<Task>>,
}

impl<'a> Splitter<'a> {
    /// Begins with a task. `keeps` says whether its parts will be asked for.
    pub fn new(queue: &'a TaskQueue, prepared: &'a Prepared, task: &'a Task, keeps: bool) -> Self {
        Self {
            queue,
            prepared,
            task,
            due: queue.ticks() + LONG,
            weigher: None,
            share: task.share,
            parts: keeps.then(Vec::new),
        }
    }

    /// The share of the task itself, and the parts that were handed over.
    pub fn finish(self) -> (u64, Vec<Task>) {
        (self.share, self.parts.unwrap_or_default())
    }
}

impl WorkSplitter for Splitter<'_> {
    fn wants_parts(&self) -> bool {
        let is_very_long = self.queue.ticks() >= self.due + VERY_LONG;
        self.queue.is_starving() || (is_very_long && self.queue.has_room())
    }

    fn is_overdue(&self) -> bool {
        self.queue.ticks() >= self.due && self.queue.has_room()
    }

    fn take_part(&mut self, prefix: &[OptionId]) {
        let mut share = 0;
        if self.queue.ticks() > 0 && self.task.share > 0 {
            let weigher = self
                .weigher
                .get_or_insert_with(|| Weigher::new(self.prepared.worker(self.task.case)));
            share = weigher.share(self.task, prefix).min(self.share);
            self.share -= share;
        }
        let Task { case, origin, .. } = *self.task;
        let part = Task { case, prefix: prefix.to_vec(), share, origin };
        if let Some(parts) = &mut self.parts {
            parts.push(part.clone());
        }
        self.queue.add(part);
    }
}

/// Works out shares along prefixes, of which one begins much as the one before.
struct Weigher<W> {
    worker: W,
    prefix: Vec<OptionId>,
    /// The share of each child of the node after each number of choices, from the end of the task's own
    /// prefix on.
    below: Vec<u64>,
}

impl<W: Worker> Weigher<W> {
    fn new(worker: W) -> Self {
        Self { worker, prefix: Vec::new(), below: Vec::new() }
    }

    /// The share of what lies below a prefix that goes on from the task's.
    fn share(&mut self, task: &Task, prefix: &[OptionId]) -> u64 {
        let from = task.prefix.len();
        let common = self.prefix.iter().zip(prefix).take_while(|(a, b)| a == b).count();
        let below = &mut self.below;
        below.truncate((common + 1).min(prefix.len()).saturating_sub(from));
        let (known, ahead) = prefix.split_at(from + below.len());
        let mut ahead = ahead.iter();
        if ahead.len() > 0 {
            self.worker.walk(known, &mut |branch| {
                let whole = below.last().copied().unwrap_or(task.share);
                let branching = match branch {
                    Branch::Choices { options, .. } => options.len() as u64,
                    // The solution itself is one part, each option another.
                    Branch::SolutionOrMore { options } => options.len() as u64 + 1,
                    Branch::Dead | Branch::Solution => 1,
                };
                below.push(whole / branching.max(1));
                // The last choice leads to where the share is.
                let next = ahead.next().copied();
                next.filter(|_| ahead.len() > 0)
            });
        }
        self.prefix = prefix.to_vec();
        self.below.last().copied().unwrap_or(task.share)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::solve::task::WHOLE;
    use crate::solve::task::tests::Tree;

    #[test]
    fn the_share_of_a_part_far_down_is_worked_out_in_one_walk() {
        const DEPTH: usize = 50;
        let visited = Cell::new(0);
        let tree = Tree { children: &|_| 2, node_work: 1, visited: &visited };
        let mut weigher = Weigher::new(tree);
        let task = Task { prefix: vec![OptionId(0); 5], ..Task::whole() };
        let mut prefix = vec![OptionId(1); DEPTH];
        prefix[..5].fill(OptionId(0));
        assert_eq!(weigher.share(&task, &prefix), WHOLE >> (DEPTH - 5));
        assert!(visited.get() <= DEPTH as u64 + 1, "{}", visited.get());
        // What parts from it is known up to there; the root of the task has all of its share.
        prefix.truncate(20);
        assert_eq!(weigher.share(&task, &prefix), WHOLE >> (20 - 5));
        prefix[7..].fill(OptionId(0));
        assert_eq!(weigher.share(&task, &prefix), WHOLE >> (20 - 5));
        assert_eq!(weigher.share(&task, &task.prefix.clone()), WHOLE);
    }
}
