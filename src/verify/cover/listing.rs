//! A whole text file of the solutions of a cover, format 1.
//!
//! The header is described in the module `header` of the checker; its content is `all`. The file is
//! read once, line by line; nothing is kept of it but what a message may need to name a line that
//! is repeated.

use std::io::BufRead;

use super::checker::{CoverChecker, Covered};
use crate::verify::claims::Claims;
use crate::verify::fingerprint::fingerprint_of;
use crate::verify::header::read_header;
use crate::verify::lines::Lines;
use crate::verify::order::LineOrder;
use crate::verify::refusal::Refusal;
use crate::verify::subject::SubjectKind;

/// What a file of solutions of a cover was found to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VerifiedCover {
    /// The number of solutions.
    pub total: u128,
    /// The fingerprint of their lines.
    pub fingerprint: u128,
    /// Whether the file claims to hold every solution of the cover.
    pub complete: bool,
}

impl CoverChecker {
    /// Checks a whole solution file in text.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and on which line.
    pub fn check_listing(&self, reader: impl BufRead) -> Result<VerifiedCover, Refusal> {
        let mut lines = Lines::new(reader, self.longest_line().max(self.name.len()));
        let claims = read_header(&mut lines, SubjectKind::Cover, &self.name)?;
        let mut listing = CoverListing::new(self, claims);
        while let Some(line) = lines.next()? {
            listing.add(line).map_err(|reason| Refusal::of_line(lines.number(), reason))?;
        }
        listing.finish(lines.number())
    }
}

/// The lines so far, and what they add up to.
pub(crate) struct CoverListing<'a> {
    checker: &'a CoverChecker,
    claims: Claims,
    order: LineOrder,
    cover: Covered,
    /// The numbers of the line at hand, as bytes that ascend as the numbers do.
    key: Vec<u8>,
    lines: u128,
    fingerprint: u128,
}

impl<'a> CoverListing<'a> {
    /// No line yet.
    pub fn new(checker: &'a CoverChecker, claims: Claims) -> Self {
        let order = LineOrder::new(claims.lines());
        let (cover, key) = (Covered::default(), Vec::new());
        Self { checker, claims, order, cover, key, lines: 0, fingerprint: 0 }
    }

    /// Takes the next line. Returns the numbers of its options.
    ///
    /// # Errors
    /// The first thing that is wrong with it, in words.
    pub fn add(&mut self, line: &str) -> Result<Vec<u32>, String> {
        let numbers = self.checker.parse(line)?;
        self.checker.check_options(&numbers, &mut self.cover)?;
        self.key.clear();
        self.key.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
        self.order.add(&self.key, "lines must increase by the numbers of their options")?;
        self.lines += 1;
        self.claims.check_one_more(self.lines)?;
        self.fingerprint = self.fingerprint.wrapping_add(fingerprint_of(line.as_bytes()));
        Ok(numbers)
    }

    /// Compares the sums with what is claimed; `end` is the line after the last.
    ///
    /// # Errors
    /// The first of them that is another.
    pub fn finish(self, end: usize) -> Result<VerifiedCover, Refusal> {
        let Self { claims, lines: total, fingerprint, .. } = self;
        claims.check_end(total, end)?;
        claims.check_sums(total, total, fingerprint)?;
        Ok(VerifiedCover { total, fingerprint, complete: claims.complete })
    }
}
