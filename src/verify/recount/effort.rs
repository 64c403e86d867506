//! What counting may take, what it has taken, and why it ends early.

use std::io;

use crate::cancel::CancelToken;

/// After how many looks at options it is seen whether the recount was asked to stop: some
/// hundredths of a second.
const LOOKS_BETWEEN: u64 = 1 << 20;

/// How far a recount is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RecountProgress {
    /// The part of the work that is done, as far as the slices tell.
    pub share: f64,
    /// How many states were met.
    pub states: u64,
    /// How many nodes of search trees were met.
    pub nodes: u64,
}

/// Why counting ends before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It was asked to.
    Cancelled,
    /// The states would not fit in memory.
    Memory,
    /// It would take more work than it may.
    Work,
    /// A number does not fit.
    TooLarge,
}

/// Why there is no count.
#[derive(Debug)]
pub(super) enum Failure {
    /// Counting ended early.
    Stop(Stop),
    /// Whoever was told of a slice could not keep it.
    Told(io::Error),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// What counting has taken, and who is told of it.
pub(super) struct Effort<'a> {
    cancel: &'a CancelToken,
    on_progress: &'a mut dyn FnMut(&RecountProgress),
    /// The part of the whole work that was done before.
    pub share: f64,
    /// How many states were met.
    pub states: u64,
    /// How many ways had come to these states.
    pub ways: u64,
    /// How many nodes of search trees were met.
    pub nodes: u64,
    until_look: u64,
}

impl<'a> Effort<'a> {
    /// None so far.
    pub fn new(cancel: &'a CancelToken, on_progress: &'a mut dyn FnMut(&RecountProgress)) -> Self {
        Self { cancel, on_progress, share: 0.0, states: 0, ways: 0, nodes: 0, until_look: 0 }
    }

    /// What asks it to stop.
    pub fn cancel(&self) -> &'a CancelToken {
        self.cancel
    }

    /// Tells how far it is, where so many more nodes were met on other threads.
    pub fn tell(&mut self, nodes_elsewhere: u64) {
        let Self { share, states, nodes, .. } = *self;
        (self.on_progress)(&RecountProgress { share, states, nodes: nodes + nodes_elsewhere });
    }

    /// So many options were looked at, or as much was done; `share` is the part of the whole that is
    /// done by now.
    ///
    /// # Errors
    /// When the recount was asked to stop.
    #[inline]
    pub fn looked(&mut self, at: usize, share: impl FnOnce() -> f64) -> Result<(), Stop> {
        match self.until_look.checked_sub(at as u64) {
            Some(until_look) => {
                self.until_look = until_look;
                Ok(())
            }
            None => self.look(share()),
        }
    }

    #[cold]
    fn look(&mut self, share: f64) -> Result<(), Stop> {
        self.until_look = LOOKS_BETWEEN;
        let Self { states, nodes, .. } = *self;
        (self.on_progress)(&RecountProgress { share, states, nodes });
        self.cancel.check().map_err(|_| Stop::Cancelled)
    }
}
