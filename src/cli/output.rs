//! What commands write: files, and directories of files such as that of `solve`.
//!
//! There is one policy. Every file is written under another name first and then renamed, so that a file
//! of the final name is whole. Nothing that is there already is replaced without `--force`, and with it
//! regular files only, links staying links. `-` and `/dev/stdout` are standard output, devices and pipes
//! are written to as they are, and missing folders are made. All that is looked at before the run.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::durable::listing::{listing_path, listings};
use crate::report::CountReport;
use crate::report::table::{markdown, write_csv};
use crate::solution::written_file::{Existing, NewFile, PARTIAL};
use crate::solution::{
    Encoder, Format, Header, SinkError, SolutionFile, Sorter, solution_file, written_file,
};
use crate::solve::error::Error;

use super::error::CliError;
use super::screen::data_out;
use super::signals::Signals;

/// The file that shows whether a directory can be written to.
const TRIAL: &str = ".trial";

/// Whether files that are there already are replaced.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ForceArguments {
    /// Replace files that are there already, if they are regular files and not write-protected.
    #[arg(long)]
    force: bool,
}

impl ForceArguments {
    /// What becomes of a file that is there already.
    pub fn existing(self) -> Existing {
        if self.force { Existing::Replace } else { Existing::Keep }
    }
}

/// A directory that a run writes to.
#[derive(Debug)]
pub struct OutputDir {
    path: PathBuf,
    existing: Existing,
    /// The directory, locked against other runs where the system can do that.
    _lock: Option<File>,
}

impl OutputDir {
    /// Makes the directory, and makes sure before the run that it can be written to and that no other
    /// run writes to it. Where a run goes on, files of the puzzles that it is about may be there from
    /// before, and are replaced.
    ///
    /// # Errors
    /// When it holds other files already that are not to be replaced, is used by another run, or
    /// cannot be written to.
    pub fn create(path: &Path, earlier: &[&str], force: ForceArguments) -> Result<Self, CliError> {
        if is_stdout(path) {
            return Err(CliError::Usage(format!(
                "several files are written, so that {} will not do; name a directory",
                path.display()
            )));
        }
        let fail = |error| CliError::Write { path: path.to_owned(), error };
        written_file::make_folder(path)
            .map_err(|error| CliError::NotWritten { path: path.to_owned(), error })?;
        let lock = lock(path)?;
        for entry in fs::read_dir(path).map_err(fail)? {
            let name = entry.map_err(fail)?.file_name();
            if !earlier.is_empty() && name.to_str().is_some_and(|name| is_own(name, earlier)) {
                if Path::new(&name).extension().is_some_and(|end| end == PARTIAL) {
                    // What a run left that was killed.
                    fs::remove_file(path.join(&name)).map_err(fail)?;
                }
                continue;
            }
            if force.force {
                continue;
            }
            return Err(CliError::Usage(format!(
                "{} is not empty (it holds {}); name a new directory, or replace files of the same \
                 names with --force",
                path.display(),
                name.to_string_lossy()
            )));
        }
        let existing = if earlier.is_empty() { force.existing() } else { Existing::Replace };
        let directory = Self { path: path.to_owned(), existing, _lock: lock };
        let trial = directory.path.join(TRIAL);
        fs::write(&trial, b"").and_then(|()| fs::remove_file(&trial)).map_err(fail)?;
        Ok(directory)
    }

    /// What becomes of files that are there already.
    pub fn existing(&self) -> Existing {
        self.existing
    }

