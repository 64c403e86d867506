//! Puzzles: the description, its geometry, and its compilation to exact cover.

pub mod catalog;
pub mod compile;
pub mod drawing;
pub mod file;
pub mod given;
pub mod infeasibility;
pub mod lattice;
pub mod model;
pub mod motion;
pub mod placement;
pub mod rules;

pub use compile::{Compiled, Symmetry, compile};
pub use model::Puzzle;
