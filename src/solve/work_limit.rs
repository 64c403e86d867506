//! A limit of work, for what is worked out beside a search: splitting it, judging its cost.
//!
//! Work is counted, not timed, so that what comes of it is the same every time. It is counted in
//! the words of [`crate::engine::Worker::node_work`].

use std::ops::ControlFlow;

use crate::cancel::{CancelToken, Cancelled};

/// How much work may still be done, and what asks it to end before.
#[derive(Debug)]
pub(crate) struct WorkLimit<'a> {
    left: u64,
    cancel: &'a CancelToken,
}

impl<'a> WorkLimit<'a> {
    /// A limit of this much work.
    pub fn new(work: u64, cancel: &'a CancelToken) -> Self {
        Self { left: work, cancel }
    }

    /// Counts work that was done. Breaks where there was more than is allowed, or the work was asked
    /// to end.
    pub fn spend(&mut self, work: u64) -> ControlFlow<()> {
        self.left = self.left.saturating_sub(work);
        if self.is_spent() { ControlFlow::Break(()) } else { self.cancel.flow() }
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
        assert!(limit.spend(9).is_continue() && limit.spend(1).is_break() && limit.is_spent());
        let mut limit = WorkLimit::new(10, &cancel);
        cancel.cancel();
        assert!(limit.spend(1).is_break() && !limit.is_spent());
        assert_eq!(limit.check(), Err(Cancelled));
    }
}
