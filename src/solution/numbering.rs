//! Placements by number, from the text of a puzzle alone.
//!
//! The cells of the board are numbered from 0 in reading order: layer, row, column; inner cells
//! have no number, since those that a piece fills follow from its rows. A placement is the
//! ascending list of its cells. The placements of a piece, all that the empty board offers, are
//! numbered from 0 in the order of these lists. A starting position takes no number away.
//!
//! A record has a column for each copy of each piece, pieces in the order of the puzzle file,
//! with the number of its placement; the numbers of a piece's copies ascend. A copy that is left
//! out has the number whose bits are all ones, and stands after those that are not. Within the
//! program a record is written with the high byte first, so that bytes compare as numbers do.

use std::collections::HashMap;

use crate::cover::mask::Wide;
use crate::cover::{Mask, OptionId};
use crate::puzzle::lattice::Grid;
use crate::puzzle::placement::placements;
use crate::puzzle::{Compiled, Puzzle};

/// The numbers of all placements of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbering {
    /// For each piece, its placements in order, each the ascending list of its cells.
    placements: Vec<Vec<Vec<u16>>>,
    /// For each option of the puzzle's cover, the piece and the number.
    of_option: Vec<(usize, u32)>,
    /// For each piece, its first column; and the number of columns.
    columns: Vec<usize>,
    /// How many bytes a number takes: 2 or 4.
    bytes: usize,
}

impl Numbering {
    /// Numbers the placements of a puzzle.
    pub fn new(compiled: &Compiled) -> Self {
        let all = match compiled.puzzle.board.points().count() {
            0..=128 => all::<u128>(&compiled.puzzle, &compiled.grid),
            129..=512 => all::<Wide<8>>(&compiled.puzzle, &compiled.grid),
            _ => all::<Wide<64>>(&compiled.puzzle, &compiled.grid),
        };
        let reading = reading_order(&compiled.grid, &compiled.puzzle);
        let index: Vec<HashMap<&[u16], u32>> =
            all.iter().map(|of| of.iter().map(Vec::as_slice).zip(0..).collect()).collect();
        let number = |placement: &crate::puzzle::placement::Placement| {
            let mut cells: Vec<u16> = placement
                .cells
                .iter()
                .filter_map(|&cell| reading.get(cell as usize))
                .copied()
                .collect();
            cells.sort_unstable();
            (placement.piece, index[placement.piece][cells.as_slice()])
        };
        let of_option = compiled.placements.iter().map(number).collect();
        let mut columns = vec![0];
        for piece in &compiled.puzzle.pieces {
            columns.push(columns[columns.len() - 1] + piece.copies());
        }
        let most = all.iter().map(Vec::len).max().unwrap_or(0);
        let bytes = if most < usize::from(u16::MAX) { 2 } else { 4 };
        Self { placements: all, of_option, columns, bytes }
    }

    /// For each piece, its placements in order, each the ascending list of its cells.
    pub fn placements(&self) -> &[Vec<Vec<u16>>] {
        &self.placements
    }

    /// How many bytes a number takes: 2, or 4 where a piece has 65,535 placements or more.
    pub fn number_bytes(&self) -> usize {
        self.bytes
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns[self.columns.len() - 1]
    }

    /// The length of a record in bytes.
    pub fn record_len(&self) -> usize {
        self.columns() * self.bytes
    }

    /// The number of an option's placement among those of its piece.
    pub fn number(&self, option: OptionId) -> u32 {
        self.of_option[option.index()].1
    }

    /// Appends the record of a solution.
    pub fn write(&self, options: impl Iterator<Item = OptionId>, record: &mut Vec<u8>) {
        let from = record.len();
        record.resize(from + self.record_len(), 0xff);
        let record = &mut record[from..];
        let bytes = self.bytes;
        for option in options {
            let (piece, number) = self.of_option[option.index()];
            let number = &number.to_be_bytes()[4 - bytes..];
            let own = &mut record[self.columns[piece] * bytes..self.columns[piece + 1] * bytes];
            // Among the copies: after those with smaller numbers, before the others.
            let mut at = own.len() - bytes;
            while at > 0 && own[at - bytes..at] > *number {
                own.copy_within(at - bytes..at, at);
                at -= bytes;
            }
            own[at..at + bytes].copy_from_slice(number);
        }
    }

