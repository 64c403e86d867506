//! How to run, and why a run may give no result.

use std::num::NonZeroUsize;

use crate::cover::AnchorError;
use crate::engine::frontier::FrontierError;
use crate::solution::{NotASolution, SinkError};

use crate::durable::checkpoint::JournalError;

/// Which engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Bitset search.
    Search,
    /// Merged states, level by level.
    Frontier,
    /// Dancing links.
    Links,
}

impl Engine {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Frontier => "frontier",
            Self::Links => "links",
        }
    }

    /// The engine of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Search, Self::Frontier, Self::Links].into_iter().find(|kind| kind.name() == name)
    }
}

/// How symmetry is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// By the pieces that the puzzle names for it, or else by those that a probe finds to leave
    /// the least work.
    Auto,
    /// By this piece (a number in the puzzle), and others as the probe ranks them where it does
    /// not suffice.
    Piece(usize),
    /// Not at all: every arrangement is met.
    None,
}

/// What becomes of the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputMode {
    /// They are counted.
    None,
    /// They are counted, and their fingerprint is taken.
    Fingerprint,
    /// The canonical image of each distinct solution is recorded.
    Distinct,
    /// Every arrangement is recorded.
    Images,
}

impl OutputMode {
    /// Its name in journals.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "counts",
            Self::Fingerprint => "fingerprint",
            Self::Distinct => "distinct",
            Self::Images => "images",
        }
    }
}

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which engine searches.
    pub engine: Engine,
    /// How many threads work.
    pub threads: NonZeroUsize,
    /// How symmetry is broken.
    pub anchor: Anchor,
    /// What becomes of the solutions.
    pub listing: OutputMode,
    /// CancelToken after this many records.
    pub limit: Option<u64>,
    /// The most memory to use, in bytes, by engines that can keep to a limit.
    pub memory_bytes: u64,
}

impl Default for Options {
    /// A count by the engine search on all cores, its symmetry broken by the piece that leaves the
    /// least work, within 1 GiB.
    fn default() -> Self {
        Self {
            engine: Engine::Search,
            threads: crate::machine::cores(),
            anchor: Anchor::Auto,
            listing: OutputMode::None,
            limit: None,
            memory_bytes: 1 << 30,
        }
    }
}

/// Why a run gives no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The piece that was asked for cannot anchor.
    #[error("piece {piece} cannot be the anchor: {reason}")]
    Anchor {
        /// The piece's name.
        piece: String,
        /// Why not.
        reason: AnchorError,
    },
    /// The engine frontier has no result.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// A list of solutions does not fit.
    #[error(
        "the list of solutions does not fit {} MiB: raise --memory, or try --engine frontier",
        memory_bytes >> 20
    )]
    ListTooLong {
        /// The most memory that was allowed.
        memory_bytes: u64,
    },
    /// The engine is broken.
    #[error(transparent)]
    Defect(#[from] NotASolution),
    /// The engine is broken in another way.
    #[error("internal error: the solution {0} was found twice")]
    FoundTwice(String),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The solutions cannot be kept.
    #[error("{0}")]
    Sink(SinkError),
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
}

impl From<SinkError> for RunError {
    fn from(error: SinkError) -> Self {
        match error {
            SinkError::Twice(line) => Self::FoundTwice(String::from_utf8_lossy(&line).into_owned()),
            error => Self::Sink(error),
        }
    }
}
