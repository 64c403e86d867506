//! A run whose solutions go to a directory, and which may go on where it was stopped.
//!
//! Solutions are sorted within the memory of the solver, a quarter of which they may take before they
//! are set aside in files beside. The file gets its name when it is whole.

use std::path::PathBuf;

use crate::durable::checkpoint::{Checkpoint, Journal, Kept};
use crate::solution::solution_file::write_rest;
use crate::solution::written_file::{Existing, make_folder};
use crate::solution::{Format, RecordSink, SinkError, SolutionFile};
use crate::solve::error::Error;
use crate::solve::options::OutputMode;
use crate::solve::outcome::Outcome;
use crate::solve::recorder::Recorder;
use crate::solve::solver::{Request, Solver};
use crate::solve::subject::Subject;

use super::listing::{encoder, header, listing_path, share_of};
use super::run_journal::SavedRun;

/// Where the solutions of a run go. See [`Solver::solve_to`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "it says where solutions go, and writes none"]
pub struct Output {
    directory: PathBuf,
    journal: Option<PathBuf>,
    mode: OutputMode,
    format: Format,
    existing: Existing,
}

impl Output {
    /// To a file in this directory, which is made if it is not there: each distinct solution once, in
    /// order, as text.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self {
            directory: directory.into(),
            journal: None,
            mode: OutputMode::Distinct,
            format: Format::default(),
            existing: Existing::Keep,
        }
    }

    /// Saves what is done in this file, so that the same run with the same file goes on where an earlier
    /// one was stopped, by whatever.
    pub fn journal(self, path: impl Into<PathBuf>) -> Self {
        Self { journal: Some(path.into()), ..self }
    }

    /// Every arrangement on the fixed board, and not one for each distinct solution.
    pub fn arrangements(self) -> Self {
        Self { mode: OutputMode::Images, ..self }
    }

    /// Written in this way; the name of the file ends accordingly.
    pub fn format(self, format: Format) -> Self {
        Self { format, ..self }
    }

    /// Replaces a file of that name, if it is a regular one that may be written.
    pub fn force(self) -> Self {
        Self { existing: Existing::Replace, ..self }
    }
}

