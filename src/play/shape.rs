//! The shapes of a piece, how turning and flipping lead from one to the next, and which of them a
//! placement shows.
//!
//! On a flat board, turning goes by the smallest turn that the piece may make, and flipping exchanges
//! left and right, where it may. Elsewhere, turning goes through all shapes, those that differ by a turn
//! in the plane of a layer one after the other, and flipping tips the piece over to the next of these
//! rounds.
//!
//! Where cells or sides have colours, shapes differ by these too, and a placement may show several: cells
//! of the board that have no colour take any.
//!
//! Cost: of the shapes, their number squared; of finding those of a placement, a look at each cell for
//! each shape and cell.

use crate::puzzle::Puzzle;
use crate::puzzle::edges::sides_turned;
use crate::puzzle::lattice::Grid;
use crate::puzzle::model::{Lattice, Motions, Piece, Point};
use crate::puzzle::paint::Paint;
use crate::puzzle::placement::{PaintedPoint, moved_to_origin, shapes};
use crate::puzzle::turn::Turn;

/// A shape that a piece can show to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Its cells, in straight coordinates, moved to the origin and sorted, with their colours, where the
    /// board has some.
    pub cells: Vec<PaintedPoint>,
    /// The colours at the sides of its one cell, if they have some.
    pub sides: Vec<Paint>,
    /// The shape that turning it comes to.
    pub turned: usize,
    /// The shape that flipping it comes to, where it may be flipped.
    pub flipped: Option<usize>,
}

/// What a piece shows in some way of lying.
#[derive(Clone, Debug)]
struct Look {
    cells: Vec<PaintedPoint>,
    /// The cells with what is behind them.
    behind: Vec<PaintedPoint>,
    sides: Vec<Paint>,
}

impl Look {
    /// A piece as it is drawn.
    fn of_piece(piece: &Piece, puzzle: &Puzzle) -> Self {
        let lattice = puzzle.board.lattice;
        let painted = piece.paints.as_ref().filter(|_| !puzzle.board.paints.is_empty());
        let cells = |is_turned_over: bool| {
            let paints = painted.map(|paints| paints.shown(is_turned_over));
            let cells = piece.cells.iter().enumerate().map(|(number, &cell)| {
                (lattice.straighten(cell), paints.and_then(|paints| paints[number]))
            });
            cells.collect::<Vec<PaintedPoint>>()
        };
        let sides = piece.edges.clone().unwrap_or_default();
        Self { cells: cells(false), behind: cells(true), sides }
    }

    /// What it shows after a turn.
    fn turned(&self, turn: Turn, lattice: Lattice) -> Self {
        let image = |cells: &[PaintedPoint]| {
            let cells = cells.iter().map(|&(cell, paint)| (turn.apply(cell), paint)).collect();
            moved_to_origin(cells, lattice)
        };
        let (mut cells, mut behind) = (image(&self.cells), image(&self.behind));
        if turn.is_reflection() {
            std::mem::swap(&mut cells, &mut behind);
        }
        let sides = match self.sides[..] {
            [] => None,
            _ => sides_turned(lattice, turn, (self.cells[0].0, &self.sides), cells[0].0),
        };
        Self { cells, behind, sides: sides.unwrap_or_default() }
    }

    fn is_like(&self, other: &Self) -> bool {
        self.cells == other.cells && self.sides == other.sides
    }
}

/// The different looks of a piece, in the order in which its placements are made.
fn looks(piece: &Piece, puzzle: &Puzzle) -> Vec<Look> {
    if puzzle.tray_of(piece).is_some() {
        // Of a solid piece one layer shows, which has nothing behind it.
        let look = |cells: Vec<PaintedPoint>| {
            let behind = cells.clone();
            Look { cells, behind, sides: Vec::new() }
        };
        return shapes(piece, puzzle).into_iter().map(look).collect();
    }
    let (lattice, drawn) = (puzzle.board.lattice, Look::of_piece(piece, puzzle));
    let mut looks: Vec<Look> = Vec::new();
    for turn in Turn::of(lattice, piece.motions, puzzle.pieces_are_flat()) {
        let look = drawn.turned(turn, lattice);
        if !looks.iter().any(|other| other.is_like(&look)) {
            looks.push(look);
        }
    }
    looks
}

