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
//! Most nodes are in lists of masks, where a node takes about 45 ns with AVX-512. What was tried
//! on the way is in results/ladder.md.
//!
//! The loops are compiled once for each processor level (`simd_level`), by jobs that are marked
//! `inline(always)` throughout.

mod case;
mod context;
mod explore;
mod generation;
mod kernel;
mod mask_list;
mod multiplicity;
mod pack;
mod walk;
mod worker;

pub(crate) use generation::Generation;
pub(crate) use worker::{Search, SearchWorker};
