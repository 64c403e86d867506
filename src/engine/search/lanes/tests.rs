use proptest::prelude::*;

use super::{BLOCK, FILLING, Lanes, List, Portable, Seen};

/// What an operation should come to, by its definition.
fn seen(masks: &[u64], option: u64) -> Seen {
    let live: Vec<u64> = masks.iter().copied().filter(|mask| mask & option == 0).collect();
    let at_least = |times: usize| {
        let is_in = |item: &u32| live.iter().filter(|mask| *mask >> item & 1 == 1).count() >= times;
        (0..64).filter(is_in).fold(0, |items, item| items | 1 << item)
    };
    Seen { once: at_least(1), twice: at_least(2), thrice: at_least(3) }
}

fn fewest(masks: &[u64], open: u64) -> u64 {
    let count = |item: &u32| masks.iter().filter(|mask| *mask >> item & 1 == 1).count();
    let items = (0..64).filter(|item| open >> item & 1 == 1);
    items.min_by_key(count).map_or(0, |item| 1 << item)
}

fn check(lanes: impl Lanes, masks: &[u64], option: u64, open: u64, weights: &[u32; 64]) {
    let mut filled = masks.to_vec();
    filled.resize(masks.len().next_multiple_of(BLOCK), FILLING);
    let list = List::new(&filled, filled.len() - masks.len());
    let mut to = vec![0; filled.len() + BLOCK];
    let count = lanes.select(list, open, &mut to);
    let selected: Vec<u64> = masks.iter().copied().filter(|mask| mask & open != 0).collect();
    assert_eq!(to[..count], selected);
    assert_eq!(lanes.look(list, option), seen(masks, option));
    for item in (0..64).map(|item| 1 << item) {
        let is_it = |mask: &&u64| *mask & item != 0 && *mask & option == 0;
        if let [only] = masks.iter().filter(is_it).collect::<Vec<_>>()[..] {
            assert_eq!(lanes.find(list, item, option), *only);
        }
    }
    let count = lanes.survive(list, option, &mut to);
    let surviving: Vec<u64> = masks.iter().copied().filter(|mask| mask & option == 0).collect();
    assert_eq!(to[..count], surviving);
    assert_eq!(lanes.fewest(list, open), fewest(masks, open));
    let weight = (0..64).filter(|item| option >> item & 1 == 1);
    let weight = weight.fold(0_u32, |sum, item| sum.wrapping_add(weights[item]));
    assert_eq!(lanes.weigh(weights, option), weight);
}

proptest! {
    #[test]
    fn every_set_of_lanes_does_what_the_operations_say(
        masks in prop::collection::vec(
            (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| a & b & c | 1),
            0..300,
        ),
        sparse in any::<bool>(),
        (option, open) in (1_u64.., 1_u64..),
        seed in any::<u32>(),
    ) {
        // Sparse options leave most of the list alive, dense ones next to nothing.
        let option = if sparse { option & option.wrapping_neg() } else { option };
        let masks: Vec<u64> = masks.iter().map(|mask| mask & (u64::MAX >> 1)).collect();
        let weights = std::array::from_fn(|item| seed.wrapping_mul(2 * item as u32 + 1));
        check(Portable, &masks, option, open, &weights);
        check_vectors(&masks, option, open, &weights);
    }
}

/// The sets of lanes that this processor has besides the portable one.
fn check_vectors(masks: &[u64], option: u64, open: u64, weights: &[u32; 64]) {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(lanes) = super::Avx2::new() {
            check(lanes, masks, option, open, weights);
        }
        if let Some(lanes) = super::Avx512::new() {
            check(lanes, masks, option, open, weights);
        }
    }
}

#[test]
fn counters_carry_over_many_places() {
    let masks: Vec<u64> = (0..5000).map(|i| 0b11 | u64::from(i % 2 == 0) << 2).collect();
    let weights = [1; 64];
    check(Portable, &masks, 8, 0b111, &weights);
    check_vectors(&masks, 8, 0b111, &weights);
}
