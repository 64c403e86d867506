//! Numbers of ways to a state: of 64 bits, or of 128 where those do not suffice.

/// A number of ways that says so when it would be too large.
pub(super) trait Tally: Copy + Send + 'static {
    /// One way.
    const ONE: Self;

    /// The sum, if it fits.
    fn plus(self, other: Self) -> Option<Self>;

    /// This many times as many, if that fits.
    fn times(self, weight: u64) -> Option<Self>;

    /// As a number of 128 bits.
    fn wide(self) -> u128;
}

macro_rules! tally {
    ($($integer:ty),*) => {$(
        impl Tally for $integer {
            const ONE: Self = 1;

            #[inline]
            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }

            #[inline]
            fn times(self, weight: u64) -> Option<Self> {
                self.checked_mul(weight.into())
            }

            fn wide(self) -> u128 {
                self.into()
            }
        }
    )*};
}

tally!(u64, u128);
