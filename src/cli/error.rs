//! Errors as a person at the command line meets them, with their exit codes.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::cover::format::FormatError;
use crate::durable::checkpoint::JournalError;
use crate::durable::shard::ShardError;
use crate::engine::frontier::FrontierError;
use crate::puzzle::file::FileError as PuzzleFileError;
use crate::puzzle::given::Conflict;
use crate::solution::SinkError;
use crate::solution::written_file::FileError;
use crate::solve::{Error, StateError};
use crate::text_file::TextFileError;
use crate::verify::Refusal;

/// Why a command gives no result.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub enum CliError {
    /// Whoever read standard output has gone; not an error to speak of.
    #[error("standard output was closed")]
    ClosedPipe,
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    #[error("{0}")]
    Usage(String),
    #[error("{}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{}: {error}{}", path.display(), instead(error))]
    NotWritten { path: PathBuf, error: FileError },
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("{}: there is no such file (did you mean {}?)", path.display(), near.display())]
    NoFile { path: PathBuf, near: PathBuf },
    #[error("{}: {error}", path.display())]
    Cover { path: PathBuf, error: FormatError },
    #[error("{}: {error}", path.display())]
    Text { path: PathBuf, error: TextFileError },
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: PuzzleFileError },
    #[error("{0}")]
    Given(#[from] Conflict),
    #[error("{error}{}", advice(error))]
    Run { error: Error },
    #[error("{0}")]
    Shard(ShardError),
    #[error("{0}")]
    Nothing(String),
    #[error("{0}")]
    Refused(String),
    #[error("cannot heed signals: {0}")]
    Signals(io::Error),
    #[error("{words}")]
    Interrupted { signal: i32, words: String },
}

impl CliError {
    /// The error of a file that was checked and is refused.
    pub fn refused(path: &Path, refusal: &Refusal) -> Self {
        let advice = if refusal.is_other_position {
            "; --given POSITION adds to the position that a file is checked for"
        } else {
            ""
        };
        Self::Refused(format!("{}: {refusal}{advice}", path.display()))
    }

    /// The exit code that `--help` documents.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::ClosedPipe => 0,
            Self::Run { error } if is_about_content(error) => 3,
            Self::Output(_)
            | Self::Signals(_)
            | Self::Write { .. }
            | Self::Run { .. }
            | Self::NotWritten {
                error: FileError::System(_) | FileError::Overtaken { .. }, ..
            }
            | Self::Nothing(_) => 1,
            Self::Usage(_) | Self::NotWritten { .. } => 2,
            Self::Read { .. }
            | Self::NoFile { .. }
            | Self::File { .. }
            | Self::Cover { .. }
            | Self::Text { .. }
            | Self::Shard(_)
            | Self::Given(_) => 3,
            Self::Refused(_) => 4,
            // As shells say it of a process that a signal ended.
            Self::Interrupted { signal, .. } => (128 + signal) as u8,
        })
    }
}

/// What to do about a file that cannot be written.
fn instead(error: &FileError) -> &'static str {
    match error {
        FileError::Exists => "; name a new file, or replace it with --force",
        FileError::Directory => "; name a file",
        FileError::NoFolder(_) => "; name another folder",
        _ => "",
    }
}

/// What to do about an error of the library at the command line.
fn advice(error: &Error) -> &'static str {
    match error {
        Error::Memory { .. } => ": raise --memory, or use fewer --threads",
        Error::ListTooLong { .. } => ": raise --memory, or try --engine frontier",
        Error::States(StateError(FrontierError::TooWide { .. })) => ": use --engine search",
        Error::States(StateError(FrontierError::TooLarge { .. })) => {
            ": raise --memory, or use --engine search"
        }
        Error::States(StateError(FrontierError::Disk { .. })) => ": raise --disk or --memory",
        _ => "",
    }
}

/// Whether a recorder refuses the content of a file, and the system is not to blame.
fn is_about_content(error: &Error) -> bool {
    match error {
        Error::Recorder(error) => {
            error.downcast_ref::<JournalError>().is_some_and(JournalError::is_about_content)
        }
        _ => false,
    }
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        match error {
            Error::Anchor { .. } | Error::UnknownPiece { .. } => Self::Usage(error.to_string()),
            Error::Closed => Self::ClosedPipe,
            error => Self::Run { error },
        }
    }
}

impl From<JournalError> for CliError {
    fn from(error: JournalError) -> Self {
        Error::recorder(error).into()
    }
}

impl From<SinkError> for CliError {
    fn from(error: SinkError) -> Self {
        Error::from(error).into()
    }
}

impl From<ShardError> for CliError {
    fn from(error: ShardError) -> Self {
        match error {
            ShardError::NoShard { .. } => Self::Usage(error.to_string()),
            ShardError::Refused { .. } => Self::Refused(error.to_string()),
            ShardError::Run(error) => error.into(),
            ShardError::Plan { .. } | ShardError::Directory { .. } => Self::Shard(error),
        }
    }
}

impl From<io::Error> for CliError {
    /// An error in writing to standard output.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Output(error)
        }
    }
}
