//! The independent checker: re-reads written solutions from what they show alone.
//!
//! It starts from the description of the puzzle, or from the items and options of an exact cover,
//! and shares no code with the search: neither its placements nor its exact cover occur here. Each
//! piece found in a picture is compared with its shape; the images of a picture under the motions
//! of the board, its canonical line and the fingerprint of a file are worked out anew. Whatever the
//! input, the answer is a verdict in words and never a panic.
//!
//! | module | what it knows |
//! |---|---|
//! | `turn`, `sixths` | turns of the lattices, those of hexagons and triangles |
//! | `frame` | the cells of the board, rings, and when a set of cells is a shape |
//! | `placements` | how pieces may lie, trays and starting positions included |
//! | `regions` | where pieces are confined to, and what stays free |
//! | `edges` | what the sides of tiles show, and where they meet |
//! | `motion` | the motions of the board |
//! | `group` | those that the puzzle allows, and the least image of a picture |
//! | `picture`, `writing` | the rules of a picture, and how it is written |
//! | `violation` | what can be wrong with a picture |
//! | `checker` | one picture of a puzzle |
//! | `refusal`, `lines`, `order` | why a file is refused; its lines, and that they ascend |
//! | `subject`, `claims`, `header`, `about` | what a file is for, and what it says that it holds |
//! | `listing`, `rows`, `packed`, `written` | whole files of solutions, of each kind and of any |
//! | `numbers`, `blocks` | placements by number, and files of numbers read by all threads |
//! | [`certificate`] | certificates of whole searches |
//! | `formula` | formulas of proofs that others' checkers accept |
//! | `cover` | all of this for an exact cover that is no puzzle |
//! | [`recount`] | all solutions counted anew |

mod about;
mod blocks;
pub(crate) mod certificate;
mod checker;
mod claims;
mod cover;
mod csv;
mod edges;
mod fingerprint;
mod formula;
mod frame;
mod group;
mod header;
mod lines;
mod listing;
mod motion;
mod numbers;
mod order;
mod packed;
mod packed_line;
mod picture;
mod placements;
pub(crate) mod recount;
mod refusal;
mod regions;
mod rows;
#[cfg(test)]
mod sample;
mod sixths;
mod subject;
mod turn;
mod violation;
mod writing;
mod written;

pub(crate) use about::{MAX_ABOUT, subject_of};
pub(crate) use checker::Checker;
pub(crate) use cover::{CoverChecker, CoverItem};
pub(crate) use formula::{CheckedFormulas, RefusedFormula};
pub(crate) use header::subject_of_listing;
pub(crate) use refusal::Refusal;
pub(crate) use rows::RowKind;
pub(crate) use written::Written;

#[cfg(test)]
pub(crate) use {listing::Verified, subject::SubjectKind, violation::Violation};
