//! Puzzles as people describe them.

pub mod file;
pub mod model;
