//! Why the engine has no result.

use crate::cancel::Cancelled;

/// Why the engine has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FrontierError {
    /// Too many items are in play at once for a state to be kept.
    #[error("{bits} items are in play at once, and a state of the frontier holds at most {most}")]
    TooWide {
        /// How many bits a key would need.
        bits: usize,
        /// How many there may be.
        most: usize,
    },
    /// The diagram, or what is needed to begin a sweep, does not fit the memory.
    #[error("the states do not fit {} MiB", most_bytes >> 20)]
    TooLarge {
        /// The most bytes that were allowed.
        most_bytes: u64,
    },
    /// There are more solutions than a diagram, which counts in 128 bits, can tell apart.
    #[error("there are 2^128 solutions or more: they can be counted, but not numbered")]
    TooMany,
    /// States cannot wait on the disk.
    #[error("the states cannot wait on the disk: {reason}")]
    Disk {
        /// What the system said, or how much of the disk they may take.
        reason: String,
    },
    /// What is to be kept of the sweep cannot be read or written. Whoever keeps it knows why.
    #[error("the sweep cannot be saved")]
    NotSaved,
    /// The callback that is told of progress asked for the end.
    #[error("the sweep was cancelled")]
    Cancelled,
}

impl From<Cancelled> for FrontierError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}
