//! Canonical lines of arrangements that come one by one, put together from parts that are prepared.
//!
//! A line differs from the empty board's only where pieces lie, so it is the exclusive or of the
//! empty line and of what each option changes in it (as in [`super::record_table`]). Which image of
//! a solution is the canonical one mostly shows in the first cell: for each option and symmetry it is
//! known whether the image of the option lies there, and with which symbol. The lines of the images
//! that show the least symbol are compared; mostly there are two.
//!
//! For puzzles whose pieces have no copies and no coloured edges, of at most 128 cells and as many symbols in a line, and
//! of at most 64 symmetries, all of which bring something to the first cell; others are written by
//! the slower [`LineCodec`]. Cost of a line: its words once for each option and each image that is
//! compared. Memory: for each option a line and some 40 bytes.

use std::cmp::Ordering;

use crate::cover::{ItemId, OptionId};
use crate::puzzle::Compiled;
use crate::puzzle::placement::Placement;

use super::line_codec::{EMPTY, LineCodec, NotASolution};
use super::record_table::put;

/// Writes canonical lines of one puzzle.
#[derive(Clone, Debug)]
pub(crate) struct CanonicalWriter<'a> {
    compiled: &'a Compiled,
    line_len: usize,
    /// The cells that must be covered.
    full: u128,
    /// For each option, what it shows there.
    first_cells: Vec<FirstCell>,
    line_changes: LineChanges,
}

/// What an option and its images show in the first cell, by which the canonical image is found.
#[derive(Clone, Copy, Debug)]
struct FirstCell {
    cells: u128,
    /// The symmetries that bring the option to the first cell with the least symbol.
    symmetries: u64,
    /// That symbol; greater than all where there are none.
    symbol: u8,
}

/// What each option changes in the line of the empty board, and that line, last. The first byte of
/// a word is its highest, so that words compare as bytes do.
#[derive(Clone, Debug)]
enum LineChanges {
    Short(Vec<[u64; 8]>),
    Long(Vec<[u64; 16]>),
}

impl<'a> CanonicalWriter<'a> {
    /// Prepares for the solutions of a puzzle; nothing where the puzzle is not of that kind.
    pub fn new(codec: &LineCodec<'a>) -> Option<Self> {
        let (compiled, cells, line_len) = (codec.compiled(), codec.cells(), codec.line_len());
        let cover = &compiled.problem.cover;
        let symmetries = &compiled.symmetries;
        if codec.has_copies() || codec.has_edges() || cells.len() > 128 || symmetries.len() > 64 {
            return None;
        }
        let required = (0..cells.len()).filter(|&cell| cover.is_primary(ItemId(cell as u32)));
        let full = required.fold(0, |full: u128, cell| full | 1 << cell);
        // For each symmetry, the cell that comes to the place of the first.
        let &(_, first) = cells.first()?;
        let source = |motion: &[u16]| motion.iter().position(|&to| usize::from(to) == first);
        let sources: Option<Vec<usize>> =
            symmetries.iter().map(|symmetry| source(&symmetry.motion.cells)).collect();
        let sources = sources?;
        if sources.iter().any(|&source| full >> source & 1 == 0) {
            return None;
        }
        let pieces = &compiled.puzzle.pieces;
        let first_cell = |placement: &Placement| {
            let cells = placement.cells.iter().fold(0, |cells: u128, &cell| cells | 1 << cell);
            let mut first_cell = FirstCell { cells, symmetries: 0, symbol: u8::MAX };
            for (number, (symmetry, &source)) in symmetries.iter().zip(&sources).enumerate() {
                let symbol = pieces[symmetry.pieces[placement.piece]].symbols[0];
                if cells >> source & 1 == 0 || symbol > first_cell.symbol {
                    continue;
                }
                if symbol < first_cell.symbol {
                    (first_cell.symbol, first_cell.symmetries) = (symbol, 0);
                }
                first_cell.symmetries |= 1 << number;
            }
            first_cell
        };
        let line_changes = match line_len {
            ..=64 => LineChanges::Short(line_changes(codec, &cells)),
            65..=128 => LineChanges::Long(line_changes(codec, &cells)),
            _ => return None,
        };
        let first_cells = compiled.placements.iter().map(first_cell).collect();
        Some(Self { compiled, line_len, full, first_cells, line_changes })
    }

