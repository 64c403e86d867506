//! Engines: everything that visits the solutions of a case, behind one interface.
//!
//! An engine knows the problem and nothing of puzzles. It is prepared once for a case and shared
//! by all threads; each thread takes a [`Worker`] from it. A worker explores the part of the
//! search tree below a prefix, a list of choices from the root. The tree is the engine's own: the
//! choices that [`Worker::branch`] names are those that [`Worker::run`] makes.
//!
//! A node is a partial solution at which the engine counts what is left and chooses an item to
//! branch on, the root, dead ends and solutions included. The number of nodes does not depend on
//! how the tree is split into prefixes.

#![allow(
    clippy::inline_always,
    reason = "loops must be compiled anew inside each copy for a processor level"
)]

mod capacity;
pub(crate) mod frontier;
mod lanes;
pub(crate) mod links;
pub(crate) mod scan;
pub(crate) mod search;
mod simd_level;
mod threads;
mod tracer;
mod word;
mod worker;

pub(crate) use capacity::Capacity;
pub(crate) use simd_level::SimdLevel;
pub(crate) use threads::Threads;
pub(crate) use tracer::Tracer;
pub(crate) use worker::{Branch, Explored, Tally, Visitor, WorkSplitter, Worker};
