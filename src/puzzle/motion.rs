//! Motions of a whole board: permutations of its cells, acting on bitboards.
//!
//! A motion is computed as a permutation and then recognised as a rotation or a reversal of the
//! bit field where the numbering of the cells makes it one, as it does for every motion of a
//! tower. Applying one costs a few instructions then, and one step for each cell otherwise.

use crate::cover::Mask;

use super::lattice::{Grid, Turn};
use super::model::{Board, Point};

/// What a motion does to the field of outer cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// Rotates it left.
    Rotate(usize),
    /// Reverses it, then rotates it left.
    Reverse(usize),
    /// Neither: use the permutation.
    Permute,
}

/// A motion of the whole board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The turn about the origin.
    pub turn: Turn,
    /// The shift after the turn.
    pub shift: Point,
    /// The image of each cell, inner cells included.
    pub cells: Vec<u16>,
    action: Action,
    outer: usize,
}

impl Motion {
    /// The motions of the board that its description allows: every allowed turn that maps the
    /// board onto itself, with every shift along closed axes. The identity is first; motions
    /// that move cells alike are listed once. `flat` keeps turns in the plane of a layer.
    pub fn all(board: &Board, grid: &Grid, flat: bool) -> Vec<Self> {
        let mut motions: Vec<Self> = Vec::new();
        for turn in Turn::of(board.motions, flat) {
            if !fits(&turn, grid) {
                continue;
            }
            for shift in shifts(&turn, grid) {
                let motion = Self::new(turn, shift, grid);
                if !motions.iter().any(|known| known.cells == motion.cells) {
                    motions.push(motion);
                }
            }
        }
        motions
    }

    fn new(turn: Turn, shift: Point, grid: &Grid) -> Self {
        let size = grid.size().map(|n| n as i32);
        let image = |point: Point| {
            let turned = turn.apply(point);
            std::array::from_fn(|axis| (turned[axis] + shift[axis]).rem_euclid(size[axis]))
        };
        let outer = grid.outer_count();
        let mut cells = vec![0; grid.cell_count()];
        for cell in 0..outer {
            let from = grid.point(cell);
            let to = image(from);
            cells[cell] = grid.cell(to).unwrap_or(cell) as u16;
            if let (Some(inner), Some(target)) = (grid.inner_cell(from), grid.inner_cell(to)) {
                cells[inner] = target as u16;
            }
        }
        let action = recognise(&cells[..outer]);
        Self { turn, shift, cells, action, outer }
    }

    /// The image of a set of outer cells.
    #[must_use]
    pub fn apply<M: Mask>(&self, mask: M) -> M {
        match self.action {
            Action::Rotate(by) => mask.rotate_field(self.outer, by),
            Action::Reverse(by) => mask.reverse_field(self.outer).rotate_field(self.outer, by),
            Action::Permute => M::of(mask.ones().map(|cell| self.cells[cell] as usize)),
        }
    }

    /// The motion in words, such as `stood on its head and turned by 5 columns`.
    pub fn describe(&self, grid: &Grid) -> String {
        let mut words = Vec::new();
        if self.turn == Turn::HALF && grid.wrap()[2] {
            words.push("stood on its head".to_owned());
        } else if self.turn != Turn::IDENTITY {
            let kind = if self.turn.is_reflection() { "mirrored" } else { "turned over" };
            words.push(format!("{kind} ({})", axes_in_words(&self.turn)));
        }
        for (axis, name) in ["layer", "row", "column"].into_iter().enumerate() {
            let by = self.shift[axis].rem_euclid(grid.size()[axis] as i32);
            if grid.wrap()[axis] && by != 0 {
                let plural = if by == 1 { "" } else { "s" };
                words.push(format!("turned by {by} {name}{plural}"));
            }
        }
        if words.is_empty() { "as it is".to_owned() } else { words.join(" and ") }
    }
}

