//! A sweep under way as bytes, so that another process can go on with it.
//!
//! Saved are the order of the items, what was counted so far, and all states on their way, batch by
//! batch and level by level, each with its ways. Numbers are written with the lowest byte first.
//! A sweep can be saved wherever it tells how far it is: no part of a level is half done then.
//! Cost: a pass over all states, and a block of memory.

use std::io::{self, ErrorKind, Read, Write};

use num_bigint::BigUint;

use crate::count::Count;
use crate::cover::ItemId;
use crate::engine::threads::Threads;

use super::error::FrontierError;
use super::flight::{CHUNK, InFlight, Pairs, empty, lock, pairs_in};
use super::key::Key;
use super::outbox::Part;
use super::progress::Reporter;
use super::space::Space;
use super::sweep::Sweep;
use super::sweep_order::SweepOrder;
use super::ways::Ways;

/// Keeps a sweep outside the process.
pub(crate) trait SweepStore {
    /// What is kept of the sweep that begins, if anything.
    ///
    /// # Errors
    /// Those of the system.
    fn saved(&mut self) -> io::Result<Option<Box<dyn Read>>>;

    /// Whether to save now, where states take about so many bytes. A sweep that is ending is not asked
    /// again.
    fn is_due(&mut self, state_bytes: u64, is_ending: bool) -> bool;

    /// Keeps what is written, in place of what was kept before. Where that fails, it is still kept.
    ///
    /// # Errors
    /// Those of the system, and of `write`.
    fn save(&mut self, write: WriteSweep<'_>) -> io::Result<()>;
}

/// Writes a sweep.
pub(crate) type WriteSweep<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Keeps nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unsaved;

impl SweepStore for Unsaved {
    fn saved(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        Ok(None)
    }

    fn is_due(&mut self, _: u64, _: bool) -> bool {
        false
    }

    fn save(&mut self, _: WriteSweep<'_>) -> io::Result<()> {
        Ok(())
    }
}

/// Where a sweep is saved, and what of it the sweep does not know itself.
pub(super) struct Saving<'s> {
    pub store: &'s mut dyn SweepStore,
    pub order: &'s SweepOrder,
    /// Whether states are words that move along, and not keys.
    pub in_words: bool,
}

/// What a saved sweep begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SavedHead {
    /// The items in their order.
    pub order: Vec<ItemId>,
    pub in_words: bool,
    /// How many bytes the ways to a state take; none where there is no limit.
    pub ways_bytes: u8,
}

impl SavedHead {
    /// What a saved sweep begins with.
    ///
    /// # Errors
    /// Those of the system, and where it is no saved sweep of this many items.
    pub fn read(input: &mut dyn Read, items: usize) -> io::Result<Self> {
        let [in_words, ways_bytes] = read_bytes(input)?;
        if read_number(input)? != items as u64 {
            return Err(ErrorKind::InvalidData.into());
        }
        let mut places = vec![false; items];
        let mut order = Vec::with_capacity(items);
        for _ in 0..items {
            let item = u32::from_le_bytes(read_bytes(input)?);
            match places.get_mut(item as usize) {
                Some(is_placed) if !*is_placed => *is_placed = true,
                _ => return Err(ErrorKind::InvalidData.into()),
            }
            order.push(ItemId(item));
        }
        Ok(Self { order, in_words: in_words == 1, ways_bytes })
    }
}

impl<'a, S: Space, C: Ways> Sweep<'a, S, C> {
    /// Saves what is on its way, and the parts that are left of a level.
    ///
    /// # Errors
    /// When it cannot be saved, or the sweep is to end meanwhile.
    pub(super) fn save(
        &self,
        saving: &mut Saving<'_>,
        at: (usize, &[Part<S::Key, C>]),
        mut reporter: Option<&mut Reporter<'_>>,
    ) -> Result<(), FrontierError> {
        let Saving { store, order, in_words } = saving;
        let mut is_ended = false;
        let saved = store.save(&mut |out| {
            let mut heed = || {
                is_ended = reporter.as_mut().is_some_and(|reporter| reporter.report().is_err());
                if is_ended { Err(io::Error::other("the sweep ends")) } else { Ok(()) }
            };
            let mut items: Vec<u32> = (0..order.position.len() as u32).collect();
            items.sort_unstable_by_key(|&item| order.position[item as usize]);
            out.write_all(&[u8::from(*in_words), C::BYTES])?;
            write_number(out, items.len() as u64)?;
            for item in items {
                out.write_all(&item.to_le_bytes())?;
            }
            self.write(out, at, &mut heed)
        });
        match saved {
            Ok(()) => Ok(()),
            Err(_) if is_ended => Err(FrontierError::Cancelled),
            Err(_) => Err(FrontierError::NotSaved),
        }
    }

