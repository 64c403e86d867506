//! A table of what each option contributes to records and lines, which are put together from it.
//!
//! A line differs from the empty board's only where pieces lie, and no two options of a solution
//! share a cell. So the exclusive or of the empty line and of what each option changes is the line,
//! and so it is with records of placements. What several options change together can be worked
//! out once wherever they come together again.
//!
//! Whether an arrangement is the canonical one of its images mostly shows in their first cells,
//! which are kept likewise, for each symmetry a word; where they do not decide, the lines
//! are looked at. That the options are disjoint and leave nothing empty is checked by a mask of
//! cells.
//!
//! Lines and records stand in words with the first byte highest, so that words compare as bytes do.
//! Beside each record stands its *key*: what it begins with, in as few bits as that takes. This is
//! for puzzles whose pieces have no copies and no coloured edges, of at most 128 cells; others are written by the slower
//! [`super::line_codec`]. Memory: for each option a line, a record, and a word for each symmetry.

use crate::cover::{ItemId, OptionId};

use super::fingerprint::Fingerprint;
use super::line_codec::{EMPTY, LineCodec};
use super::sink::Record;

/// What some options come to, in a record of `R` words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum<const R: usize> {
    cells: u128,
    /// What the record begins with.
    pub key: u64,
    /// The record.
    pub record: [u64; R],
}

/// What every option of a puzzle contributes, and what there is without any.
///
/// Where lines are recorded, `L` is zero: the record is the line.
#[derive(Clone, Debug)]
pub(crate) struct RecordTable<const L: usize, const R: usize> {
    options: Vec<Sum<R>>,
    empty: Sum<R>,
    /// For each option what it changes in a line, if that is not the record.
    lines: Vec<[u64; L]>,
    empty_line: [u64; L],
    /// For each option and each symmetry, what the image of the option shows in the first cells.
    leads: Vec<u64>,
    empty_lead: u64,
    /// The cells that must be covered.
    full: u128,
    symmetries: usize,
    line_len: usize,
    /// How many bits of a key are its first value.
    first_bits: u32,
}

/// Values of a few bits each, from the highest bit of a word on, as many as fit.
#[derive(Clone, Debug, Default)]
struct Fields {
    /// For each that fits, its lowest bit.
    from: Vec<u32>,
}

impl Fields {
    /// Room for these values, each no more than this.
    fn new(most: impl Iterator<Item = u64>) -> Self {
        let mut left = u64::BITS;
        let mut from = Vec::new();
        for most in most {
            let Some(rest) = left.checked_sub((u64::BITS - most.leading_zeros()).max(1)) else {
                break;
            };
            left = rest;
            from.push(left);
        }
        Self { from }
    }

    /// A value in its place; nothing where it does not fit.
    fn place(&self, number: usize, value: u64) -> u64 {
        self.from.get(number).map_or(0, |from| value << from)
    }

    fn first_bits(&self) -> u32 {
        self.from.first().map_or(0, |from| u64::BITS - from)
    }
}

/// Exclusive or with a byte of some words.
pub(super) fn put(words: &mut [u64], at: usize, byte: u8) {
    words[at / 8] ^= u64::from(byte) << (56 - at % 8 * 8);
}

#[inline]
fn xor<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    std::array::from_fn(|word| a[word] ^ b[word])
}

impl<const R: usize> Sum<R> {
    /// What no options contribute.
    pub const NOTHING: Self = Self { cells: 0, key: 0, record: [0; R] };

    /// Both together.
    #[inline]
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            cells: self.cells | other.cells,
            key: self.key ^ other.key,
            record: xor(&self.record, &other.record),
        }
    }

    /// The cells that are covered.
    #[inline]
    pub fn cells(&self) -> u128 {
        self.cells
    }

    /// Whether no cell is covered by both.
    #[inline]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.cells & other.cells == 0
    }
}

