//! How pieces may lie: their shapes, and the placements that these find on the board.
//!
//! A *shape* is what the board sees of a turned piece: all of it, or in a tray one of its two
//! layers. A *placement* is a set of positions that a piece may cover, inner cells included.
//! Where the board has colours, a shape has them too, and its cells lie on cells of their colours.
//! Pictures are compared with shapes; placements serve to decide which motions a puzzle is closed
//! under, and are the options of a certificate.
//!
//! Listing the placements costs one step for each shape, position and cell.

use super::frame::Frame;
use super::turn::{Turn, upright};
use crate::puzzle::model::{Piece, Point, Puzzle, Tray, TrayLayer};
use crate::puzzle::paint::Paint;

/// A set of positions, ascending.
pub(crate) type Placement = Vec<u16>;

/// A cell of a turned piece, and its colour.
pub(crate) type Coloured = (Point, Option<Paint>);

/// What the board sees of a turned piece: cells moved to the origin, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The cells.
    pub cells: Vec<Point>,
    /// The colour of each cell, if it has one and colours matter.
    pub colours: Vec<Option<Paint>>,
}

impl Shape {
    /// Whether its cell of this number may lie on a position by their colours.
    pub fn agrees_in_colour(&self, frame: &Frame, cell: usize, position: usize) -> bool {
        let (own, there) = (self.colours[cell], frame.colour(position));
        own.is_none() || there.is_none() || own == there
    }
}

/// What the board sees of a turned piece, in each way in which it may then lie.
pub(crate) fn seen(turned: Vec<Coloured>, tray: Option<Tray>) -> Vec<Vec<Coloured>> {
    let Some(tray) = tray else { return vec![turned] };
    let Some(top) = turned.iter().map(|(cell, _)| cell[0]).max() else { return Vec::new() };
    let (upper, lower): (Vec<Coloured>, Vec<Coloured>) =
        turned.into_iter().partition(|(cell, _)| cell[0] == top);
    if lower.is_empty() || lower.iter().any(|(cell, _)| cell[0] != top - 1) {
        return Vec::new();
    }
    let mut layers = vec![upper];
    if tray.layer == TrayLayer::Either {
        layers.push(lower);
    }
    layers.retain(|layer| layer.len() >= tray.at_least);
    for (cell, _) in layers.iter_mut().flatten() {
        cell[0] = 0;
    }
    layers
}

/// The shapes, moved to the origin and each once, that a piece shows under some turns.
pub(crate) fn shapes(
    frame: &Frame,
    piece: &Piece,
    turns: &[Turn],
    tray: Option<Tray>,
) -> Vec<Shape> {
    let cells: Vec<Point> =
        piece.cells.iter().map(|&cell| upright(frame.lattice(), cell)).collect();
    // A colour that nothing on the board has to agree with makes no other shape.
    let is_coloured = (0..frame.positions()).any(|position| frame.colour(position).is_some());
    let mut shapes: Vec<Shape> = Vec::new();
    for turn in turns {
        let colours = match &piece.paints {
            Some(paints) if is_coloured => match &paints.back {
                Some(back) if turn.mirrors() => back.clone(),
                _ => paints.front.clone(),
            },
            _ => vec![None; cells.len()],
        };
        for seen in seen(turn.apply(&cells).into_iter().zip(colours).collect(), tray) {
            if let Some(laid) = lay(frame, seen)
                && !shapes.contains(&laid)
            {
                shapes.push(laid);
            }
        }
    }
    shapes
}

/// A shape from the cells that are seen, if the rings of the board do not fold it onto itself.
fn lay(frame: &Frame, mut seen: Vec<Coloured>) -> Option<Shape> {
    // Moving all cells alike leaves them in order.
    seen.sort_unstable();
    let (cells, colours): (Vec<Point>, Vec<Option<Paint>>) = seen.into_iter().unzip();
    Some(Shape { cells: frame.lay(&cells)?, colours })
}

