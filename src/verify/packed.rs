//! A packed file of solutions: one line of JSON, then records of numbers (see [`super::numbers`]).
//!
//! Records must ascend, so that none occurs twice. They are read in blocks, which are checked by
//! all threads, so that memory is bounded whatever the length of the file.
//!
//! Where every arrangement is listed, the images of each must be there too. That is checked
//! without keeping any: the records that come first among their images are met once for each
//! solution, and the sum of a hash over all their images must be the sum over all records. The
//! hash has a key made up anew each time, so that a file that is not closed passes with a chance
//! of about 2^-64, whoever made it.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{BufRead, Read};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::head::read_packed;
use super::header::{Header, Refusal};
use super::listing::{Verified, check_given, fingerprint_of};
use super::numbers::{ABSENT, Numbers, Scratch};
use super::{Checker, listing};

/// How many records a thread checks at a time.
const CHUNK: usize = 1 << 12;

/// How many of those are read at a time.
const CHUNKS: usize = 64;

/// What some records add up to.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    records: u128,
    distinct: u128,
    total: u128,
    fingerprint: u128,
    /// The hashes of the records, less those of the images of the solutions among them.
    balance: u64,
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.records += other.records;
        self.distinct += other.distinct;
        self.total += other.total;
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
        self.balance = self.balance.wrapping_add(other.balance);
    }
}

/// Checks the records of one file.
struct Check<'a> {
    checker: &'a Checker,
    numbers: Numbers<'a>,
    images: bool,
    complete: bool,
    key: RandomState,
}

