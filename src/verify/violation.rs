//! What can be wrong with a picture, in a puzzler's words.

use std::fmt;

use crate::puzzle::model::Motions;

/// Where something is on the board, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Location {
    /// The layer, on boards that have more than one.
    pub layer: Option<usize>,
    /// The row.
    pub row: usize,
    /// Where in the row.
    pub part: RowPart,
}

/// A part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowPart {
    /// The whole row.
    Whole,
    /// A column, counted from 1.
    Column(usize),
    /// The inner cell behind the row.
    Inner,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(layer) = self.layer {
            write!(f, "layer {layer}, ")?;
        }
        write!(f, "row {}", self.row)?;
        match self.part {
            RowPart::Whole => Ok(()),
            RowPart::Column(column) => write!(f, ", column {column}"),
            RowPart::Inner => f.write_str(", inner cell"),
        }
    }
}

/// The first thing that is wrong with a picture.
///
/// A `piece` is named as people call it, with its symbol where there are several copies. A
/// misshapen piece is located by its first cell in reading order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub(crate) enum Violation {
    #[error("the picture is empty")]
    Empty,
    #[error("piece {piece} has more copies than there are symbols, so that nothing can be written")]
    FewSymbols { piece: String },
    #[error("the picture has {found}; the board has {expected}")]
    Layers { found: Quantity, expected: Quantity },
    #[error("{}the picture has {found}; the board has {expected}", in_layer(.layer.as_ref()))]
    Rows { layer: Option<usize>, found: Quantity, expected: Quantity },
    #[error("{at}: there are {found}; the board has {expected}")]
    Columns { at: Location, found: Quantity, expected: Quantity },
    #[error("{at}: the row must end with ':' and the one symbol of its inner cell")]
    InnerSymbol { at: Location },
    #[error("{at}: ':' announces an inner cell, but this board has none")]
    StrayInner { at: Location },
    #[error("{at}: no piece has the symbol {symbol:?}")]
    UnknownSymbol { at: Location, symbol: char },
    #[error("{at}: the cell is empty, but every cell must be filled")]
    EmptyCell { at: Location },
    #[error("{at}: there is {symbol:?}, but the board has no cell here, which is written '#'")]
    NoCell { at: Location, symbol: char },
    #[error("{at}: a starting position does not show inner cells")]
    InnerAtStart { at: Location },
    #[error("{at}: piece {piece} lies here from the start, but not in the picture")]
    StartMoved { at: Location, piece: String },
    #[error("{at}: piece {piece} lies outside the region {region}, to which it is confined")]
    Outside { at: Location, piece: String, region: String },
    #[error("{at}: the cell stays free from the start, but not in the picture")]
    NotFree { at: Location },
    #[error("of region {region}, {expected} must stay free, but {found} do in the picture")]
    Free { region: String, expected: Quantity, found: usize },
    #[error("piece {piece} is missing")]
    MissingPiece { piece: String },
    #[error("piece {piece} has {copies} copies, but only {found} of them are in the picture")]
    MissingCopies { piece: String, copies: usize, found: usize },
    #[error("at least {least} copies of piece {piece} must be used, and the picture has {found}")]
    FewCopies { piece: String, least: usize, found: usize },
    #[error("{at}: piece {piece} has {expected}, but the picture gives it {found}")]
    Size { at: Location, piece: String, expected: Quantity, found: usize },
    #[error("{at}: piece {piece} is mirrored; {}", rule(*.allowed, *.plane))]
    Mirrored { at: Location, piece: String, allowed: Motions, plane: bool },
    #[error("{at}: piece {piece} is {how}; {}", rule(*.allowed, *.plane))]
    Turned { at: Location, piece: String, how: String, allowed: Motions, plane: bool },
    #[error("{at}: piece {piece} lies with its lower layer in the tray; it must be the upper one")]
    LowerLayer { at: Location, piece: String },
    #[error("{at}: piece {piece} has only {found} in the tray; at least {at_least} must lie there")]
    FewInTray { at: Location, piece: String, found: Quantity, at_least: usize },
    #[error("{at}: piece {piece} may be left out, and here it fills no cell that must be filled")]
    Idle { at: Location, piece: String },
    #[error("{at}: piece {piece} lies on cells of other colours than its own")]
    Colours { at: Location, piece: String },
    #[error("{at}: the cells marked {symbol:?} do not have the shape of piece {piece}")]
    Shape { at: Location, piece: String, symbol: char },
    #[error(
        "{at}: this copy of piece {piece} is marked {found:?} but must be {expected:?}: copies take their symbols in reading order"
    )]
    CopyOrder { at: Location, piece: String, found: char, expected: char },
    #[error("{at}: piece {first} and piece {second} both lie in this row and would both fill it")]
    InnerShared { at: Location, first: String, second: String },
    #[error("{at}: no piece in this row fills it")]
    InnerUnfilled { at: Location },
    #[error("{at}: piece {piece} does not fill inner cells")]
    InnerPlain { at: Location, piece: String },
    #[error("{at}: it is marked as filled by piece {piece}, which does not lie in this row")]
    InnerElsewhere { at: Location, piece: String },
}

/// A number of things, with the noun in singular or plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quantity(pub usize, pub &'static str);

impl fmt::Display for Quantity {
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
