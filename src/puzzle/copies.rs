//! How many copies of a piece are used, and which symbols they get.
//!
//! A piece has one symbol for each copy in solutions. What a description does not name is taken from
//! the printable characters that are free: in the order of [`SUPPLY`], the pieces taking turns in the
//! order of their first symbols, so that nothing depends on the order in which pieces are described.
//! Counting needs no symbols: where there are more copies than characters, some have none, and only
//! writing a solution is refused. Cost: a look-up for each copy.

use std::ops::{Bound, RangeBounds};

use super::model::{Board, CopyRange, MAX_CELLS, Piece, Puzzle, RESERVED, Tray};

/// Why that is no number of copies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub(crate) enum BadCopies {
    #[error(
        "piece {piece}: copies is a number such as 3, or a text: a range such as \"2-4\", or \
         \"any\""
    )]
    NoNumber { piece: String },
    #[error("piece {piece}: copies must be at least 1; take the piece away if it is not used")]
    None { piece: String },
    #[error("piece {piece}: no board has room for {copies} copies; the most is {MAX_CELLS}")]
    Many { piece: String, copies: String },
    #[error("piece {piece}: the range {least}-{most} ends before it begins")]
    Backwards { piece: String, least: usize, most: usize },
    #[error("piece {piece} has {symbols} symbols, but at most {copies} copies")]
    Symbols { piece: String, symbols: usize, copies: usize },
    #[error("piece {piece} may be left out, but at least {least} copies of it are to be used")]
    Optional { piece: String, least: usize },
}

/// A puzzle has more copies of a piece than there are symbols to tell them apart.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "piece {piece} has up to {copies} copies, and only {symbols} symbols are left to tell them \
     apart; such a puzzle can be counted, and its solutions cannot be written"
)]
pub(crate) struct TooFewSymbols {
    /// The piece.
    pub piece: String,
    /// How many copies it has at most.
    pub copies: usize,
    /// How many of them have a symbol.
    pub symbols: usize,
}

/// The characters from which symbols are taken, in this order: letters, digits, and then the other
/// printable characters of ASCII as they stand there. `@` is none of them: in a starting position it
/// stands between a piece and its cells.
const SUPPLY: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\
    !\"$%&'()*+,-;<=>[\\]^_`{|}~";

impl CopyRange {
    /// Any number, from none to as many as fit: what fits is settled when the board is known.
    pub const ANY: Self = Self { least: 0, most: usize::MAX };

