//! Drawings: boards, pieces and positions as people type them.
//!
//! A drawing is one or more layers, lowest first, with an empty line between; a layer is rows of
//! characters. In the drawing of a piece every character but `.` and space is a cell. In that of
//! a board `.` is a cell that must be filled, `?` one that may stay empty, `#` or a space no cell,
//! and a symbol is a cell on which that piece lies already. Hexagons are typed with spaces between
//! them (see [`super::honeycomb`]).

use super::honeycomb;
use super::mark::{BadMark, Mark, MarkProblem};
use super::model::{Lattice, Place, Point, RESERVED};

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

/// The cells of a piece's drawing, on any lattice but that of hexagons.
pub(crate) fn piece_cells(text: &str) -> Vec<Point> {
    cells(&layers(text))
}

/// The cells of a piece's drawing on a lattice.
///
/// # Errors
/// When a character stands between two hexagons.
pub(crate) fn piece_cells_on(lattice: Lattice, text: &str) -> Result<Vec<Point>, BadMark> {
    let layers = layers(text);
    Ok(match lattice {
        Lattice::Hexagonal => cells(&honeycomb::rows_of_cells(&layers)?),
        _ => cells(&layers),
    })
}

fn cells(layers: &[Vec<Vec<char>>]) -> Vec<Point> {
    let mut cells = Vec::new();
    for (l, layer) in layers.iter().enumerate() {
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

/// The marks of a board's drawing on a lattice, layer by layer, row by row. Spaces at the end of a
/// row are left out.
///
/// # Errors
/// When a character means nothing, or stands between two hexagons.
pub(crate) fn board_marks(lattice: Lattice, text: &str) -> Result<Vec<Vec<Vec<Mark>>>, BadMark> {
    let mut layers = layers(text);
    for (number, row) in layers.iter().flatten().enumerate() {
        if let Some((c, &found)) = row.iter().enumerate().find(|(_, found)| mark(**found).is_none())
        {
            let problem = MarkProblem::Meaningless;
            return Err(BadMark { row: number + 1, column: c + 1, found, problem });
        }
    }
    if lattice == Lattice::Hexagonal {
        layers = honeycomb::rows_of_cells(&layers)?;
    }
    let row = |row: &Vec<char>| row.iter().filter_map(|&found| mark(found)).collect();
    Ok(layers.iter().map(|layer| layer.iter().map(row).collect()).collect())
}

/// What a character of a board's drawing stands for, if it means anything.
fn mark(found: char) -> Option<Mark> {
    match found {
        '.' => Some(Mark::Place(Place::Cell)),
        '?' => Some(Mark::Place(Place::MayStayEmpty)),
        '#' | ' ' => Some(Mark::Place(Place::Hole)),
        _ => (found.is_ascii_graphic() && !RESERVED.contains(&(found as u8)))
            .then_some(Mark::Symbol(found as u8)),
    }
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
        let error = board_marks(Lattice::Square, "..\n.:").unwrap_err();
        let problem = MarkProblem::Meaningless;
        assert_eq!(error, BadMark { row: 2, column: 2, found: ':', problem });
        assert!(board_marks(Lattice::Square, "..\r\n.é").is_err());
    }
}
