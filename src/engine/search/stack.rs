//! The nodes from the root of a matrix to where a search is: live options, what is left to try, how many
//! live options items have.
//!
//! Memory: two rows of the matrix for each depth, and the counts.

use super::case::{BitMatrix, SearchCase};
use super::live_counts::{LiveCounts, each_open};
use crate::engine::lanes::Lanes;

/// What is live at a node.
#[derive(Clone, Copy)]
pub(super) struct Live<'a> {
    /// The options.
    pub options: &'a [u64],
    /// How many of them each item has, where that is kept up.
    pub counts: Option<&'a [u32]>,
}

impl Live<'_> {
    /// Hands on the items that are still to be covered at a node that is not dead, in order.
    #[inline(always)]
    pub fn each_open(&self, lanes: impl Lanes, matrix: &BitMatrix, to: impl FnMut(u32)) {
        match self.counts {
            Some(counts) => each_open(counts, to),
            None => matrix.required.each_live(lanes, self.options, to),
        }
    }
}

/// A node's place in the search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    /// How many required items are covered as often as they must be at least.
    pub covered: u32,
    /// The position in the capacity table.
    pub position: u32,
}

/// The stack of one matrix: `words` words, a state and an option for each depth.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    pub active: Vec<u64>,
    pub untried: Vec<u64>,
    pub states: Vec<State>,
    pub taken: Vec<u32>,
    /// Those of the matrix, if it keeps counts.
    pub live_counts: LiveCounts,
}

impl Stack {
    /// Makes room for `depth` choices and puts a node at the bottom.
    #[inline(always)]
    pub fn start(&mut self, depth: usize, active: &[u64], root: State) {
        let words = active.len();
        if self.active.len() < (depth + 1) * words {
            self.active.resize((depth + 1) * words, 0);
            self.untried.resize((depth + 1) * words, 0);
            self.states.resize(depth + 1, State::default());
            self.taken.resize(depth + 1, 0);
        }
        self.active[..words].copy_from_slice(active);
        self.states[0] = root;
        self.live_counts.forget();
    }

    /// How many live options each item has at a depth, where the matrix keeps that up.
    #[inline(always)]
    pub fn counts(&self, case: &SearchCase, matrix: &BitMatrix, depth: usize) -> Option<&[u32]> {
        // No closure: one that is not compiled into its caller is compiled for any processor.
        if matrix.keeps_counts { Some(self.live_counts.at(case, depth)) } else { None }
    }

    /// The room that the first few choices leave.
    pub fn room_after(&self, case: &SearchCase, choices: usize, room: &mut [u32]) {
        room.copy_from_slice(&case.room);
        for &option in &self.taken[..choices] {
            for &item in case.items_of(option) {
                room[item as usize] -= 1;
            }
        }
    }
}
