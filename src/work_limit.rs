//! A limit of work, for what is worked out beside a search: splitting it, judging its cost, looking
//! for symmetry.
//!
//! Work is counted, not timed, so that what comes of it is the same every time. Its unit is some
//! nanoseconds' worth: a word of [`crate::engine::Worker::node_work`], an edge of a graph.

use crate::cancel::{CancelToken, Cancelled};

/// How much work may still be done, and what asks it to end before.
#[derive(Debug)]
pub(crate) struct WorkLimit<'a> {
    left: u64,
    until_look: u64,
    cancel: &'a CancelToken,
}

/// The work is to end: all that was allowed is done, or it was asked to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

/// After this much work the token is looked at again: some tenths of a millisecond's.
const LOOK: u64 = 1 << 14;

impl<'a> WorkLimit<'a> {
    /// A limit of this much work.
    pub fn new(work: u64, cancel: &'a CancelToken) -> Self {
        Self { left: work, until_look: 0, cancel }
    }

    /// Counts work that was done.
    ///
    /// # Errors
    /// When there was more than is allowed, or the work was asked to end.
    pub fn spend(&mut self, work: u64) -> Result<(), Spent> {
        self.left = self.left.saturating_sub(work);
        self.until_look = self.until_look.saturating_sub(work);
        if self.is_spent() || self.until_look == 0 && self.cancel.is_cancelled() {
            return Err(Spent);
        }
        if self.until_look == 0 {
            self.until_look = LOOK;
        }
        Ok(())
    }

    /// Allows this much more, unless all is spent.
    pub fn allow(&mut self, work: u64) {
        if !self.is_spent() {
            self.left = self.left.saturating_add(work);
        }
    }

    /// Whether all is done that is allowed.
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Ends the work with an error where it was asked to end.
    ///
    /// # Errors
    /// When it was.
    pub fn check(&self) -> Result<(), Cancelled> {
        self.cancel.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_goes_on_until_it_is_spent_or_asked_to_end() {
        let cancel = CancelToken::new();
        let mut limit = WorkLimit::new(10, &cancel);
        assert_eq!(limit.spend(9), Ok(()));
        assert_eq!(limit.spend(1), Err(Spent));
        assert!(limit.is_spent());
        let mut limit = WorkLimit::new(10, &cancel);
        limit.allow(5);
        assert_eq!((limit.spend(14), limit.spend(1)), (Ok(()), Err(Spent)));
        limit.allow(5);
        assert!(limit.is_spent());
        let mut limit = WorkLimit::new(2 * LOOK, &cancel);
        let mut late = WorkLimit::new(2 * LOOK, &cancel);
        assert_eq!(late.spend(1), Ok(()));
        cancel.cancel();
        assert_eq!(limit.spend(1), Err(Spent));
        assert!(!limit.is_spent());
        assert_eq!(limit.check(), Err(Cancelled));
        // It looks again after a while, and from then on every time.
        assert_eq!(
            (late.spend(1), late.spend(LOOK), late.spend(1)),
            (Ok(()), Err(Spent), Err(Spent))
        );
    }
}
