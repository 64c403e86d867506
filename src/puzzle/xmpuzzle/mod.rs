//! Puzzle files of BurrTools (`.xmpuzzle`): XML with shapes drawn voxel by voxel, and problems, each of
//! which says how many pieces of which shapes are to fill which other shape.
//!
//! A problem becomes a puzzle, and a file with several problems a family of them. What bears on the
//! arrangements is taken over or refused, with its place; what does not (saved solutions, how far a
//! search has come, groups and weights for taking apart, colours on the screen) is passed over.
//!
//! | module | what it knows |
//! |---|---|
//! | `grid` | how BurrTools' voxels lie in our lattices |
//! | `shape` | the voxels of a shape, as a file spells them |
//! | `element` | elements of XML, with what may stand in them |
//! | `read` | a file as a whole |
//! | `problem` | one problem as a puzzle |
//! | `colour` | which colours of pieces and of the result go together |
//! | `error`, `limits` | what can be wrong with a file; how large it may be |
//! | `write` | a puzzle as such a file |
//!
//! The format was learnt from BurrTools' own reader and writer (`puzzle.cpp`, `problem.cpp` and
//! `voxel.cpp` of BurrTools 0.7), and so was what it counts as a placement (`assembler_1.cpp`).
//! Cost: time and memory linear in the file, which is limited, and a placement count for pieces that
//! may be left out.

mod colour;
mod element;
mod error;
mod grid;
mod limits;
mod problem;
mod read;
mod shape;
mod write;

pub(crate) use error::{XmpuzzleError, XmpuzzleProblem};
pub(crate) use limits::MAX_XMPUZZLE_BYTES;
pub(crate) use read::{is_xmpuzzle, parse};
pub(crate) use write::write;

#[cfg(test)]
mod tests;
