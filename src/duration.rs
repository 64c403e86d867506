//! Durations for people: a number and the unit that suits it, from nanoseconds to years.
//!
//! What was measured is written with three digits, what is foreseen with two. Digits before the
//! point are not rounded away, so that a time in minutes agrees with a clock, up to a million years:
//! of longer times, which the searches of large covers would take, they would say nothing.

use crate::number::grouped;

/// The digits of a duration that was measured.
#[cfg(feature = "cli")]
const MEASURED: usize = 3;

/// The digits of a duration that is foreseen, or that changes as it is read.
const ROUGH: usize = 2;

/// The units with their lengths in seconds; each is used up to twice the length of the next one,
/// those below a second up to the next one.
const UNITS: [(f64, &str); 8] = [
    (1e-9, "ns"),
    (1e-6, "µs"),
    (1e-3, "ms"),
    (1.0, "s"),
    (60.0, "minutes"),
    (3_600.0, "hours"),
    (86_400.0, "days"),
    (31_557_600.0, "years"),
];

/// From so many years on a duration is written with a power of ten.
const MANY_YEARS: f64 = 1e6;

/// A duration that was measured, in seconds, with three digits: `12 ns`, `1.50 µs`, `37.1 s`,
/// `3.42 hours`.
#[cfg(feature = "cli")]
pub(crate) fn measured(seconds: f64) -> String {
    formatted(seconds, MEASURED)
}

/// A duration that is foreseen, or that changes as it is read, in seconds, with two digits: `3.4 s`,
/// `45 s`, `2.5 minutes`.
pub(crate) fn rough(seconds: f64) -> String {
    formatted(seconds, ROUGH)
}

/// A duration in seconds with as many digits, if there are not more of them before the point.
fn formatted(seconds: f64, digits: usize) -> String {
    if !seconds.is_finite() {
        return "any time".to_owned();
    }
    if seconds == 0.0 {
        return "0 s".to_owned();
    }
    let longest = |length: f64| if length > 1.0 { 2.0 * length } else { length };
    let fits = |pair: &[(f64, &str)]| seconds < longest(pair[1].0);
    let chosen = UNITS.windows(2).position(fits).unwrap_or(UNITS.len() - 1);
    let (length, unit) = UNITS[chosen];
    let number = seconds / length;
    if chosen == UNITS.len() - 1 && number >= MANY_YEARS {
        return format!("{number:.*e} {unit}", digits - 1);
    }
    let before_point = number.max(1.0).log10().floor() as usize + 1;
    // There is nothing shorter than a nanosecond to count.
    let decimals = if chosen == 0 { 0 } else { digits.saturating_sub(before_point) };
    let number = format!("{number:.decimals$}");
    if decimals == 0 { format!("{} {unit}", grouped(number)) } else { format!("{number} {unit}") }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn durations_choose_their_unit() {
        let cases = [
            (0.0, "0 s"),
            (12e-9, "12 ns"),
            (1.5e-6, "1.50 µs"),
            (0.25, "250 ms"),
            (2.5, "2.50 s"),
            (100.0, "100 s"),
            (150.0, "2.50 minutes"),
            (5_400.0, "90.0 minutes"),
            (9_000.0, "2.50 hours"),
            (864_000.0, "10.0 days"),
            (3.2e11, "10,140 years"),
            (3.155_760_1e13, "1.00e6 years"),
            (9.551e32, "3.03e25 years"),
            (f64::INFINITY, "any time"),
        ];
        for (seconds, text) in cases {
            assert_eq!(measured(seconds), text);
        }
    }

    #[test]
    fn what_is_foreseen_has_two_digits() {
        let cases = [
            (0.51, "510 ms"),
            (3.42, "3.4 s"),
            (45.3, "45 s"),
            (150.0, "2.5 minutes"),
            (4e47, "1.3e40 years"),
        ];
        for (seconds, text) in cases {
            assert_eq!(rough(seconds), text);
        }
    }
}
