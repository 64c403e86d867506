//! Slices of a diagram: the solutions that cover a certain item by certain options.
//!
//! Where every solution covers an item once, the options with the item divide the solutions. For
//! each node it is known which slices still lie below it, so that going through one slice meets no
//! dead end, and going through all of them visits little more than going through the whole would.
//! Memory: 16 bytes for each node, 1 for each option.

use std::ops::ControlFlow;

use crate::cover::OptionId;

use super::diagram::{Diagram, NO_OPTION};

/// How many slices there may be.
pub const MOST_SLICES: usize = u128::BITS as usize;

/// Stands for an option that chooses no slice.
const NONE: u8 = u8::MAX;

/// Follows the way through a diagram, choice by choice.
pub trait Path {
    /// An option is chosen.
    fn push(&mut self, option: OptionId);

    /// The last choice is taken back.
    fn pop(&mut self);

    /// What was chosen is a solution; `Break` ends the walk.
    fn solution(&mut self) -> ControlFlow<()>;
}

/// A diagram whose solutions are divided.
#[derive(Clone, Debug)]
pub struct Slices<'a> {
    diagram: &'a Diagram,
    /// The slice of each option that chooses one.
    of_option: Vec<u8>,
    /// For each node, the slices that the options below it choose.
    below: Vec<u128>,
}

impl<'a> Slices<'a> {
    /// Divides the solutions of a diagram by the options that choose a slice. Every solution must
    /// have exactly one such option.
    ///
    /// # Panics
    /// When there are more than [`MOST_SLICES`].
    pub fn new(diagram: &'a Diagram, of_option: &[Option<usize>]) -> Self {
        let number = |slice: &Option<usize>| {
            slice.map_or(NONE, |slice| {
                assert!(slice < MOST_SLICES, "too many slices");
                slice as u8
            })
        };
        let of_option: Vec<u8> = of_option.iter().map(number).collect();
        let mut below = vec![0_u128; diagram.ways.len()];
        // Children have smaller numbers.
        for node in 1..below.len() {
            let edges = diagram.edges_of(node as u32).iter();
            below[node] = edges.fold(0, |slices, edge| {
                slices
                    | match slice(&of_option, edge.option) {
                        NONE => below[edge.child as usize],
                        slice => 1 << slice,
                    }
            });
        }
        Self { diagram, of_option, below }
    }

    /// Goes through the solutions of a slice.
    pub fn walk(&self, slice: usize, path: &mut impl Path) -> ControlFlow<()> {
        match self.diagram.root {
            Some(root) if self.below[root as usize] >> slice & 1 == 1 => {
                self.walk_to(root, slice as u8, path)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Goes on below a node above which no slice has been chosen.
    fn walk_to(&self, node: u32, wanted: u8, path: &mut impl Path) -> ControlFlow<()> {
        for edge in self.diagram.edges_of(node) {
            let chosen = slice(&self.of_option, edge.option);
            if chosen == NONE && self.below[edge.child as usize] >> wanted & 1 == 0
                || chosen != NONE && chosen != wanted
            {
                continue;
            }
            if edge.option != NO_OPTION {
                path.push(OptionId(edge.option));
            }
            if chosen == wanted {
                self.walk_below(edge.child, path)?;
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
    fn walk_below(&self, node: u32, path: &mut impl Path) -> ControlFlow<()> {
        if node == 0 {
            return path.solution();
        }
        for edge in self.diagram.edges_of(node) {
            if edge.option == NO_OPTION {
                self.walk_below(edge.child, path)?;
                continue;
            }
            path.push(OptionId(edge.option));
            self.walk_below(edge.child, path)?;
            path.pop();
        }
        ControlFlow::Continue(())
    }
}

/// The slice that an edge's option chooses.
fn slice(of_option: &[u8], option: u32) -> u8 {
    of_option.get(option as usize).copied().unwrap_or(NONE)
}
