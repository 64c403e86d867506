//! Asking work to end soon.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A flag that asks every worker to stop soon. Copies are the same flag.
///
/// It is zero while nobody asked. A signal handler may set it to the number of the signal, which a
/// request of the run itself does not cover up.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicUsize>);

/// What the flag holds where the run itself asked.
const BY_ITSELF: usize = usize::MAX;

impl CancelToken {
    /// The flag in this word, which signals may set to their numbers.
    pub fn shared(word: Arc<AtomicUsize>) -> Self {
        Self(word)
    }

    /// Asks.
    pub fn request(&self) {
        // Where it fails, somebody asked before.
        let _ = self.0.compare_exchange(0, BY_ITSELF, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Whether to go on.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Forgets that a run asked, before the next run begins; a signal is not forgotten.
    pub fn renew(&self) {
        // Where it fails, there is nothing to forget.
        let _ = self.0.compare_exchange(BY_ITSELF, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The signal that asked, if one did.
    pub fn signal(&self) -> Option<i32> {
        match self.0.load(Ordering::Relaxed) {
            0 | BY_ITSELF => None,
            signal => Some(signal as i32),
        }
    }
}
