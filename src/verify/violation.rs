//! What can be wrong with a picture, in a puzzler's words.

use std::fmt;

use crate::puzzle::model::Motions;

/// A place on the board, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The layer, on boards that have more than one.
    pub layer: Option<usize>,
    /// The row.
    pub row: usize,
    /// Where in the row.
    pub part: Part,
}

/// A part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// A column, counted from 1.
    Column(usize),
    /// The inner cell behind it.
    Inner,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(layer) = self.layer {
            write!(f, "layer {layer}, ")?;
        }
        write!(f, "row {}", self.row)?;
        match self.part {
            Part::Whole => Ok(()),
            Part::Column(column) => write!(f, ", column {column}"),
            Part::Inner => f.write_str(", inner cell"),
        }
    }
}

/// The first thing that is wrong with a picture.
///
/// A `piece` is named as people call it, with its symbol where there are several copies; the
/// place of a misshapen piece is that of its first cell in reading order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub enum Violation {
    #[error("the picture is empty")]
    Empty,
    #[error("the picture has {found}; the board has {expected}")]
    Layers { found: Count, expected: Count },
    #[error("{}the picture has {found}; the board has {expected}", in_layer(.layer.as_ref()))]
    Rows { layer: Option<usize>, found: Count, expected: Count },
    #[error("{place}: there are {found}; the board has {expected}")]
    Columns { place: Place, found: Count, expected: Count },
    #[error("{place}: the row must end with ':' and the one symbol of its inner cell")]
    InnerSymbol { place: Place },
    #[error("{place}: ':' announces an inner cell, but this board has none")]
    StrayInner { place: Place },
    #[error("{place}: no piece has the symbol {symbol:?}")]
    UnknownSymbol { place: Place, symbol: char },
    #[error("{place}: the cell is empty, but every cell must be filled")]
    EmptyCell { place: Place },
    #[error("{place}: there is {symbol:?}, but the board has no cell here, which is written '#'")]
    NoCell { place: Place, symbol: char },
    #[error("{place}: a starting position does not show inner cells")]
    InnerAtStart { place: Place },
    #[error("{place}: piece {piece} lies here from the start, but not in the picture")]
    StartMoved { place: Place, piece: String },
    #[error("piece {piece} is missing")]
    MissingPiece { piece: String },
    #[error("piece {piece} has {copies} copies, but only {found} of them are in the picture")]
    MissingCopies { piece: String, copies: usize, found: usize },
    #[error("{place}: piece {piece} has {expected}, but the picture gives it {found}")]
    Size { place: Place, piece: String, expected: Count, found: usize },
    #[error("{place}: piece {piece} is mirrored; {}", rule(*.allowed, *.plane))]
    Mirrored { place: Place, piece: String, allowed: Motions, plane: bool },
    #[error("{place}: piece {piece} is {how}; {}", rule(*.allowed, *.plane))]
    Turned { place: Place, piece: String, how: String, allowed: Motions, plane: bool },
    #[error(
        "{place}: piece {piece} lies with its lower layer in the tray; it must be the upper one"
    )]
    LowerLayer { place: Place, piece: String },
    #[error(
        "{place}: piece {piece} has only {found} in the tray; at least {at_least} must lie there"
    )]
    FewInTray { place: Place, piece: String, found: Count, at_least: usize },
    #[error(
        "{place}: piece {piece} may be left out, and here it fills no cell that must be filled"
    )]
    Idle { place: Place, piece: String },
    #[error("{place}: the cells marked {symbol:?} do not have the shape of piece {piece}")]
    Shape { place: Place, piece: String, symbol: char },
    #[error(
        "{place}: this copy of piece {piece} is marked {found:?} but must be {expected:?}: copies take their symbols in reading order"
    )]
    CopyOrder { place: Place, piece: String, found: char, expected: char },
    #[error(
        "{place}: piece {first} and piece {second} both lie in this row and would both fill it"
    )]
    InnerShared { place: Place, first: String, second: String },
    #[error("{place}: no piece in this row fills it")]
    InnerUnfilled { place: Place },
    #[error("{place}: piece {piece} does not fill inner cells")]
    InnerPlain { place: Place, piece: String },
    #[error("{place}: it is marked as filled by piece {piece}, which does not lie in this row")]
    InnerElsewhere { place: Place, piece: String },
}

/// A number of things, with the noun in singular or plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub usize, pub &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}

fn in_layer(layer: Option<&usize>) -> String {
    layer.map_or_else(String::new, |layer| format!("layer {layer}: "))
}

fn rule(allowed: Motions, plane: bool) -> &'static str {
    match (allowed, plane) {
        (Motions::Translate, _) => "it may not be turned",
        (Motions::HalfTurn, true) => "it may only be turned by 180 degrees",
        (Motions::HalfTurn, false) => "it may only be turned by 180 degrees within a layer",
        (Motions::Rotations, _) => "it may be turned but not mirrored",
        (Motions::RotationsAndFlips, _) => "it may be turned and mirrored",
    }
}
