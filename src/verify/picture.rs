//! One picture: how it is written, and the rules that it must keep.
//!
//! A picture is held as one symbol for each position of the board (see [`Frame`]), in the order
//! of the written line; the separators carry nothing. Whatever [`Rules::check`] passes is a legal
//! arrangement with its copies named in reading order. Checking costs a few steps for each cell.

use super::fault::{Count, Fault, Part, Place};
use super::geometry::{Frame, Turn};
use crate::puzzle::model::{Piece, Point, Puzzle};

/// The symbol of an empty cell.
const EMPTY: u8 = b'.';

/// An inner cell that a typed picture leaves to be derived.
const UNSAID: u8 = 0;

/// The rules of one puzzle.
#[derive(Clone, Debug)]
pub struct Rules {
    frame: Frame,
    plane: bool,
    pieces: Vec<Piece>,
    /// For each piece, the shapes in which it may lie on the board.
    shapes: Vec<Vec<Vec<Point>>>,
    /// The piece of each symbol.
    owner: Vec<Option<usize>>,
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
        let plane = is_plane(puzzle);
        let mut owner = vec![None; 256];
        let mut shapes = Vec::with_capacity(puzzle.pieces.len());
        for (index, piece) in puzzle.pieces.iter().enumerate() {
            for &symbol in &piece.symbols {
                owner[usize::from(symbol)] = Some(index);
            }
            shapes.push(frame.shapes(&piece.cells, &Turn::allowed(piece.motions, plane)));
        }
        Rules { frame, plane, pieces: puzzle.pieces.clone(), shapes, owner }
    }

    /// The board.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// For each piece, the shapes in which it may lie on the board.
    pub fn shapes(&self) -> &[Vec<Vec<Point>>] {
        &self.shapes
    }

    /// Reads a written line, to the letter.
    ///
    /// # Errors
    /// Where the line does not fit the board or names what is no piece.
    pub fn parse(&self, line: &[u8]) -> Result<Vec<u8>, Fault> {
        if line.is_empty() {
            return Err(Fault::Empty);
        }
        let [layers, rows, _] = self.frame.size();
        // An empty row is what two slashes in a row stand for, but only where there are layers.
        let mut stack: Vec<Vec<&[u8]>> = vec![Vec::new()];
        for row in line.split(|&byte| byte == b'/') {
            if row.is_empty() && layers > 1 {
                stack.push(Vec::new());
            } else if let Some(layer) = stack.last_mut() {
                layer.push(row);
            }
        }
        if stack.len() != layers {
            return Err(Fault::Layers {
                found: Count(stack.len(), "layer"),
                expected: Count(layers, "layer"),
            });
        }
        let mut cells = Vec::with_capacity(self.frame.positions());
        for (layer, found) in stack.iter().enumerate() {
            if found.len() != rows {
                return Err(Fault::Rows {
                    layer: self.layer_name(layer),
                    found: Count(found.len(), "row"),
                    expected: Count(rows, "row"),
                });
            }
            for (row, text) in found.iter().enumerate() {
                self.parse_row([layer, row], text, false, &mut cells)?;
            }
        }
        Ok(cells)
    }

    /// Reads a picture as a person types it, and derives the inner cells that are not given.
    ///
    /// # Errors
    /// Where the text does not fit the board, names what is no piece, or leaves an inner cell
    /// to nobody or to two pieces.
    pub fn parse_typed(&self, text: &str) -> Result<Vec<u8>, Fault> {
        let [layers, rows, columns] = self.frame.size();
        let typed: Vec<&str> =
            text.split(['\n', '/']).map(str::trim).filter(|row| !row.is_empty()).collect();
        if typed.is_empty() {
            return Err(Fault::Empty);
        }
        if typed.len() != layers * rows {
            return Err(Fault::Rows {
                layer: None,
                found: Count(typed.len(), "row"),
                expected: Count(layers * rows, "row"),
            });
        }
        let mut cells = Vec::with_capacity(self.frame.positions());
        for (index, row) in typed.iter().enumerate() {
            self.parse_row([index / rows, index % rows], row.as_bytes(), true, &mut cells)?;
        }
        for position in 0..cells.len() {
            if cells[position] == UNSAID {
                let [layer, row, _] = self.frame.at(position);
                cells[position] = self
                    .filler([layer, row], &cells[position - columns..position])?
                    .ok_or_else(|| Fault::InnerUnfilled { place: self.place(position) })?;
            }
        }
        Ok(cells)
    }

    /// Writes a picture as a line.
    pub fn write(&self, cells: &[u8]) -> Vec<u8> {
        let [_, rows, columns] = self.frame.size();
        let mut line = Vec::with_capacity(self.line_length());
        for (index, row) in cells.chunks(self.frame.width()).enumerate() {
            if index > 0 {
                line.extend_from_slice(if index % rows == 0 { b"//" } else { b"/" });
            }
            let (outer, inner) = row.split_at(columns.min(row.len()));
            line.extend_from_slice(outer);
            if !inner.is_empty() {
                line.push(b':');
                line.extend_from_slice(inner);
            }
        }
        line
    }

    /// The length of every written line of this puzzle.
    pub fn line_length(&self) -> usize {
        let [layers, rows, _] = self.frame.size();
        let in_row = self.frame.width() + usize::from(self.frame.has_inner());
        layers * rows * (in_row + 1) - 1 + (layers - 1)
    }

    /// Checks everything but the names of the copies.
    ///
    /// # Errors
    /// The first rule that is broken: pieces left out, then pieces misshapen, then inner cells.
    pub fn check(&self, cells: &[u8]) -> Result<(), Fault> {
        let marked = self.marked(cells);
        self.check_presence(&marked)?;
        for mark in &marked {
            self.check_shape(mark, cells)?;
        }
        if self.frame.has_inner() {
            for (index, row) in cells.chunks(self.frame.width()).enumerate() {
                self.check_inner(index, row)?;
            }
        }
        Ok(())
    }

    /// Compares a picture with the same one whose copies are named in reading order.
    ///
    /// # Errors
    /// The first copy with another name.
    pub fn check_copies(&self, cells: &[u8], ordered: &[u8]) -> Result<(), Fault> {
        match cells.iter().zip(ordered).position(|(cell, expected)| cell != expected) {
            None => Ok(()),
            Some(position) => Err(Fault::CopyOrder {
                place: self.place(position),
                piece: self.piece_of(cells[position]).map_or(String::new(), |p| p.name.clone()),
                found: cells[position] as char,
                expected: ordered[position] as char,
            }),
        }
    }

    fn parse_row(
        &self,
        [layer, row]: [usize; 2],
        text: &[u8],
        may_omit_inner: bool,
        cells: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let columns = self.frame.size()[2];
        let place = |part| Place { layer: self.layer_name(layer), row: row + 1, part };
        let known = |symbol: u8, part, from: &[u8]| match self.owner[usize::from(symbol)] {
            Some(_) => Ok(symbol),
            None if symbol == EMPTY => Err(Fault::EmptyCell { place: place(part) }),
            None => {
                // Decoded from here on, a letter beyond ASCII is shown as it was typed.
                let symbol = String::from_utf8_lossy(from).chars().next().unwrap_or_default();
                Err(Fault::UnknownSymbol { place: place(part), symbol })
            }
        };
        // Beyond ASCII a byte is no column, so that the count below would mislead.
        if let Some(foreign) = text.iter().position(|byte| !byte.is_ascii()) {
            known(text[foreign], Part::Column(foreign + 1), &text[foreign..])?;
        }
        let colon = text.iter().position(|&byte| byte == b':');
        if colon.is_some() && !self.frame.has_inner() {
            return Err(Fault::StrayInner { place: place(Part::Whole) });
        }
        let (outer, inner) = text.split_at(colon.unwrap_or(text.len()));
        if outer.len() != columns {
            return Err(Fault::Columns {
                place: place(Part::Whole),
                found: Count(outer.len(), "column"),
                expected: Count(columns, "column"),
            });
        }
        for (column, &symbol) in outer.iter().enumerate() {
            cells.push(known(symbol, Part::Column(column + 1), &outer[column..])?);
        }
        match inner {
            _ if !self.frame.has_inner() => Ok(()),
            [] if may_omit_inner => {
                cells.push(UNSAID);
                Ok(())
            }
            &[_, symbol] => {
                cells.push(known(symbol, Part::Inner, &[symbol])?);
                Ok(())
            }
            _ => Err(Fault::InnerSymbol { place: place(Part::Whole) }),
        }
    }

    /// The cells of each symbol, symbols in reading order of their first cells.
    fn marked(&self, cells: &[u8]) -> Vec<Marked> {
        let columns = self.frame.size()[2];
        let mut slot = [usize::MAX; 256];
        let mut marked: Vec<Marked> = Vec::new();
        for (position, &symbol) in cells.iter().enumerate() {
            let at = self.frame.at(position);
            let Some(piece) = self.owner[usize::from(symbol)] else { continue };
            if at[2] == columns {
                continue;
            }
            let index = &mut slot[usize::from(symbol)];
            if *index == usize::MAX {
                *index = marked.len();
                marked.push(Marked { symbol, piece, cells: Vec::new() });
            }
            marked[*index].cells.push(at.map(|value| value as i32));
        }
        marked
    }

    fn check_presence(&self, marked: &[Marked]) -> Result<(), Fault> {
        for (index, piece) in self.pieces.iter().enumerate() {
            let found = marked.iter().filter(|mark| mark.piece == index).count();
            let copies = piece.copies();
            if found < copies && !piece.optional {
                let piece = piece.name.clone();
                return Err(match copies {
                    1 => Fault::MissingPiece { piece },
                    _ => Fault::MissingCopies { piece, copies, found },
                });
            }
        }
        Ok(())
    }

    fn check_shape(&self, mark: &Marked, cells: &[u8]) -> Result<(), Fault> {
        let piece = &self.pieces[mark.piece];
        let agrees = |shape: &Vec<Point>| {
            self.frame.agrees(shape, &mark.cells, |position| cells[position] == mark.symbol)
        };
        if self.shapes[mark.piece].iter().any(agrees) {
            return Ok(());
        }
        let place = self.first_place(mark, cells);
        let name = self.label(mark.symbol);
        if mark.cells.len() != piece.cells.len() {
            return Err(Fault::Size {
                place,
                piece: name,
                expected: Count(piece.cells.len(), "cell"),
                found: mark.cells.len(),
            });
        }
        // What it would be if more were allowed; reflections come last in the list.
        for turn in Turn::all() {
            let forbidden = !turn.is_allowed(piece.motions, self.plane)
                && (turn.stays_in_layer() || !self.plane);
            if forbidden && self.frame.lay(&turn.apply(&piece.cells)).is_some_and(|s| agrees(&s)) {
                let (allowed, plane) = (piece.motions, self.plane);
                return Err(if turn.mirrors() {
                    Fault::Mirrored { place, piece: name, allowed, plane }
                } else {
                    let how = if plane { turn.words() } else { "turned".to_owned() };
                    Fault::Turned { place, piece: name, how, allowed, plane }
                });
            }
        }
        Err(Fault::Shape { place, piece: name, symbol: mark.symbol as char })
    }

    fn check_inner(&self, index: usize, row: &[u8]) -> Result<(), Fault> {
        let rows = self.frame.size()[1];
        let [layer, row_in_layer] = [index / rows, index % rows];
        let Some((&symbol, outer)) = row.split_last() else { return Ok(()) };
        let place =
            Place { layer: self.layer_name(layer), row: row_in_layer + 1, part: Part::Inner };
        let filler = self.filler([layer, row_in_layer], outer)?;
        if filler == Some(symbol) {
            return Ok(());
        }
        let piece = self.label(symbol);
        if self.piece_of(symbol).is_some_and(|piece| !piece.inner) {
            return Err(Fault::InnerPlain { place, piece });
        }
        Err(Fault::InnerElsewhere { place, piece })
    }

    /// The inner-filling piece that lies in a row, if one does.
    fn filler(&self, [layer, row]: [usize; 2], outer: &[u8]) -> Result<Option<u8>, Fault> {
        let mut filler = None;
        for &symbol in outer {
            if !self.piece_of(symbol).is_some_and(|piece| piece.inner) || filler == Some(symbol) {
                continue;
            }
            if let Some(first) = filler {
                return Err(Fault::InnerShared {
                    place: Place { layer: self.layer_name(layer), row: row + 1, part: Part::Inner },
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

    fn first_place(&self, mark: &Marked, cells: &[u8]) -> Place {
        self.place(cells.iter().position(|&symbol| symbol == mark.symbol).unwrap_or_default())
    }

    fn place(&self, position: usize) -> Place {
        let [layer, row, column] = self.frame.at(position);
        let is_inner = column == self.frame.size()[2];
        let part = if is_inner { Part::Inner } else { Part::Column(column + 1) };
        Place { layer: self.layer_name(layer), row: row + 1, part }
    }

    fn layer_name(&self, layer: usize) -> Option<usize> {
        (self.frame.size()[0] > 1).then_some(layer + 1)
    }
}

/// Whether pieces and board can be turned in their plane only.
pub fn is_plane(puzzle: &Puzzle) -> bool {
    let flat = |piece: &Piece| piece.cells.iter().all(|cell| cell[0] == 0);
    puzzle.board.size()[0] == 1 && puzzle.pieces.iter().all(flat)
}

#[cfg(test)]
mod tests;
