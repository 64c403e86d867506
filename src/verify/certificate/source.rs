//! The bytes of a file of certificates, read once, with a digest of those of each certificate.
//!
//! No line is read further than a line of a certificate may be long.

use std::io::{BufRead, Read};

use sha2::{Digest, Sha256};

/// How many bytes are put together before they are digested.
const BLOCK: usize = 1 << 16;

/// The bytes of a file.
#[derive(Debug)]
pub(crate) struct Source<R> {
    reader: R,
    digest: Sha256,
    pending: Vec<u8>,
    offset: u64,
}

impl<R: BufRead> Source<R> {
    /// From the first byte.
    pub fn new(reader: R) -> Self {
        Self { reader, digest: Sha256::new(), pending: Vec::new(), offset: 0 }
    }

    /// How many bytes have been read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next byte.
    ///
    /// # Errors
    /// When the file ends, or cannot be read further.
    pub fn byte(&mut self) -> Result<u8, String> {
        let buffer = self.reader.fill_buf().map_err(|error| unreadable(&error))?;
        let Some(&byte) = buffer.first() else { return Err("the file ends here".to_owned()) };
        self.reader.consume(1);
        self.offset += 1;
        self.pending.push(byte);
        if self.pending.len() >= BLOCK {
            self.digest_pending();
        }
        Ok(byte)
    }

    /// A number, written in seven bits a byte, the lowest first (LEB128), in as few as will do.
    ///
    /// # Errors
    /// When there is none.
    pub fn number(&mut self) -> Result<u32, String> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            let bits = u32::from(byte & 0x7f);
            if shift == 28 && bits > 0xf || shift > 0 && byte == 0 {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("these bytes are no number of 32 bits, written in as few as will do".to_owned())
    }

    /// The next line without its end; `None` at the end of the file.
    ///
    /// # Errors
    /// When the line has more than `most` bytes or no end, or cannot be read.
    pub fn line(&mut self, most: u64) -> Result<Option<Vec<u8>>, String> {
        let mut line = Vec::new();
        let mut bounded = self.reader.by_ref().take(most);
        bounded.read_until(b'\n', &mut line).map_err(|error| unreadable(&error))?;
        self.offset += line.len() as u64;
        self.digest_pending();
        self.digest.update(&line);
        match line.pop() {
            None => Ok(None),
            Some(b'\n') => Ok(Some(line)),
            Some(_) if line.len() as u64 + 1 == most => Err("the line is far too long".to_owned()),
            Some(_) => Err("the file ends in the middle of this line".to_owned()),
        }
    }

    /// The SHA-256 of everything since the last digest was taken, in hexadecimal digits.
    pub fn take_digest(&mut self) -> String {
        self.digest_pending();
        let digest = self.digest.finalize_reset();
        let digits = digest.iter().flat_map(|&byte| [byte >> 4, byte & 15]);
        digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])).collect()
    }

    fn digest_pending(&mut self) {
        self.digest.update(&self.pending);
        self.pending.clear();
    }
}

fn unreadable(error: &std::io::Error) -> String {
    format!("the file cannot be read further: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(bytes: &[u8]) -> Result<u32, String> {
        Source::new(bytes).number()
    }

    #[test]
    fn numbers_are_read_in_the_one_way_in_which_they_are_written() {
        assert_eq!(number(&[0]), Ok(0));
        assert_eq!(number(&[0x7f]), Ok(127));
        assert_eq!(number(&[0x80, 1]), Ok(128));
        assert_eq!(number(&[0xff, 0xff, 0xff, 0xff, 0x0f]), Ok(u32::MAX));
        assert!(number(&[0xff, 0xff, 0xff, 0xff, 0x1f]).is_err());
        assert!(number(&[0x80, 0]).is_err());
        assert!(number(&[0x80; 9]).is_err());
        assert!(number(&[0x80]).unwrap_err().contains("ends here"));
    }

    #[test]
    fn a_line_is_bounded_and_the_digest_is_of_all_that_was_read() {
        let mut source = Source::new(b"abc\nrest".as_slice());
        assert_eq!(source.line(100), Ok(Some(b"abc".to_vec())));
        assert_eq!(source.offset(), 4);
        source.take_digest();
        assert!(source.line(2).unwrap_err().contains("too long"));
        let mut source = Source::new(b"abc".as_slice());
        for _ in 0..3 {
            source.byte().unwrap();
        }
        assert!(source.take_digest().starts_with("ba7816bf8f01cfea"));
        assert_eq!(source.line(1), Ok(None));
    }
}
