//! All solutions of a subject in memory, in order.

use crate::solution::{Record, RecordSink, Sorter};

use super::error::Error;
use super::options::OutputMode;
use super::outcome::Outcome;
use super::solver::{Request, Solver};

/// The solutions of a run, in order, one record after another: the written lines of a puzzle's
/// solutions, or the numbers of a cover's options.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// What the run came to.
    pub outcome: Outcome,
    /// The records.
    pub records: Vec<u8>,
    /// The length of each, in bytes.
    pub record_len: usize,
}

impl Listed {
    /// Lists the solutions.
    ///
    /// # Errors
    /// Those of the run, and when it finds a solution twice.
    pub fn new(solver: &Solver, mode: OutputMode, request: &Request<'_>) -> Result<Self, Error> {
        let codec = solver.subject().cover_codec();
        let record = codec.as_ref().map_or(Record::Line, Record::Options);
        let record_len = solver.subject().record_len();
        let sorter = Sorter::in_memory(record_len);
        let record_sink = Some(RecordSink { record, sink: &sorter });
        let outcome = solver.run(&Request { mode: Some(mode), record_sink, ..*request })?;
        let records = sorter.sorted()?.collect()?;
        Ok(Self { outcome, records, record_len })
    }

    /// The records, one by one.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.records.chunks_exact(self.record_len.max(1))
    }
}
