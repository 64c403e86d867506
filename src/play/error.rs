//! Why a game cannot answer, in the words of the library.

use crate::puzzle::error::PuzzleError;

/// Why a game cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The puzzle cannot be played.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// There is no placement of this number.
    #[error("there is no placement {placement}; there are {placements}")]
    NoPlacement {
        /// The number.
        placement: usize,
        /// How many there are.
        placements: usize,
    },
    /// Two placements of a position want the same cell, or show different colours where they meet, or
    /// more copies of a piece are used than there are.
    #[error("placement {placement} does not fit beside the others of the position")]
    Clash {
        /// The number of the placement that came later.
        placement: usize,
    },
    /// It was cancelled, by whoever was told of it.
    #[error("it was cancelled")]
    Cancelled,
    /// The threads cannot be had; says why.
    #[error("{0}")]
    Threads(String),
}
