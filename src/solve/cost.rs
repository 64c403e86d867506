//! Foresight: whether a sweep that is under way should go on, or a search would be done sooner.
//!
//! The whole of a sweep is foreseen from the part that is done, that of a search by probing its
//! tree. Both are rough; the figures below say how rough.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::engine::frontier::SweepProgress;

/// The part of a sweep's time that is behind it after a part of its levels, roughly. Of its states,
/// the pentominoes and tetrominoes in 8 x 10 had 0.4% behind them after a fifth of the levels, 7%
/// after a third, 54% after half, 89% after two thirds; smaller puzzles are further on sooner (the
/// pentominoes in 6 x 10: 3% after a quarter).
const COURSE: [(f64, f64); 8] = [
    (0.0, 0.0002),
    (0.1, 0.001),
    (0.2, 0.01),
    (0.33, 0.1),
    (0.5, 0.45),
    (0.65, 0.85),
    (0.8, 0.97),
    (1.0, 1.0),
];

/// Before so many states have been swept, about a tenth of a millisecond's worth, nothing can be
/// foreseen.
const FEW_STATES: u64 = 2_000;

/// A sweep that will be done within this time is let run: a look at the search would take as long.
const BRIEF_S: f64 = 0.008;

/// By how much a sweep must exceed the search to be broken off at once. Both figures are rough, and
/// that of the search errs on the low side: most of a tree is in few of its branches.
const CLEARLY: f64 = 6.0;

/// The same, when it has taken a part of the search's time already.
const PROBABLY: f64 = 3.5;

/// That part.
const SHARE: f64 = 0.25;

/// A sweep is broken off when it has taken so many times what the search would.
const MOST: f64 = 2.0;

/// What a node of the search takes, in seconds: somewhat more than on the machine on which it was
/// measured (logiq, tetris-cube: 37, 34 ns), because the number of nodes errs on the low side. What counts is only how this compares with a
/// sweep.
const NODE_S: f64 = 45e-9;

/// What a search takes before its first node: ranking anchors, laying out tables.
const SETUP_S: f64 = 0.004;

/// What part of a sweep's time is behind it after this part of its levels.
pub(crate) fn course(part: f64) -> f64 {
    let at = COURSE.windows(2).find(|ends| part <= ends[1].0).unwrap_or(&COURSE[6..]);
    let [(from, low), (to, high)] = [at[0], at[1]];
    low * (high / low).powf((part - from) / (to - from))
}

/// What searching would take, as far as it was asked.
pub(crate) struct CostModel<'a> {
    /// About how many nodes a search would visit.
    probe: &'a mut dyn FnMut() -> f64,
    threads: usize,
    /// No sweep may take more states than this.
    most_states: u64,
    begun: Instant,
    /// Time that went into estimating.
    estimating: Duration,
    /// Nodes and seconds of the search.
    estimate: Option<(f64, f64)>,
    /// The states of the sweep under way, and the last of its levels that was reached: batches
    /// begin at lower ones again.
    states: u64,
    furthest: usize,
    /// What the sweeps before it took, in seconds: of other cases, and of other symmetries.
    past_s: f64,
    /// The level at which the sweep was broken off, and how many there are.
    broken: Option<(usize, usize)>,
    /// Whether it was broken off only because it may not take more states.
    is_undecided: bool,
}

impl<'a> CostModel<'a> {
    /// A judge of the sweeps that begin now, on so many threads.
    pub fn new(probe: &'a mut dyn FnMut() -> f64, threads: usize, most_states: u64) -> Self {
        Self {
            probe,
            threads,
            most_states,
            begun: Instant::now(),
            estimating: Duration::ZERO,
            estimate: None,
            states: 0,
            furthest: 0,
            past_s: 0.0,
            broken: None,
            is_undecided: false,
        }
    }

    /// What sweeping took so far, in seconds.
    pub fn sweep_s(&self) -> f64 {
        self.begun.elapsed().saturating_sub(self.estimating).as_secs_f64()
    }

    /// Nodes and seconds of the search.
    pub fn estimate(&mut self) -> (f64, f64) {
        if let Some(estimate) = self.estimate {
            return estimate;
        }
        let begun = Instant::now();
        let nodes = (self.probe)();
        let estimate = (nodes, search_s(nodes, self.threads));
        self.estimating += begun.elapsed();
        self.estimate = Some(estimate);
        estimate
    }

