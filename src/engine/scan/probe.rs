//! How many states a scan will have: a scan of a sample.
//!
//! At each level a few of the states that wait are drawn, each standing for as many as were left
//! out with it, so that the sum of the weights is right on the average (in the manner of Chen's heuristic
//! sampling, SIAM Journal on Computing 21, 1992). Cost: some hundred states for each level.

use crate::random::SplitMix;

use super::layout::{ScanLayout, ScanState};

/// The most states of a level that are looked at.
const SAMPLE: usize = 32;

/// About how many states there are in all; it is left once there are more than `most`.
pub(super) fn estimate_states(
    layout: &ScanLayout,
    bits: &[u64],
    random: &mut SplitMix,
    most: f64,
) -> f64 {
    let levels = layout.levels.len();
    let mut buckets: Vec<Vec<(ScanState, f64)>> = vec![Vec::new(); levels + 1];
    let first = layout.first_state();
    buckets[first.level].push((first, 1.0));
    let (mut sum, mut fitting) = (0.0, Vec::new());
    for level in 0..levels {
        let mut states = std::mem::take(&mut buckets[level]);
        sum += states.iter().map(|(_, weight)| weight).sum::<f64>();
        if sum > most {
            return sum;
        }
        if states.len() > SAMPLE {
            let scale = states.len() as f64 / SAMPLE as f64;
            for place in 0..SAMPLE {
                let other = place + random.below(states.len() - place);
                states.swap(place, other);
                states[place].1 *= scale;
            }
            states.truncate(SAMPLE);
        }
        for (state, weight) in states {
            layout.children(state, bits, &mut fitting, |child| {
                buckets[child.level].push((child, weight));
            });
        }
    }
    sum + buckets[levels].iter().map(|(_, weight)| weight).sum::<f64>()
}
