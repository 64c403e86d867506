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
use crate::duration;
use crate::engine::frontier::SweepProgress;

use super::options::Engine;
use super::rates::Rates;

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

/// A search that seems to take longer than this, in seconds, is looked at thoroughly: most of a large tree is
/// in few of its branches, which other looks may miss. A quick one told 6.6e7 of the 2.5e10 nodes of the
/// one-sided pentominoes on 9 x 10.
const LONG_S: f64 = 0.5;

/// By how much it must exceed the search when it has taken [`SHARE`] of the search's time already.
const PROBABLY: f64 = 6.0;

/// As [`CLEARLY`] and [`PROBABLY`] where it is a scan, which a sample foretells better.
const CLEARLY_SCANNED: f64 = 2.5;
const PROBABLY_SCANNED: f64 = 1.5;

/// The part of the search's time after which a smaller excess is enough.
const SHARE: f64 = 0.25;

/// A sweep is broken off when it has taken this many times what the search would.
const MOST: f64 = 2.0;

/// A scan that seems to have more states than this many times the nodes of a search takes longer.
const STATES_PER_NODE: f64 = 30.0;

/// A sweep must seem so many times as long as a search that is longer than [`LONG_S`], to be left for it
/// before it is begun: even a thorough look mostly misses some of a large tree.
const FORETOLD_SHORT: f64 = 2.0;

/// A scan is taken after a quick look at the search where that seems to take so many times as long. A closer
/// look would take a twentieth of what either does, and change little. Beside a long search it takes nothing:
/// then it must be [`CLEARLY_LONGER`].
const CLEARLY_LESS: f64 = 1.5;

/// A search that seems to take so many times as long as a sweep at a quick look is looked at no closer, and no
/// scan is: that mostly takes a third of what the search does, and more.
const CLEARLY_LONGER: f64 = 4.0;

/// A search that takes no longer than this, once it has begun, is not weighed against a scan: what that could
/// save goes into looking at one.
const AT_ONCE_S: f64 = 0.007;

/// The same after a quick look, which more often than not tells too little.
const CERTAINLY_AT_ONCE_S: f64 = 0.0045;

/// Where a search seems to take longer than this, in seconds, a scan is looked at first, which mostly saves a
/// closer look at the search; a shorter one may yet be at once.
const SCAN_FIRST_S: f64 = 1.5 * AT_ONCE_S;

/// What a search takes before its first node: ranking anchors, laying out tables.
const SETUP_S: f64 = 0.004;

/// What a unit of the weight of a sweep stands for at the least, in seconds on one thread: none of the
/// catalogue took less than half as much, and those that are best counted so more (results/ladder.md).
const OF_WEIGHT_S: f64 = 2e-11;

/// What an option of a layout of a scan takes, in seconds. A scan has a layout for each option of its anchor,
/// of which there are thousands where pieces may be left out: then it is begun with each of several.
const LAID_OUT_S: f64 = 100e-9;

/// A sweep of less weight than this is done in the time that it takes to judge a search. The pentominoes in
/// 5 x 12 weigh 1.7e7, in 6 x 10 6.4e7.
const LIGHT: f64 = 3e7;

/// What a state of a sweep takes, in seconds, where no clock tells.
const STATE_S: f64 = 60e-9;

/// A search that seems to be done within this time is not held up by trying a sweep, where the
/// anchors are those that the puzzle's file names: laying out the sweep would take a part of that.
const SOON_S: f64 = 0.009;

/// As [`SOON_S`] where it is a scan, whose states are fewer than those of a sweep where it is chosen.
const SOON_SCANNED_S: f64 = 0.1;

/// A listing that is not in order takes another diagram, of a case: about this many times the time
/// of the sweep.
const DIAGRAM_COST: f64 = 2.0;

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

/// What going through the tree by an engine would take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SearchCost {
    /// The engine.
    pub engine: Engine,
    /// About how many nodes it would visit.
    pub nodes: f64,
    /// About how long that would take, in seconds.
    pub time_s: f64,
}