    /// Appends the canonical line of a solution to `line`, checking that its placements are
    /// disjoint and leave nothing empty. Returns the number of symmetries that map the solution to itself,
    /// and the number of the first that maps it to its canonical image.
    ///
    /// # Errors
    /// When the options are no solution.
    pub fn write(
        &self,
        options: &[OptionId],
        line: &mut Vec<u8>,
    ) -> Result<(usize, usize), NotASolution> {
        let (mut cells, mut symmetries, mut least) = (0, 0, u8::MAX);
        for &option in options {
            let first_cell = &self.first_cells[option.index()];
            if cells & first_cell.cells != 0 {
                return Err(NotASolution(options.to_vec()));
            }
            cells |= first_cell.cells;
            match first_cell.symbol.cmp(&least) {
                Ordering::Less => (least, symmetries) = (first_cell.symbol, first_cell.symmetries),
                Ordering::Equal => symmetries |= first_cell.symmetries,
                Ordering::Greater => {}
            }
        }
        if cells & self.full != self.full {
            return Err(NotASolution(options.to_vec()));
        }
        Ok(match &self.line_changes {
            LineChanges::Short(line_changes) => {
                self.write_least(line_changes, options, symmetries, line)
            }
            LineChanges::Long(line_changes) => {
                self.write_least(line_changes, options, symmetries, line)
            }
        })
    }

    /// Appends the least of the images under some symmetries.
    fn write_least<const N: usize>(
        &self,
        line_changes: &[[u64; N]],
        options: &[OptionId],
        mut symmetries: u64,
        line: &mut Vec<u8>,
    ) -> (usize, usize) {
        let elements = self.compiled.problem.group.elements();
        let (mut best, mut first, mut stabiliser) = ([u64::MAX; N], 0, 0);
        while symmetries != 0 {
            let symmetry = symmetries.trailing_zeros() as usize;
            symmetries &= symmetries - 1;
            let image = &elements[symmetry].options;
            let mut words = line_changes[self.first_cells.len()];
            for option in options {
                let option_changes = &line_changes[image[option.index()].index()];
                words.iter_mut().zip(option_changes).for_each(|(word, change)| *word ^= change);
            }
            match words.cmp(&best) {
                Ordering::Less => (best, first, stabiliser) = (words, symmetry, 1),
                Ordering::Equal => stabiliser += 1,
                Ordering::Greater => {}
            }
        }
        let mut bytes = [0; 128];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(best) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
        line.extend_from_slice(&bytes[..self.line_len]);
        (stabiliser, first)
    }
}

/// What each option changes in a line, and the line of the empty board.
fn line_changes<const N: usize>(codec: &LineCodec<'_>, cells: &[(usize, usize)]) -> Vec<[u64; N]> {
    let compiled = codec.compiled();
    let mut places = vec![0; cells.len()];
    for &(place, cell) in cells {
        places[cell] = place;
    }
    let change_of = |placement: &Placement| {
        let change = compiled.puzzle.pieces[placement.piece].symbols[0] ^ EMPTY;
        let mut words = [0; N];
        placement.cells.iter().for_each(|&cell| put(&mut words, places[usize::from(cell)], change));
        words
    };
    let mut empty = [0; N];
    (0..).zip(codec.template()).for_each(|(at, &byte)| put(&mut empty, at, byte));
    compiled.placements.iter().map(change_of).chain([empty]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{compile, file};
    use crate::solution::line_codec::Picture;

    /// Three dominoes that differ, on a board with every motion.
    const DOMINOES: &str = r#"
name = "dominoes"
[board]
rows = 2
columns = 3
motions = "rotations-and-flips"
[[piece]]
symbol = "a"
picture = "aa"
[[piece]]
symbol = "b"
picture = "bb"
[[piece]]
symbol = "c"
picture = "cc"
"#;

    #[test]
    fn the_quick_writer_writes_what_the_codec_writes_and_refuses_what_it_refuses() {
        let compiled = compile(&file::parse(DOMINOES).unwrap().members[0]).unwrap();
        let codec = LineCodec::new(&compiled);
        let canonical_writer = CanonicalWriter::new(&codec).unwrap();
        let all: Vec<OptionId> = compiled.problem.cover.options().collect();
        let (mut picture, mut solutions) = (Picture::default(), 0);
        for first in &all {
            for second in &all {
                for third in &all {
                    let options = [*first, *second, *third];
                    let (mut own, mut expected) = (b"before ".to_vec(), b"before ".to_vec());
                    let filled = codec.fill(&options, &mut picture);
                    let found = filled.map(|()| codec.write_canonical(&picture, &mut expected));
                    solutions += u32::from(found.is_ok());
                    assert_eq!(canonical_writer.write(&options, &mut own), found);
                    assert_eq!(own, expected);
                }
            }
        }
        // Three tilings, each domino any of the pieces, in any order; and the same piece may come
        // more than once, which covers the cells as well.
        assert_eq!(solutions, 3 * 6 * 27);
    }
}
