//! Numbers and states as bytes, the lowest byte first.

use std::io::{self, Read, Write};

use super::flight::Pairs;
use super::key::Key;
use super::ways::Ways;

pub(super) fn write_number(out: &mut dyn Write, number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

#[inline]
pub(super) fn read_bytes<const N: usize>(input: &mut (impl Read + ?Sized)) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[inline]
pub(super) fn read_number(input: &mut (impl Read + ?Sized)) -> io::Result<u64> {
    read_bytes(input).map(u64::from_le_bytes)
}

/// Writes states and their ways, by way of a buffer; returns how many bytes.
pub(super) fn write_pairs<K: Key, C: Ways>(
    out: &mut dyn Write,
    pairs: &[(K, C)],
    buffer: &mut Vec<u8>,
) -> io::Result<u64> {
    buffer.clear();
    append_pairs(buffer, pairs);
    out.write_all(buffer)?;
    Ok(buffer.len() as u64)
}

/// Appends states and their ways.
pub(super) fn append_pairs<K: Key, C: Ways>(bytes: &mut Vec<u8>, pairs: &[(K, C)]) {
    for (key, ways) in pairs {
        for word in key.words() {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        ways.append_to(bytes);
    }
}

/// Reads so many states whose ways were written as integers of this width.
pub(super) fn read_pairs<K: Key, C: Ways>(
    input: &mut (impl Read + ?Sized),
    count: usize,
    ways_bytes: u8,
) -> io::Result<Pairs<K, C>> {
    let mut pairs = Vec::with_capacity(count);
    for _ in 0..count {
        let mut key = K::ZERO;
        for word in key.words_mut() {
            *word = read_number(input)?;
        }
        pairs.push((key, C::read(input, ways_bytes)?));
    }
    Ok(pairs)
}
