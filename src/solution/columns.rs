//! The columns of a table of solutions: one for each copy of each piece, in the order of the
//! puzzle file, and what a written line has in each.
//!
//! A column is called as its piece; where a piece has several copies, the symbol of the copy
//! follows after a dot. Cells are named by row and column counted from 1, on boards of several
//! layers by layer, row and column, as `--given` takes them; inner cells are left out, since they
//! follow from the rows. The cells that a region leaves free have columns too, called as the
//! region, and numbered in reading order where there are several.

use crate::puzzle::Puzzle;
use crate::puzzle::model::{Piece, Point};

use super::line_codec::{EMPTY, LineCodec};

/// The names of the columns of a puzzle.
pub(crate) fn names(pieces: &[Piece]) -> Vec<String> {
    let name = |piece: &Piece, copy: usize| match piece.copies() {
        1 => piece.name.clone(),
        _ if piece.stays_free => format!("{}.{}", piece.name, copy + 1),
        _ => format!("{}.{}", piece.name, char::from(piece.symbols[copy])),
    };
    let copies = pieces.iter().flat_map(|p| (0..p.copies()).map(move |copy| (p, copy)));
    copies.map(|(piece, copy)| name(piece, copy)).collect()
}

/// The columns of a puzzle, and where its lines name their cells.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// Their names.
    pub names: Vec<String>,
    /// For each symbol, its column.
    of_symbol: [Option<u16>; 256],
    /// For each cell in reading order, its place in a line, and the first column of the region's
    /// free cells where it may stay free.
    places: Vec<(usize, Option<u16>)>,
    /// For each cell in reading order, its coordinates.
    cells: Vec<Vec<u16>>,
}

impl Columns {
    /// The columns of the puzzle whose lines a codec writes.
    pub fn new(puzzle: &Puzzle, codec: &LineCodec<'_>) -> Self {
        let mut of_symbol = [None; 256];
        let (mut first, mut column) = (Vec::new(), 0);
        for piece in &puzzle.pieces {
            first.push(column);
            for &symbol in &piece.symbols {
                of_symbol[usize::from(symbol)] = Some(column).filter(|_| !piece.stays_free);
                column += 1;
            }
        }
        let (places, points): (Vec<_>, Vec<_>) = codec.outer_places().unzip();
        let free = points.iter().map(|&at| puzzle.free_cells_at(at).map(|piece| first[piece]));
        let places = places.into_iter().zip(free).collect();
        let cells = cells(puzzle, points.into_iter());
        Self { names: names(&puzzle.pieces), of_symbol, places, cells }
    }

    /// For each column, the cells of its piece in reading order; none where it is left out.
    /// `split` is filled anew.
    pub fn split(&self, line: &[u8], split: &mut Vec<Vec<u16>>) {
        split.resize(self.names.len(), Vec::new());
        split.iter_mut().for_each(Vec::clear);
        for (cell, &(place, free)) in self.places.iter().enumerate() {
            let symbol = line[place];
            if let Some(mut column) = free.filter(|_| symbol == EMPTY) {
                while split.get(usize::from(column)).is_some_and(|cells| !cells.is_empty()) {
                    column += 1;
                }
                split[usize::from(column)].push(cell as u16);
            } else if let Some(column) = self.of_symbol[usize::from(symbol)] {
                split[usize::from(column)].push(cell as u16);
            }
        }
    }

    /// The coordinates of a cell, by its number in reading order.
    pub fn cell(&self, number: u16) -> &[u16] {
        &self.cells[usize::from(number)]
    }
}

/// The coordinates of some points as people count them.
pub(crate) fn cells(puzzle: &Puzzle, points: impl Iterator<Item = Point>) -> Vec<Vec<u16>> {
    let skipped = usize::from(puzzle.board.drawing.len() == 1);
    let coordinates =
        |point: Point| point[skipped..].iter().map(|&value| value as u16 + 1).collect();
    points.map(coordinates).collect()
}
