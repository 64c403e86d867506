//! The output directory of `solve`: one file of solutions for each puzzle, and the count report.
//!
//! Every file is written under another name first and then renamed, so that a file of the final
//! name is whole. A directory that holds anything already is refused: nothing is overwritten.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::puzzle::Puzzle;
use crate::puzzle::given::given_line;
use crate::report::CountReport;
use crate::report::table::{markdown, write_csv};
use crate::run::{Listing, Part};
use crate::solution::Header;
use crate::solution::format::write_listing;

use super::CliError;

/// A directory that a run writes to.
#[derive(Debug)]
pub struct OutputDir {
    path: PathBuf,
}

impl OutputDir {
    /// Makes the directory, and makes sure before the run that it can be written to.
    ///
    /// # Errors
    /// When it holds files already, or cannot be written to.
    pub fn create(path: &Path) -> Result<Self, CliError> {
        let fail = |error| CliError::Write { path: path.to_owned(), error };
        fs::create_dir_all(path).map_err(fail)?;
        if let Some(entry) = fs::read_dir(path).map_err(fail)?.next() {
            let name = entry.map_err(fail)?.file_name();
            return Err(CliError::Usage(format!(
                "{} is not empty (it holds {}); name a new directory, or remove the old results \
                 first",
                path.display(),
                name.to_string_lossy()
            )));
        }
        let directory = Self { path: path.to_owned() };
        let trial = directory.path.join(".trial");
        fs::write(&trial, b"").and_then(|()| fs::remove_file(&trial)).map_err(fail)?;
        Ok(directory)
    }

    /// The file of a puzzle's solutions in a directory.
    pub fn listing_path(directory: &Path, puzzle: &str) -> PathBuf {
        directory.join(format!("{puzzle}.txt"))
    }

    /// Writes the solutions of a puzzle.
    ///
    /// # Errors
    /// When the system refuses; what was written before stays.
    pub fn write_solutions(
        &self,
        puzzle: &Puzzle,
        part: &Part,
        listing: Listing,
    ) -> Result<(), CliError> {
        let header = Header {
            puzzle: &puzzle.name,
            given: (!puzzle.given.is_empty()).then(|| given_line(puzzle)),
            images: listing == Listing::Images,
            distinct: part.tally.distinct,
            total: part.tally.total,
            fingerprint: part.tally.fingerprint,
            complete: part.complete,
        };
        Self::write(&Self::listing_path(&self.path, &puzzle.name), |out| {
            write_listing(out, &header, &part.tally.lines, part.line_len)
        })
    }

    /// Writes the count report in three formats.
    ///
    /// # Errors
    /// When the system refuses; what was written before stays.
    pub fn write_report(&self, report: &[CountReport]) -> Result<(), CliError> {
        let markdown: Vec<String> = report.iter().map(markdown).collect();
        Self::write(&self.path.join("report.md"), |out| {
            out.write_all(markdown.join("\n").as_bytes())
        })?;
        Self::write(&self.path.join("report.csv"), |out| {
            write_csv(report, out).map_err(io::Error::other)
        })?;
        Self::write(&self.path.join("report.json"), |out| {
            serde_json::to_writer_pretty(&mut *out, report)?;
            out.write_all(b"\n")
        })
    }

    /// Where everything is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn write(
        path: &Path,
        content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), CliError> {
        let partial = path.with_extension("partial");
        let written = File::create(&partial).and_then(|file| {
            let mut out = BufWriter::with_capacity(1 << 16, file);
            content(&mut out)?;
            out.into_inner().map_err(io::IntoInnerError::into_error)?;
            fs::rename(&partial, path)
        });
        written.map_err(|error| CliError::Write { path: path.to_owned(), error })
    }
}
