//! Slices that are searched on several threads.
//!
//! The threads take slices from one stack, and put the parts of those that are cut back onto it, so that
//! it stays as small as one thread's. The calling thread adds up what they find, tells of slices that are
//! done, and of progress. Which slices there are depends on the puzzle alone; in which order they are
//! done does not.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::effort::{Effort, Failure, RecountProgress, Stop};
use super::slice::{Slice, SliceName};
use super::terms::{Dealt, Method, Terms};
use crate::cancel::CancelToken;
use crate::count::Count;

/// How long the calling thread waits for a slice before it tells of progress.
const TICK: Duration = Duration::from_millis(100);

/// A slice that was counted.
struct Found {
    name: SliceName,
    count: Count,
    /// Whether it was not done earlier.
    is_new: bool,
    /// What part of the whole it is.
    share: f64,
}

/// The slices that are still to be looked at.
struct Queue {
    open: Vec<Slice>,
    /// How many threads are at a slice, of which parts may come.
    busy: usize,
}

/// What the threads share.
struct Shared<'a> {
    terms: &'a Terms,
    queue: Mutex<Queue>,
    /// There are more slices, or none will come.
    changed: Condvar,
    /// How many nodes each thread has met.
    nodes: Vec<AtomicU64>,
    /// Stops all of them.
    cancel: CancelToken,
}

/// Searches slices on all threads, and returns how many solutions they have and how many slices they
/// came to be; each that was not done earlier is told.
///
/// # Errors
/// When it is cancelled, a slice has too many solutions, or a slice cannot be told.
pub(super) fn search_slices(
    terms: &Terms,
    open: Vec<Slice>,
    on_slice: &mut dyn FnMut(&SliceName, &Count) -> io::Result<()>,
    effort: &mut Effort<'_>,
) -> Result<(Count, u64), Failure> {
    let shared = Shared {
        terms,
        queue: Mutex::new(Queue { open, busy: 0 }),
        changed: Condvar::new(),
        nodes: (0..terms.threads).map(|_| AtomicU64::new(0)).collect(),
        cancel: effort.cancel().child(),
    };
    let met = || shared.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum::<u64>();
    let (mut total, mut slices) = (Count::ZERO, 0);
    let mut failure = None;
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for nodes in &shared.nodes {
            let (sender, shared) = (sender.clone(), &shared);
            scope.spawn(move || shared.work(nodes, &sender));
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Ok(Found { name, count, is_new, share })) => {
                    let told = if is_new { on_slice(&name, &count) } else { Ok(()) };
                    if let Err(error) = told {
                        failure.get_or_insert(Failure::Told(error));
                        shared.cancel.cancel();
                    } else {
                        total += &count;
                        slices += 1;
                        effort.share += share;
                    }
                }
                // Where one has failed, the others only say that they were stopped.
                Ok(Err(stop)) => {
                    failure.get_or_insert(Failure::Stop(stop));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if failure.is_none() {
                effort.tell(met());
            }
        }
    });
    effort.nodes += met();
    // Where it was cancelled while no thread was at a slice, none has said so.
    let is_left = !shared.queue().open.is_empty();
    let stopped = is_left.then_some(Failure::Stop(Stop::Cancelled));
    failure.or(stopped).map_or(Ok((total, slices)), Err)
}

impl Shared<'_> {
    /// Looks at slices until there are none, and sends what they come to.
    fn work(&self, nodes: &AtomicU64, sender: &Sender<Result<Found, Stop>>) {
        let mut on_progress = |progress: &RecountProgress| {
            nodes.store(progress.nodes, Ordering::Relaxed);
        };
        let mut effort = Effort::new(&self.cancel, &mut on_progress);
        while let Some((slice, _busy)) = self.take() {
            let found = match self.terms.deal_with(&slice, &mut Method::Search, &mut effort) {
                Ok(Dealt::Cut(parts)) => {
                    self.queue().open.extend(parts.into_iter().rev());
                    self.changed.notify_all();
                    continue;
                }
                Ok(Dealt::Counted { count, is_new }) => {
                    nodes.store(effort.nodes, Ordering::Relaxed);
                    Ok(Found { name: slice.name, count, is_new, share: slice.share })
                }
                Err(stop) => Err(stop),
            };
            let has_failed = found.is_err();
            // Whoever adds up hears all of them out.
            sender.send(found).ok();
            if has_failed {
                self.cancel.cancel();
            }
        }
    }

    /// The next slice; nothing when all are done, or it was cancelled, and then slices may be left.
    fn take(&self) -> Option<(Slice, Busy<'_>)> {
        let mut queue = self.queue();
        loop {
            if self.cancel.is_cancelled() {
                return None;
            }
            if let Some(slice) = queue.open.pop() {
                queue.busy += 1;
                return Some((slice, Busy(self)));
            }
            if queue.busy == 0 {
                return None;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The stack. A list that a thread was extending when it panicked is never looked at again: the panic
    /// goes on in the calling thread.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread is at a slice, however that ends.
struct Busy<'a>(&'a Shared<'a>);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.queue().busy -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::requirements::{Entry, RecountItem, RecountOption, Requirements};
    use super::super::terms::Trial;
    use super::*;

    /// So many items, each with two options of its own, in one slice.
    fn pairs(items: u32) -> Slice {
        let item = RecountItem { least: 1, most: 1, colours: 0, at: None };
        let option = |number: u32| RecountOption {
            number,
            entries: vec![Entry { item: number / 2, times: 1, colour: None }],
            weight: 1,
        };
        let options = (0..2 * items).map(option).collect();
        Slice::whole(Requirements { items: vec![item; items as usize], options }, Some(0))
    }

    fn searched(cancel: &CancelToken) -> Result<(Count, u64), Failure> {
        let trial = Trial { states: 0, nodes: 0, rounds: 0, nodes_per_state: 0.0 };
        let terms = Terms { memory_bytes: 0, threads: 3, trial, done: HashMap::new() };
        let mut on_progress = |_: &RecountProgress| {};
        let mut effort = Effort::new(cancel, &mut on_progress);
        search_slices(&terms, vec![pairs(7)], &mut |_, _| Ok(()), &mut effort)
    }

    #[test]
    fn slices_are_searched_by_several_threads_and_what_is_left_of_them_is_no_count() {
        // The whole is cut into two options, and each of these into two of the next item.
        let (total, slices) = searched(&CancelToken::new()).unwrap();
        assert_eq!((total, slices), (Count::from(128), 4));
        let cancel = CancelToken::new();
        cancel.cancel();
        assert!(matches!(searched(&cancel), Err(Failure::Stop(Stop::Cancelled))));
    }
}
