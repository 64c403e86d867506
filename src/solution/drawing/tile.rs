//! Cells as they are drawn: their corners, their middles, and which cell lies beyond each side.
//!
//! Measures are whole numbers that come near to regular ones: a hexagon is 40 wide and its rows are
//! 35 apart (34.6 would be exact), a triangle has sides of 56 and a height of 48 (48.5).

use crate::puzzle::model::Lattice;

/// Half the width of a hexagon.
const HALF: i32 = 20;

/// How far above and below its middle a hexagon's upright sides end.
const SIDE: i32 = 12;

/// How far above and below its middle a hexagon's corners lie.
const CORNER: i32 = 23;

/// Half the side of a triangle.
const HALF_SIDE: i32 = 28;

/// The height of a triangle.
const HEIGHT: i32 = 48;

/// A point of a picture: how far to the right, how far down.
pub(super) type Spot = (i32, i32);

/// A side of a tile: from where to where it runs, and how many rows and columns further on the cell
/// beyond it is.
pub(super) type Side = (Spot, Spot, (i32, i32));

/// The side of a square.
pub(super) const SQUARE: i32 = 40;

/// A hexagon, a triangle or a square, its sides clockwise from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    /// Where the middle of its letter is.
    pub middle: Spot,
    /// Its sides, one after another.
    pub sides: Vec<Side>,
}

impl Tile {
    /// The hexagon or triangle of a cell; `None` on other lattices, where pieces are drawn by rows.
    pub fn of(lattice: Lattice, (row, column): (usize, usize)) -> Option<Self> {
        let (row, column) = (row as i32, column as i32);
        match lattice {
            Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => None,
            Lattice::Hexagonal => Some(Self::hexagon(row, column)),
            Lattice::Triangular => Some(Self::triangle(row, column)),
        }
    }

    /// The tile of a cell; a square where it is neither a hexagon nor a triangle.
    pub fn with_sides(lattice: Lattice, cell: (usize, usize)) -> Self {
        Self::of(lattice, cell).unwrap_or_else(|| Self::square(cell.0 as i32, cell.1 as i32))
    }

    fn square(row: i32, column: i32) -> Self {
        let (left, top) = (column * SQUARE, row * SQUARE);
        let (right, bottom) = (left + SQUARE, top + SQUARE);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let beyond = [(-1, 0), (0, 1), (1, 0), (0, -1)];
        Self { middle: (left + SQUARE / 2, top + SQUARE / 2), sides: sides(&corners, &beyond) }
    }

    fn hexagon(row: i32, column: i32) -> Self {
        let middle = ((2 * column + row + 1) * HALF, row * (SIDE + CORNER) + CORNER);
        let corners =
            [(0, -CORNER), (HALF, -SIDE), (HALF, SIDE), (0, CORNER), (-HALF, SIDE), (-HALF, -SIDE)];
        let corners = corners.map(|(x, y)| (middle.0 + x, middle.1 + y));
        let beyond = [(-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0)];
        Self { middle, sides: sides(&corners, &beyond) }
    }

    fn triangle(row: i32, column: i32) -> Self {
        let (left, top) = (column * HALF_SIDE, row * HEIGHT);
        let (centre, right, bottom) = (left + HALF_SIDE, left + 2 * HALF_SIDE, top + HEIGHT);
        let (corners, beyond, y) = if (row + column) % 2 == 0 {
            let corners = [(centre, top), (right, bottom), (left, bottom)];
            (corners, [(0, 1), (1, 0), (0, -1)], bottom - HEIGHT / 3)
        } else {
            let corners = [(left, top), (right, top), (centre, bottom)];
            (corners, [(-1, 0), (0, 1), (0, -1)], top + HEIGHT / 3)
        };
        Self { middle: (centre, y), sides: sides(&corners, &beyond) }
    }
}

fn sides(corners: &[Spot], beyond: &[(i32, i32)]) -> Vec<Side> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).zip(beyond).map(|((&from, &to), &by)| (from, to, by)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tile_beyond_a_side_has_that_side_too() {
        for lattice in [Lattice::Hexagonal, Lattice::Triangular, Lattice::Square] {
            for cell in [(3, 3), (3, 4), (4, 4)] {
                let tile = Tile::with_sides(lattice, cell);
                for (from, to, (rows, columns)) in tile.sides {
                    let other = (cell.0 as i32 + rows, cell.1 as i32 + columns);
                    let other = Tile::with_sides(lattice, (other.0 as usize, other.1 as usize));
                    let back = (to, from, (-rows, -columns));
                    assert!(other.sides.contains(&back), "{lattice:?} {cell:?}");
                }
            }
        }
        assert_eq!(Tile::of(Lattice::Square, (0, 0)), None);
    }
}
