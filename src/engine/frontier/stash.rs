//! Batches of states that are set aside until others are swept.
//!
//! They wait as bytes: so a batch takes no more memory than its states, however many levels there are,
//! and where the sweep goes on with wider integers, those that wait do not grow. Cost: a pass over the
//! states when they are set aside, and one when they are taken back, block by block, so that both forms
//! are there of one block only.

use super::encoding::{append_pairs, read_pairs};
use super::flight::{CHUNK_BYTES, InFlight, Pairs};
use super::key::Key;
use super::ways::Ways;

/// A block has no more bytes than this, unless a single state does: as many as the chunks that states come
/// from, so that the memory of the ones is used for the others.
const BLOCK_BYTES: usize = CHUNK_BYTES;

/// States of one level.
#[derive(Clone, Debug)]
struct Block {
    level: usize,
    count: usize,
    pairs: Box<[u8]>,
}

/// States that are swept together, level by level.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    blocks: Vec<Block>,
    /// How many bytes the ways to a state take; none where there is no limit.
    ways_bytes: u8,
    /// The memory of the blocks.
    bytes: u64,
}

/// A batch to which states are added, level by level.
#[derive(Clone, Debug, Default)]
pub(super) struct BatchWriter {
    batch: Batch,
    /// The block that is being written.
    level: usize,
    count: usize,
    pairs: Vec<u8>,
}

impl BatchWriter {
    /// Adds a state of a level that is none before those that have some.
    #[inline]
    pub fn push<K: Key, C: Ways>(&mut self, level: usize, pair: &(K, C)) {
        debug_assert!(self.level <= level);
        if self.level != level {
            self.end_block();
            self.level = level;
        }
        let before = self.pairs.len();
        append_pairs(&mut self.pairs, std::slice::from_ref(pair));
        self.count += 1;
        // Another one as long would not fit any more.
        if 2 * self.pairs.len() - before > BLOCK_BYTES {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        if self.count > 0 {
            let block =
                Block { level: self.level, count: self.count, pairs: self.pairs.as_slice().into() };
            self.batch.bytes += (size_of::<Block>() + block.pairs.len()) as u64;
            self.batch.blocks.push(block);
            self.pairs.clear();
            self.count = 0;
        }
    }

    /// The batch, of states whose ways are of this type.
    pub fn finish<C: Ways>(mut self) -> Batch {
        self.end_block();
        Batch { ways_bytes: C::BYTES, ..self.batch }
    }
}

impl Batch {
    /// States on their way.
    pub fn of<K: Key, C: Ways>(flight: InFlight<K, C>) -> Self {
        let mut writer = BatchWriter::default();
        for (level, chunks) in flight.into_iter().enumerate() {
            // Each chunk is freed as soon as it is written.
            for chunk in chunks {
                for pair in &chunk {
                    writer.push(level, pair);
                }
            }
        }
        writer.finish::<C>()
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The memory of the states, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many states each level has, of so many levels.
    pub fn counts(&self, levels: usize) -> Vec<usize> {
        let mut counts = vec![0; levels];
        for block in &self.blocks {
            counts[block.level] += block.count;
        }
        counts
    }

    /// The states of a level, block by block.
    pub fn of_level<K: Key, C: Ways>(&self, level: usize) -> impl Iterator<Item = Pairs<K, C>> {
        let from = self.blocks.partition_point(|block| block.level < level);
        let of_level = self.blocks[from..].iter().take_while(move |block| block.level == level);
        of_level.map(|block| block.states(self.ways_bytes))
    }

    /// The states with their levels, block by block, each freed as soon as it was read.
    pub fn into_states<K: Key, C: Ways>(self) -> impl Iterator<Item = (usize, Pairs<K, C>)> {
        let ways_bytes = self.ways_bytes;
        self.blocks.into_iter().map(move |block| (block.level, block.states(ways_bytes)))
    }
}

impl Block {
    fn states<K: Key, C: Ways>(&self, ways_bytes: u8) -> Pairs<K, C> {
        let mut pairs: &[u8] = &self.pairs;
        read_pairs(&mut pairs, self.count, ways_bytes).expect("the block was written as such")
    }
}

/// Batches set aside; the last one comes back first.
#[derive(Clone, Debug, Default)]
pub(super) struct Stash {
    batches: Vec<Batch>,
    bytes: u64,
}

impl Stash {
    pub fn push(&mut self, batch: Batch) {
        self.bytes += batch.bytes();
        self.batches.push(batch);
    }

    pub fn pop(&mut self) -> Option<Batch> {
        let batch = self.batches.pop()?;
        self.bytes -= batch.bytes();
        Some(batch)
    }

    /// The memory of all of them, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn batches(&self) -> &[Batch] {
        &self.batches
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::frontier::flight::empty;
    use num_bigint::BigUint;

    /// So many states of a level, in chunks of 100.
    fn states(level: usize, count: u64) -> Vec<Pairs<u64, u64>> {
        let pairs: Pairs<u64, u64> = (0..count).map(|key| (key << level, key + 1)).collect();
        pairs.chunks(100).map(<[_]>::to_vec).collect()
    }

    #[test]
    fn states_come_back_with_their_levels_and_in_wider_integers_too() {
        let mut flight = empty(40);
        flight[3] = states(3, 10_000);
        flight[30] = states(30, 1);
        let expected = [(3, flight[3].concat()), (30, flight[30].concat())];
        let batch = Batch::of(flight);
        let counts = batch.counts(40);
        assert_eq!((counts[3], counts[30], counts.iter().sum::<usize>()), (10_000, 1, 10_001));
        assert_eq!(batch.of_level::<u64, u64>(3).flatten().collect::<Vec<_>>(), expected[0].1);
        assert_eq!(batch.of_level::<u64, u64>(4).count(), 0);
        let mut wide: [(usize, Pairs<u64, BigUint>); 2] = [(3, Vec::new()), (30, Vec::new())];
        for (level, states) in batch.into_states() {
            wide[usize::from(level == 30)].1.extend(states);
        }
        let narrow = wide.map(|(level, states)| {
            (level, states.into_iter().map(|(key, ways)| (key, ways.try_into().unwrap())).collect())
        });
        assert_eq!(narrow, expected);
    }

    #[test]
    fn the_memory_is_that_of_the_states_however_many_levels_there_are() {
        let batch = |levels| {
            let mut flight = empty(levels);
            flight[levels - 1] = states(0, 10);
            Batch::of(flight)
        };
        assert_eq!(batch(2).bytes(), batch(100_000).bytes());
        let mut stash = Stash::default();
        stash.push(batch(2));
        stash.push(batch(100_000));
        assert_eq!(stash.bytes(), 2 * batch(2).bytes());
        assert_eq!(stash.pop().unwrap().counts(100_000)[99_999], 10);
        assert_eq!(stash.pop().unwrap().counts(2), [0, 10]);
        assert!(stash.pop().is_none() && stash.bytes() == 0);
    }
}