/// The placements of a piece with these shapes, sorted, each once.
pub(crate) fn placements(frame: &Frame, shapes: &[Shape], fills_inner: bool) -> Vec<Placement> {
    let mut placements = Vec::new();
    for shape in shapes {
        for start in frame.outer() {
            let (from, to) = (shape.cells[0], frame.upright(start));
            if !frame.leads(from, to) {
                continue;
            }
            let moved = |cell: &Point| [0, 1, 2].map(|axis| cell[axis] - from[axis] + to[axis]);
            let found: Option<Vec<usize>> =
                shape.cells.iter().map(|cell| frame.find(moved(cell))).collect();
            let agrees = |positions: &Vec<usize>| {
                let mut positions = positions.iter().enumerate();
                positions.all(|(cell, &at)| shape.agrees_in_colour(frame, cell, at))
            };
            let found = found.filter(agrees);
            placements.extend(found.map(|positions| placement(frame, &positions, fills_inner)));
        }
    }
    placements.sort_unstable();
    placements.dedup();
    placements
}

/// The placement that covers some outer positions.
fn placement(frame: &Frame, positions: &[usize], fills_inner: bool) -> Placement {
    let mut placement: Placement = positions.iter().map(|&position| position as u16).collect();
    if fills_inner {
        placement.extend(positions.iter().map(|&position| frame.row_of(position).end as u16));
    }
    placement.sort_unstable();
    placement.dedup();
    placement
}

/// A piece that lies on the board from the start.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Start {
    /// The number of the piece.
    pub piece: usize,
    /// The outer positions that it covers, ascending.
    pub positions: Vec<usize>,
    /// All positions that it covers, inner ones included.
    pub placement: Placement,
}

impl Start {
    /// A piece on these outer positions.
    pub fn new(frame: &Frame, pieces: &[Piece], piece: usize, mut positions: Vec<usize>) -> Start {
        positions.sort_unstable();
        let fills_inner = pieces.get(piece).is_some_and(|piece| piece.inner);
        let placement = placement(frame, &positions, fills_inner);
        Start { piece, positions, placement }
    }

    /// The pieces that lie on a puzzle's board from the start, sorted. Cells off the board are
    /// left out: no picture can then have the piece there, and none is accepted.
    pub fn all(frame: &Frame, puzzle: &Puzzle) -> Vec<Start> {
        let start = |given: &crate::puzzle::model::Given| {
            let positions = given.cells.iter().filter_map(|&cell| frame.find_drawn(cell)).collect();
            Start::new(frame, &puzzle.pieces, given.piece, positions)
        };
        let mut all: Vec<Start> = puzzle.given.iter().map(start).collect();
        all.sort_unstable();
        all
    }
}

/// Takes out the placements that are not allowed. Of a piece all of whose copies lie on the board
/// from the start, these are all other placements; of any piece, those that clash with a piece that
/// lies there from the start; and of a piece that may be left out, those that fill no cell that must
/// be filled.
pub(crate) fn keep_possible(
    placements: &mut [Vec<Placement>],
    pieces: &[Piece],
    starts: &[Start],
    must_fill: &[bool],
) {
    for (piece, placements) in placements.iter_mut().enumerate() {
        let own: Vec<&Placement> =
            starts.iter().filter(|s| s.piece == piece).map(|start| &start.placement).collect();
        let is_all_there = own.len() >= pieces[piece].copies();
        placements.retain(|placement| {
            let clashes = |start: &Start| {
                start.placement.iter().any(|position| placement.binary_search(position).is_ok())
            };
            let is_idle = || !placement.iter().any(|&position| must_fill[usize::from(position)]);
            (own.contains(&placement) || !(is_all_there || starts.iter().any(clashes)))
                && !(pieces[piece].optional && is_idle())
        });
    }
}

#[cfg(test)]
mod tests;
