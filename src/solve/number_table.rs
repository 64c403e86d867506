//! Solutions as numbers in a row, for programs that work on many at once.
//!
//! A table is made once for a subject; a solution is then a look-up for each place of the board.

use crate::solution::{CoverCodec, LineCodec};

use super::subject::Subject;

/// Where there is no piece, or no further option.
const NOTHING: i32 = -1;

/// How the records of a subject are read as numbers.
#[derive(Clone, Debug)]
pub(crate) enum NumberTable {
    /// Those of a puzzle: for each place of the smallest box around the board, where in a line it is
    /// named, if it is a cell; and for each symbol its piece.
    Puzzle { places: Vec<Option<u32>>, pieces: Vec<i32> },
    /// Those of a cover, with the most options that a solution can have.
    Cover { most: usize },
}

impl NumberTable {
    /// The table of a subject.
    pub fn new(subject: &Subject) -> Self {
        let Subject::Puzzle(compiled) = subject else {
            return Self::Cover { most: subject.record_len() / CoverCodec::NUMBER_BYTES };
        };
        let [layers, rows, columns] = compiled.puzzle.board.size();
        let mut places = vec![None; layers * rows * columns];
        for (place, [layer, row, column]) in LineCodec::new(compiled).outer_places() {
            let index = (layer as usize * rows + row as usize) * columns + column as usize;
            places[index] = Some(place as u32);
        }
        let mut pieces = vec![NOTHING; 256];
        for (number, piece) in compiled.puzzle.pieces().iter().enumerate() {
            for &symbol in &piece.symbols {
                pieces[symbol as usize] = number as i32;
            }
        }
        Self::Puzzle { places, pieces }
    }

    /// Appends the numbers of a record.
    pub fn write(&self, record: &[u8], numbers: &mut Vec<i32>) {
        match self {
            Self::Puzzle { places, pieces } => numbers.extend(places.iter().map(|place| {
                place.map_or(NOTHING, |place| pieces[record[place as usize] as usize])
            })),
            Self::Cover { most } => {
                let end = numbers.len() + most;
                numbers.extend(CoverCodec::numbers(record).map(|number| number as i32));
                numbers.resize(end, NOTHING);
            }
        }
    }
}
