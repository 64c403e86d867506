//! Merging: many pairs of key and count become one for each key, the counts added up.
//!
//! Keys are compared whole. Pairs that do not fit the cache at once are first split by their
//! hash. Memory: the pairs once more and four to eight bytes for each key.

use super::key::Key;

/// An exact count that says when it overflows.
pub(super) trait Count: Copy + Send + Sync + 'static {
    const ZERO: Self;
    const ONE: Self;
    fn sum(self, other: Self) -> Option<Self>;
    fn wide(self) -> u128;
}

macro_rules! count {
    ($($number:ty),*) => {$(
        impl Count for $number {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            fn sum(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }

            fn wide(self) -> u128 {
                u128::from(self)
            }
        }
    )*};
}

count!(u64, u128);

/// A count was larger than its type holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overflow;

/// States with the number of ways that lead to each.
pub(super) type Pairs<K, C> = Vec<(K, C)>;

/// More pairs than this are split before they are merged, so that each part stays in the cache.
const CACHED: usize = 1 << 15;

/// How many ways they are split.
const SPLIT_BITS: u32 = 5;

/// The lowest bits of a hash choose the slot in a table; splits use bits from this one on upward,
/// and [`super::sweep`] the highest ones.
const SPLIT_FROM: u32 = 24;

/// One thread's means of merging.
#[derive(Debug, Default)]
pub(super) struct Merger {
    /// Indices into the merged pairs, plus one; zero for an empty slot.
    slots: Vec<u32>,
}

impl Merger {
    /// Merges runs of pairs, which are freed on the way.
    pub fn merge<K: Key, C: Count>(
        &mut self,
        runs: Vec<Pairs<K, C>>,
    ) -> Result<Pairs<K, C>, Overflow> {
        let mut merged = Vec::new();
        self.split(runs, 0, &mut merged)?;
        merged.shrink_to_fit();
        Ok(merged)
    }

    fn split<K: Key, C: Count>(
        &mut self,
        runs: Vec<Pairs<K, C>>,
        depth: u32,
        merged: &mut Pairs<K, C>,
    ) -> Result<(), Overflow> {
        let total: usize = runs.iter().map(Vec::len).sum();
        let shift = SPLIT_FROM + depth * SPLIT_BITS;
        if total <= CACHED || shift + SPLIT_BITS > 48 {
            return self.join(&runs, merged);
        }
        let mut parts: Vec<Pairs<K, C>> = Vec::new();
        let expected = (total >> SPLIT_BITS) + (total >> (SPLIT_BITS + 3));
        parts.resize_with(1 << SPLIT_BITS, || Vec::with_capacity(expected));
        for run in runs {
            for pair in run {
                let part = pair.0.hash() >> shift & ((1 << SPLIT_BITS) - 1);
                parts[part as usize].push(pair);
            }
        }
        for part in parts {
            self.split(vec![part], depth + 1, merged)?;
        }
        Ok(())
    }

    /// Appends one pair for each key to `merged`.
    fn join<K: Key, C: Count>(
        &mut self,
        runs: &[Pairs<K, C>],
        merged: &mut Pairs<K, C>,
    ) -> Result<(), Overflow> {
        let total: usize = runs.iter().map(Vec::len).sum();
        let base = merged.len();
        let size = (2 * total).next_power_of_two();
        let mask = size - 1;
        self.slots.clear();
        self.slots.resize(size, 0);
        for &(key, count) in runs.iter().flatten() {
            let mut slot = key.hash() as usize & mask;
            loop {
                match self.slots[slot] {
                    0 => {
                        merged.push((key, count));
                        self.slots[slot] = (merged.len() - base) as u32;
                        break;
                    }
                    at => {
                        let (other, sum) = &mut merged[base + at as usize - 1];
                        if *other == key {
                            *sum = sum.sum(count).ok_or(Overflow)?;
                            break;
                        }
                    }
                }
                slot = (slot + 1) & mask;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn merging_adds_up_what_has_the_same_key(
            pairs in prop::collection::vec((0_u64..50, 1_u64..9), 0..400),
            cut in 0_usize..400,
        ) {
            let mut sums = BTreeMap::new();
            for (key, count) in &pairs {
                *sums.entry(*key).or_insert(0) += count;
            }
            let (head, tail) = pairs.split_at(cut.min(pairs.len()));
            let mut merged =
                Merger::default().merge(vec![head.to_vec(), tail.to_vec()]).unwrap();
            merged.sort_unstable();
            prop_assert_eq!(merged, sums.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_does_not_fit_the_cache_is_split_and_comes_out_the_same() {
        let pairs: Vec<(u64, u64)> = (0..300_000).map(|i| (i * 7 % 100_003, 1)).collect();
        let mut merged = Merger::default().merge(vec![pairs.clone(), pairs]).unwrap();
        merged.sort_unstable();
        assert_eq!(merged.len(), 100_003);
        assert_eq!(merged.iter().map(|pair| pair.1).sum::<u64>(), 600_000);
        assert!(merged.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn an_overflow_is_seen() {
        let run = vec![(1_u64, u64::MAX), (1, 1)];
        assert_eq!(Merger::default().merge(vec![run]), Err(Overflow));
    }
}
