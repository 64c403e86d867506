//! What must outlive a process: checkpoints of runs, shards, and files of solutions.

pub(crate) mod check;
pub(crate) mod checkpoint;
pub(crate) mod listing;
pub(crate) mod output;
mod run_journal;
pub(crate) mod shard;
