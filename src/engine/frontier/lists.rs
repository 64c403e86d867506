//! States on their way to later levels, in a list for each level and part: what one thread has found.
//!
//! A level is parted so that no key is in two parts, and each part fits the cache. Lists are made of
//! small chunks that are used again for other lists, those used last first, so that a sweep touches
//! little fresh memory, which the system has to clear before (a quarter to a half of the time of
//! some sweeps went there). Memory: that of the states, and for each list less than a chunk more.

use super::flight::{CHUNK_BYTES, FIRST, OnHeap, Pairs, bytes, small_chunk};

/// Chunks are kept to be used again while they take less than one in so many bytes of those in lists,
/// and a few bytes more.
const KEPT: u64 = 8;
const FEW_BYTES: u64 = 1 << 20;

/// The list of a level and part.
#[derive(Clone, Debug)]
struct List<K, C> {
    /// The chunk that is being filled.
    open: Pairs<K, C>,
    full: Vec<Pairs<K, C>>,
}

impl<K, C> Default for List<K, C> {
    fn default() -> Self {
        Self { open: Vec::new(), full: Vec::new() }
    }
}

/// Lists by level and part.
#[derive(Clone, Debug)]
pub(super) struct Lists<K, C> {
    /// The parts of each level that anything leads to.
    levels: Vec<Vec<List<K, C>>>,
    /// The number of parts is two to the power of this.
    bits: u32,
    /// Chunks to be used again.
    free: Vec<Pairs<K, C>>,
    /// The bytes of the chunks in lists, and of what goes with their states.
    bytes: u64,
}

impl<K: Copy, C: OnHeap> Lists<K, C> {
    /// Empty lists for this many levels, of one part each.
    pub fn new(levels: usize) -> Self {
        let mut all = Vec::new();
        all.resize_with(levels, Vec::new);
        Self { levels: all, bits: 0, free: Vec::new(), bytes: 0 }
    }

    /// How many pairs a chunk holds.
    const CHUNK: usize = small_chunk::<K, C>();

    /// The memory that is taken, in bytes, chunks to be used again left out.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Appends a state to the list of the part that its home says; there must be such a level.
    #[inline(always)]
    pub fn push(&mut self, level: usize, home: u32, pair: (K, C)) {
        let part = home as usize & ((1 << self.bits) - 1);
        self.bytes += pair.1.heap_bytes() as u64;
        match self.levels[level].get_mut(part) {
            Some(list) if list.open.len() < list.open.capacity() => list.open.push(pair),
            _ => self.push_to_next(level, part, pair),
        }
    }

    /// [`Self::push`] where the open chunk is full, or there is none.
    #[cold]
    #[inline(never)]
    fn push_to_next(&mut self, level: usize, part: usize, pair: (K, C)) {
        let parts = &mut self.levels[level];
        if parts.is_empty() {
            parts.resize_with(1 << self.bits, List::default);
        }
        let list = &mut parts[part];
        let before = list.open.capacity();
        if before < Self::CHUNK {
            // The first chunk of a list grows, so that short lists are small.
            let room = (2 * before).clamp(FIRST, Self::CHUNK);
            let whole = if room == Self::CHUNK { self.free.pop() } else { None };
            match whole {
                Some(mut chunk) => {
                    chunk.append(&mut list.open);
                    list.open = chunk;
                }
                None => list.open.reserve_exact(room - list.open.len()),
            }
        } else {
            let next = self.free.pop().unwrap_or_else(|| Vec::with_capacity(Self::CHUNK));
            list.full.push(std::mem::replace(&mut list.open, next));
        }
        let kept = if before < Self::CHUNK { before } else { 0 };
        self.bytes += ((list.open.capacity() - kept) * size_of::<(K, C)>()) as u64;
        list.open.push(pair);
    }

