//! How far a sweep is: a callback is told now and then, and may end the sweep.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::cancel::Cancelled;
use crate::engine::threads::{Threads, lock};

/// How often the callback is called while all threads work at one thing.
const TICK: Duration = Duration::from_millis(100);

/// How far a sweep is when a level, or a large part of one, is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepProgress {
    /// The level that is being done, from 0.
    pub level: usize,
    /// How many levels there are.
    pub levels: usize,
    /// The number of states so far, those of this level included.
    pub states: u64,
    /// About how many the levels have that it has not reached yet; nothing where that is not foretold.
    pub states_left: Option<f64>,
    /// How many of the states are those of other orders that were tried.
    pub tried: u64,
    /// Whether one is being tried, and the sweep stands still.
    pub is_trying: bool,
}

impl SweepProgress {
    /// Of a sweep of so many levels that has reached one of them, with so many states, and no other order tried.
    pub const fn new(level: usize, levels: usize, states: u64) -> Self {
        Self { level, levels, states, states_left: None, tried: 0, is_trying: false }
    }
}

/// Called every now and then; `Break` ends the sweep.
pub(crate) type OnProgress<'a> = &'a mut dyn FnMut(&SweepProgress) -> ControlFlow<()>;

/// A callback, and what it is told while something goes on that changes nothing of it.
pub(super) struct Reporter<'a> {
    pub on_progress: OnProgress<'a>,
    pub progress: SweepProgress,
}

impl Reporter<'_> {
    /// Tells the callback how far the sweep is.
    ///
    /// # Errors
    /// When the sweep is to end.
    pub fn report(&mut self) -> Result<(), Cancelled> {
        match (self.on_progress)(&self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Cancelled),
        }
    }

    /// [`watch_over`] with this callback.
    ///
    /// # Errors
    /// When the sweep is to end.
    pub fn on_all<T: Send>(
        &mut self,
        threads: &Threads,
        work: impl Fn(usize, &Watch) -> T + Sync,
    ) -> Result<Vec<T>, Cancelled> {
        match watch_over(threads, TICK, work, &mut || (self.on_progress)(&self.progress)) {
            ControlFlow::Continue(all) => Ok(all),
            ControlFlow::Break(()) => Err(Cancelled),
        }
    }
}

/// What work on several threads asks now and then: whether to wait, and whether to go on.
#[derive(Debug, Default)]
pub(super) struct Watch {
    is_ended: AtomicBool,
    /// Held while the callback is called, in which a search may take its turn.
    turn: Mutex<()>,
}

impl Watch {
    /// Waits until the callback returns, if it is being called: two things at the same time would take each
    /// other's threads. Breaks where the sweep is to end; what is left may then be left out.
    pub fn flow(&self) -> ControlFlow<()> {
        drop(lock(&self.turn));
        let is_ended = self.is_ended.load(Ordering::Relaxed);
        if is_ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Does something as often as there are threads, which is handed a number from 0 on and a [`Watch`]; meanwhile
/// calls back after each `tick`. Breaks where the callback does, once all threads have come to an end.
pub(super) fn watch_over<T: Send>(
    threads: &Threads,
    tick: Duration,
    work: impl Fn(usize, &Watch) -> T + Sync,
    on_tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Vec<T>> {
    let watch = Watch::default();
    let all = threads.oversee(
        tick,
        |number| work(number, &watch),
        || {
            let _turn = lock(&watch.turn);
            if on_tick().is_break() {
                watch.is_ended.store(true, Ordering::Relaxed);
            }
        },
    );
    if watch.is_ended.into_inner() { ControlFlow::Break(()) } else { ControlFlow::Continue(all) }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    const PROGRESS: SweepProgress = SweepProgress::new(3, 7, 5);

    #[test]
    fn every_thread_works_and_what_it_comes_to_is_gathered() {
        let threads = Threads::new(3, 1 << 20).unwrap();
        let mut reporter =
            Reporter { on_progress: &mut |_| ControlFlow::Continue(()), progress: PROGRESS };
        let mut numbers = reporter.on_all(&threads, |number, _| number).unwrap();
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2]);
    }

    #[test]
    fn work_that_goes_on_and_on_ends_when_the_callback_breaks() {
        let threads = Threads::new(2, 1 << 20).unwrap();
        let mut told = Vec::new();
        let on_progress = &mut |progress: &SweepProgress| {
            told.push((progress.level, progress.levels, progress.states));
            if told.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut reporter = Reporter { on_progress, progress: PROGRESS };
        let ended = reporter.on_all(&threads, |_, watch| {
            while watch.flow().is_continue() {
                std::thread::yield_now();
            }
        });
        assert_eq!(ended, Err(Cancelled));
        assert!(told.len() >= 2 && told.iter().all(|&one| one == (3, 7, 5)), "{told:?}");
    }

    #[test]
    fn work_stands_still_while_the_callback_is_called() {
        let threads = Threads::new(2, 1 << 20).unwrap();
        let steps = AtomicUsize::new(0);
        let mut calls = 0;
        let watched = watch_over(
            &threads,
            Duration::from_millis(1),
            |_, watch| {
                while watch.flow().is_continue() {
                    steps.fetch_add(1, Ordering::Relaxed);
                }
            },
            &mut || {
                calls += 1;
                // Both threads may be in the middle of a step; after that they wait.
                let before = steps.load(Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(5));
                let during = steps.load(Ordering::Relaxed) - before;
                assert!(during <= 2, "{during} steps were made meanwhile");
                if calls < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        );
        assert!(watched.is_break());
        assert_eq!(calls, 3);
    }
}
