//! Placements by number, as packed files name them, and what they cover.
//!
//! The outer positions of the board are its cells in reading order. The placements of a piece on
//! the empty board are numbered from 0 in the order of their lists of cells. Inner positions have no
//! part in that, since they follow from the rows. A record has a number for each copy of each piece,
//! ascending among the copies of one piece, and [`ABSENT`] for a copy that is left out.
//!
//! What a placement covers is a mask of positions, so that checking a record costs a few steps for
//! each column. Images of records under the motions of the board are looked up, number by number.

use super::checker::Checker;
use super::picture::EMPTY;
use super::placements::{Placement, Start};
use super::violation::Violation;

/// The number of a copy that is left out.
pub(crate) const ABSENT: u32 = u32::MAX;

/// A column: a copy of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// The piece.
    pub piece: usize,
    /// Which of its copies, from 0.
    pub copy: usize,
}

/// The placements of a piece by number.
#[derive(Clone, Debug)]
struct Numbered {
    placements: Vec<Placement>,
    /// For each placement, its cells in reading order.
    cells: Vec<Vec<u16>>,
    /// For each placement, the words of its mask, one after another.
    masks: Vec<u64>,
    first_column: usize,
}

/// What one motion makes of every placement.
#[derive(Clone, Debug)]
struct Map {
    /// The piece that each piece becomes.
    becomes: Vec<usize>,
    /// For each piece and number, the number that it becomes.
    numbers: Vec<Vec<u32>>,
}

/// All placements of a puzzle by number.
#[derive(Clone, Debug)]
pub(crate) struct Numbers<'a> {
    checker: &'a Checker,
    columns: Vec<Column>,
    pieces: Vec<Numbered>,
    /// The words of the mask of all that must be filled.
    needed: Vec<u64>,
    /// Each piece that lies on the board from the start, and the number of its placement there;
    /// `None` where the piece has no such placement.
    starts: Vec<(usize, Option<u32>)>,
    maps: Vec<Map>,
}

/// Room for checking records, used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    covered: Vec<u64>,
    image: Vec<u32>,
}

impl<'a> Numbers<'a> {
    /// Numbers the placements of a checker's puzzle.
    pub fn new(checker: &'a Checker) -> Self {
        let rules = &checker.rules;
        let frame = rules.frame();
        let words = frame.positions().div_ceil(64).max(1);
        let mut number = vec![None; frame.positions()];
        for (reading, position) in frame.outer().enumerate() {
            number[position] = Some(reading as u16);
        }
        let mask = |positions: &mut dyn Iterator<Item = usize>| {
            let mut mask = vec![0; words];
            positions.for_each(|position| mask[position / 64] |= 1 << (position % 64));
            mask
        };
        let (mut columns, mut pieces) = (Vec::new(), Vec::new());
        for (index, (piece, all)) in rules.pieces.iter().zip(rules.placements()).enumerate() {
            let cells = |placement: &Placement| -> Vec<u16> {
                placement.iter().filter_map(|&position| number[usize::from(position)]).collect()
            };
            let mut all: Vec<(Vec<u16>, Placement)> =
                all.into_iter().map(|placement| (cells(&placement), placement)).collect();
            all.sort_unstable();
            let masks = all
                .iter()
                .flat_map(|(_, placement)| mask(&mut placement.iter().map(|&p| p.into())));
            let masks = masks.collect();
            let (cells, placements) = all.into_iter().unzip();
            pieces.push(Numbered { placements, cells, masks, first_column: columns.len() });
            columns.extend((0..piece.copies()).map(|copy| Column { piece: index, copy }));
        }
        let needed = mask(&mut (0..frame.positions()).filter(|&p| rules.must_fill()[p]));
        let start = |start: &Start| {
            let at = pieces[start.piece]
                .placements
                .iter()
                .position(|placement| *placement == start.placement);
            (start.piece, at.map(|number| number as u32))
        };
        let starts = rules.starts().iter().map(start).collect();
        let mut numbers = Self { checker, columns, pieces, needed, starts, maps: Vec::new() };
        numbers.maps = (0..checker.group.order()).map(|motion| numbers.map(motion)).collect();
        numbers
    }

