//! The board of a puzzle and its regions as they are typed in a puzzle file.
//!
//! A board that is a box is measured, one that labels or colours draw is drawn by them, and any other has
//! a picture. Cost: linear in the places, for each region too.

use std::collections::HashMap;

use super::super::super::model::{AXES, Board, Label, Lattice, Place, Point, Puzzle, Region};
use super::picture::{HOLE, NO_CELL, Places, typed};
use super::toml_text::TomlText;

/// Writes the board, with the symbols of what lies on it already.
pub(super) fn write_board(text: &mut TomlText, puzzle: &Puzzle, lying: &HashMap<Point, char>) {
    let board = &puzzle.board;
    text.table("[board]");
    if board.lattice != Lattice::default() {
        text.word("lattice", board.lattice);
    }
    let drawn_by = DrawnBy::of(puzzle, lying);
    if drawn_by == DrawnBy::Measures {
        write_measures(text, board);
    }
    if board.wrap != [false; 3] {
        let axes = AXES.map(|axis| format!("{axis}s"));
        let closed = axes.iter().zip(board.wrap).filter(|(_, is_closed)| *is_closed);
        text.texts("wrap", closed.map(|(axis, _)| axis.as_str()));
    }
    if let Some(inner) = board.inner {
        text.word("inner", inner);
    }
    text.word("motions", board.motions);
    if let Some(rim) = board.rim {
        text.text("rim", &rim.symbol().to_string());
    }
    if drawn_by == DrawnBy::Picture {
        let mark = |point: Point, place| lying.get(&point).copied().unwrap_or(mark(place));
        text.drawing("picture", &drawing(board, mark));
    }
    if !puzzle.labels.is_empty() {
        text.drawing("labels", &grid(board, &puzzle.labels));
    }
    if !board.paints.is_empty() {
        let paints: HashMap<Point, char> =
            board.paints.iter().map(|&(point, paint)| (point, paint.symbol())).collect();
        let mark = |point: Point, place| paints.get(&point).copied().unwrap_or(mark(place));
        text.drawing("colours", &drawing(board, mark));
    }
}

/// By what a file says where the board has cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawnBy {
    Measures,
    Picture,
    /// The labels, or where there are none the colours.
    Words,
}

impl DrawnBy {
    fn of(puzzle: &Puzzle, lying: &HashMap<Point, char>) -> Self {
        let board = &puzzle.board;
        let must_be_filled = |point: Point| board.place(point) == Place::Cell;
        // A cell with a label or a colour is one that must be filled, unless a picture says otherwise.
        let is_drawn = if puzzle.labels.is_empty() {
            !board.paints.is_empty() && board.paints.iter().all(|&(point, _)| must_be_filled(point))
        } else {
            puzzle.labels.iter().all(|label| must_be_filled(label.cell))
        };
        if !lying.is_empty() {
            Self::Picture
        } else if is_drawn {
            Self::Words
        } else if board.lattice != Lattice::FaceCentred
            && board.drawing == Board::of_size(board.size()).drawing
        {
            Self::Measures
        } else {
            Self::Picture
        }
    }
}

fn write_measures(text: &mut TomlText, board: &Board) {
    let [layers, rows, columns] = board.size();
    let has_layers = match board.lattice {
        Lattice::Square => false,
        Lattice::Cubic | Lattice::FaceCentred => true,
        Lattice::Hexagonal | Lattice::Triangular => layers > 1,
    };
    if has_layers {
        text.value("layers", &layers.to_string());
    }
    text.value("rows", &rows.to_string());
    text.value("columns", &columns.to_string());
}

/// What stands for a place in a drawing.
fn mark(place: Place) -> char {
    match place {
        Place::Cell => '.',
        Place::MayStayEmpty => '?',
        Place::Hole => HOLE,
    }
}

/// The board drawn, with a character for each place.
fn drawing(board: &Board, mark: impl Fn(Point, Place) -> char) -> String {
    typed(board.lattice, &places(board, mark), HOLE)
}

