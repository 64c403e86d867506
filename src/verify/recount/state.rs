//! States of a sweep, and their hashes.

use std::hash::{BuildHasher, Hash, Hasher};

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<const W: usize>(pub [u64; W]);

impl<const W: usize> State<W> {
    /// A hash, of which each bit depends on the whole state.
    #[inline]
    pub fn hash(&self) -> u64 {
        Mixer::default().hash_one(self)
    }
}

impl<const W: usize> Hash for State<W> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for &word in &self.0 {
            hasher.write_u64(word);
        }
    }
}

/// Hashes words by wide multiplications.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mixer(u64);

impl Default for Mixer {
    fn default() -> Self {
        Self(0x517c_c1b7_2722_0a95)
    }
}

impl BuildHasher for Mixer {
    type Hasher = Self;

    #[inline]
    fn build_hasher(&self) -> Self {
        *self
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
