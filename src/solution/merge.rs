//! Merging sorted runs of records of equal length, in memory or in files, into one sequence.
//!
//! A tree of losers (Knuth, The Art of Computer Programming 3, 5.4.1) finds the least of k runs
//! with log2 k comparisons a record; the first sixteen bytes of each run's record lie side by side
//! and decide most of them. Runs in files are read through buffers of a given size; besides those
//! nothing is copied.

use std::fs::File;
use std::io::{self, Read};

/// A sorted run of records.
#[derive(Debug)]
pub(crate) enum SortedRun {
    /// In memory.
    Memory(Vec<u8>),
    /// In a file that is read from where it stands, this many bytes.
    File(File, u64),
}

/// The runs, and which of them has the least record.
#[derive(Debug)]
pub(crate) struct Merge {
    width: usize,
    cursors: Vec<Cursor>,
    /// The first sixteen bytes of the record at each cursor.
    keys: Vec<u128>,
    /// For each inner node of the tree, the cursor that lost there; first of all the winner.
    losers: Vec<usize>,
    is_begun: bool,
}

/// A place in a run.
#[derive(Debug)]
struct Cursor {
    block: Vec<u8>,
    at: usize,
    /// The file from which the block is filled again, the bytes left in it, and the block's size.
    rest: Option<(File, u64, usize)>,
}

impl Cursor {
    /// Makes sure that a record is in the block, unless there are no more.
    fn fill(&mut self) -> io::Result<()> {
        if self.at < self.block.len() {
            return Ok(());
        }
        self.at = 0;
        let Some((file, left, size)) = &mut self.rest else {
            self.block = Vec::new();
            return Ok(());
        };
        self.block.resize((*size as u64).min(*left) as usize, 0);
        file.read_exact(&mut self.block)?;
        *left -= self.block.len() as u64;
        Ok(())
    }

    /// The record here, or none after the last.
    fn record(&self, width: usize) -> Option<&[u8]> {
        self.block.get(self.at..self.at + width)
    }

    /// The first bytes of the record here as a number; the greatest number after the last.
    fn key(&self, width: usize) -> u128 {
        let Some(record) = self.record(width) else { return u128::MAX };
        let mut head = [0; 16];
        let len = width.min(16);
        head[..len].copy_from_slice(&record[..len]);
        u128::from_be_bytes(head)
    }
}

impl Merge {
    /// Prepares to merge runs of records of `width` bytes. Each file gets a buffer of about
    /// `buffer` bytes.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn new(runs: Vec<SortedRun>, width: usize, buffer: usize) -> io::Result<Self> {
        let size = (buffer / width).max(1) * width;
        let cursor = |run| match run {
            SortedRun::Memory(block) => Cursor { block, at: 0, rest: None },
            SortedRun::File(file, left) => {
                Cursor { block: Vec::new(), at: 0, rest: Some((file, left, size)) }
            }
        };
        let mut cursors: Vec<Cursor> = runs.into_iter().map(cursor).collect();
        cursors.iter_mut().try_for_each(Cursor::fill)?;
        let keys = cursors.iter().map(|cursor| cursor.key(width)).collect();
        let mut merge = Self { width, cursors, keys, losers: Vec::new(), is_begun: false };
        merge.play_all();
        Ok(merge)
    }

    /// The next record, or none after the last.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn next_record(&mut self) -> io::Result<Option<&[u8]>> {
        let Some(&winner) = self.losers.first() else { return Ok(None) };
        if std::mem::replace(&mut self.is_begun, true)
            && self.cursors[winner].at < self.cursors[winner].block.len()
        {
            let cursor = &mut self.cursors[winner];
            cursor.at += self.width;
            cursor.fill()?;
            self.keys[winner] = cursor.key(self.width);
            self.play_again(winner);
        }
        Ok(self.cursors[self.losers[0]].record(self.width))
    }

    /// Whether the record at one cursor comes before that at another; nothing comes last.
    fn is_before(&self, a: usize, b: usize) -> bool {
        if self.keys[a] != self.keys[b] {
            return self.keys[a] < self.keys[b];
        }
        match (self.cursors[a].record(self.width), self.cursors[b].record(self.width)) {
            (Some(a), Some(b)) => a < b,
            (first, _) => first.is_some(),
        }
    }

    /// Plays every game of the tree: leaf `i` is node `k + i`, and node `n` has children `2n` and
    /// `2n + 1`.
    fn play_all(&mut self) {
        let count = self.cursors.len();
        let mut winners: Vec<usize> = (0..2 * count).map(|n| n.saturating_sub(count)).collect();
        self.losers = vec![0; count];
        for node in (1..count).rev() {
            let (a, b) = (winners[2 * node], winners[2 * node + 1]);
            let (winner, loser) = if self.is_before(b, a) { (b, a) } else { (a, b) };
            winners[node] = winner;
            self.losers[node] = loser;
        }
        if count > 1 {
            self.losers[0] = winners[1];
        }
    }

    /// Plays the games on the way of one leaf to the root again.
    fn play_again(&mut self, leaf: usize) {
        let mut winner = leaf;
        let mut node = (self.cursors.len() + leaf) >> 1;
        while node > 0 {
            if self.is_before(self.losers[node], winner) {
                std::mem::swap(&mut self.losers[node], &mut winner);
            }
            node /= 2;
        }
        self.losers[0] = winner;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(runs: &[&[u8]], width: usize) -> Vec<u8> {
        let runs = runs.iter().map(|run| SortedRun::Memory(run.to_vec())).collect();
        let mut merge = Merge::new(runs, width, 64).unwrap();
        let mut all = Vec::new();
        while let Some(record) = merge.next_record().unwrap() {
            all.extend_from_slice(record);
        }
        assert!(merge.next_record().unwrap().is_none());
        all
    }

    #[test]
    fn any_number_of_runs_of_any_length_come_out_in_order() {
        assert_eq!(merged(&[], 1), b"");
        assert_eq!(merged(&[b""], 1), b"");
        assert_eq!(merged(&[b"ace"], 1), b"ace");
        assert_eq!(merged(&[b"bdf", b"", b"ace", b"g", b""], 1), b"abcdefg");
        assert_eq!(merged(&[b"aacc", b"abbb", b"aaaz"], 2), b"aaaaabazbbcc");
        for count in 1..40_u8 {
            let all: Vec<u8> = (0..200).collect();
            let runs: Vec<Vec<u8>> = (0..count)
                .map(|r| all.iter().copied().filter(|x| x.wrapping_mul(37) % count == r).collect())
                .collect();
            let runs: Vec<&[u8]> = runs.iter().map(Vec::as_slice).collect();
            assert_eq!(merged(&runs, 1), all, "{count}");
        }
    }

    #[test]
    fn records_that_differ_late_and_the_greatest_record_are_in_order_too() {
        let (least, greatest) = ([b'a'; 10], [0xff; 10]);
        let mut later = least;
        later[9] = b'b';
        let run = [later, greatest].concat();
        assert_eq!(merged(&[&run, &least, b""], 10), [least, later, greatest].concat());
    }
}
