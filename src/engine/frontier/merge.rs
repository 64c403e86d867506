//! Merging: many pairs of key and count become one for each key, the counts added up.
//!
//! Keys are compared whole. Pairs that do not fit the cache at once are first split by their hash.
//! Memory: the merged states once more, and eight to sixteen bytes for each.

use super::flight::{Pairs, pairs_in, push_small};
use super::key::Key;
use super::state_index::StateIndex;
use super::ways::Ways;

/// More pairs than this are split before they are merged, so that all stays in the cache.
const CACHED: usize = 1 << 15;

/// How many ways they are split.
const SPLIT_BITS: u32 = 5;

/// The lowest bits of a hash choose the slot in a table; splits use bits from this one on upward.
const SPLIT_FROM: u32 = 20;

/// States, each once, and how many ways lead to each.
#[derive(Clone, Debug)]
pub(super) struct Merged<K, C> {
    pub keys: Vec<K>,
    pub ways: Vec<C>,
}

impl<K, C> Default for Merged<K, C> {
    fn default() -> Self {
        Self { keys: Vec::new(), ways: Vec::new() }
    }
}

/// Pairs that are still to be merged, in groups that have no key in common.
#[derive(Debug)]
pub(super) struct Groups<K, C> {
    /// Each with how often it was split.
    groups: Vec<(Vec<Pairs<K, C>>, u32)>,
}

impl<K: Key, C: Ways> Groups<K, C> {
    /// All of these in one.
    pub fn new(chunks: Vec<Pairs<K, C>>) -> Self {
        Self { groups: vec![(chunks, 0)] }
    }

    /// The next group that is small enough.
    fn next(&mut self) -> Option<Vec<Pairs<K, C>>> {
        while let Some((chunks, depth)) = self.groups.pop() {
            let shift = SPLIT_FROM + depth * SPLIT_BITS;
            if pairs_in(&chunks) <= CACHED || shift + SPLIT_BITS > u64::BITS {
                return Some(chunks);
            }
            let part_of = |key: K| (key.hash() >> shift & ((1 << SPLIT_BITS) - 1)) as usize;
            let mut parts: Vec<Vec<Pairs<K, C>>> = vec![Vec::new(); 1 << SPLIT_BITS];
            for pair in chunks.into_iter().flatten() {
                push_small(&mut parts[part_of(pair.0)], pair);
            }
            self.groups.extend(parts.into_iter().map(|part| (part, depth + 1)));
        }
        None
    }
}

/// One thread's means of merging.
#[derive(Debug, Default)]
pub(super) struct Merger {
    index: StateIndex,
}

impl Merger {
    /// Merges the next group into `merged`, which is emptied before; false where there is none.
    /// Chunks that were gone through are handed back.
    ///
    /// # Panics
    /// Where the sum of the ways of a state does not fit, which whoever merges has made sure of.
    pub fn merge_next<K: Key, C: Ways>(
        &mut self,
        groups: &mut Groups<K, C>,
        merged: &mut Merged<K, C>,
        mut reuse: impl FnMut(Pairs<K, C>),
    ) -> bool {
        let Merged { keys, ways } = merged;
        keys.clear();
        ways.clear();
        let Some(chunks) = groups.next() else { return false };
        self.index.reset(pairs_in(&chunks));
        for mut chunk in chunks {
            for (key, count) in chunk.drain(..) {
                let is_key = |number: usize| keys[number] == key;
                if let Some(number) = self.index.find_or_insert(key.hash(), keys.len(), is_key) {
                    let fits = ways[number].add(&count);
                    assert!(fits, "ways were merged whose sum does not fit");
                } else {
                    keys.push(key);
                    ways.push(count);
                }
            }
            reuse(chunk);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Merges everything; the keys of different groups must differ.
    fn merged(chunks: Vec<Pairs<u64, u64>>) -> Vec<(u64, u64)> {
        let (mut groups, mut merger) = (Groups::new(chunks), Merger::default());
        let (mut merged, mut all) = (Merged::default(), Vec::new());
        while merger.merge_next(&mut groups, &mut merged, |chunk| assert!(chunk.is_empty())) {
            all.extend(merged.keys.iter().copied().zip(merged.ways.iter().copied()));
        }
        all.sort_unstable();
        all
    }

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
            let merged = merged(vec![head.to_vec(), tail.to_vec()]);
            prop_assert_eq!(merged, sums.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_does_not_fit_the_cache_is_split_and_adds_up_as_well() {
        let pairs: Vec<(u64, u64)> = (0..300_000).map(|i| (i * 7 % 100_003, 1)).collect();
        let merged = merged(vec![pairs.clone(), pairs]);
        assert_eq!(merged.len(), 100_003);
        assert_eq!(merged.iter().map(|pair| pair.1).sum::<u64>(), 600_000);
        assert!(merged.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn any_number_of_pairs_of_one_key_become_one() {
        let pairs = vec![(7_u64, 1_u64); (1 << 20) + 5];
        assert_eq!(merged(vec![pairs]), [(7, (1 << 20) + 5)]);
    }

    #[test]
    #[should_panic(expected = "whose sum does not fit")]
    fn a_sum_that_does_not_fit_is_never_wrong() {
        merged(vec![vec![(1_u64, u64::MAX), (1, 1)]]);
    }
}
