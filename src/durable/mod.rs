//! What must outlive a process: checkpoints of runs, and shards.

pub mod checkpoint;
pub mod shard;
