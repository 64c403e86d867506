//! Numbers for people.

use std::fmt::Display;

/// A whole number with commas between groups of three digits.
pub(crate) fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of which five digits matter.
#[cfg(feature = "cli")]
pub(crate) fn rounded(value: f64) -> String {
    if !value.is_finite() {
        return "any number".to_owned();
    }
    let step = 10_f64.powf((value.abs().max(1.0).log10().floor() - 4.0).max(0.0));
    whole((value / step).round() * step)
}

/// A number without what comes after its point; with a power of ten where digits say nothing any more.
#[cfg(feature = "cli")]
pub(crate) fn whole(value: f64) -> String {
    if value < 1e15 { grouped(format!("{value:.0}")) } else { format!("{value:.4e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_threes() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(22_069), "22,069");
        assert_eq!(grouped(3_386_001_688_u64), "3,386,001,688");
    }

    #[cfg(feature = "cli")]
    #[test]
    fn five_digits_of_a_number_are_written() {
        assert_eq!(rounded(0.4), "0");
        assert_eq!(rounded(1234.5), "1,235");
        assert_eq!(rounded(123_456_789.0), "123,460,000");
        assert_eq!(rounded(7.9241e78), "7.9241e78");
        assert_eq!(rounded(f64::INFINITY), "any number");
    }

    #[cfg(feature = "cli")]
    #[test]
    fn digits_that_say_nothing_are_not_written() {
        assert_eq!(whole(1_234_567.4), "1,234,567");
        assert_eq!(whole(1.406_865_478e42), "1.4069e42");
    }
}
