//! What must outlive a process: checkpoints of runs, and shards.

pub(crate) mod checkpoint;
pub(crate) mod shard;
