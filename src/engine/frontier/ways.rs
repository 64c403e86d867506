//! How many ways lead to a state, in integers as wide as they need to be.
//!
//! A sweep begins with 64 bits. Before they would not suffice it goes on with wider integers: with 128
//! bits, then with as many as it takes, which is about ten times slower.

use std::io::{self, Read};

use num_bigint::BigUint;

use crate::count::Count;

use super::flight::OnHeap;

/// An exact number of ways.
pub(super) trait Ways: OnHeap + Clone + Send + Sync + 'static {
    /// What a sweep goes on with where these do not suffice.
    type Wider: Ways;
    const ZERO: Self;
    /// How many bytes a number takes in a file; none where there is no limit.
    const BYTES: u8;
    fn one() -> Self;
    fn wider(self) -> Self::Wider;
    /// Adds this many; false, and nothing added, where the sum does not fit.
    fn add(&mut self, other: &Self) -> bool;
    /// Becomes the larger one of the two. Where any sum fits, nobody needs to know that.
    fn raise(&mut self, other: &Self);
    /// Whether the sum of so many fits of which none is larger than this.
    fn fits_times(&self, count: usize) -> bool;
    fn into_count(self) -> Count;
    /// Appends the number, lowest byte first.
    fn append_to(&self, bytes: &mut Vec<u8>);
    /// Reads a number that was written so, by the same type or a narrower one.
    fn read(input: &mut (impl Read + ?Sized), bytes: u8) -> io::Result<Self>;
}

macro_rules! ways {
    ($($number:ty, $wider:ty;)*) => {$(
        impl OnHeap for $number {}

        impl Ways for $number {
            type Wider = $wider;
            const ZERO: Self = 0;
            const BYTES: u8 = size_of::<Self>() as u8;

            fn one() -> Self {
                1
            }

            fn wider(self) -> Self::Wider {
                self.into()
            }

            #[inline]
            fn add(&mut self, other: &Self) -> bool {
                let (sum, is_beyond) = self.overflowing_add(*other);
                if !is_beyond {
                    *self = sum;
                }
                !is_beyond
            }

            #[inline]
            fn raise(&mut self, other: &Self) {
                *self = (*self).max(*other);
            }

            fn fits_times(&self, count: usize) -> bool {
                self.checked_mul(count as Self).is_some()
            }

            fn into_count(self) -> Count {
                Count::from(u128::from(self))
            }

            #[inline]
            fn append_to(&self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn read(input: &mut (impl Read + ?Sized), bytes: u8) -> io::Result<Self> {
                let mut digits = [0; size_of::<Self>()];
                input.read_exact(&mut digits[..usize::from(bytes)])?;
                Ok(Self::from_le_bytes(digits))
            }
        }
    )*};
}

ways!(u64, u128; u128, BigUint;);

impl Ways for BigUint {
    type Wider = Self;
    const ZERO: Self = Self::ZERO;
    const BYTES: u8 = 0;

    fn one() -> Self {
        Self::from(1_u32)
    }

    fn wider(self) -> Self {
        self
    }

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }

    fn raise(&mut self, _: &Self) {}

    fn fits_times(&self, _: usize) -> bool {
        true
    }

    fn into_count(self) -> Count {
        Count::from(self)
    }

    fn append_to(&self, bytes: &mut Vec<u8>) {
        let digits = self.to_bytes_le();
        bytes.extend((digits.len() as u64).to_le_bytes());
        bytes.extend(digits);
    }

    fn read(mut input: &mut (impl Read + ?Sized), bytes: u8) -> io::Result<Self> {
        let len = if bytes == Self::BYTES { u64::read(input, u64::BYTES)? } else { bytes.into() };
        let mut digits = Vec::new();
        if Read::take(&mut input, len).read_to_end(&mut digits)? as u64 != len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Self::from_bytes_le(&digits))
    }
}

impl OnHeap for BigUint {
    fn heap_bytes(&self) -> usize {
        // Memory is given in pieces of no less than sixteen bytes.
        (self.bits() as usize).div_ceil(128) * 16
    }
}
