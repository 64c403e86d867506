//! The walk over the tree of one subproblem, and the paths to what it finds.

use crate::cover::OptionId;
use crate::engine::lanes::{Job, Lanes};
use crate::engine::search::case::BitMatrix;
use crate::engine::search::context::SearchContext;
use crate::engine::search::kernel::MOST_ITEMS;
use crate::engine::search::multiplicity::Multiplicity;
use crate::engine::search::stack::{Live, State};

use super::choices::Chain;
use super::codec::MaskCodec;
use super::depth_nodes::{DepthNodes, Scratch};
use super::lists::Lists;

/// Room for one subproblem, used again for the next.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct MaskList {
    codec: MaskCodec,
    /// The root at the bottom.
    depths: Vec<DepthNodes>,
    lists: Lists,
    scratch: Scratch,
    /// The chains of choices from the root to where a path leads, the last first.
    chains: Vec<Chain>,
}

impl MaskList {
    /// The memory of the lists.
    #[cfg(test)]
    pub fn list_bytes(&self) -> usize {
        self.lists.bytes()
    }

    /// Explores below a node that branches on `item`; false when it was cancelled, and `None`, with
    /// nothing done, where too many items are left.
    #[inline(always)]
    pub fn explore<L: Lanes, M: Multiplicity>(
        &mut self,
        context: &mut SearchContext<'_>,
        lanes: L,
        from: &BitMatrix,
        live: Live<'_>,
        (state, item): (State, u32),
    ) -> Option<bool> {
        let case = context.case;
        // Where items have copies, no case allows it.
        if M::COPIES || !case.allows_mask_lists {
            return None;
        }
        let open = case.required.len() - state.covered as usize;
        if open > MOST_ITEMS {
            return None;
        }
        lanes.perform(Subtree { mask_list: self, context, from, live, state, item })
    }

    /// Lays out the live options of a node; false where too many items are left.
    #[inline(always)]
    fn start<L: Lanes>(
        &mut self,
        lanes: L,
        context: &mut SearchContext<'_>,
        (from, live): (&BitMatrix, Live<'_>),
        (state, item): (State, u32),
    ) -> bool {
        let case = context.case;
        let open = case.required.len() - state.covered as usize;
        if !self.codec.lay(lanes, case, context.capacity, (from, live, open)) {
            return false;
        }
        // The items still to be covered come first.
        let open = u64::MAX >> (64 - open);
        let item = self.codec.mask_of(item);
        if self.depths.is_empty() {
            self.depths.push(DepthNodes::default());
        }
        let masks = self.codec.masks();
        self.depths[0].start(&mut self.lists, masks, (open, item), state.position);
        context.nodes += 1;
        true
    }

    /// Explores everything below the root; false when it was cancelled.
    #[inline(always)]
    fn descend<L: Lanes>(&mut self, context: &mut SearchContext<'_>, lanes: L) -> bool {
        let mut depth = 0;
        loop {
            if self.depths[depth].is_done() {
                if depth == 0 {
                    return true;
                }
                depth -= 1;
                continue;
            }
            if context.is_cancelled() {
                return false;
            }
            if self.depths.len() == depth + 1 {
                self.depths.push(DepthNodes::default());
            }
            let (above, below) = self.depths.split_at_mut(depth + 1);
            let weights = self.codec.weights();
            let positions = context.capacity.map(|capacity| capacity.positions(weights));
            let opposites = self.codec.opposites();
            above[depth].choose(lanes, &self.lists, positions, opposites, &mut self.scratch);
            let (lists, scratch) = (&mut self.lists, &mut self.scratch);
            let ways = (positions, opposites);
            context.nodes += above[depth].grow(lanes, lists, ways, scratch, &mut below[0]);
            if !self.hand_on(context, lanes, depth) {
                return false;
            }
            depth += usize::from(!self.depths[depth + 1].is_done());
            if context.is_split_check_due() && context.splitter.wants_parts() {
                self.split(context, lanes, depth);
            }
        }
    }

    /// Hands on the solutions that were found last, below a depth; false when that is enough. Which
    /// options they have is worked out only for those who ask: where there are many solutions, that
    /// takes longer than the search.
    #[inline(always)]
    fn hand_on<L: Lanes>(
        &mut self,
        context: &mut SearchContext<'_>,
        lanes: L,
        depth: usize,
    ) -> bool {
        let found = self.scratch.solutions.len();
        if found == 0 || context.visitor.count(found) {
            return true;
        }
        let from = context.chosen.len();
        self.codec.index(context.case);
        for number in 0..found {
            let chain = self.scratch.solutions[number];
            self.push_path(context.chosen, lanes, depth, &chain);
            let goes_on = context.visitor.solution(context.chosen).is_continue();
            context.chosen.truncate(from);
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Hands over the highest nodes that were not expanded, if they are worth it.
    #[cold]
    fn split<L: Lanes>(&mut self, context: &mut SearchContext<'_>, lanes: L, depth: usize) {
        let from = context.chosen.len();
        for high in 1..=depth {
            let mut is_found = false;
            while let Some(number) = self.depths[high].take_large() {
                self.codec.index(context.case);
                let chain = self.depths[high].node(number).by;
                self.push_path(context.chosen, lanes, high - 1, &chain);
                context.splitter.take_part(context.chosen);
                context.chosen.truncate(from);
                // It was met here, and will be met again at the root of that part.
                context.nodes -= 1;
                is_found = true;
            }
            if is_found {
                return;
            }
        }
    }

    /// Appends the choices from the root to where a chain from a node at a depth leads.
    #[inline(never)]
    fn push_path<L: Lanes>(
        &mut self,
        chosen: &mut Vec<OptionId>,
        lanes: L,
        depth: usize,
        chain: &Chain,
    ) {
        let Self { codec, depths, lists, chains, .. } = self;
        chains.clear();
        chains.push(*chain);
        for nodes in depths[1..=depth].iter().rev() {
            let parent = chains[chains.len() - 1].parent;
            chains.push(nodes.node(parent).by);
        }
        for (nodes, chain) in depths.iter().zip(chains.iter().rev()) {
            let opposites = codec.opposites();
            nodes.unfold(lanes, lists, opposites, chain, |mask| chosen.push(codec.option(mask)));
        }
    }
}

/// A subproblem below a node of the bitset. Comes to false when it was cancelled, and to `None`
/// where too many items are left.
///
/// It is a job of its own, so that every packer calls the one copy for its processor level.
struct Subtree<'s, 'r> {
    mask_list: &'s mut MaskList,
    context: &'s mut SearchContext<'r>,
    from: &'s BitMatrix,
    live: Live<'s>,
    state: State,
    item: u32,
}

impl Job for Subtree<'_, '_> {
    type Outcome = Option<bool>;

    #[inline(always)]
    fn run(self, lanes: impl Lanes) -> Option<bool> {
        let Self { mask_list, context, from, live, state, item } = self;
        let has_room = mask_list.start(lanes, context, (from, live), (state, item));
        // No closure: one that is not compiled into its caller is compiled for any processor.
        if has_room { Some(mask_list.descend(context, lanes)) } else { None }
    }
}
