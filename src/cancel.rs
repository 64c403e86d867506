//! Asking work to end soon.
//!
//! A [`CancelToken`] is a flag that every worker looks at now and then. A run makes a child of the
//! token that it was given: what the run itself ends (a limit is reached, something failed) ends
//! the child alone, and what its owner ends, ends both. A token knows nothing of signals; whoever
//! handles those calls [`CancelToken::cancel`]. Cost of a look: two loads, and reading the clock
//! where there is a deadline.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::time::Instant;

/// Holds up the work that looks at a token behind it, until it is opened. It begins closed.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    is_open: AtomicBool,
    lock: Mutex<()>,
    opened: Condvar,
}

impl Gate {
    /// Lets the work go on.
    pub fn open(&self) {
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_open.store(true, Ordering::Release);
        self.opened.notify_all();
    }

    /// Holds the work up where it next looks.
    pub fn close(&self) {
        self.is_open.store(false, Ordering::Release);
    }

    /// Waits until the gate is open.
    fn pass(&self) {
        if self.is_open.load(Ordering::Acquire) {
            return;
        }
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_open.load(Ordering::Acquire) {
            guard = self.opened.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Work was asked to end before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cancelled;

/// Asks work to end soon. Clones are the same token.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    own: Arc<AtomicBool>,
    parent: Option<Arc<CancelToken>>,
    /// Whoever looks at the token waits here while the gate is closed.
    gate: Option<Arc<Gate>>,
    #[cfg(not(target_family = "wasm"))]
    deadline: Option<Instant>,
}

impl CancelToken {
    /// A token that is not cancelled yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A token that is cancelled when this flag is set, by whoever shares it.
    pub fn from_flag(flag: Arc<AtomicBool>) -> Self {
        Self { own: flag, ..Self::default() }
    }

    /// A token that is cancelled with this one, and can be cancelled by itself.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { parent: Some(Arc::new(self.clone())), ..Self::default() }
    }

    /// A child whose work is held up while a gate is closed, also where it is cancelled meanwhile:
    /// whoever holds the gate has to open it in the end.
    pub(crate) fn child_behind(&self, gate: &Arc<Gate>) -> Self {
        Self { gate: Some(Arc::clone(gate)), ..self.child() }
    }

    /// A child that is cancelled after some time. On WebAssembly, where there is no clock, it is a
    /// child without a deadline.
    #[must_use]
    pub fn child_with_deadline(&self, time: Duration) -> Self {
        #[cfg(target_family = "wasm")]
        {
            let _ = time;
            self.child()
        }
        #[cfg(not(target_family = "wasm"))]
        // A deadline past the end of time is none.
        Self { deadline: Instant::now().checked_add(time), ..self.child() }
    }

    /// Asks all work that has this token to end.
    pub fn cancel(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to end.
    pub fn is_cancelled(&self) -> bool {
        if let Some(gate) = &self.gate {
            gate.pass();
        }
        self.own.load(Ordering::Relaxed) || self.is_late() || self.is_parent_cancelled()
    }

    /// Whether the token that this one is a child of was cancelled.
    pub(crate) fn is_parent_cancelled(&self) -> bool {
        self.parent.as_ref().is_some_and(|parent| parent.is_cancelled())
    }

    /// Ends what is worked out with an error where the work was asked to end.
    ///
    /// # Errors
    /// When it was.
    pub(crate) fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }

    /// Breaks where the work was asked to end.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        if self.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[cfg(not(target_family = "wasm"))]
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    #[cfg(target_family = "wasm")]
    fn is_late(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_ends_with_its_parent_and_a_parent_not_with_its_child() {
        let parent = CancelToken::new();
        let (one, other) = (parent.child(), parent.child());
        one.cancel();
        assert!(one.is_cancelled() && !one.is_parent_cancelled());
        assert!(!parent.is_cancelled() && !other.is_cancelled());
        parent.cancel();
        assert!(other.is_cancelled() && other.is_parent_cancelled());
    }

    #[test]
    fn work_behind_a_closed_gate_waits_until_it_is_opened() {
        let gate = Arc::new(Gate::default());
        let (parent, has_passed) = (CancelToken::new(), AtomicBool::new(false));
        let token = parent.child_behind(&gate);
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let is_cancelled = token.is_cancelled();
                (is_cancelled, has_passed.load(Ordering::Acquire))
            });
            token.cancel();
            has_passed.store(true, Ordering::Release);
            gate.open();
            assert_eq!(worker.join().ok(), Some((true, true)));
        });
        assert!(!parent.is_cancelled());
    }

    #[test]
    fn a_deadline_that_is_past_cancels_and_one_that_never_comes_does_not() {
        let token = CancelToken::new();
        assert!(token.child_with_deadline(Duration::ZERO).is_cancelled());
        assert!(!token.child_with_deadline(Duration::MAX).is_cancelled());
        assert_eq!(token.child_with_deadline(Duration::ZERO).check(), Err(Cancelled));
    }
}
