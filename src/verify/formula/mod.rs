//! Checking the formulas that `prove` writes: that they are those of the puzzle, and what follows if
//! none of them has a model.
//!
//! A formula says in OPB what the exact cover of a case asks for, and excludes solutions one by one.
//! Nothing of it is believed. Items, options, motions and the constraints of each case are worked out
//! from the puzzle's text with the geometry of this part of the program, and the files must hold just
//! these, line by line (`rows`). What is excluded must be solutions of the case, each of them once,
//! and is checked and counted as certificates do it; and the cases must meet every orbit of
//! solutions, which is shown as for certificates too (`file`).
//!
//! So if nothing satisfies the formulas, which a checker of their proofs says, then every orbit was
//! excluded (cases), and the number of different orbits that were is the number of distinct
//! solutions.
//!
//! A file is read once. What is kept are the solutions that it excludes.

pub(in crate::verify) mod file;
mod head;
pub(in crate::verify) mod rows;

pub(crate) use file::{CheckedFormulas, RefusedFormula};
