//! The automorphisms of covers: permutations of items and options that keep what the items ask for,
//! which options have which items, and which of their colours differ.
//!
//! They are found by colour refinement and backtracking within an effort that is counted, so that
//! what is found is the same every time. Less than the whole group is always sound.

mod graph;
mod group;
mod guess;
mod option_orbits;
mod orbits;
mod partition;
mod search;

pub(crate) use graph::{Demand, Entry, Graph};
pub(crate) use group::{Automorphisms, Order};
pub(crate) use option_orbits::OptionOrbits;
