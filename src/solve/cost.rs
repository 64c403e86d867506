//! The cost model: whether a sweep that is under way should go on, or a search would be done sooner.
//!
//! Whether states merge shows only in merging them, and a sweep of a small puzzle is done before
//! anything could be estimated. So a sweep begins, and its whole is foreseen from the part that is
//! done: sweeps are slow to start, widest in the middle, and quick to end. Once that is more than a
//! few milliseconds, the search tree is probed (Knuth's estimator), and the cheaper of the two goes
//! on. What a wrong start costs is a part of the better time. Both forecasts are rough; the figures
//! below say how rough.
//!
//! The clock is a parameter, so that a test of a decision is the same every time. Where the clock
//! stands still, the time of a sweep is reckoned from its states.

use std::time::Duration;

use crate::clock::Clock;
use crate::engine::frontier::SweepProgress;

use super::options::Engine;
use super::rates::Rates;
use super::search_cost::SearchCost;

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

/// Before this many states have been swept, about a quarter of a millisecond's worth, nothing can be
/// foretold.
const FEW_STATES: u64 = 5_000;

/// The time until this many states have been swept says nothing of the others: it went into laying out
/// their tables.
const FIRST_STATES: u64 = 1_000;

/// A sweep that will be done within this time is let run: a look at the search would take as long.
const BRIEF_S: f64 = 0.008;

/// By how much a sweep must exceed the search to be broken off at once. Both figures are rough, and
/// that of the search errs on the low side: most of a tree is in few of its branches.
const CLEARLY: f64 = 10.0;

/// What a sweep must have taken before that: this part of the search's time, or [`HICCUP_S`] where
/// that is less. A processor that did something else for a few milliseconds looks like a sweep
/// without end, as long as little of it is done.
const LEAST_SHARE: f64 = 0.08;

/// No such break of the processor is longer than this, in seconds, or it is a slow machine.
const HICCUP_S: f64 = 0.01;

/// By how much it must exceed the search when it has taken [`SHARE`] of the search's time already.
const PROBABLY: f64 = 6.0;

/// As [`CLEARLY`] and [`PROBABLY`] where it is a scan, which a sample foretells better.
const CLEARLY_SCANNED: f64 = 2.5;
const PROBABLY_SCANNED: f64 = 1.5;

/// The part of the search's time after which a smaller excess is enough.
const SHARE: f64 = 0.25;

/// A sweep is broken off when it has taken this many times what the search would.
const MOST: f64 = 2.0;

/// A sweep of less weight than this is done in the time that it takes to judge a search. The pentominoes in
/// 5 x 12 weigh 1.7e7, in 6 x 10 6.4e7.
const LIGHT: f64 = 3e7;

/// What a state of a sweep takes, in seconds, where no clock tells.
const STATE_S: f64 = 60e-9;

/// What part of a sweep's time is behind it after this part of its levels.
pub(crate) fn course(part: f64) -> f64 {
    let at = COURSE.windows(2).find(|ends| part <= ends[1].0).unwrap_or(&COURSE[6..]);
    let [(from, low), (to, high)] = [at[0], at[1]];
    low * (high / low).powf((part - from) / (to - from))
}

/// Whether a sweep of this weight may take longer than judging a search does.
pub(crate) fn may_be_long(weight: f64) -> bool {
    weight >= LIGHT
}

/// What seems cheaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The sweep under way.
    Sweep,
    /// A search.
    Search,
    /// The sweep, but it may take no more states.
    Undecided,
}

/// Compares the sweep under way with a search.
pub(crate) struct CostModel<'a> {
    clock: &'a dyn Clock,
    /// What going through the tree would take at some rates, beside a sweep that seems to take so long, in
    /// seconds; asked only if the sweep is not brief.
    probe: &'a mut dyn FnMut(Rates, f64) -> SearchCost,
    rates: Rates,
    /// No sweep may take more states than this.
    most_states: u64,
    begun: Duration,
    /// Time that went into estimating.
    estimating: Duration,
    estimate: Option<SearchCost>,
    /// The states of the sweep under way, and the last of its levels that was reached: batches
    /// begin at lower ones again.
    states: u64,
    furthest: usize,
    levels: usize,
    /// About how many states are left of it, where it foretells that.
    states_left: Option<f64>,
    /// What the sweeps before it took, in seconds: of other cases, and of other symmetries; and the
    /// states they had.
    past_s: f64,
    past_states: u64,
    /// How many of the states are those of other orders that were tried, of this sweep and of those before,
    /// and what finding and trying those orders took, in seconds.
    tried: u64,
    past_tried: u64,
    trying_s: f64,
    /// What sweeping had taken when the sweep last told how far it is, in seconds.
    told_s: f64,
    /// The level at which the sweep was broken off, and how many there are.
    broken: Option<(usize, usize)>,
    /// Whether it was broken off only because it may not take more states.
    is_undecided: bool,
}