/// Checks a file against the puzzle of `checker`.
pub(super) fn check(checker: &Checker, mut reader: impl BufRead) -> Result<Verified, Refusal> {
    let refuse = |reason| Err(Refusal { line: 0, reason });
    let numbers = Numbers::new(checker);
    let header = read_packed(checker, &numbers, &mut reader)?;
    check_given(checker, header.given.as_deref()).map_err(|reason| Refusal { line: 1, reason })?;
    let Header { images, complete, .. } = header;
    let check = Check { checker, numbers, images, complete, key: RandomState::new() };
    let len = check.record_len();
    let promised = if images { header.total } else { header.distinct };
    let mut sums = Sums::default();
    // Without threads everything is done here.
    let pool = ThreadPoolBuilder::new().build().ok();
    // The last record of the block before, and then those of this one.
    let mut block = vec![0; (1 + CHUNKS * CHUNK) * len];
    loop {
        let read = match fill(&mut reader, &mut block[len..]) {
            Ok(read) => read,
            Err(error) => return refuse(format!("the file cannot be read further: {error}")),
        };
        let whole = read / len;
        let first = sums.records;
        let one = |chunk: usize| -> Result<Sums, (usize, String)> {
            let (from, to) = (chunk * CHUNK, ((chunk + 1) * CHUNK).min(whole));
            let previous = (first > 0 || from > 0).then(|| &block[from * len..(from + 1) * len]);
            check
                .chunk(previous, &block[(from + 1) * len..(to + 1) * len])
                .map_err(|(at, reason)| (from + at, reason))
        };
        let chunks = 0..whole.div_ceil(CHUNK);
        let results: Vec<_> = match &pool {
            Some(pool) => pool.install(|| chunks.into_par_iter().map(one).collect()),
            None => chunks.map(one).collect(),
        };
        for result in results {
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
        if whole < CHUNKS * CHUNK {
            break;
        }
        block.copy_within(whole * len..(whole + 1) * len, 0);
    }
    check.finish(&header, promised, &sums).or_else(refuse)
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

impl Check<'_> {
    fn record_len(&self) -> usize {
        self.numbers.columns().len() * self.numbers.number_bytes()
    }

    fn decode(&self, bytes: &[u8], record: &mut Vec<u32>) {
        record.clear();
        if self.numbers.number_bytes() == 4 {
            let numbers = bytes.chunks_exact(4);
            record.extend(numbers.map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])));
            return;
        }
        record.extend(bytes.chunks_exact(2).map(|b| match u16::from_le_bytes([b[0], b[1]]) {
            u16::MAX => ABSENT,
            number => u32::from(number),
        }));
    }

    /// Checks records that follow one another.
    fn chunk(&self, previous: Option<&[u8]>, records: &[u8]) -> Result<Sums, (usize, String)> {
        let mut sums = Sums::default();
        let (mut before, mut record) = (Vec::new(), Vec::new());
        if let Some(previous) = previous {
            self.decode(previous, &mut before);
        }
        let (mut scratch, mut cells) = (Scratch::default(), Vec::new());
        for (at, bytes) in records.chunks_exact(self.record_len()).enumerate() {
            self.decode(bytes, &mut record);
            match record.cmp(&before) {
                std::cmp::Ordering::Greater => {}
                std::cmp::Ordering::Equal => {
                    return Err((at, "this repeats the record before it".to_owned()));
                }
                std::cmp::Ordering::Less => {
                    return Err((at, "this is out of order: records must ascend".to_owned()));
                }
            }
            self.numbers.check(&record, &mut scratch).map_err(|reason| (at, reason))?;
            self.add(&record, &mut scratch, &mut cells, &mut sums)
                .map_err(|reason| (at, reason))?;
            std::mem::swap(&mut before, &mut record);
        }
        Ok(sums)
    }

    /// Accounts for a record that is an arrangement.
    fn add(
        &self,
        record: &[u32],
        scratch: &mut Scratch,
        cells: &mut Vec<u8>,
        sums: &mut Sums,
    ) -> Result<(), String> {
        sums.records += 1;
        if self.images && self.complete {
            sums.total += 1;
            let hash = |record: &[u32]| self.key.hash_one(record);
            let mut images = 0_u64;
            let mut each = |image: &[u32]| images = images.wrapping_add(hash(image));
            let is_first = self.numbers.is_least(record, scratch, &mut each);
            sums.balance = sums.balance.wrapping_add(hash(record)).wrapping_sub(images);
            if is_first {
                self.numbers.paint(record, cells);
                let least = self.checker.group.least(cells);
                sums.distinct += 1;
                let line = self.checker.rules.write(&least.cells);
                sums.fingerprint = sums.fingerprint.wrapping_add(fingerprint_of(&line));
            }
            return Ok(());
        }
        self.numbers.paint(record, cells);
        let least = self.checker.group.least(cells);
        let is_canonical = least.cells == *cells;
        if !is_canonical && !self.images {
            let motion = self.checker.group.words(least.motion);
            let line = self.checker.rules.write(&least.cells);
            return Err(format!(
                "this is not the canonical image of its solution; {motion} it is {}",
                String::from_utf8_lossy(&line)
            ));
        }
        if is_canonical {
            sums.distinct += 1;
            let line = self.checker.rules.write(&least.cells);
            sums.fingerprint = sums.fingerprint.wrapping_add(fingerprint_of(&line));
        }
        sums.total += if self.images { 1 } else { least.images as u128 };
        Ok(())
    }

    /// Compares the sums with the header.
    fn finish(&self, header: &Header, promised: u128, sums: &Sums) -> Result<Verified, String> {
        if sums.records < promised {
            return Err(format!(
                "the file ends after {} records, but line 1 promises {promised}",
                sums.records
            ));
        }
        if sums.balance != 0 {
            return Err("some image of an arrangement is missing: the records are not closed \
                        under the motions of the board"
                .to_owned());
        }
        for (key, promised, found) in
            [("distinct", header.distinct, sums.distinct), ("total", header.total, sums.total)]
        {
            if promised != found {
                return Err(format!(
                    "line 1 gives {key} as {promised}, but the records make it {found}"
                ));
            }
        }
        if header.fingerprint != sums.fingerprint {
            return Err(format!("the fingerprint of the records is {:032x}", sums.fingerprint));
        }
        if self.complete {
            listing::check_known(self.checker, sums.distinct, sums.total)
                .map_err(|(_, reason)| reason)?;
        }
        Ok(Verified {
            distinct: sums.distinct,
            total: sums.total,
            fingerprint: sums.fingerprint,
            complete: self.complete,
            images: self.images,
        })
    }
}
