//! Motions of a whole board: permutations of its cells, acting on bitboards.
//!
//! A motion is computed as a permutation and then recognised as a rotation or a reversal of the
//! bit field where the numbering of the cells makes it one, as it does for every motion of a
//! tower. Applying one costs a few instructions then, and one step for each cell otherwise.

use std::collections::HashSet;

use crate::cover::Mask;

use super::lattice::Grid;
use super::model::{AXES, Board, Lattice, Point};
use super::turn::Turn;

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
pub(crate) struct Motion {
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
        let mut seen = HashSet::new();
        let turns = Turn::of(board.lattice, board.motions, flat);
        for turn in turns.into_iter().filter(|turn| fits(turn, grid)) {
            for shift in shifts(&turn, grid) {
                if let Some(motion) = Self::new(turn, shift, board, grid)
                    && seen.insert(motion.cells.clone())
                {
                    motions.push(motion);
                }
            }
        }
        motions
    }

    /// The motion that turns and then shifts; `None` where it does not map cells onto cells of
    /// the same kind and colour.
    fn new(turn: Turn, shift: Point, board: &Board, grid: &Grid) -> Option<Self> {
        let outer = grid.outer_count();
        let mut cells = vec![0; grid.cell_count()];
        for cell in 0..outer {
            let turned = turn.apply(grid.straight(cell));
            let to = grid.cell(std::array::from_fn(|axis| turned[axis] + shift[axis]))?;
            let (from, onto) = (grid.drawn(cell), grid.drawn(to));
            if board.place(from) != board.place(onto) || board.paint(from) != board.paint(onto) {
                return None;
            }
            cells[cell] = to as u16;
            if let (Some(inner), Some(target)) = (grid.inner_behind(cell), grid.inner_behind(to)) {
                cells[inner] = target as u16;
            }
        }
        let action = recognise(&cells[..outer]);
        Some(Self { turn, shift, cells, action, outer })
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
            words.push(self.turn.words(grid.lattice()));
        }
        let step = grid.lattice().drawn_step(self.shift).unwrap_or_default();
        for (axis, name) in AXES.into_iter().enumerate() {
            let by = step[axis].rem_euclid(grid.size()[axis] as i32);
            if grid.wrap()[axis] && by != 0 {
                let plural = if by == 1 { "" } else { "s" };
                words.push(format!("turned by {by} {name}{plural}"));
            }
        }
        if words.is_empty() { "as it is".to_owned() } else { words.join(" and ") }
    }
}

/// Whether a turn brings each step round a closed axis onto steps round closed axes, and, where there
/// are inner cells, rows onto rows.
fn fits(turn: &Turn, grid: &Grid) -> bool {
    let (lattice, size, wrap) = (grid.lattice(), grid.size(), grid.wrap());
    let keeps = |axis: usize| {
        let mut round = [0; 3];
        round[axis] = size[axis] as i32;
        let image = lattice.drawn_step(turn.apply(lattice.straight_step(round)));
        let closes = |image: Point| {
            (0..3).all(|to| image[to] == 0 || (wrap[to] && image[to] % size[to] as i32 == 0))
        };
        image.is_some_and(closes)
    };
    let rings = (0..3).filter(|&axis| wrap[axis]).all(keeps);
    rings && (grid.inner_count() == 0 || turn.keeps_columns())
}

/// The shifts that may bring a turned board back to its place: along closed axes all of them,
/// along open ones that which makes the least coordinates agree. Closed axes of triangles are askew
/// in straight coordinates, so there the first cell goes everywhere.
fn shifts(turn: &Turn, grid: &Grid) -> Vec<Point> {
    let is_step = |shift: &Point| grid.lattice().drawn_step(*shift).is_some();
    if grid.lattice() == Lattice::Triangular && grid.wrap() != [false; 3] {
        let from = turn.apply(grid.straight(0));
        let shift = |cell: usize| {
            let to = grid.straight(cell);
            std::array::from_fn(|axis| to[axis] - from[axis])
        };
        return (0..grid.outer_count()).map(shift).filter(is_step).collect();
    }
    let (least, _) = grid.bounds();
    let turned = (0..grid.outer_count()).map(|cell| turn.apply(grid.straight(cell)));
    let mut turned_least = [i32::MAX; 3];
    for point in turned {
        for (least, value) in turned_least.iter_mut().zip(point) {
            *least = value.min(*least);
        }
    }
    let choices = |axis: usize| {
        let back = least[axis] - turned_least[axis];
        if grid.wrap()[axis] { 0..grid.size()[axis] as i32 } else { back..back + 1 }
    };
    let mut shifts = Vec::new();
    for layer in choices(0) {
        for row in choices(1) {
            shifts.extend(choices(2).map(|column| [layer, row, column]));
        }
    }
    if grid.lattice() == Lattice::Triangular {
        shifts.retain(is_step);
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
            wrap: [false, false, true],
            inner: Some(Inner::Rows),
            motions: Motions::HalfTurn,
            ..Board::of_size([1, rows, 12])
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
            let board = Board::of_size([1, rows, 7]);
            assert_eq!(Motion::all(&board, &Grid::new(&board), true).len(), motions);
        }
    }
}
