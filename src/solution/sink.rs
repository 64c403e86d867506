//! Where the records of a run go while it runs.
//!
//! A record is what is kept of one solution, and all records of a run are equally long: its
//! written line, or its numbers of placements (see [`super::numbering`]). Tasks gather records and
//! hand them on in batches, so that no task keeps more than one, however large its tree is.

use std::io;
use std::ops::ControlFlow;

use super::cover_codec::CoverCodec;
use super::line_codec::LineCodec;
use super::numbering::Numbering;

/// Takes records from many threads at once.
pub(crate) trait Sink: Sync {
    /// How many bytes of records a task may gather before it hands them on.
    fn batch_bytes(&self) -> usize;

    /// Takes whole records, one after another.
    ///
    /// # Errors
    /// When they cannot be put where they belong; the run then ends.
    fn take(&self, records: Vec<u8>) -> Result<(), SinkError>;

    /// Where records go that come in order from the start; nothing if that is of no use here.
    fn in_order(&self) -> Option<&dyn InOrder> {
        None
    }
}

/// Takes all records of a run in ascending order, in parts that threads work on side by side.
pub(crate) trait InOrder: Sync {
    /// How many bytes records may take while they are in work.
    fn share(&self) -> u64;

    /// Called once, before the first part, with the number of all arrangements and of the motions
    /// that there are.
    ///
    /// # Errors
    /// When nothing can be written.
    fn begin(&self, total: u128, motions: usize) -> Result<(), SinkError>;

    /// Takes part number `part`, counted from 0: whole records, in order, all after those of the
    /// parts before. Parts may come a little out of turn; one that comes too early has to wait.
    /// Breaks when some thread gave up.
    ///
    /// # Errors
    /// When it cannot be put where it belongs; the run then ends.
    fn put(&self, part: usize, records: Vec<u8>) -> Result<ControlFlow<()>, SinkError>;

    /// Says that some part will not come, so that no thread waits for it.
    fn give_up(&self);
}

/// What a record of a solution is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Record<'a> {
    /// Its written line.
    Line,
    /// The numbers of its placements.
    Placements(&'a Numbering),
    /// The numbers of its options, if it is a solution of a cover that is no puzzle.
    Options(&'a CoverCodec<'a>),
}

/// What is kept of the solutions that a run lists, and where it goes.
#[derive(Clone, Copy)]
pub(crate) struct RecordSink<'a> {
    /// What is kept of each.
    pub record: Record<'a>,
    /// Where it goes.
    pub sink: &'a dyn Sink,
}

impl RecordSink<'_> {
    /// The length of a record, in bytes. The codec of a puzzle counts only where lines are kept.
    pub fn record_len(&self, codec: &LineCodec<'_>) -> usize {
        match self.record {
            Record::Line => codec.line_len(),
            Record::Placements(numbering) => numbering.record_len(),
            Record::Options(cover) => cover.record_len(),
        }
    }
}

/// Why records cannot be kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SinkError {
    /// The reader of the records has gone.
    #[error("the reader of the solutions has gone")]
    Closed,
    /// The system refuses.
    #[error("cannot {action}: {reason}")]
    Refused {
        /// What was to be done.
        action: String,
        /// What the system said.
        reason: String,
    },
    /// Writing was cancelled before the file was whole.
    #[error("{path} is not written")]
    Cancelled {
        /// The file.
        path: String,
    },
    /// This record came twice, which no engine may bring about.
    #[error("a record came twice")]
    Twice(Vec<u8>),
}

impl SinkError {
    /// An error of the system in doing this.
    pub fn refused(action: impl Into<String>, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Refused { action: action.into(), reason: error.to_string() },
        }
    }
}
