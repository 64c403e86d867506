//! How many live options each item has that must still be covered, kept up from node to node.
//!
//! Where a choice takes away few of the live options, the counts of their items are those of the node
//! above less these, which is quicker than to count all items anew. See [`SearchCase::keeps_counts`].
//!
//! Memory: a count for each item and each depth that was reached. Cost of a node: an operation for each
//! entry of the options that are lost, and one for each eight items.

use crate::engine::lanes::LANES;

use super::case::{BitMatrix, SearchCase};

/// Added to the counts of items that are covered, whatever is left of them, or need not be, so that none of
/// these is among the lowest.
const COVERED: u32 = 1 << 31;

/// The counts of the nodes of one stack: at each depth one for each row of the matrix, and what fills up the
/// last eight. Literals count as items that need not be covered, without options.
#[derive(Clone, Debug, Default)]
pub(super) struct LiveCounts {
    counts: Vec<u32>,
    /// Whether those of the node at the bottom are known.
    are_begun: bool,
}

/// What a choice takes away.
#[derive(Clone, Copy)]
pub(super) struct Loss<'a> {
    /// The depth of the node.
    pub depth: usize,
    /// The option that is chosen, in the case's numbering.
    pub option: u32,
    /// The live options of the node.
    pub before: &'a [u64],
    /// Those of the node below.
    pub after: &'a [u64],
}

impl LiveCounts {
    /// There is another node at the bottom.
    pub fn forget(&mut self) {
        self.are_begun = false;
    }

    /// Counts the live options of the node at the bottom, unless that is done. So many items are covered.
    #[inline(always)]
    pub fn begin(&mut self, case: &SearchCase, matrix: &BitMatrix, active: &[u64], covered: u32) {
        if self.are_begun {
            return;
        }
        let width = width(case);
        self.make_room(width);
        let counts = &mut self.counts[..width];
        counts.fill(COVERED);
        for (item, count) in counts.iter_mut().enumerate().take(case.rows) {
            let words = matrix.row(item as u32).iter().zip(active);
            *count += words.map(|(row, active)| (row & active).count_ones()).sum::<u32>();
        }
        let mut empty = 0;
        for &item in &case.required {
            counts[item as usize] -= COVERED;
            empty += u32::from(counts[item as usize] == 0);
        }
        // Otherwise there are items without options that are to be covered, and the node is dead.
        if empty == covered {
            for count in counts.iter_mut().filter(|count| **count == 0) {
                *count = COVERED;
            }
        }
        // What is taken from it never makes it one of those to be covered.
        counts[case.nothing() as usize] = u32::MAX;
        self.are_begun = true;
    }

    /// Takes over the counts of the node at the bottom.
    #[inline(always)]
    pub fn begin_with(&mut self, counts: &[u32]) {
        self.make_room(counts.len());
        self.counts[..counts.len()].copy_from_slice(counts);
        self.are_begun = true;
    }

    /// Those of a depth.
    #[inline(always)]
    pub fn at(&self, case: &SearchCase, depth: usize) -> &[u32] {
        let width = width(case);
        &self.counts[depth * width..][..width]
    }

    /// Works out those of the node that a choice leads to.
    #[inline(always)]
    pub fn descend(&mut self, case: &SearchCase, matrix: &BitMatrix, loss: Loss<'_>) {
        let width = width(case);
        let below = (loss.depth + 1) * width;
        self.make_room(below + width);
        let (above, counts) = self.counts.split_at_mut(below);
        let counts = &mut counts[..width];
        counts.copy_from_slice(&above[loss.depth * width..]);
        for &item in case.items_of(loss.option) {
            counts[item as usize] |= COVERED;
        }
        for (word, (before, after)) in loss.before.iter().zip(loss.after).enumerate() {
            let mut lost = before & !after;
            while lost != 0 {
                let option = matrix.options[64 * word + lost.trailing_zeros() as usize];
                lost &= lost - 1;
                for &item in case.items_of(option) {
                    counts[item as usize] -= 1;
                }
            }
        }
    }

    #[inline(always)]
    fn make_room(&mut self, counts: usize) {
        if self.counts.len() < counts {
            self.counts.resize(counts, 0);
        }
    }
}

/// How many counts there are at a depth.
#[inline(always)]
fn width(case: &SearchCase) -> usize {
    case.rows.next_multiple_of(LANES)
}

