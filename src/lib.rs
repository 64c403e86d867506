//! bitcover counts, lists and checks the solutions of polyform packing puzzles.

pub mod cli;
pub mod cover;
pub mod engine;
pub mod puzzle;
pub mod report;
pub mod run;
pub mod solution;
pub mod verify;
