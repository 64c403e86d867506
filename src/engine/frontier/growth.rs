//! How many states a sweep has still before it, by the items in play at each level.
//!
//! States are about a number to the power of the items in play. Which number, the levels so far tell;
//! and how many states there are beside that, the last of them do, for what holds at first need not
//! hold later. On the 61 covers of the arena with twenty thousand states or more this is off by a
//! factor of 1.4 in the middle and 4 for nine of ten when a fifth of the states are there; when a
//! twentieth is, 2 and 8, mostly too few.
//!
//! Cost: some microseconds each time that there are a twentieth more states.

/// The last levels, which tell how many states there are beside the growth, hold this part of them.
const RECENT: f64 = 0.2;

/// Fewer states than this tell nothing.
const FEWEST: u64 = 256;

/// What is left is worked out anew when there are so many times as many states.
const ANEW: f64 = 1.05;

/// What a sweep in an order has had so far.
#[derive(Clone, Debug)]
pub(super) struct Growth<'o> {
    /// The items in play at each level of the order.
    in_play: &'o [u32],
    /// The states of each level that was reached.
    states: Vec<u64>,
    /// All of them.
    sum: u64,
    /// How many there were when that was last worked out, and how many seemed to come in all.
    projected: Option<(u64, f64)>,
}

impl<'o> Growth<'o> {
    /// Of an order, before anything was swept.
    pub fn new(in_play: &'o [u32]) -> Self {
        Self { in_play, states: Vec::new(), sum: 0, projected: None }
    }

    /// Learns that the sweep is at a level, and has had so many states. It may come to lower ones again.
    pub fn note(&mut self, level: usize, sum: u64) {
        let is_further = level >= self.states.len();
        if is_further {
            self.states.resize(level + 1, 0);
        }
        self.states[level] += sum.saturating_sub(self.sum);
        self.sum = sum;
        let is_new = |(before, _): (u64, f64)| sum as f64 > ANEW * before as f64;
        if is_further && sum >= FEWEST && self.projected.is_none_or(is_new) {
            self.projected = self.left_by_growth().map(|left| (sum, sum as f64 + left));
        }
    }

    /// About how many states belong to the levels that were not reached. Nothing where too little is known.
    pub fn left(&self) -> Option<f64> {
        self.projected.map(|(_, all)| (all - self.sum as f64).max(0.0))
    }

    fn left_by_growth(&self) -> Option<f64> {
        let reached = self.states.len();
        let (so_far, ahead) = self.in_play.split_at_checked(reached)?;
        let base = base_of(so_far, self.sum as f64);
        let mut from = reached;
        let mut recent = 0;
        while from > 0 && (recent as f64) < RECENT * self.sum as f64 {
            from -= 1;
            recent += self.states[from];
        }
        Some(recent as f64 / powers(base, &so_far[from..]) * powers(base, ahead))
    }
}

/// About how many states there are, if so many belong to the first levels: a number to the power of
/// the items in play, which is the one that fits what was seen.
pub(super) fn carried_forward(in_play: &[u32], levels: usize, seen: f64) -> f64 {
    seen + powers(base_of(&in_play[..levels], seen), &in_play[levels..])
}

/// The number whose powers come to so many, one for each level.
fn base_of(in_play: &[u32], seen: f64) -> f64 {
    let most = in_play.iter().max().map_or(0, |&most| most as usize);
    let mut levels = vec![0.0; most + 1];
    for &items in in_play {
        levels[items as usize] += 1.0;
    }
    let states = |base: f64| levels.iter().rev().fold(0.0, |sum, count| sum * base + count);
    let (mut low, mut high) = (1.0, 4.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if states(middle) < seen {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// A number to the power of the items in play, for all of some levels.
fn powers(base: f64, in_play: &[u32]) -> f64 {
    in_play.iter().map(|&items| base.powi(items as i32)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_carried_forward_by_the_items_in_play() {
        // Two to the power of the items in play.
        let in_play = [0, 1, 2, 3, 4, 5, 4, 3, 2, 1];
        let projected = carried_forward(&in_play, 4, 15.0);
        assert!((projected - 93.0).abs() < 1e-6, "{projected}");
    }

    /// What is left of a sweep with so many states at its levels, once it has reached some of them.
    fn left(in_play: &[u32], states: &[u64]) -> Option<f64> {
        let mut growth = Growth::new(in_play);
        let mut sum = 0;
        for (level, states) in states.iter().enumerate() {
            sum += states;
            growth.note(level, sum);
        }
        growth.left()
    }

    #[test]
    fn the_last_levels_tell_how_many_states_there_are_beside_their_growth() {
        let in_play = [0, 2, 4, 6, 8, 9, 9, 8, 7, 6, 5, 4, 2, 0];
        let powers: Vec<u64> = in_play.iter().map(|&items| 1 << items).collect();
        let ahead: u64 = powers[7..].iter().sum();
        assert!((left(&in_play, &powers[..7]).unwrap() - ahead as f64).abs() < 1.0);
        // A quarter of them at the last levels: about a quarter is left.
        let mut fewer = powers.clone();
        (fewer[5], fewer[6]) = (powers[5] / 4, powers[6] / 4);
        let fewer_left = left(&in_play, &fewer[..7]).unwrap();
        assert!(
            fewer_left > 0.15 * ahead as f64 && fewer_left < 0.35 * ahead as f64,
            "{fewer_left}"
        );
    }

    #[test]
    fn nothing_is_foretold_of_few_states_or_of_levels_that_are_not_in_the_order() {
        assert_eq!(left(&[1, 2, 3], &[2, 4]), None);
        assert_eq!(left(&[1, 2], &[500, 500, 1]), Some(0.0));
        assert_eq!(left(&[], &[500]), None);
    }

    #[test]
    fn states_of_levels_that_are_come_to_again_count_as_theirs() {
        let in_play = [8, 8, 8, 8];
        let mut growth = Growth::new(&in_play);
        growth.note(0, 200);
        growth.note(1, 400);
        growth.note(0, 600);
        growth.note(1, 800);
        growth.note(2, 1200);
        let left = growth.left().unwrap();
        assert!((left - 400.0).abs() < 1e-6, "{left}");
    }
}
