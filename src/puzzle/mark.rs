//! The characters of a drawing: what they stand for, and which of them cannot stand where they do.

use super::model::Place;

/// What a character of a drawing stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A place of the board.
    Place(Place),
    /// A symbol.
    Symbol(u8),
}

/// A character that cannot stand where it stands in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}, column {column} of the drawing: '{found}' {problem}")]
pub(crate) struct BadMark {
    /// Rows of the drawing, empty lines not counted, from 1.
    pub row: usize,
    /// From 1.
    pub column: usize,
    /// The character.
    pub found: char,
    /// What is wrong with it.
    pub problem: MarkProblem,
}

/// What can be wrong with a character of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MarkProblem {
    /// It is none of those that say something.
    #[error(
        "means nothing here; use . for a cell, ? for one that may stay empty, # or a space for \
         none, and a piece's symbol where it lies already"
    )]
    Meaningless,
    /// It is no colour.
    #[error(
        "is no colour; a colour is one character, any printable ASCII but . # ? / : and *, which is a \
         cell without a colour"
    )]
    NoColour,
    /// It is where no hexagon can be.
    #[error(
        "stands between two hexagons; they are typed two columns apart, each row one column \
         further left or right than the one above"
    )]
    BetweenHexagons,
}
