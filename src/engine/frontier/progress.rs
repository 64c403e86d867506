//! How far a sweep is: a callback is told now and then, and may end the sweep.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::cancel::Cancelled;
use crate::engine::threads::Threads;

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

    /// Does something as often as there are threads, which is handed a number from 0 on and a flag:
    /// once that is set the sweep ends, and what is left may be left out.
    ///
    /// # Errors
    /// When the sweep is to end.
    pub fn on_all<T: Send>(
        &mut self,
        threads: &Threads,
        work: impl Fn(usize, &AtomicBool) -> T + Sync,
    ) -> Result<Vec<T>, Cancelled> {
        let is_ended = AtomicBool::new(false);
        let all = threads.oversee(
            TICK,
            |number| work(number, &is_ended),
            || {
                if self.report().is_err() {
                    is_ended.store(true, Ordering::Relaxed);
                }
            },
        );
        if is_ended.load(Ordering::Relaxed) { Err(Cancelled) } else { Ok(all) }
    }
}

#[cfg(test)]
mod tests {
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
        let ended = reporter.on_all(&threads, |_, is_ended| {
            while !is_ended.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        });
        assert_eq!(ended, Err(Cancelled));
        assert!(told.len() >= 2 && told.iter().all(|&one| one == (3, 7, 5)), "{told:?}");
    }
}
