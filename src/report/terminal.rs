//! Solutions on a terminal: the letter grid that the maker prints, each piece on a colour of its
//! own, the inner rings beside their rows.
//!
//! Colours are escape codes in the text; the stream that it goes to strips them where they are
//! not wanted. Without them the letters say the same.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Color, Style};

use crate::puzzle::Puzzle;

/// Backgrounds that carry black letters, bright ones first, for as many pieces as there are; the
/// 256-colour palette keeps them apart further than the 16 basic colours do.
const BACKGROUNDS: [u8; 16] =
    [203, 214, 226, 118, 48, 51, 75, 105, 171, 213, 181, 151, 144, 109, 252, 179];

/// The picture of a written line, indented by two spaces, every line ended.
pub fn picture(puzzle: &Puzzle, line: &str) -> String {
    let mut text = String::new();
    for (number, layer) in line.split("//").enumerate() {
        if number > 0 {
            text.push('\n');
        }
        for row in layer.split('/') {
            let (outer, inner) = row.split_once(':').unwrap_or((row, ""));
            text.push_str("  ");
            outer.chars().for_each(|symbol| push(&mut text, puzzle, symbol));
            if !inner.is_empty() {
                text.push_str("   inner ring ");
                inner.chars().for_each(|symbol| push(&mut text, puzzle, symbol));
            }
            text.push('\n');
        }
    }
    text
}

/// Adds a symbol in the colours of its piece.
fn push(text: &mut String, puzzle: &Puzzle, symbol: char) {
    let piece = puzzle.pieces.iter().position(|piece| piece.symbols.contains(&(symbol as u8)));
    match piece {
        Some(piece) => {
            let background = anstyle::Ansi256Color(BACKGROUNDS[piece % BACKGROUNDS.len()]);
            let style = Style::new()
                .fg_color(Some(Color::Ansi(AnsiColor::Black)))
                .bg_color(Some(Color::Ansi256(background)));
            let _ = write!(text, "{style}{symbol}{style:#}");
        }
        None => text.push(symbol),
    }
}
