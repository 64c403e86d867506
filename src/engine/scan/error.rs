//! Why a cover cannot be scanned.

use crate::cancel::Cancelled;
use crate::engine::word::STATE_BITS;

/// Why a cover cannot be scanned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum ScanError {
    /// Items may be covered several times, or have colours.
    #[error("the engine scan takes no covers with multiplicities or colours")]
    NotStandard,
    /// A required item without a place in the order has an option without any.
    #[error("the engine scan takes no options without an item in its order")]
    Unordered,
    /// Options have the same items, so that states do not tell which of them were chosen.
    #[error("the engine scan takes no options with the same items")]
    Alike,
    /// A first look says that there are more states than are worth a closer one.
    #[error("a scan seems to have more than {most:.0} states")]
    TooManyStates {
        /// How many would have been.
        most: f64,
    },
    /// It was cancelled before it was laid out.
    #[error("the scan was cancelled before it was laid out")]
    Cancelled,
    /// A state does not fit a word.
    #[error(
        "{bits} items are in play at once, and a state of the engine scan has {STATE_BITS} bits"
    )]
    TooWide {
        /// How many bits a state would need.
        bits: usize,
    },
}

impl From<Cancelled> for ScanError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}
