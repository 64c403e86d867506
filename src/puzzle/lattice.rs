//! The numbering of a board's cells.
//!
//! Cells are numbered so that a closed axis is the slow one (see [`crate::cover::mask`]); inner
//! cells come after the outer ones, in the order of their rows.

use super::model::{Board, Lattice, Point};

/// The cells of a board, numbered.
///
/// Cells have two kinds of coordinates: those of the drawing, and straight ones, in which turns
/// of the lattice are linear (see [`super::coordinates`]).
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    lattice: Lattice,
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
        let bounds = bounds(points.iter().map(|&(_, straight)| straight));
        // Triangles are numbered as they are drawn, so that closed axes are axes of the numbering.
        let is_drawn = board.lattice == Lattice::Triangular;
        let key = |&(drawn, straight): &(Point, Point)| if is_drawn { drawn } else { straight };
        let (least, greatest) = self::bounds(points.iter().map(key));
        let extent = |axis: usize| greatest[axis] - least[axis];
        // Columns before rows before layers, so that a tower and a long flat board both have
        // the columns as their slow axis.
        let closed = (0..3).rev().find(|&axis| board.wrap[axis]);
        let longest = (0..3).max_by_key(|&axis| extent(axis)).unwrap_or(2);
        let slow = closed.unwrap_or(longest);
        let others: Vec<usize> = (0..3).filter(|&axis| axis != slow).collect();
        points.sort_by_key(|point| {
            let point = key(point);
            (point[slow], point[others[0]], point[others[1]])
        });
        let mut numbers: Vec<(Point, u16)> =
            points.iter().enumerate().map(|(n, &(_, straight))| (straight, n as u16)).collect();
        numbers.sort_unstable();
        let is_shifted_alike = match board.lattice {
            Lattice::Square | Lattice::Cubic | Lattice::Hexagonal => true,
            Lattice::FaceCentred | Lattice::Triangular => false,
        };
        let is_full_box = is_shifted_alike && points.len() == size.iter().product::<usize>();
        let inner = board.inner_count();
        let (lattice, wrap) = (board.lattice, board.wrap);
        Self { lattice, size, wrap, points, numbers, bounds, inner, slow, is_full_box }
    }

    /// How the cells lie to one another.
    pub fn lattice(&self) -> Lattice {
        self.lattice
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
        let point = if self.wrap == [false; 3] { point } else { self.around(point)? };
        let found = self.numbers.binary_search_by_key(&point, |(straight, _)| *straight);
        found.ok().map(|at| self.numbers[at].1 as usize)
    }

    /// A straight point with closed axes taken round; `None` between the cells.
    fn around(&self, point: Point) -> Option<Point> {
        let mut drawn = self.lattice.drawn(point)?;
        for (axis, value) in drawn.iter_mut().enumerate() {
            if self.wrap[axis] {
                *value = value.rem_euclid(self.size[axis] as i32);
            }
        }
        Some(self.lattice.straighten(drawn))
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

/// The least and the greatest coordinates of some points.
fn bounds(points: impl Iterator<Item = Point>) -> (Point, Point) {
    let both = points.map(|point| (point, point));
    let wider = |(least, greatest): (Point, Point), (point, _): (Point, Point)| {
        let bound = |pick: fn(i32, i32) -> i32, of: Point| {
            std::array::from_fn(|axis| pick(of[axis], point[axis]))
        };
        (bound(i32::min, least), bound(i32::max, greatest))
    };
    both.reduce(wider).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_ring_of_triangles_is_numbered_column_by_column_and_gone_round() {
        let board = Board {
            lattice: Lattice::Triangular,
            wrap: [false, false, true],
            ..Board::of_size([1, 3, 8])
        };
        let grid = Grid::new(&board);
        let at = |row, column| grid.cell(Lattice::Triangular.straighten([0, row, column]));
        assert_eq!(at(1, 2), Some(7));
        assert_eq!(at(1, 10), Some(7));
        assert_eq!(at(1, -6), Some(7));
        assert_eq!(at(3, 0), None);
        assert_eq!(grid.cell([0, 0, 0]), None);
        assert!(!grid.is_full_box());
    }
}
