//! Records of numbers of one length, read in blocks that all threads check.
//!
//! Records must ascend, so that none occurs twice. Memory is bounded by the length of a block,
//! whatever the length of the file. Where no thread can be started, everything is done by the one
//! that asks.

use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::refusal::Refusal;

/// How many records a thread checks at a time, at most.
const CHUNK: usize = 1 << 12;

/// How many of those are read at a time.
const CHUNKS: usize = 64;

/// About how many bytes are read at a time, at most.
const BLOCK_BYTES: usize = 1 << 24;

/// What some records add up to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RecordSums {
    /// How many there are.
    pub records: u128,
    /// How many of them stand for a distinct solution.
    pub distinct: u128,
    /// How many solutions they make in all.
    pub total: u128,
    /// The sum over the distinct solutions.
    pub fingerprint: u128,
    /// The hashes of the records, less those of the images of the solutions among them.
    pub balance: u64,
}

impl RecordSums {
    fn add(&mut self, other: &Self) {
        self.records += other.records;
        self.distinct += other.distinct;
        self.total += other.total;
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
        self.balance = self.balance.wrapping_add(other.balance);
    }
}

/// How the records of one file are read and checked.
pub(crate) trait Records: Sync {
    /// Room that is used again and again.
    type Scratch: Default;

    /// The length of a record in bytes, at least 1.
    fn record_len(&self) -> usize;

    /// Reads the numbers of a record.
    fn decode(&self, bytes: &[u8], record: &mut Vec<u32>);

    /// Checks a record and accounts for it.
    ///
    /// # Errors
    /// The first rule that it breaks, in words.
    fn add(
        &self,
        record: &[u32],
        scratch: &mut Self::Scratch,
        sums: &mut RecordSums,
    ) -> Result<(), String>;
}

/// A refusal of one record, by its number within a block.
type Refused = (usize, String);

/// Checks all records up to the end of the file, of which `promised` are expected.
///
/// # Errors
/// The first record that is refused, or that there are too few or too many.
pub(crate) fn check_records(
    reader: &mut impl Read,
    records: &impl Records,
    promised: u128,
) -> Result<RecordSums, Refusal> {
    let refuse = |reason: String| Err(Refusal::of_file(reason));
    let len = records.record_len();
    let chunk = (BLOCK_BYTES / (CHUNKS * len)).clamp(1, CHUNK);
    let mut sums = RecordSums::default();
    // The last record of the block before, and then those of this one.
    let mut block = vec![0; (1 + CHUNKS * chunk) * len];
    loop {
        let read = match fill(reader, &mut block[len..]) {
            Ok(read) => read,
            Err(error) => return refuse(format!("the file cannot be read further: {error}")),
        };
        let whole = read / len;
        let first = sums.records;
        let known =
            if first > 0 { &block[..(1 + whole) * len] } else { &block[len..][..whole * len] };
        for result in check_block(records, known, first > 0, chunk) {
            match result {
                Ok(more) => sums.add(&more),
                Err((at, reason)) => {
                    return refuse(format!("record {}: {reason}", first + at as u128 + 1));
                }
            }
        }
        if sums.records > promised {
            return refuse(format!(
                "line 1 promises {promised} records, but there are at least {}",
                sums.records
            ));
        }
        if read % len > 0 {
            return refuse(format!("the file ends in the middle of record {}", sums.records + 1));
        }
        if whole < CHUNKS * chunk {
            break;
        }
        block.copy_within(whole * len..(whole + 1) * len, 0);
    }
    if sums.records < promised {
        return refuse(format!(
            "the file ends after {} records, but line 1 promises {promised}",
            sums.records
        ));
    }
    Ok(sums)
}

/// Reads until the buffer is full or the file ends.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Checks the records of a block by all threads. The result has the sums of each chunk in the order
/// of the file. Where `has_previous`, the
/// first record of the block is the last of the one before, and is only compared with.
fn check_block<R: Records>(
    records: &R,
    block: &[u8],
    has_previous: bool,
    chunk_len: usize,
) -> Vec<Result<RecordSums, Refused>> {
    let len = records.record_len();
    let skipped = usize::from(has_previous);
    let whole = block.len() / len - skipped;
    let chunks = whole.div_ceil(chunk_len);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= chunks {
                return done;
            }
            let (from, to) = (chunk * chunk_len, ((chunk + 1) * chunk_len).min(whole));
            let previous = (from + skipped)
                .checked_sub(1)
                .map(|before| &block[before * len..(before + 1) * len]);
            let bytes = &block[(from + skipped) * len..(to + skipped) * len];
            let result = check_chunk(records, previous, bytes);
            done.push((chunk, result.map_err(|(at, reason)| (from + at, reason))));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(chunks);
    let mut results = thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let helpers: Vec<_> = (1..threads).map_while(start).collect();
        let mut results = work();
        for helper in helpers {
            match helper.join() {
                Ok(more) => results.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|(chunk, _)| *chunk);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Checks records that follow one another.
fn check_chunk<R: Records>(
    records: &R,
    previous: Option<&[u8]>,
    bytes: &[u8],
) -> Result<RecordSums, Refused> {
    let mut sums = RecordSums::default();
    let (mut before, mut record) = (Vec::new(), Vec::new());
    if let Some(previous) = previous {
        records.decode(previous, &mut before);
    }
    let mut scratch = R::Scratch::default();
    for (at, bytes) in bytes.chunks_exact(records.record_len()).enumerate() {
        records.decode(bytes, &mut record);
        match record.cmp(&before) {
            std::cmp::Ordering::Greater => {}
            std::cmp::Ordering::Equal => {
                return Err((at, "this repeats the record before it".to_owned()));
            }
            std::cmp::Ordering::Less => {
                return Err((at, "this is out of order: records must ascend".to_owned()));
            }
        }
        records.add(&record, &mut scratch, &mut sums).map_err(|reason| (at, reason))?;
        sums.records += 1;
        std::mem::swap(&mut before, &mut record);
    }
    Ok(sums)
}
