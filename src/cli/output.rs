//! The output directory of `solve`: one file of solutions for each puzzle, and the count report.
//!
//! Every file is written under another name first and then renamed, so that a file of the final
//! name is whole. A directory that holds anything already is refused: nothing is overwritten.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::count::Count;
use crate::puzzle::given::given_line;
use crate::report::CountReport;
use crate::report::table::{markdown, write_csv};
use crate::solution::{
    CoverCodec, Encoder, Format, Header, SinkError, SolutionFile, Sorter, SubjectName,
    solution_file, written_file,
};
use crate::solve::Outcome;
use crate::solve::error::Error;
use crate::solve::options::OutputMode;
use crate::solve::subject::Subject;

use super::error::CliError;
use super::signals::Signals;

/// The file that shows whether a directory can be written to.
const TRIAL: &str = ".trial";

/// A directory that a run writes to.
#[derive(Debug)]
pub struct OutputDir {
    path: PathBuf,
}

impl OutputDir {
    /// Makes the directory, and makes sure before the run that it can be written to. Where a run
    /// goes on, files of the puzzles that it is about may be there from before.
    ///
    /// # Errors
    /// When it holds other files already, or cannot be written to.
    pub fn create(path: &Path, earlier: &[&str]) -> Result<Self, CliError> {
        let fail = |error| CliError::Write { path: path.to_owned(), error };
        fs::create_dir_all(path).map_err(fail)?;
        for entry in fs::read_dir(path).map_err(fail)? {
            let name = entry.map_err(fail)?.file_name();
            if !earlier.is_empty() && name.to_str().is_some_and(|name| is_own(name, earlier)) {
                continue;
            }
            return Err(CliError::Usage(format!(
                "{} is not empty (it holds {}); name a new directory, or remove the old results \
                 first",
                path.display(),
                name.to_string_lossy()
            )));
        }
        let directory = Self { path: path.to_owned() };
        let trial = directory.path.join(TRIAL);
        fs::write(&trial, b"").and_then(|()| fs::remove_file(&trial)).map_err(fail)?;
        Ok(directory)
    }

    /// The file of a puzzle's solutions in a directory.
    pub fn listing_path(directory: &Path, puzzle: &str, format: Format) -> PathBuf {
        directory.join(format!("{puzzle}.{}", format.extension()))
    }

    /// The file of this kind that `prove` writes of a case, which are counted from 1.
    pub fn case_path(directory: &Path, puzzle: &str, case: usize, extension: &str) -> PathBuf {
        directory.join(format!("{puzzle}.{case}.{extension}"))
    }

    /// The files of a puzzle's solutions that are in a directory, of each format; the one that reads
    /// best where there is none, for a message to name.
    pub fn listings(directory: &Path, puzzle: &str) -> Vec<PathBuf> {
        let path = |format| Self::listing_path(directory, puzzle, format);
        let found: Vec<_> =
            Format::ALL.into_iter().map(path).filter(|path| path.exists()).collect();
        if found.is_empty() { vec![path(Format::Text)] } else { found }
    }

    /// Writes the solutions of a puzzle, in order, as far as that was not done during the run, and
    /// what stands beside them.
    ///
    /// # Errors
    /// When the system refuses, and then no file of the final name is left; what was written
    /// before stays.
    pub fn write_solutions(
        &self,
        header: &Header<'_>,
        encoder: &Encoder<'_>,
        solutions: SolutionFile<'_>,
        signals: &Signals,
    ) -> Result<(), CliError> {
        let path = Self::listing_path(&self.path, header.subject.name(), encoder.format());
        let sorter = solutions.finish(header)?;
        write_rest(&path, header, encoder, sorter, signals)
    }

    /// Writes the count report in three formats.
    ///
    /// # Errors
    /// When the system refuses; what was written before stays.
    pub fn write_report(&self, report: &[CountReport]) -> Result<(), CliError> {
        let markdown: Vec<String> = report.iter().map(markdown).collect();
        self.write_one("report.md", |out| out.write_all(markdown.join("\n").as_bytes()))?;
        self.write_one("report.csv", |out| write_csv(report, out).map_err(io::Error::other))?;
        self.write_one("report.json", |out| {
            serde_json::to_writer_pretty(&mut *out, report)?;
            out.write_all(b"\n")
        })
    }

    /// Whether anything is there.
    pub fn holds_solutions(&self) -> bool {
        fs::read_dir(&self.path).is_ok_and(|mut entries| entries.next().is_some())
    }

    /// Where everything is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn write_one(
        &self,
        name: &str,
        content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), CliError> {
        let path = self.path.join(name);
        write_file(&path, |out| {
            content(out).map_err(|error| CliError::Write { path: path.clone(), error })
        })
    }
}

/// Whether a file of this name may be from an earlier session: the trial, a report, or about one of
/// these puzzles.
fn is_own(name: &str, puzzles: &[&str]) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    name == TRIAL || stem == "report" || puzzles.contains(&stem)
}

/// Writes solutions that came in no order to a file of this path, if there are any, and what stands
/// beside the file.
///
/// # Errors
/// When the system refuses, and then no file of the final name is left; what was written
/// before stays.
pub fn write_rest(
    path: &Path,
    header: &Header<'_>,
    encoder: &Encoder<'_>,
    sorter: Option<Sorter>,
    signals: &Signals,
) -> Result<(), CliError> {
    // What was found before a signal is written, and takes the time that it takes.
    let signal = || if header.complete { signals.signal() } else { None };
    let is_cancelled = || signal().is_some();
    let written = solution_file::write_rest(path, header, encoder, sorter, &is_cancelled);
    written.map_err(|error| match (error, signal()) {
        (error @ SinkError::Cancelled { .. }, Some(signal)) => {
            CliError::Interrupted { signal, words: error.to_string() }
        }
        (SinkError::Twice(record), _) => Error::found_twice(&encoder.describe(&record)).into(),
        (error, _) => error.into(),
    })
}

/// Writes a file under another name and then renames it, so that a file of the final name is whole.
///
/// # Errors
/// When the system refuses; what was written before stays.
pub fn write_file(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let fail = |error| CliError::Write { path: path.to_owned(), error };
    written_file::write_file(path, content, fail)
}

/// The head of the solutions of a subject; without an outcome the counts are not known yet.
pub fn header<'a>(subject: &'a Subject, mode: OutputMode, outcome: Option<&Outcome>) -> Header<'a> {
    let (name, given) = match subject.puzzle() {
        Some(compiled) => {
            let puzzle = &compiled.puzzle;
            let given = (!puzzle.given.is_empty()).then(|| given_line(puzzle));
            (SubjectName::Puzzle(&puzzle.name), given)
        }
        None => (SubjectName::Cover(subject.name()), None),
    };
    // No listing comes to an end that has more than this.
    let listed = |count: &Count| u128::try_from(count).unwrap_or(u128::MAX);
    Header {
        subject: name,
        given,
        images: mode == OutputMode::Images,
        distinct: outcome.map_or(0, |outcome| listed(outcome.found())),
        total: outcome.map_or(0, |outcome| listed(&outcome.total)),
        fingerprint: outcome.and_then(|outcome| outcome.fingerprint).unwrap_or_default(),
        complete: outcome.is_some_and(|outcome| outcome.complete),
    }
}

/// What writes the solutions of a subject in a format.
pub fn encoder(subject: &Subject, format: Format) -> Encoder<'_> {
    match subject {
        Subject::Puzzle(compiled) => Encoder::new(compiled, format),
        Subject::Cover { problem, .. } => {
            Encoder::for_cover(CoverCodec::new(&problem.cover), format)
        }
    }
}
