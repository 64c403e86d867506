//! Puzzles: the description, its geometry, and its compilation to exact cover.

mod builder;
pub mod catalog;
pub mod compile;
pub mod drawing;
mod error;
mod family;
pub mod file;
pub mod given;
pub mod infeasibility;
pub mod lattice;
pub mod model;
pub mod motion;
pub mod placement;
pub mod rules;

pub use builder::PuzzleBuilder;
pub use compile::{Compiled, Symmetry, compile};
pub use error::PuzzleError;
pub use model::{Family, Motions, Piece, Puzzle};
