//! Records that wait to be taken.
//!
//! The threads of a search put records in, one by one, and whoever takes solutions takes all that are
//! there at once: so a record is there as soon as it is found, and a lock is paid for by many. When
//! too many wait, the search does.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::solution::{Sink, SinkError};

/// How many bytes of records may wait, of which there is always one more.
const MOST_BYTES: usize = 1 << 16;

/// Hands over records from the threads of a search to whoever takes solutions.
#[derive(Debug, Default)]
pub(crate) struct Handover {
    waiting: Mutex<Waiting>,
    /// Something has come, or nothing will.
    filled: Condvar,
    /// There is room again, or nobody is left to take anything.
    emptied: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    records: Vec<u8>,
    /// Nobody takes any more.
    is_closed: bool,
    /// No more will come.
    is_over: bool,
}

/// What was found on a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Some records were taken.
    Records,
    /// None are left, and none will come.
    End,
    /// None came in the time that was given.
    Nothing,
}

impl Handover {
    /// Takes all records that wait in exchange for an empty list; waits until there are some, for this
    /// long where a time is given.
    pub fn take(&self, records: &mut Vec<u8>, most: Option<Duration>) -> Found {
        records.clear();
        let is_idle = |waiting: &mut Waiting| waiting.records.is_empty() && !waiting.is_over;
        let waiting = self.waiting();
        let mut waiting = match most {
            None => {
                self.filled.wait_while(waiting, is_idle).unwrap_or_else(PoisonError::into_inner)
            }
            Some(most) => {
                let waited = self.filled.wait_timeout_while(waiting, most, is_idle);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
        if waiting.records.is_empty() {
            return if waiting.is_over { Found::End } else { Found::Nothing };
        }
        std::mem::swap(&mut waiting.records, records);
        drop(waiting);
        self.emptied.notify_all();
        Found::Records
    }

    /// Says that nobody will take any more.
    pub fn close(&self) {
        self.waiting().is_closed = true;
        self.emptied.notify_all();
    }

    /// Says that no more will come.
    pub fn end(&self) {
        self.waiting().is_over = true;
        self.filled.notify_all();
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Handover {
    /// Each record is handed over as soon as it is there.
    fn batch_bytes(&self) -> usize {
        1
    }

    fn take(&self, records: Vec<u8>) -> Result<(), SinkError> {
        let is_full =
            |waiting: &mut Waiting| waiting.records.len() >= MOST_BYTES && !waiting.is_closed;
        let waiting = self.emptied.wait_while(self.waiting(), is_full);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        if waiting.is_closed {
            return Err(SinkError::Closed);
        }
        let was_empty = waiting.records.is_empty();
        waiting.records.extend_from_slice(&records);
        drop(waiting);
        if was_empty {
            self.filled.notify_one();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_comes_out_and_then_the_end() {
        let (handover, mut records) = (Handover::default(), Vec::new());
        assert_eq!(handover.take(&mut records, Some(Duration::ZERO)), Found::Nothing);
        for byte in 1..=3 {
            Sink::take(&handover, vec![byte]).unwrap();
        }
        handover.end();
        assert_eq!(handover.take(&mut records, None), Found::Records);
        assert_eq!(records, [1, 2, 3]);
        assert_eq!(handover.take(&mut records, None), Found::End);
    }

    #[test]
    fn a_search_waits_while_too_many_wait_and_ends_when_nobody_takes_them() {
        let handover = Handover::default();
        Sink::take(&handover, vec![0; MOST_BYTES]).unwrap();
        std::thread::scope(|scope| {
            let search = scope.spawn(|| Sink::take(&handover, vec![1]));
            let mut records = Vec::new();
            assert_eq!(handover.take(&mut records, None), Found::Records);
            assert_eq!(records.len(), MOST_BYTES);
            assert_eq!(search.join().unwrap(), Ok(()));
            Sink::take(&handover, vec![0; MOST_BYTES]).unwrap();
            let search = scope.spawn(|| Sink::take(&handover, vec![1]));
            handover.close();
            assert_eq!(search.join().unwrap(), Err(SinkError::Closed));
        });
    }
}
