//! The threads that work on a problem.
//!
//! Elsewhere than on WebAssembly these are the threads of a rayon pool. On WebAssembly there is
//! one thread, the caller's, and everything is done on it, one thing after the other: nothing
//! there is spawned, waits, or asks for the time.

#[cfg(not(target_family = "wasm"))]
use std::sync::mpsc::{RecvTimeoutError, channel};
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

    /// Does something on each of the threads, which is handed its number.
    pub fn broadcast<T: Send>(&self, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        self.pool.broadcast(|context| work(context.index()))
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
    /// hands on what each time comes to as soon as it is there, and nothing after each `tick`
    /// without that.
    pub fn oversee<T: Send>(
        &self,
        tick: Duration,
        work: impl Fn(usize) -> T + Sync,
        mut report: impl FnMut(Option<T>),
    ) {
        let (sender, receiver) = channel();
        self.pool.in_place_scope(|scope| {
            let work = &work;
            for number in 0..self.count() {
                let sender = sender.clone();
                // The receiver is there until the last of them is done.
                scope.spawn(move |_| drop(sender.send(work(number))));
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(tick) {
                    Ok(done) => report(Some(done)),
                    Err(RecvTimeoutError::Timeout) => report(None),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
    }
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

    /// Hands on nothing once, does something, and hands on what it comes to.
    pub fn oversee<T: Send>(
        &self,
        _: Duration,
        work: impl Fn(usize) -> T + Sync,
        mut report: impl FnMut(Option<T>),
    ) {
        report(None);
        report(Some(work(0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_works_once_and_what_it_comes_to_is_handed_on() {
        let threads = Threads::new(3, 1 << 20).unwrap();
        let mut numbers = Vec::new();
        threads.oversee(Duration::from_secs(1), |number| number, |done| numbers.extend(done));
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
