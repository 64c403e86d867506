//! What tasks come to, as figures that add up.

use serde::{Deserialize, Serialize};

use crate::count::Count;
use crate::solution::Fingerprint;

/// What a task came to. The counts of disjoint parts of a search add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Solutions up to the motions of the board.
    pub distinct: Count,
    /// All arrangements on the fixed board.
    pub total: Count,
    /// Nodes visited.
    pub nodes: u64,
    /// The fingerprint of the distinct solutions; zero unless they are listed.
    pub fingerprint: Fingerprint,
    /// For each piece, how many of the listed distinct solutions use it; empty unless those are
    /// listed.
    pub uses: Vec<u64>,
}

impl Counts {
    /// Adds those of another part.
    pub fn add(&mut self, other: &Self) {
        self.distinct += &other.distinct;
        self.total += &other.total;
        self.nodes += other.nodes;
        self.fingerprint += other.fingerprint;
        if self.uses.len() < other.uses.len() {
            self.uses.resize(other.uses.len(), 0);
        }
        for (uses, more) in self.uses.iter_mut().zip(&other.uses) {
            *uses += more;
        }
    }
}

/// How sweeps went, those of all cases and quotients together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SweepReport {
    /// The number of states of each level.
    pub states: Vec<u64>,
    /// Transitions from state to state.
    pub transitions: u64,
    /// Batches into which the states of a sweep had to be divided for want of memory; 1 if they
    /// fitted.
    pub batches: u64,
    /// The most bytes that states took at a time.
    pub state_bytes: u64,
}

impl SweepReport {
    /// The number of all states.
    pub fn total_states(&self) -> u64 {
        self.states.iter().sum()
    }
}
