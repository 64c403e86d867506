//! Solutions of an exact cover, as records of equal length and as lines.
//!
//! A record has the numbers of the solution's options, ascending, as 32-bit integers with the high
//! byte first, so that records compare as lists of numbers do. It has as many places as a solution
//! can have options; what is left of them is zero, which is the number of no option. A line says
//! it in words: `2 A D G | 4 B F` is option 2 of the file, which names A, D and G, and
//! option 4. Two options alike differ by their numbers, so different solutions have different lines.
//!
//! Cost of a check: a sort of the items that the options cover. Memory: nothing beside the cover.

use std::io::Write as _;

use crate::cover::{Colour, Cover, ItemId, OptionId};

use super::fingerprint::Fingerprint;
use super::line_codec::NotASolution;

/// Writes solutions of one cover.
#[derive(Clone, Debug)]
pub(crate) struct CoverCodec<'a> {
    cover: &'a Cover,
    /// How many numbers a record has.
    places: usize,
    required_count: usize,
}

impl<'a> CoverCodec<'a> {
    /// The bytes of a number in a record.
    pub const NUMBER_BYTES: usize = 4;

    /// Prepares to write solutions of a cover.
    pub fn new(cover: &'a Cover) -> Self {
        let required_count = cover.items().filter(|&item| cover.least(item) > 0).count();
        Self { cover, places: most_options(cover).max(1), required_count }
    }

    /// The cover.
    pub fn cover(&self) -> &'a Cover {
        self.cover
    }

    /// How many numbers a record has: as many as a solution can have options, and at least one.
    pub fn places(&self) -> usize {
        self.places
    }

    /// The length of a record in bytes.
    pub fn record_len(&self) -> usize {
        Self::NUMBER_BYTES * self.places
    }

    /// Checks that options cover each primary item as often as it asks for, and each secondary item
    /// at most as often; or in one colour, if it has colours.
    ///
    /// # Errors
    /// When they do not.
    pub fn check(&self, options: &[OptionId]) -> Result<(), NotASolution> {
        let cover = self.cover;
        let covered = options.iter().flat_map(|&option| cover.entries_of(option));
        let mut covered: Vec<(ItemId, Option<Colour>)> = covered.collect();
        covered.sort_unstable();
        let mut required_items = 0;
        let is_right = |uses: &[(ItemId, Option<Colour>)]| {
            let (item, colour) = uses[0];
            if cover.is_coloured(item) {
                let is_one = colour.is_some() && uses.iter().all(|other| other.1 == colour);
                return uses.len() == 1 || is_one;
            }
            let least = u64::from(cover.least(item));
            required_items += usize::from(least > 0);
            (least..=cover.multiplicity(item).into()).contains(&(uses.len() as u64))
        };
        let are_right = covered.chunk_by(|a, b| a.0 == b.0).all(is_right);
        let mut sorted = options.to_vec();
        sorted.sort_unstable();
        let is_set = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        if are_right && is_set && required_items == self.required_count {
            Ok(())
        } else {
            Err(NotASolution(options.to_vec()))
        }
    }

    /// Appends the record of a solution, whose options may come in any order.
    pub fn write_record(&self, options: &[OptionId], out: &mut Vec<u8>) {
        debug_assert!(options.len() <= self.places, "a solution has no more options than that");
        let from = out.len();
        let mut numbers: Vec<u32> =
            options.iter().map(|&option| self.cover.option_number(option)).collect();
        numbers.sort_unstable();
        out.extend(numbers.into_iter().flat_map(u32::to_be_bytes));
        out.resize(from + self.record_len(), 0);
    }

    /// The numbers of a record, ascending.
    pub fn numbers(record: &[u8]) -> impl Iterator<Item = u32> {
        let number = |bytes: &[u8]| bytes.iter().fold(0, |n: u32, &byte| n << 8 | u32::from(byte));
        record.chunks_exact(Self::NUMBER_BYTES).map(number).take_while(|&number| number != 0)
    }

    /// The options of a record, ascending.
    pub fn options_of(&self, record: &[u8]) -> Vec<OptionId> {
        Self::numbers(record).filter_map(|n| self.cover.option_with_number(n)).collect()
    }

    /// Appends the line of a record: each option by its number and its words. The line of the
    /// solution that has no options is empty.
    pub fn write_line(&self, record: &[u8], out: &mut Vec<u8>) {
        for (place, number) in Self::numbers(record).enumerate() {
            if place > 0 {
                out.extend_from_slice(b" | ");
            }
            // Writing to memory does not fail.
            let _ = write!(out, "{number}");
            let option = self.cover.option_with_number(number);
            for word in option.into_iter().flat_map(|option| self.cover.option_words(option)) {
                out.push(b' ');
                out.extend_from_slice(word.as_bytes());
            }
        }
    }

    /// The fingerprint of a solution: that of its line.
    pub fn fingerprint(&self, record: &[u8]) -> Fingerprint {
        let mut line = Vec::new();
        self.write_line(record, &mut line);
        Fingerprint::of(&line)
    }
}

