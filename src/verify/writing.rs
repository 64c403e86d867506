//! How a picture is written, and how people type it.
//!
//! Rows are joined by `/`, layers by `//`. A hole is `#`, except that holes at the end of a row
//! are left out; a cell that stays empty is `.`; a row with an inner cell ends with `:` and the
//! symbol there. A starting position is written in the same way, with `?` for a cell that stays
//! free, `.` for every other cell on which nothing lies, and without inner cells. Where pieces have
//! coloured edges, `::` and the colour of each edge follow, `.` for none; not in a starting position.

use super::frame::Row;
use super::picture::{EMPTY, Rules};
use super::placements::Start;
use super::violation::{Location, Quantity, RowPart, Violation};
use crate::puzzle::model;

/// What stands between the cells and the colours of edges.
const EDGES: &[u8] = b"::";

/// What is written where the board has no cell.
const HOLE: u8 = b'#';

/// What a starting position has for a cell that stays free.
const FREE: u8 = b'?';

/// An inner cell that is left to be derived.
const UNSAID: u8 = 0;

/// Which kind of text is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A written line, to the letter.
    Written,
    /// As people type it: inner cells may be left out.
    Typed,
    /// A written starting position: any cell may be empty, and inner cells are not shown.
    Start,
}

impl Rules {
    /// Reads a written line, to the letter.
    ///
    /// # Errors
    /// Where the line does not fit the board or names what is no piece.
    pub fn parse(&self, line: &[u8]) -> Result<Vec<u8>, Violation> {
        self.parse_line(line, Kind::Written)
    }

    /// Reads a written starting position.
    ///
    /// # Errors
    /// Where the line does not fit the board or names what is no piece.
    pub fn parse_start(&self, line: &[u8]) -> Result<Vec<Start>, Violation> {
        let cells = self.parse_line(line, Kind::Start)?;
        let mut starts: Vec<Start> = Vec::new();
        let mut found: Vec<(u8, Vec<usize>)> = Vec::new();
        for position in self.frame.outer().filter(|&position| cells[position] == FREE) {
            let free = self.regions.free_at(position);
            starts.extend(free.map(|p| Start::new(&self.frame, &self.pieces, p, vec![position])));
        }
        for position in self.frame.outer().filter(|&position| cells[position] != EMPTY) {
            match found.iter_mut().find(|(symbol, _)| *symbol == cells[position]) {
                Some((_, positions)) => positions.push(position),
                None => found.push((cells[position], vec![position])),
            }
        }
        let start = |(symbol, positions): (u8, Vec<usize>)| {
            let piece = self.owner[usize::from(symbol)]?;
            Some(Start::new(&self.frame, &self.pieces, piece, positions))
        };
        starts.extend(found.into_iter().filter_map(start));
        starts.sort_unstable();
        Ok(starts)
    }

    /// Reads a picture as a person types it, and derives the inner cells that are not given.
    ///
    /// Holes may be `#`, spaces, or left out at the end of a row. Rows without cells may be left
    /// out. Leading spaces count only where the board has holes at the beginning of a row. Of hexagons,
    /// which are typed with spaces between them, spaces and holes carry nothing at all.
    ///
    /// # Errors
    /// Where the text does not fit the board, names what is no piece, or where an inner cell is
    /// filled by no piece or by two.
    pub fn parse_typed(&self, text: &str) -> Result<Vec<u8>, Violation> {
        let (cells, edges) = self.split_edges(text.as_bytes())?;
        let mut cells = self.parse_typed_cells(&String::from_utf8_lossy(cells))?;
        cells.extend_from_slice(edges.trim_ascii());
        self.check_edge_count(edges.trim_ascii())?;
        Ok(cells)
    }