    /// Takes the chunks of a level, part by part; nothing if there are none.
    pub fn take(&mut self, level: usize) -> Vec<Vec<Pairs<K, C>>> {
        let parts = std::mem::take(&mut self.levels[level]);
        let chunks = |List { open, mut full }| {
            if open.capacity() > 0 {
                full.push(open);
            }
            full
        };
        let parts: Vec<Vec<Pairs<K, C>>> = parts.into_iter().map(chunks).collect();
        let taken: u64 = parts.iter().map(|chunks| bytes(chunks)).sum();
        self.bytes -= taken;
        parts
    }

    /// Takes back a chunk that was gone through.
    #[inline]
    pub fn reuse(&mut self, mut chunk: Pairs<K, C>) {
        let most = self.bytes / KEPT + FEW_BYTES;
        if chunk.capacity() == Self::CHUNK && most > (self.free.len() * CHUNK_BYTES) as u64 {
            chunk.clear();
            self.free.push(chunk);
        }
    }

    /// How many states there are on their way to a level.
    pub fn pairs(&self, level: usize) -> usize {
        self.chunks(level).map(Vec::len).sum()
    }

    /// The ways to the states on their way to a level.
    pub fn ways(&self, level: usize) -> impl Iterator<Item = &C> {
        self.chunks(level).flatten().map(|pair| &pair.1)
    }

    /// The chunks of a level.
    pub fn chunks(&self, level: usize) -> impl Iterator<Item = &Pairs<K, C>> {
        let lists = self.levels[level].iter();
        lists.flat_map(|list| list.full.iter().chain([&list.open]))
    }

    /// Has two to the power of `bits` parts from now on, where `home` says to which part each state
    /// belongs.
    pub fn part_by(&mut self, bits: u32, home: impl Fn(K) -> u32) {
        if bits == self.bits {
            return;
        }
        self.bits = bits;
        for level in 0..self.levels.len() {
            if self.levels[level].is_empty() {
                continue;
            }
            for chunk in self.take(level).into_iter().flatten() {
                self.spread(level, chunk, &home);
            }
        }
    }

    /// Appends the states of a chunk, each to its part.
    pub fn spread(&mut self, level: usize, mut chunk: Pairs<K, C>, home: impl Fn(K) -> u32) {
        for pair in chunk.drain(..) {
            self.push(level, home(pair.0), pair);
        }
        self.reuse(chunk);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_in_the_part_of_their_home_however_often_that_changes() {
        let mut lists: Lists<u64, u64> = Lists::new(3);
        let home = |key: u64| (key * 37) as u32;
        for key in 0..5_000 {
            lists.push(key as usize % 2, home(key), (key, key + 1));
        }
        for bits in [3, 0, 5, 4] {
            lists.part_by(bits, home);
            assert_eq!([0, 1, 2].map(|level| lists.pairs(level)), [2_500, 2_500, 0]);
            assert_eq!(lists.ways(1).sum::<u64>(), (0..2_500).map(|key| 2 * key + 2).sum::<u64>());
        }
        let parts = lists.take(1);
        assert_eq!(parts.len(), 16);
        for (number, part) in (0..).zip(&parts) {
            assert!(part.iter().flatten().all(|pair| home(pair.0) & 15 == number));
        }
        assert_eq!(parts.iter().flatten().flatten().count(), 2_500);
        assert_eq!((lists.pairs(1), lists.take(2).len()), (0, 0));
    }

    #[test]
    fn memory_is_reckoned_until_the_last_chunk_is_taken_and_chunks_are_used_again() {
        let mut lists: Lists<u64, u64> = Lists::new(1);
        let mut free = None;
        for _ in 0..3 {
            for key in 0..2_000 {
                lists.push(0, 0, (key, 1));
            }
            assert!(lists.bytes() >= 32_000 && lists.bytes() < 40_000, "{}", lists.bytes());
            let chunks = lists.take(0).remove(0);
            assert_eq!(lists.bytes(), 0);
            for chunk in chunks {
                lists.reuse(chunk);
            }
            let free = *free.get_or_insert(lists.free.len());
            assert_eq!(lists.free.len(), free, "none is made as long as others are free");
        }
    }
}