    /// The files of a puzzle's solutions that are in a directory, of each format; the one that reads
    /// best where there is none, for a message to name.
    pub fn listings(directory: &Path, puzzle: &str) -> Vec<PathBuf> {
        let found = listings(directory, puzzle);
        if found.is_empty() { vec![listing_path(directory, puzzle, Format::Text)] } else { found }
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
        let path = listing_path(&self.path, header.subject.name(), encoder.format());
        let sorter = solutions.finish(header)?;
        write_rest((&path, self.existing), header, encoder, sorter, signals)
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

    /// Writes one file, whole or not at all.
    ///
    /// # Errors
    /// When the system refuses; what was written before stays.
    pub fn write_one(
        &self,
        name: &str,
        content: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
    ) -> Result<(), CliError> {
        let path = self.path.join(name);
        let fail = |error: io::Error| CliError::NotWritten { path, error: error.into() };
        self.write_file(name, |out| content(out).map_err(fail))
    }

    /// Writes one file, whole or not at all; the content says what it fails with.
    ///
    /// # Errors
    /// When the content or the system refuses; what was written before stays.
    pub fn write_file(
        &self,
        name: &str,
        content: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let path = self.path.join(name);
        let fail = |error| CliError::NotWritten { path: path.clone(), error };
        written_file::write_file(&path, self.existing, content, fail)
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
    place: (&Path, Existing),
    header: &Header<'_>,
    encoder: &Encoder<'_>,
    sorter: Option<Sorter>,
    signals: &Signals,
) -> Result<(), CliError> {
    // What was found before a signal is written, and takes the time that it takes.
    let signal = || if header.complete { signals.signal() } else { None };
    let is_cancelled = || signal().is_some();
    let written = solution_file::write_rest(place, header, encoder, sorter, &is_cancelled);
    written.map_err(|error| match (error, signal()) {
        (error @ SinkError::Cancelled { .. }, Some(signal)) => {
            CliError::Interrupted { signal, words: error.to_string() }
        }
        (SinkError::Twice(record), _) => Error::found_twice(&encoder.describe(&record)).into(),
        (error, _) => error.into(),
    })
}

/// Locks a directory against other runs, where the system has locks for directories.
fn lock(path: &Path) -> Result<Option<File>, CliError> {
    let Ok(directory) = File::open(path) else { return Ok(None) };
    match directory.try_lock() {
        Ok(()) => Ok(Some(directory)),
        Err(TryLockError::WouldBlock) => Err(CliError::Usage(format!(
            "{} is used by another run; name another directory, or wait for it",
            path.display()
        ))),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Whether a path means standard output.
pub fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// A file that a command writes, looked at before the run.
#[derive(Clone, Debug)]
pub struct OutputFile {
    path: PathBuf,
    way: Way,
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// To standard output.
    Stdout,
    /// To a device, a pipe or the like, as it comes.
    Through,
    /// Whole or not at all.
    New(Existing),
}

impl OutputFile {
    /// Makes sure before a run that a file can be written; folders that are missing are made.
    ///
    /// # Errors
    /// When it is there already and not to be replaced, or cannot be written.
    pub fn plan(path: &Path, force: ForceArguments) -> Result<Self, CliError> {
        let way = if is_stdout(path) {
            Way::Stdout
        } else if is_special(path) {
            Way::Through
        } else {
            let trial = NewFile::create(path, force.existing());
            drop(trial.map_err(|error| CliError::NotWritten { path: path.to_owned(), error })?);
            Way::New(force.existing())
        };
        Ok(Self { path: path.to_owned(), way })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is standard output, so that words go elsewhere.
    pub fn is_stdout(&self) -> bool {
        self.way == Way::Stdout
    }

    /// Writes it. A file is whole or not there; standard output, devices and pipes get what there is
    /// as it comes.
    ///
    /// # Errors
    /// When the system refuses; what was there before stays.
    pub fn write(
        &self,
        content: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let fail = |error| CliError::NotWritten { path: self.path.clone(), error };
        match self.way {
            Way::Stdout => {
                let mut out = BufWriter::new(data_out());
                content(&mut out)?;
                Ok(out.flush()?)
            }
            Way::Through => {
                let file = File::options().write(true).open(&self.path);
                let mut out = BufWriter::new(file.map_err(|error| fail(error.into()))?);
                content(&mut out)?;
                out.flush().map_err(|error| fail(error.into()))
            }
            Way::New(existing) => {
                written_file::write_file(&self.path, existing, |out| content(out), fail)
            }
        }
    }

    /// Writes it as [`Self::write`] does, but to standard output, devices and pipes too only what is
    /// whole, which is set aside in a temporary file until then.
    ///
    /// # Errors
    /// When the system refuses; what was there before stays.
    pub fn write_whole(
        &self,
        content: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        if matches!(self.way, Way::New(_)) {
            return self.write(content);
        }
        let fail = |error: io::Error| self.error(error);
        let mut out = BufWriter::new(tempfile::tempfile().map_err(fail)?);
        content(&mut out)?;
        let mut file = out.into_inner().map_err(|error| fail(error.into_error()))?;
        file.rewind().map_err(fail)?;
        self.write(|out| io::copy(&mut file, out).map(|_| ()).map_err(fail))
    }

    /// An error in writing it, as a person is told of it.
    pub fn error(&self, error: io::Error) -> CliError {
        if self.is_stdout() {
            return error.into();
        }
        CliError::NotWritten { path: self.path.clone(), error: error.into() }
    }
}

/// Whether a path leads to a device, a pipe or the like, or to a file that is open already.
fn is_special(path: &Path) -> bool {
    let is_open = ["/dev/stderr", "/dev/fd", "/proc/self/fd"].iter().any(|at| path.starts_with(at));
    is_open || fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}
