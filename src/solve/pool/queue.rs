//! The tasks of a run, shared by its threads: no thread is idle while another has more than one
//! thing to do.
//!
//! Planned tasks lie in a queue. A thread that finds it empty waits, and is seen to wait: a search
//! that goes on elsewhere then hands over the parts of its tree that it has not come to, as new
//! tasks (see [`crate::engine::WorkSplitter::wants_parts`]). Parts are taken before planned tasks, so
//! that few lie open at a time; where trees are deep they could become many all the same, so that
//! there is room for a number only. Cost: two atomic operations for a task, one more for a part.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use crossbeam_queue::SegQueue;
use crossbeam_utils::Backoff;

use crate::solve::task::Task;

/// How long a waiting thread sleeps between two looks, once it has waited for a while.
const NAP: Duration = Duration::from_micros(20);

/// How many choices the prefixes of the parts that lie open may have together before no more are
/// wanted: some ten megabytes.
const ROOM: usize = 1 << 22;

/// The tasks that are left to do, shared by all threads.
#[derive(Debug)]
pub(crate) struct TaskQueue {
    planned: SegQueue<Task>,
    /// Parts of tasks that were under way.
    parts: SegQueue<Task>,
    /// The choices of the prefixes of those parts, and one for each.
    open_choices: AtomicUsize,
    /// Tasks that are queued or under way.
    left: AtomicUsize,
    /// Threads that wait for a task.
    waiting: AtomicUsize,
    /// How often the thread that oversees the run has looked.
    ticks: AtomicU32,
}

/// A task that a thread has taken; over when this is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'a> {
    queue: &'a TaskQueue,
    /// The task.
    pub task: Task,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.queue.left.fetch_sub(1, Ordering::Release);
    }
}

impl TaskQueue {
    /// Queues these tasks, in their order.
    pub fn new(tasks: Vec<Task>) -> Self {
        let queue = Self {
            planned: SegQueue::new(),
            parts: SegQueue::new(),
            open_choices: AtomicUsize::new(0),
            left: AtomicUsize::new(tasks.len()),
            waiting: AtomicUsize::new(0),
            ticks: AtomicU32::new(0),
        };
        for task in tasks {
            queue.planned.push(task);
        }
        queue
    }

    /// The next task, when there is one; `None` when all are done.
    pub fn next(&self) -> Option<Turn<'_>> {
        if let Some(task) = self.pop() {
            return Some(Turn { queue: self, task });
        }
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let backoff = Backoff::new();
        let task = loop {
            if let Some(task) = self.pop() {
                break Some(task);
            }
            if self.left.load(Ordering::Acquire) == 0 {
                break None;
            }
            if backoff.is_completed() {
                std::thread::sleep(NAP);
            } else {
                backoff.snooze();
            }
        };
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        task.map(|task| Turn { queue: self, task })
    }

    fn pop(&self) -> Option<Task> {
        let part = self.parts.pop();
        if let Some(part) = &part {
            self.open_choices.fetch_sub(part.prefix.len() + 1, Ordering::Relaxed);
        }
        part.or_else(|| self.planned.pop())
    }

    /// Whether there is room for parts that no thread waits for.
    pub fn has_room(&self) -> bool {
        self.open_choices.load(Ordering::Relaxed) < ROOM
    }

    /// Whether a thread waits and nothing is there for it.
    pub fn is_starving(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0 && self.planned.is_empty() && self.parts.is_empty()
    }

    /// Queues a part of a task that the caller has under way.
    pub fn add(&self, part: Task) {
        self.left.fetch_add(1, Ordering::Relaxed);
        self.open_choices.fetch_add(part.prefix.len() + 1, Ordering::Relaxed);
        self.parts.push(part);
    }

    /// Says that some time has passed.
    pub fn tick(&self) {
        self.ticks.fetch_add(1, Ordering::Relaxed);
    }

    /// How often that was said.
    pub fn ticks(&self) -> u32 {
        self.ticks.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::OptionId;

    fn task(case: usize) -> Task {
        Task { case, share: 0, ..Task::whole() }
    }

    #[test]
    fn tasks_that_are_added_on_the_way_are_done_before_any_thread_leaves() {
        let queue = TaskQueue::new(vec![task(0)]);
        let done = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some(turn) = queue.next() {
                        if turn.task.case < 6 {
                            let more = turn.task.case + 1;
                            for _ in 0..3 {
                                queue.add(task(more));
                            }
                        }
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        assert_eq!(done.into_inner(), (3_usize.pow(7) - 1) / 2);
    }

    #[test]
    fn a_queue_starves_only_while_a_thread_waits_in_vain() {
        let queue = TaskQueue::new(vec![task(0)]);
        let turn = queue.next();
        assert!(!queue.is_starving());
        std::thread::scope(|scope| {
            let other = scope.spawn(|| queue.next().map(|turn| turn.task.case));
            while !queue.is_starving() {
                std::thread::yield_now();
            }
            queue.add(task(7));
            assert_eq!(other.join().ok(), Some(Some(7)));
        });
        assert!(!queue.is_starving());
        drop(turn);
        assert!(queue.next().is_none());
    }

    #[test]
    fn there_is_room_for_parts_until_those_that_lie_open_have_many_choices() {
        let queue = TaskQueue::new(Vec::new());
        let part = || Task { prefix: vec![OptionId(0); ROOM / 2], ..task(0) };
        queue.add(part());
        assert!(queue.has_room());
        queue.add(part());
        assert!(!queue.has_room());
        drop(queue.next());
        assert!(queue.has_room());
    }
}
