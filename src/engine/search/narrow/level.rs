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
    /// The one to branch on.
    item: u64,
    /// What led here.
    pub by: Way,
}

/// A choice at a node of some level, and the choices that it forced.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way {
    /// The number of the node.
    pub parent: u32,
    /// The choice.
    first: u64,
    /// The items of all of them.
    mask: u64,
}

/// A way that the capacities allow.
#[derive(Clone, Copy, Debug, Default)]
struct Choice {
    way: Way,
    position: u32,
}

/// A way that leaves no item without options.
#[derive(Clone, Copy, Debug, Default)]
struct Child {
    choice: Choice,
    open: u64,
    /// The lowest item with the fewest options, if they are one or two.
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
    /// Those with an item that only one option is left for.
    forced: Vec<Child>,
    /// The ways that cover all that was left.
    pub solutions: Vec<Way>,
}

/// By how much covering each bit's item moves a position in the capacity table, and that table.
pub(super) type Moves<'a> = (&'a Capacity, &'a [u32; 64]);

impl Step {
    /// Makes room for what so many choices leave.
    fn make_room(&mut self, choices: usize) {
        if self.children.len() < choices {
            self.children.resize(2 * choices, Child::default());
            self.forced.resize(2 * choices, Child::default());
        }
        if self.selected.len() < choices {
            self.selected.resize(2 * choices, 0);
        }
    }

    /// Leaves out the choices that no capacity allows. `last` is the last option of each, in
    /// their order. Written without a branch, so that look-ups do not wait for one another.
    #[inline(always)]
    fn keep_allowed<L: Lanes>(
        &mut self,
        lanes: L,
        capacity: Option<Moves<'_>>,
        last: impl Fn(&Choice, usize) -> u64,
    ) {
        let Some((capacity, moves)) = capacity else { return };
        let mut count = 0;
        for place in 0..self.choices.len() {
            let mut choice = self.choices[place];
            let weight = lanes.weigh(moves, last(&choice, place));
            choice.position = choice.position.wrapping_sub(weight);
            self.choices[count] = choice;
            count += usize::from(capacity.allows(choice.position));
        }
        self.choices.truncate(count);
    }
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

    /// Hands on the options of a way from a node of this level, one after the other, as masks.
    pub fn unfold<L: Lanes>(&self, lanes: L, lists: &Lists, way: &Way, mut to: impl FnMut(u64)) {
        let node = self.node(way.parent);
        let list = lists.list(node);
        let mut taken = way.first;
        to(taken);
        while taken != way.mask {
            let seen = lanes.look(list, taken);
            let forced = seen.once & !seen.twice & node.open & !taken;
            let option = lanes.find(list, forced & forced.wrapping_neg(), taken);
            to(option);
            taken |= option;
        }
    }

    /// Gathers the choices at the next few nodes that the capacities allow.
    #[inline(always)]
    pub fn choose<L: Lanes>(
        &mut self,
        lanes: L,
        lists: &Lists,
        capacity: Option<Moves<'_>>,
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
            let way = |&mask: &u64| Way { parent, first: mask, mask };
            let choice = |mask: &u64| Choice { way: way(mask), position };
            step.choices.extend(step.selected[..count].iter().map(choice));
        }
        step.keep_allowed(lanes, capacity, |choice, _| choice.way.first);
    }

    /// Makes the nodes below those choices; returns how many there are, dead ends and solutions
    /// included. A node with an item that only one option is left for is passed through at once:
    /// what its one choice leaves is found in the list of the node above.
    #[inline(always)]
    pub fn grow<L: Lanes>(
        &self,
        lanes: L,
        lists: &mut Lists,
        capacity: Option<Moves<'_>>,
        step: &mut Step,
        below: &mut Self,
    ) -> u64 {
        let (mut met, mut count, mut blocks) = (0, 0, 0);
        while !step.choices.is_empty() {
            // What each choice leaves. Dead ends are left out without a branch.
            met += step.choices.len();
            step.make_room(met);
            let mut forced_count = 0;
            for &choice in &step.choices {
                let node = &self.nodes[choice.way.parent as usize];
                let open = node.open & !choice.way.mask;
                let seen = lanes.look(lists.list(node), choice.way.mask);
                let forced = seen.once & !seen.twice & open;
                let either = seen.twice & !seen.thrice & open;
                let is_live = u64::from(seen.once & open == open);
                let is_forced = is_live & u64::from(forced != 0);
                let item = forced & forced.wrapping_neg();
                step.forced[forced_count] = Child { choice, open, item };
                forced_count += is_forced as usize;
                let item = either & either.wrapping_neg();
                step.children[count] = Child { choice, open, item };
                let is_kept = (is_live ^ is_forced) as usize;
                count += is_kept;
                blocks += is_kept * node.blocks as usize;
            }
            step.choices.clear();
            for &Child { mut choice, item, .. } in &step.forced[..forced_count] {
                let list = lists.list(&self.nodes[choice.way.parent as usize]);
                let option = lanes.find(list, item, choice.way.mask);
                step.selected[step.choices.len()] = option;
                choice.way.mask |= option;
                step.choices.push(choice);
            }
            let selected = std::mem::take(&mut step.selected);
            step.keep_allowed(lanes, capacity, |_, place| selected[place]);
            step.selected = selected;
        }
        // The lists of those that live.
        step.solutions.clear();
        below.nodes.clear();
        (below.next, below.end) = (0, 0);
        lists.make_room(self.top + blocks + 1);
        let (above, room) = lists.split_at(self.top);
        let mut first = 0;
        for &Child { choice: Choice { way, position }, open, item } in &step.children[..count] {
            if open == 0 {
                step.solutions.push(way);
                continue;
            }
            let list = self.nodes[way.parent as usize].list_in(above);
            let to = &mut room[BLOCK * first..];
            let count = lanes.survive(list, way.mask, to);
            to[count..count + BLOCK].fill(FILLING);
            let blocks = count.div_ceil(BLOCK);
            below.nodes.push(Node {
                first: (self.top + first) as u32,
                blocks: blocks as u32,
                filling: (BLOCK * blocks - count) as u32,
                position,
                open,
                item,
                by: way,
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
