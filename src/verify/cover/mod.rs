//! The checker of an exact cover that is no puzzle: files of its solutions, and certificates.
//!
//! A solution is a set of options, by their numbers in the cover's file counted from 1, that covers
//! every primary item as often as the file says, and every secondary item at most once, or in one
//! colour. Its line is its options in
//! ascending order, each as its number and its words, joined by ` | `; so options that are alike
//! are told apart by their numbers, and the empty solution is an empty line. Lines ascend by their
//! lists of numbers. Covers have no motions, so nothing is said of how many solutions are distinct.
//!
//! | module | what it knows |
//! |---|---|
//! | `checker` | one solution and its line |
//! | `listing`, `rows`, `packed` | whole files of solutions, of each kind |
//! | `certificate` | certificates of whole searches |
//! | `formula` | formulas of proofs |

mod certificate;
mod checker;
mod formula;
mod listing;
mod packed;
mod rows;
#[cfg(test)]
mod tests;

pub(crate) use checker::{CoverChecker, CoverItem};
pub(super) use listing::VerifiedCover;
