//! In which order a sweep goes on: it begins anew in another one that proves to have far fewer states.
//!
//! Orders are tried on all threads, a few at the same time, each on one thread; what a trial shows, and so
//! which order is taken, is the same for any number of threads. Cost: see `order_trial`.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::engine::threads::Threads;

use super::engine::{Frontier, MOST_BITS, Use, with_key};
use super::error::FrontierError;
use super::growth::Growth;
use super::key::Wide;
use super::order;
use super::order_trial::{self, Projection, Trials};
use super::progress::{OnProgress, SweepProgress, Watch, watch_over};
use super::sweep_order::SweepOrder;

/// So many orders are tried at the same time, on as many threads at most.
const AT_ONCE: usize = 4;

/// While an order is tried, its tables take no more than one byte in so many of the memory, and so do the
/// states that are on their way, of which this many bytes may always be there.
const TRIAL_MEMORY: u64 = 64;
const TRIAL_BYTES: u64 = 1 << 22;

/// How often the callback is told while orders are tried on several threads.
const TICK: Duration = Duration::from_millis(10);

impl Frontier {
    /// Sweeps, and begins anew in another order where that proves to have far fewer states. At first
    /// it tells that nothing is done yet: of a large cover, the tables alone take their time.
    pub(super) fn in_best_order<T>(
        &self,
        purpose: Use,
        (threads, most_bytes): (&Threads, u64),
        on_progress: OnProgress<'_>,
        sweep: &mut dyn FnMut(&SweepOrder, OnProgress<'_>) -> Result<T, FrontierError>,
    ) -> Result<T, FrontierError> {
        let mut order = Cow::Borrowed(&self.first);
        let nothing = SweepProgress::new(0, order.levels.len(), 0);
        if on_progress(&nothing).is_break() {
            return Err(FrontierError::Cancelled);
        }
        let mut trials = Trials::default();
        loop {
            // The states of the trials are work like those of the sweep, and told beside them. The
            // level that is told is that of the sweep, which goes on if no order is better.
            let (mut better, mut tried) = (None, 0);
            let mut growth = Growth::new(&order.in_play);
            let swept = sweep(&order, &mut |progress| {
                // What boards take is foreseen otherwise; and an order that others were not compared with
                // may not be the one in which the sweep comes to its end.
                if self.is_plain {
                    growth.note(progress.level, progress.states);
                }
                let states_left = growth.left().filter(|_| trials.were_made());
                let mut tell = |tried: u64, is_trying: bool| {
                    let states = progress.states + tried;
                    let told = SweepProgress { states, states_left, tried, is_trying, ..*progress };
                    on_progress(&told)
                };
                tell(tried, false)?;
                if self.is_plain && trials.are_due(progress) {
                    let system = (&self.system, &*order);
                    let others = order::other_orders(system, trials.at_random(), Some(threads));
                    better = trials.better_order(&order, progress, others, |orders, states| {
                        let before = tried;
                        let attempts = Attempts { frontier: self, purpose, most_bytes, states };
                        attempts.on_all(orders, threads, &mut |had| {
                            tried = before + had;
                            tell(tried, true)
                        })
                    })?;
                }
                if better.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            match better {
                Some(better) => order = Cow::Owned(better),
                None => return swept,
            }
        }
    }
}

/// Orders that are tried, each on so many states.
struct Attempts<'a> {
    frontier: &'a Frontier,
    purpose: Use,
    /// The memory of the whole sweep.
    most_bytes: u64,
    states: u64,
}

impl Attempts<'_> {
    /// What trials of some orders show, in their sequence; nothing of one that cannot be swept. Breaks where
    /// the callback does, which is told how many states all of them had.
    fn on_all(
        &self,
        orders: &[SweepOrder],
        threads: &Threads,
        on_states: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Option<Projection>>> {
        if threads.count() == 1 {
            self.in_turn(orders, on_states)
        } else {
            self.at_once(orders, threads, on_states)
        }
    }

    /// [`Self::on_all`] on the calling thread.
    fn in_turn(
        &self,
        orders: &[SweepOrder],
        on_states: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Option<Projection>>> {
        let (mut before, mut shown) = (0, Vec::with_capacity(orders.len()));
        for order in orders {
            let mut now = 0;
            shown.push(self.on_one(order, &mut |had| {
                now = had;
                on_states(before + had)
            })?);
            before += now;
        }
        ControlFlow::Continue(shown)
    }

    /// [`Self::on_all`] on several threads.
    fn at_once(
        &self,
        orders: &[SweepOrder],
        threads: &Threads,
        on_states: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Option<Projection>>> {
        let (next, had) = (AtomicUsize::new(0), AtomicU64::new(0));
        let on_one_thread = |number: usize, watch: &Watch| {
            let mut shown = Vec::new();
            if number >= AT_ONCE {
                return shown;
            }
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(order) = orders.get(at) else { break };
                let mut before = 0;
                let one = self.on_one(order, &mut |now| {
                    had.fetch_add(now - before, Ordering::Relaxed);
                    before = now;
                    watch.flow()
                });
                let ControlFlow::Continue(one) = one else { break };
                shown.push((at, one));
            }
            shown
        };
        let mut tell = || on_states(had.load(Ordering::Relaxed));
        let shown = watch_over(threads, TICK, on_one_thread, &mut tell)?;
        on_states(had.into_inner())?;
        let mut shown: Vec<_> = shown.into_iter().flatten().collect();
        shown.sort_unstable_by_key(|&(at, _)| at);
        ControlFlow::Continue(shown.into_iter().map(|(_, one)| one).collect())
    }

    /// Tries one order; nothing where it cannot be swept. Breaks where the callback does, which is told how
    /// many states it had.
    fn on_one(
        &self,
        order: &SweepOrder,
        on_states: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<(), Option<Projection>> {
        on_states(0)?;
        if order.bits > MOST_BITS {
            return ControlFlow::Continue(None);
        }
        let most_bytes = self.most_bytes / TRIAL_MEMORY;
        with_key!(order.bits, K => {
            let heed = &mut || on_states(0);
            let space = match self.frontier.space::<K>(order, self.purpose, most_bytes, heed) {
                Ok(space) => space,
                Err(FrontierError::Cancelled) => return ControlFlow::Break(()),
                Err(_) => return ControlFlow::Continue(None),
            };
            let on_their_way = most_bytes.max(TRIAL_BYTES) as usize / size_of::<K>();
            let most = (self.states, on_their_way);
            let projection = order_trial::attempt(&space, order, most, on_states)?;
            ControlFlow::Continue(Some(projection))
        })
    }
}