    fn map(&self, motion: usize) -> Map {
        let group = &self.checker.group;
        let (targets, becomes) = (group.targets(motion), group.becomes(motion));
        let number = |piece: usize, placement: &Placement| {
            let mut moved: Vec<u16> = placement.iter().map(|&p| targets[usize::from(p)]).collect();
            moved.sort_unstable();
            let like = &self.pieces[becomes[piece]];
            let outer = |placement: &Placement| -> Vec<u16> {
                let inner = |position: &u16| self.frame_is_inner(*position);
                placement.iter().copied().filter(|position| !inner(position)).collect()
            };
            // Outer positions ascend as cells do, so that placements are in the order of either.
            let moved = outer(&moved);
            let found = like.placements.binary_search_by(|other| outer(other).cmp(&moved));
            found.map_or(ABSENT, |number| number as u32)
        };
        let of_piece = |(piece, numbered): (usize, &Numbered)| {
            numbered.placements.iter().map(|placement| number(piece, placement)).collect()
        };
        let numbers = self.pieces.iter().enumerate().map(of_piece).collect();
        Map { becomes: becomes.to_vec(), numbers }
    }

    fn frame_is_inner(&self, position: u16) -> bool {
        self.checker.rules.frame().is_inner(usize::from(position))
    }

    /// The columns of a record.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The names of the columns: pieces, with a copy's symbol where there are several.
    pub fn column_names(&self) -> Vec<String> {
        let name = |column: &Column| {
            let piece = &self.checker.rules.pieces[column.piece];
            match piece.copies() {
                1 => piece.name.clone(),
                _ if piece.stays_free => format!("{}.{}", piece.name, column.copy + 1),
                _ => format!("{}.{}", piece.name, char::from(piece.symbols[column.copy])),
            }
        };
        self.columns.iter().map(name).collect()
    }

    /// The lists of cells of a piece's placements, in the order of their numbers.
    pub fn cells(&self, piece: usize) -> &[Vec<u16>] {
        &self.pieces[piece].cells
    }

    /// How many bytes a number takes in a file.
    pub fn number_bytes(&self) -> usize {
        let most = self.pieces.iter().map(|piece| piece.placements.len()).max().unwrap_or(0);
        if most < usize::from(u16::MAX) { 2 } else { 4 }
    }

    /// Checks that a record is an arrangement.
    ///
    /// # Errors
    /// The first rule that it breaks, in words.
    pub fn check(&self, record: &[u32], scratch: &mut Scratch) -> Result<(), String> {
        let words = self.needed.len();
        let covered = &mut scratch.covered;
        covered.clear();
        covered.resize(words, 0);
        for (at, (&number, column)) in record.iter().zip(&self.columns).enumerate() {
            let numbered = &self.pieces[column.piece];
            let piece = &self.checker.rules.pieces[column.piece];
            if number == ABSENT {
                if column.copy < piece.least_copies() {
                    return Err(format!("piece {} is missing", piece.name));
                }
                continue;
            }
            if column.copy > 0 && record[at - 1] >= number {
                return Err(format!("the copies of piece {} do not ascend", piece.name));
            }
            let from = number as usize * words;
            let Some(mask) = numbered.masks.get(from..from + words) else {
                let most = numbered.placements.len();
                return Err(format!(
                    "piece {} has no placement {number}; it has {most}, counted from 0",
                    piece.name
                ));
            };
            if piece.optional
                && mask.iter().zip(&self.needed).all(|(mask, needed)| mask & needed == 0)
            {
                return Err(format!(
                    "piece {} may be left out, and here it fills no cell that must be filled",
                    piece.name
                ));
            }
            for (word, (covered, mask)) in covered.iter_mut().zip(mask).enumerate() {
                let both = *covered & mask;
                if both != 0 {
                    let position = word * 64 + both.trailing_zeros() as usize;
                    return Err(self.overlap(record, position));
                }
                *covered |= mask;
            }
        }
        for (word, (covered, needed)) in covered.iter().zip(&self.needed).enumerate() {
            let bare = needed & !covered;
            if bare != 0 {
                let rules = &self.checker.rules;
                let position = word * 64 + bare.trailing_zeros() as usize;
                let at = rules.location(position);
                let is_inner = rules.frame().is_inner(position);
                let violation = if is_inner {
                    Violation::InnerUnfilled { at }
                } else {
                    Violation::EmptyCell { at }
                };
                return Err(violation.to_string());
            }
        }
        for &(piece, start) in &self.starts {
            let first = self.pieces[piece].first_column;
            let copies = self.checker.rules.pieces[piece].copies();
            if !start.is_some_and(|start| record[first..first + copies].contains(&start)) {
                let name = &self.checker.rules.pieces[piece].name;
                return Err(format!("piece {name} does not lie where it lies from the start"));
            }
        }
        Ok(())
    }

