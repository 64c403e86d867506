//! Exact cover problems as text that other programs read and write.
//!
//! [`dlx`] is Knuth's format and [`matrix`] the bare 0/1 matrix; both are read as well as written.
//! [`lp`] is an integer program and [`cnf`] a formula, for solvers of those. These four say a
//! [`StandardCover`](crate::cover::StandardCover), all but the matrix with its colours; Knuth's
//! format also says any cover as its author did. [`json`] says a case as it is here,
//! multiplicities included, with the meaning of every item and option.
//!
//! Readers take any text without a panic, in time and memory linear in it, and say line and column
//! of what they refuse. Writers hold the names and the options of each item besides the cover; they
//! write many small pieces, so give them a buffered writer.

pub(crate) mod cnf;
pub(crate) mod dlx;
pub(crate) mod json;
pub(crate) mod lp;
pub(crate) mod matrix;
mod names;
#[cfg(test)]
pub(super) mod testing;
mod text;
mod writing;

pub use text::FormatError;
pub(crate) use text::ReadCover;
