//! What is known of a search that takes turns with a sweep, as far as it tells.
//!
//! The search tells it from threads of its own; whoever shares out the turns reads it. Cost: some words.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::observer::{INTERVAL, Observer, Progress};
use super::search_cost::{SearchCost, time};

/// Less of a search than this says nothing of its whole.
pub(super) const LEAST_SHARE: f64 = 0.01;

/// How often a search tells how far it is for each time that an observer is told.
const TOLD_PER_INTERVAL: u64 = 50;

/// Learns how far a search is, and passes that on where the search is what the run is waiting for.
pub(super) struct Listener<'a> {
    observer: Option<&'a dyn Observer>,
    /// The share, as bits.
    share: AtomicU64,
    /// What the search took, in seconds, as bits.
    search_s: AtomicU64,
    /// How many nodes are behind it.
    nodes: AtomicU64,
    /// How many it would have by some dives, and what that would take on such a machine, in seconds, as bits;
    /// without end until they are made.
    foretold_nodes: AtomicU64,
    foretold_s: AtomicU64,
    has_begun: AtomicBool,
    passes_on: AtomicBool,
    /// How often it was told of the search.
    told: AtomicU64,
}

impl<'a> Listener<'a> {
    /// A listener for this observer.
    pub fn new(observer: Option<&'a dyn Observer>) -> Self {
        Self {
            observer,
            share: AtomicU64::new(0),
            search_s: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            foretold_nodes: AtomicU64::new(f64::INFINITY.to_bits()),
            foretold_s: AtomicU64::new(f64::INFINITY.to_bits()),
            has_begun: AtomicBool::new(false),
            passes_on: AtomicBool::new(false),
            told: AtomicU64::new(0),
        }
    }

    /// The search begins.
    pub fn begin(&self) {
        self.has_begun.store(true, Ordering::Relaxed);
    }

    /// Whether the search began.
    pub fn has_begun(&self) -> bool {
        self.has_begun.load(Ordering::Relaxed)
    }

    /// Learns what the search took so far, in seconds.
    pub fn note(&self, search_s: f64) {
        self.search_s.store(search_s.to_bits(), Ordering::Relaxed);
    }

    /// Learns what the search would take by some dives.
    pub fn foretell(&self, search: SearchCost) {
        self.foretold_nodes.store(search.nodes.to_bits(), Ordering::Relaxed);
        self.foretold_s.store(search.time_s.to_bits(), Ordering::Relaxed);
    }

    /// What the search would take by some dives, in seconds, once they are made; with what a node takes, where
    /// that was measured.
    pub fn foretold_s(&self, node_s: Option<f64>) -> Option<f64> {
        let foretold = |bits: &AtomicU64| f64::from_bits(bits.load(Ordering::Relaxed));
        let foretold_s = match node_s {
            Some(node_s) => node_s * foretold(&self.foretold_nodes),
            None => foretold(&self.foretold_s),
        };
        foretold_s.is_finite().then_some(foretold_s)
    }

    /// How many nodes are behind the search.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// What the whole search would take, in seconds, as far as that can be said.
    pub fn foreseen_s(&self) -> Option<f64> {
        let search_s = f64::from_bits(self.search_s.load(Ordering::Relaxed));
        (self.share() > LEAST_SHARE).then(|| search_s / self.share())
    }

    /// How far the search came, in words.
    pub fn describe(&self) -> String {
        if !self.has_begun() {
            return "done before a search was begun".to_owned();
        }
        let search_s = f64::from_bits(self.search_s.load(Ordering::Relaxed));
        let percent = 100.0 * self.share();
        format!("a search had done {percent:.1}% of its tree in {}", time(search_s))
    }

    /// Whether the observer is told of the search, and not of the sweep.
    pub fn passes_on(&self) -> bool {
        self.passes_on.load(Ordering::Relaxed)
    }

    /// Has the observer told of the search from now on, or no longer.
    pub fn pass_on(&self, whether: bool) {
        self.passes_on.store(whether, Ordering::Relaxed);
    }

    /// What part of the tree is done.
    pub fn share(&self) -> f64 {
        f64::from_bits(self.share.load(Ordering::Relaxed))
    }
}

impl Observer for Listener<'_> {
    fn on_progress(&self, progress: &Progress) {
        self.share.store(progress.share.to_bits(), Ordering::Relaxed);
        self.nodes.store(progress.fresh_nodes, Ordering::Relaxed);
        let told = self.told.fetch_add(1, Ordering::Relaxed);
        let is_due = told.is_multiple_of(TOLD_PER_INTERVAL) && self.passes_on();
        if let Some(observer) = self.observer.filter(|_| is_due) {
            observer.on_progress(progress);
        }
    }

    fn interval(&self) -> Duration {
        INTERVAL / TOLD_PER_INTERVAL as u32
    }
}
