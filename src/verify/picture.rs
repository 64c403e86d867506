//! One picture, and the rules that it must keep.
//!
//! A picture is held as one symbol for each position of the board (see [`Frame`]), in the order
//! of the written line; the separators carry nothing. Whatever [`Rules::check`] passes is a legal
//! arrangement with its copies named in reading order. Checking costs a few steps for each cell.

use super::frame::{Frame, Row};
use super::placements::{Placement, Shape, Start, placements, shapes};
use super::regions::Regions;
use super::turn::Turn;
use super::violation::{Location, Quantity, RowPart, Violation};
use crate::puzzle::model::{self, Piece, Point, Puzzle, Tray, TrayLayer};

/// The symbol of an empty cell.
pub(crate) const EMPTY: u8 = b'.';

/// The rules of one puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(super) frame: Frame,
    /// Whether pieces are turned within a layer only.
    plane: bool,
    tray: Option<Tray>,
    pub(super) pieces: Vec<Piece>,
    /// For each piece, the shapes that it may show to the board.
    shapes: Vec<Vec<Shape>>,
    /// The piece of each symbol.
    pub(super) owner: Vec<Option<usize>>,
    /// Where pieces are confined to, and what stays free.
    pub(super) regions: Regions,
    /// The pieces that lie on the board from the start.
    pub(super) starts: Vec<Start>,
    /// Whether each position must be filled: as the board says, or because a piece lies there from
    /// the start.
    must_fill: Vec<bool>,
}

/// The cells that carry one symbol.
struct Marked {
    symbol: u8,
    piece: usize,
    cells: Vec<Point>,
}

impl Rules {
    /// The rules of a puzzle that keeps the rules of the model.
    pub fn new(puzzle: &Puzzle) -> Rules {
        let frame = Frame::new(&puzzle.board);
        let plane = puzzle.pieces_are_flat();
        let mut owner = vec![None; 256];
        let mut shown = Vec::with_capacity(puzzle.pieces.len());
        for (index, piece) in puzzle.pieces.iter().enumerate() {
            // What stays free shows no symbol of a piece.
            for &symbol in piece.symbols.iter().filter(|_| !piece.stays_free) {
                owner[usize::from(symbol)] = Some(index);
            }
            let turns = Turn::allowed(frame.lattice(), piece.motions, plane);
            // A cell that stays free is no solid piece in a tray.
            let tray = puzzle.tray.filter(|_| !piece.stays_free);
            shown.push(shapes(&frame, piece, &turns, tray));
        }
        let starts = Start::all(&frame, puzzle);
        let is_cell = |position| frame.kind(position) == model::Place::Cell;
        let mut must_fill: Vec<bool> = (0..frame.positions()).map(is_cell).collect();
        for &position in starts.iter().flat_map(|start| &start.placement) {
            must_fill[usize::from(position)] = true;
        }
        let (tray, pieces) = (puzzle.tray, puzzle.pieces.clone());
        let regions = Regions::new(&frame, puzzle);
        Rules { frame, plane, tray, pieces, shapes: shown, owner, regions, starts, must_fill }
    }

    /// The board.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// How solid pieces lie, where the board is a tray for them.
    pub fn tray(&self) -> Option<Tray> {
        self.tray
    }

    /// The pieces that lie on the board from the start.
    pub fn starts(&self) -> &[Start] {
        &self.starts
    }

    /// Whether each position must be filled: as the board says, or because a piece lies there from
    /// the start.
    pub fn must_fill(&self) -> &[bool] {
        &self.must_fill
    }

    /// For each piece, its placements on the empty board, sorted, each once.
    pub fn placements(&self) -> Vec<Vec<Placement>> {
        let all = |(number, piece): (usize, &Piece)| {
            let mut all = placements(&self.frame, &self.shapes[number], piece.inner);
            all.retain(|placement| self.regions.admits(&self.frame, number, placement));
            all
        };
        self.pieces.iter().enumerate().map(all).collect()
    }

    /// Makes sure that every copy of every piece has a symbol of its own.
    ///
    /// # Errors
    /// The first piece of which that is not so.
    pub fn check_symbols(&self) -> Result<(), Violation> {
        match self.pieces.iter().find(|piece| piece.symbols.len() < piece.copies()) {
            None => Ok(()),
            Some(piece) => Err(Violation::FewSymbols { piece: piece.name.clone() }),
        }
    }

    /// Checks everything but the names of the copies.
    ///
    /// # Errors
    /// The first rule that is broken: pieces left out, pieces misshapen, pieces not where they lie
    /// from the start, inner cells.
    pub fn check(&self, cells: &[u8]) -> Result<(), Violation> {
        let marked = self.marked(cells);
        self.check_presence(&marked)?;
        for mark in &marked {
            self.check_shape(mark, cells)?;
        }
        self.regions.check_free(&self.pieces, |position| cells[position] == EMPTY)?;
        for start in &self.starts {
            self.check_start(start, cells)?;
        }
        if self.frame.has_inner() {
            for row in self.frame.rows() {
                self.check_inner(row, cells)?;
            }
        }
        Ok(())
    }

