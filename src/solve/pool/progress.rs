//! How far a search is, and how long it may still take.
//!
//! The share is the sum, over all finished tasks, of the product of 1 / branching along their
//! prefixes: it only grows, and is 1 when all are done. How long a share takes differs from task to
//! task. Planned tasks come in a mixed order, so those that have begun are a sample of all, and the
//! time that is left is foreseen by the ratio estimator (Cochran, Sampling Techniques, chapter 6),
//! with the interval that their spread leaves open. A planned task counts with all its parts and
//! with the time of those under way: large ones that are not done yet are not forgotten.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Stopwatch;
use crate::count::Count;

use crate::solve::counts::Counts;
use crate::solve::observer::{Phase, Progress};
use crate::solve::recorder::TaskTime;
use crate::solve::task::{Task, WHOLE};

/// With fewer planned tasks nothing is foreseen.
const FEWEST_TASKS: usize = 20;

/// How many standard deviations wide the interval is on either side: 95% of a normal distribution,
/// and a little for the rest of it not being one.
const WIDTH: f64 = 2.5;

/// How far a search is.
#[derive(Debug)]
pub(crate) struct SearchProgress {
    begun: Stopwatch,
    threads: usize,
    state: Mutex<State>,
}

#[derive(Clone, Debug, Default)]
struct State {
    /// What was done before this session.
    earlier_nodes: u64,
    distinct: Count,
    total: Count,
    nodes: u64,
    /// Of [`WHOLE`].
    share: u64,
    /// Of each planned task that has begun, the share that is done and the seconds that took.
    times: HashMap<usize, (f64, f64)>,
    /// The tasks under way.
    underway: Vec<(usize, Stopwatch)>,
}

/// Tasks that one thread has done.
#[derive(Debug, Default)]
pub(crate) struct ProgressDelta {
    distinct: Count,
    total: Count,
    nodes: u64,
    /// Of each its planned task, its share and its time.
    tasks: Vec<(usize, u64, Duration)>,
}

impl ProgressDelta {
    /// Adds a task that is done: its planned task, and its share.
    pub fn add(&mut self, counts: &Counts, (origin, share): (usize, u64), elapsed: Duration) {
        self.distinct += &counts.distinct;
        self.total += &counts.total;
        self.nodes += counts.nodes;
        self.tasks.push((origin, share, elapsed));
    }
}

/// A task under way; over when this is dropped.
pub(crate) struct Underway<'a> {
    progress: &'a SearchProgress,
    entry: (usize, Stopwatch),
}

impl Drop for Underway<'_> {
    fn drop(&mut self) {
        let mut state = self.progress.state();
        if let Some(at) = state.underway.iter().position(|entry| *entry == self.entry) {
            state.underway.swap_remove(at);
        }
    }
}

impl State {
    fn add(&mut self, origin: usize, share: u64, elapsed: Duration) {
        let (w, t) = self.times.entry(origin).or_default();
        *w += share as f64 / WHOLE as f64;
        *t += elapsed.as_secs_f64();
    }

    /// The time of all threads together that a share of the tree takes, and the relative error of
    /// that.
    fn foresee(&self, share: f64) -> Option<(f64, f64)> {
        let mut times = self.times.clone();
        for (origin, begun) in &self.underway {
            times.entry(*origin).or_default().1 += begun.elapsed().as_secs_f64();
        }
        let done: f64 = times.values().map(|(w, _)| w).sum();
        let time_s: f64 = times.values().map(|(_, t)| t).sum();
        if times.len() < FEWEST_TASKS || done <= 0.0 || time_s <= 0.0 {
            return None;
        }
        let rate = time_s / done;
        // How far each is off the rate.
        let residual: f64 = times.values().map(|(w, t)| (t - rate * w).powi(2)).sum();
        let n = times.len() as f64;
        let variance = residual / (n - 1.0);
        let left = n * share / done;
        // The tasks that are left spread, and the rate itself is known only so well.
        let error = (variance * left * (1.0 + left / n)).sqrt();
        Some((rate * share, error / (rate * share)))
    }
}

impl SearchProgress {
    /// A search that has done this much of the tree, of [`WHOLE`], and continues on some threads.
    /// `times` are those of tasks that were done before.
    pub fn new(done: &Counts, share: u64, times: &[TaskTime], threads: usize) -> Self {
        let mut state = State {
            earlier_nodes: done.nodes,
            distinct: done.distinct.clone(),
            total: done.total.clone(),
            nodes: done.nodes,
            share,
            ..State::default()
        };
        for &TaskTime { origin, share, task_ns } in times {
            state.add(origin, share, Duration::from_nanos(task_ns));
        }
        Self { begun: Stopwatch::start(), threads, state: Mutex::new(state) }
    }

    /// A task begins.
    pub fn begin(&self, task: &Task) -> Underway<'_> {
        let entry = (task.origin, Stopwatch::start());
        self.state().underway.push(entry);
        Underway { progress: self, entry }
    }

    /// Adds what is new.
    pub fn add(&self, delta: &mut ProgressDelta) {
        if delta.tasks.is_empty() {
            return;
        }
        let mut state = self.state();
        state.distinct += &delta.distinct;
        state.total += &delta.total;
        state.nodes += delta.nodes;
        for (origin, share, elapsed) in delta.tasks.drain(..) {
            state.share += share;
            state.add(origin, share, elapsed);
        }
        *delta =
            ProgressDelta { tasks: std::mem::take(&mut delta.tasks), ..ProgressDelta::default() };
    }

    /// How far it is now.
    pub fn now(&self) -> Progress {
        let state = self.state();
        let elapsed = self.begun.elapsed();
        // Only the run knows when all is done.
        let share = (state.share as f64 / WHOLE as f64).min(1.0 - f64::EPSILON);
        let foreseen = state.foresee(1.0 - share);
        let left = foreseen.map(|(work_s, error)| {
            let left_s = work_s / self.threads as f64;
            // Times cannot be negative, and are rather too short than too long by a factor.
            let factor = (WIDTH * error).exp().min(1e3);
            (Duration::from_secs_f64(left_s / factor), seconds(left_s * factor))
        });
        Progress {
            phase: Phase::Search,
            share,
            distinct: state.distinct.clone(),
            total: state.total.clone(),
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

/// A time in seconds, or the longest time that there is.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;

    fn add(progress: &SearchProgress, task: (usize, u64), elapsed: Duration) {
        let mut delta = ProgressDelta::default();
        delta.add(&Counts::default(), task, elapsed);
        progress.add(&mut delta);
    }

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
            let progress = SearchProgress::new(&Counts::default(), 0, &[], 1);
            for (place, &(share, elapsed)) in tasks.iter().enumerate() {
                if place.is_multiple_of(50)
                    && let Some((low, high)) = progress.now().left
                {
                    let left: Duration = tasks[place..].iter().map(|task| task.1).sum();
                    looks += 1;
                    held += usize::from(low <= left && left <= high);
                }
                add(&progress, (place, share), elapsed);
            }
        }
        assert!(looks == 40 * 9 && held * 100 >= looks * 95, "{held} of {looks}");
    }

    #[test]
    fn the_share_grows_and_stays_below_one_until_the_run_ends() {
        let progress = SearchProgress::new(&Counts::default(), WHOLE / 4, &[], 2);
        let mut before = progress.now().share;
        assert!((before - 0.25).abs() < 1e-9);
        for _ in 0..3 {
            add(&progress, (0, WHOLE / 4), Duration::from_secs(1));
            let share = progress.now().share;
            assert!(before < share && share < 1.0);
            before = share;
        }
    }
}
