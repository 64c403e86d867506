//! Covers of more items than fit a mask of a list, in which the search goes on in bitsets: it has the nodes
//! and solutions of dancing links, whether it keeps up how many live options items have or counts them
//! anew.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::cover::{Case, LabelledBuilder, Problem};
use crate::engine::SimdLevel;
use crate::random::SplitMix;

use super::common::{explore_links, explore_search, shuffled};

/// A cover whose options are those of some partitions of the items into parts of one size, which are its
/// solutions with what their parts make together, and others that all have the first item. Some items
/// need not be covered.
fn cover(
    seed: u64,
    (items, size): (usize, usize),
    (partitions, others): (usize, usize),
) -> Problem {
    let mut random = SplitMix::new(seed);
    let items = items.next_multiple_of(size);
    let mut options = BTreeSet::new();
    for _ in 0..partitions {
        let order = shuffled(items, &mut random);
        options
            .extend(order.chunks(size).map(|part| part.iter().copied().collect::<BTreeSet<_>>()));
    }
    for _ in 0..others {
        let mut below = || random.below(items) as u32;
        options.insert([0, below(), below()].into());
    }
    let mut builder = LabelledBuilder::new();
    for item in 0..items as u32 {
        if item % 20 == 7 {
            builder.secondary(item, 1).unwrap();
        } else {
            builder.primary(item, 1).unwrap();
        }
    }
    for option in options {
        builder.option(option).unwrap();
    }
    Problem::of_cover(builder.finish())
}

proptest! {
    #![proptest_config(crate::random::repeatable(96))]

    #[test]
    fn the_search_has_the_tree_of_dancing_links_with_more_items_than_a_mask(
        seed in any::<u64>(),
        items in 72..120_usize,
        size in 3..9_usize,
        partitions in 2..5_usize,
        others in prop_oneof![Just(0), 1..400_usize],
    ) {
        let problem = cover(seed, (items, size), (partitions, others));
        let case = Case::whole(&problem);
        let expected = explore_links(&problem, &case);
        prop_assert!(!expected.0.is_empty());
        for level in SimdLevel::available() {
            prop_assert_eq!(&explore_search(&problem, &case, None, level), &expected, "{:?}", level);
        }
    }
}
