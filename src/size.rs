//! Sizes of memory and of files as people write them, such as `512M` and `1.5G`.

/// The least memory that a run may be given, in bytes.
const LEAST_MEMORY: f64 = 16_384.0;

/// A size in bytes, with K, M or G for powers of 1024.
///
/// # Errors
/// When it is none, or no run can do with it.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        unit => return Err(format!("{unit} is no unit of size; use K, M or G")),
    };
    let is_decimal = |c: char| c.is_ascii_digit() || c == '.';
    let number = digits.parse::<f64>().ok().filter(|_| digits.chars().all(is_decimal));
    let number = number.ok_or("write a number and a unit, such as 512M or 1.5G")?;
    let bytes = number * f64::from(1 << shift);
    if bytes < LEAST_MEMORY {
        Err(format!("{text} is less than 16K, too little for any run; give a unit, such as 1G"))
    } else if bytes > i64::MAX as f64 {
        Err("that is too much".to_owned())
    } else {
        Ok(bytes as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_and_fractions_and_are_no_less_than_a_run_needs() {
        assert_eq!(size("1.5G"), Ok(3 << 29));
        assert_eq!(size("512M"), Ok(512 << 20));
        assert_eq!(size("40KiB"), Ok(40 << 10));
        assert_eq!(size("16384"), Ok(16384));
        for (text, words) in [
            ("1", "less than 16K"),
            ("-1G", "such as 512M"),
            ("1e9", "such as 512M"),
            ("infG", "INFG is no unit"),
            ("", "such as 512M"),
            (".", "such as 512M"),
            ("1X", "X is no unit"),
            ("99999999999G", "too much"),
        ] {
            assert!(size(text).unwrap_err().contains(words), "{text}: {:?}", size(text));
        }
    }
}
