//! A session of a run that may last: signals, the journal, and the meter, for `solve` and `count`.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::durable::checkpoint::Header;
use crate::durable::checkpoint::Journal;
use crate::engine::CancelToken;
use crate::solution::Format;
use crate::solve::{Control, OutputMode, RunError};

use super::args::SearchArguments;
use super::meter::{Meter, ProgressWhen};
use super::select::Target;
use super::signals::{self, Signals};
use super::{CliError, say};

/// What a run that may last is to heed.
#[derive(Args, Clone, Debug)]
pub struct SessionArguments {
    /// Save every finished task in this file, and its solutions in FILE.solutions; the same command
    /// goes on from there, however it ended. What the engine frontier counts is one task. Not for
    /// exact covers from files.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,

    /// When to show on standard error how far a run is; SIGUSR1 asks at any time.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: ProgressWhen,
}

/// A session.
#[derive(Debug)]
pub struct Session {
    meter: Meter,
    journal: Option<Journal>,
}

impl Session {
    /// Begins a session of a command about these puzzles.
    ///
    /// # Errors
    /// When the journal cannot be used, or signals cannot be heeded.
    pub fn begin(
        arguments: &SessionArguments,
        search: &SearchArguments,
        targets: &[Target],
        listing: OutputMode,
        format: Option<Format>,
    ) -> Result<Self, CliError> {
        let header = || header(search, targets, listing, format);
        Self::with_journal(arguments.progress, arguments.journal.as_deref(), header)
    }

    /// Begins a session that saves what is done in this file, if there is one.
    ///
    /// # Errors
    /// When the journal cannot be used, or signals cannot be heeded.
    pub fn with_journal(
        progress: ProgressWhen,
        path: Option<&Path>,
        header: impl Fn() -> Result<Header, CliError>,
    ) -> Result<Self, CliError> {
        let signals = Signals::heed().map_err(CliError::Signals)?;
        let open = |path: &Path| -> Result<Journal, CliError> {
            let journal = Journal::open(path, &header()?).map_err(RunError::from)?;
            if journal.damaged() > 0 {
                say(&format!(
                    "{}: {} damaged lines are ignored, and what they said is done again",
                    path.display(),
                    journal.damaged()
                ));
            }
            Ok(journal)
        };
        let journal = path.map(open).transpose()?;
        Ok(Self { meter: Meter::new(progress, signals), journal })
    }

    /// What a run of a puzzle is to heed.
    pub fn control(&self, name: &str) -> Control<'_> {
        self.stop().renew();
        self.meter.begin(name);
        Control { stop: self.stop(), journal: self.journal.as_ref(), watcher: Some(&self.meter) }
    }

    /// The run of a puzzle has ended, with everything done or not.
    pub fn end(&self, complete: bool) {
        if self.is_interrupted() {
            // Writing what was found may still take its time.
            self.meter.signals.arm();
        }
        self.meter.end(complete);
    }

    /// Whether a journal was begun before, so that files of an earlier session may be there.
    pub fn is_resumed(&self) -> bool {
        self.journal.as_ref().is_some_and(Journal::is_resumed)
    }

    /// Whether what is done is saved in a journal.
    pub fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Whether a signal asked to stop.
    pub fn is_interrupted(&self) -> bool {
        self.stop().signal().is_some()
    }

    /// Ends the session.
    ///
    /// # Errors
    /// When it was interrupted: says how far it came, and how to go on.
    pub fn close(self) -> Result<(), CliError> {
        let Some(signal) = self.stop().signal() else { return Ok(()) };
        let how_far = self.meter.stopped().map_or(String::new(), |how_far| format!(": {how_far}"));
        let how_to_go_on = match &self.journal {
            Some(journal) => {
                format!("saved in {}: repeat the command to go on", journal.path().display())
            }
            None => "with --journal FILE a run can be continued".to_owned(),
        };
        let words = format!("stopped by {}{how_far}; {how_to_go_on}", signals::name(signal));
        Err(CliError::Interrupted { signal, words })
    }

    /// What a signal sets.
    pub fn stop(&self) -> &CancelToken {
        &self.meter.signals.stop
    }
}

/// What the journal of a command is about.
fn header(
    search: &SearchArguments,
    targets: &[Target],
    listing: OutputMode,
    format: Option<Format>,
) -> Result<Header, CliError> {
    let mut puzzles = Vec::new();
    for target in targets {
        match target {
            Target::Puzzles(selection) => {
                puzzles.extend(selection.puzzles.iter().map(|puzzle| puzzle.name.clone()));
            }
            Target::Cover(file) => {
                return Err(CliError::Usage(format!(
                    "--journal is for puzzles, and {} is an exact cover; leave it out, or describe \
                     the puzzle in a .toml file",
                    file.name
                )));
            }
        }
    }
    let solutions = match format {
        None => "none",
        Some(Format::Packed) => "placements",
        Some(Format::Text | Format::Ndjson | Format::Csv) => "lines",
    };
    Ok(Header {
        puzzles,
        listing: listing.name().to_owned(),
        solutions: solutions.to_owned(),
        engine: search.engine.name().to_owned(),
        anchor: if search.no_symmetry { "none".to_owned() } else { search.anchor.clone() },
        shard: None,
    })
}
