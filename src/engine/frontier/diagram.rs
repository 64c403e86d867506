//! The diagram: every live state with its choices and the exact number of ways to finish.
//!
//! It is built forward, level by level, then pruned backward to the states from which a solution
//! can be reached. From then on nothing is searched any more: every path from the root is a
//! solution, so listing runs at the speed of output, and a path chosen with the numbers of ways as
//! weights is a uniformly random solution.
//!
//! Invariants: node 0 is the end; every other node has at least one edge, each to a node with
//! ways to finish. Memory while building: the key, 12 bytes an edge and about 32 bytes a state, dead
//! ones included; afterwards 8 bytes an edge and 28 bytes a state.

use std::ops::ControlFlow;

use crate::cover::{ItemId, OptionId};
use crate::engine::{Branch, Explored, NODES_PER_LOOK, Stop, Visitor, Worker};

use super::FrontierError;
use super::key::Key;
use super::layout::Layout;

/// Stands for leaving an item uncovered.
const NO_OPTION: u32 = u32::MAX;

/// A choice and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    option: u32,
    child: u32,
}

/// A decision diagram of the solutions of a case.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// `starts[n]..starts[n + 1]` are the edges of node `n`.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// The number of ways to finish from each node.
    ways: Vec<u128>,
    /// The item that is settled at each node.
    items: Vec<u32>,
    /// The root; none if there is no solution.
    root: Option<u32>,
}

/// Where an edge leads while the diagram is being built.
#[derive(Clone, Copy)]
struct Found {
    option: u32,
    level: u32,
    index: u32,
}

/// The states of a level, each once.
struct Rank<K> {
    keys: Vec<K>,
    /// Indices plus one; zero for an empty slot. The length is a power of two.
    slots: Vec<u32>,
}

impl<K: Key> Rank<K> {
    fn new() -> Self {
        Self { keys: Vec::new(), slots: vec![0; 16] }
    }

    /// The index of a state, which is added if it is new.
    fn index(&mut self, key: K) -> u32 {
        if 2 * self.keys.len() >= self.slots.len() {
            let size = 4 * self.slots.len();
            self.slots.clear();
            self.slots.resize(size, 0);
            for at in 0..self.keys.len() {
                let slot = self.slot(self.keys[at]);
                self.slots[slot] = at as u32 + 1;
            }
        }
        let slot = self.slot(key);
        if self.slots[slot] == 0 {
            self.keys.push(key);
            self.slots[slot] = self.keys.len() as u32;
        }
        self.slots[slot] - 1
    }

    /// The slot of a state: where it is, or where it would be.
    fn slot(&self, key: K) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key.hash() as usize & mask;
        while self.slots[slot] != 0 && self.keys[self.slots[slot] as usize - 1] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<K>() + self.slots.len() * 4) as u64
    }
}

impl Diagram {
    /// The diagram without solutions.
    pub(super) fn empty() -> Self {
        Self { starts: vec![0, 0], edges: Vec::new(), ways: vec![1], items: vec![0], root: None }
    }

