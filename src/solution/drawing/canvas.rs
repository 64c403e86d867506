//! Lines of text in the colours of pieces: escape codes of terminals, where they are wanted.

use crate::puzzle::Puzzle;

use super::ansi;
use super::palette::{self, Colour};

/// Which colours a picture has.
pub(super) struct Colouring<'a> {
    pub puzzle: &'a Puzzle,
    pub coloured: bool,
}

impl Colouring<'_> {
    /// The colour of the piece that has this symbol, if there is one.
    fn of(&self, symbol: Option<u8>) -> Option<Colour> {
        let symbol = symbol.filter(|_| self.coloured);
        symbol.and_then(|symbol| self.puzzle.piece_with(symbol)).map(palette::of_piece)
    }
}

/// A line of text in the colours of pieces.
pub(super) struct Canvas<'a> {
    colouring: &'a Colouring<'a>,
    text: String,
    /// The number of characters, escape codes left out.
    len: usize,
    /// The symbol in whose colour the last characters are, and whether it has one.
    symbol: Option<u8>,
    is_coloured: bool,
}

impl<'a> Canvas<'a> {
    pub fn new(colouring: &'a Colouring<'a>) -> Self {
        Self { colouring, text: String::new(), len: 0, symbol: None, is_coloured: false }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a character in the colours of the piece that has this symbol.
    pub fn put(&mut self, letter: char, symbol: Option<u8>) {
        if symbol != self.symbol {
            self.reset();
            let colour = self.colouring.of(symbol);
            self.text.extend(colour.map(ansi::begin));
            (self.symbol, self.is_coloured) = (symbol, colour.is_some());
        }
        self.text.push(letter);
        self.len += 1;
    }

    /// Adds text without colour.
    pub fn plain(&mut self, text: &str) {
        text.chars().for_each(|letter| self.put(letter, None));
    }

    /// Ends the colour of the last characters.
    fn reset(&mut self) {
        if self.is_coloured {
            self.text.push_str(ansi::RESET);
        }
    }

    pub fn finish(mut self) -> String {
        self.reset();
        self.text
    }
}