    /// Compares a picture with `ordered`, the picture in which its copies are named in reading
    /// order.
    ///
    /// # Errors
    /// The first copy with another name.
    pub fn check_copies(&self, cells: &[u8], ordered: &[u8]) -> Result<(), Violation> {
        match cells.iter().zip(ordered).position(|(cell, expected)| cell != expected) {
            None => Ok(()),
            Some(position) => Err(Violation::CopyOrder {
                at: self.location(position),
                piece: self.piece_of(cells[position]).map_or(String::new(), |p| p.name.clone()),
                found: cells[position] as char,
                expected: ordered[position] as char,
            }),
        }
    }

    /// The cells of each symbol, symbols in reading order of their first cells.
    fn marked(&self, cells: &[u8]) -> Vec<Marked> {
        let mut slot = [usize::MAX; 256];
        let mut marked: Vec<Marked> = Vec::new();
        for position in self.frame.outer() {
            let symbol = cells[position];
            let Some(piece) = self.owner[usize::from(symbol)] else { continue };
            let index = &mut slot[usize::from(symbol)];
            if *index == usize::MAX {
                *index = marked.len();
                marked.push(Marked { symbol, piece, cells: Vec::new() });
            }
            marked[*index].cells.push(self.frame.upright(position));
        }
        marked
    }

    fn check_presence(&self, marked: &[Marked]) -> Result<(), Violation> {
        for (index, piece) in self.pieces.iter().enumerate() {
            let found = marked.iter().filter(|mark| mark.piece == index).count();
            let (least, copies) = (piece.least_copies(), piece.copies());
            if found < least && !piece.stays_free {
                let piece = piece.name.clone();
                return Err(match copies {
                    1 => Violation::MissingPiece { piece },
                    _ if least < copies => Violation::FewCopies { piece, least, found },
                    _ => Violation::MissingCopies { piece, copies, found },
                });
            }
        }
        Ok(())
    }

    fn check_shape(&self, mark: &Marked, cells: &[u8]) -> Result<(), Violation> {
        let piece = &self.pieces[mark.piece];
        let belongs = |position: usize| cells[position] == mark.symbol;
        let agrees = |shape: &Shape| {
            let covers = |cell: usize, position: usize| {
                belongs(position) && shape.agrees_in_colour(&self.frame, cell, position)
            };
            self.frame.agrees(&shape.cells, &mark.cells, covers)
        };
        let fits_uncoloured = |shape: &Shape| {
            self.frame.agrees(&shape.cells, &mark.cells, |_, position| belongs(position))
        };
        if self.shapes[mark.piece].iter().any(agrees) {
            self.check_room(mark, cells)?;
            return self.check_use(mark, cells);
        }
        let at = self.first_location(mark, cells);
        let name = self.label(mark.symbol);
        if self.tray.is_none() && mark.cells.len() != piece.cells.len() {
            return Err(Violation::Size {
                at,
                piece: name,
                expected: Quantity(piece.cells.len(), "cell"),
                found: mark.cells.len(),
            });
        }
        if self.shapes[mark.piece].iter().any(fits_uncoloured) {
            return Err(Violation::Colours { at, piece: name });
        }
        let fits = |turn: Turn, tray: Option<Tray>| {
            shapes(&self.frame, piece, &[turn], tray).iter().any(fits_uncoloured)
        };
        if let Some(tray) = self.tray {
            // What it would be if any layer might lie in the tray.
            let loose = Tray { layer: TrayLayer::Either, at_least: 1 };
            let allowed = Turn::allowed(self.frame.lattice(), piece.motions, self.plane);
            let mut turns = allowed.into_iter();
            if turns.any(|turn| fits(turn, Some(loose))) {
                let found = mark.cells.len();
                return Err(if found < tray.at_least {
                    let (found, at_least) = (Quantity(found, "cell"), tray.at_least);
                    Violation::FewInTray { at, piece: name, found, at_least }
                } else {
                    Violation::LowerLayer { at, piece: name }
                });
            }
        }
        // What it would be if more were allowed; reflections come last in the list.
        for turn in Turn::all(self.frame.lattice()) {
            let forbidden = !turn.is_allowed(piece.motions, self.plane)
                && (turn.stays_in_layer() || !self.plane);
            if forbidden && fits(turn, self.tray) {
                let (allowed, plane) = (piece.motions, self.plane);
                return Err(if turn.mirrors() {
                    Violation::Mirrored { at, piece: name, allowed, plane }
                } else {
                    let how =
                        if plane { turn.words(self.frame.lattice()) } else { "turned".to_owned() };
                    Violation::Turned { at, piece: name, how, allowed, plane }
                });
            }
        }
        Err(Violation::Shape { at, piece: name, symbol: mark.symbol as char })
    }