impl<'a> CostModel<'a> {
    /// A model of the sweeps that begin now, on this many threads. Where no clock runs, the time of
    /// either is reckoned as that of one thread.
    pub fn new(
        clock: &'a dyn Clock,
        probe: &'a mut dyn FnMut(Rates, f64) -> SearchCost,
        threads: usize,
        most_states: u64,
    ) -> Self {
        Self {
            begun: clock.now(),
            clock,
            probe,
            rates: if clock.is_running() { Rates::here(threads) } else { Rates::anywhere() },
            most_states,
            estimating: Duration::ZERO,
            estimate: None,
            states: 0,
            furthest: 0,
            levels: 0,
            states_left: None,
            past_s: 0.0,
            past_states: 0,
            tried: 0,
            past_tried: 0,
            trying_s: 0.0,
            told_s: 0.0,
            broken: None,
            is_undecided: false,
        }
    }

    /// What sweeping took so far, in seconds.
    pub fn sweep_s(&self) -> f64 {
        if self.clock.is_running() {
            self.clock
                .now()
                .checked_sub(self.begun)
                .unwrap()
                .saturating_sub(self.estimating)
                .as_secs_f64()
        } else {
            (self.past_states + self.states) as f64 * STATE_S
        }
    }

    /// What a search would take: what the sweep was judged by, if it was.
    pub fn search(&mut self) -> SearchCost {
        self.estimate.unwrap_or_else(|| self.search_beside(self.sweep_s()))
    }

    /// What a search would take, beside a sweep that seems to take so long. It was looked at no closer than
    /// that needs, so that what was seen once does not hold beside a longer one.
    fn search_beside(&mut self, sweep_s: f64) -> SearchCost {
        let begun = self.clock.now();
        let estimate = (self.probe)(self.rates, sweep_s);
        self.estimating += self.clock.now().checked_sub(begun).unwrap();
        self.estimate = Some(estimate);
        estimate
    }

    /// The engine of the search, where it was looked at.
    pub fn tree_engine(&self) -> Option<Engine> {
        self.estimate.map(|estimate| estimate.engine)
    }

    /// About how long the sweep would still take, in seconds: what its states took so far, times those that
    /// it foretells, or else that its course leaves. A sweep that begins anew, in an order that proved better,
    /// takes no longer for each. Trying other orders is left out of it: it comes once, or once more where there
    /// are many times as many states. Nothing before there are states.
    pub fn sweep_left_s(&self) -> Option<f64> {
        let own = self.states - self.tried;
        let ever = self.past_states - self.past_tried + own;
        if ever == 0 {
            return None;
        }
        let own = own as f64;
        let state_s = (self.sweep_s() - self.trying_s) / ever as f64;
        let left = self.states_left.unwrap_or_else(|| {
            let part = (self.furthest + 1) as f64 / self.levels.max(1) as f64;
            own / course(part.min(1.0)) - own
        });
        Some(state_s * left)
    }

    /// Whether the sweep under way is not the first one: mostly it began anew, in an order that proved better.
    pub fn is_anew(&self) -> bool {
        self.past_states > 0
    }

    /// Leaves out time that went into something else.
    pub fn leave_out(&mut self, time: Duration) {
        self.estimating += time;
    }

    /// Whether the sweep should go on.
    pub fn judge(&mut self, progress: &SweepProgress) -> Verdict {
        self.note(progress);
        let done_s = self.sweep_s();
        if progress.states < FIRST_STATES {
            self.past_s = done_s;
        }
        let part = (self.furthest + 1) as f64 / progress.levels as f64;
        let whole_s = self.past_s + (done_s - self.past_s) / course(part);
        if progress.states < FEW_STATES || whole_s < BRIEF_S {
            return Verdict::Sweep;
        }
        let search = self.search_beside(whole_s);
        let is_worse = is_worse(done_s, whole_s, search);
        self.is_undecided = !is_worse && progress.states > self.most_states;
        if is_worse || self.is_undecided {
            self.broken = Some((progress.level + 1, progress.levels));
        }
        match (is_worse, self.is_undecided) {
            (true, _) => Verdict::Search,
            (_, true) => Verdict::Undecided,
            _ => Verdict::Sweep,
        }
    }

    /// How many states the sweep under way had when it last told.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Learns how far the sweep is without judging it.
    pub fn note(&mut self, progress: &SweepProgress) {
        if progress.level == 0 && progress.states < self.states {
            // States only grow in number, so this is another sweep, or another order.
            self.past_s = self.sweep_s();
            self.past_states += self.states;
            self.past_tried += self.tried;
            (self.furthest, self.tried) = (0, 0);
        }
        (self.states, self.levels, self.tried) = (progress.states, progress.levels, progress.tried);
        self.states_left = progress.states_left;
        self.furthest = self.furthest.max(progress.level);
        let sweep_s = self.sweep_s();
        if progress.is_trying {
            self.trying_s += sweep_s - self.told_s;
        }
        self.told_s = sweep_s;
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
            Some(search) => search.describe(),
            None => "done before a search could be weighed".to_owned(),
        }
    }
}

/// Whether a sweep that took so long, and would take so long in all, is worse than this search.
fn is_worse(done_s: f64, whole_s: f64, search: SearchCost) -> bool {
    let (clearly, probably) = match search.engine {
        Engine::Scan => (CLEARLY_SCANNED, PROBABLY_SCANNED),
        _ => (CLEARLY, PROBABLY),
    };
    let search_s = search.time_s;
    let is_certain = done_s > (LEAST_SHARE * search_s).min(HICCUP_S);
    (is_certain && whole_s > clearly * search_s)
        || (done_s > SHARE * search_s && whole_s > probably * search_s)
        || done_s > MOST * search_s
}

#[cfg(test)]
mod tests;
