//! Puzzles: the description, its geometry, and its compilation to exact cover.

pub mod catalog;
pub mod compile;
pub mod file;
pub mod lattice;
pub mod model;
pub mod motion;
pub mod placement;

pub use compile::{Compiled, Symmetry, compile};
pub use model::Puzzle;
