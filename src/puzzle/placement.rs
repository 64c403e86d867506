//! Placements: every way in which a piece may lie on the board.
//!
//! A piece is laid at the start of the slow axis and then moved along it by rotating the field
//! of bits, which on a closed axis carries it over the seam and on an open one is a plain shift.
//! Placements that cover the same cells count once. Cost: one step for each placement and cell.

use std::collections::HashSet;

use crate::cover::Mask;

use super::lattice::Grid;
use super::model::{Lattice, Piece, Point, Puzzle, Tray, TrayLayer};
use super::paint::Paint;
use super::turn::Turn;

/// One way in which a piece may lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// Which piece.
    pub piece: usize,
    /// The cells it covers, ascending, inner ones last.
    pub cells: Vec<u16>,
    /// The colours that the sides of its cell show there, if they have colours.
    pub sides: Vec<Paint>,
}

/// A cell of a piece in straight coordinates, and its colour.
pub(crate) type PaintedPoint = (Point, Option<Paint>);

/// The sets of outer cells that a piece may cover, in a fixed order, each once.
pub(crate) fn placements<M: Mask>(piece: &Piece, puzzle: &Puzzle, grid: &Grid) -> Vec<M> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let slow = grid.slow_axis();
    let painted = piece.paints.as_ref().filter(|_| !puzzle.board.paints.is_empty());
    let board: Vec<Option<Paint>> = (0..painted.map_or(0, |_| grid.outer_count()))
        .map(|cell| puzzle.board.paint(grid.drawn(cell)))
        .collect();
    // Where colours say where pieces may lie, a step along the slow axis may lead onto others.
    let is_alike = grid.is_full_box() && painted.is_none();
    for shape in shapes(piece, puzzle) {
        let extent: Point =
            std::array::from_fn(|axis| shape.iter().map(|cell| cell.0[axis]).max().unwrap_or(0));
        // In a full box one position along the slow axis gives all others by rotation.
        let steps = if is_alike { positions(grid, slow, extent).len() } else { 1 };
        for start in starts(grid, shape[0].0, extent, is_alike) {
            let at = |cell: &Point| std::array::from_fn(|axis| cell[axis] + start[axis]);
            let cells = shape.iter().map(|(cell, _)| grid.cell(at(cell)));
            let Some(cells) = cells.collect::<Option<Vec<usize>>>() else { continue };
            let agrees = |(&cell, &(_, paint)): (&usize, &PaintedPoint)| {
                paint.is_none() || board[cell].is_none() || paint == board[cell]
            };
            if painted.is_some() && !cells.iter().zip(&shape).all(agrees) {
                continue;
            }
            let mask = M::of(cells.iter().copied());
            if mask.ones().count() < cells.len() {
                continue; // it goes round a closed axis and meets itself
            }
            for step in 0..steps {
                let by = if step == 0 { 0 } else { step * grid.slow_stride() };
                let moved = mask.rotate_field(grid.outer_count(), by);
                if seen.insert(moved) {
                    found.push(moved);
                }
            }
        }
    }
    if let Some(region) = puzzle.region_of(piece) {
        let room = M::of(region.cells.iter().filter_map(|&point| grid.cell_drawn_at(point)));
        found.retain(|&mask| mask.union(room) == room);
    }
    found
}

/// The cells of a placement, with the inner cell of every row that it lies in if the piece fills
/// those.
pub(crate) fn cells_of<M: Mask>(mask: M, piece: &Piece, grid: &Grid) -> Vec<u16> {
    let mut cells: Vec<u16> = mask.ones().map(|cell| cell as u16).collect();
    if piece.inner {
        let behind = mask.ones().filter_map(|cell| grid.inner_behind(cell));
        let mut inner: Vec<u16> = behind.map(|cell| cell as u16).collect();
        inner.sort_unstable();
        inner.dedup();
        cells.append(&mut inner);
    }
    cells
}