/// The first of the items with the fewest live options; nothing where one has none, or all are covered.
#[inline(always)]
pub(super) fn scarcest(counts: &[u32]) -> Option<u32> {
    let blocks = counts.as_chunks::<LANES>().0;
    let mut least = [u32::MAX; LANES];
    for block in blocks {
        for lane in 0..LANES {
            least[lane] = least[lane].min(block[lane]);
        }
    }
    let least = least.into_iter().fold(u32::MAX, u32::min);
    if least == 0 || least >= COVERED {
        return None;
    }
    for (number, block) in blocks.iter().enumerate() {
        let mut found = 0_u32;
        for lane in 0..LANES {
            found |= u32::from(block[lane] == least) << lane;
        }
        if found != 0 {
            return Some((LANES * number) as u32 + found.trailing_zeros());
        }
    }
    None
}

/// Hands on the items that are still to be covered, in order.
#[inline(always)]
pub(super) fn each_open(counts: &[u32], mut to: impl FnMut(u32)) {
    for (number, block) in counts.as_chunks::<LANES>().0.iter().enumerate() {
        let mut open = 0_u32;
        for lane in 0..LANES {
            open |= u32::from(block[lane] < COVERED) << lane;
        }
        while open != 0 {
            to((LANES * number) as u32 + open.trailing_zeros());
            open &= open - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use proptest::test_runner::TestCaseResult;

    use super::*;
    use crate::cover::{Case, LabelledBuilder, Problem};

    /// How many items must be covered, and how many may be.
    const REQUIRED: u32 = 21;
    const OPTIONAL: u32 = 4;

    fn case(options: &[BTreeSet<u32>]) -> SearchCase {
        let mut builder = LabelledBuilder::new();
        for item in 0..REQUIRED {
            builder.primary(item, 1).unwrap();
        }
        for item in REQUIRED..REQUIRED + OPTIONAL {
            builder.secondary(item, 1).unwrap();
        }
        for option in options {
            builder.option(option.iter().copied()).unwrap();
        }
        let problem = Problem::of_cover(builder.finish());
        SearchCase::new(&problem, &Case::whole(&problem), None)
    }

    /// The live options, as a bit each.
    fn bits(live: &BTreeSet<usize>, words: usize) -> Vec<u64> {
        let mut bits = vec![0; words];
        for option in live {
            bits[option / 64] |= 1 << (option % 64);
        }
        bits
    }

    /// Goes down a path of choices that leave no item without options, and compares what is kept up with
    /// what is counted.
    fn check(case: &SearchCase, options: &[BTreeSet<u32>]) -> TestCaseResult {
        let matrix = &case.whole;
        let mut live: BTreeSet<usize> = (0..options.len()).collect();
        let mut open: BTreeSet<u32> = (0..REQUIRED).collect();
        let mut counts = LiveCounts::default();
        counts.begin(case, matrix, &bits(&live, matrix.words), 0);
        for depth in 0.. {
            let count = |item: &u32| live.iter().filter(|&&o| options[o].contains(item)).count();
            let fewest = open.iter().map(|item| (count(item), *item)).min();
            let expected = fewest.filter(|&(count, _)| count > 0).map(|(_, item)| item);
            let kept = counts.at(case, depth);
            prop_assert_eq!(scarcest(kept), expected);
            let Some(item) = expected else { break };
            for item in &open {
                prop_assert_eq!(kept[*item as usize] as usize, count(item));
            }
            let mut met = Vec::new();
            each_open(kept, |item| met.push(item));
            prop_assert_eq!(&met, &open.iter().copied().collect::<Vec<_>>());
            let before = bits(&live, matrix.words);
            let option = *live.iter().find(|&&o| options[o].contains(&item)).unwrap();
            live.retain(|&other| options[other].is_disjoint(&options[option]));
            open.retain(|item| !options[option].contains(item));
            let after = bits(&live, matrix.words);
            let option = option as u32;
            let loss = Loss { depth, option, before: &before, after: &after };
            counts.descend(case, matrix, loss);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(crate::random::repeatable(256))]

        #[test]
        fn counts_that_are_kept_up_are_those_that_are_counted_anew(
            options in prop::collection::vec(
                prop::collection::btree_set(0..REQUIRED + OPTIONAL, 1..5),
                1..150,
            ),
        ) {
            let case = case(&options);
            check(&case, &options)?;
        }
    }
}
