//! Random numbers: Steele, Lea and Flood's `SplitMix64` (OOPSLA 2014). Small, fast, the same on
//! every machine; good enough to choose branches of a tree, no good for secrets.

/// The golden ratio as a fraction of 2^64: the step of the sequence.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix(u64);

impl SplitMix {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator for each number of a series, as good as independent of one another.
    pub fn of_series(seed: u64, number: u64) -> Self {
        let mut first = Self(seed ^ Self(number).bits().rotate_left(32));
        Self(first.bits())
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to below `bound`, each as likely.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 to below `bound`, each exactly as likely: what would favour some is drawn
    /// again.
    pub fn below_wide(&mut self, bound: u128) -> u128 {
        let mask = u128::MAX >> (bound - 1).max(1).leading_zeros();
        loop {
            let number = (u128::from(self.bits()) << 64 | u128::from(self.bits())) & mask;
            if number < bound {
                return number;
            }
        }
    }

    /// A number from 0 to below 1, each as likely.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// What tests with random cases are run by: so many of them, the same in every run, so that a test
/// that passed once passes, and ends, on every machine.
#[cfg(test)]
pub(crate) fn repeatable(cases: u32) -> proptest::test_runner::Config {
    proptest::test_runner::Config {
        cases,
        rng_seed: proptest::test_runner::RngSeed::Fixed(2026),
        failure_persistence: None,
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_to_their_range_and_fill_it() {
        let mut random = SplitMix::of_series(1, 2);
        let mut seen = [0_u32; 5];
        let mut sum = 0.0;
        for _ in 0..1000 {
            seen[random.below(5)] += 1;
            sum += random.unit();
        }
        assert!(seen.iter().all(|&times| (150..250).contains(&times)), "{seen:?}");
        assert!((450.0..550.0).contains(&sum), "{sum}");
    }

    #[test]
    fn wide_numbers_keep_to_their_range_and_fill_it() {
        let mut random = SplitMix::new(5);
        let mut seen = [0_u32; 6];
        for _ in 0..1200 {
            seen[random.below_wide(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&times| (150..250).contains(&times)), "{seen:?}");
        assert_eq!(random.below_wide(1), 0);
        assert!((0..100).any(|_| random.below_wide(u128::MAX) > u128::MAX >> 1));
    }

    #[test]
    fn series_do_not_run_alike() {
        let first = |seed, number| SplitMix::of_series(seed, number).bits();
        let all = [first(0, 0), first(0, 1), first(1, 0), first(1, 1)];
        assert!((0..4).all(|i| (0..i).all(|j| all[i] != all[j])), "{all:?}");
    }
}
