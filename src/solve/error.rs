//! Why solving gives no result, in the words of the library.

use std::path::PathBuf;
use std::sync::Arc;

use crate::cancel::Cancelled;
use crate::cover::AnchorError;
use crate::engine::frontier::FrontierError;
use crate::engine::scan::ScanError;
use crate::puzzle::copies::TooFewSymbols;
use crate::puzzle::given::Conflict;
use crate::solution::{NotASolution, SinkError};

/// Why solving gives no result.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The puzzle has no such piece.
    #[error("there is no piece {name}{hint}; the pieces are {pieces}")]
    UnknownPiece {
        /// The name that was asked for.
        name: String,
        /// The name that was probably meant, in words; empty where there is none.
        hint: String,
        /// The names that there are.
        pieces: String,
    },
    /// The piece that was asked for cannot anchor.
    #[error("piece {piece} cannot be the anchor: {reason}")]
    Anchor {
        /// The piece's name.
        piece: String,
        /// Why not.
        reason: String,
    },
    /// A starting position is impossible.
    #[error("{0}")]
    Position(String),
    /// The states of a sweep cannot be kept or counted.
    #[error("{0}")]
    States(StateError),
    /// The engine scan does not take what it was asked to scan.
    #[error("{0}; another engine takes it")]
    NotScannable(NotScannable),
    /// What was asked for needs more memory than is allowed.
    #[error("{what} would need about {} MiB, and {} MiB are allowed", needed_bytes >> 20, most_bytes >> 20)]
    Memory {
        /// What would need it.
        what: String,
        /// How much it would need, in bytes.
        needed_bytes: u64,
        /// The most that was allowed, in bytes.
        most_bytes: u64,
    },
    /// A list of solutions does not fit the memory.
    #[error("the list of solutions does not fit {} MiB", memory_bytes >> 20)]
    ListTooLong {
        /// The most memory that was allowed, in bytes.
        memory_bytes: u64,
    },
    /// The solver is broken: an engine reported something that is no solution, or one twice.
    #[error("internal error: {0}")]
    Defect(String),
    /// A certificate cannot state what the cover says.
    #[error(
        "a certificate cannot state ranges (2:3|a in a cover, copies = \"2-3\" in a puzzle) or \
         colours (x:red in a cover, edges in a puzzle)"
    )]
    NotCertifiable,
    /// Solutions cannot be written: there are more copies of a piece than symbols.
    #[error("{0}")]
    Symbols(String),
    /// A cover has more symmetries than can be listed, so that its distinct solutions are not counted.
    #[error(
        "{name} has {order} symmetries, too many to count distinct solutions: all must be found, and at most {most} are listed"
    )]
    TooManySymmetries {
        /// The name of the cover.
        name: String,
        /// How many there are, in words.
        order: String,
        /// How many are listed at most.
        most: u64,
    },
    /// What records the run failed, or holds another run.
    #[error("{0}")]
    Recorder(Arc<dyn std::error::Error + Send + Sync>),
    /// Whoever took the solutions has gone.
    #[error("the reader of the solutions has gone")]
    Closed,
    /// The solutions cannot be written.
    #[error("cannot {action}: {reason}")]
    Write {
        /// What was to be done.
        action: String,
        /// What the system said.
        reason: String,
    },
    /// A file of solutions is refused by the checker.
    #[error("{}: {reason}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The first thing that is wrong with it, and where.
        reason: String,
    },
    /// There is no engine of this name.
    #[error("there is no engine {name}{hint}; the engines are search, scan, frontier and links")]
    UnknownEngine {
        /// The name that was asked for.
        name: String,
        /// The name that was probably meant, in words; empty where there is none.
        hint: String,
    },
    /// A size of memory is none.
    #[error("{text} is no size of memory: {reason}")]
    Size {
        /// What was written.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A shard or its result cannot be used.
    #[error("{0}")]
    Shard(String),
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// The run was cancelled before it came to its end.
    #[error("the run was cancelled before it came to its end")]
    Cancelled,
}

/// Why the states of a sweep cannot be kept or counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct StateError(#[from] pub(crate) FrontierError);

/// Why something cannot be scanned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(transparent)]
pub struct NotScannable(#[from] pub(crate) ScanError);

impl Error {
    /// An anchor that was refused.
    pub(crate) fn anchor(piece: &str, reason: AnchorError) -> Self {
        Self::Anchor { piece: piece.to_owned(), reason: reason.to_string() }
    }

    /// A recorder's error.
    pub(crate) fn recorder(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Recorder(Arc::new(error))
    }

    /// A solution that was found twice, as it is written.
    pub(crate) fn found_twice(line: &str) -> Self {
        Self::Defect(format!("the solution {line} was found twice"))
    }

    /// Why a sweep has no result, if that is the error.
    pub(crate) fn frontier(&self) -> Option<&FrontierError> {
        match self {
            Self::States(StateError(error)) => Some(error),
            _ => None,
        }
    }
}

impl From<Cancelled> for Error {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<FrontierError> for Error {
    fn from(error: FrontierError) -> Self {
        match error {
            FrontierError::Cancelled => Self::Cancelled,
            error => Self::States(StateError(error)),
        }
    }
}

impl From<ScanError> for Error {
    fn from(error: ScanError) -> Self {
        match error {
            ScanError::Cancelled => Self::Cancelled,
            error => Self::NotScannable(NotScannable(error)),
        }
    }
}

impl From<NotASolution> for Error {
    fn from(defect: NotASolution) -> Self {
        let options: Vec<u32> = defect.0.iter().map(|option| option.0).collect();
        Self::Defect(format!("the engine reported options that are no solution: {options:?}"))
    }
}

impl From<SinkError> for Error {
    fn from(error: SinkError) -> Self {
        match error {
            SinkError::Twice(record) => Self::found_twice(&String::from_utf8_lossy(&record)),
            SinkError::Closed => Self::Closed,
            SinkError::Cancelled { .. } => Self::Cancelled,
            SinkError::Refused { action, reason } => Self::Write { action, reason },
        }
    }
}

impl From<TooFewSymbols> for Error {
    fn from(error: TooFewSymbols) -> Self {
        Self::Symbols(error.to_string())
    }
}

impl From<Conflict> for Error {
    fn from(conflict: Conflict) -> Self {
        Self::Position(conflict.to_string())
    }
}
