//! How fast trees are gone through: what a node of the search and a state of the scan take on one
//! thread, by the processor level, and how many threads there are.
//!
//! The figures are somewhat more than what was measured, because the numbers of nodes and states that
//! probes tell err on the low side. What counts is only how they compare with each other, and with a
//! sweep that is under way.

use crate::cover::Cover;
use crate::engine::SimdLevel;

/// What a node of the search takes at the least, in seconds, where options have colours: `MacMahon`'s squares
/// 580 to 1,050 ns.
const COLOURED_NODE_S: f64 = 700e-9;

/// The same where items may be covered more than once: dominoes 145 ns, tetrominoes without limit 125 and 166.
const NODE_OF_COPIES_S: f64 = 150e-9;

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

    /// The same, where this cover is what is searched.
    pub fn of(self, cover: &Cover) -> Self {
        let least_s = match (cover.has_colours(), cover.is_standard_in_effect()) {
            (true, _) => COLOURED_NODE_S,
            (_, false) => NODE_OF_COPIES_S,
            _ => 0.0,
        };
        Self { node_s: self.node_s.max(least_s), ..self }
    }

    /// Those by which work is weighed alike on every machine, whatever its processor and threads.
    pub fn anywhere() -> Self {
        Self { threads: 1, node_s: 45e-9, scanned_state_s: 10e-9 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::format::dlx;

    #[test]
    fn a_node_takes_longer_where_options_have_colours_and_where_items_have_copies() {
        let rates = |text| Rates::anywhere().of(&dlx::read(text).unwrap().cover);
        let of_node = |node_s| Rates { node_s, ..Rates::anywhere() };
        assert_eq!(rates("a b | s\na s\nb s\na b\n"), Rates::anywhere());
        assert_eq!(rates("a b | s\na s:red\nb s:red\nb s:blue\n"), of_node(COLOURED_NODE_S));
        assert_eq!(rates("2|a b | s\na s\na\nb s\na b\n"), of_node(NODE_OF_COPIES_S));
        let coloured = dlx::read("a | s\na s:red\n").unwrap().cover;
        assert_eq!(of_node(1e-6).of(&coloured), of_node(1e-6));
    }
}
