//! A sink that puts records in order within a bounded share of memory.
//!
//! Each batch is sorted by the thread that found it. Batches stay in memory until they exceed the
//! share; they are then merged into a temporary file without a name, which vanishes with the
//! process however that ends. In the end all runs are merged straight into wherever they go, so
//! there is never a second copy of everything.
//!
//! Memory: the share, a batch and its order for each thread, and while merging a buffer for each
//! file, of which there are at most 64 for each level: as many files are merged into one of the
//! next.

use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::temporary_file::temporary_file;

use super::merge::{Merge, SortedRun};
use super::sink::{Sink, SinkError};

/// The largest batch.
const BATCH: usize = 4 << 20;

/// How many files of a level are merged into one of the next.
const FAN: usize = 64;

/// Sorts records.
#[derive(Debug)]
pub(crate) struct Sorter {
    width: usize,
    share: usize,
    /// Where temporary files may be made; without it everything stays in memory.
    directory: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    memory: Vec<Vec<u8>>,
    bytes: usize,
    /// For each level, the runs in files.
    files: Vec<Vec<SortedRun>>,
    spills: usize,
}

impl Sorter {
    /// Sorts records of `width` bytes, all in memory.
    pub fn in_memory(width: usize) -> Self {
        Self { width, share: usize::MAX, directory: None, state: Mutex::default() }
    }

    /// Sorts records of `width` bytes in about `share` bytes of memory, and beyond that in
    /// temporary files in a directory.
    pub fn new(width: usize, share: u64, directory: PathBuf) -> Self {
        let share = usize::try_from(share).unwrap_or(usize::MAX);
        Self { width, share, directory: Some(directory), state: Mutex::default() }
    }

    /// How many bytes of records there are in memory.
    pub fn bytes(&self) -> usize {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).bytes
    }

    /// How often the share was exceeded.
    pub fn spills(&self) -> usize {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).spills
    }

    /// All records in order.
    ///
    /// # Errors
    /// When temporary files cannot be read.
    pub fn sorted(self) -> Result<Sorted, SinkError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let files = state.files.into_iter().flatten();
        let runs: Vec<SortedRun> =
            state.memory.into_iter().map(SortedRun::Memory).chain(files).collect();
        let buffer = (self.share / (runs.len() + 1)).clamp(4 << 10, 1 << 20);
        let merge = Merge::new(runs, self.width, buffer).map_err(|error| reading(&error))?;
        Ok(Sorted { merge, previous: Vec::new() })
    }

    /// Merges runs into a file.
    fn spill(&self, runs: Vec<SortedRun>, directory: &Path) -> Result<SortedRun, SinkError> {
        let written = || -> io::Result<SortedRun> {
            let buffer = (self.share / (runs.len() + 1)).clamp(4 << 10, 1 << 20);
            let mut out = BufWriter::with_capacity(1 << 16, temporary_file(directory)?);
            let mut merge = Merge::new(runs, self.width, buffer)?;
            let mut len = 0;
            while let Some(record) = merge.next_record()? {
                out.write_all(record)?;
                len += record.len() as u64;
            }
            let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.rewind()?;
            Ok(SortedRun::File(file, len))
        };
        written().map_err(|error| {
            let action = format!(
                "set solutions aside in {} (make room there, or allow more memory)",
                directory.display()
            );
            SinkError::refused(action, &error)
        })
    }

    /// Moves everything in memory to a file.
    fn clear(&self, state: &mut State, directory: &Path) -> Result<(), SinkError> {
        let memory = std::mem::take(&mut state.memory).into_iter().map(SortedRun::Memory).collect();
        state.bytes = 0;
        state.spills += 1;
        let mut run = self.spill(memory, directory)?;
        for level in 0.. {
            if state.files.len() == level {
                state.files.push(Vec::new());
            }
            if state.files[level].len() + 1 < FAN {
                state.files[level].push(run);
                break;
            }
            let mut runs = std::mem::take(&mut state.files[level]);
            runs.push(run);
            run = self.spill(runs, directory)?;
        }
        Ok(())
    }
}

impl Sink for Sorter {
    fn batch_bytes(&self) -> usize {
        (self.share / 64).min(BATCH)
    }

    fn take(&self, records: Vec<u8>) -> Result<(), SinkError> {
        let records = in_order(&records, self.width, records.capacity());
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.bytes += records.len();
        state.memory.push(records);
        match &self.directory {
            Some(directory) if state.bytes > self.share => self.clear(&mut state, directory),
            _ => Ok(()),
        }
    }
}

