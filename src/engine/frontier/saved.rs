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
use crate::engine::threads::{Threads, lock};

use super::encoding::{read_bytes, read_number, read_pairs, write_number, write_pairs};
use super::error::FrontierError;
use super::flight::{CHUNK, pairs_in};
use super::outbox::Underway;
use super::progress::Reporter;
use super::space::Space;
use super::stash::BatchWriter;
use super::sweep::{Room, Sweep};
use super::sweep_store::Saving;
use super::ways::Ways;

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
        underway: &Underway<'_, S::Key, C>,
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
            self.write(out, underway, &mut heed)
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
        underway: &Underway<'_, S::Key, C>,
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
        write_number(out, self.stash.batches().len() as u64 + 1)?;
        for batch in self.stash.batches() {
            for (level, states) in batch.counts(self.space.level_count()).into_iter().enumerate() {
                write_number(out, states as u64)?;
                for states in batch.of_level::<S::Key, C>(level) {
                    write_pairs(out, &states, &mut buffer)?;
                    heed()?;
                }
            }
        }
        for at in 0..self.space.level_count() {
            let is_underway = at == underway.level;
            let parts = || underway.parts().filter(|_| is_underway);
            let left: usize = parts().map(|part| pairs_in(&part.chunks)).sum();
            write_number(out, (left + self.pairs(at)) as u64)?;
            for chunk in parts().flat_map(|part| &part.chunks) {
                write_pairs(out, chunk, &mut buffer)?;
            }
            heed()?;
            self.disk.each(at, |pairs: Vec<(S::Key, C)>| {
                write_pairs(out, &pairs, &mut buffer)?;
                heed()
            })?;
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
        (space, threads, room): (&'a S, &'a Threads, Room),
        input: &mut dyn Read,
        reporter: &mut Reporter<'_>,
    ) -> Result<Option<Self>, FrontierError> {
        let mut sweep = Self::new(space, threads, room);
        match sweep.read(input, reporter) {
            Ok(()) => Ok(Some(sweep)),
            Err(Unread::Sweep(error)) => Err(error),
            Err(Unread::System(error)) if is_not_one(&error) => Ok(None),
            Err(Unread::System(_)) => Err(FrontierError::NotSaved),
        }
    }

    /// Reads what [`Self::write`] has written.
    fn read(&mut self, input: &mut dyn Read, reporter: &mut Reporter<'_>) -> Result<(), Unread> {
        let levels = self.space.level_count();
        let invalid = || Unread::System(ErrorKind::InvalidData.into());
        if read_number(input)? != levels as u64 {
            return Err(invalid());
        }
        for states in &mut self.swept.states {
            *states = read_number(input)?;
        }
        let mut total = String::new();
        let len = read_number(input)?;
        input.take(len).read_to_string(&mut total)?;
        let total: BigUint = total.parse().map_err(|_| invalid())?;
        self.swept.total = Count::from(total);
        self.swept.transitions = read_number(input)?;
        self.swept.batches = read_number(input)?;
        self.swept.peak_bytes = read_number(input)?;
        self.most_ways = C::read(input, C::BYTES)?;
        for batches_left in (0..read_number(input)?).rev() {
            let mut batch = BatchWriter::default();
            for level in 0..levels {
                let mut left = read_number(input)?;
                while left > 0 {
                    let count = left.min(CHUNK as u64) as usize;
                    let pairs = read_pairs::<S::Key, C>(input, count, C::BYTES)?;
                    if batches_left == 0 && self.disk.is_allowed() {
                        self.let_wait(level, pairs, reporter)?;
                    } else {
                        for pair in &pairs {
                            batch.push(level, pair);
                        }
                    }
                    left -= count as u64;
                    reporter.report().map_err(FrontierError::from)?;
                }
            }
            self.stash.push(batch.finish::<C>());
        }
        Ok(())
    }
}

/// Why a sweep could not be read.
enum Unread {
    /// The system refused, or it is no saved sweep.
    System(io::Error),
    /// The sweep is to end, or the disk is full.
    Sweep(FrontierError),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl From<FrontierError> for Unread {
    fn from(error: FrontierError) -> Self {
        Self::Sweep(error)
    }
}

/// Whether what was read is no saved sweep, and the system is not to blame.
pub(super) fn is_not_one(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof)
}
