//! The file beside a journal that holds the solutions of its finished tasks.
//!
//! Tasks append whole records side by side. Nothing here says which bytes count: that is for the
//! lines of the journal, with a checksum of the bytes of each task.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest as _, Sha256};

use crate::cancel::CancelToken;
use crate::digest::Digest;
use crate::solution::{Sink, SinkError};

use super::line::Chunk;

/// What is said wherever the system refuses something.
pub(crate) const INTACT: &str =
    "what was saved before is intact: mend that and repeat the command to go on";

/// How much is handed on or read at a time, in bytes.
const BLOCK: usize = 1 << 20;

/// The file of solutions.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    end: Mutex<End>,
}

#[derive(Debug)]
struct End {
    file: File,
    len: u64,
    /// Whether something was written that may not be on the disk yet.
    is_dirty: bool,
}

impl Store {
    /// Opens the file, which is made if it is not there.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn open(path: PathBuf) -> Result<Self, SinkError> {
        let opened =
            File::options().read(true).write(true).create(true).truncate(false).open(&path);
        Self::of(path, opened)
    }

    /// Opens the file to read it.
    ///
    /// # Errors
    /// When the system refuses, or it is not there.
    pub fn look_at(path: PathBuf) -> Result<Self, SinkError> {
        let opened = File::open(&path);
        Self::of(path, opened)
    }

    fn of(path: PathBuf, opened: io::Result<File>) -> Result<Self, SinkError> {
        let end = opened.and_then(|file| {
            let len = file.metadata()?.len();
            Ok(Mutex::new(End { file, len, is_dirty: false }))
        });
        match end {
            Ok(end) => Ok(Self { path, end }),
            Err(error) => Err(SinkError::Refused {
                action: format!("open {}", path.display()),
                reason: format!("{error}; {INTACT}"),
            }),
        }
    }

    /// How long the file is.
    pub fn len(&self) -> u64 {
        self.end().len
    }

    /// Cuts off what nothing vouches for.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn cut(&self, len: u64) -> Result<(), SinkError> {
        let mut end = self.end();
        end.len = len;
        end.file.set_len(len).map_err(|error| self.refused("shorten", &error))
    }

    /// Appends the bytes; says where they are.
    fn append(&self, bytes: &[u8]) -> Result<Chunk, SinkError> {
        let mut end = self.end();
        let at = end.len;
        let written = end.file.seek(SeekFrom::Start(at)).and_then(|_| end.file.write_all(bytes));
        written.map_err(|error| self.refused("write", &error))?;
        end.len += bytes.len() as u64;
        end.is_dirty = true;
        Ok(Chunk(at, bytes.len() as u64))
    }

    /// Sees to it that everything written is on the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&self) -> Result<(), SinkError> {
        let mut end = self.end();
        if end.is_dirty {
            end.file.sync_data().map_err(|error| self.refused("write", &error))?;
            end.is_dirty = false;
        }
        Ok(())
    }

    /// Hands on the bytes of some chunks, at most [`BLOCK`] at a time, in whole records of `width`;
    /// whether it came to their end, and was not stopped.
    ///
    /// # Errors
    /// When the system refuses, or `take` does.
    pub fn read(
        &self,
        chunks: &[Chunk],
        width: usize,
        stop: &CancelToken,
        mut take: impl FnMut(Vec<u8>) -> Result<(), SinkError>,
    ) -> Result<bool, SinkError> {
        for &Chunk(from, len) in chunks {
            let mut at = 0;
            while at < len {
                if stop.is_cancelled() {
                    return Ok(false);
                }
                let block = (len - at).min((BLOCK / width.max(1)).max(1) as u64 * width as u64);
                let mut bytes = vec![0; block as usize];
                let mut end = self.end();
                let read = end.file.seek(SeekFrom::Start(from + at));
                let read = read.and_then(|_| end.file.read_exact(&mut bytes));
                drop(end);
                read.map_err(|error| self.refused("read", &error))?;
                take(bytes)?;
                at += block;
            }
        }
        Ok(true)
    }

    /// Whether the bytes of some chunks are there, in whole records, and have this checksum. Says no
    /// when it is stopped.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn holds(
        &self,
        chunks: &[Chunk],
        sum: Option<Digest>,
        width: usize,
        stop: &CancelToken,
    ) -> Result<bool, SinkError> {
        let len = self.len();
        let is_whole = |&Chunk(from, bytes): &Chunk| {
            let end = from.checked_add(bytes);
            end.is_some_and(|end| end <= len) && bytes.is_multiple_of(width.max(1) as u64)
        };
        if !chunks.iter().all(is_whole) {
            return Ok(false);
        }
        let mut hash = Sha256::new();
        let is_read = self.read(chunks, width, stop, |bytes| {
            hash.update(&bytes);
            Ok(())
        })?;
        Ok(is_read && sum == (!chunks.is_empty()).then(|| Digest::of(hash)))
    }

    fn end(&self) -> MutexGuard<'_, End> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn refused(&self, action: &str, error: &io::Error) -> SinkError {
        let action = format!("{action} {}", self.path.display());
        let reason = format!("{error}; {INTACT}");
        SinkError::Refused { action, reason }
    }
}

