//! The lists of the nodes of all depths, in one piece of memory.
//!
//! Invariant: every list begins a block and ends with its filling.

use crate::engine::lanes::{BLOCK, List};

use super::choices::Chain;

/// The least room for the lists of all depths, in words: memory that grows little by little is
/// touched anew each time.
const FIRST_WORDS: usize = 1 << 14;

/// A partial solution with something to branch on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// Where its list begins, in blocks, and how many there are.
    pub first: u32,
    pub blocks: u32,
    pub filling: u32,
    /// The position in the capacity table.
    pub position: u32,
    /// The items still to be covered.
    pub open: u64,
    /// The one to branch on.
    pub item: u64,
    /// What led here.
    pub by: Chain,
}

/// The lists of all depths, one after another, in blocks that begin where a cache line begins: one
/// piece of memory, so that a new thread does not touch many.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    words: Vec<u64>,
    first: usize,
}

impl Lists {
    /// The memory that they take.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    /// Makes room for this many blocks in all; keeps what is there.
    pub fn make_room(&mut self, blocks: usize) {
        let words = BLOCK * blocks;
        if self.words.len() < self.first + words {
            // Most searches never need more than this.
            let mut larger = vec![0; (2 * words).max(FIRST_WORDS) + BLOCK];
            let first = larger.as_ptr().align_offset(64).min(BLOCK);
            let kept = &self.words[self.first..];
            larger[first..first + kept.len()].copy_from_slice(kept);
            (self.words, self.first) = (larger, first);
        }
    }

    /// All blocks up to one, and those from it on.
    #[inline(always)]
    pub fn split_at(&mut self, block: usize) -> (&[u64], &mut [u64]) {
        let (before, after) = self.words[self.first..].split_at_mut(BLOCK * block);
        (before, after)
    }

    #[inline(always)]
    pub fn list(&self, node: &Node) -> List<'_> {
        node.list_in(&self.words[self.first..])
    }
}

impl Node {
    /// Its list, among the lists of all depths.
    #[inline(always)]
    pub fn list_in<'a>(&self, words: &'a [u64]) -> List<'a> {
        let first = BLOCK * self.first as usize;
        List::new(&words[first..first + BLOCK * self.blocks as usize], self.filling as usize)
    }
}
