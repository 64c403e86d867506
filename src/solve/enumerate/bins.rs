//! Records in bins by the highest bits of their keys, and bins in order.
//!
//! What is in one bin comes before what is in the next, and a bin is small enough to be sorted in
//! the cache. Keys decide most comparisons. Memory: that of vectors which grow by doubling.

use crate::solution::SinkError;

/// A record behind its key.
pub(crate) type Entry<const R: usize> = (u64, [u64; R]);

/// One thread's records.
#[derive(Clone, Debug)]
pub(crate) struct Bins<const R: usize> {
    all: Vec<Vec<Entry<R>>>,
    /// How many bits of a key are its first value.
    first_bits: u32,
    shift: u32,
    /// The bits that the first bin stands for.
    base: u64,
}

impl<const R: usize> Bins<R> {
    /// No bins yet.
    pub fn new(first_bits: u32) -> Self {
        Self { all: Vec::new(), first_bits, shift: 0, base: 0 }
    }

    /// Prepares for keys with first values from one to another, which go into `most` bins, or half
    /// as many; or one for each value if those are more.
    pub fn begin(&mut self, (least, greatest): (u64, u64), most: u64) {
        let values = greatest - least + 1;
        let more_bits = (most / values).max(1).ilog2().min(u64::BITS - self.first_bits);
        self.shift = u64::BITS - self.first_bits - more_bits;
        self.base = least << more_bits;
        self.all.resize((values << more_bits) as usize, Vec::new());
    }

    /// Puts a record where it belongs.
    #[inline]
    pub fn push(&mut self, entry: Entry<R>) {
        self.all[((entry.0 >> self.shift) - self.base) as usize].push(entry);
    }

    /// The bins in order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Vec<Entry<R>>> {
        self.all.iter_mut()
    }

    /// The bins.
    pub fn get(&self) -> &[Vec<Entry<R>>] {
        &self.all
    }
}

/// Writes the records of one bin, which several threads may have filled, in order, `len` bytes
/// each. `order` is working space.
pub(crate) fn write_in_order<const R: usize, B: AsRef<[Entry<R>]>>(
    bin: &[B],
    len: usize,
    order: &mut Vec<(u64, u32, u32)>,
    bytes: &mut Vec<u8>,
) -> Result<(), SinkError> {
    order.clear();
    for (part, entries) in (0..).zip(bin) {
        order.extend((0..).zip(entries.as_ref()).map(|(index, entry)| (entry.0, part, index)));
    }
    let record =
        |&(_, part, index): &(u64, u32, u32)| &bin[part as usize].as_ref()[index as usize].1;
    order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| record(a).cmp(record(b))));
    bytes.reserve(order.len() * len + 8 * R);
    let mut previous = None;
    for place in order.iter() {
        let record = record(place);
        for word in record {
            bytes.extend_from_slice(&word.to_be_bytes());
        }
        bytes.truncate(bytes.len() + len - 8 * R);
        if previous == Some(record) {
            return Err(SinkError::Twice(bytes.split_off(bytes.len() - len)));
        }
        previous = Some(record);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record of three bytes behind a key of its first two.
    fn entry(bytes: [u8; 3]) -> Entry<1> {
        let word = u64::from_be_bytes([bytes[0], bytes[1], bytes[2], 0, 0, 0, 0, 0]);
        (word >> 48 << 48, [word])
    }

    #[test]
    fn records_come_out_of_their_bins_in_order_also_where_their_keys_are_the_same() {
        let mut bins = [Bins::new(8), Bins::new(8)];
        for bins in &mut bins {
            bins.begin((3, 5), 16);
        }
        let all = [*b"\x04ba", *b"\x03zz", *b"\x05aa", *b"\x04bb", *b"\x04ab", *b"\x05\xff\0"];
        for (number, &bytes) in all.iter().enumerate() {
            bins[number % 2].push(entry(bytes));
        }
        let (mut order, mut found) = (Vec::new(), Vec::new());
        for bin in 0..bins[0].get().len() {
            let bin: Vec<&[Entry<1>]> =
                bins.iter().map(|bins| bins.get()[bin].as_slice()).collect();
            write_in_order(&bin, 3, &mut order, &mut found).unwrap();
        }
        let mut expected = all;
        expected.sort_unstable();
        assert_eq!(found, expected.concat());
    }

    #[test]
    fn a_record_that_comes_twice_is_an_error() {
        let bin = [vec![entry(*b"abc"), entry(*b"abd")], vec![entry(*b"abc")]];
        let error = write_in_order(&bin, 3, &mut Vec::new(), &mut Vec::new()).unwrap_err();
        assert_eq!(error, SinkError::Twice(b"abc".to_vec()));
    }
}
