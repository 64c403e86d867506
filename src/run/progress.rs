//! How far a search is, and how long it may still take.
//!
//! The share is the sum, over all finished tasks, of the product of 1 / branching along their
//! prefixes: it only grows, and is 1 when all are done. How long a share takes differs from task to
//! task. Tasks come in a mixed order, so those that are done are a sample of all, and the time that
//! is left is foreseen by the ratio estimator (Cochran, Sampling Techniques, chapter 6), with the
//! interval that the spread of their times leaves open.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::control::{Phase, View};
use super::plan::WHOLE;
use super::tally::Tally;

/// With fewer tasks nothing is foreseen.
const FEWEST_TASKS: f64 = 20.0;

/// How many standard deviations wide the interval is on either side: 95% of a normal distribution,
/// and a little for the rest of it not being one.
const WIDTH: f64 = 2.5;

/// How far a search is.
#[derive(Debug)]
pub(super) struct Progress {
    begun: Instant,
    threads: usize,
    state: Mutex<State>,
}

#[derive(Clone, Debug, Default)]
struct State {
    /// What was done before this session.
    earlier_nodes: u64,
    distinct: u128,
    total: u128,
    nodes: u64,
    /// Of [`WHOLE`].
    share: u64,
    times: Times,
}

/// Sums over tasks: their number, and of share `w` and time `t` in seconds.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    n: f64,
    w: f64,
    t: f64,
    ww: f64,
    wt: f64,
    tt: f64,
}

impl Times {
    fn add(&mut self, share: u64, elapsed: Duration) {
        let (w, t) = (share as f64 / WHOLE as f64, elapsed.as_secs_f64());
        self.n += 1.0;
        self.w += w;
        self.t += t;
        self.ww += w * w;
        self.wt += w * t;
        self.tt += t * t;
    }

    /// The time of all threads together that a share of the tree takes, and the relative error of
    /// that.
    fn foresee(&self, share: f64) -> Option<(f64, f64)> {
        if self.n < FEWEST_TASKS || self.w <= 0.0 || self.t <= 0.0 {
            return None;
        }
        let rate = self.t / self.w;
        // The tasks are weighed by their shares: what counts is how far each is off the rate.
        let residual = (self.tt - 2.0 * rate * self.wt + rate * rate * self.ww).max(0.0);
        let variance = residual / (self.n - 1.0);
        let left = self.n * share / self.w;
        // The tasks that are left spread, and the rate itself is known only so well.
        let error = (variance * left * (1.0 + left / self.n)).sqrt();
        Some((rate * share, error / (rate * share)))
    }
}

impl Progress {
    /// A search that has saved this much of the tree, of [`WHOLE`], and continues on some threads.
    /// `times` are share and nanoseconds of tasks that were done before.
    pub fn new(saved: &Tally, share: u64, times: &[(u64, u64)], threads: usize) -> Self {
        let mut state = State {
            earlier_nodes: saved.nodes,
            distinct: saved.distinct,
            total: saved.total,
            nodes: saved.nodes,
            share,
            times: Times::default(),
        };
        for &(share, task_ns) in times {
            state.times.add(share, Duration::from_nanos(task_ns));
        }
        Self { begun: Instant::now(), threads, state: Mutex::new(state) }
    }

    /// Adds a task that is done.
    pub fn add(&self, tally: &Tally, share: u64, elapsed: Duration) {
        let mut state = self.state();
        state.distinct += tally.distinct;
        state.total += tally.total;
        state.nodes += tally.nodes;
        state.share += share;
        state.times.add(share, elapsed);
    }

    /// How far it is now.
    pub fn view(&self) -> View {
        let state = self.state();
        let elapsed = self.begun.elapsed();
        // Only who knows that all is done may say so.
        let share = (state.share as f64 / WHOLE as f64).min(1.0 - f64::EPSILON);
        let foreseen = state.times.foresee(1.0 - share);
        let left = foreseen.map(|(work_s, error)| {
            let left_s = work_s / self.threads as f64;
            // Times cannot be negative, and are rather too short than too long by a factor.
            let factor = (WIDTH * error).exp().min(1e3);
            (Duration::from_secs_f64(left_s / factor), seconds(left_s * factor))
        });
        View {
            phase: Phase::Search,
            share,
            distinct: state.distinct,
            total: state.total,
            nodes: state.nodes,
            fresh_nodes: state.nodes - state.earlier_nodes,
            elapsed,
            left,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// So many seconds, or the longest time that there is.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::random::SplitMix;

    /// Tasks whose times differ by a factor of ten from their shares, in random order.
    fn tasks(random: &mut SplitMix) -> Vec<(u64, Duration)> {
        let task = |_| {
            let micros = 100 + random.below(1000) as u64;
            (WHOLE / 500, Duration::from_micros(micros))
        };
        (0..500).map(task).collect()
    }

    #[test]
    fn the_interval_of_the_time_left_holds_it_nearly_always() {
        let mut random = SplitMix::new(7);
        let (mut held, mut looks) = (0, 0);
        for _ in 0..40 {
            let tasks = tasks(&mut random);
            let progress = Progress::new(&Tally::default(), 0, &[], 1);
            for (place, &(share, elapsed)) in tasks.iter().enumerate() {
                if place.is_multiple_of(50)
                    && let Some((low, high)) = progress.view().left
                {
                    let left: Duration = tasks[place..].iter().map(|task| task.1).sum();
                    looks += 1;
                    held += usize::from(low <= left && left <= high);
                }
                progress.add(&Tally::default(), share, elapsed);
            }
        }
        assert!(looks == 40 * 9 && held * 100 >= looks * 95, "{held} of {looks}");
    }

    #[test]
    fn the_share_grows_and_stays_below_one_until_somebody_knows_better() {
        let progress = Progress::new(&Tally::default(), WHOLE / 4, &[], 2);
        let mut before = progress.view().share;
        assert!((before - 0.25).abs() < 1e-9);
        for _ in 0..3 {
            progress.add(&Tally::default(), WHOLE / 4, Duration::from_secs(1));
            let share = progress.view().share;
            assert!(before < share && share < 1.0);
            before = share;
        }
    }
}
