//! A clock for tests of what is decided by time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::clock::Clock;

/// A clock that goes on by as much each time that it is looked at.
#[derive(Clone, Debug)]
pub struct SlowClock {
    step: Duration,
    looks: Arc<AtomicU32>,
}

impl SlowClock {
    pub fn new(step: Duration) -> Self {
        Self { step, looks: Arc::default() }
    }

    /// How often it was looked at.
    pub fn looks(&self) -> u32 {
        self.looks.load(Ordering::Relaxed)
    }
}

impl Clock for SlowClock {
    fn now(&self) -> Duration {
        self.step * self.looks.fetch_add(1, Ordering::Relaxed)
    }
}
