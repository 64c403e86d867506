//! Drawings: boards, pieces and positions as people type them.
//!
//! A drawing is one or more layers, lowest first, with an empty line between; a layer is rows of
//! characters. In the drawing of a piece every character but `.` and space is a cell. In that of
//! a board `.` is a cell that must be filled, `?` one that may stay empty, `#` or a space no cell,
//! and a symbol is a cell on which that piece lies already. In a drawing of colours every other
//! character is the colour of its cell, and `*` a cell without one. Hexagons are typed with spaces between
//! them (see [`super::honeycomb`]).

use super::honeycomb;
use super::mark::{BadMark, Mark, MarkProblem};
use super::model::{Lattice, Place, Point, RESERVED};
use super::paint::Paint;

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
    marked_cells(layers).map(|(cell, _)| cell).collect()
}

/// The cells of a piece's drawing, each with its character.
fn marked_cells(layers: &[Vec<Vec<char>>]) -> impl Iterator<Item = (Point, char)> {
    let rows = layers.iter().enumerate().flat_map(|(l, layer)| {
        layer.iter().enumerate().map(move |(r, row)| (l as i32, r as i32, row))
    });
    rows.flat_map(|(l, r, row)| {
        let cells =
            row.iter().enumerate().filter(|(_, found)| **found != '.' && !found.is_whitespace());
        cells.map(move |(c, &found)| ([l, r, c as i32], found))
    })
}

/// The layers of a drawing of colours on a lattice, after a look at each character: one that is
/// neither a colour nor one of these marks is wrong.
fn paint_layers(lattice: Lattice, text: &str, marks: &str) -> Result<Vec<Vec<Vec<char>>>, BadMark> {
    let layers = layers(text);
    for (number, row) in layers.iter().flatten().enumerate() {
        let is_wrong = |&found: &char| !marks.contains(found) && Paint::of(found).is_none();
        if let Some(c) = row.iter().position(is_wrong) {
            let problem = MarkProblem::NoColour;
            return Err(BadMark { row: number + 1, column: c + 1, found: row[c], problem });
        }
    }
    if lattice == Lattice::Hexagonal { honeycomb::rows_of_cells(&layers) } else { Ok(layers) }
}

/// The cells of a piece and their colours, from the drawing of its colours on a lattice.
///
/// # Errors
/// When a character is no colour, or stands between two hexagons.
pub(crate) fn painted_cells_on(
    lattice: Lattice,
    text: &str,
) -> Result<Vec<(Point, Option<Paint>)>, BadMark> {
    let layers = paint_layers(lattice, text, ". *")?;
    Ok(marked_cells(&layers).map(|(cell, found)| (cell, Paint::of(found))).collect())
}

/// The places of a board and the colours of its cells, from the drawing of its colours on a lattice.
#[derive(Clone, Debug)]
pub(crate) struct PaintedBoard {
    /// The places.
    pub drawing: Vec<Vec<Vec<Place>>>,
    /// The cells that have a colour, in reading order.
    pub paints: Vec<(Point, Paint)>,
}

/// The board that a drawing of its colours shows.
///
/// # Errors
/// When a character is no colour, or stands between two hexagons.
pub(crate) fn painted_board(lattice: Lattice, text: &str) -> Result<PaintedBoard, BadMark> {
    let layers = paint_layers(lattice, text, ".?# *")?;
    let place = |found: &char| match found {
        '?' => Place::MayStayEmpty,
        '#' | ' ' => Place::Hole,
        _ => Place::Cell,
    };
    let row = |row: &Vec<char>| row.iter().map(place).collect();
    let drawing = layers.iter().map(|layer| layer.iter().map(row).collect()).collect();
    let painted = marked_cells(&layers).filter_map(|(cell, found)| Some((cell, Paint::of(found)?)));
    Ok(PaintedBoard { drawing, paints: painted.collect() })
}

impl PaintedBoard {
    /// The first point where this has a cell and another drawing of the board has none, or the other
    /// way round.
    pub fn first_difference(&self, drawing: &[Vec<Vec<Place>>]) -> Option<Point> {
        let cells = |drawing: &[Vec<Vec<Place>>]| {
            let mut cells = Vec::new();
            for (l, layer) in drawing.iter().enumerate() {
                for (r, row) in layer.iter().enumerate() {
                    let here = row.iter().enumerate().filter(|(_, place)| **place != Place::Hole);
                    cells.extend(here.map(|(c, _)| [l as i32, r as i32, c as i32]));
                }
            }
            cells
        };
        let (mine, others) = (cells(&self.drawing), cells(drawing));
        let lacks = |of: &Vec<Point>, cell: &Point| of.binary_search(cell).is_err();
        let only_mine = mine.iter().find(|cell| lacks(&others, cell));
        let only_theirs = others.iter().find(|cell| lacks(&mine, cell));
        only_mine.into_iter().chain(only_theirs).min().copied()
    }
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
    fn a_drawing_of_colours_shows_cells_and_what_they_are_painted_with() {
        let paint = |c| Paint::of(c).unwrap();
        let cells = painted_cells_on(Lattice::Square, "w.\n*b").unwrap();
        let expected =
            [([0, 0, 0], Some(paint('w'))), ([0, 1, 0], None), ([0, 1, 1], Some(paint('b')))];
        assert_eq!(cells, expected);
        let board = painted_board(Lattice::Square, "w.#\n?b*").unwrap();
        assert_eq!(board.paints, [([0, 0, 0], paint('w')), ([0, 1, 1], paint('b'))]);
        let drawing = board_marks(Lattice::Square, "..\n?..").unwrap();
        assert_eq!(board.drawing[0][1][0], Place::MayStayEmpty);
        assert_eq!(drawing[0].len(), board.drawing[0].len());
        assert_eq!(board.first_difference(&board.drawing), None);
        let other = painted_board(Lattice::Square, "..\n?.").unwrap();
        assert_eq!(board.first_difference(&other.drawing), Some([0, 1, 2]));
        assert_eq!(other.first_difference(&board.drawing), Some([0, 1, 2]));
        let error = painted_cells_on(Lattice::Square, "w?").unwrap_err();
        assert_eq!((error.row, error.column, error.found), (1, 2, '?'));
    }

    #[test]
    fn a_character_that_means_nothing_is_named_with_its_place() {
        let error = board_marks(Lattice::Square, "..\n.:").unwrap_err();
        let problem = MarkProblem::Meaningless;
        assert_eq!(error, BadMark { row: 2, column: 2, found: ':', problem });
        assert!(board_marks(Lattice::Square, "..\r\n.é").is_err());
    }
}
