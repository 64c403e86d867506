use proptest::prelude::*;

use super::operations::{
    BLOCK, FILLING, LANES, Lanes, List, Positions, Scarcest, Seen, Verdict, weights,
};
use super::portable::Portable;
use crate::random::SplitMix;

/// Checks the portable lanes, and those that this processor has besides.
macro_rules! check_all {
    ($check:ident, $($argument:expr),*) => {{
        $check(Portable, $($argument),*);
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(lanes) = super::avx2::Avx2::new() {
                $check(lanes, $($argument),*);
            }
            if let Some(lanes) = super::avx512::Avx512::new() {
                $check(lanes, $($argument),*);
            }
        }
    }};
}

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

fn check(lanes: impl Lanes, masks: &[u64], option: u64, open: u64) {
    let filled = filled_up(masks);
    let list = List::new(&filled, filled.len() - masks.len());
    let mut to = vec![0; filled.len() + BLOCK];
    let count = lanes.select(list, open, &mut to);
    let selected: Vec<u64> = masks.iter().copied().filter(|mask| mask & open != 0).collect();
    assert_eq!(to[..count], selected);
    assert_eq!(lanes.survey(list, option), seen(masks, option));
    for item in (0..64).map(|item| 1 << item) {
        let is_it = |mask: &&u64| *mask & item != 0 && *mask & option == 0;
        if let [only] = masks.iter().filter(is_it).collect::<Vec<_>>()[..] {
            assert_eq!(lanes.find(list, item, option), *only);
        }
    }
    for items in [open, open & open.rotate_left(7), 0] {
        let is_one = |mask: &&u64| *mask & items != 0 && *mask & option == 0;
        let united: Vec<u64> = masks.iter().filter(is_one).copied().collect();
        let union = lanes.unite(list, items, option);
        assert_eq!(union.items, united.iter().fold(0, |all, mask| all | mask));
        assert_eq!(union.masks as usize, united.len());
        let pairs =
            || united.iter().enumerate().flat_map(|(i, a)| united[..i].iter().map(move |b| a & b));
        assert_eq!(union.is_disjoint(), pairs().all(|common| common == 0));
    }
    let count = lanes.survive(list, option, &mut to);
    let surviving: Vec<u64> = masks.iter().copied().filter(|mask| mask & option == 0).collect();
    assert_eq!(to[..count], surviving);
    let count = lanes.place(list, option, &mut to);
    let placed: Vec<u64> = surviving.iter().map(|mask| mask | option).collect();
    assert_eq!(to[..count], placed);
    let fits = masks.iter().any(|mask| mask & option == 0);
    assert_eq!(lanes.fits_any(option, &filled), fits);
    assert_eq!(lanes.fewest(list, open), fewest(masks, open));
    for width in 0..=LANES {
        // Lists that differ: each a little shorter than the one before.
        let shorter: Vec<Vec<u64>> =
            (0..width).map(|cut| masks[cut.min(masks.len())..].to_vec()).collect();
        let filled: Vec<Vec<u64>> = shorter.iter().map(|masks| filled_up(masks)).collect();
        let lists = filled.iter().zip(&shorter);
        let lists: Vec<List> =
            lists.map(|(all, masks)| List::new(all, all.len() - masks.len())).collect();
        let covered = std::array::from_fn(|lane| option.rotate_left(5 * lane as u32));
        let before = std::array::from_fn(|lane| open.rotate_left(3 * lane as u32));
        let found = lanes.judge(&lists, &covered, &before);
        let mut expected = Verdict { open: found.open, items: found.items, ..Verdict::NONE };
        for (lane, masks) in shorter.iter().enumerate() {
            let open = before[lane] & !covered[lane];
            let Seen { once, twice, thrice } = seen(masks, covered[lane]);
            let (single, double) = (once & !twice & open, twice & !thrice & open);
            let few = if single == 0 { double } else { single };
            let is_live = open & !once == 0;
            expected.forced |= u8::from(is_live && single != 0) << lane;
            expected.free |= u8::from(is_live && single == 0) << lane;
            expected.open[lane] = open;
            expected.items[lane] = few;
        }
        assert_eq!(found, expected, "{width}");
    }
}

/// A list as it is laid out.
fn filled_up(masks: &[u64]) -> Vec<u64> {
    let mut filled = masks.to_vec();
    filled.resize(masks.len().next_multiple_of(BLOCK), FILLING);
    filled
}

