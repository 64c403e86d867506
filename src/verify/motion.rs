//! Motions of a whole board: a turn, and the shift that brings the cells back to their places.
//!
//! Along an open axis only one shift can do so; along a ring each is tried. On hexagons and triangles
//! a cell is brought to every place in turn. A motion is kept if every cell comes to lie on a cell of
//! the same kind and colour. Cost: one look-up for each cell and try.

use std::collections::HashSet;

use super::frame::Frame;
use super::sixths::Tiles;
use super::turn::{Turn, tiles};
use crate::puzzle::model::{AXES, Point};

/// A motion of the board.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    turn: Turn,
    /// The steps along each ring.
    shift: [usize; 3],
    /// For each position, the position that it comes to lie on.
    pub targets: Vec<u16>,
}

impl Motion {
    /// The motions with the given turns, of which the first must be none at all. Those that move
    /// the cells alike are one; the first motion is none at all.
    pub fn all(frame: &Frame, turns: &[Turn]) -> Vec<Motion> {
        let mut motions = Vec::new();
        let mut seen: HashSet<Vec<u16>> = HashSet::new();
        for &turn in turns {
            for (by, shift) in shifts(frame, turn) {
                if let Some(targets) = targets(frame, turn, by)
                    && seen.insert(targets.clone())
                {
                    motions.push(Motion { turn, shift, targets });
                }
            }
        }
        motions
    }

    /// For each position, the position that it is filled from.
    pub fn sources(&self) -> Vec<u16> {
        let mut sources = vec![0; self.targets.len()];
        for (source, &target) in self.targets.iter().enumerate() {
            sources[usize::from(target)] = source as u16;
        }
        sources
    }

    /// What the motion does, for a person.
    pub fn words(&self, frame: &Frame) -> String {
        let is_tower = frame.wrap() == [false, false, true];
        let turn = match self.turn {
            turn if turn.is_half_turn() && is_tower => "stood on its head".to_owned(),
            turn => turn.words(frame.lattice()),
        };
        let mut moves = Vec::new();
        for (steps, unit) in self.shift.into_iter().zip(AXES) {
            match steps {
                0 => {}
                1 => moves.push(format!("1 {unit}")),
                _ => moves.push(format!("{steps} {unit}s")),
            }
        }
        match (moves.is_empty(), self.turn.is_none()) {
            (true, _) => turn,
            (false, true) => format!("turned by {}", moves.join(" and ")),
            (false, false) => format!("{turn} and turned by {}", moves.join(" and ")),
        }
    }
}

/// The shifts that are worth trying after a turn, each with the steps along each ring that it is for a
/// person.
fn shifts(frame: &Frame, turn: Turn) -> Vec<(Point, [usize; 3])> {
    let (to, back) = match turn {
        Turn::Axes { to, back } => (to, back),
        Turn::Sixths(_) => {
            let found = tiles(frame.lattice()).map(|tiles| shifts_of_tiles(frame, turn, tiles));
            return found.unwrap_or_default();
        }
    };
    if !keeps_rings(frame, to) {
        return Vec::new();
    }
    let way_back = way_back(frame, turn, to, back);
    let steps = [0, 1, 2].map(|axis| if frame.wrap()[axis] { frame.size()[axis] } else { 1 });
    let mut shifts = Vec::new();
    for layer in 0..steps[0] {
        for row in 0..steps[1] {
            for column in 0..steps[2] {
                let shift = [layer, row, column];
                shifts.push(([0, 1, 2].map(|axis| way_back[axis] + shift[axis] as i32), shift));
            }
        }
    }
    shifts
}

/// Those on hexagons and triangles: the first cell is brought to each place to which a way leads, if
/// the turn brings a way round each ring onto ways round rings.
fn shifts_of_tiles(frame: &Frame, turn: Turn, tiles: Tiles) -> Vec<(Point, [usize; 3])> {
    let (size, wrap) = (frame.size(), frame.wrap());
    let goes_round = |steps: Point| {
        (0..3).all(|axis| match (wrap[axis], steps[axis]) {
            (true, steps) => steps % size[axis] as i32 == 0,
            (false, steps) => steps == 0,
        })
    };
    let is_kept = |axis: usize| {
        let mut ring = [0; 3];
        ring[axis] = size[axis] as i32;
        tiles.steps(turn.move_to(tiles.way(ring))).is_some_and(goes_round)
    };
    if !(0..3).filter(|&axis| wrap[axis]).all(is_kept) {
        return Vec::new();
    }
    let Some(first) = frame.outer().next() else { return Vec::new() };
    let from = turn.move_to(frame.upright(first));
    let shift = |position: usize| {
        let to = frame.upright(position);
        let by = [0, 1, 2].map(|axis| to[axis] - from[axis]);
        let steps = tiles.steps(by)?;
        let along = |axis: usize| {
            if wrap[axis] { steps[axis].rem_euclid(size[axis] as i32) as usize } else { 0 }
        };
        Some((by, [0, 1, 2].map(along)))
    };
    frame.outer().filter_map(shift).collect()
}