    /// What is said of the cells, and what of the edges, if they have colours.
    fn split_edges<'a>(&self, text: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), Violation> {
        if self.edges.is_none() {
            return Ok((text, &[]));
        }
        let expected = Quantity(self.edge_count(), "edge");
        let at = text.windows(EDGES.len()).position(|window| window == EDGES);
        let at = at.ok_or(Violation::NoEdges { expected })?;
        Ok((&text[..at], &text[at + EDGES.len()..]))
    }

    fn check_edge_count(&self, edges: &[u8]) -> Result<(), Violation> {
        if edges.len() == self.edge_count() {
            return Ok(());
        }
        let (found, expected) =
            (Quantity(edges.len(), "edge"), Quantity(self.edge_count(), "edge"));
        Err(Violation::EdgeCount { found, expected })
    }

    fn parse_typed_cells(&self, text: &str) -> Result<Vec<u8>, Violation> {
        let begins_with_hole = |row: &Row| row.places.first() == Some(&model::Place::Hole);
        let spaces_count = self.frame.rows().iter().any(begins_with_hole);
        let trim = |row| if spaces_count { str::trim_end(row) } else { str::trim(row) };
        let typed: Vec<&str> = text
            .split(['\n', '/'])
            .map(trim)
            .filter(|row| !row.bytes().all(|byte| byte == b' ' || byte == HOLE))
            .collect();
        let rows: Vec<&Row> = self.frame.rows().iter().filter(|row| !row.is_blank()).collect();
        if typed.is_empty() {
            return Err(Violation::Empty);
        }
        if typed.len() != rows.len() {
            return Err(Violation::Rows {
                layer: None,
                found: Quantity(typed.len(), "row"),
                expected: Quantity(rows.len(), "row"),
            });
        }
        let mut cells = Vec::with_capacity(self.frame.positions());
        for row in self.frame.rows() {
            let index = rows.iter().position(|other| std::ptr::eq(*other, row));
            match index {
                Some(index) => {
                    let text = match self.frame.lattice() {
                        model::Lattice::Hexagonal => cells_in_turn(row, typed[index].as_bytes()),
                        _ => holes_shown(row, typed[index].as_bytes()),
                    };
                    self.parse_row(row, &text, Kind::Typed, &mut cells)?;
                }
                None if self.frame.has_inner() => cells.push(UNSAID),
                None => {}
            }
        }
        for row in self.frame.rows() {
            if cells.get(row.end) == Some(&UNSAID) {
                let filler = self.filler(row, &cells[row.start..row.end])?;
                cells[row.end] = filler
                    .ok_or_else(|| Violation::InnerUnfilled { at: self.location(row.end) })?;
            }
        }
        Ok(cells)
    }

    /// Writes a picture as a line.
    pub fn write(&self, cells: &[u8]) -> Vec<u8> {
        let mut line = self.write_with(cells, self.frame.has_inner());
        if self.edges.is_some() {
            line.extend_from_slice(EDGES);
            line.extend_from_slice(&cells[self.frame.positions()..]);
        }
        line
    }

    /// Writes the starting position as a line, copies named in reading order.
    pub fn write_start(&self) -> Vec<u8> {
        let mut cells = vec![EMPTY; self.frame.positions()];
        let mut starts: Vec<&Start> = self.starts.iter().collect();
        starts.sort_by_key(|start| start.positions.first());
        let mut used = vec![0; self.pieces.len()];
        for start in starts {
            let piece = &self.pieces[start.piece];
            let symbols = if piece.stays_free { &[FREE][..] } else { &piece.symbols };
            for &position in &start.positions {
                cells[position] = symbols[used[start.piece] % symbols.len()];
            }
            used[start.piece] += 1;
        }
        self.write_with(&cells, false)
    }

    fn write_with(&self, cells: &[u8], with_inner: bool) -> Vec<u8> {
        let mut line = Vec::with_capacity(self.line_length());
        let mut rows = self.frame.rows().iter();
        for (layer, &count) in self.frame.layers().iter().enumerate() {
            if layer > 0 {
                line.extend_from_slice(b"//");
            }
            for (number, row) in rows.by_ref().take(count).enumerate() {
                if number > 0 {
                    line.push(b'/');
                }
                let mut next = row.start;
                for &place in &row.places {
                    if place == model::Place::Hole {
                        line.push(HOLE);
                    } else {
                        line.push(cells[next]);
                        next += 1;
                    }
                }
                if with_inner {
                    line.extend_from_slice(&[b':', cells[row.end]]);
                }
            }
        }
        line
    }

    /// The length of every written line of this puzzle.
    pub fn line_length(&self) -> usize {
        let inner = if self.frame.has_inner() { 2 } else { 0 };
        let rows: usize = self.frame.rows().iter().map(|row| row.places.len() + inner).sum();
        let joints: usize = self.frame.layers().iter().map(|&rows| rows.saturating_sub(1)).sum();
        let edges = self.edges.as_ref().map_or(0, |edges| EDGES.len() + edges.count());
        rows + joints + 2 * (self.frame.layers().len() - 1) + edges
    }

    /// Whether the first thing that is written is a hole.
    pub fn begins_with_hole(&self) -> bool {
        let places = self.frame.rows().first().and_then(|row| row.places.first());
        places == Some(&model::Place::Hole)
    }

    fn parse_line(&self, line: &[u8], kind: Kind) -> Result<Vec<u8>, Violation> {
        if line.is_empty() {
            return Err(Violation::Empty);
        }
        let (line, edges) = match kind {
            Kind::Start => (line, &[][..]),
            Kind::Written | Kind::Typed => self.split_edges(line)?,
        };
        let parts: Vec<&[u8]> = line.split(|&byte| byte == b'/').collect();
        let mut cells = Vec::with_capacity(self.frame.positions());
        for (row, text) in self.rows_of(&parts)? {
            self.parse_row(row, text, kind, &mut cells)?;
        }
        if kind != Kind::Start {
            self.check_edge_count(edges)?;
        }
        cells.extend_from_slice(edges);
        Ok(cells)
    }

    /// The rows of the board, each with its part of the line.
    fn rows_of<'a>(&'a self, parts: &[&'a [u8]]) -> Result<Vec<(&'a Row, &'a [u8])>, Violation> {
        // Between layers the line is split twice, which leaves a part without a symbol.
        let mut expected: Vec<Option<&Row>> = Vec::new();
        let mut rows = self.frame.rows().iter();
        for (layer, &count) in self.frame.layers().iter().enumerate() {
            if layer > 0 {
                expected.push(None);
            }
            expected.extend(rows.by_ref().take(count).map(Some));
            if count == 0 {
                expected.push(None);
            }
        }
        let layers = self.frame.layers();
        let is_blank = |row: Option<&Row>| row.is_none_or(Row::is_blank);
        let fits = parts.len() == expected.len()
            && (layers.len() == 1
                || parts
                    .iter()
                    .zip(&expected)
                    .all(|(part, row)| part.is_empty() == is_blank(*row)));
        if fits {
            let rows = expected.into_iter().zip(parts);
            return Ok(rows.filter_map(|(row, part)| Some((row?, *part))).collect());
        }
        // An empty part is what stands between two layers, but only where there are layers.
        let mut found = vec![0];
        for part in parts {
            match found.last_mut() {
                _ if part.is_empty() && layers.len() > 1 => found.push(0),
                Some(rows) => *rows += 1,
                None => {}
            }
        }
        if found.len() != layers.len() {
            return Err(Violation::Layers {
                found: Quantity(found.len(), "layer"),
                expected: Quantity(layers.len(), "layer"),
            });
        }
        let wrong = (0..layers.len()).find(|&layer| found[layer] != layers[layer]);
        let layer = wrong.unwrap_or_default();
        Err(Violation::Rows {
            layer: self.layer_name(layer),
            found: Quantity(found[layer], "row"),
            expected: Quantity(layers[layer], "row"),
        })
    }

    fn parse_row(
        &self,
        row: &Row,
        text: &[u8],
        kind: Kind,
        cells: &mut Vec<u8>,
    ) -> Result<(), Violation> {
        let at = |part| Location { layer: self.layer_name(row.layer), row: row.number + 1, part };
        let known = |symbol: u8, may_be_empty: bool, part, from: &[u8]| {
            match self.owner[usize::from(symbol)] {
                Some(_) => Ok(symbol),
                None if symbol == EMPTY && may_be_empty => Ok(symbol),
                None if symbol == EMPTY => Err(Violation::EmptyCell { at: at(part) }),
                None => {
                    // Decoded from here on, a letter beyond ASCII is shown as it was typed.
                    let symbol = String::from_utf8_lossy(from).chars().next().unwrap_or_default();
                    Err(Violation::UnknownSymbol { at: at(part), symbol })
                }
            }
        };
        // Beyond ASCII a byte is no column, so that the count below would mislead.
        if let Some(foreign) = text.iter().position(|byte| !byte.is_ascii()) {
            known(text[foreign], false, RowPart::Column(foreign + 1), &text[foreign..])?;
        }
        let colon = text.iter().position(|&byte| byte == b':');
        if colon.is_some() && !self.frame.has_inner() {
            return Err(Violation::StrayInner { at: at(RowPart::Whole) });
        }
        let (outer, inner) = text.split_at(colon.unwrap_or(text.len()));
        if outer.len() != row.places.len() {
            return Err(Violation::Columns {
                at: at(RowPart::Whole),
                found: Quantity(outer.len(), "column"),
                expected: Quantity(row.places.len(), "column"),
            });
        }
        for (column, (&symbol, &there)) in outer.iter().zip(&row.places).enumerate() {
            let part = RowPart::Column(column + 1);
            if there == model::Place::Hole {
                if symbol != HOLE {
                    return Err(Violation::NoCell { at: at(part), symbol: char::from(symbol) });
                }
                continue;
            }
            let is_free = self.regions.free_at(cells.len()).is_some();
            if kind == Kind::Start && is_free && symbol == FREE {
                cells.push(FREE);
                continue;
            }
            let may_be_empty =
                there == model::Place::MayStayEmpty || kind == Kind::Start || is_free;
            cells.push(known(symbol, may_be_empty, part, &outer[column..])?);
        }
        match inner {
            _ if !self.frame.has_inner() => {}
            [] if kind == Kind::Start => cells.push(EMPTY),
            [] if kind == Kind::Typed => cells.push(UNSAID),
            &[_, symbol] if kind != Kind::Start => {
                cells.push(known(symbol, false, RowPart::Inner, &[symbol])?);
            }
            _ if kind == Kind::Start => {
                return Err(Violation::InnerAtStart { at: at(RowPart::Whole) });
            }
            _ => return Err(Violation::InnerSymbol { at: at(RowPart::Whole) }),
        }
        Ok(())
    }
}

/// A typed row of hexagons as it is written: its symbols in turn on the cells of the row. Those that
/// are too many stand at the end.
fn cells_in_turn(row: &Row, text: &[u8]) -> Vec<u8> {
    let mut symbols = text.iter().copied().filter(|symbol| !b" #".contains(symbol));
    let mut shown = Vec::new();
    for place in &row.places {
        let is_hole = *place == model::Place::Hole;
        shown.extend(if is_hole { Some(HOLE) } else { symbols.next() });
    }
    shown.extend(symbols);
    shown
}

/// A typed row with its holes as they are written.
fn holes_shown(row: &Row, text: &[u8]) -> Vec<u8> {
    let colon = text.iter().position(|&byte| byte == b':').unwrap_or(text.len());
    let (outer, inner) = text.split_at(colon);
    let mut shown = outer.to_vec();
    for (symbol, place) in shown.iter_mut().zip(&row.places) {
        if *symbol == b' ' && *place == model::Place::Hole {
            *symbol = HOLE;
        }
    }
    while shown.len() > row.places.len() && matches!(shown.last(), Some(&(b' ' | HOLE))) {
        shown.pop();
    }
    shown.extend_from_slice(inner);
    shown
}

#[cfg(test)]
mod tests;
