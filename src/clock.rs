//! Reading the time, where there is a clock.
//!
//! WebAssembly without a host has none (`Instant::now` panics there), and tests of what is decided
//! by time want one of their own. So whatever reads the time is given a [`Clock`].

use std::fmt::Debug;
use std::time::Duration;

/// Tells how much time has passed since some fixed moment.
pub trait Clock: Debug + Send + Sync {
    /// The time since that moment; it never goes back.
    fn now(&self) -> Duration;

    /// Whether it moves at all. Where it does not, times are reckoned from the work done.
    fn is_running(&self) -> bool {
        true
    }
}

/// The clock of the system; on WebAssembly one that stands still.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SystemClock {
    #[cfg(not(target_family = "wasm"))]
    start: std::time::Instant,
}

impl SystemClock {
    /// A clock that begins now.
    pub fn new() -> Self {
        Self {
            #[cfg(not(target_family = "wasm"))]
            start: std::time::Instant::now(),
        }
    }
}

impl Clock for SystemClock {
    #[cfg(not(target_family = "wasm"))]
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    #[cfg(target_family = "wasm")]
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn is_running(&self) -> bool {
        cfg!(not(target_family = "wasm"))
    }
}

/// A clock that stands still: what is decided by it is the same every time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn is_running(&self) -> bool {
        false
    }
}

/// A moment from which time is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopwatch {
    #[cfg(not(target_family = "wasm"))]
    start: std::time::Instant,
}

impl Stopwatch {
    /// Begins to measure.
    pub fn start() -> Self {
        Self {
            #[cfg(not(target_family = "wasm"))]
            start: std::time::Instant::now(),
        }
    }

    /// The time since it began; on WebAssembly none.
    pub fn elapsed(&self) -> Duration {
        #[cfg(not(target_family = "wasm"))]
        return self.start.elapsed();
        #[cfg(target_family = "wasm")]
        Duration::ZERO
    }
}