impl SearchCost {
    /// The cost of a search of about this many nodes.
    pub fn of_search(nodes: f64, rates: Rates) -> Self {
        let time_s = SETUP_S + nodes * rates.node_s / rates.threads as f64;
        Self { engine: Engine::Search, nodes, time_s }
    }

    /// The cost of a scan of about this many states, whose layouts have about this many options in all.
    /// These are laid out on one thread.
    pub fn of_scan(states: f64, laid_out: f64, rates: Rates) -> Self {
        let states_s = states * rates.scanned_state_s / rates.threads as f64;
        let time_s = SETUP_S + laid_out * LAID_OUT_S + states_s;
        Self { engine: Engine::Scan, nodes: states, time_s }
    }

    /// How many states a scan may seem to have at a first look, for it to be worth a closer one beside
    /// this search.
    pub fn most_states(&self) -> f64 {
        STATES_PER_NODE * self.nodes
    }

    /// What it takes once it has begun. What comes before says nothing of how far the rest may be foretold
    /// wrong.
    fn begun_s(&self) -> f64 {
        self.time_s - SETUP_S
    }

    /// The cheaper one of a search that was looked at closely and a scan, as far as that can be told.
    pub fn or_scan(self, scan: Self) -> Self {
        if scan.begun_s() < self.begun_s() { scan } else { self }
    }

    /// Whether it takes longer than something else, in seconds, by what a quick look tells.
    pub fn is_clearly_longer_than(&self, other_s: f64) -> bool {
        self.begun_s() > CLEARLY_LONGER * other_s
    }

    /// Whether it takes so long that it should be looked at thoroughly.
    pub fn is_long(&self) -> bool {
        self.time_s > LONG_S
    }

    /// Whether this scan takes less than a search that only a quick look was taken at.
    pub fn is_clearly_less(&self, search: Self) -> bool {
        let factor = if search.is_long() { CLEARLY_LONGER } else { CLEARLY_LESS };
        factor * self.begun_s() < search.begun_s()
    }

    /// Whether a search takes so little that looking for something better would take as long.
    pub fn is_at_once(&self) -> bool {
        self.begun_s() < AT_ONCE_S
    }

    /// Whether it does so after a quick look.
    pub fn is_certainly_at_once(&self) -> bool {
        self.begun_s() < CERTAINLY_AT_ONCE_S
    }

    /// Whether a scan should be looked at before a closer look at this search.
    pub fn is_worth_a_scan_first(&self) -> bool {
        self.begun_s() > SCAN_FIRST_S
    }

    /// Whether a sweep of this weight on so many threads takes longer, however few states it has.
    pub fn is_less_than_sweep(&self, weight: f64, threads: usize) -> bool {
        let may_be_short = self.engine == Engine::Search && self.is_long();
        let factor = if may_be_short { FORETOLD_SHORT } else { 1.0 };
        weight * OF_WEIGHT_S / threads as f64 > factor * self.time_s
    }

    /// Whether the search is done before a sweep could be weighed against it.
    pub fn is_soon(&self) -> bool {
        self.time_s < if self.engine == Engine::Scan { SOON_SCANNED_S } else { SOON_S }
    }

    /// Whether listing by the search is quicker than by another diagram, where a sweep took this
    /// long.
    pub fn beats_diagram(&self, sweep_s: f64) -> bool {
        sweep_s * DIAGRAM_COST > self.time_s
    }

    /// What is foreseen, in words.
    pub fn describe(&self) -> String {
        if self.nodes.is_infinite() {
            return "a search that could be judged does not fit the memory".to_owned();
        }
        let nodes = match self.nodes {
            few if few < 1e4 => format!("{few:.0}"),
            many => format!("{many:.1e}"),
        };
        let time = time(self.time_s);
        match self.engine {
            Engine::Scan => format!("a scan would visit about {nodes} states in {time}"),
            _ => format!("a search would visit about {nodes} nodes in {time}"),
        }
    }
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

/// A time in seconds, two digits or so.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 600.0 => format!("{s:.1} s"),
        s => duration::rough(s),
    }
}

#[cfg(test)]
mod tests;
