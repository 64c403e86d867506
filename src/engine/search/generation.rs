//! Generations: nodes of one depth, taken off the stack, so that a sample of a tree can go down it
//! side by side.
//!
//! A stored node is its live options and its state, so that it is expanded without going down to
//! it from the root. The nodes may belong to several cases. Only nodes with something to branch
//! on are stored. Memory: the live options, a bit for each option of the case, and where items
//! have copies a word for each item.

use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::cover::OptionId;
use crate::engine::worker::{Explored, NoSplitting, Visitor};

use super::context::{SearchContext, with_quiet_context};
use super::explore::Explore;
use super::kernel::{Kernel, count_ones};
use super::multiplicity::{Multiplicity, Once, Ranges};
use super::pack::NoPacking;
use super::stack::{Stack, State};
use super::width::Dynamic;
use super::worker::{Search, SearchWorker};
use crate::engine::lanes::{Job, Lanes};

/// Nodes of one depth, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Generation {
    bits: Vec<u64>,
    room: Vec<u32>,
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    case: u32,
    item: u32,
    live: u32,
    degree: u32,
    state: State,
    /// Where its live options begin, and their number of words.
    bits: (usize, usize),
    /// Where the room of its items begins, and their number; none without copies.
    room: (usize, usize),
}

/// How many nodes were met in expanding one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NodeCounts {
    /// The children, dead ends and solutions included.
    pub nodes: u64,
    /// Those of them that are solutions.
    pub solutions: u64,
}

impl Generation {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The case of a node, as it was named when its root was added.
    pub fn case(&self, node: usize) -> usize {
        self.nodes[node].case as usize
    }

    /// How many options are live at a node.
    pub fn live(&self, node: usize) -> u32 {
        self.nodes[node].live
    }

    /// How many options the item that a node branches on has, so at most how many children.
    pub fn degree(&self, node: usize) -> u32 {
        self.nodes[node].degree
    }

    /// Adds a copy of a node of another generation.
    pub fn copy(&mut self, from: &Self, node: usize) {
        let Node { bits: (bits, words), room: (room, items), .. } = from.nodes[node];
        let copy = Node {
            bits: (self.bits.len(), words),
            room: (self.room.len(), items),
            ..from.nodes[node]
        };
        self.bits.extend_from_slice(&from.bits[bits..bits + words]);
        self.room.extend_from_slice(&from.room[room..room + items]);
        self.nodes.push(copy);
    }
}

impl Search {
    /// The memory that one stored node takes, in bytes.
    pub fn node_bytes(&self) -> usize {
        let items = if self.case.has_copies { self.case.room.len() } else { 0 };
        8 * self.case.whole.words + 4 * items + size_of::<Node>()
    }
}

