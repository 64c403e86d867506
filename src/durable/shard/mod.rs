//! Shards: one search or one sweep, done in parts by processes that share nothing but a file.
//!
//! A [`ShardPlan`] is a file that says which tasks there are and which shard does which; it carries
//! the text of the puzzle or the cover, so that it means the same wherever it is read. [`Shards`] is a plan that was
//! checked against what this program makes of the puzzle. What a shard has done is its journal,
//! `shard-K.journal`, with its solutions beside: a shard that is killed goes on where it was, one
//! that is finished has nothing left to do, and the result of all is the sum of what the journals
//! hold, if together they hold every task once.
//!
//! What needs no files, [`part::Shard`] carries as a text: a count alone, of which nothing is saved on
//! the way.
//!
//! A search by the engine `search` is split into tasks, and a count by the engine `frontier` into cases
//! by where some pieces lie (see [`crate::engine::frontier::SweepPart`]). That costs states, since what
//! agrees on those pieces is met in several shards, but far fewer than slices of a level would: of the
//! one-sided pentominoes on 6 x 15, each eighth of the states of a level leads to half of all states.
//!
//! Invariants: each task and each case belongs to one shard; the journal of a shard names its plan
//! and its number, so that none is taken for another.

mod balance;
mod division;
mod error;
mod merge;
pub(crate) mod part;
mod plan;
mod shards;

pub(crate) use error::ShardError;
pub(crate) use plan::{MOST_SHARDS, ShardPlan, Source};
pub(crate) use shards::Shards;
