//! The search loop: depth-first, with an explicit stack, over a bitset of live options.
//!
//! At a node it is found out how many live options every required item has: that is kept up from node to
//! node (see [`super::live_counts`]), or counted anew, eight items at a time. The first item with the fewest
//! is branched on. Choosing an option clears the rows of its items.
//! When few enough items or options are left, the subproblem is laid out anew, where a node costs
//! a fraction of that (see [`super::pack`]).
//!
//! Everything here is generic over the width and marked `inline(always)`, so that each processor
//! level in [`super::simd_level`] gets a copy compiled for its own instructions.

use std::marker::PhantomData;
use std::ops::Range;

use super::case::{BitMatrix, SearchCase};
use super::context::SearchContext;
use super::live_counts::{Loss, scarcest};
use super::multiplicity::Multiplicity;
use super::stack::{Live, Stack, State};
use super::width::Width;
use crate::engine::lanes::{LANES, Lanes, Scarcest};

/// The most items that a subproblem of lists of masks has.
pub(super) const MOST_ITEMS: usize = 64;

/// Goes on with a small subproblem in a matrix of its own.
pub(super) trait Packer {
    /// Explores below a node that branches on `item`; false when it was cancelled. `None`, with
    /// nothing done, when the subproblem is not small enough.
    fn explore<M: Multiplicity>(
        &mut self,
        context: &mut SearchContext<'_>,
        from: &BitMatrix,
        live: Live<'_>,
        node: (State, u32),
    ) -> Option<bool>;
}

/// What there is at a node.
pub(super) enum NodeKind {
    Dead,
    Solution,
    /// A solution, and below it those that have some of the live options as well.
    SolutionOrMore,
    /// The item to branch on.
    Item(u32),
}

impl NodeKind {
    /// Whether the choices so far are a solution.
    pub fn is_solution(&self) -> bool {
        matches!(self, Self::Solution | Self::SolutionOrMore)
    }

    /// The item to branch on, if there is anything below.
    pub fn branches_on(&self, case: &SearchCase) -> Option<u32> {
        match *self {
            Self::Dead | Self::Solution => None,
            Self::SolutionOrMore => case.any,
            Self::Item(item) => Some(item),
        }
    }
}

/// The search over one matrix.
pub(super) struct Kernel<'s, 'r, L, W, P, M> {
    lanes: L,
    pub context: &'s mut SearchContext<'r>,
    pub matrix: &'s BitMatrix,
    pub width: W,
    pub stack: &'s mut Stack,
    packer: P,
    multiplicity: PhantomData<M>,
}

