//! Turns of the square lattice, and the numbering of a board's cells.
//!
//! Cells are numbered so that a closed axis is the slow one (see [`crate::cover::mask`]); inner
//! cells come after the outer ones, in the order of their rows. All operations are constant time.

use super::model::{Board, Inner, Motions, Point};

/// A symmetry of the lattice that fixes the origin: coordinate `i` of the image is coordinate
/// `axes[i]` of the point, negated where `negative[i]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// Where each coordinate comes from.
    pub axes: [usize; 3],
    /// Which coordinates change sign.
    pub negative: [bool; 3],
}

impl Turn {
    /// The turn that changes nothing.
    pub const IDENTITY: Self = Self { axes: [0, 1, 2], negative: [false; 3] };
    /// By 180 degrees in the plane of a layer.
    pub const HALF: Self = Self { axes: [0, 1, 2], negative: [false, true, true] };

    /// The image of a point.
    #[must_use]
    pub fn apply(&self, point: Point) -> Point {
        std::array::from_fn(|i| {
            let value = point[self.axes[i]];
            if self.negative[i] { -value } else { value }
        })
    }

    /// Whether it mirrors.
    pub fn is_reflection(&self) -> bool {
        let swaps = (0..3).flat_map(|i| (0..i).map(move |j| (j, i)));
        let odd = swaps.filter(|&(j, i)| self.axes[j] > self.axes[i]).count();
        (odd + self.negative.iter().filter(|&&negative| negative).count()) % 2 == 1
    }

    /// The turns of this kind; `flat` keeps them in the plane of a layer. The identity is first.
    pub fn of(motions: Motions, flat: bool) -> Vec<Self> {
        let mut turns: Vec<Self> = match motions {
            Motions::Translate => vec![Self::IDENTITY],
            Motions::HalfTurn => vec![Self::IDENTITY, Self::HALF],
            Motions::Rotations => all().filter(|turn| !turn.is_reflection()).collect(),
            Motions::RotationsAndFlips => all().collect(),
        };
        turns.retain(|turn| !flat || (turn.axes[0] == 0 && !turn.negative[0]));
        turns
    }
}

/// All 48 turns of the cubic lattice, the identity first.
fn all() -> impl Iterator<Item = Turn> {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    ORDERS.into_iter().flat_map(|axes| {
        (0..8).map(move |signs: u8| Turn {
            axes,
            negative: std::array::from_fn(|i| signs >> i & 1 == 1),
        })
    })
}

/// The cells of a board, numbered.
#[derive(Clone, Debug)]
pub struct Grid {
    size: [usize; 3],
    wrap: [bool; 3],
    inner: Option<Inner>,
    slow: usize,
    strides: [usize; 3],
}

impl Grid {
    /// Numbers the cells of a board.
    pub fn new(board: &Board) -> Self {
        let size = board.size;
        // Columns before rows before layers, so that a tower and a long flat board both have
        // the columns as their slow axis.
        let closed = (0..3).rev().find(|&axis| board.wrap[axis]);
        let longest = (0..3).max_by_key(|&axis| size[axis]).unwrap_or(2);
        let slow = closed.unwrap_or(longest);
        let mut strides = [0; 3];
        let mut stride = 1;
        for axis in (0..3).rev().filter(|&axis| axis != slow).chain([slow]) {
            strides[axis] = stride;
            stride *= size[axis];
        }
        Self { size, wrap: board.wrap, inner: board.inner, slow, strides }
    }

    /// The number of cells, without inner ones.
    pub fn outer_count(&self) -> usize {
        self.size.iter().product()
    }

    /// The number of inner cells.
    pub fn inner_count(&self) -> usize {
        self.inner.map_or(0, |Inner::Rows| self.size[0] * self.size[1])
    }

    /// The number of cells, inner ones included.
    pub fn cell_count(&self) -> usize {
        self.outer_count() + self.inner_count()
    }

    /// Layers, rows, columns.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// Which axes are closed.
    pub fn wrap(&self) -> [bool; 3] {
        self.wrap
    }

    /// The slow axis of the numbering.
    pub fn slow_axis(&self) -> usize {
        self.slow
    }

    /// By how much the number grows from one cell to the next along an axis.
    pub fn stride(&self, axis: usize) -> usize {
        self.strides[axis]
    }

    /// The number of the outer cell at a point, closed axes taken round; `None` off the board.
    pub fn cell(&self, point: Point) -> Option<usize> {
        let mut number = 0;
        for (axis, &value) in point.iter().enumerate() {
            let size = self.size[axis] as i32;
            let value = if self.wrap[axis] { value.rem_euclid(size) } else { value };
            if !(0..size).contains(&value) {
                return None;
            }
            number += value as usize * self.strides[axis];
        }
        Some(number)
    }

    /// The point of an outer cell.
    pub fn point(&self, cell: usize) -> Point {
        std::array::from_fn(|axis| (cell / self.strides[axis] % self.size[axis]) as i32)
    }

    /// The number of the inner cell behind a point on the board, where there is one.
    pub fn inner_cell(&self, point: Point) -> Option<usize> {
        self.inner.map(|Inner::Rows| {
            self.outer_count() + point[0] as usize * self.size[1] + point[1] as usize
        })
    }

    /// The outer cells in reading order: by layer, row, column.
    pub fn reading_order(&self) -> Vec<usize> {
        let [layers, rows, columns] = self.size.map(|n| n as i32);
        let points = (0..layers)
            .flat_map(|l| (0..rows).flat_map(move |r| (0..columns).map(move |c| [l, r, c])));
        points.filter_map(|point| self.cell(point)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_of_motion_have_as_many_turns_as_people_say() {
        let count = |motions, flat| Turn::of(motions, flat).len();
        assert_eq!(count(Motions::Translate, true), 1);
        assert_eq!(count(Motions::HalfTurn, true), 2);
        assert_eq!(count(Motions::Rotations, true), 4);
        assert_eq!(count(Motions::RotationsAndFlips, true), 8);
        assert_eq!(count(Motions::Rotations, false), 24);
        assert_eq!(count(Motions::RotationsAndFlips, false), 48);
        for motions in [Motions::Rotations, Motions::RotationsAndFlips] {
            assert_eq!(Turn::of(motions, true)[0], Turn::IDENTITY);
        }
    }

    #[test]
    fn a_towers_cells_are_numbered_column_by_column() {
        let board = Board {
            size: [1, 3, 12],
            wrap: [false, false, true],
            inner: Some(Inner::Rows),
            motions: Motions::HalfTurn,
        };
        let grid = Grid::new(&board);
        assert_eq!(grid.cell([0, 1, 2]), Some(7));
        assert_eq!(grid.cell([0, 1, 14]), Some(7));
        assert_eq!(grid.cell([0, 3, 0]), None);
        assert_eq!(grid.point(7), [0, 1, 2]);
        assert_eq!(grid.inner_cell([0, 2, 5]), Some(38));
        assert_eq!(grid.reading_order()[..3], [0, 3, 6]);
    }
}
