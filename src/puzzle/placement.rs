//! Placements: every way in which a piece may lie on the board.
//!
//! A piece is laid at the start of the slow axis and then moved along it by rotating the field
//! of bits, which on a closed axis carries it over the seam and on an open one is a plain shift.
//! Placements that cover the same cells count once. Cost: one step for each placement and cell.

use std::collections::HashSet;

use crate::cover::Mask;

use super::lattice::{Grid, Turn};
use super::model::{Piece, Point};

/// One way in which a piece may lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Which piece.
    pub piece: usize,
    /// The cells it covers, ascending, inner ones last.
    pub cells: Vec<u16>,
}

/// The sets of outer cells that a piece may cover, in a fixed order, each once. `flat` keeps
/// turns in the plane of a layer.
pub fn placements<M: Mask>(piece: &Piece, grid: &Grid, flat: bool) -> Vec<M> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for shape in orientations(piece, flat) {
        let extent: [i32; 3] =
            std::array::from_fn(|axis| shape.iter().map(|cell| cell[axis]).max().unwrap_or(0));
        let slow = grid.slow_axis();
        let steps = positions(grid, slow, extent);
        for start in starts(grid, slow, extent) {
            let cells = shape
                .iter()
                .map(|cell| grid.cell(std::array::from_fn(|axis| cell[axis] + start[axis])));
            let Some(cells) = cells.collect::<Option<Vec<usize>>>() else { continue };
            let mask = M::of(cells.iter().copied());
            if mask.ones().count() < cells.len() {
                continue; // it goes round a closed axis and meets itself
            }
            for step in 0..steps {
                let moved = mask.rotate_field(grid.outer_count(), step * grid.stride(slow));
                if seen.insert(moved) {
                    found.push(moved);
                }
            }
        }
    }
    found
}

/// The cells of a placement, with the inner cell of every row that it lies in if the piece fills
/// those.
pub fn cells_of<M: Mask>(mask: M, piece: &Piece, grid: &Grid) -> Vec<u16> {
    let mut cells: Vec<u16> = mask.ones().map(|cell| cell as u16).collect();
    if piece.inner {
        let mut inner: Vec<u16> = mask
            .ones()
            .filter_map(|cell| grid.inner_cell(grid.point(cell)))
            .map(|cell| cell as u16)
            .collect();
        inner.sort_unstable();
        inner.dedup();
        cells.append(&mut inner);
    }
    cells
}

/// The different shapes of a piece under its turns, each moved to the origin.
fn orientations(piece: &Piece, flat: bool) -> Vec<Vec<Point>> {
    let mut shapes: Vec<Vec<Point>> = Vec::new();
    for turn in Turn::of(piece.motions, flat) {
        let turned: Vec<Point> = piece.cells.iter().map(|&cell| turn.apply(cell)).collect();
        let least: Point =
            std::array::from_fn(|axis| turned.iter().map(|cell| cell[axis]).min().unwrap_or(0));
        let mut shape: Vec<Point> = turned
            .into_iter()
            .map(|cell| std::array::from_fn(|axis| cell[axis] - least[axis]))
            .collect();
        shape.sort_unstable();
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    shapes
}

/// In how many positions along an axis a shape of this extent may lie.
fn positions(grid: &Grid, axis: usize, extent: Point) -> usize {
    let size = grid.size()[axis];
    if grid.wrap()[axis] { size } else { size.saturating_sub(extent[axis] as usize) }
}

/// Every position on the other axes, at the start of the slow one.
fn starts(grid: &Grid, slow: usize, extent: Point) -> Vec<Point> {
    let count = |axis| if axis == slow { 1 } else { positions(grid, axis, extent) as i32 };
    let mut starts = Vec::new();
    for layer in 0..count(0) {
        for row in 0..count(1) {
            for column in 0..count(2) {
                starts.push([layer, row, column]);
            }
        }
    }
    starts
}
