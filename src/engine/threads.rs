//! The threads that work on a problem.
//!
//! Elsewhere than on WebAssembly these are the threads of a rayon pool. On WebAssembly there is
//! one thread, the caller's, and everything is done on it, one thing after the other: nothing
//! there is spawned, waits, or asks for the time.

#[cfg(not(target_family = "wasm"))]
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;
#[cfg(not(target_family = "wasm"))]
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A number of threads that work together.
#[derive(Debug)]
pub(crate) struct Threads {
    #[cfg(not(target_family = "wasm"))]
    pool: ThreadPool,
}

#[cfg(not(target_family = "wasm"))]
impl Threads {
    /// Starts `count` threads, each with a stack of `stack_bytes`.
    ///
    /// # Errors
    /// When the system has no room for them; says what the system said.
    pub fn new(count: usize, stack_bytes: usize) -> Result<Self, String> {
        let builder = ThreadPoolBuilder::new().num_threads(count).stack_size(stack_bytes);
        let pool = builder.build().map_err(|error| error.to_string())?;
        Ok(Self { pool })
    }

    /// The pool itself, for what this type does not offer.
    pub fn native(&self) -> &ThreadPool {
        &self.pool
    }

    /// How many threads there are.
    pub fn count(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Does something on one of the threads, with the stack that they have.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Does something on each of the threads, which is handed its number. Returns what each came
    /// to, in no order.
    pub fn broadcast<T: Send>(&self, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        gather(work, |work| {
            self.pool.broadcast(|context| work(context.index()));
        })
    }

    /// What becomes of each of some large things, in their order.
    pub fn map<A: Send, B: Send>(
        &self,
        all: Vec<A>,
        work: impl Fn(A) -> B + Send + Sync,
    ) -> Vec<B> {
        self.pool.install(|| all.into_par_iter().with_max_len(1).map(work).collect())
    }

    /// Sorts a list.
    pub fn sort_unstable<T: Ord + Send>(&self, list: &mut [T]) {
        self.pool.install(|| list.par_sort_unstable());
    }

    /// Does something as often as there are threads, on all of those that are free, numbered from
    /// 0; a thread that is busy with something else is not waited for. Meanwhile the calling thread
    /// calls `on_tick` after each `tick`. Returns what each time came to, in no order.
    pub fn oversee<T: Send>(
        &self,
        tick: Duration,
        work: impl Fn(usize) -> T + Sync,
        mut on_tick: impl FnMut(),
    ) -> Vec<T> {
        gather(work, |work| self.oversee_all(tick, work, &mut on_tick))
    }

    /// [`Self::oversee`] compiled once for whatever the work comes to.
    fn oversee_all(
        &self,
        tick: Duration,
        work: &(dyn Fn(usize) + Sync),
        on_tick: &mut dyn FnMut(),
    ) {
        let (sender, receiver) = channel();
        self.pool.in_place_scope(|scope| {
            for number in 0..self.count() {
                let sender = sender.clone();
                // The receiver is there until the last of them is done.
                scope.spawn(move |_| {
                    work(number);
                    sender.send(()).ok();
                });
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(tick) {
                    Ok(()) => {}
                    Err(RecvTimeoutError::Timeout) => on_tick(),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
    }
}

/// Has work done by several threads, and gathers what it comes to. What does the work is handed it
/// as a trait object, so that it is compiled once for all kinds of work.
#[cfg(not(target_family = "wasm"))]
fn gather<T: Send>(
    work: impl Fn(usize) -> T + Sync,
    on_threads: impl FnOnce(&(dyn Fn(usize) + Sync)),
) -> Vec<T> {
    let all = Mutex::new(Vec::new());
    on_threads(&|number| {
        let one = work(number);
        lock(&all).push(one);
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(target_family = "wasm")]
impl Threads {
    /// Stands for the calling thread, however many are asked for.
    ///
    /// # Errors
    /// Never.
    pub fn new(_: usize, _: usize) -> Result<Self, String> {
        Ok(Self {})
    }

    /// How many threads there are.
    pub fn count(&self) -> usize {
        1
    }

    /// Does something.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        work()
    }

    /// Does something on the one thread, which has the number 0.
    pub fn broadcast<T: Send>(&self, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        vec![work(0)]
    }

    /// What becomes of each of some things, in their order.
    pub fn map<A: Send, B: Send>(
        &self,
        all: Vec<A>,
        work: impl Fn(A) -> B + Send + Sync,
    ) -> Vec<B> {
        all.into_iter().map(work).collect()
    }

    /// Sorts a list.
    pub fn sort_unstable<T: Ord + Send>(&self, list: &mut [T]) {
        list.sort_unstable();
    }

    /// Calls `on_tick` once, does something, and returns what it comes to.
    pub fn oversee<T: Send>(
        &self,
        _: Duration,
        work: impl Fn(usize) -> T + Sync,
        mut on_tick: impl FnMut(),
    ) -> Vec<T> {
        on_tick();
        vec![work(0)]
    }
}

/// Locks what threads of a pool share. One that panicked takes the whole pool with it, so a poisoned lock is
/// not met.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_works_once_and_what_it_comes_to_is_returned() {
        let threads = Threads::new(3, 1 << 20).unwrap();
        let mut numbers = threads.oversee(Duration::from_secs(1), |number| number, || {});
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2]);
        assert_eq!(threads.count(), 3);
    }

    #[test]
    fn a_list_keeps_its_order() {
        let threads = Threads::new(2, 1 << 20).unwrap();
        assert_eq!(threads.map(vec![1, 2, 3], |n| n * n), [1, 4, 9]);
    }
}
