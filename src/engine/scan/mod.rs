//! The scan: exact cover in a fixed order of items, many states at once, in little memory.
//!
//! The items are put in an order, and each option hangs at the first of its items. A state is one
//! 64-bit word: which items are covered of the few that options can reach from the first open one,
//! which of the others are (the pieces), and which state it came from. All options that hang at an
//! item are tried on a batch of states, eight to a vector; what comes of them is sorted into one
//! bucket for each item that is the first open one then. No states are merged, and nothing chooses
//! the item at a node, so that a state costs a sixth of a node of the search, and there are more of
//! them.
//!
//! | what | module |
//! |---|---|
//! | which orders there are to choose from | `order` |
//! | the options of an order as words, the levels | `layout` |
//! | the states that wait, and where they came from | `batches` |
//! | in which order a level's options are tried | `steps` |
//! | trying the options of a level on a batch | `expand` |
//! | how many states an order will have | `probe` |
//! | what the bits of a word are for | `word` |
//! | the order that is best, and a case prepared by it | `prepared` |
//! | one thread's means of scanning a case | `worker` |
//! | the same tree depth first, for proofs | `trace` |
//!
//! It declines covers whose states do not fit a word, those with colours or multiplicities, those with
//! options that have the same items, and pieces that may lie where nothing must be covered. Memory:
//! some megabytes for each thread.

mod batches;
mod error;
mod expand;
mod layout;
mod order;
mod prepared;
mod probe;
mod steps;
mod trace;
mod worker;

pub(crate) use error::ScanError;
pub(crate) use prepared::{Outlook, Scan};
pub(crate) use worker::ScanWorker;