impl<const L: usize, const R: usize> RecordTable<L, R> {
    /// Prepares for the solutions of a puzzle; nothing where they need the longer way. A record
    /// must fit `R` words, and a line `L` of them unless it is the record.
    pub fn new(codec: &LineCodec<'_>, record: Record<'_>) -> Option<Self> {
        let compiled = codec.compiled();
        let cells = codec.cells();
        let pieces = &compiled.puzzle.pieces;
        if codec.has_copies() || codec.has_edges() || cells.len() > 128 {
            return None;
        }
        let cover = &compiled.problem.cover;
        let mut symbols: Vec<u8> = pieces.iter().map(|piece| piece.symbols[0]).collect();
        symbols.push(EMPTY);
        symbols.sort_unstable();
        let rank = |symbol: u8| symbols.binary_search(&symbol).unwrap_or(0) as u64;
        let shown = Fields::new(cells.iter().map(|_| symbols.len() as u64 - 1));
        let empty_lead =
            (0..cells.len()).fold(0, |lead, cell| lead | shown.place(cell, rank(EMPTY)));
        // For each cell, its place in the line and its number in the order of the line.
        let mut places = vec![(0, 0); cells.len()];
        for (number, &(place, cell)) in cells.iter().enumerate() {
            places[cell] = (place, number);
        }
        let (mut empty, mut options) = (Sum::NOTHING, Vec::new());
        let (mut empty_line, mut lines) = ([0; L], Vec::new());
        let mut own_leads = Vec::new();
        for (at, &byte) in codec.template().iter().enumerate() {
            put(if L == 0 { &mut empty.record } else { &mut empty_line }, at, byte);
        }
        for placement in &compiled.placements {
            let symbol = pieces[placement.piece].symbols[0];
            let (mut sum, mut line, mut lead) = (Sum::NOTHING, [0; L], 0);
            for &cell in &placement.cells {
                let (place, number) = places[cell as usize];
                put(if L == 0 { &mut sum.record } else { &mut line }, place, symbol ^ EMPTY);
                lead |= shown.place(number, rank(symbol) ^ rank(EMPTY));
                sum.cells |= 1 << cell;
            }
            options.push(sum);
            lines.push(line);
            own_leads.push(lead);
        }
        let first_bits = match record {
            Record::Options(_) => return None,
            Record::Line => {
                empty.key = empty_lead;
                options.iter_mut().zip(&own_leads).for_each(|(sum, &lead)| sum.key = lead);
                shown.first_bits()
            }
            Record::Placements(numbering) => {
                // A piece that is left out comes after all its placements.
                let absent: Vec<u64> =
                    numbering.placements().iter().map(|all| all.len() as u64).collect();
                let fields = Fields::new(absent.iter().copied());
                let words = |options: &[OptionId]| {
                    let (mut bytes, mut words) = (Vec::new(), [0; R]);
                    numbering.write(options.iter().copied(), &mut bytes);
                    bytes.iter().enumerate().for_each(|(at, &byte)| put(&mut words, at, byte));
                    words
                };
                empty.record = words(&[]);
                empty.key = (0..).zip(&absent).fold(0, |key, (p, &n)| key | fields.place(p, n));
                for (option, sum) in cover.options().zip(&mut options) {
                    let piece = compiled.placements[option.index()].piece;
                    let change = u64::from(numbering.number(option)) ^ absent[piece];
                    sum.key = fields.place(piece, change);
                    sum.record = xor(&words(&[option]), &empty.record);
                }
                fields.first_bits()
            }
        };
        let elements = compiled.problem.group.elements();
        let images = |option: OptionId| {
            elements.iter().map(move |element| element.options[option.index()].index())
        };
        let leads = cover.options().flat_map(images).map(|image| own_leads[image]).collect();
        let required = (0..cells.len()).filter(|&cell| cover.is_primary(ItemId(cell as u32)));
        Some(Self {
            options,
            empty,
            lines,
            empty_line,
            leads,
            empty_lead,
            full: required.fold(0, |full, cell| full | 1 << cell),
            symmetries: elements.len(),
            line_len: codec.line_len(),
            first_bits,
        })
    }

    /// What an option contributes.
    #[inline]
    pub fn option(&self, option: OptionId) -> &Sum<R> {
        &self.options[option.index()]
    }

    /// What an option contributes to what each image shows in the first cells.
    #[inline]
    pub fn leads(&self, option: OptionId) -> &[u64] {
        &self.leads[option.index() * self.symmetries..][..self.symmetries]
    }

    /// What there is without any option.
    pub fn empty(&self) -> &Sum<R> {
        &self.empty
    }

    /// What the first cells show without any option.
    pub fn empty_lead(&self) -> u64 {
        self.empty_lead
    }

    /// The number of symmetries.
    pub fn symmetries(&self) -> usize {
        self.symmetries
    }

    /// The key and the record of what both come to, if that is a solution.
    #[inline]
    pub fn entry(&self, a: &Sum<R>, b: &Sum<R>) -> Option<(u64, [u64; R])> {
        let is_whole = self.is_whole(a.cells, b.cells);
        is_whole.then(|| (a.key ^ b.key, xor(&a.record, &b.record)))
    }

    /// Whether two sets of cells are disjoint and leave nothing empty.
    #[inline]
    pub fn is_whole(&self, a: u128, b: u128) -> bool {
        a & b == 0 && (a | b) & self.full == self.full
    }

    /// How many bits of a key are its first value: the number of the first piece's placement, or
    /// what is shown in the first cell.
    pub fn first_bits(&self) -> u32 {
        self.first_bits
    }

    /// The line without any option, if it is not the record.
    pub fn empty_line(&self) -> &[u64; L] {
        &self.empty_line
    }

    /// A line with some options more, if it is not the record.
    #[inline]
    pub fn line(&self, line: &[u64; L], more: &[OptionId]) -> [u64; L] {
        more.iter().fold(*line, |line, option| xor(&line, &self.lines[option.index()]))
    }

    /// The fingerprint of a line, or of a record that is one.
    #[inline]
    pub fn fingerprint(&self, line: &[u64; L], record: &[u64; R]) -> Fingerprint {
        let mut bytes = [0; 128];
        let line: &[u64] = if L == 0 { record } else { line };
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(line) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
        Fingerprint::of(&bytes[..self.line_len])
    }
}