/// The most options that a solution can have. An option with `p` primary items takes a `p`-th part
/// of each, so a primary item gives a solution at most its multiplicity times the largest part that
/// one of its options takes.
fn most_options(cover: &Cover) -> usize {
    let is_primary = |item: &&ItemId| cover.is_primary(**item);
    // For each primary item, the fewest primary items that an option of it has.
    let mut fewest = vec![usize::MAX; cover.item_count()];
    for option in cover.options() {
        let items = cover.items_of(option);
        let primary = items.iter().filter(is_primary).count();
        for item in items.iter().filter(is_primary) {
            fewest[item.index()] = primary.min(fewest[item.index()]);
        }
    }
    // For each such number, how often it is to be counted.
    let mut times = std::collections::BTreeMap::new();
    for item in cover.items().filter(|item| fewest[item.index()] != usize::MAX) {
        *times.entry(fewest[item.index()]).or_insert(0_u64) += u64::from(cover.multiplicity(item));
    }
    let whole: u64 = times.iter().map(|(&parts, &times)| times / parts as u64).sum();
    let rest = |(&parts, &times): (&usize, &u64)| (times % parts as u64) as f64 / parts as f64;
    // The fractions are rounded; a little more keeps the bound from being too small.
    let rest: f64 = times.iter().map(rest).sum::<f64>() + 1e-6;
    usize::try_from(whole + rest as u64).unwrap_or(usize::MAX).min(cover.option_count())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A cover with a secondary item, an option that is left out, and two options alike.
    pub(in crate::solution) fn small() -> Cover {
        Cover::parse_dlx("a b c | s\ns\nb a\nc s\nb a\na s\nb\n").unwrap()
    }

    fn options(numbers: &[u32], cover: &Cover) -> Vec<OptionId> {
        numbers.iter().map(|&number| cover.option_with_number(number).unwrap()).collect()
    }

    #[test]
    fn a_solution_is_numbers_in_a_record_and_words_in_a_line() {
        let cover = small();
        let codec = CoverCodec::new(&cover);
        let mut lines = Vec::new();
        for numbers in [[3, 2], [4, 3]] {
            let options = options(&numbers, &cover);
            codec.check(&options).unwrap();
            let (mut record, mut line) = (Vec::new(), Vec::new());
            codec.write_record(&options, &mut record);
            assert_eq!(record.len(), codec.record_len());
            let mut ascending = options.clone();
            ascending.sort_unstable();
            assert_eq!(codec.options_of(&record), ascending);
            codec.write_line(&record, &mut line);
            assert_eq!(codec.fingerprint(&record), Fingerprint::of(&line));
            lines.push(String::from_utf8(line).unwrap());
        }
        assert_eq!(lines, ["2 b a | 3 c s", "3 c s | 4 b a"]);
    }

    #[test]
    fn options_that_cover_too_little_or_too_much_are_no_solution() {
        let cover = small();
        let codec = CoverCodec::new(&cover);
        for numbers in [&[][..], &[2], &[2, 4, 3], &[3, 5, 6], &[2, 3, 3]] {
            assert!(codec.check(&options(numbers, &cover)).is_err(), "{numbers:?}");
        }
    }

    #[test]
    fn an_item_that_several_options_cover_counts_as_often_as_it_says() {
        let builder = Cover::builder().primary("a").primary("b").primary_times("m", 2);
        let builder = builder.option(["a", "m"]).unwrap().option(["b", "m"]).unwrap();
        let cover = builder.option(["a"]).unwrap().build().unwrap();
        let codec = CoverCodec::new(&cover);
        codec.check(&options(&[1, 2], &cover)).unwrap();
        assert!(codec.check(&options(&[2, 3], &cover)).is_err());
        assert_eq!(codec.places(), 2);
    }

    #[test]
    fn a_record_has_room_for_every_solution_and_little_more() {
        let places = |text: &str| {
            let cover = Cover::parse_dlx(text).unwrap();
            CoverCodec::new(&cover).places()
        };
        // Three parts of a third are a whole, however they are rounded.
        assert_eq!(places("a b c\na b c\n"), 1);
        assert_eq!(places("a b c d e f\na b c\nd e f\nf a\n"), 2);
        assert_eq!(places("a b c\na\nb\nc\na b c\n"), 3);
        // Never more than there are options, and never none.
        assert_eq!(places("a b c\na\n"), 1);
        assert_eq!(places("a b c\n"), 1);
    }

    #[test]
    fn the_empty_solution_has_an_empty_line() {
        let cover = Cover::parse_matrix("# primary: 0\n1 0\n").unwrap();
        let codec = CoverCodec::new(&cover);
        codec.check(&[]).unwrap();
        let (mut record, mut line) = (Vec::new(), Vec::new());
        codec.write_record(&[], &mut record);
        codec.write_line(&record, &mut line);
        assert_eq!((record, line), (vec![0; 4], Vec::new()));
    }
}