impl<'s, 'r, L: Lanes, W: Width, P: Packer, M: Multiplicity> Kernel<'s, 'r, L, W, P, M> {
    /// The search of a matrix of this width, from the node at the bottom of a stack or from those above
    /// it that were gone down to.
    #[inline(always)]
    pub fn new(
        lanes: L,
        context: &'s mut SearchContext<'r>,
        (matrix, width): (&'s BitMatrix, W),
        stack: &'s mut Stack,
        packer: P,
    ) -> Self {
        if matrix.keeps_counts {
            let active = &stack.active[..width.words()];
            stack.live_counts.begin(context.case, matrix, active, stack.states[0].covered);
        }
        Self { lanes, context, matrix, width, stack, packer, multiplicity: PhantomData }
    }

    /// Explores below the node at `base` of the stack; false when it was cancelled.
    #[inline(always)]
    pub fn explore(&mut self, base: usize) -> bool {
        let words = self.width.words();
        let mut depth = base;
        // How many of the choices were made before this stack's.
        let outside = self.context.chosen.len() - base;
        let mut entering = true;
        loop {
            if self.context.is_split_check_due() {
                self.split(base..depth, outside);
            }
            if entering {
                match self.inspect(depth) {
                    NodeKind::Dead => self.context.nodes += 1,
                    NodeKind::Solution => {
                        self.context.nodes += 1;
                        if self.context.visitor.solution(self.context.chosen).is_break() {
                            return false;
                        }
                    }
                    NodeKind::SolutionOrMore => {
                        self.context.nodes += 1;
                        if self.context.visitor.solution(self.context.chosen).is_break()
                            || self.context.is_cancelled()
                        {
                            return false;
                        }
                        if let Some(any) = self.context.case.any {
                            self.branch_on(depth, any);
                            if self.advance(depth) {
                                depth += 1;
                                continue;
                            }
                        }
                    }
                    NodeKind::Item(item) => {
                        let counts = self.stack.counts(self.context.case, self.matrix, depth);
                        let options = &self.stack.active[depth * words..][..words];
                        let node = (self.stack.states[depth], item);
                        let matrix = self.matrix;
                        let live = Live { options, counts };
                        let packed = self.packer.explore::<M>(self.context, matrix, live, node);
                        match packed {
                            Some(true) => self.context.hasten_split_check(),
                            Some(false) => return false,
                            None => {
                                self.context.nodes += 1;
                                if self.context.is_cancelled() {
                                    return false;
                                }
                                self.branch_on(depth, item);
                                if self.advance(depth) {
                                    depth += 1;
                                    continue;
                                }
                            }
                        }
                    }
                }
            }
            // Back up to the last node with something left to try.
            if depth == base {
                return true;
            }
            depth -= 1;
            self.undo(depth);
            entering = self.advance(depth);
            depth += usize::from(entering);
        }
    }

    /// Hands over the untried choices of the highest node that has some, if parts are wanted.
    #[cold]
    fn split(&mut self, depths: Range<usize>, outside: usize) {
        if !self.context.splitter.wants_parts() && !self.context.splitter.is_overdue() {
            return;
        }
        for depth in depths {
            let mut prefix = self.context.chosen[..outside + depth].to_vec();
            let mut is_found = false;
            while let Some(bit) = self.next_untried(depth) {
                let option = self.matrix.options[bit];
                prefix.push(self.context.case.options[option as usize]);
                self.context.splitter.take_part(&prefix);
                prefix.pop();
                is_found = true;
            }
            if is_found {
                return;
            }
        }
    }

    /// Says what there is at a node: finds the first of the required items with the fewest ways to go on.
    #[inline(always)]
    pub fn inspect(&self, depth: usize) -> NodeKind {
        let words = self.width.words();
        let covered = self.stack.states[depth].covered;
        let active = &self.stack.active[depth * words..][..words];
        let case = self.context.case;
        if covered as usize == case.required.len() {
            // Where there are ranges, only options that a solution may have are live.
            let is_more = M::RANGES && case.any.is_some() && count_ones(active) > 0;
            return if is_more { NodeKind::SolutionOrMore } else { NodeKind::Solution };
        }
        let item = if M::COPIES {
            self.scarcest_of_copies(active, covered)
        } else if let Some(counts) = self.stack.counts(case, self.matrix, depth) {
            scarcest(counts)
        } else {
            let Scarcest { row, empty } = self.lanes.scarcest(&self.matrix.required.blocks, active);
            self.live_item(row, empty, covered)
        };
        item.map_or(NodeKind::Dead, NodeKind::Item)
    }

    /// The item of a row, unless more rows are empty than are covered.
    #[inline(always)]
    fn live_item(&self, row: Option<usize>, empty: usize, covered: u32) -> Option<u32> {
        let most_empty = self.matrix.empty_lanes(covered, self.context.case.required.len());
        row.filter(|_| empty <= most_empty).map(|row| self.matrix.required.items[row])
    }

    /// The item with the fewest ways to go on, where items have copies: of `count` options `needed`
    /// are taken, so the first of them is one of `count - needed + 1`. Nothing where an item has
    /// fewer than it needs; so many of the items are covered.
    #[inline(always)]
    fn scarcest_of_copies(&self, active: &[u64], covered: u32) -> Option<u32> {
        let matrix = self.matrix;
        let (mut found, mut empty) = (None, 0);
        let mut fewest = u64::MAX;
        for (block, rows) in matrix.required.blocks.chunks_exact(self.width.words()).enumerate() {
            let counts = self.lanes.tally(rows, active);
            for (lane, &count) in counts.iter().enumerate() {
                let row = LANES * block + lane;
                let Some(&item) = matrix.required.items.get(row) else {
                    empty += 1;
                    continue;
                };
                let needed = self.needed(item);
                // What is covered often enough counts as covered, whatever is left of it.
                if count == 0 || M::RANGES && needed == 0 {
                    empty += 1;
                    continue;
                }
                let ways = count.checked_sub(u64::from(needed.max(1)))?;
                if ways < fewest {
                    (found, fewest) = (Some(row), ways);
                }
            }
        }
        self.live_item(found, empty, covered)
    }

    /// Lines up the live options of an item to be tried: each that may be the first of those that are
    /// still needed.
    #[inline(always)]
    pub fn branch_on(&mut self, depth: usize, item: u32) {
        let words = self.width.words();
        let is_any = Some(item) == self.context.case.any;
        let needed = if M::COPIES && !is_any { self.needed(item) } else { 1 };
        let active = &self.stack.active[depth * words..][..words];
        let untried = &mut self.stack.untried[depth * words..][..words];
        let row = &self.matrix.row(item)[..words];
        for word in 0..words {
            untried[word] = active[word] & row[word];
        }
        if M::COPIES {
            clear_last(untried, needed.saturating_sub(1));
        }
    }

    /// How many more options an item needs.
    #[inline(always)]
    fn needed(&self, item: u32) -> u32 {
        let spare = if M::RANGES { self.context.case.spare[item as usize] } else { 0 };
        self.context.room[item as usize].saturating_sub(spare)
    }

    /// Takes the next untried option that the capacities allow; false when there is none.
    #[inline(always)]
    pub fn advance(&mut self, depth: usize) -> bool {
        while let Some(bit) = self.next_untried(depth) {
            if self.take(depth, bit) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    pub fn next_untried(&mut self, depth: usize) -> Option<usize> {
        let words = self.width.words();
        let untried = &mut self.stack.untried[depth * words..][..words];
        let mut w = 0;
        while *untried.get(w)? == 0 {
            w += 1;
        }
        let bit = untried[w].trailing_zeros() as usize;
        untried[w] &= untried[w] - 1;
        if M::COPIES {
            // Once tried, an option is gone for its later siblings too, so that options that can
            // be chosen together are chosen in one order only.
            self.stack.active[depth * words + w] &= !(1 << bit);
        }
        Some(64 * w + bit)
    }

    /// Whether the capacities allow an option to be chosen.
    #[inline(always)]
    pub fn is_allowed(&self, depth: usize, bit: usize) -> bool {
        let weight = self.context.case.weights[self.matrix.options[bit] as usize];
        let position = self.stack.states[depth].position.wrapping_sub(weight);
        self.context.capacity.is_none_or(|capacity| capacity.allows(position))
    }

    /// Chooses an option; false, and nothing done, where the capacities forbid it.
    #[inline(always)]
    pub fn take(&mut self, depth: usize, bit: usize) -> bool {
        let words = self.width.words();
        let case = self.context.case;
        let option = self.matrix.options[bit];
        let State { mut covered, position } = self.stack.states[depth];
        let position = position.wrapping_sub(case.weights[option as usize]);
        if self.context.capacity.is_some_and(|capacity| !capacity.allows(position)) {
            return false;
        }
        let (parents, children) = self.stack.active.split_at_mut((depth + 1) * words);
        let child = &mut children[..words];
        child.copy_from_slice(&parents[depth * words..][..words]);
        if M::COPIES {
            for &item in case.items_of(option) {
                self.context.room[item as usize] -= 1;
                let room = self.context.room[item as usize];
                if M::RANGES && room == case.spare[item as usize] {
                    covered += 1;
                }
                if room == 0 {
                    if !M::RANGES {
                        covered += u32::from(case.required.binary_search(&item).is_ok());
                    }
                    clear(child, self.matrix.row(item));
                }
            }
        } else {
            covered += case.covers[option as usize];
            for &item in case.items_of(option) {
                clear(child, self.matrix.row(item));
            }
        }
        for &literal in case.sets_of(option) {
            clear(child, self.matrix.row(literal));
        }
        if self.matrix.keeps_counts {
            let before = &parents[depth * words..][..words];
            let loss = Loss { depth, option, before, after: child };
            self.stack.live_counts.descend(case, self.matrix, loss);
        }
        self.stack.states[depth + 1] = State { covered, position };
        self.stack.taken[depth] = option;
        self.context.chosen.push(case.options[option as usize]);
        true
    }

    /// Takes back the choice made at a depth.
    #[inline(always)]
    pub fn undo(&mut self, depth: usize) {
        self.context.chosen.pop();
        if M::COPIES {
            for &item in self.context.case.items_of(self.stack.taken[depth]) {
                self.context.room[item as usize] += 1;
            }
        }
    }
}

/// How many bits are set.
#[inline(always)]
pub(super) fn count_ones(bits: &[u64]) -> usize {
    let mut count = 0;
    for word in bits {
        count += word.count_ones() as usize;
    }
    count
}

/// Whether a bit is set in both; they are of one length.
#[inline(always)]
pub(super) fn meets(a: &[u64], b: &[u64]) -> bool {
    let b = &b[..a.len()];
    let mut common = 0;
    for word in 0..a.len() {
        common |= a[word] & b[word];
    }
    common != 0
}

/// Clears so many of the bits that are set, from the last one on.
#[inline(always)]
fn clear_last(bits: &mut [u64], count: u32) {
    let mut left = count;
    for word in bits.iter_mut().rev() {
        if word.count_ones() <= left {
            left -= word.count_ones();
            *word = 0;
            continue;
        }
        for _ in 0..left {
            *word &= !(1 << word.ilog2());
        }
        return;
    }
}

#[inline(always)]
fn clear(bits: &mut [u64], row: &[u64]) {
    let row = &row[..bits.len()];
    for word in 0..bits.len() {
        bits[word] &= !row[word];
    }
}
