//! Turns of the lattices, and the numbering of a board's cells.
//!
//! Cells are numbered so that a closed axis is the slow one (see [`crate::cover::mask`]); inner
//! cells come after the outer ones, in the order of their rows.

use super::model::{Board, Lattice, Motions, Point};

/// A symmetry of the lattice that fixes the origin: coordinate `i` of the image is coordinate
/// `axes[i]` of the point, negated where `negative[i]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Turn {
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
        let mut image = [0; 3];
        for i in 0..3 {
            let value = point[self.axes[i]];
            image[i] = if self.negative[i] { -value } else { value };
        }
        image
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
///
/// Cells have two kinds of coordinates: those of the drawing, and straight ones, in which turns
/// of the lattice are signed permutations of the axes. They differ on the face-centred lattice.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    size: [usize; 3],
    wrap: [bool; 3],
    /// By number: the drawn and the straight point of each outer cell.
    points: Vec<(Point, Point)>,
    /// Straight points with their numbers, sorted.
    numbers: Vec<(Point, u16)>,
    /// The least and the greatest straight coordinates.
    bounds: (Point, Point),
    inner: usize,
    slow: usize,
    is_full_box: bool,
}

impl Grid {
    /// Numbers the cells of a board.
    pub fn new(board: &Board) -> Self {
        let size = board.size();
        let mut points: Vec<(Point, Point)> =
            board.points().map(|point| (point, board.lattice.straighten(point))).collect();
        let bounds = bounds(&points);
        let extent = |axis: usize| bounds.1[axis] - bounds.0[axis];
        // Columns before rows before layers, so that a tower and a long flat board both have
        // the columns as their slow axis.
        let closed = (0..3).rev().find(|&axis| board.wrap[axis]);
        let longest = (0..3).max_by_key(|&axis| extent(axis)).unwrap_or(2);
        let slow = closed.unwrap_or(longest);
        let others: Vec<usize> = (0..3).filter(|&axis| axis != slow).collect();
        points.sort_by_key(|(_, point)| (point[slow], point[others[0]], point[others[1]]));
        let mut numbers: Vec<(Point, u16)> =
            points.iter().enumerate().map(|(n, &(_, straight))| (straight, n as u16)).collect();
        numbers.sort_unstable();
        let is_full_box =
            board.lattice != Lattice::FaceCentred && points.len() == size.iter().product::<usize>();
        let inner = board.inner_count();
        Self { size, wrap: board.wrap, points, numbers, bounds, inner, slow, is_full_box }
    }

    /// The number of cells, without inner ones.
    pub fn outer_count(&self) -> usize {
        self.points.len()
    }

    /// The number of inner cells.
    pub fn inner_count(&self) -> usize {
        self.inner
    }

    /// The number of cells, inner ones included.
    pub fn cell_count(&self) -> usize {
        self.outer_count() + self.inner_count()
    }

    /// The size of the drawing: layers, rows, columns.
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

    /// Whether the cells fill a box, so that a step along the slow axis is a rotation of the field
    /// by [`Grid::slow_stride`].
    pub fn is_full_box(&self) -> bool {
        self.is_full_box
    }

    /// The number of cells in a slice across the slow axis of a full box.
    pub fn slow_stride(&self) -> usize {
        self.outer_count() / self.size[self.slow]
    }

    /// The number of the outer cell at a straight point, closed axes taken round; `None` off the
    /// board. Costs a binary search.
    pub fn cell(&self, point: Point) -> Option<usize> {
        let mut point = point;
        for axis in 0..3 {
            if self.wrap[axis] {
                point[axis] = point[axis].rem_euclid(self.size[axis] as i32);
            }
        }
        let found = self.numbers.binary_search_by_key(&point, |(straight, _)| *straight);
        found.ok().map(|at| self.numbers[at].1 as usize)
    }

    /// The straight point of an outer cell.
    pub fn straight(&self, cell: usize) -> Point {
        self.points[cell].1
    }

    /// The point of an outer cell in the drawing.
    pub fn drawn(&self, cell: usize) -> Point {
        self.points[cell].0
    }

    /// The number of the outer cell that is drawn at a point.
    pub fn cell_drawn_at(&self, point: Point) -> Option<usize> {
        self.points.iter().position(|&(drawn, _)| drawn == point)
    }

    /// The number of the inner cell behind an outer cell, where there is one.
    pub fn inner_behind(&self, cell: usize) -> Option<usize> {
        (self.inner > 0).then(|| self.outer_count() + self.drawn(cell)[1] as usize)
    }

    /// The least and the greatest straight coordinates of the board.
    pub fn bounds(&self) -> (Point, Point) {
        self.bounds
    }
}

/// The least and the greatest straight coordinates of some cells.
fn bounds(points: &[(Point, Point)]) -> (Point, Point) {
    let Some(&(_, first)) = points.first() else { return ([0; 3], [0; 3]) };
    let (mut least, mut greatest) = (first, first);
    for (_, point) in points {
        for axis in 0..3 {
            least[axis] = least[axis].min(point[axis]);
            greatest[axis] = greatest[axis].max(point[axis]);
        }
    }
    (least, greatest)
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
            wrap: [false, false, true],
            inner: Some(super::super::model::Inner::Rows),
            ..Board::of_size([1, 3, 12])
        };
        let grid = Grid::new(&board);
        assert_eq!(grid.cell([0, 1, 2]), Some(7));
        assert_eq!(grid.cell([0, 1, 14]), Some(7));
        assert_eq!(grid.cell([0, 3, 0]), None);
        assert_eq!(grid.straight(7), [0, 1, 2]);
        assert_eq!(grid.inner_behind(17), Some(38));
        assert!(grid.is_full_box() && grid.slow_stride() == 3);
    }

    #[test]
    fn spheres_touch_those_in_whose_hollows_they_lie() {
        let straighten = |point| Lattice::FaceCentred.straighten(point);
        let squared = |a: Point, b: Point| (0..3).map(|i| (a[i] - b[i]).pow(2)).sum::<i32>();
        let above = straighten([1, 1, 1]);
        for below in [[0, 1, 1], [0, 2, 1], [0, 1, 2], [0, 2, 2]] {
            assert_eq!(squared(above, straighten(below)), 2, "{below:?}");
        }
    }
}