    /// Reads the text by which a file says it of a piece.
    ///
    /// # Errors
    /// When it is no number of copies.
    pub fn read(piece: &str, text: &str) -> Result<Self, BadCopies> {
        if text == "any" {
            return Ok(Self::ANY);
        }
        let no_number = || BadCopies::NoNumber { piece: piece.to_owned() };
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let many = BadCopies::Many { piece: piece.to_owned(), copies: text.to_owned() };
            is_number.then(|| text.parse::<usize>().map_err(|_| many)).ok_or_else(no_number)?
        };
        let (least, most) = text.split_once('-').ok_or_else(no_number)?;
        let range = Self { least: number(least)?, most: number(most)? };
        range.check(piece)?;
        Ok(range)
    }

    /// As many as some bounds say.
    pub fn of(bounds: impl RangeBounds<usize>) -> Self {
        let least = match bounds.start_bound() {
            Bound::Included(&least) => least,
            Bound::Excluded(&before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let most = match bounds.end_bound() {
            Bound::Included(&most) => most,
            Bound::Excluded(&behind) => behind.saturating_sub(1),
            Bound::Unbounded => usize::MAX,
        };
        Self { least, most }
    }

    /// Checks that there can be so many copies.
    ///
    /// # Errors
    /// When there cannot.
    pub fn check(self, piece: &str) -> Result<(), BadCopies> {
        let (piece, Self { least, most }) = (piece.to_owned(), self);
        if most == 0 {
            return Err(BadCopies::None { piece });
        }
        if most < least {
            return Err(BadCopies::Backwards { piece, least, most });
        }
        let named = if most == usize::MAX { least } else { most };
        if named > MAX_CELLS {
            return Err(BadCopies::Many { piece, copies: named.to_string() });
        }
        Ok(())
    }
}

/// The first character of [`SUPPLY`] that is none of these.
pub(super) fn free_symbol(taken: &[u8]) -> Option<u8> {
    SUPPLY.iter().copied().find(|symbol| !RESERVED.contains(symbol) && !taken.contains(symbol))
}

/// How many copies of a piece a board has room for at most, by their cells alone.
pub(crate) fn most_that_fit(piece: &Piece, board: &Board, tray: Option<Tray>) -> usize {
    let size = tray.map_or(piece.cells.len(), |tray| tray.at_least);
    board.points().count() / size.max(1)
}

/// Settles how many copies each piece has on the puzzle's board, and gives each copy a symbol as far
/// as there are symbols. A range that goes beyond what fits ends there.
pub(crate) fn settle(puzzle: &mut Puzzle) {
    let Puzzle { board, tray, pieces, .. } = puzzle;
    for piece in pieces.iter_mut() {
        let fit = most_that_fit(piece, board, *tray);
        if let Some(range) = &mut piece.range {
            range.most = range.most.min(fit.max(range.least).max(1));
            piece.symbols.truncate(range.most);
        }
    }
    let is_free = |symbol: &u8| {
        !RESERVED.contains(symbol) && pieces.iter().all(|piece| !piece.symbols.contains(symbol))
    };
    let mut free: Vec<u8> = SUPPLY.iter().copied().filter(is_free).rev().collect();
    let mut turns: Vec<usize> = (0..pieces.len()).collect();
    turns.sort_by_key(|&piece| pieces[piece].symbols.first().copied());
    loop {
        turns.retain(|&piece| pieces[piece].symbols.len() < pieces[piece].copies());
        if turns.is_empty() || free.is_empty() {
            return;
        }
        for &piece in &turns {
            pieces[piece].symbols.extend(free.pop());
        }
    }
}

impl Puzzle {
    /// Whether any number of copies of a piece may be used, from none to as many as fit, so that
    /// nothing needs to be counted. One that fits once can still be counted, and break symmetry.
    pub(crate) fn is_unlimited(&self, piece: &Piece) -> bool {
        let fit = most_that_fit(piece, &self.board, self.tray);
        piece.range.is_some_and(|range| range.least == 0 && range.most >= fit.max(2))
    }

    /// Makes sure that every copy of every piece has a symbol, so that solutions can be written.
    ///
    /// # Errors
    /// When there are more copies than symbols.
    pub(crate) fn check_symbols(&self) -> Result<(), TooFewSymbols> {
        match self.pieces.iter().find(|piece| piece.symbols.len() < piece.copies()) {
            None => Ok(()),
            Some(piece) => Err(TooFewSymbols {
                piece: piece.name.clone(),
                copies: piece.copies(),
                symbols: piece.symbols.len(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_copies_is_a_range_or_any() {
        let read = |text: &str| CopyRange::read("p", text);
        assert_eq!(read("2-4"), Ok(CopyRange { least: 2, most: 4 }));
        assert_eq!(read("0-1"), Ok(CopyRange { least: 0, most: 1 }));
        assert_eq!(read("any"), Ok(CopyRange::ANY));
        let refused = |text: &str| read(text).unwrap_err().to_string();
        assert!(refused("4-2").contains("4-2 ends before it begins"));
        assert!(refused("0-0").contains("at least 1"));
        assert!(refused("2-99999").contains("no board has room for 99999"));
        assert!(refused("2-99999999999999999999").contains("no board has room for 9999"));
        for text in ["", "3", "-", "2-", "-2", "+1-2", "1-2-3", "1 - 2", "all", "a-b"] {
            assert!(refused(text).contains("copies is a number such as 3"), "{text}");
        }
    }

    #[test]
    fn bounds_of_rust_say_what_a_file_says() {
        assert_eq!(CopyRange::of(3..=3), CopyRange { least: 3, most: 3 });
        assert_eq!(CopyRange::of(2..5), CopyRange { least: 2, most: 4 });
        assert_eq!(CopyRange::of(..), CopyRange::ANY);
    }

    #[test]
    fn every_printable_character_that_means_nothing_else_can_be_a_symbol_once() {
        let is_free = |symbol: &u8| !RESERVED.contains(symbol) && *symbol != b'@';
        let printable = (b'!'..=b'~').filter(is_free);
        let mut supply = SUPPLY.to_vec();
        supply.sort_unstable();
        assert_eq!(supply, printable.collect::<Vec<u8>>());
    }
}
