//! States that wait on the disk, where memory is too little.
//!
//! Each level has a temporary file, into which its states are written segment by segment: by the
//! lowest bits of their homes, so that equal states are in one segment, and a level is read back a
//! segment at a time. Cost: the bytes of the states, written and read once, in large blocks; memory
//! for a block, and some bytes for each block of states written.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::PathBuf;

use crate::temporary_file::temporary_file;

use super::encoding::{read_pairs, write_pairs};
use super::error::FrontierError;
use super::flight::{CHUNK, Pairs, pairs_in};
use super::key::Key;
use super::ways::Ways;

/// How many bits of a home say the segment.
pub(super) const SEGMENT_BITS: u32 = 6;

/// How many segments a level has on the disk.
pub(super) const SEGMENTS: usize = 1 << SEGMENT_BITS;

/// The segment of a state, or of a part of so many bits.
pub(super) fn segment_of(home: u32) -> usize {
    home as usize & (SEGMENTS - 1)
}

/// How many bytes are written or read at a time.
const BLOCK: usize = 1 << 18;

/// How much of the disk states may take, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DiskRoom {
    /// The most bytes; none where states stay in memory.
    pub most_bytes: u64,
    /// Where files are made.
    pub directory: PathBuf,
}

/// States that were written one after the other.
#[derive(Clone, Copy, Debug)]
struct Run {
    segment: usize,
    at: u64,
    pairs: usize,
    /// How many bytes the ways to a state take.
    ways_bytes: u8,
}

/// The states of a level.
#[derive(Debug)]
struct LevelFile {
    file: File,
    len: u64,
    runs: Vec<Run>,
}

/// The states of all levels.
#[derive(Debug)]
pub(super) struct Disk {
    room: DiskRoom,
    levels: Vec<Option<LevelFile>>,
    bytes: u64,
}

impl Disk {
    /// Of this many levels.
    pub fn new(room: DiskRoom, levels: usize) -> Self {
        Self { room, levels: (0..levels).map(|_| None).collect(), bytes: 0 }
    }

    /// Whether states may wait here.
    pub fn is_allowed(&self) -> bool {
        self.room.most_bytes > 0
    }

    /// The error of the sweep where the system has refused, or there is no room left.
    pub fn refused(&self, error: &io::Error) -> FrontierError {
        let DiskRoom { most_bytes, directory } = &self.room;
        let reason = if self.bytes > *most_bytes {
            format!("they take more than {} MiB of it", most_bytes >> 20)
        } else {
            format!("{error}, in {}", directory.display())
        };
        FrontierError::Disk { reason }
    }

    /// How many states of a level wait here.
    pub fn pairs(&self, level: usize) -> usize {
        let runs = self.levels[level].iter().flat_map(|level| &level.runs);
        runs.map(|run| run.pairs).sum()
    }

    /// Writes states of a segment of a level.
    ///
    /// # Errors
    /// Those of the system, and when they take more than there is room for.
    pub fn put<K: Key, C: Ways>(
        &mut self,
        level: usize,
        segment: usize,
        chunks: &[Pairs<K, C>],
    ) -> io::Result<()> {
        let pairs = pairs_in(chunks);
        if pairs == 0 {
            return Ok(());
        }
        let file = match &mut self.levels[level] {
            Some(file) => file,
            none => {
                let file = temporary_file(&self.room.directory)?;
                none.insert(LevelFile { file, len: 0, runs: Vec::new() })
            }
        };
        let (at, mut buffer) = (file.len, Vec::new());
        file.file.seek(SeekFrom::Start(at))?;
        let mut out = BufWriter::with_capacity(BLOCK, &mut file.file);
        for chunk in chunks {
            file.len += write_pairs(&mut out, chunk, &mut buffer)?;
        }
        out.flush()?;
        file.runs.push(Run { segment, at, pairs, ways_bytes: C::BYTES });
        self.bytes += file.len - at;
        if self.bytes > self.room.most_bytes {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }

    /// Takes the states of a segment of a level; the file goes with the last.
    ///
    /// # Errors
    /// Those of the system.
    pub fn take<K: Key, C: Ways>(
        &mut self,
        level: usize,
        segment: usize,
    ) -> io::Result<Vec<Pairs<K, C>>> {
        let Some(file) = &mut self.levels[level] else { return Ok(Vec::new()) };
        let mut chunks = Vec::new();
        for run in file.runs.iter().filter(|run| run.segment == segment) {
            read_run(&file.file, run, |pairs| {
                chunks.push(pairs);
                Ok(())
            })?;
        }
        file.runs.retain(|run| run.segment != segment);
        if file.runs.is_empty() {
            self.bytes -= file.len;
            self.levels[level] = None;
        }
        Ok(chunks)
    }

    /// Hands on all states of a level, some at a time.
    ///
    /// # Errors
    /// Those of the system, and of `take`.
    pub fn each<K: Key, C: Ways>(
        &self,
        level: usize,
        mut take: impl FnMut(Pairs<K, C>) -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(file) = &self.levels[level] else { return Ok(()) };
        file.runs.iter().try_for_each(|run| read_run(&file.file, run, &mut take))
    }
}

/// Reads what was written at once, some at a time.
fn read_run<K: Key, C: Ways>(
    mut file: &File,
    run: &Run,
    mut take: impl FnMut(Pairs<K, C>) -> io::Result<()>,
) -> io::Result<()> {
    file.seek(SeekFrom::Start(run.at))?;
    let mut input = BufReader::with_capacity(BLOCK, file);
    let mut left = run.pairs;
    while left > 0 {
        let count = left.min(CHUNK);
        take(read_pairs(&mut input, count, run.ways_bytes)?)?;
        left -= count;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disk(most_bytes: u64) -> Disk {
        Disk::new(DiskRoom { most_bytes, directory: std::env::temp_dir() }, 2)
    }

    #[test]
    fn states_come_back_segment_by_segment_in_wider_integers_too() {
        let mut disk = disk(1 << 20);
        for key in 0..30_000_u64 {
            disk.put(1, key as usize % 3, &[vec![(key, key + 1)]]).unwrap();
            if key == 1_000 {
                break;
            }
        }
        disk.put(1, 2, &[vec![(7_u64, u128::MAX)], vec![(8, 9)]]).unwrap();
        assert_eq!((disk.pairs(0), disk.pairs(1)), (0, 1_003));
        let mut count = 0;
        disk.each(1, |pairs: Pairs<u64, u128>| {
            count += pairs.len();
            Ok(())
        })
        .unwrap();
        assert_eq!(count, 1_003);
        for segment in 0..3 {
            let chunks: Vec<Pairs<u64, u128>> = disk.take(1, segment).unwrap();
            let mut pairs = chunks.concat();
            if segment == 2 {
                assert_eq!(pairs.split_off(pairs.len() - 2), [(7, u128::MAX), (8, 9)]);
            }
            let numbers = (0..=1_000).filter(|key| key % 3 == segment as u64);
            let expected: Vec<(u64, u128)> =
                numbers.map(|key| (key, u128::from(key) + 1)).collect();
            assert_eq!(pairs, expected, "segment {segment}");
        }
        assert_eq!((disk.pairs(1), disk.bytes), (0, 0));
    }

    #[test]
    fn more_than_there_is_room_for_is_refused() {
        let mut disk = disk(100);
        disk.put(0, 0, &[vec![(1_u64, 1_u64); 6]]).unwrap();
        let full = disk.put(0, 1, &[vec![(1_u64, 1_u64)]]).unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        assert!(disk.is_allowed());
    }
}
