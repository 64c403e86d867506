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
}

/// By what factor the times of two turns that are kept differ at least: however long a run is, there are
/// a few thousand.
const APART: f64 = 1.005;

impl Pace {
    /// Learns how far it is after a turn.
    pub fn note(&mut self, search_s: f64, share: f64) {
        if self.earlier.last().is_none_or(|turn| self.now.0 > APART * turn.0) {
            self.earlier.push(self.now);
        }
        self.now = (search_s, share);
    }

    /// About how long it would still take, in seconds; without end where nothing was done of late.
    pub fn left_s(&self) -> f64 {
        let (search_s, share) = self.now;
        let until = self.earlier.partition_point(|turn| turn.0 <= search_s / 2.0);
        match self.earlier[..until].last() {
            Some((from_s, before)) => (1.0 - share) * (search_s - from_s) / (share - before),
            None => f64::INFINITY,
        }
    }
}

/// What a sweep foretold, of late and a while before.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    /// What it took, and what seemed to be left, in seconds, after the last while and the one before.
    last: Option<(f64, f64)>,
    before: Option<f64>,
    /// The level at which it was.
    level: usize,
    /// Whether the sweep began anew, in a better order.
    is_anew: bool,
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
        self.is_anew |= level < self.level;
        self.level = level;
    }

    /// Whether the sweep began anew, in a better order.
    pub fn is_anew(&self) -> bool {
        self.is_anew
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
        pace.note(1.0, 0.2);
        assert!((pace.left_s() - 4.0).abs() < 1e-9);
        pace.note(2.0, 0.8);
        // From the first second to the second one.
        assert!((pace.left_s() - 0.2 / 0.6).abs() < 1e-9);
        pace.note(3.0, 0.81);
        pace.note(4.0, 0.82);
        assert!((pace.left_s() - 0.18 * 2.0 / 0.02).abs() < 1e-9);
        pace.note(20.0, 0.82);
        pace.note(40.0, 0.82);
        assert!(pace.left_s().is_infinite());
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
