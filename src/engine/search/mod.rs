//! The bitset engine: exact cover by counting live options, in constant memory.
//!
//! The column choice is that of dancing links, over precomputed bit rows instead of links:
//! always the first item with the fewest options left. A table of class capacities cuts branches
//! in which what is left cannot fill, say, a row of the board.
//!
//! | where | representation | module |
//! |---|---|---|
//! | near the root | a bitset of all options | `kernel` |
//! | at most 64 items left, none with copies | lists of masks, a few nodes side by side | `mask_list`, over `lanes` |
//! | at most 256 options left otherwise | a bitset of those options | `pack` |
//!
//! In bitsets, how many live options items have is kept up from node to node where choices take few away
//! (`live_counts`). Most nodes are in lists of masks, where a node takes about 45 ns with AVX-512. What was tried
//! on the way is in results/ladder.md.
//!
//! The loops are compiled once for each processor level (`simd_level`), by jobs that are marked
//! `inline(always)` throughout.

mod case;
mod context;
mod explore;
mod generation;
mod kernel;
mod live_counts;
mod mask_list;
mod multiplicity;
mod pack;
mod stack;
mod walk;
mod width;
mod worker;

pub(crate) use generation::Generation;
pub(crate) use walk::PickOne;
pub(crate) use worker::{Search, SearchWorker};