/// Which axis each axis becomes, such as `layer, -column, row`.
fn axes_in_words(turn: &Turn) -> String {
    let name = |i: usize| {
        let sign = if turn.negative[i] { "-" } else { "" };
        format!("{sign}{}", super::model::AXES[turn.axes[i]])
    };
    [name(0), name(1), name(2)].join(", ")
}

/// Whether a turn maps a board of this size onto itself, closed axes onto closed ones and rows
/// with inner cells onto such rows.
fn fits(turn: &Turn, grid: &Grid) -> bool {
    let boxes = (0..3).all(|i| {
        let from = turn.axes[i];
        grid.size()[i] == grid.size()[from] && grid.wrap()[i] == grid.wrap()[from]
    });
    boxes && (grid.inner_count() == 0 || turn.axes[2] == 2)
}

/// The shifts that bring a turned board back to its place.
fn shifts(turn: &Turn, grid: &Grid) -> Vec<Point> {
    let choices = |axis: usize| -> Vec<i32> {
        let size = grid.size()[axis] as i32;
        match (grid.wrap()[axis], turn.negative[axis]) {
            (true, _) => (0..size).collect(),
            (false, true) => vec![size - 1],
            (false, false) => vec![0],
        }
    };
    let mut shifts = Vec::new();
    for layer in choices(0) {
        for row in choices(1) {
            for column in choices(2) {
                shifts.push([layer, row, column]);
            }
        }
    }
    shifts
}

fn recognise(cells: &[u16]) -> Action {
    let len = cells.len();
    let first = cells[0] as usize;
    if (0..len).all(|cell| cells[cell] as usize == (cell + first) % len) {
        return Action::Rotate(first);
    }
    // Reversal sends cell 0 to len - 1, and a rotation by `by` then to (len - 1 + by) % len.
    let by = (first + 1) % len;
    if (0..len).all(|cell| cells[cell] as usize == (2 * len - 1 - cell + by) % len) {
        return Action::Reverse(by);
    }
    Action::Permute
}

#[cfg(test)]
mod tests {
    use super::super::model::{Inner, Motions};
    use super::*;

    fn tower(rows: usize) -> (Board, Grid) {
        let board = Board {
            size: [1, rows, 12],
            wrap: [false, false, true],
            inner: Some(Inner::Rows),
            motions: Motions::HalfTurn,
        };
        let grid = Grid::new(&board);
        (board, grid)
    }

    #[test]
    fn every_motion_of_a_tower_is_a_rotation_or_a_reversal_of_the_field() {
        for rows in 2..=5 {
            let (board, grid) = tower(rows);
            let motions = Motion::all(&board, &grid, true);
            assert_eq!(motions.len(), 24);
            assert!(motions.iter().all(|motion| motion.action != Action::Permute));
        }
    }

    #[test]
    fn acting_on_a_mask_is_the_same_as_moving_its_cells() {
        let (board, grid) = tower(3);
        let cells = [0, 4, 5, 17, 35];
        for motion in Motion::all(&board, &grid, true) {
            let moved = u128::of(cells.map(|cell| motion.cells[cell] as usize));
            assert_eq!(motion.apply(u128::of(cells)), moved, "{}", motion.describe(&grid));
        }
    }

    #[test]
    fn standing_a_tower_on_its_head_exchanges_its_inner_rings() {
        let (board, grid) = tower(4);
        let motions = Motion::all(&board, &grid, true);
        let head = motions.iter().find(|motion| motion.turn == Turn::HALF).unwrap();
        assert_eq!(head.cells[48..], [51, 50, 49, 48]);
        assert_eq!(motions[3].describe(&grid), "turned by 3 columns");
    }

    #[test]
    fn a_square_has_eight_motions_and_a_rectangle_four() {
        for (rows, motions) in [(7, 8), (5, 4)] {
            let board = Board {
                size: [1, rows, 7],
                wrap: [false; 3],
                inner: None,
                motions: Motions::RotationsAndFlips,
            };
            assert_eq!(Motion::all(&board, &Grid::new(&board), true).len(), motions);
        }
    }
}
