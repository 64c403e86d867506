//! How a file of solutions is written, and checking one whichever way that is.

use std::io::BufRead;

use super::checker::Checker;
use super::cover::{CoverChecker, VerifiedCover};
use super::listing::Verified;
use super::refusal::Refusal;
use super::rows::RowKind;

/// How a file of solutions is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Written<'a> {
    /// As text, a line for each solution.
    Listing,
    /// As numbers of fixed length.
    Packed,
    /// As rows, with the text of the file beside it.
    Rows(RowKind, &'a [u8]),
}

impl Checker {
    /// Checks a whole file of solutions.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and where.
    pub fn check(&self, written: Written<'_>, file: impl BufRead) -> Result<Verified, Refusal> {
        match written {
            Written::Listing => self.check_listing(file),
            Written::Packed => self.check_packed(file),
            Written::Rows(kind, about) => self.check_rows(kind, file, about),
        }
    }
}

impl CoverChecker {
    /// Checks a whole file of solutions.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and where.
    pub fn check(
        &self,
        written: Written<'_>,
        file: impl BufRead,
    ) -> Result<VerifiedCover, Refusal> {
        match written {
            Written::Listing => self.check_listing(file),
            Written::Packed => self.check_packed(file),
            Written::Rows(kind, about) => self.check_rows(kind, file, about),
        }
    }
}
