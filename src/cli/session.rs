//! A session of a command that runs puzzles and covers: what its runs heed, tell and record.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cancel::CancelToken;
use crate::durable::checkpoint::{Checkpoint, Journal, JournalHeader, Kept};
use crate::solution::written_file::make_folder;
use crate::solve::options::OutputMode;
use crate::solve::recorder::Recorder;
use crate::solve::solver::Request;
use crate::solve::{Error, Outcome, Solver};

use super::args::SearchArguments;
use super::error::CliError;
use super::message::say;
use super::meter::{Meter, ProgressArguments, ProgressWhen};
use super::select::Target;
use super::signals::{self, Signals};

/// What runs heed, tell and record.
#[derive(Args, Debug)]
pub struct SessionArguments {
    /// Save what is done in this file, and solutions beside it in FILE.solutions, so that the run can
    /// be stopped at any moment; the same command with the same file goes on where it was. A count
    /// that the engine frontier counts is one task.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,

    #[command(flatten)]
    progress: ProgressArguments,
}

/// What a run that was stopped might have had.
const CAN_BE_CONTINUED: &str = "; with --journal FILE a run can be continued";

/// A session.
#[derive(Debug)]
pub struct Session {
    meter: Meter,
    journal: Option<Journal>,
    is_verbose: bool,
    /// Whether the command takes a journal.
    can_be_continued: bool,
}

impl Session {
    /// Begins a session of a command about these targets.
    ///
    /// # Errors
    /// When the journal cannot be used, or signals cannot be heeded.
    pub fn begin(
        arguments: &SessionArguments,
        search: &SearchArguments,
        targets: &[Target],
        mode: OutputMode,
        kept: Kept,
    ) -> Result<Self, CliError> {
        let names = targets.iter().flat_map(Target::members);
        let header = || {
            Ok(JournalHeader {
                subjects: names.clone().map(|member| member.name().to_owned()).collect(),
                mode,
                kept,
                engine: search.engine(),
                anchor: search.anchor_name(),
                shard: None,
            })
        };
        let journal = arguments.journal.as_deref();
        Self::with_journal(arguments.progress.progress, search.verbose, journal, header)
    }

    /// Begins a session that records nothing.
    ///
    /// # Errors
    /// When signals cannot be heeded.
    pub fn without_journal(progress: ProgressWhen, is_verbose: bool) -> Result<Self, CliError> {
        let signals = Signals::heed().map_err(CliError::Signals)?;
        let meter = Meter::new(progress, is_verbose, signals);
        Ok(Self { meter, journal: None, is_verbose, can_be_continued: false })
    }

