//! A listing in order: what it is of, and where its records go.

use crate::engine::frontier::Diagram;
use crate::solution::{InOrder, Record, SinkError};
use crate::solve::codec::PuzzleCodec;
use crate::solve::environment::Environment;
use crate::solve::error::Error;
use crate::solve::options::OutputMode;

/// How many times its record's bytes a thread may have in work, waiting ones included.
pub(crate) const IN_WORK: usize = 2;

/// The part of the memory that tails may take.
const TAILS_SHARE: u64 = 8;

/// What is listed, and where it goes.
pub(crate) struct SortedListing<'a> {
    /// What writes the solutions.
    pub codec: &'a PuzzleCodec<'a>,
    /// Whether one of each kind is listed or every arrangement.
    pub mode: OutputMode,
    /// The threads, the memory and the cancel token.
    pub env: &'a Environment<'a>,
    /// What is recorded of a solution.
    pub record: Record<'a>,
    /// The length of that, in bytes.
    pub record_len: usize,
    /// Where records go.
    pub sink: &'a dyn InOrder,
    /// The diagram that was planned.
    pub diagram: &'a Diagram,
}

/// Sees to it that no thread waits for one that panicked.
struct Guard<'a>(&'a dyn InOrder);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.give_up();
        }
    }
}

impl SortedListing<'_> {
    /// How many tails may be listed that take this many bytes each, and their options.
    pub fn most_tails(&self, bytes: usize) -> u64 {
        self.env.memory_bytes / TAILS_SHARE / (bytes as u64 + 48)
    }

    /// Does something on each thread that puts parts, and gives up if it fails.
    ///
    /// # Errors
    /// The first of any thread.
    pub fn broadcast<T: Send>(
        &self,
        work: impl Fn() -> Result<T, Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        let done = self.env.threads.broadcast(|_| {
            let _guard = Guard(self.sink);
            work().inspect_err(|_| self.sink.give_up())
        });
        done.into_iter().collect()
    }

    /// An error of a sink, with a record that came twice in words.
    pub fn failure(&self, error: SinkError) -> Error {
        match (error, self.record) {
            (SinkError::Twice(record), Record::Placements(numbering)) => {
                Error::found_twice(&numbering.describe(&record))
            }
            (error, _) => error.into(),
        }
    }
}
