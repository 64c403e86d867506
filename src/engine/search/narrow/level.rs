//! The nodes of one depth: their lists, and the steps that lead from them to the next depth.
//!
//! Invariants: every list begins a block and ends with its filling; masks of a list share no item
//! with what was chosen above it. `next..end` are the nodes being expanded.

use std::ops::Range;

use crate::engine::search::capacity::Capacity;
use crate::engine::search::lanes::{BLOCK, FILLING, Lanes, List};

use super::WIDTH;

/// The fewest blocks of a list whose subtree is worth the way back to it from the root.
const LARGE: u32 = 8;

/// A partial solution with something to branch on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// Where its list begins, in blocks, and how many there are.
    first: u32,
    blocks: u32,
    filling: u32,
    /// The position in the capacity table.
    position: u32,
    /// The items still to be covered.
    open: u64,
    /// The one to branch on; none if every item has three options or more and they were not yet
    /// counted.
    item: u64,
    /// The choice that led here, and the node of the level above where it was made.
    pub mask: u64,
    pub parent: u32,
}

/// A choice that the capacities allow.
#[derive(Clone, Copy, Debug, Default)]
struct Choice {
    mask: u64,
    parent: u32,
    position: u32,
}

/// A choice that leaves no item without options.
#[derive(Clone, Copy, Debug, Default)]
struct Child {
    choice: Choice,
    open: u64,
    item: u64,
}

/// The lists of all levels, one after another, in blocks that begin where a cache line begins: one
/// piece of memory, so that a new thread does not touch many.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    words: Vec<u64>,
    first: usize,
}

impl Lists {
    /// Makes room for so many blocks in all; keeps what is there.
    fn make_room(&mut self, blocks: usize) {
        let words = BLOCK * blocks;
        if self.words.len() < self.first + words {
            let mut larger = vec![0; 2 * words + BLOCK];
            let first = larger.as_ptr().align_offset(64).min(BLOCK);
            let kept = &self.words[self.first..];
            larger[first..first + kept.len()].copy_from_slice(kept);
            (self.words, self.first) = (larger, first);
        }
    }

    /// All blocks up to one, and those from it on.
    fn split_at(&mut self, block: usize) -> (&[u64], &mut [u64]) {
        let (before, after) = self.words[self.first..].split_at_mut(BLOCK * block);
        (before, after)
    }

    fn list(&self, node: &Node) -> List<'_> {
        node.list_in(&self.words[self.first..])
    }
}

impl Node {
    /// Its list, among the lists of all levels.
    fn list_in<'a>(&self, words: &'a [u64]) -> List<'a> {
        let first = BLOCK * self.first as usize;
        List::new(&words[first..first + BLOCK * self.blocks as usize], self.filling as usize)
    }
}

/// What a step needs for itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Step {
    selected: Vec<u64>,
    choices: Vec<Choice>,
    children: Vec<Child>,
    /// The choices that cover all that was left, with the nodes they were made at.
    pub solutions: Vec<(u64, u32)>,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    nodes: Vec<Node>,
    next: usize,
    end: usize,
    /// Where the lists of this level end, in blocks.
    top: usize,
}

impl Level {
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
        (self.next, self.end, self.top) = (0, 0, blocks);
    }

    /// Whether every node was expanded.
    pub fn is_done(&self) -> bool {
        self.end == self.nodes.len()
    }

    /// Moves the nodes that were not expanded and are worth another start to the end; returns
    /// their numbers.
    pub fn large_rest(&mut self) -> Range<u32> {
        self.nodes[self.end..].sort_by_key(|node| node.blocks >= LARGE);
        let is_small = |node: &Node| node.blocks < LARGE;
        let first = self.end + self.nodes[self.end..].partition_point(is_small);
        first as u32..self.nodes.len() as u32
    }

    /// Forgets the nodes from a number on, none of which was expanded.
    pub fn forget_from(&mut self, place: u32) {
        self.nodes.truncate(place as usize);
    }

    /// A node, by its number on this level.
    pub fn node(&self, place: u32) -> &Node {
        &self.nodes[place as usize]
    }

    /// Gathers the choices at the next few nodes that the capacities allow.
    #[inline(always)]
    pub fn choose<L: Lanes>(
        &mut self,
        lanes: L,
        lists: &Lists,
        capacity: Option<(&Capacity, &[u32; 64])>,
        step: &mut Step,
    ) {
        self.next = self.end;
        self.end = self.nodes.len().min(self.next + WIDTH);
        step.choices.clear();
        for (place, node) in self.nodes[self.next..self.end].iter().enumerate() {
            let parent = (self.next + place) as u32;
            let room = BLOCK * (node.blocks as usize + 1);
            if step.selected.len() < room {
                step.selected.resize(2 * room, 0);
            }
            let count = lanes.select(lists.list(node), node.item, &mut step.selected);
            let position = node.position;
            let choice = |&mask: &u64| Choice { mask, parent, position };
            step.choices.extend(step.selected[..count].iter().map(choice));
        }
        if let Some((capacity, moves)) = capacity {
            // Written without a branch, so that look-ups do not wait for one another.
            let mut count = 0;
            for place in 0..step.choices.len() {
                let mut choice = step.choices[place];
                choice.position = choice.position.wrapping_sub(lanes.weigh(moves, choice.mask));
                step.choices[count] = choice;
                count += usize::from(capacity.allows(choice.position));
            }
            step.choices.truncate(count);
        }
    }

    /// Makes the nodes below those choices; returns how many there are, dead ends and solutions
    /// included.
    #[inline(always)]
    pub fn grow<L: Lanes>(
        &self,
        lanes: L,
        lists: &mut Lists,
        step: &mut Step,
        below: &mut Self,
    ) -> u64 {
        // What each choice leaves. Dead ends are left out without a branch.
        let met = step.choices.len();
        if step.children.len() < met {
            step.children.resize(2 * met, Child::default());
        }
        let (mut count, mut blocks) = (0, 0);
        for &choice in &step.choices {
            let node = &self.nodes[choice.parent as usize];
            let open = node.open & !choice.mask;
            let seen = lanes.look(lists.list(node), choice.mask);
            let forced = seen.once & !seen.twice & open;
            let either = seen.twice & !seen.thrice & open;
            let few = if forced == 0 { either } else { forced };
            step.children[count] = Child { choice, open, item: few & few.wrapping_neg() };
            let is_live = seen.once & open == open;
            count += usize::from(is_live);
            blocks += if is_live { node.blocks as usize } else { 0 };
        }
        // The lists of those that live.
        step.solutions.clear();
        below.nodes.clear();
        (below.next, below.end) = (0, 0);
        lists.make_room(self.top + blocks + 1);
        let (above, room) = lists.split_at(self.top);
        let mut first = 0;
        for &Child { choice: Choice { mask, parent, position }, open, item } in
            &step.children[..count]
        {
            if open == 0 {
                step.solutions.push((mask, parent));
                continue;
            }
            let list = self.nodes[parent as usize].list_in(above);
            let to = &mut room[BLOCK * first..];
            let count = lanes.survive(list, mask, to);
            to[count..count + BLOCK].fill(FILLING);
            let blocks = count.div_ceil(BLOCK);
            below.nodes.push(Node {
                first: (self.top + first) as u32,
                blocks: blocks as u32,
                filling: (BLOCK * blocks - count) as u32,
                position,
                open,
                item,
                mask,
                parent,
            });
            first += blocks;
        }
        below.top = self.top + first;
        for node in &mut below.nodes {
            if node.item == 0 {
                node.item = lanes.fewest(lists.list(node), node.open);
            }
        }
        met as u64
    }
}
