//! The fingerprint of a listing: the sum modulo 2^128, over its distinct solutions, of the first
//! 16 bytes of the SHA-256 of the canonical line (without line end), as a big-endian integer.
//!
//! It does not depend on the order of the solutions, nor on who found them, and a few lines in
//! any language recompute it:
//!
//! ```python
//! import sys, hashlib
//! lines = (line.strip() for line in open(sys.argv[1], "rb") if not line.startswith(b"#"))
//! digests = (hashlib.sha256(line).digest()[:16] for line in lines)
//! print(f"{sum(int.from_bytes(d, 'big') for d in digests) % 2**128:032x}")
//! ```

use std::fmt;
use std::ops::AddAssign;

use sha2::{Digest, Sha256};

/// The fingerprint of a set of solutions; that of the empty set is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub u128);

impl Fingerprint {
    /// The fingerprint of one canonical line.
    pub fn of(line: &[u8]) -> Self {
        let digest = Sha256::digest(line);
        let mut head = [0; 16];
        head.copy_from_slice(&digest[..16]);
        Self(u128::from_be_bytes(head))
    }
}

impl AddAssign for Fingerprint {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl serde::Serialize for Fingerprint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_of_a_line_is_the_head_of_its_sha_256() {
        // sha256("abc") is the first example of FIPS 180-2.
        assert_eq!(Fingerprint::of(b"abc").to_string(), "ba7816bf8f01cfea414140de5dae2223");
    }

    #[test]
    fn fingerprints_add_up_in_any_order_and_wrap_round() {
        let mut sum = Fingerprint(u128::MAX);
        sum += Fingerprint(2);
        assert_eq!(sum, Fingerprint(1));
    }
}
