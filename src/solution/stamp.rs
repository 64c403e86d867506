//! Records and canonical lines put together from ready pieces, an option at a time.
//!
//! A line differs from the empty board's only where pieces lie, and no two options of a solution
//! share a cell. So the exclusive or of the empty line and of what each option changes is the line,
//! and the same holds of records of placements. Kept along a path of choices, a record costs a few
//! words for each choice that is new, not a look at each cell.
//!
//! Whether an arrangement is the canonical one of its images mostly shows in their first eight
//! cells, which are kept in the same way, for each symmetry a word; where they do not decide, the
//! lines are written out. That the options are disjoint and leave nothing empty is checked on the
//! way, by a mask of cells.
//!
//! Bytes stand in words with the first one highest, so that words compare as bytes do. This is for
//! puzzles whose pieces have no copies, of at most 128 cells; the others go the longer way of
//! [`super::picture`]. Memory: for each option a line, a record, and a word for each symmetry.

use crate::cover::{ItemId, OptionId};
use crate::puzzle::Compiled;

use super::fingerprint::Fingerprint;
use super::picture::{EMPTY, NotASolution, Painter};
use super::sink::Record;

/// How many cells decide most comparisons: as many symbols as a word holds.
const LEAD: usize = 8;

/// What every option of a puzzle contributes: `L` words to a line, `R` to a record.
#[derive(Clone, Debug)]
pub struct Stamps<'a, const L: usize, const R: usize> {
    compiled: &'a Compiled,
    line_len: usize,
    empty_line: [u64; L],
    lines: Vec<[u64; L]>,
    empty_record: [u64; R],
    records: Vec<[u64; R]>,
    cells: Vec<u128>,
    /// The cells that must be covered.
    full: u128,
    /// For each option and each symmetry, what the image of the option shows in the first cells.
    leads: Vec<u64>,
    empty_lead: u64,
    order: usize,
}

/// What was gathered on a way of choices.
#[derive(Clone, Copy, Debug)]
struct Gathered<const R: usize> {
    cells: u128,
    is_disjoint: bool,
    record: [u64; R],
}

/// A path of choices, with what it comes to after each.
#[derive(Debug)]
pub struct Trail<'a, const L: usize, const R: usize> {
    stamps: &'a Stamps<'a, L, R>,
    options: Vec<OptionId>,
    gathered: Vec<Gathered<R>>,
    /// After each choice, a word for each symmetry.
    leads: Vec<u64>,
}

/// Exclusive or with a byte of some words.
fn put(words: &mut [u64], at: usize, byte: u8) {
    words[at / 8] ^= u64::from(byte) << (56 - at % 8 * 8);
}

fn add<const N: usize>(mut a: [u64; N], b: &[u64; N]) -> [u64; N] {
    for (a, b) in a.iter_mut().zip(b) {
        *a ^= b;
    }
    a
}

/// The first `len` bytes of some words.
pub fn to_bytes<const N: usize>(words: &[u64; N], len: usize, bytes: &mut Vec<u8>) {
    let from = bytes.len();
    for word in words {
        bytes.extend_from_slice(&word.to_be_bytes());
    }
    bytes.truncate(from + len);
}

impl<'a, const L: usize, const R: usize> Stamps<'a, L, R> {
    /// Prepares for the solutions of a puzzle; nothing where they need the longer way. A line must
    /// fit `L` words, a record `R`.
    pub fn new(painter: &Painter<'a>, record: Record<'_>) -> Option<Self> {
        let compiled = painter.compiled();
        let cells = painter.cells();
        if painter.has_copies() || cells.len() > 128 || painter.line_len() > 8 * L {
            return None;
        }
        let cover = &compiled.problem.cover;
        let elements = compiled.problem.group.elements();
        let (mut empty_line, mut empty_lead) = ([0; L], 0);
        for (at, &byte) in painter.template().iter().enumerate() {
            put(&mut empty_line, at, byte);
        }
        for at in 0..cells.len().min(LEAD) {
            put(std::slice::from_mut(&mut empty_lead), at, EMPTY);
        }
        // For each cell, its place in the line and its number in the order of the line.
        let mut places = vec![(0, 0); cells.len()];
        for (number, &(place, cell)) in cells.iter().enumerate() {
            places[cell] = (place, number);
        }
        let mut lines = Vec::with_capacity(cover.option_count());
        let mut own_leads = Vec::with_capacity(cover.option_count());
        let mut masks = Vec::with_capacity(cover.option_count());
        for placement in &compiled.placements {
            let (mut line, mut lead, mut mask) = ([0; L], 0, 0_u128);
            let change = compiled.puzzle.pieces[placement.piece].symbols[0] ^ EMPTY;
            for &cell in &placement.cells {
                let (place, number) = places[cell as usize];
                put(&mut line, place, change);
                if number < LEAD {
                    put(std::slice::from_mut(&mut lead), number, change);
                }
                mask |= 1 << cell;
            }
            lines.push(line);
            own_leads.push(lead);
            masks.push(mask);
        }
        let mut records = Vec::with_capacity(lines.len());
        let empty_record;
        match record {
            Record::Line => {
                // Of a line that fits the words of a record, the rest is empty.
                let record = |line: &[u64; L]| std::array::from_fn(|w| if w < L { line[w] } else { 0 });
                empty_record = record(&empty_line);
                records.extend(lines.iter().map(record));
            }
            Record::Placements(numbering) => {
                let mut bytes = Vec::new();
                let mut words = |options: &[OptionId]| {
                    bytes.clear();
                    numbering.write(options.iter().copied(), &mut bytes);
                    let mut words = [0; R];
                    for (at, &byte) in bytes.iter().enumerate() {
                        put(&mut words, at, byte);
                    }
                    words
                };
                empty_record = words(&[]);
                records.extend(cover.options().map(|option| add(words(&[option]), &empty_record)));
            }
        }
        let images = |option: OptionId| {
            elements.iter().map(move |element| element.options[option.index()].index())
        };
        let leads = cover.options().flat_map(images).map(|image| own_leads[image]).collect();
        let required = (0..cells.len()).filter(|&cell| cover.is_primary(ItemId(cell as u32)));
        Some(Self {
            compiled,
            line_len: painter.line_len(),
            empty_line,
            lines,
            empty_record,
            records,
            cells: masks,
            full: required.fold(0, |full, cell| full | 1 << cell),
            leads,
            empty_lead,
            order: elements.len(),
        })
    }