    /// A piece that is confined to a region lies within it.
    fn check_room(&self, mark: &Marked, cells: &[u8]) -> Result<(), Violation> {
        let own = |position: &usize| cells[*position] == mark.symbol;
        let positions: Vec<usize> = self.frame.outer().filter(own).collect();
        let Some((position, region)) = self.regions.outside(mark.piece, &positions) else {
            return Ok(());
        };
        let (at, piece) = (self.location(position), self.label(mark.symbol));
        Err(Violation::Outside { at, piece, region: region.to_owned() })
    }

    /// A piece that may be left out lies only where it fills something that must be filled.
    fn check_use(&self, mark: &Marked, cells: &[u8]) -> Result<(), Violation> {
        let piece = &self.pieces[mark.piece];
        let own = |position: &usize| cells[*position] == mark.symbol;
        let is_of_use = |position: usize| self.must_fill[position];
        // One that fills inner cells fills what must be filled.
        if !piece.optional || piece.inner || self.frame.outer().filter(own).any(is_of_use) {
            return Ok(());
        }
        let (at, piece) = (self.first_location(mark, cells), self.label(mark.symbol));
        Err(Violation::Idle { at, piece })
    }

    fn check_start(&self, start: &Start, cells: &[u8]) -> Result<(), Violation> {
        let Some(&first) = start.positions.first() else {
            return Err(Violation::MissingPiece { piece: self.pieces[start.piece].name.clone() });
        };
        if self.pieces[start.piece].stays_free {
            return match cells[first] {
                EMPTY => Ok(()),
                _ => Err(Violation::NotFree { at: self.location(first) }),
            };
        }
        let is_piece = self.owner[usize::from(cells[first])] == Some(start.piece);
        let same = |&&position: &&usize| cells[position] != cells[first] || !is_piece;
        let wrong = start.positions.iter().find(same).copied();
        let found = self.frame.outer().filter(|&position| cells[position] == cells[first]).count();
        let given = start.positions.len();
        match wrong.or((found != given).then_some(first)) {
            None => Ok(()),
            Some(position) => Err(Violation::StartMoved {
                at: self.location(position),
                piece: self.pieces[start.piece].name.clone(),
            }),
        }
    }

    fn check_inner(&self, row: &Row, cells: &[u8]) -> Result<(), Violation> {
        let (symbol, at) = (cells[row.end], self.location(row.end));
        let filler = self.filler(row, &cells[row.start..row.end])?;
        if filler == Some(symbol) {
            return Ok(());
        }
        let piece = self.label(symbol);
        if self.piece_of(symbol).is_some_and(|piece| !piece.inner) {
            return Err(Violation::InnerPlain { at, piece });
        }
        Err(Violation::InnerElsewhere { at, piece })
    }

    /// The inner-filling piece that lies in a row, if one does.
    pub(super) fn filler(&self, row: &Row, outer: &[u8]) -> Result<Option<u8>, Violation> {
        let mut filler = None;
        for &symbol in outer {
            if !self.piece_of(symbol).is_some_and(|piece| piece.inner) || filler == Some(symbol) {
                continue;
            }
            if let Some(first) = filler {
                return Err(Violation::InnerShared {
                    at: self.location(row.end),
                    first: self.label(first),
                    second: self.label(symbol),
                });
            }
            filler = Some(symbol);
        }
        Ok(filler)
    }

    fn piece_of(&self, symbol: u8) -> Option<&Piece> {
        self.owner[usize::from(symbol)].map(|piece| &self.pieces[piece])
    }

    /// A piece's name, with the symbol where the name alone leaves copies open.
    fn label(&self, symbol: u8) -> String {
        match self.piece_of(symbol) {
            Some(piece) if piece.copies() > 1 => format!("{} ({})", piece.name, symbol as char),
            Some(piece) => piece.name.clone(),
            None => (symbol as char).to_string(),
        }
    }

    fn first_location(&self, mark: &Marked, cells: &[u8]) -> Location {
        self.location(cells.iter().position(|&symbol| symbol == mark.symbol).unwrap_or_default())
    }

    pub(super) fn location(&self, position: usize) -> Location {
        let [layer, row, column] = self.frame.at(position);
        let is_inner = self.frame.is_inner(position);
        let part = if is_inner { RowPart::Inner } else { RowPart::Column(column + 1) };
        Location { layer: self.layer_name(layer), row: row + 1, part }
    }

    pub(super) fn layer_name(&self, layer: usize) -> Option<usize> {
        (self.frame.size()[0] > 1).then_some(layer + 1)
    }
}

#[cfg(test)]
mod tests;