    /// Whether the sweep should go on, when all sweeps so far took `done_s` seconds.
    pub fn look(&mut self, look: &SweepProgress, done_s: f64) -> ControlFlow<()> {
        if look.states < self.states {
            // States only grow in number, so this is another sweep.
            (self.past_s, self.furthest) = (done_s, 0);
        }
        self.states = look.states;
        self.furthest = self.furthest.max(look.level);
        let part = (self.furthest + 1) as f64 / look.levels as f64;
        let whole_s = self.past_s + (done_s - self.past_s) / course(part);
        if look.states < FEW_STATES || whole_s < BRIEF_S {
            return ControlFlow::Continue(());
        }
        let (_, search_s) = self.estimate();
        let is_worse = whole_s > CLEARLY * search_s
            || (done_s > SHARE * search_s && whole_s > PROBABLY * search_s)
            || done_s > MOST * search_s;
        self.is_undecided = !is_worse && look.states > self.most_states;
        if is_worse || self.is_undecided {
            self.broken = Some((look.level + 1, look.levels));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Whether the sweep was broken off only because it may not take more states.
    pub fn is_undecided(&self) -> bool {
        self.is_undecided
    }

    /// Why the sweep was broken off.
    pub fn describe_break(&self) -> String {
        let describe = |(level, levels)| format!(" by level {level} of {levels}");
        let at = self.broken.map_or(String::new(), describe);
        format!("a sweep had {} states{at}, and {}", self.states, self.describe())
    }

    /// What is known of the search, in words.
    pub fn describe(&self) -> String {
        match self.estimate {
            Some((nodes, search_s)) => describe_search(nodes, search_s),
            None => "done before a search could be weighed".to_owned(),
        }
    }
}

/// About how long a search of so many nodes takes, in seconds.
pub(crate) fn search_s(nodes: f64, threads: usize) -> f64 {
    SETUP_S + nodes * NODE_S / threads as f64
}

/// What is foreseen of a search, in words.
pub(crate) fn describe_search(nodes: f64, search_s: f64) -> String {
    format!("a search would visit about {} nodes in {}", rounded(nodes), time(search_s))
}

/// A number with two digits.
fn rounded(number: f64) -> String {
    if number < 1e4 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

/// A time in seconds, two digits or so.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 600.0 => format!("{s:.1} s"),
        s => format!("{:.1} hours", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A judge who knows that a search would take a second.
    fn judge(probe: &mut dyn FnMut() -> f64) -> CostModel<'_> {
        let mut judge = CostModel::new(probe, 1, u64::MAX);
        judge.estimate = Some((1e7, 1.0));
        judge
    }

    #[test]
    fn a_second_sweep_is_not_foreseen_from_the_time_of_the_first() {
        let look = |level, states| SweepProgress { level, levels: 100, states };
        let mut probe = || 1e7;
        let mut second = judge(&mut probe);
        assert!(second.look(&look(99, 1_000_000), 0.9).is_continue());
        assert!(second.look(&look(2, 6_000), 0.9001).is_continue());
        // A first sweep that has come no further in that time would take hours.
        let mut probe = || 1e7;
        assert!(judge(&mut probe).look(&look(2, 6_000), 0.9001).is_break());
    }

    #[test]
    fn a_batch_that_begins_at_a_low_level_is_foreseen_from_the_furthest_one() {
        let look = |level, states| SweepProgress { level, levels: 100, states };
        let mut probe = || 1e7;
        let mut judge = judge(&mut probe);
        assert!(judge.look(&look(60, 1_000_000), 0.9).is_continue());
        assert!(judge.look(&look(2, 1_006_000), 0.91).is_continue());
    }

    #[test]
    fn the_course_of_a_sweep_rises_from_nothing_to_all_of_it() {
        let parts: Vec<f64> = (0..=100).map(|part| course(f64::from(part) / 100.0)).collect();
        assert!(parts.windows(2).all(|pair| pair[0] < pair[1]), "{parts:?}");
        assert!((parts[50] - 0.45).abs() < 1e-9 && (parts[100] - 1.0).abs() < 1e-9);
    }
}