impl SearchWorker<'_> {
    /// Adds the root of this worker's case, to be known by this number.
    pub fn add_root(&mut self, case: usize, into: &mut Generation) -> NodeCounts {
        self.start();
        self.add(None, case as u32, into)
    }

    /// Adds the children of a node of this worker's case that have something to branch on.
    pub fn expand(&mut self, from: &Generation, node: usize, into: &mut Generation) -> NodeCounts {
        let node = self.load(from, node);
        self.add(Some(node.item), node.case, into)
    }

    /// Visits everything below a node of this worker's case. The solutions that it hands on begin
    /// at that node. If the node is one itself, it was counted when the node was added.
    pub fn run_below(
        &mut self,
        from: &Generation,
        node: usize,
        visitor: &mut dyn Visitor,
        cancel: &CancelToken,
    ) -> Explored {
        let is_solution = Some(self.load(from, node).item) == self.search.case.any;
        let visitor = &mut |options: &[OptionId]| {
            if is_solution && options.is_empty() {
                return ControlFlow::Continue(());
            }
            visitor.solution(options)
        };
        let Search { case, capacity, level } = self.search;
        let searched = (case, capacity.as_ref());
        let mut splitter = NoSplitting;
        let (chosen, room) = (&mut self.chosen, &mut self.room);
        let mut context =
            SearchContext::new(searched, visitor, &mut splitter, cancel, chosen, room);
        let (stack, smaller) = (&mut self.stack, &mut self.smaller);
        let matrix = &case.whole;
        let job = Explore { context: &mut context, matrix, stack, smaller, depth: 0 };
        let complete = level.perform(job);
        Explored { nodes: context.nodes, complete }
    }

    /// Puts a stored node at the bottom of the stack.
    fn load(&mut self, from: &Generation, node: usize) -> Node {
        let node = from.nodes[node];
        let Node { bits: (bits, words), room: (room, items), .. } = node;
        self.chosen.clear();
        self.followed.clear();
        if items > 0 {
            self.room.copy_from_slice(&from.room[room..room + items]);
        }
        self.stack.start(self.search.case.depth, &from.bits[bits..bits + words], node.state);
        node
    }

    /// Adds the children of the node at the bottom of the stack, which branches on `parent`; or
    /// that node itself, where there is no parent.
    fn add(&mut self, parent: Option<u32>, case: u32, into: &mut Generation) -> NodeCounts {
        let Search { case: search_case, capacity, level } = self.search;
        let (chosen, room, stack) = (&mut self.chosen, &mut self.room, &mut self.stack);
        with_quiet_context((search_case, capacity.as_ref()), chosen, room, |context| {
            level.perform(Add { context, stack, parent, case, into })
        })
    }
}

/// The job of [`SearchWorker::add`].
struct Add<'s, 'r, 'g> {
    context: &'s mut SearchContext<'r>,
    stack: &'s mut Stack,
    parent: Option<u32>,
    case: u32,
    into: &'g mut Generation,
}

impl Job for Add<'_, '_, '_> {
    type Outcome = NodeCounts;

    #[inline(always)]
    fn run(self, lanes: impl Lanes) -> NodeCounts {
        if self.context.case.has_copies {
            self.go::<_, Ranges>(lanes)
        } else {
            self.go::<_, Once>(lanes)
        }
    }
}

impl Add<'_, '_, '_> {
    #[inline(always)]
    fn go<L: Lanes, M: Multiplicity>(self, lanes: L) -> NodeCounts {
        let Self { context, stack, parent, case, into } = self;
        let matrix = &context.case.whole;
        let matrix = (matrix, Dynamic(matrix.words));
        let mut kernel = Kernel::<_, _, _, M>::new(lanes, context, matrix, stack, NoPacking);
        let mut met = NodeCounts::default();
        let Some(item) = parent else {
            kernel.add(0, case, into, &mut met);
            return met;
        };
        kernel.branch_on(0, item);
        while kernel.advance(0) {
            kernel.add(1, case, into, &mut met);
            kernel.undo(0);
        }
        met
    }
}

impl<L: Lanes, M: Multiplicity> Kernel<'_, '_, L, Dynamic, NoPacking, M> {
    /// Counts the node at a depth, and adds it to a generation if it has something to branch on.
    #[inline(always)]
    fn add(&mut self, depth: usize, case: u32, into: &mut Generation, met: &mut NodeCounts) {
        met.nodes += 1;
        let found = self.inspect(depth);
        met.solutions += u64::from(found.is_solution());
        let Some(item) = found.branches_on(self.context.case) else { return };
        let words = self.width.0;
        let active = &self.stack.active[depth * words..][..words];
        let row = self.matrix.row(item);
        let room: &[u32] = if M::COPIES { self.context.room } else { &[] };
        into.nodes.push(Node {
            case,
            item,
            live: count_ones(active) as u32,
            degree: active.iter().zip(row).map(|(word, row)| (word & row).count_ones()).sum(),
            state: self.stack.states[depth],
            bits: (into.bits.len(), words),
            room: (into.room.len(), room.len()),
        });
        into.bits.extend_from_slice(active);
        into.room.extend_from_slice(room);
    }
}
