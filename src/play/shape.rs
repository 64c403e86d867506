//! The shapes of a piece, how turning and flipping lead from one to the next, and which of them a
//! placement shows.
//!
//! On a flat board, turning goes by the smallest turn that the piece may make, and flipping exchanges
//! left and right, where it may. Elsewhere, turning goes through all shapes, those that differ by a turn
//! in the plane of a layer one after the other, and flipping tips the piece over to the next of these
//! rounds.
//!
//! Cost: of the shapes, their number squared; of finding that of a placement, a look at each cell for
//! each shape and cell.

use crate::puzzle::Puzzle;
use crate::puzzle::lattice::Grid;
use crate::puzzle::model::{Lattice, Motions, Piece, Point};
use crate::puzzle::placement::{bare_shapes, turned};
use crate::puzzle::turn::Turn;

/// A shape that a piece can show to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Its cells, in straight coordinates, moved to the origin and sorted.
    pub cells: Vec<Point>,
    /// The shape that turning it comes to.
    pub turned: usize,
    /// The shape that flipping it comes to, where it may be flipped.
    pub flipped: Option<usize>,
}

/// The shapes of a piece, in the order in which its placements are made.
pub(super) fn shapes_of(piece: &Piece, puzzle: &Puzzle) -> Vec<Shape> {
    let lattice = puzzle.board.lattice;
    let all = bare_shapes(piece, puzzle);
    let image = |shape: usize, turn: Turn| {
        let image = turned(&all[shape], turn, lattice);
        all.iter().position(|other| *other == image)
    };
    let step = Turn::to_the_right(lattice, piece.motions);
    let next = |shape: usize| step.and_then(|turn| image(shape, turn)).unwrap_or(shape);
    let (next, flipped): (Vec<usize>, Vec<Option<usize>>) = if puzzle.pieces_are_flat() {
        let mirrors = piece.motions == Motions::RotationsAndFlips;
        let mirror = Turn::left_to_right(lattice);
        let flipped = |shape| if mirrors { image(shape, mirror) } else { None };
        (0..all.len()).map(|shape| (next(shape), flipped(shape))).unzip()
    } else {
        rounds(all.len(), next)
    };
    let shapes = all.into_iter().zip(next.into_iter().zip(flipped));
    shapes.map(|(cells, (turned, flipped))| Shape { cells, turned, flipped }).collect()
}

/// What turning and flipping come to where the shapes are gone through in rounds: the next shape of all,
/// round by round, and the first of the next round.
fn rounds(count: usize, next: impl Fn(usize) -> usize) -> (Vec<usize>, Vec<Option<usize>>) {
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    let mut is_seen = vec![false; count];
    for first in 0..count {
        let mut round = Vec::new();
        let mut shape = first;
        while !std::mem::replace(&mut is_seen[shape], true) {
            round.push(shape);
            shape = next(shape);
        }
        if !round.is_empty() {
            rounds.push(round);
        }
    }
    let order = rounds.concat();
    let (mut turned, mut flipped) = (vec![0; count], vec![None; count]);
    for (place, &shape) in order.iter().enumerate() {
        turned[shape] = order[(place + 1) % order.len()];
    }
    for (number, round) in rounds.iter().enumerate() {
        let tipped = rounds[(number + 1) % rounds.len()][0];
        for &shape in round {
            flipped[shape] = (rounds.len() > 1).then_some(tipped);
        }
    }
    (turned, flipped)
}

/// Which of a piece's shapes a placement with these outer cells, ascending, shows.
pub(super) fn shown(cells: &[usize], shapes: &[Shape], grid: &Grid) -> Option<usize> {
    let lies = |shape: &Shape, first: usize| {
        let (from, to) = (shape.cells[0], grid.straight(first));
        let shift: Point = std::array::from_fn(|axis| to[axis] - from[axis]);
        // Of spheres, the origin to which shapes are moved may lie between the cells.
        let is_shift =
            grid.lattice() == Lattice::FaceCentred || grid.lattice().drawn_step(shift).is_some();
        is_shift
            && shape.cells.iter().all(|cell| {
                let at = std::array::from_fn(|axis| cell[axis] + shift[axis]);
                grid.cell(at).is_some_and(|cell| cells.binary_search(&cell).is_ok())
            })
    };
    shapes.iter().position(|shape| {
        shape.cells.len() == cells.len() && cells.iter().any(|&first| lies(shape, first))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shapes of the first piece of a puzzle in the catalogue.
    fn shapes_in(puzzle: &str, piece: &str) -> Vec<Shape> {
        let puzzle = Puzzle::from_catalog(puzzle).unwrap();
        let piece = puzzle.pieces.iter().find(|one| one.name == piece).unwrap();
        shapes_of(piece, &puzzle)
    }

    /// The shapes that are met on the way from the first by always going on like this.
    fn way(shapes: &[Shape], next: impl Fn(&Shape) -> usize) -> Vec<usize> {
        let mut way = vec![0];
        loop {
            let shape = next(&shapes[way[way.len() - 1]]);
            if shape == 0 || way.len() > shapes.len() {
                return way;
            }
            way.push(shape);
        }
    }

    #[test]
    fn a_flat_piece_turns_in_four_steps_and_flips_in_two() {
        let shapes = shapes_in("pentominoes-6x10", "F");
        assert_eq!(shapes.len(), 8);
        assert_eq!(way(&shapes, |shape| shape.turned).len(), 4);
        assert_eq!(way(&shapes, |shape| shape.flipped.unwrap()).len(), 2);
        let turned_once = &shapes[shapes[0].turned];
        assert_ne!(turned_once.flipped, Some(shapes[0].turned));
    }

    #[test]
    fn turning_a_solid_piece_goes_through_all_that_it_can_show() {
        for (puzzle, piece) in [("soma", "L"), ("lonpos-pyramid", "A"), ("iq-fit", "A")] {
            let Ok(found) = Puzzle::from_catalog(puzzle) else { panic!("{puzzle}") };
            let name = found.pieces.iter().find(|one| one.name == piece || one.name.len() > 1);
            let shapes = shapes_of(name.unwrap(), &found);
            assert!(shapes.len() > 4, "{puzzle}");
            assert_eq!(way(&shapes, |shape| shape.turned).len(), shapes.len(), "{puzzle}");
            assert!(shapes.iter().all(|shape| shape.flipped.is_some()), "{puzzle}");
        }
    }
}