/// Whether a turn that brings each axis to another brings rings onto rings of the same length and,
/// where there are inner cells, rows onto rows.
fn keeps_rings(frame: &Frame, axes: [usize; 3]) -> bool {
    let (size, wrap) = (frame.size(), frame.wrap());
    let kept = |axis: usize| {
        let to = axes[axis];
        wrap[axis] == wrap[to] && (!wrap[axis] || size[axis] == size[to])
    };
    (0..3).all(kept) && (!frame.has_inner() || axes[2] == 2)
}

/// The shift that brings the turned board back: along open axes least onto least coordinate,
/// along rings seam onto seam.
fn way_back(frame: &Frame, turn: Turn, axes: [usize; 3], reversed: [bool; 3]) -> Point {
    let mut back = [0; 3];
    for axis in 0..3 {
        let to = axes[axis];
        let least = |value: &dyn Fn(usize) -> i32| frame.outer().map(value).min().unwrap_or(0);
        back[to] = if !frame.wrap()[to] {
            least(&|p| frame.upright(p)[to]) - least(&|p| turn.move_to(frame.upright(p))[to])
        } else if reversed[axis] {
            frame.size()[to] as i32 - 1
        } else {
            0
        };
    }
    back
}

/// Where a turn and a shift bring each position, if onto positions of the same kind.
fn targets(frame: &Frame, turn: Turn, by: Point) -> Option<Vec<u16>> {
    let move_to = |cell: Point| {
        let turned = turn.move_to(cell);
        [0, 1, 2].map(|axis| turned[axis] + by[axis])
    };
    let target = |position: usize| -> Option<u16> {
        let moved = move_to(frame.upright(position));
        if !frame.is_inner(position) {
            let target = frame.find(moved)?;
            let is_like = frame.kind(target) == frame.kind(position)
                && frame.colour(target) == frame.colour(position);
            return is_like.then_some(target as u16);
        }
        // Rows come to lie on rows, whatever the column.
        let around = |axis: usize| {
            let length = frame.size()[axis] as i32;
            let value =
                if frame.wrap()[axis] { moved[axis].rem_euclid(length) } else { moved[axis] };
            usize::try_from(value).ok()
        };
        frame.inner_of(around(0)?, around(1)?).map(|target| target as u16)
    };
    (0..frame.positions()).map(target).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::model::{Board, Inner, Lattice, Motions, Place};

    fn count(board: &Board) -> usize {
        let turns = Turn::allowed(board.lattice, board.motions, board.is_flat());
        Motion::all(&Frame::new(board), &turns).len()
    }

    /// A flat board of cells `.`, cells `?` that may stay empty and holes `#`.
    fn drawn(rows: &[&str]) -> Board {
        let place = |symbol| match symbol {
            b'.' => Place::Cell,
            b'?' => Place::MayStayEmpty,
            _ => Place::Hole,
        };
        let row = |row: &&str| row.bytes().map(place).collect();
        Board { drawing: vec![rows.iter().map(row).collect()], ..Board::of_size([1, 1, 1]) }
    }

    #[test]
    fn every_motion_of_a_cube_permutes_its_cells() {
        let cube = Frame::new(&Board::of_size([3, 3, 3]));
        let motions = Motion::all(&cube, &Turn::all(Lattice::Cubic));
        assert_eq!(motions.len(), 48);
        for motion in motions {
            let mut sorted = motion.sources();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..27));
            // The middle cell stays; so does the set of corners.
            assert_eq!(motion.targets[13], 13);
            assert!([0, 2, 6, 8, 18, 20, 24, 26].contains(&motion.targets[0]));
        }
    }

    #[test]
    fn with_inner_cells_a_board_cannot_lie_down() {
        let square = Board::of_size([1, 4, 4]);
        assert_eq!(count(&square), 8);
        assert_eq!(count(&Board { inner: Some(Inner::Rows), ..square }), 4);
    }

    #[test]
    fn holes_and_cells_that_may_stay_empty_take_motions_away() {
        assert_eq!(count(&drawn(&["...", "...", "..."])), 8);
        assert_eq!(count(&drawn(&["...", ".#.", "..."])), 8);
        assert_eq!(count(&drawn(&["#..", "...", "..."])), 2);
        assert_eq!(count(&drawn(&["?..", "...", "..."])), 2);
        assert_eq!(count(&drawn(&["#..", "...", "..#"])), 4);
        assert_eq!(count(&drawn(&["#..", "...", "..?"])), 2);
        assert_eq!(count(&drawn(&["##..", "##..", "...."])), 1);
        assert_eq!(count(&drawn(&["##.#", "#...", "##.#"])), 8);
    }

    #[test]
    fn a_ring_with_holes_turns_only_as_far_as_they_repeat() {
        let mut ring = drawn(&["..#..#"]);
        ring.wrap = [false, false, true];
        assert_eq!(count(&ring), 4);
        ring.motions = Motions::Translate;
        assert_eq!(count(&ring), 2);
    }

    #[test]
    fn the_words_of_a_motion_say_where_it_brings_each_cell() {
        let ring = Board { wrap: [false, false, true], ..Board::of_size([1, 1, 6]) };
        let frame = Frame::new(&ring);
        let turns = Turn::allowed(Lattice::Square, Motions::Translate, true);
        let motions = Motion::all(&frame, &turns);
        let by = |words: &str| {
            let motion = motions.iter().find(|motion| motion.words(&frame) == words);
            motion.unwrap().targets.clone()
        };
        assert_eq!(by("as it is"), [0, 1, 2, 3, 4, 5]);
        assert_eq!(by("turned by 1 column"), [1, 2, 3, 4, 5, 0]);
        assert_eq!(by("turned by 2 columns"), [2, 3, 4, 5, 0, 1]);
    }

    #[test]
    fn a_pyramid_has_8_motions_and_a_tetrahedron_24() {
        let layers = |layers: &[&[usize]]| {
            let row = |&length: &usize| vec![Place::Cell; length];
            Board {
                lattice: Lattice::FaceCentred,
                drawing: layers.iter().map(|rows| rows.iter().map(row).collect()).collect(),
                ..Board::of_size([1, 1, 1])
            }
        };
        assert_eq!(count(&layers(&[&[3, 3, 3], &[2, 2], &[1]])), 8);
        // Four spheres that touch one another: two upon two, across.
        let mut four = layers(&[]);
        four.drawing = vec![
            vec![vec![Place::Hole; 2], vec![Place::Cell, Place::Cell]],
            vec![vec![Place::Cell], vec![Place::Cell]],
        ];
        assert_eq!(count(&four), 24);
    }

    #[test]
    fn a_hexagon_has_12_motions_and_a_prism_24() {
        use Place::{Cell, Hole};
        let layer = vec![vec![Hole, Cell, Cell], vec![Cell; 3], vec![Cell; 2]];
        let hexagon =
            |drawing| Board { lattice: Lattice::Hexagonal, drawing, ..Board::of_size([1, 1, 1]) };
        assert_eq!(count(&hexagon(vec![layer.clone()])), 12);
        assert_eq!(count(&hexagon(vec![layer.clone(), layer])), 24);
        let rhombus = Board { lattice: Lattice::Hexagonal, ..Board::of_size([1, 3, 3]) };
        assert_eq!(count(&rhombus), 4);
        assert_eq!(count(&Board { wrap: [false, true, true], ..rhombus.clone() }), 12 * 9);
        assert_eq!(count(&Board { wrap: [false, false, true], ..rhombus }), 4 * 3);
    }

    #[test]
    fn triangles_are_turned_onto_those_that_point_otherwise_but_not_shifted() {
        use Place::{Cell, Hole};
        let board = |drawing: Vec<Vec<Place>>| Board {
            lattice: Lattice::Triangular,
            drawing: vec![drawing],
            ..Board::of_size([1, 1, 1])
        };
        // A hexagon of six, a triangle of four, and two that only touch at a corner.
        assert_eq!(count(&board(vec![vec![Cell; 3]; 2])), 12);
        assert_eq!(count(&board(vec![vec![Hole, Hole, Cell], vec![Hole, Cell, Cell, Cell]])), 6);
        assert_eq!(count(&board(vec![vec![Cell, Hole, Cell]])), 2);
        let ring = Board { wrap: [false, false, true], ..board(vec![vec![Cell; 6]]) };
        assert_eq!(count(&ring), 12);
        assert_eq!(count(&Board { motions: Motions::Translate, ..ring }), 3);
        let torus = Board { wrap: [false, true, true], ..board(vec![vec![Cell; 4]; 2]) };
        assert_eq!(count(&Board { motions: Motions::Translate, ..torus }), 4);
    }
}
