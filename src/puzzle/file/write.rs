//! A puzzle as a puzzle file, typed as a person would: drawings where they say it, and nothing that goes
//! without saying.
//!
//! What is written is read back and compared, so that a file never says something else than its puzzle.
//! All can be written that comes from a file, ours or one of BurrTools, but not every position that is
//! laid on a puzzle afterwards. Comments are lost, and so is what members of a family share. Cost: that of
//! reading the text, and of compiling the puzzle where pieces lie on the board already.

mod board;
mod picture;
mod piece;
mod toml_text;

use std::collections::HashMap;

use super::super::given::given_text;
use super::super::model::{Place, Point, Puzzle};
use super::{FileError, parse_toml};
use board::{write_board, write_regions};
use piece::write_pieces;
use toml_text::TomlText;

/// Why a puzzle cannot be a puzzle file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub(crate) enum NotWritten {
    #[error("no puzzle file can say that {cell} stays free from the start")]
    StaysFree { cell: String },
    #[error(
        "piece {piece} lies on a cell that may stay empty; in a puzzle file pieces lie only on cells that \
         must be filled"
    )]
    MayStayEmpty { piece: String },
    #[error("more copies of piece {piece} lie on the board than have symbols to be drawn with")]
    Symbols { piece: String },
    #[error("its puzzle file could not be read: {0}")]
    Unread(Box<FileError>),
    #[error("its puzzle file would say something else")]
    Otherwise,
}

/// Writes a puzzle as a puzzle file.
///
/// # Errors
/// When a puzzle file cannot say it.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, NotWritten> {
    let text = text_of(puzzle, &lying(puzzle)?);
    let family = parse_toml(&text).map_err(|error| NotWritten::Unread(Box::new(error)))?;
    match family.members.as_slice() {
        [read] if in_order(read) == in_order(puzzle) => Ok(text),
        _ => Err(NotWritten::Otherwise),
    }
}

/// The puzzle with the pieces that lie on the board in the order in which they are met there, which is
/// that of a file.
fn in_order(puzzle: &Puzzle) -> Puzzle {
    let mut puzzle = puzzle.clone();
    puzzle.given.sort_by(|a, b| a.cells.cmp(&b.cells));
    puzzle
}

/// The symbols of the pieces that lie on the board already, each copy with one of its own.
fn lying(puzzle: &Puzzle) -> Result<HashMap<Point, char>, NotWritten> {
    let (mut symbols, mut copies) = (HashMap::new(), vec![0; puzzle.pieces.len()]);
    for given in &puzzle.given {
        let piece = &puzzle.pieces[given.piece];
        let name = || piece.name.clone();
        if piece.stays_free {
            return Err(NotWritten::StaysFree { cell: given_text(puzzle, given) });
        }
        // A symbol says that its cell must be filled.
        if given.cells.iter().any(|&cell| puzzle.board.place(cell) == Place::MayStayEmpty) {
            return Err(NotWritten::MayStayEmpty { piece: name() });
        }
        let symbol = piece.symbols.get(copies[given.piece]);
        let symbol = symbol.ok_or_else(|| NotWritten::Symbols { piece: name() })?;
        copies[given.piece] += 1;
        symbols.extend(given.cells.iter().map(|&cell| (cell, char::from(*symbol))));
    }
    Ok(symbols)
}

/// The text of the file.
fn text_of(puzzle: &Puzzle, lying: &HashMap<Point, char>) -> String {
    let mut text = TomlText::default();
    text.text("name", &puzzle.name);
    if puzzle.title != puzzle.name {
        text.text("title", &puzzle.title);
    }
    if !puzzle.about.is_empty() {
        text.prose("about", &puzzle.about);
    }
    if !puzzle.anchors.is_empty() {
        text.texts("anchors", puzzle.anchors.iter().map(String::as_str));
    }
    write_board(&mut text, puzzle, lying);
    if let Some(tray) = puzzle.tray {
        text.table("[tray]");
        text.word("layer", tray.layer);
        text.value("at-least", &tray.at_least.to_string());
    }
    if let Some(known) = &puzzle.known {
        text.table("[known]");
        text.value("distinct", &known.distinct.to_string());
        text.value("total", &known.total.to_string());
        text.text("source", &known.source);
    }
    write_regions(&mut text, puzzle);
    write_pieces(&mut text, puzzle);
    text.into_string()
}

#[cfg(test)]
mod tests;
