//! The key of a state: a fixed number of bits, compared whole.
//!
//! A key holds a bit for each item that is in play and a small counter for each item of which
//! there are several. Which of them is where, [`super::sweep_order`] says.

use std::fmt::Debug;

/// A set of bits that is also a number.
pub(crate) trait Key: Copy + Eq + Send + Sync + Debug + 'static {
    /// How many bits.
    const BITS: usize;
    /// No bits.
    const ZERO: Self;

    /// The key with one bit.
    fn bit(index: usize) -> Self;
    /// The bits of both.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// The sum. No counter straddles a word, so none carries into another.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The bits that are not set.
    #[must_use]
    fn not(self) -> Self;
    /// The eight bits from `8 * index` on.
    fn byte(self, index: usize) -> usize;
    /// A hash, all of whose bits depend on all of the key's.
    fn hash(self) -> u64;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The bits, 64 to a word.
    fn words(&self) -> &[u64];
    /// The same, to be set.
    fn words_mut(&mut self) -> &mut [u64];

    /// The bits of either.
    #[must_use]
    #[inline]
    fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    /// Whether any bit is set in both.
    #[inline]
    fn meets(self, other: Self) -> bool {
        self.and(other) != Self::ZERO
    }

    /// Whether all bits of the other are set.
    #[inline]
    fn has(self, other: Self) -> bool {
        self.and(other) == other
    }
}

/// Multiplies into 128 bits and folds them.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Odd constants from the digits of pi and e.
const PI: u64 = 0x2436_a885_a308_d313 << 1 | 1;
const E: u64 = 0xb7e1_5162_8aed_2a6b;

impl Key for u64 {
    const BITS: usize = 64;
    const ZERO: Self = 0;

    #[inline]
    fn bit(index: usize) -> Self {
        1 << index
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline]
    fn not(self) -> Self {
        !self
    }

    #[inline]
    fn byte(self, index: usize) -> usize {
        (self >> (8 * index)) as usize & 255
    }

    #[inline]
    fn hash(self) -> u64 {
        fold(self ^ PI, E)
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }

    fn words_mut(&mut self) -> &mut [u64] {
        std::slice::from_mut(self)
    }
}

/// A key of `64 * N` bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Key for Wide<N> {
    const BITS: usize = 64 * N;
    const ZERO: Self = Self([0; N]);

    #[inline]
    fn bit(index: usize) -> Self {
        let mut key = Self::ZERO;
        key.0[index / 64] = 1 << (index % 64);
        key
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        let mut words = self.0;
        for w in 0..N {
            words[w] &= other.0[w];
        }
        Self(words)
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        let mut words = self.0;
        for w in 0..N {
            words[w] = words[w].wrapping_add(other.0[w]);
        }
        Self(words)
    }

    #[inline]
    fn not(self) -> Self {
        let mut words = self.0;
        for word in &mut words {
            *word = !*word;
        }
        Self(words)
    }

    #[inline]
    fn byte(self, index: usize) -> usize {
        (self.0[index / 8] >> (8 * (index % 8))) as usize & 255
    }

    #[inline]
    fn hash(self) -> u64 {
        let mut hash = PI;
        for word in self.0 {
            hash = fold(hash ^ word, E);
        }
        hash
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn words(&self) -> &[u64] {
        &self.0
    }

    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::random::repeatable(256))]

        #[test]
        fn wide_keys_do_what_narrow_ones_do(a: u64, b: u64, index in 0_usize..64) {
            let wide = |word: u64| Wide([0, word]);
            prop_assert_eq!(wide(a).and(wide(b)), wide(a & b));
            prop_assert_eq!(wide(a).or(wide(b)), wide(a | b));
            prop_assert_eq!(wide(a).plus(wide(b)), wide(a.wrapping_add(b)));
            prop_assert_eq!(Wide::<2>::bit(64 + index), wide(u64::bit(index)));
            prop_assert_eq!(wide(a).byte(8 + index / 8), a.byte(index / 8));
            prop_assert_eq!(wide(a).has(wide(b)), a.has(b));
            prop_assert_eq!(wide(a).meets(wide(b)), a.meets(b));
        }
    }
}
