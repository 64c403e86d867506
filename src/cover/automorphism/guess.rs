//! A guess at an automorphism that takes one path's cells to another's, before every cell has one
//! vertex: items and colours whose cell is the same stay where they are, the others of a cell go to
//! those that are new in it, and what options become follows from their items. Of those that are new,
//! each is taken from the cell that it goes to if it can be, as where some change places by pairs, and
//! otherwise in their order.
//!
//! Where items may be exchanged as one likes, as players and symbols often may, that is right at the
//! first choice already, and saves a refinement for each choice below it. A guess proves nothing:
//! whoever takes it checks it edge by edge.
//!
//! Cost: a step for each vertex, and one for each neighbour of the options that move, until one of
//! them has nowhere to go.

use std::collections::HashMap;

use super::graph::Graph;
use super::partition::Partition;
use crate::random::SplitMix;
use crate::work_limit::{Spent, WorkLimit};

/// What tells the options of a graph by their neighbours.
#[derive(Clone, Debug)]
pub(super) struct Guesser {
    /// A random number for each vertex. The sum over the neighbours of an option stands for them.
    numbers: Vec<u64>,
    /// The option of each sum.
    option_of: HashMap<u64, u32>,
}

impl Guesser {
    /// Of a graph, whose options all have different neighbours.
    pub fn new(graph: &Graph) -> Self {
        let number = |vertex| SplitMix::new(vertex).bits();
        let numbers = (0..graph.vertex_count() as u64).map(number).collect();
        let mut guesser = Self { numbers, option_of: HashMap::new() };
        let options = graph.option_vertices();
        let sum = |option| (guesser.sum(graph.neighbours(option).iter().copied()), option);
        guesser.option_of = options.map(sum).collect();
        guesser
    }

    /// What takes each vertex that is no option from the cell that it had to one that has that cell
    /// now, and each option to the one that has the images of its neighbours, if there is one.
    /// `cells` are those that [`Graph::points`] had.
    ///
    /// # Errors
    /// When that is more work than is allowed.
    pub fn guess(
        &self,
        graph: &Graph,
        cells: &[u32],
        partition: &Partition,
        effort: &mut WorkLimit<'_>,
    ) -> Result<Option<Vec<u32>>, Spent> {
        effort.spend(graph.vertex_count() as u64)?;
        // Where each comes from, where it goes, and which it is.
        let (mut leaving, mut coming) = (Vec::new(), Vec::new());
        for (point, &cell) in graph.points().zip(cells) {
            let now = partition.cell_of(point);
            if now != cell {
                leaving.push((cell, now, point));
                coming.push((now, cell, point));
            }
        }
        leaving.sort_unstable();
        coming.sort_unstable();
        let mut images: Vec<u32> = (0..graph.vertex_count() as u32).collect();
        for (&(cell, _, point), &(same, _, image)) in leaving.iter().zip(&coming) {
            if cell != same {
                return Ok(None);
            }
            images[point as usize] = image;
        }
        for option in graph.option_vertices() {
            let points = graph.neighbours(option);
            if points.iter().all(|&point| images[point as usize] == point) {
                continue;
            }
            effort.spend(points.len() as u64)?;
            let sum = self.sum(points.iter().map(|&point| images[point as usize]));
            let Some(&image) = self.option_of.get(&sum) else { return Ok(None) };
            images[option as usize] = image;
        }
        Ok(Some(images))
    }

    fn sum(&self, vertices: impl Iterator<Item = u32>) -> u64 {
        vertices.fold(0, |sum, vertex| sum.wrapping_add(self.numbers[vertex as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancel::CancelToken;
    use crate::cover::automorphism::{Demand, Entry, OptionOrbits};
    use crate::cover::exact_cover::{ItemId, OptionId};

    /// All teams of three of some players, of whom each can be any other; with an item for each two of them
    /// that are together, if that is asked for.
    fn teams(players: u32, has_pairs: bool) -> (Graph, Vec<OptionId>) {
        let demand = |kind| Demand { kind, least: 1 - u32::from(kind), most: 1 };
        let pair = |a: u32, b: u32| players + b * (b - 1) / 2 + a;
        let pair_count = if has_pairs { pair(0, players) - players } else { 0 };
        let of_kind = |item| (ItemId(item), demand(u8::from(item >= players)));
        let items: Vec<(ItemId, Demand)> = (0..players + pair_count).map(of_kind).collect();
        let mut options: Vec<(OptionId, Vec<Entry>)> = Vec::new();
        for a in 0..players {
            for b in a + 1..players {
                for c in b + 1..players {
                    let pairs = [pair(a, b), pair(a, c), pair(b, c)];
                    let pairs = pairs.into_iter().filter(|_| has_pairs);
                    let entries =
                        [a, b, c].into_iter().chain(pairs).map(|item| (ItemId(item), None));
                    options.push((OptionId(options.len() as u32), entries.collect()));
                }
            }
        }
        let all = options.iter().map(|(option, _)| *option).collect();
        (Graph::new(&items, &options, false), all)
    }

    /// Whether all teams are seen to be one orbit with so much work for each edge.
    fn is_one_orbit(graph: &Graph, options: &[OptionId], work: u64) -> bool {
        let cancel = CancelToken::new();
        let mut effort = WorkLimit::new(work * graph.edge_count() as u64, &cancel);
        let mut orbits = OptionOrbits::new(graph, &mut effort).unwrap();
        orbits.of(options, &mut effort) == Ok(vec![options.to_vec()])
    }

    #[test]
    fn players_who_can_be_exchanged_are_so_after_one_choice_each() {
        let (graph, options) = teams(16, false);
        // Without guesses each of them takes a dozen refinements more, and more than this work.
        assert!(is_one_orbit(&graph, &options, 50));
    }

    #[test]
    fn players_are_exchanged_with_all_the_pairs_that_they_are_in() {
        let (graph, options) = teams(16, true);
        // Where what is new in a cell is taken in its order alone, it takes more than this.
        assert!(is_one_orbit(&graph, &options, 45));
    }
}
