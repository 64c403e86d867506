//! How many ways lead to a state, in integers as wide as they need to be.
//!
//! A sweep begins with 64 bits and is done anew with wider integers where they do not suffice: with
//! 128 bits, then with as many as it takes, which is about ten times slower.

use num_bigint::BigUint;

use crate::count::Count;

use super::error::Overflow;
use super::flight::OnHeap;

/// An exact number of ways, which says when it overflows.
pub(super) trait Ways: OnHeap + Clone + Send + Sync + 'static {
    const ZERO: Self;
    fn one() -> Self;
    fn add(&mut self, other: &Self) -> Result<(), Overflow>;
    fn into_count(self) -> Count;
}

macro_rules! ways {
    ($($number:ty),*) => {$(
        impl OnHeap for $number {}

        impl Ways for $number {
            const ZERO: Self = 0;

            fn one() -> Self {
                1
            }

            #[inline]
            fn add(&mut self, other: &Self) -> Result<(), Overflow> {
                *self = self.checked_add(*other).ok_or(Overflow)?;
                Ok(())
            }

            fn into_count(self) -> Count {
                Count::from(u128::from(self))
            }
        }
    )*};
}

ways!(u64, u128);

impl Ways for BigUint {
    const ZERO: Self = Self::ZERO;

    fn one() -> Self {
        Self::from(1_u32)
    }

    fn add(&mut self, other: &Self) -> Result<(), Overflow> {
        *self += other;
        Ok(())
    }

    fn into_count(self) -> Count {
        Count::from(self)
    }
}

impl OnHeap for BigUint {
    fn heap_bytes(&self) -> usize {
        // Memory is given in pieces of no less than sixteen bytes.
        (self.bits() as usize).div_ceil(128) * 16
    }
}
