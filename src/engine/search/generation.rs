//! Generations: nodes of one depth, taken off the stack, so that a sample of a tree can go down it
//! side by side.
//!
//! A stored node is its live options and its state, so that it is expanded without going down to
//! it from the root. The nodes may belong to several cases. Only nodes with something to branch
//! on are stored. Memory: the live options, a bit for each option of the case, and where items
//! have copies a word for each item.

use std::ops::ControlFlow;

use crate::cover::OptionId;
use crate::engine::{CancelToken, Explored, Visitor};

use super::arch::{Explore, Job, perform};
use super::kernel::{Dynamic, Found, Run, Search as Kernel, Stack, State};
use super::lanes::Lanes;
use super::pack::Never;
use super::{Search, SearchWorker};

/// Nodes of one depth, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Generation {
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

/// What was met in expanding a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Met {
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

    /// Forgets all nodes.
    pub fn clear(&mut self) {
        self.bits.clear();
        self.room.clear();
        self.nodes.clear();
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
        let items = if self.table.has_copies { self.table.room.len() } else { 0 };
        8 * self.table.whole.words + 4 * items + size_of::<Node>()
    }
}

impl SearchWorker<'_> {
    /// Adds the root of this worker's case, to be known by this number.
    pub fn add_root(&mut self, case: usize, into: &mut Generation) -> Met {
        self.start();
        self.add(None, case as u32, into)
    }

    /// Adds the children of a node of this worker's case that have something to branch on.
    pub fn expand(&mut self, from: &Generation, node: usize, into: &mut Generation) -> Met {
        let node = self.load(from, node);
        self.add(Some(node.item), node.case, into)
    }

    /// Visits everything below a node of this worker's case. The solutions that it hands on begin
    /// at that node.
    pub fn run_below<V: Visitor>(
        &mut self,
        from: &Generation,
        node: usize,
        visitor: &mut V,
        stop: &CancelToken,
    ) -> Explored {
        self.load(from, node);
        let Search { table, capacity, level } = self.search;
        let mut run = Run {
            table,
            capacity: capacity.as_ref(),
            visitor,
            stop,
            chosen: &mut self.chosen,
            room: &mut self.room,
            nodes: 0,
        };
        let (stack, smaller) = (&mut self.stack, &mut self.smaller);
        let job = Explore { run: &mut run, layout: &table.whole, stack, smaller, depth: 0 };
        let complete = perform(*level, job);
        Explored { nodes: run.nodes, complete }
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
        self.stack.start(self.search.table.depth, &from.bits[bits..bits + words], node.state);
        node
    }

    /// Adds the children of the node at the bottom of the stack, which branches on `parent`; or
    /// that node itself, where there is no parent.
    fn add(&mut self, parent: Option<u32>, case: u32, into: &mut Generation) -> Met {
        let Search { table, capacity, level } = self.search;
        let mut run = Run {
            table,
            capacity: capacity.as_ref(),
            visitor: &mut Ignore,
            stop: &CancelToken::default(),
            chosen: &mut self.chosen,
            room: &mut self.room,
            nodes: 0,
        };
        perform(*level, Add { run: &mut run, stack: &mut self.stack, parent, case, into })
    }
}

/// Is told of no solutions.
struct Ignore;

impl Visitor for Ignore {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// See [`SearchWorker::add`].
struct Add<'s, 'r, 'g> {
    run: &'s mut Run<'r, Ignore>,
    stack: &'s mut Stack,
    parent: Option<u32>,
    case: u32,
    into: &'g mut Generation,
}

impl Job for Add<'_, '_, '_> {
    type Outcome = Met;

    #[inline(always)]
    fn run(self, _: impl Lanes) -> Met {
        if self.run.table.has_copies { self.go::<true>() } else { self.go::<false>() }
    }
}

impl Add<'_, '_, '_> {
    #[inline(always)]
    fn go<const COPIES: bool>(self) -> Met {
        let Self { run, stack, parent, case, into } = self;
        let layout = &run.table.whole;
        let width = Dynamic(layout.words);
        let mut kernel =
            Kernel::<_, Dynamic, Never, COPIES> { run, layout, width, stack, packer: Never };
        let mut met = Met::default();
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

impl<const COPIES: bool> Kernel<'_, '_, Ignore, Dynamic, Never, COPIES> {
    /// Counts the node at a depth, and adds it to a generation if it has something to branch on.
    #[inline(always)]
    fn add(&mut self, depth: usize, case: u32, into: &mut Generation, met: &mut Met) {
        met.nodes += 1;
        let item = match self.look(depth) {
            Found::Dead => return,
            Found::Solution => {
                met.solutions += 1;
                return;
            }
            Found::Item(item) => item,
        };
        let words = self.width.0;
        let active = &self.stack.active[depth * words..][..words];
        let row = self.layout.row(item);
        let room: &[u32] = if COPIES { self.run.room } else { &[] };
        into.nodes.push(Node {
            case,
            item,
            live: active.iter().map(|word| word.count_ones()).sum(),
            degree: active.iter().zip(row).map(|(word, row)| (word & row).count_ones()).sum(),
            state: self.stack.states[depth],
            bits: (into.bits.len(), words),
            room: (into.room.len(), room.len()),
        });
        into.bits.extend_from_slice(active);
        into.room.extend_from_slice(room);
    }
}
