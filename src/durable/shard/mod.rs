//! Shards: one search, done in parts by processes that share nothing but a file.
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
//! Only the engine `search` is split: a sweep of the engine `frontier` merges states that lie in
//! different branches, so that its parts would do most of the work twice. (Of the one-sided pentominoes
//! on 6 x 15, each eighth of the states of a level leads to half of all states.)
//!
//! Invariants: each task of the search belongs to one shard; the journal of a shard names its plan
//! and its number, so that none is taken for another.

mod balance;
mod error;
mod merge;
pub(crate) mod part;
mod plan;
mod shards;

pub(crate) use error::ShardError;
#[cfg(test)]
pub(crate) use plan::ShardPlan;
pub(crate) use plan::{MOST_SHARDS, Source};
pub(crate) use shards::Shards;
