//! A run whose solutions go to a directory, and which may go on where it was stopped.
//!
//! Solutions are sorted within the memory of the solver, a quarter of which they may take before they
//! are set aside in files beside. The file gets its name when it is whole.

use std::path::{Path, PathBuf};

use crate::durable::checkpoint::{
    AnchorName, Checkpoint, Journal, JournalError, JournalHeader, Kept,
};
use crate::solution::solution_file::write_rest;
use crate::solution::written_file::Existing;
use crate::solution::{Format, RecordSink, SinkError, SolutionFile};
use crate::solve::error::Error;
use crate::solve::options::{Anchor, OutputMode};
use crate::solve::outcome::Outcome;
use crate::solve::recorder::Recorder;
use crate::solve::solver::{Request, Solver};
use crate::solve::subject::Subject;

use super::listing::{encoder, header, listing_path, share_of};

/// Where the solutions of a run go. See [`Solver::solve_to`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "it says where solutions go, and writes none"]
pub struct Output {
    directory: PathBuf,
    journal: Option<PathBuf>,
    mode: OutputMode,
}

impl Output {
    /// To a file in this directory, which is made if it is not there: each distinct solution once, in
    /// order.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), journal: None, mode: OutputMode::Distinct }
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
}

impl Solver {
    /// Writes all solutions to a file of text in a directory, named after what is solved, which
    /// [`Solver::verify`] and the program check. A file that is there is never replaced, unless the
    /// journal says that it is of the same run. Nothing is written by a run that was cancelled, whose
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
        let encoder = encoder(subject, Format::Text);
        let path = listing_path(&output.directory, subject.name(), Format::Text);
        let refused = |error: std::io::Error| Error::Write {
            action: format!("make {}", output.directory.display()),
            reason: error.to_string(),
        };
        std::fs::create_dir_all(&output.directory).map_err(refused)?;
        let journal = output.journal.as_deref().map(|path| self.journal(path, output.mode));
        let journal = journal.transpose()?;
        let is_resumed = journal.as_ref().is_some_and(Journal::is_resumed);
        let existing = if is_resumed { Existing::Replace } else { Existing::Keep };
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

    /// The journal of such a run.
    fn journal(&self, path: &Path, mode: OutputMode) -> Result<Journal, Error> {
        let subject = self.subject();
        let anchor = match self.options().anchor {
            Anchor::Auto => AnchorName::Auto,
            Anchor::None => AnchorName::None,
            Anchor::Piece(piece) => {
                AnchorName::Piece(subject.piece_names(&[piece]).into_iter().collect())
            }
        };
        let kept = match subject {
            Subject::Puzzle(_) => Kept::Lines,
            Subject::Cover { .. } => Kept::Options,
        };
        let (subjects, engine) = (vec![subject.name().to_owned()], self.options().engine);
        let header = JournalHeader { subjects, mode, kept, engine, anchor, shard: None };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let refused = |error| JournalError::refused(path, "make the folder of", &error);
            std::fs::create_dir_all(folder).map_err(refused).map_err(Error::recorder)?;
        }
        Journal::open(path, &header).map_err(Error::recorder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

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
}