impl Solver {
    /// Writes all solutions to a file in a directory, named after what is solved, which
    /// [`Solver::verify`] and the program check. A file that is there is replaced only where the journal
    /// says that it is of the same run, or [`Output::force`] asks for it. Nothing is written by a run that was cancelled, whose
    /// outcome is not complete; with a journal it can go on.
    ///
    /// ```
    /// use bitcover::{CancelToken, Output, Puzzle, Solver};
    ///
    /// let directory = std::env::temp_dir().join(format!("bitcover-output-{}", std::process::id()));
    /// let output = Output::new(directory.join("towers")).journal(directory.join("towers.journal"));
    /// let solver = Solver::new(&Puzzle::from_catalog("logiq-3")?)?;
    /// let cancel = CancelToken::new();
    /// cancel.cancel();
    /// let stopped = solver.clone().cancel_token(&cancel).solve_to(&output)?;
    /// assert!(!stopped.complete);
    /// assert_eq!(solver.solve_to(&output)?.distinct, Some(2_294.into()));
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a file is there that is not of this run, the journal is of another, the system refuses, and
    /// those of a count.
    pub fn solve_to(&self, output: &Output) -> Result<Outcome, Error> {
        let subject = self.subject();
        let encoder = encoder(subject, output.format);
        let path = listing_path(&output.directory, subject.name(), output.format);
        make_folder(&output.directory).map_err(|error| Error::Write {
            action: format!("make {}", output.directory.display()),
            reason: error.to_string(),
        })?;
        let kept = match subject {
            Subject::Puzzle(_) if output.format == Format::Packed => Kept::Placements,
            Subject::Puzzle(_) => Kept::Lines,
            Subject::Cover { .. } => Kept::Options,
        };
        let engine = self.options().engine;
        let run = SavedRun { mode: output.mode, kept, engine, shard: None };
        let journal = output.journal.as_deref().map(|path| self.open_journal(path, run));
        let journal = journal.transpose()?;
        let is_resumed = journal.as_ref().is_some_and(Journal::is_resumed);
        let existing = if is_resumed { Existing::Replace } else { output.existing };
        if existing == Existing::Keep && path.exists() {
            let action = format!("write {}", path.display());
            return Err(Error::Write { action, reason: "this is there already".to_owned() });
        }
        let memory_bytes = self.options().memory_bytes;
        let (share, threads) = (share_of(memory_bytes), self.options().threads.get());
        let unknown = header(subject, output.mode, None);
        let place = (path.clone(), existing);
        let solutions = SolutionFile::new(&encoder, unknown, place, share, threads);
        let checkpoint = journal.as_ref().map(|journal| {
            Checkpoint::new(journal, subject.name(), subject.identity(), self.cancel())
        });
        let request = Request {
            mode: Some(output.mode),
            recorder: checkpoint.as_ref().map(|checkpoint| checkpoint as &dyn Recorder),
            record_sink: Some(RecordSink { record: encoder.record(), sink: &solutions }),
            ..Request::default()
        };
        // What solutions may take, the search may not.
        let outcome = self.clone().memory_bytes(memory_bytes - share).run(&request)?;
        if !outcome.complete {
            return Ok(outcome);
        }
        let header = header(subject, output.mode, Some(&outcome));
        let sorter = solutions.finish(&header)?;
        let is_cancelled = || self.cancel().is_cancelled();
        match write_rest((&path, existing), &header, &encoder, sorter, &is_cancelled) {
            Ok(()) => Ok(outcome),
            Err(SinkError::Cancelled { .. }) => Ok(Outcome { complete: false, ..outcome }),
            Err(SinkError::Twice(record)) => Err(Error::found_twice(&encoder.describe(&record))),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::puzzle::model::Piece;

    fn solver(name: &str) -> Solver {
        Solver::new(&Puzzle::from_catalog(name).unwrap()).unwrap().threads(2)
    }

    #[test]
    fn what_is_there_stays_and_what_is_changed_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let (soma, output) = (solver("soma"), Output::new(directory.path()));
        let outcome = soma.solve_to(&output).unwrap();
        let path = directory.path().join("soma.txt");
        let [file] = &soma.verify(directory.path()).unwrap()[..] else { panic!("there is one") };
        assert_eq!((file.path.as_path(), file.distinct), (path.as_path(), Some(480)));
        assert_eq!(Some(file.fingerprint), outcome.fingerprint);
        assert!(soma.solve_to(&output).unwrap_err().to_string().contains("there already"));
        let text = std::fs::read_to_string(&path).unwrap();
        let last = text.trim_end().rfind('\n').unwrap();
        std::fs::write(&path, &text[..=last]).unwrap();
        let refused = soma.verify(&path).unwrap_err();
        assert!(matches!(&refused, Error::Refused { path: of, .. } if *of == path), "{refused}");
        let none = solver("logiq-2").verify(directory.path()).unwrap_err().to_string();
        assert!(none.contains("there is no file of solutions of logiq-2"), "{none}");
    }

    #[test]
    fn every_format_is_written_checked_and_gone_on_with_and_replaced_on_demand_only() {
        let directory = tempfile::tempdir().unwrap();
        let soma = solver("soma");
        for format in Format::ALL {
            let folder = directory.path().join(format.extension());
            let journal = folder.with_extension("journal");
            let output = Output::new(&folder).format(format);
            let written = soma.solve_to(&output.clone().journal(&journal)).unwrap();
            let again = soma.solve_to(&output.clone().journal(&journal)).unwrap();
            assert_eq!(written.fingerprint, again.fingerprint);
            let path = folder.join("soma").with_extension(format.extension());
            let [file] = &soma.verify(&path).unwrap()[..] else { panic!("there is one") };
            assert_eq!((file.distinct, Some(file.fingerprint)), (Some(480), written.fingerprint));
            std::fs::write(&path, "spoilt").unwrap();
            assert!(soma.solve_to(&output).unwrap_err().to_string().contains("there already"));
            assert_eq!(soma.solve_to(&output.force()).unwrap().distinct, Some(480.into()));
            assert!(soma.verify(&path).is_ok());
        }
    }

    #[test]
    fn a_journal_of_another_run_is_refused_and_that_of_this_one_goes_on() {
        let directory = tempfile::tempdir().unwrap();
        let output = Output::new(directory.path()).journal(directory.path().join("run.journal"));
        let soma = solver("soma");
        let first = soma.solve_to(&output).unwrap();
        let again = soma.solve_to(&output).unwrap();
        assert_eq!((&first.total, first.fingerprint), (&again.total, again.fingerprint));
        for other in [solver("logiq-2"), soma.without_symmetry()] {
            let words = other.solve_to(&output).unwrap_err().to_string();
            assert!(words.contains("the journal is of another run"), "{words}");
        }
    }

    #[test]
    fn a_journal_that_is_only_begun_leaves_a_file_that_is_there_alone() {
        let directory = tempfile::tempdir().unwrap();
        let (soma, output) = (solver("soma"), Output::new(directory.path()));
        let path = directory.path().join("soma.txt");
        std::fs::write(&path, "of somebody else").unwrap();
        let journalled = output.journal(directory.path().join("run.journal"));
        assert!(soma.solve_to(&journalled).unwrap_err().to_string().contains("there already"));
        assert_eq!(std::fs::read(&path).unwrap(), b"of somebody else");
    }

    #[test]
    fn a_journal_of_lines_is_refused_where_placements_are_written_and_conversely() {
        let directory = tempfile::tempdir().unwrap();
        let domino = Piece::drawn("domino", "ab", ["xx"]);
        let strip = Puzzle::builder("strip").board_size(1, 4).piece(domino).build().unwrap();
        let solver = Solver::new(&strip).unwrap().threads(2);
        // A line has a byte for each cell, and a record of placements two for each piece.
        let len = |format| encoder(solver.subject(), format).record_len();
        assert_eq!(len(Format::Text), len(Format::Packed));
        for (first, other) in [(Format::Text, Format::Packed), (Format::Packed, Format::Csv)] {
            let folder = directory.path().join(first.extension());
            let output = Output::new(&folder).journal(folder.with_extension("journal"));
            solver.solve_to(&output.clone().format(first)).unwrap();
            let words = solver.solve_to(&output.format(other)).unwrap_err().to_string();
            assert!(words.contains("the journal is of another run"), "{words}");
        }
    }
}
