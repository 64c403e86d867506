//! NDJSON and tables of the solutions of a cover: a row each, with its number, its line, and the
//! numbers of its options.
//!
//! The line is checked as in a text file; the numbers must then be those of the line. What the file
//! holds is said by another beside it.

use std::io::BufRead;

use serde::Deserialize;

use super::checker::CoverChecker;
use super::listing::{CoverListing, VerifiedCover};
use crate::verify::about::read_about;
use crate::verify::csv::fields;
use crate::verify::lines::Lines;
use crate::verify::refusal::Refusal;
use crate::verify::rows::{RowKind, check_number};
use crate::verify::subject::SubjectKind;

/// The names of the columns of a table.
const NAMES: [&str; 3] = ["number", "line", "options"];

/// A row, whichever way it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CoverRow {
    number: u128,
    line: String,
    options: Vec<u32>,
}

impl CoverChecker {
    /// Checks a whole file of NDJSON, or a table, with the text of the file beside it.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and on which line.
    pub fn check_rows(
        &self,
        kind: RowKind,
        reader: impl BufRead,
        about: &[u8],
    ) -> Result<VerifiedCover, Refusal> {
        let before = kind.lines_before();
        let claims = read_about(about, kind.name(), before, SubjectKind::Cover, &self.name)?;
        // In JSON a sign of the line may be written as six, and each option stands there twice.
        let mut lines = Lines::new(reader, 8 * self.longest_line());
        if kind == RowKind::Csv {
            let names = fields(lines.next()?.unwrap_or_default());
            if names.map_err(|reason| Refusal::of_line(1, reason))? != NAMES {
                let reason = "the first line should be the names of the columns: number, line and \
                              options";
                return Err(Refusal::of_line(1, reason));
            }
        }
        let mut listing = CoverListing::new(self, claims);
        let mut number = 0;
        while let Some(text) = lines.next()? {
            number += 1;
            let read = match kind {
                RowKind::Ndjson => serde_json::from_str(text)
                    .map_err(|error| format!("this is no solution: {error}")),
                RowKind::Csv => CoverRow::from_fields(text),
            };
            let checked = read.and_then(|row| {
                check_number(row.number, number)?;
                let numbers = listing.add(&row.line)?;
                row.check(&numbers)
            });
            checked.map_err(|reason| Refusal::of_line(before + number as usize, reason))?;
        }
        listing.finish(lines.number())
    }
}

impl CoverRow {
    /// Reads a line of a table.
    fn from_fields(text: &str) -> Result<Self, String> {
        let fields = fields(text)?;
        let [number, line, options] = fields.as_slice() else {
            return Err(format!("there are {} fields; the first line names 3", fields.len()));
        };
        let options = options.split(' ').filter(|number| !number.is_empty());
        let options: Result<Vec<u32>, String> = options
            .map(|number| number.parse().map_err(|_| format!("{number:?} is no number")))
            .collect();
        let number = number.parse().map_err(|_| format!("{number:?} is no number"))?;
        Ok(Self { number, line: line.clone(), options: options? })
    }

    /// Compares the options of a row with those of its line.
    fn check(&self, numbers: &[u32]) -> Result<(), String> {
        if self.options == numbers {
            return Ok(());
        }
        let say = |numbers: &[u32]| {
            let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
            if words.is_empty() { "none".to_owned() } else { words.join(" ") }
        };
        Err(format!(
            "the options are {} by their own column, but {} in the line",
            say(&self.options),
            say(numbers)
        ))
    }
}
