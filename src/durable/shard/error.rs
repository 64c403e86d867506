//! Why shards cannot be planned, run or merged.

use std::path::PathBuf;

use crate::solve::error::Error;

/// Why shards cannot be planned, run or merged.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum ShardError {
    /// A file is no plan that can be followed.
    #[error("{}: {problem}", path.display())]
    Plan {
        /// Where it is.
        path: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// The plan has no shard of this number.
    #[error("there is no shard {index}: the plan has {shards}, numbered from 0")]
    NoShard {
        /// What was asked for.
        index: usize,
        /// How many there are.
        shards: usize,
    },
    /// A directory of results cannot be read.
    #[error("cannot read the directory {}: {reason}", path.display())]
    Directory {
        /// Where it is.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The shards together are not the whole.
    #[error("nothing is merged:\n  {}", faults.join("\n  "))]
    Refused {
        /// What is wrong with each shard.
        faults: Vec<String>,
    },
    /// A run failed.
    #[error(transparent)]
    Run(#[from] Error),
}
