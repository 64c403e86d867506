//! Bit masks over cells and items, with the two operations that a closed axis needs: rotating a
//! field of bits, and reversing it.
//!
//! A field is the lowest `len` bits of a mask. On a tower whose closed axis is the slow one,
//! cell (row, column) is bit `column * rows + row`; turning the tower by `k` columns rotates the
//! field left by `k * rows`, and standing it on its head reverses the field.
//!
//! Every seed puzzle fits `u128`; other people's may not, so the width is a type parameter,
//! chosen once per puzzle.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of small numbers.
pub(crate) trait Mask: Copy + Eq + Hash + Ord + Debug {
    /// No bits.
    const EMPTY: Self;

    /// The mask with one bit.
    fn bit(index: usize) -> Self;
    /// The bits of either.
    #[must_use]
    fn union(self, other: Self) -> Self;
    /// Whether no bit is in both.
    fn is_disjoint(self, other: Self) -> bool;
    /// Rotates the lowest `len` bits left by `by` places; `by < len`, and no other bit is set.
    #[must_use]
    fn rotate_field(self, len: usize, by: usize) -> Self;
    /// Reverses the lowest `len` bits; no other bit is set.
    #[must_use]
    fn reverse_field(self, len: usize) -> Self;
    /// The bits that are set, ascending.
    fn ones(self) -> impl Iterator<Item = usize>;

    /// The mask of these bits.
    #[must_use]
    fn of(bits: impl IntoIterator<Item = usize>) -> Self {
        let mut mask = Self::EMPTY;
        for index in bits {
            mask = mask.union(Self::bit(index));
        }
        mask
    }
}

impl Mask for u128 {
    const EMPTY: Self = 0;

    fn bit(index: usize) -> Self {
        1 << index
    }

    fn union(self, other: Self) -> Self {
        self | other
    }

    fn is_disjoint(self, other: Self) -> bool {
        self & other == 0
    }

    fn rotate_field(self, len: usize, by: usize) -> Self {
        if by == 0 {
            return self;
        }
        let field = Self::MAX >> (Self::BITS as usize - len);
        (self << by | self >> (len - by)) & field
    }

    fn reverse_field(self, len: usize) -> Self {
        if len == 0 { 0 } else { self.reverse_bits() >> (Self::BITS as usize - len) }
    }

    fn ones(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let index = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (index < 128).then_some(index)
        })
    }
}

/// A mask of `64 * N` bits, for boards that do not fit `u128`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Mask for Wide<N> {
    const EMPTY: Self = Self([0; N]);

    fn bit(index: usize) -> Self {
        let mut mask = Self::EMPTY;
        mask.0[index / 64] |= 1 << (index % 64);
        mask
    }

    fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|w| self.0[w] | other.0[w]))
    }

    fn is_disjoint(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(mine, theirs)| mine & theirs == 0)
    }

    fn rotate_field(self, len: usize, by: usize) -> Self {
        Self::of(self.ones().map(|index| (index + by) % len))
    }

    fn reverse_field(self, len: usize) -> Self {
        Self::of(self.ones().map(|index| len - 1 - index))
    }

    fn ones(self) -> impl Iterator<Item = usize> {
        (0..N).flat_map(move |w| u128::from(self.0[w]).ones().map(move |bit| 64 * w + bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_rotated_field_wraps_round_its_end() {
        let edge = u128::of([0, 1, 10, 11]);
        assert_eq!(edge.rotate_field(12, 2), u128::of([0, 1, 2, 3]));
        assert_eq!(u128::of([0, 3]).reverse_field(12), u128::of([11, 8]));
    }

    proptest! {
        #![proptest_config(crate::random::repeatable(256))]

        #[test]
        fn the_narrow_and_the_wide_mask_agree(
            len in 1_usize..=128,
            bits in prop::collection::vec(0_usize..128, 0..20),
            by in 0_usize..128,
        ) {
            let bits: Vec<usize> = bits.into_iter().map(|bit| bit % len).collect();
            let by = by % len;
            let (narrow, wide) = (u128::of(bits.clone()), Wide::<3>::of(bits));
            let list = |mask: Wide<3>| mask.ones().collect::<Vec<_>>();
            prop_assert_eq!(narrow.ones().collect::<Vec<_>>(), list(wide));
            prop_assert_eq!(
                narrow.rotate_field(len, by).ones().collect::<Vec<_>>(),
                list(wide.rotate_field(len, by))
            );
            prop_assert_eq!(
                narrow.reverse_field(len).ones().collect::<Vec<_>>(),
                list(wide.reverse_field(len))
            );
        }
    }
}
