//! bitcover counts, lists and checks the solutions of polyform packing puzzles.

pub mod puzzle;
pub mod verify;
