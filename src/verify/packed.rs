//! A packed file of solutions: one line of JSON, then records of numbers (see [`super::numbers`]).
//!
//! Where every arrangement is listed, the images of each must be there too. That is checked
//! without keeping any: the records that come first among their images are met once for each
//! solution, and the sum of a hash over all their images must be the sum over all records. The
//! hash has a key made up anew each time, so that a file that is not closed passes with a chance
//! of about 2^-64, whoever made it.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::BufRead;

use super::about::MAX_ABOUT;
use super::blocks::{RecordSums, Records, check_records};
use super::checker::Checker;
use super::claims::Claims;
use super::fingerprint::fingerprint_of;
use super::listing::{Verified, check_given, check_known};
use super::numbers::{ABSENT, Numbers, Scratch};
use super::packed_line::{Meaning, PackedLine, PackedPiece};
use super::refusal::Refusal;
use super::subject::SubjectKind;

impl Checker {
    /// Checks a whole packed file, on all threads.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and in which record.
    pub fn check_packed(&self, mut reader: impl BufRead) -> Result<Verified, Refusal> {
        self.rules.check_symbols().map_err(|reason| Refusal::of_file(reason.to_string()))?;
        let numbers = Numbers::new(self);
        let meaning = meaning(self, &numbers);
        let pieces = meaning.pieces.iter().flatten().flat_map(|piece| &piece.placements);
        let cells: usize = pieces.map(Vec::len).sum();
        let line = PackedLine::read(&mut reader, MAX_ABOUT * 4 + 8 * cells as u64)?;
        let claims = line.claims(SubjectKind::Puzzle, &self.name, &meaning)?;
        check_given(self, claims.given.as_deref())
            .map_err(|reason| Refusal::of_line(1, reason).for_position())?;
        let Claims { images, complete, .. } = claims;
        let records =
            PuzzleRecords { checker: self, numbers, images, complete, key: RandomState::new() };
        let promised = if images { claims.total } else { claims.distinct.unwrap_or_default() };
        let sums = check_records(&mut reader, &records, promised)?;
        finish(self, &claims, &sums).map_err(Refusal::of_file)
    }
}

/// What the records of a puzzle mean.
fn meaning(checker: &Checker, numbers: &Numbers<'_>) -> Meaning {
    let rules = &checker.rules;
    let piece = |(index, piece): (usize, &crate::puzzle::model::Piece)| PackedPiece {
        name: piece.name.clone(),
        symbols: piece.symbols.iter().copied().map(char::from).collect(),
        placements: numbers.cells(index).to_vec(),
    };
    let frame = rules.frame();
    let skipped = usize::from(frame.size()[0] == 1);
    let coordinates = |position| frame.at(position)[skipped..].iter().map(|&v| v + 1).collect();
    Meaning {
        dtype: if numbers.number_bytes() == 2 { "<u2" } else { "<u4" },
        columns: numbers.column_names(),
        cells: Some(frame.outer().map(coordinates).collect()),
        pieces: Some(rules.pieces.iter().enumerate().map(piece).collect()),
        options: None,
    }
}

/// The records of a file of one puzzle.
struct PuzzleRecords<'a> {
    checker: &'a Checker,
    numbers: Numbers<'a>,
    images: bool,
    complete: bool,
    key: RandomState,
}

impl Records for PuzzleRecords<'_> {
    type Scratch = (Scratch, Vec<u8>);

    fn record_len(&self) -> usize {
        self.numbers.columns().len() * self.numbers.number_bytes()
    }

    fn decode(&self, bytes: &[u8], record: &mut Vec<u32>) {
        record.clear();
        if self.numbers.number_bytes() == 4 {
            let numbers = bytes.chunks_exact(4);
            record.extend(numbers.map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])));
            return;
        }
        record.extend(bytes.chunks_exact(2).map(|b| match u16::from_le_bytes([b[0], b[1]]) {
            u16::MAX => ABSENT,
            number => u32::from(number),
        }));
    }

    fn add(
        &self,
        record: &[u32],
        (scratch, cells): &mut (Scratch, Vec<u8>),
        sums: &mut RecordSums,
    ) -> Result<(), String> {
        self.numbers.check(record, scratch)?;
        if self.images && self.complete {
            sums.total += 1;
            let hash = |record: &[u32]| self.key.hash_one(record);
            let mut images = 0_u64;
            let mut each = |image: &[u32]| images = images.wrapping_add(hash(image));
            let is_first = self.numbers.is_least(record, scratch, &mut each);
            sums.balance = sums.balance.wrapping_add(hash(record)).wrapping_sub(images);
            if is_first {
                self.numbers.paint(record, cells);
                let least = self.checker.group.least(cells);
                sums.distinct += 1;
                let line = self.checker.rules.write(&least.cells);
                sums.fingerprint = sums.fingerprint.wrapping_add(fingerprint_of(&line));
            }
            return Ok(());
        }
        self.numbers.paint(record, cells);
        let least = self.checker.group.least(cells);
        let is_canonical = least.cells == *cells;
        if !is_canonical && !self.images {
            let motion = self.checker.group.words(least.motion);
            let line = self.checker.rules.write(&least.cells);
            return Err(format!(
                "this is not the canonical image of its solution; {motion} it is {}",
                String::from_utf8_lossy(&line)
            ));
        }
        if is_canonical {
            sums.distinct += 1;
            let line = self.checker.rules.write(&least.cells);
            sums.fingerprint = sums.fingerprint.wrapping_add(fingerprint_of(&line));
        }
        sums.total += if self.images { 1 } else { least.images as u128 };
        Ok(())
    }
}

/// Compares the sums over all records with what is claimed.
fn finish(checker: &Checker, claims: &Claims, sums: &RecordSums) -> Result<Verified, String> {
    if sums.balance != 0 {
        return Err("some image of an arrangement is missing: the records are not closed \
                    under the motions of the board"
            .to_owned());
    }
    let distinct = claims.distinct.unwrap_or(sums.distinct);
    for (key, promised, found) in
        [("distinct", distinct, sums.distinct), ("total", claims.total, sums.total)]
    {
        if promised != found {
            return Err(format!(
                "line 1 gives {key} as {promised}, but the records make it {found}"
            ));
        }
    }
    if claims.fingerprint != sums.fingerprint {
        return Err(format!("the fingerprint of the records is {:032x}", sums.fingerprint));
    }
    if claims.complete {
        check_known(checker, sums.distinct, sums.total).map_err(|(_, reason)| reason)?;
    }
    Ok(Verified {
        distinct: sums.distinct,
        total: sums.total,
        fingerprint: sums.fingerprint,
        complete: claims.complete,
        images: claims.images,
    })
}
