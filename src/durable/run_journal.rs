//! The journal that a run of the library saves itself in: what it is about, by the solver's options.
//!
//! Cost: a file that is opened, and a folder that is made where it is missing.

use std::path::Path;

use crate::durable::checkpoint::{AnchorName, Journal, JournalHeader, Kept, ShardName};
use crate::solution::written_file::make_folder;
use crate::solve::error::Error;
use crate::solve::options::{Anchor, Engine, OutputMode};
use crate::solve::solver::Solver;

/// A run that saves itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct SavedRun {
    /// What becomes of the solutions.
    pub mode: OutputMode,
    /// How they are kept beside the journal.
    pub kept: Kept,
    /// The engine that is asked for.
    pub engine: Option<Engine>,
    /// Which part of which count it is, if it is one.
    pub shard: Option<ShardName>,
}

impl Solver {
    /// Opens the journal of a run of this solver.
    ///
    /// # Errors
    /// When the journal is of another run, or cannot be read or written.
    pub(super) fn open_journal(&self, path: &Path, run: SavedRun) -> Result<Journal, Error> {
        let subject = self.subject();
        let anchor = match self.options().anchor {
            Anchor::Auto => AnchorName::Auto,
            Anchor::None => AnchorName::None,
            Anchor::Piece(piece) => {
                AnchorName::Piece(subject.piece_names(&[piece]).into_iter().collect())
            }
        };
        let SavedRun { mode, kept, engine, shard } = run;
        let subjects = vec![subject.name().to_owned()];
        let header = JournalHeader { subjects, mode, kept, engine, anchor, shard };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            make_folder(folder).map_err(|error| Error::Write {
                action: format!("make the folder of {}", path.display()),
                reason: error.to_string(),
            })?;
        }
        Journal::open(path, &header).map_err(Error::recorder)
    }
}
