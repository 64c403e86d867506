//! Slices of a diagram: the solutions that cover a certain item by certain options.
//!
//! Where every solution covers an item once, the options with the item divide the solutions. For
//! each edge it is known which slices lie along it, so that going through one slice meets no
//! dead end.
//!
//! Most nodes on the ways through a diagram are near the end, where each has few ways on, and many
//! ways lead to each. So the ways on from the first node of each path that has few of them, its
//! *tails*, are listed once; then a walk only goes to such nodes, and a solution is what was chosen
//! until then and a tail.
//!
//! Memory: 16 bytes for each edge, 20 for each node, about 40 for each tail.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::cover::OptionId;

use super::diagram::{Diagram, NO_OPTION};

/// How many slices there may be.
pub(crate) const MOST_SLICES: usize = u128::BITS as usize;

/// Stands for an option that chooses no slice.
const NONE: u8 = u8::MAX;

/// The most ways on from a node whose tails are listed, as a power of two.
const LONGEST_LIST: u32 = 8;

/// Follows the way through a diagram, choice by choice.
pub(crate) trait Path {
    /// An option is chosen.
    fn push(&mut self, option: OptionId);

    /// The last choice is taken back.
    fn pop(&mut self);

    /// What was chosen and each of these tails is a solution; `Break` ends the walk.
    fn tails(&mut self, tails: std::ops::Range<usize>) -> ControlFlow<()>;
}

/// A way from a node to the end.
#[derive(Clone, Copy, Debug)]
struct Tail {
    /// The slice that it chooses, if it does.
    slice: u8,
    /// Where its options begin; they end where those of the next one begin.
    from: u32,
}

/// A diagram whose solutions are divided.
#[derive(Clone, Debug)]
pub(crate) struct Slices<'a> {
    diagram: &'a Diagram,
    /// The slice of each option that chooses one.
    of_option: Vec<u8>,
    /// For each edge, the slices that its option or those below it choose. Beside the edges, so that
    /// those that lead nowhere are passed over without a look at the nodes.
    along: Vec<u128>,
    /// For each node at which tails begin, the first of them; they are as many as its ways.
    first_tail: Vec<u32>,
    /// Those of a node by slice; and one more at the end.
    tails: Vec<Tail>,
    options: Vec<OptionId>,
}

/// Marks a node whose tails are not listed.
const NOT_LISTED: u32 = u32::MAX;

impl<'a> Slices<'a> {
    /// Divides the solutions of a diagram by the options that choose a slice. Every solution must
    /// have exactly one such option. At most `most_tails` tails are listed.
    ///
    /// # Panics
    /// When there are more than [`MOST_SLICES`].
    pub fn new(diagram: &'a Diagram, of_option: &[Option<usize>], most_tails: u64) -> Self {
        let number = |slice: &Option<usize>| {
            slice.map_or(NONE, |slice| {
                assert!(slice < MOST_SLICES, "too many slices");
                slice as u8
            })
        };
        let of_option: Vec<u8> = of_option.iter().map(number).collect();
        let mut below = vec![0_u128; diagram.ways.len()];
        let mut along = Vec::with_capacity(diagram.edges.len());
        // Children have smaller numbers, and edges are in the order of their nodes.
        for node in 1..below.len() {
            for edge in diagram.edges_of(node as u32) {
                let slices = match slice(&of_option, edge.option) {
                    NONE => below[edge.child as usize],
                    slice => 1 << slice,
                };
                along.push(slices);
                below[node] |= slices;
            }
        }
        let mut slices = Self {
            diagram,
            of_option,
            along,
            first_tail: vec![NOT_LISTED; diagram.ways.len()],
            tails: Vec::new(),
            options: Vec::new(),
        };
        slices.list_tails(most_tails);
        slices
    }

    /// The solutions of a diagram, not divided. At most `most_tails` tails are listed.
    pub fn undivided(diagram: &'a Diagram, most_tails: u64) -> Self {
        let mut slices = Self {
            diagram,
            of_option: Vec::new(),
            along: Vec::new(),
            first_tail: vec![NOT_LISTED; diagram.ways.len()],
            tails: Vec::new(),
            options: Vec::new(),
        };
        slices.list_tails(most_tails);
        slices
    }

    /// Cuts the diagram into parts, as many as asked for where there are enough: the choices that
    /// lead to each, and its node.
    pub fn prefixes(&self, about: usize) -> Vec<(Vec<OptionId>, u32)> {
        let mut done = Vec::new();
        let mut open: VecDeque<(Vec<OptionId>, u32)> =
            self.diagram.root.iter().map(|&root| (Vec::new(), root)).collect();
        while let Some((options, node)) = open.pop_front() {
            if done.len() + open.len() >= about || self.tails_of(node).is_some() {
                done.push((options, node));
                continue;
            }
            for edge in self.diagram.edges_of(node) {
                let mut options = options.clone();
                if edge.option != NO_OPTION {
                    options.push(OptionId(edge.option));
                }
                open.push_back((options, edge.child));
            }
        }
        done
    }

