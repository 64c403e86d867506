//! The limit on the number of solutions that a run lists, shared by its threads.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many lines a run may still list.
#[derive(Debug)]
pub(crate) struct Limit {
    most: Option<u64>,
    asked: AtomicU64,
}

impl Limit {
    /// At most this many, or as many as there are.
    pub fn new(most: Option<u64>) -> Self {
        Self { most, asked: AtomicU64::new(0) }
    }

    /// Whether there is a limit.
    pub fn is_limited(&self) -> bool {
        self.most.is_some()
    }

    /// How many of this many lines may be listed.
    pub fn grant(&self, lines: usize) -> usize {
        let Some(most) = self.most else { return lines };
        let before = self.asked.fetch_add(lines as u64, Ordering::Relaxed);
        most.saturating_sub(before).min(lines as u64) as usize
    }
}
