//! A case prepared for the bitset search, and one thread's means of searching it.

use crate::cancel::CancelToken;
use crate::cover::{Case, Cover, Literals, OptionId, Problem};
use crate::engine::worker::{Branch, Explored, Visitor, WorkSplitter, Worker};

use super::case::SearchCase;
use super::context::{SearchContext, with_quiet_context};
use super::explore::Explore;
use super::pack::Subproblems;
use super::stack::{Stack, State};
use super::walk::{Dive, Follow, Meet, PickOne, Walk};
use crate::engine::capacity::Capacity;
use crate::engine::simd_level::SimdLevel;

/// A case prepared for the bitset search.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(super) case: SearchCase,
    pub(super) capacity: Option<Capacity>,
    pub(super) level: SimdLevel,
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
        Self { case: SearchCase::new(problem, case, capacity), capacity: capacity.cloned(), level }
    }

    /// The memory that the rows of a cover and one worker's stack take, in bytes, at the most.
    pub fn bytes(cover: &Cover) -> u64 {
        let words = cover.option_count().div_ceil(64) as u64;
        let items = (cover.item_count() + Literals::new(cover).count()) as u64;
        // Rows and lanes, and for each depth, of which there are at most as many as there are items or
        // options, two rows and what is counted.
        let copies: u64 = cover.items().map(|item| u64::from(cover.multiplicity(item))).sum();
        let depth = copies.min(cover.option_count() as u64);
        8 * words * (2 * items + 8 + 2 * (depth + 1))
            + 4 * (items + 8) * (depth + 1)
            + 12 * cover.entry_count() as u64
    }

    /// About how much work a node is, in words of the matrix.
    pub fn node_work(&self) -> u64 {
        self.case.node_work()
    }

    /// A worker for one thread.
    pub fn worker(&self) -> SearchWorker<'_> {
        SearchWorker {
            search: self,
            stack: Stack::default(),
            smaller: Subproblems::default(),
            chosen: Vec::new(),
            room: self.case.room.clone(),
            followed: Vec::new(),
        }
    }
}

/// One thread's stacks.
#[derive(Debug)]
pub(crate) struct SearchWorker<'a> {
    pub(super) search: &'a Search,
    pub(super) stack: Stack,
    pub(super) smaller: Subproblems,
    pub(super) chosen: Vec<OptionId>,
    pub(super) room: Vec<u32>,
    /// The prefix whose nodes are on the stack, from the root on.
    pub(super) followed: Vec<OptionId>,
}

impl<'a> SearchWorker<'a> {
    /// Goes on with another search, in the memory of this one.
    pub fn turn_to(&mut self, search: &'a Search) {
        self.search = search;
        self.room.clone_from(&search.case.room);
        self.followed.clear();
    }

    /// Puts the root at the bottom of the stack.
    pub(super) fn start(&mut self) {
        let case = &self.search.case;
        self.chosen.clear();
        self.followed.clear();
        self.room.copy_from_slice(&case.room);
        let count = case.options.len();
        let mut active = vec![u64::MAX; case.whole.words];
        if let Some(last) = active.last_mut() {
            *last = u64::MAX.checked_shr((64 * case.whole.words - count) as u32).unwrap_or(0);
        }
        let root = State { covered: 0, position: case.start };
        self.stack.start(case.depth, &active, root);
    }

    /// Goes down a prefix from the root, or from where the last one parted from it; false when it
    /// is none of the tree. The node at its end is then on the stack, at the depth of its length.
    fn follow(&mut self, prefix: &[OptionId]) -> bool {
        let Search { case, capacity, level } = self.search;
        // Tasks that come one after the other mostly begin alike.
        let both = self.followed.iter().zip(prefix);
        let mut shared = both.take_while(|(before, now)| before == now).count();
        if case.has_copies {
            // What was tried at the last node is withdrawn there.
            shared = shared.min(self.followed.len().saturating_sub(1));
        }
        if shared == 0 {
            self.start();
        }
        self.chosen.truncate(shared);
        if case.has_copies {
            self.stack.room_after(case, shared, &mut self.room);
        }
        self.followed.clear();
        let (chosen, room, stack) = (&mut self.chosen, &mut self.room, &mut self.stack);
        let on_tree = with_quiet_context((case, capacity.as_ref()), chosen, room, |context| {
            level.perform(Follow { context, stack, prefix, shared })
        });
        if on_tree {
            self.followed.extend_from_slice(prefix);
        }
        on_tree
    }

    /// Goes down from a prefix at random, `pick` saying by its place which one of some choices it takes
    /// at each node. Hands each node on to `meet`, the one of the prefix included: its depth, the
    /// product of the numbers of choices above it, and whether it is a solution; `Break` ends the
    /// dive. The sum of those products is Knuth's estimate of the number of nodes, or of solutions,
    /// below the prefix.
    pub fn dive(&mut self, prefix: &[OptionId], pick: &mut PickOne<'_>, meet: &mut Meet<'_>) {
        if !self.follow(prefix) {
            return;
        }
        let Search { case, capacity, level } = self.search;
        let (chosen, room, stack) = (&mut self.chosen, &mut self.room, &mut self.stack);
        with_quiet_context((case, capacity.as_ref()), chosen, room, |context| {
            level.perform(Dive { context, stack, depth: prefix.len(), pick, meet });
        });
    }
}

#[cfg(test)]
impl SearchWorker<'_> {
    /// The memory of the lists of small subproblems.
    pub fn list_bytes(&self) -> usize {
        self.smaller.list_bytes()
    }
}

impl Worker for SearchWorker<'_> {
    fn branch(&mut self, prefix: &[OptionId]) -> Branch {
        let mut found = Branch::Dead;
        self.walk(prefix, &mut |branch| {
            found = branch.clone();
            None
        });
        found
    }

    fn walk(&mut self, prefix: &[OptionId], pick: &mut dyn FnMut(&Branch) -> Option<OptionId>) {
        if !self.follow(prefix) {
            pick(&Branch::Dead);
            return;
        }
        let Search { case, capacity, level } = self.search;
        let (chosen, room, stack) = (&mut self.chosen, &mut self.room, &mut self.stack);
        let path = &mut self.followed;
        with_quiet_context((case, capacity.as_ref()), chosen, room, |context| {
            level.perform(Walk { context, stack, depth: prefix.len(), pick, path });
        });
    }

    fn node_work(&self) -> u64 {
        self.search.node_work()
    }

    fn run_splitting(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut dyn Visitor,
        splitter: &mut dyn WorkSplitter,
        cancel: &CancelToken,
    ) -> Explored {
        if !self.follow(prefix) {
            return Explored { nodes: 0, complete: true };
        }
        let Search { case, capacity, level } = self.search;
        let (matrix, depth) = (&case.whole, prefix.len());
        let (chosen, room) = (&mut self.chosen, &mut self.room);
        let (stack, smaller) = (&mut self.stack, &mut self.smaller);
        let searched = (case, capacity.as_ref());
        let mut context = SearchContext::new(searched, visitor, splitter, cancel, chosen, room);
        let job = Explore { context: &mut context, matrix, stack, smaller, depth };
        let complete = level.perform(job);
        Explored { nodes: context.nodes, complete }
    }
}
