//! A search that stands still until it is its turn.
//!
//! It is kept meanwhile on threads of its own, behind a gate. Cost: a message, and what it takes to
//! wake its threads, for each turn.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::cancel::{CancelToken, Gate};
use crate::clock::Stopwatch;

/// How often whoever waits for a search looks whether the run was cancelled.
const TICK: Duration = Duration::from_millis(20);

/// A search on threads of its own, which goes on only in its turns.
pub(super) struct SuspendedSearch<T> {
    gate: Arc<Gate>,
    cancel: CancelToken,
    result: Receiver<T>,
    ended: Option<T>,
    /// How long its turns took.
    spent: Duration,
}

impl<T> SuspendedSearch<T> {
    /// A search that looks at `cancel`, which is behind `gate`, and sends what it comes to.
    pub fn new(gate: Arc<Gate>, cancel: CancelToken, result: Receiver<T>) -> Self {
        Self { gate, cancel, result, ended: None, spent: Duration::ZERO }
    }

    /// How long it went on, in seconds.
    pub fn spent_s(&self) -> f64 {
        self.spent.as_secs_f64()
    }

    /// Goes on for this long, or until it is done or the run is cancelled. Returns what it took.
    pub fn go_on(&mut self, time: Duration, run: &CancelToken) -> Duration {
        let watch = Stopwatch::start();
        self.gate.open();
        while self.ended.is_none() && !run.is_cancelled() {
            let left = time.saturating_sub(watch.elapsed());
            if left.is_zero() {
                break;
            }
            match self.result.recv_timeout(left.min(TICK)) {
                Ok(ended) => self.ended = Some(ended),
                Err(RecvTimeoutError::Timeout) => {}
                // It was broken off by a panic, which the end of its thread passes on.
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.gate.close();
        let took = watch.elapsed();
        self.spent += took;
        took
    }

    /// What it came to, once it is done.
    pub fn ended(&self) -> Option<&T> {
        self.ended.as_ref()
    }

    /// Goes on to its end.
    pub fn finish(mut self) -> Option<T> {
        self.gate.open();
        self.ended.take().or_else(|| self.result.recv().ok())
    }

    /// Gives it up. Returns what it had come to.
    pub fn give_up(self) -> Option<T> {
        self.cancel.cancel();
        self.finish()
    }
}

impl<T> Drop for SuspendedSearch<T> {
    /// Nobody waits behind a gate that nobody will open, also after a panic.
    fn drop(&mut self) {
        self.cancel.cancel();
        self.gate.open();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_suspended_search_goes_on_in_its_turns_alone_and_can_be_given_up() {
        let gate = Arc::new(Gate::default());
        let run = CancelToken::new();
        let cancel = run.child_behind(&gate);
        let (sender, receiver) = channel();
        let (begin, begun) = channel();
        let worker = {
            let cancel = cancel.clone();
            std::thread::spawn(move || {
                begin.send(()).ok();
                let mut steps = 0_u64;
                while !cancel.is_cancelled() {
                    steps += 1;
                }
                sender.send(steps).ok();
            })
        };
        // A thread that begins after its turn on a busy machine takes no step in it.
        begun.recv().unwrap();
        let mut search = SuspendedSearch::new(gate, cancel, receiver);
        search.go_on(Duration::from_millis(5), &run);
        assert!(search.ended().is_none() && search.spent_s() > 0.0);
        assert!(search.give_up().is_some_and(|steps| steps > 0));
        worker.join().unwrap();
        assert!(!run.is_cancelled());
    }
}
