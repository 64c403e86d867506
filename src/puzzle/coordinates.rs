//! The coordinates of the lattices: drawn ones, as people count, and straight ones, in which turns
//! are linear (see [`super::turn`]).
//!
//! On squares, cubes and hexagons they are alike. Hexagons are counted along their rows, and each
//! row begins half a hexagon further right than the one above; so a step of one row is a step down
//! to the right, and turns by 60 degrees have whole numbers. Spheres are drawn askew.
//!
//! Triangles stand side by side, and that in row r and column c points up where r + c is even. A
//! straight point is the middle of the triangle in thirds of the two steps of their lattice, to the
//! right and down to the right. Corners of triangles are then multiples of three, triangles that
//! point up are 2 more in both coordinates, those that point down 1 more; so a shift that is no
//! multiple of three never makes one of the other.

use super::model::{Lattice, Piece, Point};

impl Lattice {
    /// The straight coordinates of a cell that is drawn at a layer, row and column.
    pub(crate) fn straighten(self, [layer, row, column]: Point) -> Point {
        match self {
            Self::Square | Self::Cubic | Self::Hexagonal => [layer, row, column],
            Self::FaceCentred => [layer, row + column + layer, row - column],
            Self::Triangular => {
                let falling = 3 * row + if points_up(row, column) { 2 } else { 1 };
                // The difference is even: of a triangle that points up, `falling` is even where its
                // row is, and so is its column then.
                [layer, falling, (3 * column - falling) / 2]
            }
        }
    }

    /// Layer, row and column of a cell, from its straight coordinates; `None` between the cells.
    pub(crate) fn drawn(self, [layer, a, b]: Point) -> Option<Point> {
        match self {
            Self::Square | Self::Cubic | Self::Hexagonal => Some([layer, a, b]),
            Self::FaceCentred => {
                let twice_row = a - layer + b;
                (twice_row % 2 == 0).then_some([layer, twice_row / 2, twice_row / 2 - b])
            }
            Self::Triangular => {
                let is_cell = a.rem_euclid(3) == b.rem_euclid(3) && a.rem_euclid(3) != 0;
                is_cell.then_some([layer, a.div_euclid(3), (2 * b + a) / 3])
            }
        }
    }

    /// By how many layers, rows and columns a shift in straight coordinates moves each cell in the
    /// drawing; `None` where it moves cells between the cells, or onto others that lie otherwise.
    pub(crate) fn drawn_step(self, [layer, a, b]: Point) -> Option<Point> {
        match self {
            Self::Square | Self::Cubic | Self::Hexagonal => Some([layer, a, b]),
            Self::FaceCentred => self.drawn([layer, a, b]),
            Self::Triangular => {
                (a % 3 == 0 && b % 3 == 0).then_some([layer, a / 3, (2 * b + a) / 3])
            }
        }
    }

    /// The straight coordinates of a shift by so many layers, rows and columns. Of triangles, rows
    /// and columns together must be even.
    pub(crate) fn straight_step(self, [layer, rows, columns]: Point) -> Point {
        match self {
            Self::Triangular => [layer, 3 * rows, 3 * (columns - rows) / 2],
            _ => self.straighten([layer, rows, columns]),
        }
    }

    /// The coordinates of which all shifts are multiples: 3 on triangles, else 1.
    pub(crate) fn pitch(self, axis: usize) -> i32 {
        if self == Self::Triangular && axis > 0 { 3 } else { 1 }
    }

    /// Whether two cells touch, by their straight coordinates: share a side, or, of spheres, touch.
    fn touch(self, a: Point, b: Point) -> bool {
        let [layer, x, y] = [0, 1, 2].map(|axis| a[axis] - b[axis]);
        let is_beside = match self {
            Self::Square | Self::Cubic => return layer.abs() + x.abs() + y.abs() == 1,
            Self::FaceCentred => return layer * layer + x * x + y * y == 2,
            // Middles are as far apart as a step to the right, or down to the right, or between.
            Self::Hexagonal => x * x + x * y + y * y == 1,
            // Those of triangles with a common side are nearer than any others.
            Self::Triangular => x * x + x * y + y * y == 3,
        };
        (layer == 0 && is_beside) || (layer.abs() == 1 && x == 0 && y == 0)
    }
}