    /// Begins a session that records what is done in this file, if there is one.
    ///
    /// # Errors
    /// When the journal cannot be used, or signals cannot be heeded.
    pub fn with_journal(
        progress: ProgressWhen,
        is_verbose: bool,
        path: Option<&Path>,
        header: impl Fn() -> Result<JournalHeader, CliError>,
    ) -> Result<Self, CliError> {
        let mut session = Self::without_journal(progress, is_verbose)?;
        session.can_be_continued = true;
        if path.is_some() {
            session.meter.set_saves();
        } else {
            session.signals().set_advice(CAN_BE_CONTINUED);
        }
        if let Some(path) = path {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                let fail = |error| CliError::NotWritten { path: path.to_owned(), error };
                make_folder(folder).map_err(fail)?;
            }
            let journal = Journal::open(path, &header()?)?;
            if journal.damaged() > 0 {
                say(&format!(
                    "{}: {} damaged lines are ignored, and what they said is done again",
                    path.display(),
                    journal.damaged()
                ));
            }
            session.journal = Some(journal);
        }
        Ok(session)
    }

    /// Runs a solver: tells how far it is, and records what is done if there is a journal.
    ///
    /// # Errors
    /// Those of the run.
    pub fn run(&self, solver: &Solver, request: &Request<'_>) -> Result<Outcome, CliError> {
        let solver = solver.clone().cancel_token(self.cancel());
        let subject = solver.subject();
        let checkpoint = self.journal.as_ref().map(|journal| {
            Checkpoint::new(journal, subject.name(), subject.identity(), self.cancel())
        });
        let recorder = checkpoint.as_ref().map(|checkpoint| checkpoint as &dyn Recorder);
        let outcome = self.observed(subject.name(), |meter| {
            Ok(solver.run(&Request { recorder, observer: Some(meter), ..*request })?)
        })?;
        if let (true, Some(sweep)) = (self.is_verbose, &outcome.sweep) {
            let states: Vec<String> = sweep.states.iter().map(u64::to_string).collect();
            say(&format!("{}: states by level: {}", outcome.name, states.join(" ")));
        }
        Ok(outcome)
    }

    /// Finds the symmetric solutions of a puzzle.
    ///
    /// # Errors
    /// Those of the run; an exact cover has no motions.
    pub fn run_symmetric(
        &self,
        solver: &Solver,
        request: &Request<'_>,
    ) -> Result<Outcome, CliError> {
        let solver = solver.clone().cancel_token(self.cancel());
        let subject = solver.subject();
        if subject.plain_cover().is_some() {
            return Err(CliError::Usage(format!(
                "{} is an exact cover without a board; --symmetric is for puzzles",
                subject.name()
            )));
        }
        self.observed(subject.name(), |_| Ok(solver.run_symmetric(request)?))
    }

    /// Does something that tells the meter how far it is, under a name.
    ///
    /// # Errors
    /// Those of what is done.
    pub fn observed(
        &self,
        name: &str,
        work: impl FnOnce(&Meter) -> Result<Outcome, CliError>,
    ) -> Result<Outcome, CliError> {
        self.meter.begin(name);
        let outcome = work(&self.meter);
        self.meter.end(outcome.as_ref().is_ok_and(|outcome| outcome.complete));
        outcome
    }

    /// Does something of which nobody can tell how far it is, and shows meanwhile how long it has gone
    /// on; what a signal cut short is not taken for the whole.
    ///
    /// # Errors
    /// Those of what is done, and when a signal asked to stop.
    pub fn watched<T>(
        &self,
        doing: &str,
        work: impl FnOnce() -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let worked_out = self.meter.watch(doing, work);
        self.check_interrupted()?;
        worked_out
    }

    /// What tells how far runs are.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// The journal, if there is one.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref()
    }

    /// Whether a journal was begun before, so that files of an earlier session may be there.
    pub fn is_resumed(&self) -> bool {
        self.journal.as_ref().is_some_and(Journal::is_resumed)
    }

    /// Whether a signal asked to stop.
    pub fn is_interrupted(&self) -> bool {
        self.signals().signal().is_some()
    }

    /// What signals asked for.
    pub fn signals(&self) -> &Signals {
        &self.meter.signals
    }

    /// What a signal cancels.
    pub fn cancel(&self) -> &CancelToken {
        &self.signals().cancel
    }

    /// What was worked out; where a signal cancelled it, that is the error.
    ///
    /// # Errors
    /// Those of what is worked out.
    pub fn unless_interrupted<T>(&self, worked_out: Result<T, CliError>) -> Result<T, CliError> {
        match worked_out {
            Err(CliError::Run { error: Error::Cancelled }) => {
                self.check_interrupted()?;
                Err(Error::Cancelled.into())
            }
            worked_out => worked_out,
        }
    }

    /// Ends the session.
    ///
    /// # Errors
    /// When it was interrupted: says how far it came, and how to go on.
    pub fn close(self) -> Result<(), CliError> {
        self.check_interrupted()
    }

    /// Ends a command that was interrupted.
    ///
    /// # Errors
    /// When it was: says how far it came, and how to go on.
    pub fn check_interrupted(&self) -> Result<(), CliError> {
        let Some(signal) = self.signals().signal() else { return Ok(()) };
        let how_far = self.meter.stopped().map_or(String::new(), |how_far| format!(": {how_far}"));
        let how_to_go_on = match &self.journal {
            Some(journal) => {
                format!("; saved in {}: repeat the command to go on", journal.path().display())
            }
            None if self.can_be_continued => CAN_BE_CONTINUED.to_owned(),
            None => String::new(),
        };
        let words = format!("stopped by {}{how_far}{how_to_go_on}", signals::name(signal));
        Err(CliError::Interrupted { signal, words })
    }
}
