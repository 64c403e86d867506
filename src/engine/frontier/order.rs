//! In which orders items may be settled.
//!
//! Where the problem knows classes (on a board: the axes), it is the order along them, one within
//! another, that keeps the fewest items in play; these leave fewer states than those found from the
//! options (2.6 times fewer on the pentominoes in 6 x 10), even where those have narrower keys.
//! Where it knows none, there are several, to be tried. Cost: laying down a sweep for each.

use crate::cover::{ItemId, Problem, Weighted};
use crate::engine::threads::Threads;

use super::item_graph::{Age, ItemGraph, Ties};
use super::sweep_order::SweepOrder;

/// Covers with more entries than this are not laid down more often than need be.
const MOST_ENTRIES: usize = 50_000;

/// The order in which a system of a problem is settled where nothing is tried.
pub(super) fn first_order(problem: &Problem, system: &Weighted) -> SweepOrder {
    let along = along_classes(problem);
    if along.is_empty() {
        let oldest_first = |items: usize| Ties::by_age(Age::OldestFirst, items);
        let greedy = ItemGraph::new(system).map(|graph| graph.greedy(&oldest_first(graph.items())));
        return SweepOrder::new(system, &greedy.unwrap_or_else(|| natural(system)));
    }
    let sweeps = along.iter().map(|order| SweepOrder::new(system, order));
    let best = sweeps.min_by(|a, b| a.weight().total_cmp(&b.weight()));
    best.unwrap_or_else(|| SweepOrder::new(system, &natural(system)))
}

/// A way to find an order by which items share options.
enum Way {
    /// That leaves the fewest items in play; it takes far longer to find.
    Narrow(Ties),
    Greedy(Ties),
}

/// Other orders for a system of which nothing is known but its options: by which items share those,
/// and as the items are numbered; so many break their ties at random. There are none where finding and
/// trying them would take long. They are found on all threads where some are given.
pub(super) fn other_orders(
    system: &Weighted,
    at_random: u64,
    threads: Option<&Threads>,
) -> Vec<SweepOrder> {
    let entries: usize = system.options.iter().map(|option| option.entries.len()).sum();
    if entries > MOST_ENTRIES {
        return Vec::new();
    }
    let Some(graph) = ItemGraph::new(system) else { return Vec::new() };
    let items = graph.items();
    let mut ways = vec![
        Way::Narrow(Ties::by_age(Age::OldestFirst, items)),
        Way::Narrow(Ties::by_age(Age::YoungestFirst, items)),
        Way::Greedy(Ties::by_age(Age::YoungestFirst, items)),
    ];
    for seed in 1..=at_random {
        let ties = || Ties::at_random(items, seed);
        if seed <= at_random / 2 {
            ways.push(Way::Narrow(ties()));
        }
        ways.push(Way::Greedy(ties()));
    }
    let find = |way| {
        let order = match way {
            Way::Narrow(ties) => graph.narrow(&ties)?,
            Way::Greedy(ties) => graph.greedy(&ties),
        };
        Some(SweepOrder::new(system, &order))
    };
    let found: Vec<Option<SweepOrder>> = match threads {
        Some(threads) => threads.map(ways, find),
        None => ways.into_iter().map(find).collect(),
    };
    let numbered = SweepOrder::new(system, &natural(system));
    [numbered].into_iter().chain(found.into_iter().flatten()).collect()
}

/// Items as they are numbered.
fn natural(system: &Weighted) -> Vec<ItemId> {
    (0..system.demands.len() as u32).map(ItemId).collect()
}

/// Orders by one partition, within that by another, and so on; items outside the partitions come
/// last.
fn along_classes(problem: &Problem) -> Vec<Vec<ItemId>> {
    let classes = &problem.classes;
    let items: Vec<ItemId> = problem.cover.items().collect();
    let along = |axes: Vec<usize>| {
        let class = |item: ItemId, axis: usize| {
            classes[axis].class_of[item.index()].map_or(u16::MAX, u16::from)
        };
        let mut order = items.clone();
        order.sort_by_key(|&item| axes.iter().map(|&axis| class(item, axis)).collect::<Vec<_>>());
        order
    };
    problem.class_orders().into_iter().filter(|axes| !axes.is_empty()).map(along).collect()
}
