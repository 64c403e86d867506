//! A packed file of the solutions of a cover: one line of JSON, then records of numbers.
//!
//! A record has the numbers of its options, ascending, four bytes each, and 0 in the columns that
//! are left over. The fingerprint is that of the text lines.

use std::io::BufRead;

use super::checker::{CoverChecker, Covered};
use super::listing::VerifiedCover;
use crate::verify::about::MAX_ABOUT;
use crate::verify::blocks::{RecordSums, Records, check_records};
use crate::verify::fingerprint::fingerprint_of;
use crate::verify::packed_line::{Meaning, PackedLine};
use crate::verify::refusal::Refusal;
use crate::verify::subject::SubjectKind;

/// How many bytes a number takes.
const NUMBER_BYTES: usize = 4;

impl CoverChecker {
    /// Checks a whole packed file, on all threads.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and in which record.
    pub fn check_packed(&self, mut reader: impl BufRead) -> Result<VerifiedCover, Refusal> {
        // In JSON a sign may be written as six; a column's name and an option's marks are short.
        let words: usize = self.words.iter().map(|words| 6 * words.len() + 40).sum();
        let line = PackedLine::read(&mut reader, MAX_ABOUT + words as u64)?;
        let columns = line.columns();
        let left_out =
            |(option, words): (&Option<_>, &String)| option.as_ref().map(|_| words.clone());
        let meaning = Meaning {
            dtype: "<u4",
            columns: (1..=columns).map(|column| format!("option.{column}")).collect(),
            cells: None,
            pieces: None,
            options: Some(self.options.iter().zip(&self.words).map(left_out).collect()),
        };
        let claims = line.claims(SubjectKind::Cover, &self.name, &meaning)?;
        let records = CoverRecords { checker: self, columns };
        let sums = if columns == 0 {
            records.check_empty(claims.total).map_err(Refusal::of_file)?
        } else {
            check_records(&mut reader, &records, claims.total)?
        };
        if claims.fingerprint != sums.fingerprint {
            return Err(Refusal::of_file(format!(
                "the fingerprint of the records is {:032x}",
                sums.fingerprint
            )));
        }
        Ok(VerifiedCover {
            total: sums.records,
            fingerprint: sums.fingerprint,
            complete: claims.complete,
        })
    }
}

/// The records of a file of one cover.
struct CoverRecords<'a> {
    checker: &'a CoverChecker,
    columns: usize,
}

impl CoverRecords<'_> {
    /// Checks a file without columns, whose records have no bytes: at most the empty solution can
    /// be meant.
    fn check_empty(&self, total: u128) -> Result<RecordSums, String> {
        let mut sums = RecordSums::default();
        if total > 1 {
            return Err(format!(
                "line 1 promises {total} records, but without columns there is at most one"
            ));
        }
        if total == 1 {
            self.add(&[], &mut Covered::default(), &mut sums)?;
            sums.records = 1;
        }
        Ok(sums)
    }
}

impl Records for CoverRecords<'_> {
    type Scratch = Covered;

    fn record_len(&self) -> usize {
        self.columns * NUMBER_BYTES
    }

    fn decode(&self, bytes: &[u8], record: &mut Vec<u32>) {
        record.clear();
        let numbers = bytes.chunks_exact(NUMBER_BYTES);
        record.extend(numbers.map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])));
    }

    fn add(
        &self,
        record: &[u32],
        cover: &mut Covered,
        sums: &mut RecordSums,
    ) -> Result<(), String> {
        let used = record.iter().position(|&number| number == 0).unwrap_or(record.len());
        let (numbers, left) = record.split_at(used);
        if left.iter().any(|&number| number != 0) {
            return Err("an option stands behind the 0 that ends the record".to_owned());
        }
        self.checker.check_options(numbers, cover)?;
        let line = self.checker.write(numbers);
        sums.fingerprint = sums.fingerprint.wrapping_add(fingerprint_of(line.as_bytes()));
        Ok(())
    }
}
