//! What going through the tree by an engine would take, and how far that can be relied on.
//!
//! What is foretold comes of a look at the tree, which errs by a factor of three or more where it is quick, and by half
//! where it is close; the figures below say what follows. Cost: nothing is worked out here but sums.

use crate::duration;

use super::options::Engine;
use super::rates::Rates;

/// A search that seems to take longer than this, in seconds, is looked at thoroughly: most of a large tree is
/// in few of its branches, which other looks may miss. A quick one told 6.6e7 of the 2.5e10 nodes of the
/// one-sided pentominoes on 9 x 10.
const LONG_S: f64 = 0.5;

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

/// A search that seems to be done within this time is not held up by trying a sweep, where the
/// anchors are those that the puzzle's file names: laying out the sweep would take a part of that.
const SOON_S: f64 = 0.009;

/// As [`SOON_S`] where it is a scan, whose states are fewer than those of a sweep where it is chosen.
const SOON_SCANNED_S: f64 = 0.1;

/// A listing that is not in order takes another diagram, of a case: about this many times the time
/// of the sweep.
const DIAGRAM_COST: f64 = 2.0;

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

/// A time in seconds, two digits or so.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 600.0 => format!("{s:.1} s"),
        s => duration::rough(s),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_scan_and_a_search_the_one_that_takes_less_once_begun_is_taken() {
        let search = SearchCost { engine: Engine::Search, nodes: 3e5, time_s: 0.02 };
        let scan = |time_s: f64| SearchCost { engine: Engine::Scan, nodes: 2e6, time_s };
        assert_eq!(search.or_scan(scan(0.0199)).engine, Engine::Scan);
        assert_eq!(search.or_scan(scan(0.0201)), search);
        // Of the 20 ms the search itself takes 16. A quick look at it may have told more than there is.
        assert!(scan(0.0146).is_clearly_less(search));
        assert!(!scan(0.0148).is_clearly_less(search));
    }

    #[test]
    fn a_search_is_at_once_if_a_look_says_so_and_a_quick_look_says_it_of_less() {
        let at_once = |begun_s| {
            let cost = SearchCost { engine: Engine::Search, nodes: 8e4, time_s: SETUP_S + begun_s };
            (cost.is_at_once(), cost.is_certainly_at_once())
        };
        assert_eq!(
            [0.0044, 0.0069, 0.0071].map(at_once),
            [(true, true), (true, false), (false, false)]
        );
    }

    #[test]
    fn a_sweep_is_not_begun_where_its_weight_alone_would_take_longer() {
        let cost = |engine, time_s| SearchCost { engine, nodes: 3e5, time_s };
        // The pyramid, where a search takes 20 ms, and the pentominoes on 6 x 10, which a sweep does as soon.
        assert!(cost(Engine::Search, 0.025).is_less_than_sweep(8.1e9, 2));
        assert!(!cost(Engine::Search, 0.025).is_less_than_sweep(7.7e7, 1));
        // A long search may be longer than it seems.
        assert!(cost(Engine::Scan, 0.9).is_less_than_sweep(5e10, 1));
        assert!(!cost(Engine::Search, 0.9).is_less_than_sweep(5e10, 1));
    }

    #[test]
    fn a_scan_of_many_layouts_takes_what_these_take_on_any_number_of_threads() {
        let two_threads = Rates { threads: 2, ..Rates::anywhere() };
        let laid_out_s = |rates| {
            let [few, many] = [0.0, 1e6].map(|options| SearchCost::of_scan(1e5, options, rates));
            many.time_s - few.time_s
        };
        assert!((laid_out_s(Rates::anywhere()) - 1e6 * LAID_OUT_S).abs() < 1e-9);
        assert!((laid_out_s(two_threads) - 1e6 * LAID_OUT_S).abs() < 1e-9);
    }

    #[test]
    fn a_search_without_end_is_told_in_few_digits() {
        let told = |nodes| SearchCost::of_search(nodes, Rates::anywhere()).describe();
        assert_eq!(told(2e4), "a search would visit about 2.0e4 nodes in 4.9 ms");
        assert_eq!(told(3e11), "a search would visit about 3.0e11 nodes in 3.8 hours");
        assert_eq!(told(2e60), "a search would visit about 2.0e60 nodes in 2.9e45 years");
    }
}