    /// Builds the diagram of a layout.
    pub(super) fn new<K: Key>(layout: &Layout<K>, most_bytes: u64) -> Result<Self, FrontierError> {
        let levels = layout.levels.len();
        if levels == 0 {
            return Ok(Self { root: Some(0), ..Self::empty() });
        }
        let mut ranks: Vec<Rank<K>> = (0..=levels).map(|_| Rank::new()).collect();
        let (level, key) = layout.root();
        ranks[level].index(key);
        // The nodes of a level are numbered on from those before it.
        let mut bases = Vec::with_capacity(levels + 1);
        let mut starts: Vec<u32> = vec![0];
        let mut found: Vec<Found> = Vec::new();
        let mut node_items: Vec<u32> = Vec::new();
        for level in 0..levels {
            bases.push(starts.len() - 1);
            let (here, later) = ranks[level..].split_first_mut().expect("there is this level");
            let keys = std::mem::take(&mut here.keys);
            here.slots = Vec::new();
            for key in keys {
                layout.expand(level, key, |option, to, key| {
                    // All ends are one.
                    let key = if to == levels { K::ZERO } else { key };
                    found.push(Found {
                        option: option.map_or(NO_OPTION, |option| option.0),
                        level: to as u32,
                        index: later[to - level - 1].index(key),
                    });
                });
                let end = u32::try_from(found.len()).map_err(|_| too_large(most_bytes))?;
                starts.push(end);
                node_items.push(layout.levels[level].item.0);
            }
            let waiting: u64 = later.iter().map(Rank::bytes).sum();
            let kept = found.capacity() * size_of::<Found>() + starts.capacity() * 8;
            // Pruning takes the numbers of ways and the new edges beside what there is.
            let pruning = starts.len() as u64 * 32 + found.len() as u64 * 4;
            if waiting + kept as u64 + pruning > most_bytes {
                return Err(too_large(most_bytes));
            }
        }
        prune(&bases, &starts, &found, &node_items)
    }

    /// The number of solutions.
    pub fn total(&self) -> u128 {
        self.root.map_or(0, |root| self.ways[root as usize])
    }

    fn edges_of(&self, node: u32) -> &[Edge] {
        let node = node as usize;
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The solution of this number, counted from 0 in the order of the diagram, appended to
    /// `options`.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn solution(&self, mut number: u128, options: &mut Vec<OptionId>) {
        assert!(number < self.total(), "there are only {} solutions", self.total());
        let mut node = self.root.unwrap_or(0);
        while node != 0 {
            for edge in self.edges_of(node) {
                let ways = self.ways[edge.child as usize];
                if number < ways {
                    if edge.option != NO_OPTION {
                        options.push(OptionId(edge.option));
                    }
                    node = edge.child;
                    break;
                }
                number -= ways;
            }
        }
    }

    /// For each of `options` options, in how many solutions it occurs.
    pub fn occurrences(&self, options: usize) -> Vec<u128> {
        let mut occurrences = vec![0; options];
        let Some(root) = self.root else { return occurrences };
        // Nodes are numbered from the end on, so every node comes before those that lead to it.
        let mut arrivals = vec![0_u128; self.ways.len()];
        arrivals[root as usize] = 1;
        for node in (1..=root).rev() {
            for edge in self.edges_of(node) {
                let through = arrivals[node as usize];
                arrivals[edge.child as usize] += through;
                if edge.option != NO_OPTION {
                    // At most the number of solutions, which is known to fit.
                    occurrences[edge.option as usize] += through * self.ways[edge.child as usize];
                }
            }
        }
        occurrences
    }

    /// A worker that goes through the solutions.
    pub fn worker(&self) -> DiagramWorker<'_> {
        DiagramWorker { diagram: self, path: Vec::new(), chosen: Vec::new() }
    }

    /// The node at which a choice ends, if it is one.
    fn follow(&self, node: u32, option: OptionId) -> Option<u32> {
        self.edges_of(node).iter().find_map(|edge| {
            if edge.option == option.0 {
                Some(edge.child)
            } else if edge.option == NO_OPTION {
                self.follow(edge.child, option)
            } else {
                None
            }
        })
    }

    /// The choices at a node, those after leaving items uncovered included. Where there are some
    /// the end cannot be reached without one: each has a required item.
    fn choices(&self, node: u32, options: &mut Vec<OptionId>) {
        for edge in self.edges_of(node) {
            if edge.option == NO_OPTION {
                self.choices(edge.child, options);
            } else {
                options.push(OptionId(edge.option));
            }
        }
    }
}

fn too_large(most_bytes: u64) -> FrontierError {
    FrontierError::TooLarge { most_bytes }
}

