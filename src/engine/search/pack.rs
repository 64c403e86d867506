//! Packing: a subproblem with few live options, laid out anew in a narrow layout.
//!
//! Packing costs a step for each entry of the live options, and is paid back over the nodes of
//! the subtree, each of which reads a fraction of the words.

use crate::engine::Visitor;

use super::kernel::{Fixed, Packer, Run, Search, Stack, State};
use super::table::Layout;

/// The width of a packed layout, in words.
pub(super) const PACKED_WORDS: usize = 4;

/// Packs nothing: what is packed once is not packed again.
pub(super) struct Never;

impl Packer for Never {
    const MOST_OPTIONS: u32 = 0;

    #[inline(always)]
    fn explore<V: Visitor, const COPIES: bool>(
        &mut self,
        _: &mut Run<'_, V>,
        _: &Layout,
        _: &[u64],
        _: State,
    ) -> bool {
        true
    }
}

/// Room for one packed subproblem, used again for the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    layout: Layout,
    stack: Stack,
    open: Vec<u32>,
}

impl Packer for &mut Packed {
    const MOST_OPTIONS: u32 = 64 * PACKED_WORDS as u32;

    #[inline(always)]
    fn explore<V: Visitor, const COPIES: bool>(
        &mut self,
        run: &mut Run<'_, V>,
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
        let search = &mut Search::<V, Fixed<PACKED_WORDS>, Never, COPIES> {
            run,
            layout: &self.layout,
            width: Fixed,
            stack: &mut self.stack,
            packer: Never,
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
