//! In which order a sweep settles the items.
//!
//! A board is swept along its axes in each order of them, from its far end; or else, on boards as in
//! covers, the next item is the one that brings the fewest others into play. Of these orders the one
//! is taken under which the fewest states seem possible. An order costs time and memory, and nothing
//! else depends on it. Items that are no cells, may stay uncovered, or may be covered more than once
//! come last, as there is nothing to be decided at them.

use std::cmp::Reverse;

use super::requirements::Requirements;
use crate::puzzle::model::Point;

/// How many looks at entries of options the search for the next item may take in all.
const MOST_LOOKS: usize = 200_000_000;

/// The order of the items for a sweep.
pub(super) fn item_order(requirements: &Requirements) -> Vec<u32> {
    best_order(requirements).1
}

/// How many states a sweep seems to meet at most, to be compared with what other requirements come to.
pub(super) fn sweep_cost(requirements: &Requirements) -> f64 {
    best_order(requirements).0
}

/// The order of least cost, after its cost.
fn best_order(requirements: &Requirements) -> (f64, Vec<u32>) {
    const AXES: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let items = &requirements.items;
    let by = |key: &dyn Fn(Point) -> [i32; 3]| {
        let mut order: Vec<u32> = (0..items.len() as u32).collect();
        order.sort_by_key(|&item| {
            let of = &items[item as usize];
            let kind = match of.at {
                Some(_) => 0,
                None if of.is_covered_once() => 1,
                None => 2,
            };
            (kind, of.at.map(|at| Reverse(key(at))), Reverse(item))
        });
        order
    };
    let mut orders: Vec<Vec<u32>> = Vec::new();
    if items.iter().any(|item| item.at.is_some()) {
        orders.extend(AXES.map(|axes| by(&|at| axes.map(|axis| at[axis]))));
    } else {
        orders.push(by(&|at| at));
    }
    orders.extend(greedy(requirements));
    let mut best: Option<(f64, Vec<u32>)> = None;
    for order in orders {
        let cost = cost(requirements, &order);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, order));
        }
    }
    best.unwrap_or_default()
}

/// The first place in an order of the items of each option, and the last such place of each item:
/// that of the last of its options to begin.
pub(super) fn starts_and_ends(requirements: &Requirements, order: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut place = vec![0; order.len()];
    for (at, &item) in (0..).zip(order) {
        place[item as usize] = at;
    }
    let start = |entries: &[super::requirements::Entry]| {
        entries.iter().map(|entry| place[entry.item as usize]).min().unwrap_or(0)
    };
    let starts: Vec<u32> = requirements.options.iter().map(|o| start(&o.entries)).collect();
    let mut ends = vec![0; order.len()];
    for (option, &start) in requirements.options.iter().zip(&starts) {
        for entry in &option.entries {
            let end = &mut ends[entry.item as usize];
            *end = start.max(*end);
        }
    }
    (starts, ends)
}

/// How many states there would be if each set of the items in play were one.
fn cost(requirements: &Requirements, order: &[u32]) -> f64 {
    let (starts, ends) = starts_and_ends(requirements, order);
    let mut begins = vec![u32::MAX; order.len()];
    for (option, &start) in requirements.options.iter().zip(&starts) {
        for entry in &option.entries {
            let begin = &mut begins[entry.item as usize];
            *begin = start.min(*begin);
        }
    }
    let mut change = vec![0_i32; order.len() + 1];
    for (&begin, &end) in begins.iter().zip(&ends).filter(|(begin, _)| **begin != u32::MAX) {
        change[begin as usize] += 1;
        change[end as usize + 1] -= 1;
    }
    let mut in_play = 0;
    let count = |change: i32| {
        in_play += change;
        2_f64.powi(in_play.min(1000))
    };
    change.into_iter().map(count).sum()
}

/// The order in which each next item brings the fewest others into play; nothing where looking for
/// it takes too long.
fn greedy(requirements: &Requirements) -> Option<Vec<u32>> {
    let Requirements { items, options } = requirements;
    let mut options_of: Vec<Vec<usize>> = vec![Vec::new(); items.len()];
    let mut looks = 0;
    for (number, option) in options.iter().enumerate() {
        looks += option.entries.len().pow(2);
        for entry in &option.entries {
            options_of[entry.item as usize].push(number);
        }
    }
    if looks.saturating_mul(items.len()) > MOST_LOOKS {
        return None;
    }
    let mut has_begun = vec![false; options.len()];
    let mut is_in_play = vec![false; items.len()];
    let mut seen = vec![usize::MAX; items.len()];
    let mut left: Vec<u32> = (0..items.len() as u32).rev().collect();
    left.retain(|&item| items[item as usize].is_covered_once());
    let mut order = Vec::with_capacity(items.len());
    let mut stamp = 0;
    while !left.is_empty() {
        let mut best = (usize::MAX, 0);
        for (place, &item) in left.iter().enumerate() {
            stamp += 1;
            let mut fresh = 0;
            for &option in options_of[item as usize].iter().filter(|o| !has_begun[**o]) {
                for entry in &options[option].entries {
                    let other = entry.item as usize;
                    if !is_in_play[other] && std::mem::replace(&mut seen[other], stamp) != stamp {
                        fresh += 1;
                    }
                }
            }
            if fresh < best.0 {
                best = (fresh, place);
            }
        }
        let item = left.remove(best.1);
        order.push(item);
        for &option in &options_of[item as usize] {
            if !std::mem::replace(&mut has_begun[option], true) {
                for entry in &options[option].entries {
                    is_in_play[entry.item as usize] = true;
                }
            }
        }
    }
    order.extend((0..items.len() as u32).rev().filter(|&i| !items[i as usize].is_covered_once()));
    Some(order)
}
