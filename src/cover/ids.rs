//! The numbers of items and options.

use serde::{Deserialize, Serialize};

/// Index of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct ItemId(pub u32);

/// Index of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct OptionId(pub u32);

impl ItemId {
    /// As an index into a slice.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl OptionId {
    /// As an index into a slice.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
