//! In which orders items may be settled.
//!
//! Where the problem knows classes (on a board: the axes), it is the order along them, one within
//! another, that keeps the fewest items in play; these leave fewer states than those found from the
//! options (2.6 times fewer on the pentominoes in 6 x 10), even where those have narrower keys.
//! Where it knows none, a sweep begins in a greedy order, or as the items are numbered where that seems far
//! lighter, and there are several others, to be tried. Cost: laying down a sweep for each.

use crate::cover::{ItemId, Problem, Weighted};
use crate::engine::threads::Threads;

use super::item_graph::{Age, ItemGraph, Ties};
use super::sweep_order::SweepOrder;

/// Covers with more entries than this are not laid down more often than need be.
const MOST_ENTRIES: usize = 50_000;

/// The numbering of the items is an order to begin with where it seems to have so many times fewer states than
/// the one that is found.
const LIGHTER: f64 = 2.0;

/// The order in which a system of a problem is settled where nothing is tried.
pub(super) fn first_order(problem: &Problem, system: &Weighted) -> SweepOrder {
    let along = along_classes(problem);
    if along.is_empty() {
        let Some(graph) = ItemGraph::new(system) else { return numbered(system) };
        let greedy = graph.greedy(&Ties::by_age(Age::OldestFirst, graph.items()));
        let found = SweepOrder::new(system, &greedy);
        if is_large(system) {
            return found;
        }
        let numbered = numbered(system);
        return if LIGHTER * numbered.weight() < found.weight() { numbered } else { found };
    }
    let sweeps = along.iter().map(|order| SweepOrder::new(system, order));
    let best = sweeps.min_by(|a, b| a.weight().total_cmp(&b.weight()));
    best.unwrap_or_else(|| numbered(system))
}

/// A way to find an order by which items share options.
enum Way {
    /// That leaves the fewest items in play; it takes far longer to find.
    Narrow(Ties),
    Greedy(Ties),
}

/// Orders for a system of which nothing is known but its options, other than one: by which items share those,
/// and as the items are numbered; so many break their ties at random. There are none where finding and
/// trying them would take long. They are found on all threads where some are given.
pub(super) fn other_orders(
    (system, order): (&Weighted, &SweepOrder),
    at_random: u64,
    threads: Option<&Threads>,
) -> Vec<SweepOrder> {
    if is_large(system) {
        return Vec::new();
    }
    let Some(graph) = ItemGraph::new(system) else { return Vec::new() };
    let items = graph.items();
    let mut ways = vec![
        Way::Narrow(Ties::by_age(Age::OldestFirst, items)),
        Way::Narrow(Ties::by_age(Age::YoungestFirst, items)),
        Way::Greedy(Ties::by_age(Age::OldestFirst, items)),
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
        let items = match way {
            Way::Narrow(ties) => graph.narrow(&ties)?,
            Way::Greedy(ties) => graph.greedy(&ties),
        };
        Some(SweepOrder::new(system, &items))
    };
    let found: Vec<Option<SweepOrder>> = match threads {
        Some(threads) => threads.map(ways, find),
        None => ways.into_iter().map(find).collect(),
    };
    let all = [numbered(system)].into_iter().chain(found.into_iter().flatten());
    all.filter(|other| other != order).collect()
}

/// Whether a system has so many entries that orders of it are not tried.
fn is_large(system: &Weighted) -> bool {
    system.options.iter().map(|option| option.entries.len()).sum::<usize>() > MOST_ENTRIES
}

/// The order in which the items are numbered.
fn numbered(system: &Weighted) -> SweepOrder {
    let items: Vec<ItemId> = (0..system.demands.len() as u32).map(ItemId).collect();
    SweepOrder::new(system, &items)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Case, LabelledBuilder};

    /// Bent trominoes on a board, whose cells are numbered by a function.
    fn trominoes((rows, columns): (usize, usize), number: fn(usize) -> usize) -> Weighted {
        let mut builder = LabelledBuilder::new();
        let mut cells: Vec<usize> = (0..rows * columns).collect();
        cells.sort_unstable_by_key(|&cell| number(cell));
        for cell in cells {
            builder.primary(cell, 1).unwrap();
        }
        for row in 0..rows {
            for column in 0..columns {
                let cell = row * columns + column;
                if column + 1 < columns && row + 1 < rows {
                    let square = [cell, cell + 1, cell + columns, cell + columns + 1];
                    for left_out in 0..4 {
                        builder
                            .option((0..4).filter(|&at| at != left_out).map(|at| square[at]))
                            .unwrap();
                    }
                }
            }
        }
        let problem = Problem::of_cover(builder.finish());
        Weighted::of_case(&problem, &Case::whole(&problem))
    }

    #[test]
    fn a_sweep_begins_in_the_order_of_the_numbers_where_that_is_far_lighter() {
        let problem = Problem::of_cover(LabelledBuilder::<usize>::new().finish());
        let by_rows = trominoes((10, 9), |cell| cell);
        let (first, numbers) = (first_order(&problem, &by_rows), numbered(&by_rows));
        assert!(first == numbers, "{} items in play", first.bits);
        // By chance, the same cells are in a poor order, and another one is found.
        let by_chance = trominoes((10, 9), |cell| cell * 37 % 90);
        let found = first_order(&problem, &by_chance);
        assert!(found.weight() < numbered(&by_chance).weight());
        // Neither is among those that are tried beside it.
        for (system, order) in [(&by_rows, &first), (&by_chance, &found)] {
            let others = other_orders((system, order), 2, None);
            assert!(!others.is_empty() && others.iter().all(|other| other != order));
        }
    }
}