/// The different shapes that a piece can show to the board, each moved to the origin, in
/// straight coordinates. Colours make shapes differ only where the board has some.
pub(crate) fn shapes(piece: &Piece, puzzle: &Puzzle) -> Vec<Vec<PaintedPoint>> {
    let lattice = puzzle.board.lattice;
    let straight: Vec<Point> = piece.cells.iter().map(|&cell| lattice.straighten(cell)).collect();
    let mut shapes: Vec<Vec<PaintedPoint>> = Vec::new();
    for turn in Turn::of(lattice, piece.motions, puzzle.pieces_are_flat()) {
        let painted = piece.paints.as_ref().filter(|_| !puzzle.board.paints.is_empty());
        let paints = painted.map(|paints| paints.shown(turn.is_reflection()));
        let paint = |cell: usize| paints.and_then(|paints| paints[cell]);
        let turned: Vec<PaintedPoint> =
            straight.iter().enumerate().map(|(n, &cell)| (turn.apply(cell), paint(n))).collect();
        let shown = match puzzle.tray_of(piece) {
            Some(tray) => layers_in_tray(&turned, tray),
            None => vec![turned],
        };
        for shape in shown.into_iter().map(|shape| moved_to_origin(shape, lattice)) {
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
    }
    shapes
}

/// The layers of a turned solid piece that may lie in the tray.
fn layers_in_tray(cells: &[PaintedPoint], tray: Tray) -> Vec<Vec<PaintedPoint>> {
    let heights = cells.iter().map(|(cell, _)| cell[0]);
    let (lowest, highest) = (heights.clone().min().unwrap_or(0), heights.max().unwrap_or(0));
    if highest - lowest != 1 {
        return Vec::new();
    }
    let layer = |height: i32| -> Vec<PaintedPoint> {
        let level = cells.iter().filter(|(cell, _)| cell[0] == height);
        level.map(|&([_, row, column], paint)| ([0, row, column], paint)).collect()
    };
    let candidates = match tray.layer {
        TrayLayer::Either => vec![layer(highest), layer(lowest)],
        TrayLayer::Upper => vec![layer(highest)],
    };
    candidates.into_iter().filter(|layer| layer.len() >= tray.at_least.max(1)).collect()
}

/// The shape with its least coordinates at zero, or as near to it as shifts of the lattice bring
/// them, its cells sorted.
pub(crate) fn moved_to_origin(cells: Vec<PaintedPoint>, lattice: Lattice) -> Vec<PaintedPoint> {
    let least: Point = std::array::from_fn(|axis| {
        let least = cells.iter().map(|(cell, _)| cell[axis]).min().unwrap_or(0);
        least - least.rem_euclid(lattice.pitch(axis))
    });
    let moved =
        |(cell, paint): PaintedPoint| (std::array::from_fn(|axis| cell[axis] - least[axis]), paint);
    let mut shape: Vec<PaintedPoint> = cells.into_iter().map(moved).collect();
    shape.sort_unstable();
    shape
}

/// The coordinates along an axis at which a shape of this extent may begin.
fn positions(grid: &Grid, axis: usize, extent: Point) -> std::ops::Range<i32> {
    if grid.wrap()[axis] {
        return 0..grid.size()[axis] as i32;
    }
    let (least, greatest) = grid.bounds();
    least[axis]..greatest[axis] - extent[axis] + 1
}

/// Every position that is worth trying: all of them, or those at the start of the slow axis where
/// all others along it are alike. A shape of triangles goes where its first cell comes to lie on one that points alike.
fn starts(grid: &Grid, first: Point, extent: Point, is_alike: bool) -> Vec<Point> {
    if grid.lattice() == Lattice::Triangular {
        let start = |cell: usize| {
            let to = grid.straight(cell);
            let shift = std::array::from_fn(|axis| to[axis] - first[axis]);
            grid.lattice().drawn_step(shift).map(|_| shift)
        };
        return (0..grid.outer_count()).filter_map(start).collect();
    }
    let choices = |axis: usize| {
        let all = positions(grid, axis, extent);
        if axis == grid.slow_axis() && is_alike {
            all.start..all.end.min(all.start + 1)
        } else {
            all
        }
    };
    let mut starts = Vec::new();
    for layer in choices(0) {
        for row in choices(1) {
            starts.extend(choices(2).map(|column| [layer, row, column]));
        }
    }
    starts
}
