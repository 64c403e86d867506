//! The search over lists of masks: subproblems in which at most 64 items are left.
//!
//! Every live option is one 64-bit mask over the items that are left, and a node is the list of
//! its live masks. What the rows of a bitset say item by item, a pass over the list says for all
//! items at once: which are in one, two, three masks that survive a choice. Most nodes are
//! decided by that alone; only where every item has three options or more are they counted.
//!
//! The tree is not walked node by node but a few nodes of one depth at a time: first the choices
//! of all of them, then what each leaves, then the lists of those that live. One node after the
//! other, most of the time goes into waiting for branches that cannot be foreseen; side by side,
//! the processor works on one node while it waits for another. A node with a single choice gets no
//! list of its own: what is left then is seen in the list of the node above. Nodes, choices of
//! items and solutions are those of the other layouts; the order in which solutions are met is not.
//!
//! Long lists are rid of what the capacities forbid before anything is chosen; so is the bitset near
//! the root, by the same rule, so that the tree does not depend on where one layout takes over.
//!
//! Memory: for each depth, the lists of the children of [`WIDTH`] nodes. Cost of entering: a
//! step for each entry of the live options.

mod choices;
mod frame;
mod level;

use crate::cover::OptionId;
use crate::engine::Visitor;

use super::kernel::{MOST_ITEMS, Run, State};
use super::lanes::Lanes;
use super::table::Layout;
use choices::Way;
use frame::Frame;
use level::{Level, Lists, Step};

/// How many nodes are expanded side by side.
const WIDTH: usize = 64;

/// Room for one mask_list subproblem, used again for the next.
#[derive(Clone, Debug, Default)]
pub(super) struct MaskList {
    frame: Frame,
    /// The root at the bottom.
    levels: Vec<Level>,
    lists: Lists,
    step: Step,
    /// The ways from the root to where a path leads, the last first.
    ways: Vec<Way>,
}

impl MaskList {
    /// Explores below a node that branches on `item`; false when it was stopped, and `None`, with
    /// nothing done, where too many items are left.
    #[inline(always)]
    pub fn explore<V: Visitor, L: Lanes>(
        &mut self,
        run: &mut Run<'_, V>,
        lanes: L,
        from: &Layout,
        active: &[u64],
        (state, item): (State, u32),
    ) -> Option<bool> {
        let table = run.table;
        let open = table.required.len() - state.covered as usize;
        let capacity = run.capacity;
        if !table.is_narrow || open > MOST_ITEMS || !self.frame.lay(table, capacity, from, active) {
            return None;
        }
        // The items still to be covered come first: the node is not dead, so all of them live.
        let open = u64::MAX >> (64 - open);
        let item = self.frame.mask_of(item);
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let masks = self.frame.masks();
        self.levels[0].start(&mut self.lists, masks, (open, item), state.position);
        run.nodes += 1;
        Some(self.descend(run, lanes))
    }

    /// Explores everything below the root; false when it was stopped.
    #[inline(always)]
    fn descend<V: Visitor, L: Lanes>(&mut self, run: &mut Run<'_, V>, lanes: L) -> bool {
        let mut depth = 0;
        loop {
            if self.levels[depth].is_done() {
                if depth == 0 {
                    return true;
                }
                depth -= 1;
                continue;
            }
            if run.stop.is_cancelled() {
                return false;
            }
            if self.levels.len() == depth + 1 {
                self.levels.push(Level::default());
            }
            let (above, below) = self.levels.split_at_mut(depth + 1);
            let weights = self.frame.weights();
            let positions = run.capacity.map(|capacity| capacity.positions(weights));
            above[depth].choose(lanes, &self.lists, positions, &mut self.step);
            let (lists, step) = (&mut self.lists, &mut self.step);
            run.nodes += above[depth].grow(lanes, lists, positions, step, &mut below[0]);
            if !self.hand_on(run, lanes, depth) {
                return false;
            }
            depth += usize::from(!self.levels[depth + 1].is_done());
            if run.visitor.wants_parts() {
                self.hand_over(run, lanes, depth);
            }
        }
    }

    /// Hands on the solutions that the last step at a depth found; false when that is enough.
    #[inline(always)]
    fn hand_on<V: Visitor, L: Lanes>(
        &mut self,
        run: &mut Run<'_, V>,
        lanes: L,
        depth: usize,
    ) -> bool {
        let from = run.chosen.len();
        if !self.step.solutions.is_empty() {
            self.frame.index(run.table);
        }
        for number in 0..self.step.solutions.len() {
            let way = self.step.solutions[number];
            self.push_path(run.chosen, lanes, depth, &way);
            let goes_on = run.visitor.solution(run.chosen).is_continue();
            run.chosen.truncate(from);
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Hands over the highest nodes that were not expanded, if they are worth it.
    #[cold]
    fn hand_over<V: Visitor, L: Lanes>(&mut self, run: &mut Run<'_, V>, lanes: L, depth: usize) {
        let from = run.chosen.len();
        for high in 1..=depth {
            let mut is_found = false;
            while let Some(number) = self.levels[high].take_large() {
                self.frame.index(run.table);
                let way = self.levels[high].node(number).by;
                self.push_path(run.chosen, lanes, high - 1, &way);
                run.visitor.take_part(run.chosen);
                run.chosen.truncate(from);
                // It was met here, and will be met again at the root of that part.
                run.nodes -= 1;
                is_found = true;
            }
            if is_found {
                return;
            }
        }
    }

    /// Appends the choices that a way from a node of a level comes to, from the root on.
    #[inline(never)]
    fn push_path<L: Lanes>(
        &mut self,
        chosen: &mut Vec<OptionId>,
        lanes: L,
        level: usize,
        way: &Way,
    ) {
        let Self { frame, levels, lists, ways, .. } = self;
        ways.clear();
        ways.push(*way);
        for level in levels[1..=level].iter().rev() {
            let parent = ways[ways.len() - 1].parent;
            ways.push(level.node(parent).by);
        }
        for (level, way) in levels.iter().zip(ways.iter().rev()) {
            level.unfold(lanes, lists, way, |mask| chosen.push(frame.option(mask)));
        }
    }
}
