//! Exact counts of any size.
//!
//! Invariant: a count is kept as a big integer only where it does not fit 128 bits, so that equal
//! counts are kept alike. Cost: that of 128-bit arithmetic, until it does not suffice.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

use num_bigint::BigUint;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// An exact count, of any size.
///
/// It is written, compared with and made from whole numbers like one of them:
///
/// ```
/// use bitcover::Count;
///
/// let count = Count::from(22_069);
/// assert_eq!(count, 22_069);
/// assert_eq!(count.to_string(), "22069");
/// assert_eq!(u128::try_from(&count), Ok(22_069));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Count(Size);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Size {
    Small(u128),
    /// One that does not fit 128 bits.
    Large(BigUint),
}

/// A count that is too large for the type of integer that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the count does not fit the integer")]
pub struct CountTooLarge;

impl Count {
    /// None.
    pub const ZERO: Self = Self(Size::Small(0));

    /// The nearest number that a double can hold, or infinity.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Size::Small(count) => *count as f64,
            // The text is that of a number, which always has a nearest double.
            Size::Large(count) => count.to_string().parse().unwrap_or(f64::INFINITY),
        }
    }

    /// This count divided by a number that divides it.
    ///
    /// # Panics
    /// Where the number is zero.
    #[must_use]
    pub(crate) fn divided_by(&self, divisor: u128) -> Self {
        match &self.0 {
            Size::Small(count) => Self(Size::Small(count / divisor)),
            Size::Large(count) => Self::from(count / divisor),
        }
    }

    /// A count that fits 128 bits, for tests to compare.
    #[cfg(test)]
    pub(crate) fn small(&self) -> u128 {
        u128::try_from(self).unwrap()
    }

    fn large(&self) -> Cow<'_, BigUint> {
        match &self.0 {
            Size::Small(count) => Cow::Owned(BigUint::from(*count)),
            Size::Large(count) => Cow::Borrowed(count),
        }
    }
}

impl Default for Count {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<u128> for Count {
    fn from(count: u128) -> Self {
        Self(Size::Small(count))
    }
}

impl From<BigUint> for Count {
    fn from(count: BigUint) -> Self {
        Self(u128::try_from(&count).map_or(Size::Large(count), Size::Small))
    }
}

macro_rules! into_integers {
    ($($integer:ty),*) => {$(
        impl TryFrom<&Count> for $integer {
            type Error = CountTooLarge;

            fn try_from(count: &Count) -> Result<Self, CountTooLarge> {
                match count.0 {
                    Size::Small(count) => count.try_into().map_err(|_| CountTooLarge),
                    Size::Large(_) => Err(CountTooLarge),
                }
            }
        }

        impl TryFrom<Count> for $integer {
            type Error = CountTooLarge;

            fn try_from(count: Count) -> Result<Self, CountTooLarge> {
                Self::try_from(&count)
            }
        }
    )*};
}

into_integers!(u32, u64, u128, usize);

impl PartialEq<u128> for Count {
    fn eq(&self, other: &u128) -> bool {
        self.0 == Size::Small(*other)
    }
}

impl PartialOrd for Count {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialOrd<u128> for Count {
    fn partial_cmp(&self, other: &u128) -> Option<Ordering> {
        Some(self.cmp(&Self::from(*other)))
    }
}

impl Ord for Count {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Size::Small(a), Size::Small(b)) => a.cmp(b),
            (Size::Small(_), Size::Large(_)) => Ordering::Less,
            (Size::Large(_), Size::Small(_)) => Ordering::Greater,
            (Size::Large(a), Size::Large(b)) => a.cmp(b),
        }
    }
}

impl AddAssign<&Self> for Count {
    fn add_assign(&mut self, other: &Self) {
        let small = match (&self.0, &other.0) {
            (Size::Small(a), Size::Small(b)) => a.checked_add(*b),
            _ => None,
        };
        *self = match small {
            Some(sum) => Self(Size::Small(sum)),
            None => Self::from(self.large().as_ref() + other.large().as_ref()),
        };
    }
}

