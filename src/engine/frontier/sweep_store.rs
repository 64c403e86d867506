//! Where a sweep under way is kept, so that another process can go on with it.

use std::io::{self, Read, Write};

use super::sweep_order::SweepOrder;

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