    /// A path on which nothing has been chosen.
    pub fn trail(&self) -> Trail<'_, L, R> {
        let nothing = Gathered { cells: 0, is_disjoint: true, record: self.empty_record };
        Trail {
            stamps: self,
            options: Vec::new(),
            gathered: vec![nothing],
            leads: vec![self.empty_lead; self.order],
        }
    }

    /// The line of the image of some options under a symmetry.
    fn line(&self, options: &[OptionId], symmetry: usize) -> [u64; L] {
        let image = &self.compiled.problem.group.elements()[symmetry].options;
        options.iter().fold(self.empty_line, |line, option| {
            add(line, &self.lines[image[option.index()].index()])
        })
    }
}

impl<const L: usize, const R: usize> Trail<'_, L, R> {
    /// Goes on with an option.
    #[inline]
    pub fn push(&mut self, option: OptionId) {
        let stamps = self.stamps;
        let (at, order) = (option.index(), stamps.order);
        let before = &self.gathered[self.gathered.len() - 1];
        let cells = stamps.cells[at];
        let after = Gathered {
            cells: before.cells | cells,
            is_disjoint: before.is_disjoint & (before.cells & cells == 0),
            record: add(before.record, &stamps.records[at]),
        };
        self.gathered.push(after);
        self.options.push(option);
        let from = self.leads.len() - order;
        for (symmetry, lead) in stamps.leads[at * order..][..order].iter().enumerate() {
            self.leads.push(self.leads[from + symmetry] ^ lead);
        }
    }

    /// Takes the last option back.
    #[inline]
    pub fn pop(&mut self) {
        self.options.pop();
        self.gathered.pop();
        self.leads.truncate(self.leads.len() - self.stamps.order);
    }

    /// The options chosen.
    pub fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// The record of what was chosen.
    ///
    /// # Errors
    /// When it is no solution.
    #[inline]
    pub fn record(&self) -> Result<&[u64; R], NotASolution> {
        let gathered = &self.gathered[self.gathered.len() - 1];
        if gathered.is_disjoint && gathered.cells & self.stamps.full == self.stamps.full {
            Ok(&gathered.record)
        } else {
            Err(NotASolution(self.options.clone()))
        }
    }

    /// Whether the arrangement is the canonical one of its images.
    #[inline]
    pub fn is_canonical(&self) -> bool {
        let leads = &self.leads[self.leads.len() - self.stamps.order..];
        if leads[1..].iter().any(|lead| *lead < leads[0]) {
            return false;
        }
        (1..leads.len()).all(|symmetry| leads[symmetry] > leads[0] || !self.is_before(symmetry))
    }

    /// Whether the line of an image comes before the line itself.
    fn is_before(&self, symmetry: usize) -> bool {
        self.stamps.line(&self.options, symmetry) < self.stamps.line(&self.options, 0)
    }

    /// The fingerprint of the line.
    #[inline]
    pub fn fingerprint(&self) -> Fingerprint {
        let mut bytes = [[0; 8]; L];
        for (bytes, word) in bytes.iter_mut().zip(self.stamps.line(&self.options, 0)) {
            *bytes = word.to_be_bytes();
        }
        Fingerprint::of(&bytes.as_flattened()[..self.stamps.line_len])
    }
}
