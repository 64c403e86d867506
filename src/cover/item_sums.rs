//! Random numbers for items, whose sums tell sets of items apart.
//!
//! Two sets have the same sum once in 2^64. The numbers are the same on every machine. Cost: a number for each item.

use crate::random::SplitMix;

use super::exact_cover::{Cover, OptionId};

/// A random number for each item.
pub(crate) fn item_numbers(cover: &Cover) -> Vec<u64> {
    cover.items().map(|item| SplitMix::of_series(0, item.index() as u64).bits()).collect()
}

/// The sum of the numbers that the items of an option have, modulo 2^64.
pub(crate) fn item_sum(cover: &Cover, numbers: &[u64], option: OptionId) -> u64 {
    let items = cover.items_of(option).iter();
    items.fold(0, |sum, item| sum.wrapping_add(numbers[item.index()]))
}
