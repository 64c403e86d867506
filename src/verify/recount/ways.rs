//! The ways that came to each level: written one after the other, and read once.
//!
//! A way is a state and a number of ways to it. The same state may be in a list many times; what is
//! alike is added up when the list is read, in a map that stays in the cache. For that a long list is
//! in parts by some bits of the states' hashes, so that what is alike is in one part. Lists are made
//! of chunks, which are used again; so memory is what the ways take, and it is touched in order.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::effort::Stop;
use super::state::State;

/// A chunk takes so many bytes, or has room for `LEAST_WAYS`.
const CHUNK_BYTES: usize = 4096;

/// A chunk has room for so many ways at least.
const LEAST_WAYS: usize = 16;

/// The first chunk of a list begins with room for so many ways: most lists of small sweeps are short.
const FIRST_WAYS: usize = 4;

/// A level of more ways has them in parts.
const FEW_WAYS: u64 = 1 << 12;

/// How many parts these are.
pub(super) const PARTS: usize = 64;

/// A state, and a number of ways to it.
pub(super) type Way<const W: usize, C> = (State<W>, C);

/// The memory in which lists are.
#[derive(Debug)]
pub(super) struct Room<T> {
    /// Chunks that are not in use.
    spare: Mutex<Vec<Vec<T>>>,
    used_bytes: AtomicU64,
    most_bytes: u64,
}

impl<T> Room<T> {
    /// How many ways a chunk has room for.
    const CHUNK: usize = {
        let ways = CHUNK_BYTES / size_of::<T>();
        if ways < LEAST_WAYS { LEAST_WAYS } else { ways }
    };

    pub fn new(most_bytes: u64) -> Self {
        Self { spare: Mutex::default(), used_bytes: AtomicU64::new(0), most_bytes }
    }

    /// Whether lists take more than they may. They are asked to take less by whoever sees it.
    pub fn is_full(&self) -> bool {
        self.used_bytes.load(Ordering::Relaxed) > self.most_bytes
    }

    /// Whether so little is left that it would soon be full again.
    pub fn is_nearly_full(&self) -> bool {
        self.used_bytes.load(Ordering::Relaxed) > self.most_bytes / 8 * 7
    }

    /// An empty chunk.
    fn chunk(&self) -> Result<Vec<T>, Stop> {
        let spare = self.spare().pop();
        let mut chunk = spare.unwrap_or_default();
        if chunk.capacity() < Self::CHUNK {
            chunk.try_reserve_exact(Self::CHUNK).map_err(|_| Stop::Memory)?;
        }
        self.used_bytes.fetch_add(bytes_of(&chunk), Ordering::Relaxed);
        Ok(chunk)
    }

    /// Makes more room in the only chunk of a list.
    fn grow(&self, chunk: &mut Vec<T>) -> Result<(), Stop> {
        let before = bytes_of(chunk);
        let more = (3 * chunk.capacity()).max(FIRST_WAYS).min(Self::CHUNK - chunk.capacity());
        chunk.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
        self.used_bytes.fetch_add(bytes_of(chunk) - before, Ordering::Relaxed);
        Ok(())
    }

    /// A chunk that was read.
    fn give_back(&self, mut chunk: Vec<T>) {
        self.used_bytes.fetch_sub(bytes_of(&chunk), Ordering::Relaxed);
        if chunk.capacity() >= Self::CHUNK {
            chunk.clear();
            self.spare().push(chunk);
        }
    }

    /// A chunk is added or taken away as a whole, so the list is right after a panic, too.
    fn spare(&self) -> MutexGuard<'_, Vec<Vec<T>>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn bytes_of<T>(chunk: &Vec<T>) -> u64 {
    (chunk.capacity() * size_of::<T>()) as u64
}

/// A list.
#[derive(Debug)]
pub(super) struct List<T> {
    /// The chunks before the last one.
    chunks: Vec<Vec<T>>,
    /// The one that is written to.
    last: Vec<T>,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), last: Vec::new() }
    }
}

impl<T> List<T> {
    /// How many ways are in it.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(Vec::len).sum::<usize>() + self.last.len()
    }

    /// Writes a way.
    ///
    /// # Errors
    /// When the system has no memory.
    #[inline]
    pub fn push(&mut self, way: T, room: &Room<T>) -> Result<(), Stop> {
        if self.last.len() == self.last.capacity() {
            self.extend(room)?;
        }
        self.last.push(way);
        Ok(())
    }

    /// Makes room for one way at least.
    #[cold]
    fn extend(&mut self, room: &Room<T>) -> Result<(), Stop> {
        if self.last.capacity() < Room::<T>::CHUNK && self.chunks.is_empty() {
            return room.grow(&mut self.last);
        }
        let full = std::mem::replace(&mut self.last, room.chunk()?);
        self.chunks.push(full);
        Ok(())
    }

    /// Adds what is in another list.
    pub fn append(&mut self, mut other: Self) {
        self.chunks.append(&mut other.chunks);
        self.chunks.push(std::mem::replace(&mut self.last, other.last));
    }

    /// Reads all ways, and gives the memory back chunk by chunk.
    ///
    /// # Errors
    /// What is done with a way may fail.
    #[inline]
    pub fn read(
        self,
        room: &Room<T>,
        mut each: impl FnMut(T) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for mut chunk in self.chunks.into_iter().chain([self.last]) {
            for way in chunk.drain(..) {
                each(way)?;
            }
            room.give_back(chunk);
        }
        Ok(())
    }
}

