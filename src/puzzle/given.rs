//! Starting positions: pieces that lie on the board already.
//!
//! A position is a partial picture, with symbols where pieces lie and `.` elsewhere, or pieces
//! with their placements, `piece@row,column`. Whether it is possible is decided against the
//! placements; the reason is given where it is not. Cost: one pass over the placements a piece.

use super::model::{Given, Place, Point, Puzzle};

/// Why a starting position is impossible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub enum Conflict {
    #[error("no piece has the symbol '{0}'")]
    UnknownSymbol(char),
    #[error("row {}, column {}: there is no such cell", row + 1, column + 1)]
    NoCell { row: i32, column: i32 },
    #[error("piece {piece} is used twice in the starting position")]
    Twice { piece: String },
    #[error("the picture gives piece {piece} {found} cells, but it has {cells}")]
    Size { piece: String, found: usize, cells: usize },
    #[error(
        "piece {piece} cannot lie where the starting position has it: wrong shape, or turned in a way that it may not be"
    )]
    Shape { piece: String },
    #[error("pieces {first} and {second} overlap in the starting position")]
    Overlap { first: String, second: String },
}

/// The pieces that a drawing's symbols show. Only what can be seen without geometry is checked:
/// that each symbol is a piece's, and has as many cells as its piece may cover.
///
/// # Errors
/// The first thing that is impossible.
pub fn given_pieces(puzzle: &Puzzle, symbols: &[(Point, u8)]) -> Result<Vec<Given>, Conflict> {
    let mut found: Vec<(u8, Given)> = Vec::new();
    for &(point, symbol) in symbols {
        let piece = puzzle.piece_with(symbol).ok_or(Conflict::UnknownSymbol(char::from(symbol)))?;
        if puzzle.board.place(point) == Place::Hole {
            return Err(Conflict::NoCell { row: point[1], column: point[2] });
        }
        match found.iter_mut().find(|(other, _)| *other == symbol) {
            Some((_, given)) => given.cells.push(point),
            None => found.push((symbol, Given { piece, cells: vec![point] })),
        }
    }
    for (_, given) in &found {
        let piece = &puzzle.pieces[given.piece];
        // In a tray a piece shows only one of its layers.
        let fits = match puzzle.tray {
            Some(tray) => (tray.at_least..=piece.cells.len()).contains(&given.cells.len()),
            None => given.cells.len() == piece.cells.len(),
        };
        if !fits {
            return Err(Conflict::Size {
                piece: piece.name.clone(),
                found: given.cells.len(),
                cells: piece.cells.len(),
            });
        }
    }
    Ok(found.into_iter().map(|(_, given)| given).collect())
}