    /// The numbers of a record as they are written to files, low byte first.
    pub fn write_low_first(&self, record: &[u8], out: &mut Vec<u8>) {
        for number in record.chunks_exact(self.bytes) {
            out.extend(number.iter().rev());
        }
    }

    /// The numbers of a record, for a message.
    pub fn describe(&self, record: &[u8]) -> String {
        let value = |bytes: &[u8]| bytes.iter().fold(0_u32, |n, &byte| n << 8 | u32::from(byte));
        let numbers: Vec<String> =
            record.chunks_exact(self.bytes).map(|bytes| value(bytes).to_string()).collect();
        numbers.join(" ")
    }
}

/// For each outer cell of a grid, its number in reading order.
fn reading_order(grid: &Grid, puzzle: &Puzzle) -> Vec<u16> {
    let mut reading = vec![0; grid.outer_count()];
    for (number, point) in puzzle.board.points().enumerate() {
        if let Some(cell) = grid.cell_drawn_at(point) {
            reading[cell] = number as u16;
        }
    }
    reading
}

/// The placements of every piece, as lists of cells in reading order, sorted.
fn all<M: Mask>(puzzle: &Puzzle, grid: &Grid) -> Vec<Vec<Vec<u16>>> {
    let reading = reading_order(grid, puzzle);
    let cells = |mask: M| {
        let mut cells: Vec<u16> = mask.ones().map(|cell| reading[cell]).collect();
        cells.sort_unstable();
        cells
    };
    let of_piece = |piece| {
        let mut all: Vec<Vec<u16>> =
            placements::<M>(piece, puzzle, grid).into_iter().map(cells).collect();
        all.sort_unstable();
        all
    };
    puzzle.pieces.iter().map(of_piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{compile, file};

    /// A board of two rows of three, with two dominoes, one optional cell and an inner ring.
    const TEXT: &str = "name = 'strip'\n[board]\npicture = '''\n...\n.?.'''\n\
        motions = 'half-turn'\n[[piece]]\nsymbol = 'ab'\npicture = 'aa'\n\
        [[piece]]\nsymbol = 'c'\npicture = 'c'\noptional = true\n";

    #[test]
    fn placements_are_numbered_by_their_cells_in_reading_order() {
        let compiled = compile(&file::parse(TEXT).unwrap().members[0]).unwrap();
        let numbering = Numbering::new(&compiled);
        let dominoes: [&[u16]; 7] = [&[0, 1], &[0, 3], &[1, 2], &[1, 4], &[2, 5], &[3, 4], &[4, 5]];
        assert_eq!(numbering.placements()[0], dominoes);
        // The single cell may lie anywhere, though here only where it fills what must be filled.
        assert_eq!(numbering.placements()[1].len(), 6);
        assert_eq!(numbering.record_len(), 6);
    }

    #[test]
    fn copies_ascend_and_what_is_left_out_has_all_bits_set() {
        let compiled = compile(&file::parse(TEXT).unwrap().members[0]).unwrap();
        let numbering = Numbering::new(&compiled);
        let option = |piece, number| {
            let at = numbering.of_option.iter().position(|of| *of == (piece, number));
            OptionId(at.unwrap() as u32)
        };
        let written = |options: &[OptionId]| {
            let mut record = Vec::new();
            numbering.write(options.iter().copied(), &mut record);
            record
        };
        let whole = [option(0, 5), option(1, 2), option(0, 0)];
        assert_eq!(written(&whole), [0, 0, 0, 5, 0, 2]);
        assert_eq!(written(&whole[..1]), [0, 5, 0xff, 0xff, 0xff, 0xff]);
        let mut low_first = Vec::new();
        numbering.write_low_first(&written(&whole), &mut low_first);
        assert_eq!(low_first, [0, 0, 5, 0, 2, 0]);
        assert_eq!(numbering.describe(&written(&whole[..1])), "5 65535 65535");
    }

    #[test]
    fn a_starting_position_takes_no_number_away() {
        let mut puzzle = file::parse(TEXT).unwrap().members.remove(0);
        let empty = Numbering::new(&compile(&puzzle).unwrap());
        puzzle.given = crate::puzzle::given::read_given(&puzzle, "a@1,1 1,2").unwrap();
        let started = Numbering::new(&compile(&puzzle).unwrap());
        assert_eq!(started.placements, empty.placements);
        assert!(started.of_option.len() < empty.of_option.len());
    }
}
