//! `shard`: one search or sweep on several machines.

mod action;
mod merge;
mod plan;
mod run;

pub use action::{Action, run};
