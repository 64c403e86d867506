//! Recounts: counting all solutions anew, by ways of the checker's own.
//!
//! What counts here is told of a puzzle by the checker's geometry and of a cover by its file, and
//! shares nothing with the engines. It counts every arrangement: by merging states where they merge,
//! by backtracking where they do not, in slices where memory does not suffice. Distinct solutions
//! follow by Burnside's lemma where the solutions that are their own images are counted with little
//! work. A number of ways is exact or an error; a state is never known by its hash alone.
//!
//! | module | what it knows |
//! |---|---|
//! | `run` | a recount from beginning to end |
//! | `requirements` | items, options, and what is left when some are chosen |
//! | `symmetry` | what the motions of the board do to options |
//! | `item_order`, `levels`, `needs`, `outlook`, `state`, `ways`, `sweeper`, `sweep`, `tally` | counting by states that merge |
//! | `backtracking`, `disjoint` | counting where they do not: in general, and where options are masks of items |
//! | `slice`, `terms`, `count`, `searchers` | which of these, and the parts of what is too much at once |
//! | `effort` | what it has taken, and why it ends early |
//! | `claim` | the counts that a recount is compared with |

mod backtracking;
mod claim;
mod count;
mod disjoint;
mod effort;
mod item_order;
mod levels;
mod needs;
mod outlook;
mod requirements;
mod run;
mod searchers;
mod slice;
mod state;
mod sweep;
mod sweeper;
mod symmetry;
mod tally;
mod terms;
mod ways;

pub(crate) use claim::CountClaim;
pub(crate) use effort::RecountProgress;
pub(crate) use run::{RecountError, RecountRequest, Recountable, Recounted};
pub(crate) use slice::SliceName;
pub(crate) use terms::Trial;
