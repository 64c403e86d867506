//! Motions of a whole board: a turn, and the shift that brings the cells back to their places.
//!
//! Along an open axis only one shift can do so; along a ring each is tried. A motion is kept if
//! every cell comes to lie on a cell of the same kind. Cost: one look-up for each cell and try.

use std::collections::HashSet;

use super::frame::Frame;
use super::turn::Turn;
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
        let steps = [0, 1, 2].map(|axis| if frame.wrap()[axis] { frame.size()[axis] } else { 1 });
        for &turn in turns.iter().filter(|&&turn| keeps_rings(frame, turn)) {
            let back = way_back(frame, turn);
            for layer in 0..steps[0] {
                for row in 0..steps[1] {
                    for column in 0..steps[2] {
                        let shift = [layer, row, column];
                        let by = [0, 1, 2].map(|axis| back[axis] + shift[axis] as i32);
                        if let Some(targets) = targets(frame, turn, by)
                            && seen.insert(targets.clone())
                        {
                            motions.push(Motion { turn, shift, targets });
                        }
                    }
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

/// Whether a turn brings rings onto rings of the same length and, where there are inner cells,
/// rows onto rows.
fn keeps_rings(frame: &Frame, turn: Turn) -> bool {
    let (size, wrap) = (frame.size(), frame.wrap());
    let kept = |axis: usize| {
        let to = turn.axes()[axis];
        wrap[axis] == wrap[to] && (!wrap[axis] || size[axis] == size[to])
    };
    (0..3).all(kept) && (!frame.has_inner() || turn.axes()[2] == 2)
}

/// The shift that brings the turned board back: along open axes least onto least coordinate,
/// along rings seam onto seam.
fn way_back(frame: &Frame, turn: Turn) -> Point {
    let mut back = [0; 3];
    for axis in 0..3 {
        let to = turn.axes()[axis];
        let least = |value: &dyn Fn(usize) -> i32| frame.outer().map(value).min().unwrap_or(0);
        back[to] = if !frame.wrap()[to] {
            least(&|p| frame.upright(p)[to]) - least(&|p| turn.move_to(frame.upright(p))[to])
        } else if turn.reversals()[axis] {
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
            return (frame.kind(target) == frame.kind(position)).then_some(target as u16);
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
        let plane = board.lattice == Lattice::Square;
        Motion::all(&Frame::new(board), &Turn::allowed(board.motions, plane)).len()
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
        let motions = Motion::all(&cube, &Turn::all());
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
        let motions = Motion::all(&frame, &Turn::allowed(Motions::Translate, true));
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
}
