//! The bitset engine: exact cover by counting live options, in constant memory.
//!
//! The column choice is that of dancing links, over precomputed bit rows instead of links:
//! always the first item with the fewest options left. A table of class capacities cuts branches
//! in which what is left cannot fill, say, a row of the board.
//!
//! | where | layout | module |
//! |---|---|---|
//! | near the root | a bitset of all options | `kernel` |
//! | at most 64 items left, none with copies | lists of masks, a few nodes side by side | `mask_list`, over `lanes` |
//! | at most 256 options left otherwise | a bitset of those options | `pack` |
//!
//! Most nodes are mask_list; such a one takes about 45 ns with AVX-512. What was tried on the way is
//! in results/ladder.md.

#![allow(
    clippy::inline_always,
    reason = "the loop must be compiled anew inside each copy for a processor level"
)]

mod arch;
mod capacity;
mod generation;
mod kernel;
mod lanes;
mod mask_list;
mod pack;
mod table;
mod walk;

pub use arch::SimdLevel;
pub use capacity::Capacity;
pub use generation::{Generation, Met};

use crate::cover::{Case, Cover, OptionId, Problem};

use super::{Branch, CancelToken, Explored, Visitor, Worker};
use kernel::{Run, Stack, State};
use pack::Subproblems;
use table::Table;
use walk::{Describe, Dive, Follow};

/// A case prepared for the bitset search.
#[derive(Clone, Debug)]
pub struct Search {
    table: Table,
    capacity: Option<Capacity>,
    level: SimdLevel,
}

impl Search {
    /// Lays out the options of a case. `capacity` must come from the same problem.
    ///
    /// # Panics
    /// When the processor cannot run the level.
    pub fn new(
        problem: &Problem,
        case: &Case,
        capacity: Option<&Capacity>,
        level: SimdLevel,
    ) -> Self {
        assert!(SimdLevel::available().contains(&level), "this processor cannot run {level:?}");
        Self { table: Table::new(problem, case, capacity), capacity: capacity.cloned(), level }
    }

    /// The memory that the rows of a cover and one worker's stack take, in bytes, at the most.
    pub fn bytes(cover: &Cover) -> u64 {
        let words = cover.option_count().div_ceil(64) as u64;
        let items = cover.item_count() as u64;
        // Rows and lanes, and two words for each depth, of which there are at most as many as
        // there are items or options.
        let copies: u64 = cover.items().map(|item| u64::from(cover.multiplicity(item))).sum();
        let depth = copies.min(cover.option_count() as u64);
        8 * words * (2 * items + 8 + 2 * (depth + 1)) + 12 * cover.entry_count() as u64
    }

    /// A worker for one thread.
    pub fn worker(&self) -> SearchWorker<'_> {
        SearchWorker {
            search: self,
            stack: Stack::default(),
            smaller: Subproblems::default(),
            chosen: Vec::new(),
            room: self.table.room.clone(),
            followed: Vec::new(),
        }
    }
}

/// One thread's stacks.
#[derive(Debug)]
pub struct SearchWorker<'a> {
    search: &'a Search,
    stack: Stack,
    smaller: Subproblems,
    chosen: Vec<OptionId>,
    room: Vec<u32>,
    /// The prefix whose nodes are on the stack, from the root on.
    followed: Vec<OptionId>,
}

impl<'a> SearchWorker<'a> {
    /// Goes on with another search, in the memory that there is.
    pub fn turn_to(&mut self, search: &'a Search) {
        self.search = search;
        self.room.clone_from(&search.table.room);
        self.followed.clear();
    }

    /// Puts the root at the bottom of the stack.
    fn start(&mut self) {
        let table = &self.search.table;
        self.chosen.clear();
        self.followed.clear();
        self.room.copy_from_slice(&table.room);
        let count = table.options.len();
        let mut active = vec![u64::MAX; table.whole.words];
        if let Some(last) = active.last_mut() {
            *last = u64::MAX.checked_shr((64 * table.whole.words - count) as u32).unwrap_or(0);
        }
        let root = State { covered: 0, position: table.start };
        self.stack.start(table.depth, &active, root);
    }

    fn follow_and<V: Visitor, T>(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut V,
        stop: &CancelToken,
        then: impl FnOnce(Below<'_, '_, V>) -> T,
    ) -> Option<T> {
        let Search { table, capacity, level } = self.search;
        // Tasks that come one after the other mostly begin alike. Where items have copies, nodes do
        // not stay what they were.
        let both = self.followed.iter().zip(prefix);
        let mut shared = both.take_while(|(before, now)| before == now).count();
        if shared == 0 || table.has_copies {
            shared = 0;
            self.start();
        }
        self.chosen.truncate(shared);
        self.followed.clear();
        let mut run = Run {
            table,
            capacity: capacity.as_ref(),
            visitor,
            stop,
            chosen: &mut self.chosen,
            room: &mut self.room,
            nodes: 0,
        };
        let follow = Follow { run: &mut run, stack: &mut self.stack, prefix, shared };
        let on_tree = arch::perform(*level, follow);
        if on_tree {
            self.followed.extend_from_slice(prefix);
        }
        let below = Below {
            run,
            stack: &mut self.stack,
            smaller: &mut self.smaller,
            level: *level,
            depth: prefix.len(),
        };
        on_tree.then(|| then(below))
    }
}

/// The search at the end of a prefix.
struct Below<'s, 'r, V> {
    run: Run<'r, V>,
    stack: &'s mut Stack,
    smaller: &'s mut Subproblems,
    level: SimdLevel,
    depth: usize,
}

impl SearchWorker<'_> {
    /// Goes down from a prefix at random, `pick` choosing one of so many choices at each node.
    /// Hands each node on to `meet`, the one of the prefix included: its depth, the product of
    /// the numbers of choices above it, and whether it is a solution. The sum of those products
    /// is Knuth's estimate of the number of nodes, or of solutions, below the prefix.
    pub fn dive(
        &mut self,
        prefix: &[OptionId],
        pick: &mut dyn FnMut(usize) -> usize,
        meet: &mut dyn FnMut(usize, f64, bool),
    ) {
        let mut ignore = |_: &[OptionId]| std::ops::ControlFlow::Continue(());
        let stop = CancelToken::default();
        self.follow_and(prefix, &mut ignore, &stop, |below| {
            let Below { mut run, stack, level, depth, .. } = below;
            arch::perform(level, Dive { run: &mut run, stack, depth, pick, meet });
        });
    }
}

impl Worker for SearchWorker<'_> {
    fn branch(&mut self, prefix: &[OptionId]) -> Branch {
        let mut ignore = |_: &[OptionId]| std::ops::ControlFlow::Continue(());
        let stop = CancelToken::default();
        let branch = self.follow_and(prefix, &mut ignore, &stop, |below| {
            let Below { mut run, stack, level, depth, .. } = below;
            arch::perform(level, Describe { run: &mut run, stack, depth })
        });
        branch.unwrap_or(Branch::Dead)
    }

    fn run<V: Visitor>(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut V,
        stop: &CancelToken,
    ) -> Explored {
        let layout = &self.search.table.whole;
        let explored = self.follow_and(prefix, visitor, stop, |below| {
            let Below { mut run, stack, smaller, level, depth } = below;
            let job = arch::Explore { run: &mut run, layout, stack, smaller, depth };
            let complete = arch::perform(level, job);
            Explored { nodes: run.nodes, complete }
        });
        explored.unwrap_or(Explored { nodes: 0, complete: true })
    }
}
