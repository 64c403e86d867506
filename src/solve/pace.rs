//! What a search and a sweep that take turns have done of late, and what that says of the rest of them.
//!
//! Cost: a few words for each turn of a search.

/// How far a search came in its turns, and what that says of the rest of it.
///
/// Its share grows fast where the tree is thin: a search may have most of it behind it in a moment, and
/// go on in what is left for hours. So the rest is judged by what was done in the later half of its time.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    /// What it had taken, in seconds, and its share then, after its last turn.
    now: (f64, f64),
    /// The same after earlier turns, no two closer than [`APART`].
    earlier: Vec<(f64, f64)>,
    /// How many nodes are behind it.
    nodes: u64,
}

/// By what factor the times of two turns that are kept differ at least: however long a run is, there are
/// a few thousand.
const APART: f64 = 1.005;

/// Fewer nodes than this do not say what one takes.
const ENOUGH_NODES: u64 = 20_000;

impl Pace {
    /// Learns how far it is after a turn.
    pub fn note(&mut self, search_s: f64, share: f64, nodes: u64) {
        self.nodes = nodes;
        if self.earlier.last().is_none_or(|turn| self.now.0 > APART * turn.0) {
            self.earlier.push(self.now);
        }
        self.now = (search_s, share);
    }

    /// What a node took, in seconds, once there are enough of them: on one machine a quarter of what it takes
    /// on another, and on a cover a third of what it takes on a board. What the search took before that, which
    /// is left out, it took to find symmetries. Nodes are told of by whole tasks, so this is rather too much.
    pub fn node_s(&self, before_s: f64) -> Option<f64> {
        let is_enough = self.nodes >= ENOUGH_NODES;
        is_enough.then(|| (self.now.0 - before_s) / self.nodes as f64)
    }

    /// About how long it would still take, in seconds; without end where nothing was done of late.
    pub fn left_s(&self) -> f64 {
        let (search_s, share) = self.now;
        let until = self.earlier.partition_point(|turn| turn.0 <= search_s / 2.0);
        match self.earlier[..until].last() {
            Some((from_s, before)) if share > *before => {
                (1.0 - share) * (search_s - from_s) / (share - before)
            }
            _ => f64::INFINITY,
        }
    }
}

/// What a sweep foretold, of late and a while before.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    /// What it took, and what seemed to be left, in seconds, after the last while and the one before.
    last: Option<(f64, f64)>,
    before: Option<f64>,
}

/// How long a while is, in seconds of the sweep.
const WHILE_S: f64 = 0.003;

impl Forecast {
    /// Learns what is left of sweeps that took so long, the last of which is at this level.
    pub fn note(&mut self, sweep_s: f64, left_s: f64, level: usize) {
        match self.last {
            Some((since_s, before_s)) if level > 0 => {
                if sweep_s > since_s + WHILE_S {
                    (self.last, self.before) = (Some((sweep_s, left_s)), Some(before_s));
                }
            }
            _ => (self.last, self.before) = (Some((sweep_s, left_s)), None),
        }
    }

    /// What seemed to be left a while before, in seconds.
    pub fn before_s(&self) -> Option<f64> {
        self.before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_search_is_judged_by_the_later_half_of_its_time() {
        let mut pace = Pace::default();
        assert!(pace.left_s().is_infinite());
        pace.note(0.0, 0.0, 0);
        assert!(pace.left_s().is_infinite());
        pace.note(1.0, 0.2, 1);
        assert!((pace.left_s() - 4.0).abs() < 1e-9);
        pace.note(2.0, 0.8, 2);
        // From the first second to the second one.
        assert!((pace.left_s() - 0.2 / 0.6).abs() < 1e-9);
        pace.note(3.0, 0.81, 3);
        pace.note(4.0, 0.82, 4);
        assert!((pace.left_s() - 0.18 * 2.0 / 0.02).abs() < 1e-9);
        pace.note(20.0, 0.82, 5);
        pace.note(40.0, 0.82, 6);
        assert!(pace.left_s().is_infinite());
    }

    #[test]
    fn what_a_node_takes_is_measured_once_there_are_enough() {
        let mut pace = Pace::default();
        pace.note(0.031, 0.1, ENOUGH_NODES - 1);
        assert_eq!(pace.node_s(0.03), None);
        pace.note(0.034, 0.2, 40_000);
        assert!((pace.node_s(0.03).unwrap() - 1e-7).abs() < 1e-12);
    }

    #[test]
    fn a_sweep_is_compared_with_what_it_foretold_a_while_before() {
        let mut forecast = Forecast::default();
        forecast.note(0.010, 60.0, 0);
        forecast.note(0.011, 61.0, 1);
        assert_eq!(forecast.before_s(), None);
        forecast.note(0.014, 62.0, 2);
        assert_eq!(forecast.before_s(), Some(60.0));
        forecast.note(0.018, 63.0, 3);
        assert_eq!(forecast.before_s(), Some(62.0));
        // Another sweep begins.
        forecast.note(0.030, 5.0, 0);
        assert_eq!(forecast.before_s(), None);
    }
}
