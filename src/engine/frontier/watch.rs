//! Watching a sweep: somebody is told now and then how far it is, and may end it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use rayon::ThreadPool;

use super::sweep::Unfinished;

/// How often somebody is told while all threads work at one step.
const TICK: Duration = Duration::from_millis(100);

/// What the sweep looks like when a level, or a large part of one, is done.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The level that is being done, from 0.
    pub level: usize,
    /// How many there are.
    pub levels: usize,
    /// States so far, those of this level included.
    pub states: u64,
}

/// Called every now and then; `Break` ends the sweep.
pub type Watch<'a> = &'a mut dyn FnMut(&Look) -> ControlFlow<()>;

/// A watch, and what it is told while a step goes on that changes nothing of it.
pub(super) struct Watched<'a> {
    pub watch: Watch<'a>,
    pub look: Look,
}

impl Watched<'_> {
    /// Tells how far the sweep is.
    ///
    /// # Errors
    /// When it is to end.
    pub fn look(&mut self) -> Result<(), Unfinished> {
        match (self.watch)(&self.look) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Unfinished::Broken),
        }
    }

    /// Does something on every thread of a pool, which it is handed with the number of the thread
    /// and a flag: once that is set the sweep ends, and what is left may be left out.
    ///
    /// # Errors
    /// When the sweep is to end.
    pub fn on_all<T: Send>(
        &mut self,
        pool: &ThreadPool,
        work: impl Fn(usize, &AtomicBool) -> T + Sync,
    ) -> Result<Vec<T>, Unfinished> {
        let is_ended = AtomicBool::new(false);
        let (sender, receiver) = channel();
        let mut done = Vec::new();
        pool.in_place_scope(|scope| {
            let (work, is_ended) = (&work, &is_ended);
            // The receiver is there until the last of them is done.
            scope.spawn_broadcast(move |_, context| {
                drop(sender.send(work(context.index(), is_ended)));
            });
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok(one) => done.push(one),
                    Err(RecvTimeoutError::Timeout) => {
                        if self.look().is_err() {
                            is_ended.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        if is_ended.load(Ordering::Relaxed) { Err(Unfinished::Broken) } else { Ok(done) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::ThreadPoolBuilder;

    const LOOK: Look = Look { level: 3, levels: 7, states: 5 };

    #[test]
    fn every_thread_works_and_what_it_comes_to_is_gathered() {
        let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let mut watched = Watched { watch: &mut |_| ControlFlow::Continue(()), look: LOOK };
        let mut threads = watched.on_all(&pool, |thread, _| thread).unwrap();
        threads.sort_unstable();
        assert_eq!(threads, [0, 1, 2]);
    }

    #[test]
    fn a_step_that_goes_on_and_on_ends_when_the_watch_breaks() {
        let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let mut looks = Vec::new();
        let watch = &mut |look: &Look| {
            looks.push((look.level, look.levels, look.states));
            if looks.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let ended = Watched { watch, look: LOOK }.on_all(&pool, |_, is_ended| {
            while !is_ended.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        });
        assert_eq!(ended, Err(Unfinished::Broken));
        assert!(looks.len() >= 2 && looks.iter().all(|&look| look == (3, 7, 5)), "{looks:?}");
    }
}