fn check_lanes(lanes: impl Lanes, masks: &[u64; LANES], items: &[u32; 64], bits: &[u64]) {
    let weights = weights(items);
    let links: [u64; LANES] = std::array::from_fn(|lane| masks[LANES - 1 - lane] ^ 1 << 40);
    let mut found = links;
    let reached = lanes.reach(Positions { bits, weights: &weights }, masks, &mut found);
    for lane in 0..LANES {
        let weight = (0..64).filter(|item| masks[lane] >> item & 1 == 1);
        let weight = weight.fold(0_u32, |sum, item| sum.wrapping_add(items[item]));
        let position = (links[lane] as u32).wrapping_sub(weight);
        assert_eq!(found[lane], links[lane] >> 32 << 32 | u64::from(position));
        let word = bits.get(position as usize / 64).copied().unwrap_or(0);
        assert_eq!(u64::from(reached >> lane & 1), word >> (position % 64) & 1);
    }
    for wanted in 0..=u8::MAX {
        let mut to = [0; LANES];
        lanes.gather(wanted, masks, &mut to);
        let kept = (0..LANES).filter(|lane| wanted >> lane & 1 == 1).map(|lane| masks[lane]);
        let kept: Vec<u64> = kept.collect();
        assert_eq!(to[..kept.len()], kept);
    }
}

/// Rows of bits by their definition: those of a block are given word by word.
fn check_rows(lanes: impl Lanes, rows: &[[u64; LANES]], active: &[u64]) {
    let counts: Vec<u32> = rows
        .chunks_exact(active.len())
        .flat_map(|block| {
            (0..LANES).map(move |lane| {
                let words = block.iter().zip(active);
                words.map(|(word, active)| (word[lane] & active).count_ones()).sum()
            })
        })
        .collect();
    let fewest = (0..counts.len()).filter(|&row| counts[row] > 0).min_by_key(|&row| counts[row]);
    let empty = counts.iter().filter(|&&count| count == 0).count();
    assert_eq!(lanes.scarcest(rows, active), Scarcest { row: fewest, empty });
    for (rows, counts) in rows.chunks_exact(active.len()).zip(counts.chunks_exact(LANES)) {
        assert_eq!(lanes.tally(rows, active).map(|count| count as u32), *counts);
        for (lane, count) in counts.iter().enumerate() {
            assert_eq!(lanes.live(rows, active) >> lane & 1 == 1, *count > 0);
        }
    }
}

proptest! {
    #![proptest_config(crate::random::repeatable(256))]

    #[test]
    fn every_set_of_lanes_counts_rows_alike(
        words in 1..6_usize,
        blocks in 0..9_usize,
        seed in any::<u64>(),
        dense in any::<bool>(),
    ) {
        let mut random = SplitMix::new(seed);
        // Sparse words leave many rows without active bits.
        let factors = if dense { 1 } else { 5 };
        let mut word =
            |factors: u32| (0..factors).fold(u64::MAX, |bits, _| bits & random.bits());
        let rows: Vec<[u64; LANES]> =
            (0..words * blocks).map(|_| std::array::from_fn(|_| word(factors))).collect();
        let active: Vec<u64> = (0..words).map(|_| word(2)).collect();
        check_all!(check_rows, &rows, &active);
    }

    #[test]
    fn every_set_of_lanes_does_what_the_operations_say(
        masks in prop::collection::vec(
            (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| a & b & c | 1),
            0..300,
        ),
        sparse in any::<bool>(),
        (option, open) in (1_u64.., 1_u64..),
    ) {
        // Sparse options leave most of the list alive, dense ones next to nothing.
        let option = if sparse { option & option.wrapping_neg() } else { option };
        let masks: Vec<u64> = masks.iter().map(|mask| mask & (u64::MAX >> 1)).collect();
        check_all!(check, &masks, option, open);
    }

    #[test]
    fn every_set_of_lanes_moves_positions_and_gathers_alike(
        masks in prop::array::uniform8(any::<u64>()),
        seed in any::<u32>(),
        bits in prop::collection::vec(any::<u64>(), 1..100),
        small in any::<bool>(),
    ) {
        // Small weights lead to positions among the bits, large ones mostly past them.
        let items = std::array::from_fn(|item| seed.wrapping_mul(2 * item as u32 + 1));
        let items = items.map(|weight| if small { weight % 64 } else { weight });
        let masks = masks.map(|mask| if small { mask % 4096 } else { mask });
        check_all!(check_lanes, &masks, &items, &bits);
    }
}

#[test]
fn counters_carry_over_many_places() {
    let masks: Vec<u64> = (0..5000).map(|i| 0b11 | u64::from(i % 2 == 0) << 2).collect();
    check_all!(check, &masks, 8, 0b111);
}