    /// Says which pieces of a record overlap at a position.
    fn overlap(&self, record: &[u32], position: usize) -> String {
        let lies = |&(number, column): &(&u32, &Column)| {
            let placement = self.pieces[column.piece].placements.get(*number as usize);
            let on = |placement: &Placement| placement.binary_search(&(position as u16)).is_ok();
            placement.is_some_and(on)
        };
        let pieces = &self.checker.rules.pieces;
        let on: Vec<&str> = record
            .iter()
            .zip(&self.columns)
            .filter(lies)
            .map(|(_, column)| pieces[column.piece].name.as_str())
            .take(2)
            .collect();
        let at = self.checker.rules.location(position);
        format!("{at}: pieces {} overlap", on.join(" and "))
    }

    /// The picture of a record that is an arrangement.
    pub fn paint(&self, record: &[u32], cells: &mut Vec<u8>) {
        cells.clear();
        cells.resize(self.checker.rules.frame().positions(), EMPTY);
        for (&number, column) in record.iter().zip(&self.columns) {
            let symbol = self.checker.rules.pieces[column.piece].symbols[column.copy];
            if let Some(placement) = self.pieces[column.piece].placements.get(number as usize) {
                for &position in placement {
                    cells[usize::from(position)] = symbol;
                }
            }
        }
    }

    /// Whether no image of a record comes before it. If so, `each` is given every different image,
    /// the record itself included.
    pub fn is_least(
        &self,
        record: &[u32],
        scratch: &mut Scratch,
        mut each: impl FnMut(&[u32]),
    ) -> bool {
        let image = &mut scratch.image;
        let mut ties = 1;
        for map in &self.maps[1..] {
            self.move_record(map, record, image);
            match image.as_slice().cmp(record) {
                std::cmp::Ordering::Less => return false,
                std::cmp::Ordering::Equal => ties += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        if ties == 1 {
            each(record);
            for map in &self.maps[1..] {
                self.move_record(map, record, image);
                each(image);
            }
            return true;
        }
        let mut images: Vec<Vec<u32>> = Vec::with_capacity(self.maps.len());
        for map in &self.maps {
            self.move_record(map, record, image);
            images.push(image.clone());
        }
        images.sort_unstable();
        images.dedup();
        for image in &images {
            each(image);
        }
        true
    }

    fn move_record(&self, map: &Map, record: &[u32], image: &mut Vec<u32>) {
        image.clear();
        image.resize(record.len(), ABSENT);
        for (piece, numbered) in self.pieces.iter().enumerate() {
            let copies = self.checker.rules.pieces[piece].copies();
            let from = numbered.first_column;
            let to = self.pieces[map.becomes[piece]].first_column;
            for copy in 0..copies {
                let number = record[from + copy];
                if let Some(&moved) = map.numbers[piece].get(number as usize) {
                    image[to + copy] = moved;
                }
            }
            if copies > 1 {
                image[to..to + copies].sort_unstable();
            }
        }
    }
}

#[cfg(test)]
mod tests;