/// The solutions of one task, as far as they are written.
#[derive(Debug)]
pub(crate) struct TaskSolutions<'a> {
    store: Option<&'a Store>,
    state: Mutex<(Vec<Chunk>, Sha256)>,
}

impl<'a> TaskSolutions<'a> {
    /// None yet; without a file they are not kept.
    pub fn new(store: Option<&'a Store>) -> Self {
        Self { store, state: Mutex::default() }
    }

    /// Where the solutions are, and their checksum.
    pub fn finish(self) -> (Vec<Chunk>, Option<Digest>) {
        let (chunks, hash) = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let sum = (!chunks.is_empty()).then(|| Digest::of(hash));
        (chunks, sum)
    }
}

impl Sink for TaskSolutions<'_> {
    fn batch_bytes(&self) -> usize {
        BLOCK
    }

    fn take(&self, records: Vec<u8>) -> Result<(), SinkError> {
        let Some(store) = self.store else { return Ok(()) };
        let chunk = store.append(&records)?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0.push(chunk);
        state.1.update(&records);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_vouched_for_by_its_own_bytes_wherever_they_lie() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("solutions");
        let store = Store::open(path.clone()).unwrap();
        let (one, two) = (TaskSolutions::new(Some(&store)), TaskSolutions::new(Some(&store)));
        for round in 0..3_u8 {
            one.take(vec![round; 4]).unwrap();
            two.take(vec![round + 9; 2]).unwrap();
        }
        let (chunks, sum) = one.finish();
        assert_eq!(chunks, [Chunk(0, 4), Chunk(6, 4), Chunk(12, 4)]);
        let holds = |chunks: &[Chunk], sum, width| {
            store.holds(chunks, sum, width, &CancelToken::default()).unwrap()
        };
        assert!(holds(&chunks, sum, 2) && !holds(&chunks, sum, 3));
        let (others, other) = two.finish();
        assert!(holds(&others, other, 2) && !holds(&others, sum, 2));
        assert!(!holds(&[Chunk(12, 4), Chunk(u64::MAX, 2)], sum, 2));
        store.cut(15).unwrap();
        assert!(!holds(&chunks, sum, 2));
    }

    #[test]
    fn solutions_are_handed_on_in_whole_records_and_blocks_of_bounded_size() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path().join("solutions")).unwrap();
        let width = 3 << 10;
        let written: Vec<u8> = (0..3 * BLOCK / width * width).map(|at| (at % 251) as u8).collect();
        let chunk = store.append(&written).unwrap();
        let (mut read, mut blocks) = (Vec::new(), Vec::new());
        let take = |bytes: Vec<u8>| {
            blocks.push(bytes.len());
            read.extend(bytes);
            Ok(())
        };
        assert!(store.read(&[chunk], width, &CancelToken::default(), take).unwrap());
        assert!(read == written);
        assert!(blocks.iter().all(|&len| len <= BLOCK && len.is_multiple_of(width)), "{blocks:?}");
        // A record that is larger than a block is handed on by itself.
        let mut blocks = 0;
        let take = |bytes: Vec<u8>| {
            blocks += 1;
            assert_eq!(bytes.len(), written.len());
            Ok(())
        };
        assert!(store.read(&[chunk], written.len(), &CancelToken::default(), take).unwrap());
        assert_eq!(blocks, 1);
        // Whoever stops it is handed nothing more.
        let stop = CancelToken::default();
        stop.cancel();
        assert!(!store.read(&[chunk], width, &stop, |_| panic!("it was stopped")).unwrap());
    }
}
