//! Checking certificates: that a count is complete, by going through the search tree that was
//! written down.
//!
//! The format is described in `src/solution/CERTIFICATE.md`. Nothing of it is believed. Items,
//! options and motions are worked out from the puzzle's text with the geometry of this part of
//! the program (`statement`), and the certificate must state just these. What is then
//! proved, in this order:
//!
//! 1. Each motion maps options onto options, so it maps solutions onto solutions (`exact`).
//! 2. Every solution has an image, by one of the motions, in one of the cases (`cases`).
//! 3. The tree of each case meets every solution of the case: at each node the list of options is
//!    complete, and a branch ends only at a solution or at an item that has too few options left
//!    (`tree`).
//! 4. Each solution that is met keeps the rules of a picture, which know nothing of options. It is
//!    brought to its canonical line, and different lines are counted (`count`).
//!
//! So every orbit is counted (2, 3), none twice, and nothing that is no solution (4). The total is
//! the sum of the numbers of images.
//!
//! A file may hold one certificate after another. It is read once; what is kept are the canonical
//! lines. A node costs some hundred nanoseconds.

pub(super) mod cases;
pub(super) mod count;
pub(super) mod exact;
pub(super) mod file;
pub(super) mod first_line;
mod source;
pub(super) mod statement;
mod tree;

pub(crate) use file::{Certificates, Proved};
pub(crate) use first_line::FirstLine;
