//! The nodes of one depth: their lists, and how the nodes of the next depth come of them.
//!
//! Invariants: masks of a list share no item with what was chosen above it, and are in conflict with
//! no colour of it. Numbers of nodes stay what they are.

use crate::engine::lanes::{BLOCK, FILLING, LANES, Lanes, Positions};

use super::choices::{Chain, block_mut};
use super::codec::Opposites;
use super::forced::{Ways, Work, lowest};
use super::lists::{Lists, Node};
use super::together::{Resolve, Together};

/// How many nodes are expanded side by side.
const WIDTH: usize = 64;

/// Unless their children may have more blocks than this in all: where lists are long, there is work enough
/// at each node, and memory that is touched for the first time takes longer than the search.
const MOST_BLOCKS: usize = 1 << 10;

/// The fewest blocks of a list whose subtree is worth the way back to it from the root.
const LARGE: u32 = 4;

/// Longer lists than this, in blocks, are not told apart when nodes are put in order.
const CLASSES: usize = 16;

/// What is needed for going from one depth to the next, and forgotten then.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    work: Work,
    together: Together,
    /// The chains that cover all that was left.
    pub solutions: Vec<Chain>,
}

/// The nodes of one depth.
#[derive(Clone, Debug, Default)]
pub(super) struct DepthNodes {
    nodes: Vec<Node>,
    /// The numbers of the nodes, those with short lists first: the loops over lists of one length
    /// after the other end where the processor foresees it.
    order: Vec<u32>,
    /// How many of them are expanded, the last few right now.
    done: usize,
    /// Where the lists of this depth end, in blocks.
    top: usize,
}

impl DepthNodes {
    /// Forgets everything and takes one node, whose list are these masks.
    pub fn start(
        &mut self,
        lists: &mut Lists,
        masks: &[u64],
        (open, item): (u64, u64),
        position: u32,
    ) {
        let blocks = masks.len().div_ceil(BLOCK);
        lists.make_room(blocks);
        let (_, room) = lists.split_at(0);
        room[..masks.len()].copy_from_slice(masks);
        room[masks.len()..BLOCK * blocks].fill(FILLING);
        let filling = (BLOCK * blocks - masks.len()) as u32;
        let root = Node { blocks: blocks as u32, filling, position, open, item, ..Node::default() };
        self.nodes.clear();
        self.nodes.push(root);
        self.top = blocks;
        self.arrange();
    }