/// Whether the triangle in a row and column points up.
pub(crate) fn points_up(row: i32, column: i32) -> bool {
    (row + column) % 2 == 0
}

impl Piece {
    /// Whether its cells hang together, each sharing a side with another (on the face-centred
    /// lattice: touching). Pieces need not.
    pub(crate) fn is_connected(&self, lattice: Lattice) -> bool {
        let points: Vec<Point> = self.cells.iter().map(|&cell| lattice.straighten(cell)).collect();
        let mut reached = vec![false; points.len()];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut reached[at], true) {
                continue;
            }
            let next = (0..points.len()).filter(|&to| lattice.touch(points[at], points[to]));
            open.extend(next.filter(|&to| !reached[to]));
        }
        reached.iter().all(|&reached| reached)
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::Motions;
    use super::super::turn::Turn;
    use super::*;

    const ALL: [Lattice; 5] = [
        Lattice::Square,
        Lattice::Cubic,
        Lattice::FaceCentred,
        Lattice::Hexagonal,
        Lattice::Triangular,
    ];

    /// The cells around the middle of the drawing, in three layers.
    fn cells() -> impl Iterator<Item = Point> {
        let layers = -1..=1;
        layers.flat_map(|l| (-4..=4).flat_map(move |r| (-4..=4).map(move |c| [l, r, c])))
    }

    #[test]
    fn straight_coordinates_lead_back_to_the_drawing() {
        for lattice in ALL {
            for cell in cells() {
                assert_eq!(lattice.drawn(lattice.straighten(cell)), Some(cell), "{lattice:?}");
            }
        }
        let corners = [[0, 0, 0], [0, 3, 6], [0, 1, 0], [0, 2, 1]];
        assert!(corners.iter().all(|&corner| Lattice::Triangular.drawn(corner).is_none()));
    }

    #[test]
    fn turns_bring_cells_that_touch_onto_cells_that_touch() {
        for lattice in ALL {
            let neighbours = |cell: Point| {
                let touching = cells().filter(|&other| {
                    lattice.touch(lattice.straighten(cell), lattice.straighten(other))
                });
                touching.collect::<Vec<_>>()
            };
            let sides = match lattice {
                Lattice::Square | Lattice::Cubic => 6,
                Lattice::FaceCentred => 12,
                Lattice::Hexagonal => 8,
                Lattice::Triangular => 5,
            };
            for cell in [[0, 0, 0], [0, 0, 1]] {
                let around = neighbours(cell);
                assert_eq!(around.len(), sides, "{lattice:?}");
                for turn in Turn::of(lattice, Motions::RotationsAndFlips, false) {
                    let moved = |cell| turn.apply(lattice.straighten(cell));
                    assert!(lattice.drawn(moved(cell)).is_some(), "{lattice:?}");
                    let touch = |&other: &Point| lattice.touch(moved(cell), moved(other));
                    assert!(around.iter().all(touch), "{lattice:?}");
                }
            }
        }
    }

    #[test]
    fn spheres_touch_those_in_whose_hollows_they_lie() {
        let straighten = |point| Lattice::FaceCentred.straighten(point);
        for below in [[0, 1, 1], [0, 2, 1], [0, 1, 2], [0, 2, 2]] {
            let above = straighten([1, 1, 1]);
            assert!(Lattice::FaceCentred.touch(above, straighten(below)), "{below:?}");
        }
    }

    #[test]
    fn a_triangle_is_never_shifted_onto_one_that_points_the_other_way() {
        let lattice = Lattice::Triangular;
        for from in cells() {
            for to in cells() {
                let (a, b) = (lattice.straighten(from), lattice.straighten(to));
                let shift = [0, 1, 2].map(|axis| b[axis] - a[axis]);
                let point_alike = points_up(from[1], from[2]) == points_up(to[1], to[2]);
                let step = [0, 1, 2].map(|axis| to[axis] - from[axis]);
                assert_eq!(lattice.drawn_step(shift), point_alike.then_some(step));
                if point_alike {
                    assert_eq!(lattice.straight_step(step), shift);
                }
            }
        }
    }
}
