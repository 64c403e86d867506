//! Packing: a subproblem with few live items or options, laid out anew so that a node costs less.
//!
//! With at most 64 items left, options become masks in lists (see [`super::mask_list`]). With more
//! items, or where items have copies, but few live options, the bitset becomes [`PACKED_WORDS`]
//! words wide. Packing costs a step for each entry of the live options, and is paid back over the
//! nodes of the subtree.

use crate::engine::Visitor;

use super::kernel::{Fixed, Packer, Run, Search, Stack, State};
use super::lanes::Lanes;
use super::mask_list::MaskList;
use super::table::Layout;

/// The width of a packed layout, in words.
const PACKED_WORDS: usize = 4;

/// Packs nothing.
pub(super) struct Never;

impl Packer for Never {
    #[inline(always)]
    fn explore<V: Visitor, const COPIES: bool>(
        &mut self,
        _: &mut Run<'_, V>,
        _: &Layout,
        _: &[u64],
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

/// Packs what has few items left, or else few options.
pub(super) struct Smaller<'a, L> {
    pub rooms: &'a mut Subproblems,
    pub lanes: L,
}

impl<L: Lanes> Packer for Smaller<'_, L> {
    #[inline(always)]
    fn explore<V: Visitor, const COPIES: bool>(
        &mut self,
        run: &mut Run<'_, V>,
        from: &Layout,
        active: &[u64],
        node: (State, u32),
    ) -> Option<bool> {
        let Subproblems { mask_list, packed } = &mut *self.rooms;
        mask_list.explore(run, self.lanes, from, active, node).or_else(|| {
            let live: u32 = active.iter().map(|word| word.count_ones()).sum();
            let is_small = live <= 64 * PACKED_WORDS as u32;
            let last = Few { mask_list, lanes: self.lanes };
            is_small.then(|| packed.explore::<V, L, COPIES>(run, last, from, active, node.0))
        })
    }
}

/// Packs what has few items left.
struct Few<'a, L> {
    mask_list: &'a mut MaskList,
    lanes: L,
}

impl<L: Lanes> Packer for Few<'_, L> {
    #[inline(always)]
    fn explore<V: Visitor, const COPIES: bool>(
        &mut self,
        run: &mut Run<'_, V>,
        from: &Layout,
        active: &[u64],
        node: (State, u32),
    ) -> Option<bool> {
        self.mask_list.explore(run, self.lanes, from, active, node)
    }
}

/// Room for one packed subproblem, used again for the next.
#[derive(Clone, Debug, Default)]
struct Packed {
    layout: Layout,
    stack: Stack,
    open: Vec<u32>,
}

impl Packed {
    /// Explores below a node; false when it was stopped.
    #[inline(always)]
    fn explore<V: Visitor, L: Lanes, const COPIES: bool>(
        &mut self,
        run: &mut Run<'_, V>,
        packer: Few<'_, L>,
        from: &Layout,
        active: &[u64],
        state: State,
    ) -> bool {
        // The node is not dead, so the items with live options are those still to be covered.
        let is_open = |&item: &u32| active.iter().zip(from.row(item)).any(|(a, row)| a & row != 0);
        self.open.clear();
        self.open.extend(from.items.iter().copied().filter(is_open));
        let live = active
            .iter()
            .enumerate()
            .flat_map(|(w, &word)| Ones(word).map(move |bit| from.options[64 * w + bit as usize]));
        self.layout.lay(run.table, live, &self.open, PACKED_WORDS);
        let all = all_ones(self.layout.options.len());
        self.stack.start(run.table.depth, &all, state);
        let search = &mut Search::<V, Fixed<PACKED_WORDS>, Few<'_, L>, COPIES> {
            run,
            layout: &self.layout,
            width: Fixed,
            stack: &mut self.stack,
            packer,
        };
        search.explore(0)
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

/// The bits of a word, ascending.
struct Ones(u64);

impl Iterator for Ones {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let bit = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit)
    }
}
