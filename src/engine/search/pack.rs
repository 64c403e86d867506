//! Packing: a subproblem with few live items or options, laid out anew so that a node costs less.
//!
//! With at most 64 items left, options become masks in lists (see [`super::mask_list`]). With more
//! items, or where items have copies, but few live options, the bitset becomes [`PACKED_WORDS`]
//! words wide. Packing costs an operation for each entry of the live options, and is paid back over the
//! nodes of the subtree.

use super::case::BitMatrix;
use super::context::SearchContext;
use super::kernel::{Kernel, Packer, count_ones};
use super::mask_list::MaskList;
use super::multiplicity::Multiplicity;
use super::stack::{Live, Stack, State};
use super::width::Fixed;
use crate::engine::lanes::Lanes;

/// The width of a packed matrix, in words.
const PACKED_WORDS: usize = 4;

/// Leaves everything in the matrix of the case.
pub(super) struct NoPacking;

impl Packer for NoPacking {
    #[inline(always)]
    fn explore<M: Multiplicity>(
        &mut self,
        _: &mut SearchContext<'_>,
        _: &BitMatrix,
        _: Live<'_>,
        _: (State, u32),
    ) -> Option<bool> {
        None
    }
}

/// Room for the subproblems of one search.
#[derive(Clone, Debug, Default)]
pub(super) struct Subproblems {
    mask_list: MaskList,
    packed: Packed,
}

#[cfg(test)]
impl Subproblems {
    /// The memory of the lists.
    pub fn list_bytes(&self) -> usize {
        self.mask_list.list_bytes()
    }
}

/// Packs what has few items left as lists of masks, or else what has few options as a narrow
/// matrix.
pub(super) struct PackSmall<'a, L> {
    pub rooms: &'a mut Subproblems,
    pub lanes: L,
}

impl<L: Lanes> Packer for PackSmall<'_, L> {
    #[inline(always)]
    fn explore<M: Multiplicity>(
        &mut self,
        context: &mut SearchContext<'_>,
        from: &BitMatrix,
        live: Live<'_>,
        node: (State, u32),
    ) -> Option<bool> {
        let Subproblems { mask_list, packed } = &mut *self.rooms;
        // No closure: one that is not compiled into its caller is compiled for any processor.
        let explored = mask_list.explore::<L, M>(context, self.lanes, from, live, node);
        if explored.is_some() || count_ones(live.options) > 64 * PACKED_WORDS {
            return explored;
        }
        let last = PackLists { mask_list, lanes: self.lanes };
        Some(packed.explore::<L, M>(context, last, from, live, node.0))
    }
}

/// Packs what has few items left as lists of masks.
struct PackLists<'a, L> {
    mask_list: &'a mut MaskList,
    lanes: L,
}

impl<L: Lanes> Packer for PackLists<'_, L> {
    #[inline(always)]
    fn explore<M: Multiplicity>(
        &mut self,
        context: &mut SearchContext<'_>,
        from: &BitMatrix,
        live: Live<'_>,
        node: (State, u32),
    ) -> Option<bool> {
        self.mask_list.explore::<L, M>(context, self.lanes, from, live, node)
    }
}

/// Room for one packed subproblem, used again for the next.
#[derive(Clone, Debug, Default)]
struct Packed {
    matrix: BitMatrix,
    stack: Stack,
    open: Vec<u32>,
    optional: Vec<u32>,
}

impl Packed {
    /// Explores below a node; false when it was cancelled.
    #[inline(always)]
    fn explore<L: Lanes, M: Multiplicity>(
        &mut self,
        context: &mut SearchContext<'_>,
        packer: PackLists<'_, L>,
        from: &BitMatrix,
        live: Live<'_>,
        state: State,
    ) -> bool {
        let case = context.case;
        let open = case.required.len() - state.covered as usize;
        let keeps_counts = case.keeps_counts(count_ones(live.options), open);
        self.matrix.keeps_counts = keeps_counts;
        self.open.clear();
        if !keeps_counts {
            // The node is not dead, so the items with live options are those still to be covered.
            live.each_open(packer.lanes, from, |item| self.open.push(item));
        }
        self.optional.clear();
        from.optional.each_live(packer.lanes, live.options, |item| self.optional.push(item));
        let options = from.options_of(live.options);
        self.matrix.lay(case, options, (&self.open, &self.optional), PACKED_WORDS);
        let all = all_ones(self.matrix.options.len());
        self.stack.start(case.depth, &all, state);
        if let (true, Some(counts)) = (keeps_counts, live.counts) {
            self.stack.live_counts.begin_with(counts);
        }
        let matrix = (&self.matrix, Fixed::<PACKED_WORDS>);
        let stack = &mut self.stack;
        Kernel::<_, _, _, M>::new(packer.lanes, context, matrix, stack, packer).explore(0)
    }
}

/// The lowest `count` bits.
fn all_ones(count: usize) -> [u64; PACKED_WORDS] {
    std::array::from_fn(|w| match count.saturating_sub(64 * w) {
        0 => 0,
        bits @ 1..64 => (1 << bits) - 1,
        _ => u64::MAX,
    })
}
