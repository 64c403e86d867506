//! Drawings: boards, pieces and positions as people type them.
//!
//! A drawing is one or more layers, lowest first, with an empty line between; a layer is rows of
//! characters. In the drawing of a piece every character but `.` and space is a cell. In that of
//! a board `.` is a cell that must be filled, `?` one that may stay empty, `#` or a space no cell,
//! and a symbol is a cell on which that piece lies already.

use super::model::{Place, Point, RESERVED};

/// What a character of a drawing stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A place of the board.
    Place(Place),
    /// A symbol.
    Symbol(u8),
}

/// A character that means nothing in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "row {row}, column {column} of the drawing: '{found}' means nothing here; use . for a cell, ? \
     for one that may stay empty, # or a space for none, and a piece's symbol where it lies already"
)]
pub(crate) struct BadMark {
    /// Rows of the drawing, empty lines not counted, from 1.
    pub row: usize,
    /// From 1.
    pub column: usize,
    /// The character.
    pub found: char,
}

/// The layers of a drawing, as rows of characters. Line ends of both kinds are understood; empty
/// lines at the ends do not count.
fn layers(text: &str) -> Vec<Vec<Vec<char>>> {
    let mut layers = vec![Vec::new()];
    for line in text.lines().map(str::trim_end) {
        match layers.last_mut() {
            Some(layer) if !line.is_empty() => layer.push(line.chars().collect()),
            Some(layer) if !layer.is_empty() => layers.push(Vec::new()),
            _ => {}
        }
    }
    if layers.last().is_some_and(Vec::is_empty) {
        layers.pop();
    }
    layers
}

/// The cells of a piece's drawing.
pub(crate) fn piece_cells(text: &str) -> Vec<Point> {
    let mut cells = Vec::new();
    for (l, layer) in layers(text).iter().enumerate() {
        for (r, row) in layer.iter().enumerate() {
            for (c, &symbol) in row.iter().enumerate() {
                if symbol != '.' && !symbol.is_whitespace() {
                    cells.push([l as i32, r as i32, c as i32]);
                }
            }
        }
    }
    cells
}

/// The marks of a board's drawing, layer by layer, row by row. Spaces at the end of a row are
/// left out.
///
/// # Errors
/// When a character means nothing.
pub(crate) fn board_marks(text: &str) -> Result<Vec<Vec<Vec<Mark>>>, BadMark> {
    let mut number = 0;
    let mut marks = Vec::new();
    for layer in layers(text) {
        let mut rows = Vec::new();
        for row in layer {
            number += 1;
            let mark = |(c, &found): (usize, &char)| match found {
                '.' => Ok(Mark::Place(Place::Cell)),
                '?' => Ok(Mark::Place(Place::MayStayEmpty)),
                '#' | ' ' => Ok(Mark::Place(Place::Hole)),
                _ if found.is_ascii_graphic() && !RESERVED.contains(&(found as u8)) => {
                    Ok(Mark::Symbol(found as u8))
                }
                _ => Err(BadMark { row: number, column: c + 1, found }),
            };
            rows.push(row.iter().enumerate().map(mark).collect::<Result<Vec<_>, _>>()?);
        }
        marks.push(rows);
    }
    Ok(marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_parted_by_an_empty_line() {
        assert_eq!(piece_cells("\nX.\nXX\n\n.X\n"), [[0, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 1]]);
    }

    #[test]
    fn a_character_that_means_nothing_is_named_with_its_place() {
        let error = board_marks("..\n.:").unwrap_err();
        assert_eq!(error, BadMark { row: 2, column: 2, found: ':' });
        assert!(board_marks("..\r\n.é").is_err());
    }
}
