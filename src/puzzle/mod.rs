//! Puzzles: the description, its geometry, and its compilation to exact cover.

pub(crate) mod builder;
pub(crate) mod catalog;
pub(crate) mod compile;
pub(crate) mod coordinates;
pub(crate) mod copies;
pub(crate) mod drawing;
pub(crate) mod edges;
pub(crate) mod error;
pub(crate) mod family;
pub(crate) mod file;
pub(crate) mod given;
pub(crate) mod group;
pub(crate) mod honeycomb;
pub(crate) mod infeasibility;
pub(crate) mod label;
pub(crate) mod lattice;
pub(crate) mod mark;
pub(crate) mod model;
pub(crate) mod motion;
pub(crate) mod paint;
pub(crate) mod placement;
pub(crate) mod region;
pub(crate) mod rules;
pub(crate) mod sets;
pub(crate) mod turn;
pub(crate) mod xmpuzzle;

pub(crate) use compile::{Compiled, compile};
pub(crate) use model::{Family, Puzzle};
