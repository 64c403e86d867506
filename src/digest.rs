//! The head of a SHA-256: a name for what was hashed.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// The first 16 bytes of a SHA-256, or another number of 128 bits, written as 32 hexadecimal
/// digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Digest(pub u128);

impl Digest {
    /// The head of what was hashed.
    pub fn of(hash: Sha256) -> Self {
        let digest = hash.finalize();
        let mut head = [0; 16];
        head.copy_from_slice(&digest[..16]);
        Self(u128::from_be_bytes(head))
    }

    /// The head of the SHA-256 of a value's JSON, which is the same for equal values.
    pub fn of_json(value: &impl Serialize) -> Self {
        // Writing such data as text cannot fail: all keys are strings.
        let text = serde_json::to_vec(value).unwrap_or_default();
        Self::of(Sha256::new().chain_update(text))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u128::from_str_radix(&text, 16).map(Self).map_err(serde::de::Error::custom)
    }
}