fn places(board: &Board, mark: impl Fn(Point, Place) -> char) -> Places {
    let row = |l: usize, r: usize, row: &Vec<Place>| {
        let point = |c: usize| [l, r, c].map(|value| value as i32);
        row.iter().enumerate().map(|(c, &place)| mark(point(c), place)).collect()
    };
    let layer = |(l, layer): (usize, &Vec<Vec<Place>>)| {
        layer.iter().enumerate().map(|(r, places)| row(l, r, places)).collect()
    };
    board.drawing.iter().enumerate().map(layer).collect()
}

/// The labels, a word for each place, below one another.
fn grid(board: &Board, labels: &[Label]) -> String {
    let labels: HashMap<Point, &str> =
        labels.iter().map(|label| (label.cell, label.text.as_str())).collect();
    let word = |l: usize, r: usize, c: usize, place: Place| {
        let label = labels.get(&[l, r, c].map(|value| value as i32));
        label.map_or_else(|| mark(place).to_string(), |label| (*label).to_owned())
    };
    let [_, _, columns] = board.size();
    let mut widths = vec![1; columns];
    for (cell, label) in &labels {
        if let Some(width) = widths.get_mut(cell[2] as usize) {
            *width = (*width).max(label.chars().count());
        }
    }
    let row = |l: usize, r: usize, row: &Vec<Place>| {
        let words = row.iter().enumerate().map(|(c, &place)| {
            let (word, width) = (word(l, r, c, place), widths[c]);
            format!("{word:width$}")
        });
        words.collect::<Vec<String>>().join(" ").trim_end().to_owned()
    };
    let layer = |(l, layer): (usize, &Vec<Vec<Place>>)| {
        let rows = layer.iter().enumerate().map(|(r, places)| row(l, r, places));
        rows.collect::<Vec<String>>().join("\n")
    };
    board.drawing.iter().enumerate().map(layer).collect::<Vec<String>>().join("\n\n")
}

/// Writes the regions.
pub(super) fn write_regions(text: &mut TomlText, puzzle: &Puzzle) {
    for region in &puzzle.regions {
        text.table("[[region]]");
        text.text("name", &region.name);
        match listed(&puzzle.labels, region) {
            Some(labels) => text.text("labels", &labels),
            None => text.drawing("picture", &region_drawing(&puzzle.board, region)),
        }
        if let Some(free) = region.free {
            text.value("free", &free.to_string());
        }
    }
}

/// The labels of the cells of a region, if all have one; of three or more in a row the first and the last.
fn listed(labels: &[Label], region: &Region) -> Option<String> {
    let numbers: HashMap<Point, usize> =
        labels.iter().enumerate().map(|(number, label)| (label.cell, number)).collect();
    let cells = region.cells.iter().map(|cell| numbers.get(cell).copied());
    let cells = cells.collect::<Option<Vec<usize>>>()?;
    let mut words: Vec<String> = Vec::new();
    for run in cells.chunk_by(|a, b| a + 1 == *b) {
        let texts: Vec<&str> = run.iter().map(|&number| labels[number].text.as_str()).collect();
        match texts.as_slice() {
            // A dot beside the two in between would be taken for one of them.
            [first, _, .., last] if !first.ends_with('.') && !last.starts_with('.') => {
                words.push(format!("{first}..{last}"));
            }
            _ => words.extend(texts.iter().map(|&text| text.to_owned())),
        }
    }
    Some(words.join(" "))
}

/// A region drawn over the board; of any lattice row by row, without spaces.
fn region_drawing(board: &Board, region: &Region) -> String {
    let is_in = |point: Point| region.cells.binary_search(&point).is_ok();
    let mark = |point: Point, _| if is_in(point) { 'x' } else { NO_CELL };
    typed(Lattice::Square, &places(board, mark), NO_CELL)
}
