//! Why a journal cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use crate::solution::SinkError;

/// Why a journal cannot be used. Nothing of it is lost then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum JournalError {
    /// It is something else.
    #[error("{}: {reason}; name another file", path.display())]
    NotAJournal {
        /// Where it is.
        path: PathBuf,
        /// What it is.
        reason: String,
    },
    /// It is of another version of the format.
    #[error(
        "{}: line 1: the journal has format {found}, and this program continues format {known} \
         only; continue it with the program that began it, or name another file", path.display()
    )]
    Version {
        /// Where it is.
        path: PathBuf,
        /// Its version.
        found: String,
        /// The version that is known.
        known: &'static str,
    },
    /// Its first line is damaged.
    #[error(
        "{}: line 1 is damaged, so what the journal is about is not known; name another file",
        path.display()
    )]
    Damaged {
        /// Where it is.
        path: PathBuf,
    },
    /// It is of another run.
    #[error(
        "{}: line {line}: the journal is of another run: {difference}; repeat the command that \
         began it, or name another file", path.display()
    )]
    Another {
        /// Where it is.
        path: PathBuf,
        /// The line that says so, counted from 1.
        line: usize,
        /// What differs.
        difference: String,
    },
    /// Another process uses it.
    #[error("{}: another run is using the journal; wait for it, or name another file", path.display())]
    InUse {
        /// Where it is.
        path: PathBuf,
    },
    /// The system refuses.
    #[error(
        "cannot {action} {}: {reason}; what was saved before is intact: mend that and repeat the \
         command to go on", path.display()
    )]
    Refused {
        /// Where it is.
        path: PathBuf,
        /// What was to be done.
        action: &'static str,
        /// What the system said.
        reason: String,
    },
    /// The file of solutions cannot be used.
    #[error("{0}")]
    Solutions(SinkError),
    /// The journal does not hold what was written to it.
    #[error(
        "{}: the journal does not hold what was written to it; nothing of it is believed: repeat \
         the command, or name another file", path.display()
    )]
    Altered {
        /// Where it is.
        path: PathBuf,
    },
}

impl JournalError {
    /// An error of the system in doing this.
    pub(crate) fn refused(path: &Path, action: &'static str, error: &io::Error) -> Self {
        Self::Refused { path: path.to_owned(), action, reason: error.to_string() }
    }

    /// Whether the file is to blame, and not the system.
    pub fn is_about_content(&self) -> bool {
        matches!(
            self,
            Self::NotAJournal { .. }
                | Self::Version { .. }
                | Self::Damaged { .. }
                | Self::Another { .. }
        )
    }
}

impl From<SinkError> for JournalError {
    fn from(error: SinkError) -> Self {
        Self::Solutions(error)
    }
}