    /// Lists the tails of every node with few ways on that is entered from one with more.
    fn list_tails(&mut self, most_tails: u64) {
        let diagram = self.diagram;
        let Some(root) = diagram.root else { return };
        // For each node, the most ways on from a node that leads to it; the root is entered anyway.
        let mut entered_from = vec![0_u32; diagram.ways.len()];
        entered_from[root as usize] = u32::MAX;
        let few = |ways: u128| u32::try_from(ways).unwrap_or(u32::MAX);
        for node in 1..=root {
            let ways = few(diagram.ways[node as usize]);
            for edge in diagram.edges_of(node) {
                let most = &mut entered_from[edge.child as usize];
                *most = ways.max(*most);
            }
        }
        let mut tails = [0_u64; LONGEST_LIST as usize + 1];
        for (&ways, &from) in diagram.ways.iter().zip(&entered_from) {
            // It is an entry where as many ways are few, but those where it is entered from are not.
            let powers = powers(few(ways))..powers(from).min(LONGEST_LIST + 1);
            for power in powers {
                tails[power as usize] += ways as u64;
            }
        }
        // Listing a tail must take less than going there again and again; but those of nodes with
        // one way on are listed where they can be.
        let few_enough = u128::from(most_tails).min(diagram.total() / 8) as u64;
        let power = tails.iter().rposition(|&tails| tails <= few_enough);
        let limit = match power {
            Some(power) => 1 << power,
            None => u32::from(tails[0] <= most_tails),
        };
        // The end has its tail, which is empty, in any case.
        let is_entry = |node: usize| match limit {
            0 => node == 0,
            _ => few(diagram.ways[node]) <= limit && entered_from[node] > limit,
        };
        let mut way = Vec::new();
        for node in 0..diagram.ways.len() {
            if is_entry(node) {
                let first = self.tails.len();
                self.first_tail[node] = first as u32;
                self.list_from(node as u32, NONE, &mut way);
                self.sort_by_slice(first);
            }
        }
        self.tails.push(Tail { slice: NONE, from: self.options.len() as u32 });
    }

    /// Lists the tails that begin with these choices.
    fn list_from(&mut self, node: u32, chosen: u8, way: &mut Vec<OptionId>) {
        if node == 0 {
            self.tails.push(Tail { slice: chosen, from: self.options.len() as u32 });
            self.options.extend_from_slice(way);
        }
        let diagram = self.diagram;
        for edge in diagram.edges_of(node) {
            if edge.option == NO_OPTION {
                self.list_from(edge.child, chosen, way);
                continue;
            }
            way.push(OptionId(edge.option));
            let chosen = chosen.min(slice(&self.of_option, edge.option));
            self.list_from(edge.child, chosen, way);
            way.pop();
        }
    }

    /// Puts the last tails, from this one on, in the order of their slices.
    fn sort_by_slice(&mut self, first: usize) {
        if self.tails[first..].is_sorted_by_key(|tail| tail.slice) {
            return;
        }
        let from = self.tails[first].from as usize;
        let options = self.options.split_off(from);
        let mut ends: Vec<usize> =
            self.tails[first..].iter().skip(1).map(|tail| tail.from as usize - from).collect();
        ends.push(options.len());
        let mut tails: Vec<(Tail, usize)> = self.tails.drain(first..).zip(ends).collect();
        tails.sort_by_key(|(tail, _)| tail.slice);
        for (tail, end) in tails {
            let own = &options[tail.from as usize - from..end];
            self.tails.push(Tail { from: self.options.len() as u32, ..tail });
            self.options.extend_from_slice(own);
        }
    }

    /// The options of each tail.
    pub fn tails(&self) -> impl Iterator<Item = &[OptionId]> {
        (0..self.tails.len().saturating_sub(1)).map(|tail| self.tail(tail))
    }

    /// The options of a tail.
    pub fn tail(&self, tail: usize) -> &[OptionId] {
        let [from, to] = [tail, tail + 1].map(|tail| self.tails[tail].from as usize);
        &self.options[from..to]
    }

    /// Goes through the solutions of a slice.
    pub fn walk(&self, slice: usize, path: &mut impl Path) -> ControlFlow<()> {
        match self.diagram.root {
            Some(root) => self.walk_to(root, slice as u8, path),
            None => ControlFlow::Continue(()),
        }
    }

    /// The tails of a node, if they are listed.
    #[inline]
    fn tails_of(&self, node: u32) -> Option<std::ops::Range<usize>> {
        let first = self.first_tail[node as usize];
        let first = (first != NOT_LISTED).then_some(first as usize)?;
        Some(first..first + self.diagram.ways[node as usize] as usize)
    }

    /// Goes on at a node above which no slice has been chosen.
    fn walk_to(&self, node: u32, wanted: u8, path: &mut impl Path) -> ControlFlow<()> {
        if let Some(tails) = self.tails_of(node) {
            let of_slice = |slice: u8| {
                tails.start + self.tails[tails.clone()].partition_point(|tail| tail.slice < slice)
            };
            return path.tails(of_slice(wanted)..of_slice(wanted + 1));
        }
        let from = self.diagram.starts[node as usize] as usize;
        for (edge, slices) in self.diagram.edges_of(node).iter().zip(&self.along[from..]) {
            if slices >> wanted & 1 == 0 {
                continue;
            }
            if edge.option != NO_OPTION {
                path.push(OptionId(edge.option));
            }
            if slice(&self.of_option, edge.option) == wanted {
                self.walk_from(edge.child, path)?;
            } else {
                self.walk_to(edge.child, wanted, path)?;
            }
            if edge.option != NO_OPTION {
                path.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes through everything below a node.
    pub fn walk_from(&self, node: u32, path: &mut impl Path) -> ControlFlow<()> {
        if let Some(tails) = self.tails_of(node) {
            return path.tails(tails);
        }
        for edge in self.diagram.edges_of(node) {
            if edge.option == NO_OPTION {
                self.walk_from(edge.child, path)?;
                continue;
            }
            path.push(OptionId(edge.option));
            self.walk_from(edge.child, path)?;
            path.pop();
        }
        ControlFlow::Continue(())
    }
}

/// The least power of two that is no less than a number, as its exponent.
fn powers(number: u32) -> u32 {
    u32::BITS - number.saturating_sub(1).leading_zeros()
}

/// The slice that an edge's option chooses.
fn slice(of_option: &[u8], option: u32) -> u8 {
    of_option.get(option as usize).copied().unwrap_or(NONE)
}
