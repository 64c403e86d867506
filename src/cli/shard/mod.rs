//! `shard`: one search on several machines.

mod action;
mod merge;
mod plan;
mod run;

pub use action::{Action, run};