/// Counts the ways to finish backward and keeps what has any.
fn prune(
    bases: &[usize],
    starts: &[u32],
    found: &[Found],
    node_items: &[u32],
) -> Result<Diagram, FrontierError> {
    let nodes = starts.len() - 1;
    let levels = bases.len();
    let mut diagram = Diagram::empty();
    // New numbers of live nodes; zero for dead ones, and for the end.
    let mut numbers = vec![0_u32; nodes];
    for node in (0..nodes).rev() {
        let mut sum = 0_u128;
        for found in &found[starts[node] as usize..starts[node + 1] as usize] {
            let child = if found.level as usize == levels {
                0
            } else {
                match numbers[bases[found.level as usize] + found.index as usize] {
                    0 => continue,
                    number => number,
                }
            };
            let ways = diagram.ways[child as usize];
            sum = sum.checked_add(ways).ok_or(FrontierError::TooMany)?;
            diagram.edges.push(Edge { option: found.option, child });
        }
        if sum > 0 {
            numbers[node] = diagram.ways.len() as u32;
            diagram.ways.push(sum);
            diagram.items.push(node_items[node]);
            diagram.starts.push(diagram.edges.len() as u32);
        }
    }
    diagram.root = numbers.first().copied().filter(|&root| root > 0);
    Ok(diagram)
}

/// Goes through the solutions of a diagram.
#[derive(Debug)]
pub struct DiagramWorker<'a> {
    diagram: &'a Diagram,
    /// For each node on the way, its edges that are still to be taken.
    path: Vec<(u32, u32)>,
    chosen: Vec<OptionId>,
}

impl DiagramWorker<'_> {
    /// The node at the end of a prefix.
    fn node(&self, prefix: &[OptionId]) -> Option<u32> {
        prefix
            .iter()
            .try_fold(self.diagram.root?, |node, &option| self.diagram.follow(node, option))
    }
}

impl Worker for DiagramWorker<'_> {
    fn branch(&mut self, prefix: &[OptionId]) -> Branch {
        let Some(node) = self.node(prefix) else { return Branch::Dead };
        let mut options = Vec::new();
        self.diagram.choices(node, &mut options);
        if options.is_empty() {
            // Every node can reach the end; where nothing can be chosen, everything is covered.
            return Branch::Solution;
        }
        Branch::Choices { item: ItemId(self.diagram.items[node as usize]), options }
    }

    fn run<V: Visitor>(&mut self, prefix: &[OptionId], visitor: &mut V, stop: &Stop) -> Explored {
        let Some(node) = self.node(prefix) else {
            return Explored { nodes: u64::from(prefix.is_empty()), complete: true };
        };
        let Self { diagram, path, chosen } = self;
        chosen.clear();
        chosen.extend_from_slice(prefix);
        path.clear();
        let mut explored = Explored { nodes: 1, complete: true };
        if node == 0 {
            explored.complete = visitor.solution(chosen).is_continue();
            return explored;
        }
        let span = |node: u32| (diagram.starts[node as usize], diagram.starts[node as usize + 1]);
        path.push(span(node));
        while let Some((next, end)) = path.last_mut() {
            if next == end {
                path.pop();
                // The choice that led here, if there was one: its edge is the last one taken.
                if let Some(&(next, _)) = path.last()
                    && diagram.edges[next as usize - 1].option != NO_OPTION
                {
                    chosen.pop();
                }
                continue;
            }
            let edge = diagram.edges[*next as usize];
            *next += 1;
            explored.nodes += u64::from(edge.option != NO_OPTION);
            if explored.nodes.is_multiple_of(NODES_PER_LOOK) && stop.is_requested() {
                explored.complete = false;
                return explored;
            }
            if edge.option != NO_OPTION {
                chosen.push(OptionId(edge.option));
            }
            if edge.child != 0 {
                path.push(span(edge.child));
                continue;
            }
            if let ControlFlow::Break(()) = visitor.solution(chosen) {
                explored.complete = false;
                return explored;
            }
            if edge.option != NO_OPTION {
                chosen.pop();
            }
        }
        explored
    }
}
