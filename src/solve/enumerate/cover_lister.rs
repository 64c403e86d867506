//! Listing the solutions of an exact cover that is no puzzle.
//!
//! No symmetry is known, so that every solution stands for itself. Cost of a solution: a check of
//! the items that it covers, its record, and where a fingerprint is wanted its line and a digest.

use std::ops::ControlFlow;

use crate::cover::OptionId;
use crate::solution::{CoverCodec, RecordSink};
use crate::solve::counts::Counts;
use crate::solve::error::Error;

use super::lister::{Lister, Listing};

/// Lists the solutions of the tasks of one thread.
pub(crate) struct CoverLister<'a> {
    codec: &'a CoverCodec<'a>,
    listing: Listing<'a>,
    record: Vec<u8>,
    /// Records that are still to be handed on.
    records: Vec<u8>,
}

impl<'a> CoverLister<'a> {
    /// Prepares for a thread.
    pub fn new(codec: &'a CoverCodec<'a>, listing: Listing<'a>) -> Self {
        Self { codec, listing, record: Vec::new(), records: Vec::new() }
    }
}

impl Lister for CoverLister<'_> {
    fn list(
        &mut self,
        options: &[OptionId],
        _: usize,
        counts: &mut Counts,
    ) -> Result<ControlFlow<()>, Error> {
        if self.listing.limit.grant(1) == 0 {
            return Ok(ControlFlow::Break(()));
        }
        self.codec.check(options)?;
        self.record.clear();
        self.codec.write_record(options, &mut self.record);
        counts.total += 1;
        counts.distinct += 1;
        counts.fingerprint += self.codec.fingerprint(&self.record);
        if let Some(RecordSink { sink, .. }) = self.listing.record_sink {
            self.records.extend_from_slice(&self.record);
            if self.records.len() >= sink.batch_bytes() {
                self.flush()?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn flush(&mut self) -> Result<(), Error> {
        match self.listing.record_sink {
            Some(RecordSink { sink, .. }) if !self.records.is_empty() => {
                Ok(sink.take(std::mem::take(&mut self.records))?)
            }
            _ => Ok(()),
        }
    }
}
