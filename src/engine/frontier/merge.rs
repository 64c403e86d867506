//! Merging: many pairs of key and count become one for each key, the counts added up.
//!
//! Keys are compared whole. Pairs that do not fit the cache at once are first split by their
//! hash. Memory: the pairs once more, and eight to sixteen bytes for each of a part.

use super::flight::{Pairs, pairs_in};
use super::key::Key;
use super::state_index::StateIndex;
use super::ways::Ways;

/// More pairs than this are split before they are merged, so that each part stays in the cache.
const CACHED: usize = 1 << 15;

/// How many ways they are split.
const SPLIT_BITS: u32 = 5;

/// The lowest bits of a hash choose the slot in a table; splits use bits from this one on upward,
/// and [`super::flight`] the highest ones.
const SPLIT_FROM: u32 = 24;

/// One thread's means of merging.
#[derive(Debug, Default)]
pub(super) struct Merger {
    index: StateIndex,
}

impl Merger {
    /// Merges chunks of pairs, which are freed on the way.
    ///
    /// # Panics
    /// Where the sum of the ways of a state does not fit, which whoever merges has made sure of.
    pub fn merge<K: Key, C: Ways>(&mut self, chunks: Vec<Pairs<K, C>>) -> Pairs<K, C> {
        let mut merged = Vec::new();
        self.split(chunks, 0, &mut merged);
        merged.shrink_to_fit();
        merged
    }

    fn split<K: Key, C: Ways>(
        &mut self,
        chunks: Vec<Pairs<K, C>>,
        depth: u32,
        merged: &mut Pairs<K, C>,
    ) {
        let total = pairs_in(&chunks);
        let shift = SPLIT_FROM + depth * SPLIT_BITS;
        if total <= CACHED || shift + SPLIT_BITS > 48 {
            return self.join(chunks, merged);
        }
        let mut parts: Vec<Pairs<K, C>> = Vec::new();
        let expected = (total >> SPLIT_BITS) + (total >> (SPLIT_BITS + 3));
        parts.resize_with(1 << SPLIT_BITS, || Vec::with_capacity(expected));
        for chunk in chunks {
            for pair in chunk {
                let part = pair.0.hash() >> shift & ((1 << SPLIT_BITS) - 1);
                parts[part as usize].push(pair);
            }
        }
        for part in parts {
            self.split(vec![part], depth + 1, merged);
        }
    }

    /// Appends one pair for each key to `merged`.
    fn join<K: Key, C: Ways>(&mut self, chunks: Vec<Pairs<K, C>>, merged: &mut Pairs<K, C>) {
        let total = pairs_in(&chunks);
        let base = merged.len();
        self.index.reset(total);
        for (key, ways) in chunks.into_iter().flatten() {
            let next = merged.len() - base;
            let is_key = |number: usize| merged[base + number].0 == key;
            match self.index.find_or_insert(key.hash(), next, is_key) {
                Some(number) => {
                    let fits = merged[base + number].1.add(&ways);
                    assert!(fits, "ways were merged whose sum does not fit");
                }
                None => merged.push((key, ways)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #![proptest_config(crate::random::repeatable(256))]

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
                Merger::default().merge(vec![head.to_vec(), tail.to_vec()]);
            merged.sort_unstable();
            prop_assert_eq!(merged, sums.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_does_not_fit_the_cache_is_split_and_adds_up_as_well() {
        let pairs: Vec<(u64, u64)> = (0..300_000).map(|i| (i * 7 % 100_003, 1)).collect();
        let mut merged = Merger::default().merge(vec![pairs.clone(), pairs]);
        merged.sort_unstable();
        assert_eq!(merged.len(), 100_003);
        assert_eq!(merged.iter().map(|pair| pair.1).sum::<u64>(), 600_000);
        assert!(merged.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    #[should_panic(expected = "whose sum does not fit")]
    fn a_sum_that_does_not_fit_is_never_wrong() {
        Merger::default().merge(vec![vec![(1_u64, u64::MAX), (1, 1)]]);
    }
}
