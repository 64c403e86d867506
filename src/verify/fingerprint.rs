//! The fingerprint of solutions, and how it is written.
//!
//! It is the sum modulo 2^128, over the written lines of the distinct solutions, of the first 16
//! bytes of their SHA-256, as a big-endian number. Cost: one SHA-256 for each solution.

use sha2::{Digest, Sha256};

/// The share of one line in the fingerprint.
pub(crate) fn fingerprint_of(line: &[u8]) -> u128 {
    let digest = Sha256::digest(line);
    digest.iter().take(16).fold(0, |number, &byte| number << 8 | u128::from(byte))
}

/// The number that 32 hexadecimal digits in lower case mean; `None` for any other text.
pub(crate) fn hexadecimal(value: &str) -> Option<u128> {
    let lower = value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    (lower && value.len() == 32).then(|| u128::from_str_radix(value, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_the_start_of_a_sha_256() {
        // As `printf abc | sha256sum` prints it.
        assert_eq!(fingerprint_of(b"abc"), 0xba78_16bf_8f01_cfea_4141_40de_5dae_2223);
    }

    #[test]
    fn a_fingerprint_is_written_in_one_way() {
        assert_eq!(hexadecimal(&format!("{:032x}", 26)), Some(26));
        assert_eq!(hexadecimal(&format!("{:032X}", 26)), None);
        assert_eq!(hexadecimal(&format!("{:031x}", 26)), None);
        assert_eq!(hexadecimal(&format!("+{:031x}", 26)), None);
    }
}
