//! A sink that writes solutions as they are found.
//!
//! Nothing is kept: the order is that of the search, and differs from run to run.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use super::encode::Rows;
use super::sink::{Sink, SinkError};

/// Records gathered before they are written: small, so that a reader is served soon.
const BATCH: usize = 64 << 10;

/// Writes solutions as they are found.
#[derive(Debug)]
pub(crate) struct Stream<'a, W> {
    width: usize,
    /// Where to, in words.
    place: &'static str,
    state: Mutex<(W, Rows<'a>)>,
}

impl<'a, W: Write + Send> Stream<'a, W> {
    /// Writes rows of records of `width` bytes.
    pub fn new(out: W, place: &'static str, rows: Rows<'a>, width: usize) -> Self {
        Self { width, place, state: Mutex::new((out, rows)) }
    }
}

impl<W: Write + Send> Sink for Stream<'_, W> {
    fn batch_bytes(&self) -> usize {
        BATCH
    }

    fn take(&self, records: Vec<u8>) -> Result<(), SinkError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (out, rows) = &mut *state;
        let mut text = Vec::with_capacity(2 * records.len());
        for record in records.chunks_exact(self.width) {
            rows.write(record, &mut text);
        }
        let written = out.write_all(&text).and_then(|()| out.flush());
        written.map_err(|error| SinkError::refused(format!("write to {}", self.place), &error))
    }
}