impl AddAssign<u128> for Count {
    #[inline]
    fn add_assign(&mut self, other: u128) {
        if let Size::Small(count) = &mut self.0
            && let Some(sum) = count.checked_add(other)
        {
            *count = sum;
        } else {
            *self += &Self::from(other);
        }
    }
}

impl Add for Count {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += &other;
        self
    }
}

impl Mul<u128> for &Count {
    type Output = Count;

    fn mul(self, times: u128) -> Count {
        let small = match self.0 {
            Size::Small(count) => count.checked_mul(times),
            Size::Large(_) => None,
        };
        small.map_or_else(|| Count::from(self.large().as_ref() * times), Count::from)
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Size::Small(count) => count.fmt(f),
            Size::Large(count) => count.fmt(f),
        }
    }
}

impl Serialize for Count {
    /// As an integer of any size, which in other formats than JSON must fit 128 bits.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Size::Small(count) => serializer.serialize_u128(*count),
            Size::Large(count) => {
                let digits = RawValue::from_string(count.to_string());
                digits.map_err(serde::ser::Error::custom)?.serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for Count {
    /// From an integer of any size in JSON.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = Box::<RawValue>::deserialize(deserializer)?;
        let digits = digits.get();
        let refused = || D::Error::custom(format!("{digits} is no count"));
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(refused());
        }
        digits.parse().map(|count: BigUint| Self::from(count)).map_err(|_| refused())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Numbers on either side of 2^128.
    fn number() -> impl Strategy<Value = (BigUint, Count)> {
        (any::<u128>(), 0_usize..256).prop_map(|(bits, shift)| {
            let number = (BigUint::from(bits) << shift) >> 128_usize;
            (number.clone(), Count::from(number))
        })
    }

    proptest! {
        #![proptest_config(crate::random::repeatable(256))]

        #[test]
        fn arithmetic_is_that_of_whole_numbers_on_either_side_of_128_bits(
            (a, counted_a) in number(),
            (b, counted_b) in number(),
            c in 1_u128..,
        ) {
            prop_assert_eq!((counted_a.clone() + counted_b.clone()).to_string(), (&a + &b).to_string());
            prop_assert_eq!((&counted_a * c).to_string(), (&a * c).to_string());
            prop_assert_eq!((&counted_a * c).divided_by(c), counted_a.clone());
            prop_assert_eq!(counted_a.cmp(&counted_b), a.cmp(&b));
            let mut sum = counted_a.clone();
            sum += c;
            prop_assert_eq!(sum.to_string(), (&a + c).to_string());
            prop_assert_eq!(u128::try_from(&counted_a).ok(), u128::try_from(&a).ok());
        }

        #[test]
        fn a_count_comes_back_from_json_as_it_was((number, count) in number()) {
            let text = serde_json::to_string(&[&count]).unwrap();
            prop_assert_eq!(&text, &format!("[{number}]"));
            prop_assert_eq!(serde_json::from_str::<Vec<Count>>(&text).unwrap(), [count]);
        }
    }

    #[test]
    fn what_is_no_whole_number_is_no_count() {
        for text in ["-1", "1.5", "1e3", "\"1\"", "null", "[1]"] {
            assert!(serde_json::from_str::<Count>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_count_is_near_its_double_and_as_wide_as_it_is_asked_to_be() {
        let count = &Count::from(u128::MAX) * 4;
        assert!((count.to_f64() / 2_f64.powi(130) - 1.0).abs() < 1e-15);
        assert_eq!(format!("{:>5}|{count:>40}", Count::from(7)).len(), 46);
        assert!(count > u128::MAX && count != 4);
        assert_eq!(u128::try_from(&count), Err(CountTooLarge));
        assert_eq!(u32::try_from(Count::from(1 << 32)), Err(CountTooLarge));
        assert_eq!(u64::try_from(Count::from(1 << 32)), Ok(1 << 32));
    }
}