/// The shapes of a piece, in the order in which its placements are made.
pub(super) fn shapes_of(piece: &Piece, puzzle: &Puzzle) -> Vec<Shape> {
    let lattice = puzzle.board.lattice;
    let all = looks(piece, puzzle);
    let image = |shape: usize, turn: Turn| {
        let image = all[shape].turned(turn, lattice);
        all.iter().position(|other| other.is_like(&image))
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
    shapes
        .map(|(Look { cells, sides, .. }, (turned, flipped))| Shape {
            cells,
            sides,
            turned,
            flipped,
        })
        .collect()
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

/// Which of a piece's shapes a placement with these outer cells, ascending, and these colours at its sides
/// shows; `paint` is the colour of a cell of the board.
pub(super) fn shown(
    (cells, sides): (&[usize], &[Paint]),
    shapes: &[Shape],
    grid: &Grid,
    paint: impl Fn(usize) -> Option<Paint>,
) -> Vec<usize> {
    let lies = |shape: &Shape, first: usize| {
        let (from, to) = (shape.cells[0].0, grid.straight(first));
        let shift: Point = std::array::from_fn(|axis| to[axis] - from[axis]);
        // Of spheres, the origin to which shapes are moved may lie between the cells.
        let is_shift =
            grid.lattice() == Lattice::FaceCentred || grid.lattice().drawn_step(shift).is_some();
        is_shift
            && shape.cells.iter().all(|&(cell, own)| {
                let at = std::array::from_fn(|axis| cell[axis] + shift[axis]);
                let cell = grid.cell(at).filter(|cell| cells.binary_search(cell).is_ok());
                let agrees =
                    |cell| own.is_none() || paint(cell).is_none_or(|paint| own == Some(paint));
                cell.is_some_and(agrees)
            })
    };
    let shows = |shape: &Shape| {
        shape.cells.len() == cells.len()
            && shape.sides == sides
            && cells.iter().any(|&first| lies(shape, first))
    };
    (0..shapes.len()).filter(|&shape| shows(&shapes[shape])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::file;

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

    /// The shapes of the first piece of a puzzle on such a board.
    fn shapes_on(board: &str, piece: &str) -> Vec<Shape> {
        let text = format!("name = 'tiles'\n[board]\n{board}\n[[piece]]\nsymbol = 'a'\n{piece}\n");
        let puzzle = file::parse(&text).unwrap().members.remove(0);
        shapes_of(&puzzle.pieces[0], &puzzle)
    }

    fn sides(shape: &Shape) -> String {
        Paint::letters(&shape.sides)
    }

    #[test]
    fn a_tile_with_coloured_edges_has_a_shape_for_each_way_that_it_shows() {
        let board = "rows = 2\ncolumns = 2\nmotions = 'rotations'";
        let shapes = shapes_on(board, "edges = 'rgby'");
        let turns: Vec<String> =
            way(&shapes, |shape| shape.turned).iter().map(|&shape| sides(&shapes[shape])).collect();
        assert_eq!(turns, ["rgby", "yrgb", "byrg", "gbyr"]);
        assert!(shapes.iter().all(|shape| shape.flipped.is_none()));
        assert_eq!(shapes_on(board, "edges = 'rgrg'").len(), 2);
        assert_eq!(shapes_on(board, "edges = 'rrrr'").len(), 1);
        let both = shapes_on(board, "edges = 'rgby'\nmotions = 'rotations-and-flips'");
        assert_eq!(both.len(), 8);
        assert_eq!(sides(&both[both[0].flipped.unwrap()]), "rybg");
        let hexagons = "lattice = 'hexagonal'\nrows = 2\ncolumns = 2\nmotions = 'rotations'";
        let shapes = shapes_on(hexagons, "edges = 'abcdef'");
        assert_eq!(shapes.len(), 6);
        assert_eq!(sides(&shapes[shapes[0].turned]), "fabcde");
    }

    #[test]
    fn a_triangle_with_coloured_edges_points_up_and_down_by_turns() {
        let board = "lattice = 'triangular'\nrows = 2\ncolumns = 2\nmotions = 'rotations'";
        let shapes = shapes_on(board, "edges = 'abc'");
        let turns = way(&shapes, |shape| shape.turned);
        let shown: Vec<String> = turns.iter().map(|&shape| sides(&shapes[shape])).collect();
        // Right, bottom, left of one that points up; top, right, left of one that points down.
        assert_eq!(shown, ["abc", "cab", "cab", "bca", "bca", "abc"]);
        assert_eq!(shapes_on(board, "edges = 'abc'\nmotions = 'half-turn'").len(), 2);
        assert_eq!(shapes_on(board, "edges = 'aaa'").len(), 2);
    }

    #[test]
    fn flipping_a_piece_shows_the_colours_behind_it() {
        let board = "motions = 'rotations'\ncolours = '''\nwbw\nbwb'''";
        let piece = "colours = 'wbw'\nback = 'bwb'\nmotions = 'rotations-and-flips'";
        let shapes = shapes_on(board, piece);
        let dots = |shape: &Shape| -> String {
            shape.cells.iter().filter_map(|(_, paint)| paint.map(Paint::symbol)).collect()
        };
        let mut all: Vec<String> = shapes.iter().map(dots).collect();
        all.sort();
        assert_eq!(all, ["bwb", "bwb", "wbw", "wbw"]);
        assert!(shapes.iter().all(|shape| dots(&shapes[shape.turned]) == dots(shape)));
        assert_eq!(dots(&shapes[shapes[0].flipped.unwrap()]), "bwb");
    }
}
