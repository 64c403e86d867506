//! How fast trees are gone through: what a node of the search and a state of the scan take on one
//! thread, by the processor level, and how many threads there are.
//!
//! The figures are somewhat more than what was measured, because the numbers of nodes and states that
//! probes tell err on the low side. What counts is only how they compare with each other, and with a
//! sweep that is under way.

use crate::engine::SimdLevel;

/// How fast trees are gone through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rates {
    /// How many threads work.
    pub threads: usize,
    /// What a node of the search takes on one, in seconds.
    pub node_s: f64,
    /// What a state of the scan takes on one, in seconds.
    pub scanned_state_s: f64,
}

impl Rates {
    /// Those of this processor, for so many threads.
    pub fn here(threads: usize) -> Self {
        let (node_s, scanned_state_s) = match SimdLevel::best() {
            // Nodes: logiq 37 ns, tetris-cube 34. States were measured by another program: 8.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => (45e-9, 10e-9),
            // Nodes: logiq-5 180 ns, pentominoes-6x10 190. States: 12 and 14.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => (200e-9, 16e-9),
            // States: 26 and 32. A node has no vectors either.
            SimdLevel::Portable => (400e-9, 32e-9),
        };
        Self { threads, node_s, scanned_state_s }
    }

    /// Those by which work is weighed alike on every machine, whatever its processor and threads.
    pub fn anywhere() -> Self {
        Self { threads: 1, node_s: 45e-9, scanned_state_s: 10e-9 }
    }
}