    /// Writes everything from the counts on.
    fn write(
        &self,
        out: &mut dyn Write,
        (level, parts): (usize, &[Part<S::Key, C>]),
        heed: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        let mut swept = self.swept.clone();
        for outbox in &self.outboxes {
            let done = &lock(outbox).done;
            swept.total += &done.total();
            swept.transitions += done.transitions;
        }
        write_number(out, swept.states.len() as u64)?;
        for states in swept.states {
            write_number(out, states)?;
        }
        let total = swept.total.to_string();
        write_number(out, total.len() as u64)?;
        out.write_all(total.as_bytes())?;
        for number in [swept.transitions, swept.batches, swept.peak_bytes] {
            write_number(out, number)?;
        }
        let mut buffer = Vec::new();
        self.most_ways.append_to(&mut buffer);
        out.write_all(&buffer)?;
        write_number(out, self.stash.len() as u64 + 1)?;
        for chunks in self.stash.iter().flatten() {
            write_number(out, pairs_in(chunks) as u64)?;
            for chunk in chunks {
                write_pairs(out, chunk, &mut buffer)?;
                heed()?;
            }
        }
        for at in 0..self.space.level_count() {
            let parts = if at == level { parts } else { &[] };
            let left: usize = parts.iter().map(|part| pairs_in(&part.chunks)).sum();
            write_number(out, (left + self.pairs(at)) as u64)?;
            for chunk in parts.iter().flat_map(|part| &part.chunks) {
                write_pairs(out, chunk, &mut buffer)?;
            }
            heed()?;
            for outbox in &self.outboxes {
                for chunk in lock(outbox).lists.chunks(at) {
                    write_pairs(out, chunk, &mut buffer)?;
                }
                heed()?;
            }
        }
        Ok(())
    }

    /// The sweep that was saved, read on from behind its head; nothing where it is not one of these
    /// states.
    ///
    /// # Errors
    /// When it cannot be read, or the sweep is to end meanwhile.
    pub(super) fn restored(
        (space, threads, most): (&'a S, &'a Threads, u64),
        input: &mut dyn Read,
        reporter: &mut Reporter<'_>,
    ) -> Result<Option<Self>, FrontierError> {
        let mut sweep = Self::new(space, threads, most);
        let mut is_ended = false;
        let mut heed = || {
            is_ended = reporter.report().is_err();
            if is_ended { Err(io::Error::other("the sweep ends")) } else { Ok(()) }
        };
        match sweep.read(input, &mut heed) {
            Ok(()) => Ok(Some(sweep)),
            Err(_) if is_ended => Err(FrontierError::Cancelled),
            Err(error) if is_not_one(&error) => Ok(None),
            Err(_) => Err(FrontierError::NotSaved),
        }
    }

    /// Reads what [`Self::write`] has written.
    fn read(
        &mut self,
        input: &mut dyn Read,
        heed: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        let levels = self.space.level_count();
        if read_number(input)? != levels as u64 {
            return Err(ErrorKind::InvalidData.into());
        }
        for states in &mut self.swept.states {
            *states = read_number(input)?;
        }
        let mut total = String::new();
        let len = read_number(input)?;
        input.take(len).read_to_string(&mut total)?;
        let total: BigUint = total.parse().map_err(|_| ErrorKind::InvalidData)?;
        self.swept.total = Count::from(total);
        self.swept.transitions = read_number(input)?;
        self.swept.batches = read_number(input)?;
        self.swept.peak_bytes = read_number(input)?;
        self.most_ways = C::read(input)?;
        for _ in 0..read_number(input)? {
            let mut batch: InFlight<S::Key, C> = empty(levels);
            for chunks in &mut batch {
                let mut left = read_number(input)?;
                while left > 0 {
                    let count = left.min(CHUNK as u64);
                    chunks.push(read_pairs(input, count as usize)?);
                    left -= count;
                    heed()?;
                }
            }
            self.set_aside(batch);
        }
        Ok(())
    }
}

/// Whether what was read is no saved sweep, and the system is not to blame.
pub(super) fn is_not_one(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof)
}

fn write_number(out: &mut dyn Write, number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

fn read_bytes<const N: usize>(input: &mut dyn Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn read_number(input: &mut dyn Read) -> io::Result<u64> {
    read_bytes(input).map(u64::from_le_bytes)
}

/// Writes states and their ways, by way of a buffer.
fn write_pairs<K: Key, C: Ways>(
    out: &mut dyn Write,
    pairs: &[(K, C)],
    buffer: &mut Vec<u8>,
) -> io::Result<()> {
    buffer.clear();
    for (key, ways) in pairs {
        key.words().iter().for_each(|word| buffer.extend(word.to_le_bytes()));
        ways.append_to(buffer);
    }
    out.write_all(buffer)
}

fn read_pairs<K: Key, C: Ways>(input: &mut dyn Read, count: usize) -> io::Result<Pairs<K, C>> {
    let mut pairs = Vec::with_capacity(count);
    for _ in 0..count {
        let mut key = K::ZERO;
        for word in key.words_mut() {
            *word = read_number(input)?;
        }
        pairs.push((key, C::read(input)?));
    }
    Ok(pairs)
}