/// Records in order.
#[derive(Debug)]
pub(crate) struct Sorted {
    merge: Merge,
    previous: Vec<u8>,
}

impl Sorted {
    /// The next record, or none after the last.
    ///
    /// # Errors
    /// When temporary files cannot be read, or a record equals the one before.
    pub fn next_record(&mut self) -> Result<Option<&[u8]>, SinkError> {
        let record = self.merge.next_record().map_err(|error| reading(&error))?;
        if let Some(record) = record {
            if record == self.previous.as_slice() {
                return Err(SinkError::Twice(record.to_vec()));
            }
            self.previous.clear();
            self.previous.extend_from_slice(record);
        }
        Ok(record)
    }

    /// All that are left, one after another.
    ///
    /// # Errors
    /// As [`Self::next_record`].
    pub fn collect(mut self) -> Result<Vec<u8>, SinkError> {
        let mut all = Vec::new();
        while let Some(record) = self.next_record()? {
            all.extend_from_slice(record);
        }
        Ok(all)
    }
}

fn reading(error: &io::Error) -> SinkError {
    SinkError::refused("read again what was set aside in a temporary file", error)
}

/// Records in ascending order. The first bytes of each decide most comparisons.
///
/// Both lists have the room of what they are made from: room of a size that was in use before costs
/// least, since none of its pages is new.
fn in_order(records: &[u8], width: usize, room: usize) -> Vec<u8> {
    const HEAD: usize = 12;
    let record = |index: u32| &records[index as usize * width..][..width];
    // What a record begins with, and below it the record's number.
    let entry = |index: u32| {
        let (mut head, len) = ([0; 16], width.min(HEAD));
        head[..len].copy_from_slice(&record(index)[..len]);
        u128::from_be_bytes(head) | u128::from(index)
    };
    let count = (records.len() / width) as u32;
    let mut order = Vec::with_capacity((room / size_of::<u128>()).max(count as usize));
    order.extend((0..count).map(entry));
    let rest = |entry: u128| &record(entry as u32)[width.min(HEAD)..];
    order.sort_unstable_by(|&a, &b| (a >> 32).cmp(&(b >> 32)).then_with(|| rest(a).cmp(rest(b))));
    let mut sorted = Vec::with_capacity(room.max(records.len()));
    for entry in order {
        sorted.extend_from_slice(record(entry as u32));
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of five bytes, all different, in no order.
    fn records(count: u32) -> Vec<Vec<u8>> {
        let record = |n: u32| {
            let mixed = n.wrapping_mul(0x9e37_79b1);
            [mixed.to_be_bytes().as_slice(), &[n as u8]].concat()
        };
        (0..count).map(record).collect()
    }

    fn sorted(sorter: Sorter, records: &[Vec<u8>]) -> Result<Vec<u8>, SinkError> {
        for batch in records.chunks(7) {
            sorter.take(batch.concat())?;
        }
        sorter.sorted()?.collect()
    }

    #[test]
    fn what_is_set_aside_in_files_comes_out_as_from_memory() {
        let directory = tempfile::tempdir().unwrap();
        let all = records(20_000);
        let mut expected = all.clone();
        expected.sort();
        assert_eq!(sorted(Sorter::in_memory(5), &all).unwrap(), expected.concat());
        // Small enough for files of a second level.
        for share in [1, 200, 5000, 1 << 30] {
            let sorter = Sorter::new(5, share, directory.path().to_owned());
            assert_eq!(sorted(sorter, &all).unwrap(), expected.concat(), "{share}");
        }
        let left = std::fs::read_dir(directory.path()).unwrap().count();
        assert_eq!(left, 0, "nothing is left behind");
    }

    #[test]
    fn a_record_that_comes_twice_is_an_error_wherever_it_lies() {
        let directory = tempfile::tempdir().unwrap();
        let mut all = records(500);
        all.push(all[17].clone());
        for share in [1, 200, 1 << 20] {
            let sorter = Sorter::new(5, share, directory.path().to_owned());
            let error = sorted(sorter, &all).unwrap_err();
            assert_eq!(error, SinkError::Twice(all[17].clone()), "{share}");
        }
    }

    #[test]
    fn where_no_file_can_be_made_the_message_names_the_directory() {
        let directory = tempfile::tempdir().unwrap();
        let nowhere = directory.path().join("nowhere");
        let error = sorted(Sorter::new(5, 100, nowhere.clone()), &records(100)).unwrap_err();
        assert!(error.to_string().contains(nowhere.to_str().unwrap()), "{error}");
        assert!(error.to_string().contains("allow more memory"), "{error}");
    }
}