    /// Puts the nodes in order, none of which was expanded.
    #[inline(always)]
    fn arrange(&mut self) {
        let class = |node: &Node| node.blocks.min(CLASSES as u32 - 1) as usize;
        let mut starts = [0_u32; CLASSES];
        for node in &self.nodes {
            starts[class(node)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum - *start;
        }
        self.order.resize(self.nodes.len(), 0);
        for (number, node) in self.nodes.iter().enumerate() {
            let place = &mut starts[class(node)];
            self.order[*place as usize] = number as u32;
            *place += 1;
        }
        self.done = 0;
    }

    /// Whether every node was expanded.
    #[inline]
    pub fn is_done(&self) -> bool {
        self.done == self.order.len()
    }

    /// Takes out a node that was not expanded and is worth another start, if there is one; returns
    /// its number.
    pub fn take_large(&mut self) -> Option<u32> {
        let &last = self.order[self.done..].last()?;
        let is_large = self.nodes[last as usize].blocks >= LARGE;
        is_large.then(|| self.order.truncate(self.order.len() - 1))?;
        Some(last)
    }

    /// A node, by its number at this depth.
    #[inline]
    pub fn node(&self, place: u32) -> &Node {
        &self.nodes[place as usize]
    }

    /// Hands on the options of a chain from a node of this depth, one after the other, as masks.
    #[inline(always)]
    pub fn unfold<L: Lanes>(
        &self,
        lanes: L,
        lists: &Lists,
        opposites: Opposites,
        chain: &Chain,
        mut to: impl FnMut(u64),
    ) {
        let node = self.node(chain.parent);
        let list = lists.list(node);
        let mut taken = opposites.of(chain.first);
        to(chain.first);
        while taken != chain.mask {
            let forced = lanes.survey(list, taken).single(node.open & !taken);
            let option = lanes.find(list, lowest(forced), taken);
            to(option);
            taken |= opposites.of(option);
        }
    }

    /// Gathers the choices at the next few nodes that the capacities allow.
    #[inline(always)]
    pub fn choose<L: Lanes>(
        &mut self,
        lanes: L,
        lists: &Lists,
        positions: Option<Positions<'_>>,
        opposites: Opposites,
        scratch: &mut Scratch,
    ) {
        let end = self.order.len().min(self.done + WIDTH);
        let choices = &mut scratch.work.choices;
        let (mut count, mut blocks) = (0, 0);
        for &number in &self.order[self.done..end] {
            if blocks > MOST_BLOCKS {
                break;
            }
            self.done += 1;
            let node = &self.nodes[number as usize];
            choices.make_room(count + BLOCK * node.blocks as usize);
            let selected = lanes.select(lists.list(node), node.item, &mut choices.first[count..]);
            let link = u64::from(number) << 32 | u64::from(node.position);
            for at in (count..count + selected).step_by(LANES) {
                *block_mut(&mut choices.link, at) = [link; LANES];
                *block_mut(&mut choices.open, at) = [node.open; LANES];
            }
            count += selected;
            blocks += selected * node.blocks as usize;
        }
        choices.count = count;
        choices.covered[..count].copy_from_slice(&choices.first[..count]);
        if opposites.are_needed() {
            for covered in &mut choices.covered[..count] {
                *covered = opposites.of(*covered);
            }
        }
        if let Some(positions) = positions {
            choices.keep_allowed(lanes, positions, None);
        }
    }

    /// Makes the nodes below those choices; returns how many there are, dead ends and solutions
    /// included. A node with an item that only one option is left for is passed through at once:
    /// what its one choice leaves is found in the list of the node above.
    #[inline(always)]
    pub fn grow<L: Lanes>(
        &self,
        lanes: L,
        lists: &mut Lists,
        ways: Ways<'_>,
        scratch: &mut Scratch,
        below: &mut Self,
    ) -> u64 {
        let tree = (&self.nodes[..], &*lists);
        let Scratch { work, together, solutions } = scratch;
        // What the capacities allow, and what a colour rules out, is known of one option at a time.
        let is_plain = ways.0.is_none() && !ways.1.are_needed();
        let met = if is_plain && together.pays() {
            lanes.perform(Resolve { work, together, tree })
        } else {
            work.resolve(lanes, tree, ways)
        };
        let children = &work.children;
        // The lists of those that live.
        solutions.clear();
        below.nodes.clear();
        let mut most_blocks = self.top + 1;
        for number in 0..children.count {
            most_blocks += self.nodes[children.parent(number) as usize].blocks as usize;
        }
        lists.make_room(most_blocks);
        let (above, room) = lists.split_at(self.top);
        let mut first = 0;
        for number in 0..children.count {
            let by = children.chain(number);
            let open = children.open[number];
            if open == 0 {
                solutions.push(by);
                continue;
            }
            let list = self.nodes[by.parent as usize].list_in(above);
            let to = &mut room[BLOCK * first..];
            let position = children.link[number] as u32;
            let item = lowest(children.items[number]);
            let count = lanes.survive(list, by.mask, to);
            to[count..count + BLOCK].fill(FILLING);
            let blocks = count.div_ceil(BLOCK);
            below.nodes.push(Node {
                first: (self.top + first) as u32,
                blocks: blocks as u32,
                filling: (BLOCK * blocks - count) as u32,
                position,
                open,
                item,
                by,
            });
            first += blocks;
        }
        below.top = self.top + first;
        below.arrange();
        for &number in &below.order {
            let node = &mut below.nodes[number as usize];
            if node.item == 0 {
                node.item = lanes.fewest(lists.list(node), node.open);
            }
        }
        met
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::lanes::Portable;

    /// Options of a few items each, no two alike, in which chains of forced choices are common.
    fn options() -> impl Strategy<Value = Vec<u64>> {
        let option = prop::collection::btree_set(0..18_u32, 1..5);
        let mask = option.prop_map(|items| items.iter().fold(0, |mask, item| mask | 1 << item));
        prop::collection::btree_set(mask, 1..40).prop_map(|masks| masks.into_iter().collect())
    }

    /// What leads to a child, and what is left there.
    fn children(work: &Work) -> Vec<(u64, u64, u64, u64)> {
        let Work { children, .. } = work;
        let of = |number: usize| {
            let (first, covered) = (children.first[number], children.covered[number]);
            (first, covered, children.open[number], children.items[number])
        };
        let mut all: Vec<_> = (0..children.count).map(of).collect();
        all.sort_unstable();
        all
    }

    proptest! {
        #![proptest_config(crate::random::repeatable(2048))]

        #[test]
        fn options_chosen_together_lead_to_the_same_children_by_as_many_nodes(masks in options()) {
            let open = masks.iter().fold(0, |open, mask| open | mask);
            let (mut nodes, mut lists) = (DepthNodes::default(), Lists::default());
            nodes.start(&mut lists, &masks, (open, lowest(open)), 0);
            let mut scratch = Scratch::default();
            nodes.choose(Portable, &lists, None, Opposites::default(), &mut scratch);
            let (mut in_turn, mut work) = (scratch.work.clone(), scratch.work);
            let tree = (&nodes.nodes[..], &lists);
            let met = in_turn.resolve(Portable, tree, (None, Opposites::default()));
            let together = &mut Together::default();
            let resolve = Resolve { work: &mut work, together, tree };
            prop_assert_eq!(Portable.perform(resolve), met);
            prop_assert_eq!(children(&work), children(&in_turn));
        }
    }
}