impl<const W: usize, C> List<Way<W, C>> {
    /// Deals the ways among some lists, by the bits of their states' hashes from this one on; the
    /// number of lists is a power of two.
    ///
    /// # Errors
    /// When the system has no memory.
    pub fn deal(
        self,
        lists: &mut [Self],
        first_bit: u32,
        room: &Room<Way<W, C>>,
    ) -> Result<(), Stop> {
        self.read(room, |way| {
            let part = part_of(&way.0, first_bit, lists.len());
            lists[part].push(way, room)
        })
    }

    /// The same in lists of about so many ways.
    ///
    /// # Errors
    /// When the system has no memory.
    pub fn cut(self, ways: usize, room: &Room<Way<W, C>>) -> Result<Vec<Self>, Stop> {
        let mut lists = Vec::new();
        let count = self.len().div_ceil(ways).next_power_of_two().min(1 << CUT_BITS);
        lists.resize_with(count, Self::default);
        self.deal(&mut lists, CUT_BIT, room)?;
        Ok(lists)
    }
}

/// Maps look at the lowest bits of hashes and at the seven highest. Parts are told by the bits from this
/// one on.
const PART_BIT: u32 = 32;

/// Those into which a part is cut by the bits from this one on.
const CUT_BIT: u32 = PART_BIT + PARTS.ilog2();

/// Into no more than two to the power of this.
const CUT_BITS: u32 = 12;

/// In which of so many parts, a power of two, a state is by the bits of its hash from this one on.
#[inline]
fn part_of<const W: usize>(state: &State<W>, first_bit: u32, parts: usize) -> usize {
    (state.hash() >> first_bit) as usize & (parts - 1)
}

/// The ways that came to a level.
#[derive(Debug)]
pub(super) struct Arrivals<const W: usize, C> {
    /// How many came.
    pub count: u64,
    /// None, one, or `PARTS`.
    lists: Vec<List<Way<W, C>>>,
}

impl<const W: usize, C> Default for Arrivals<W, C> {
    fn default() -> Self {
        Self { count: 0, lists: Vec::new() }
    }
}

impl<const W: usize, C> Arrivals<W, C> {
    /// Another way.
    ///
    /// # Errors
    /// When the system has no memory.
    #[inline]
    pub fn push(&mut self, way: Way<W, C>, room: &Room<Way<W, C>>) -> Result<(), Stop> {
        self.count += 1;
        if self.is_parted() {
            let part = part_of(&way.0, PART_BIT, PARTS);
            return self.lists[part].push(way, room);
        }
        self.list(0).push(way, room)?;
        if self.count > FEW_WAYS {
            self.part(room)?;
        }
        Ok(())
    }

    /// Whether it is in parts.
    pub fn is_parted(&self) -> bool {
        self.lists.len() == PARTS
    }

    /// Sees to it that it is in parts.
    ///
    /// # Errors
    /// When the system has no memory.
    pub fn part(&mut self, room: &Room<Way<W, C>>) -> Result<(), Stop> {
        if self.is_parted() {
            return Ok(());
        }
        let few = self.lists.pop();
        self.lists.resize_with(PARTS, List::default);
        few.map_or(Ok(()), |few| few.deal(&mut self.lists, PART_BIT, room))
    }

    /// Takes the lists; as many are left, which are empty.
    pub fn take(&mut self) -> Vec<List<Way<W, C>>> {
        self.lists.iter_mut().map(std::mem::take).collect()
    }

    /// A part, where it is in parts, or else the only list, which is the first.
    pub fn list(&mut self, part: usize) -> &mut List<Way<W, C>> {
        if self.lists.is_empty() {
            self.lists.push(List::default());
        }
        &mut self.lists[part]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type List1 = List<Way<1, u64>>;

    #[test]
    fn what_is_alike_is_in_one_part_and_nothing_is_lost() {
        let room = Room::new(u64::MAX);
        let mut arrivals = Arrivals::<1, u64>::default();
        let states = 3 * FEW_WAYS;
        for state in (0..states).chain(0..states) {
            arrivals.push((State([state]), state), &room).unwrap();
        }
        assert!(arrivals.is_parted());
        assert_eq!(arrivals.count, 2 * states);
        let mut met = vec![(0, usize::MAX); states as usize];
        let mut lists = Vec::new();
        for list in arrivals.take() {
            lists.extend(list.cut(40, &room).unwrap());
        }
        assert!(lists.len() > 4 * PARTS);
        for (at, list) in lists.into_iter().enumerate() {
            let each = |(State([state]), count): Way<1, u64>| {
                assert_eq!(state, count);
                let (times, list) = &mut met[state as usize];
                assert!(*times == 0 || *list == at, "{state} is in two lists");
                (*times, *list) = (*times + 1, at);
                Ok(())
            };
            list.read(&room, each).unwrap();
        }
        assert!(met.iter().all(|&(times, _)| times == 2));
        assert_eq!(room.used_bytes.into_inner(), 0);
    }

    #[test]
    fn a_short_list_takes_little_and_a_long_one_uses_chunks_again() {
        let room = Room::new(1 << 16);
        let mut list = List1::default();
        list.push((State([1]), 1), &room).unwrap();
        assert!(room.used_bytes.load(Ordering::Relaxed) <= 4 * size_of::<Way<1, u64>>() as u64);
        for state in 0..5_000 {
            list.push((State([state]), 1), &room).unwrap();
        }
        assert!(room.is_full() && room.is_nearly_full());
        assert_eq!(list.len(), 5_001);
        let chunks = list.chunks.len();
        list.read(&room, |_| Ok(())).unwrap();
        assert!(!room.is_nearly_full());
        assert!(room.spare().len() >= chunks);
        let mut again = List1::default();
        for state in 0..5_000 {
            again.push((State([state]), 1), &room).unwrap();
        }
        assert!(room.spare().len() <= 1);
    }
}
