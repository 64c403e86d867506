//! The first line of a packed file: a JSON object that says what the records behind it mean.
//!
//! It is padded with spaces, and its length with the line end is what it gives as `offset`.

use std::io::{BufRead, Read};

use serde::Deserialize;

use super::about::About;
use super::claims::Claims;
use super::refusal::Refusal;
use super::subject::SubjectKind;

/// What the line says, of a puzzle or of a cover.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PackedLine {
    format: String,
    offset: usize,
    dtype: String,
    columns: Vec<String>,
    puzzle: Option<String>,
    cover: Option<String>,
    given: Option<String>,
    content: String,
    order: String,
    distinct: Option<u128>,
    total: Option<u128>,
    fingerprint: Option<String>,
    complete: Option<bool>,
    cells: Option<Vec<Vec<usize>>>,
    pieces: Option<Vec<PackedPiece>>,
    options: Option<Vec<Option<String>>>,
    /// Where the line ends, its line end included.
    #[serde(skip)]
    end: usize,
}

/// A piece and its placements by number.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PackedPiece {
    /// Its name.
    pub name: String,
    /// The symbols of its copies.
    pub symbols: String,
    /// For each number, the cells of the placement, counted in reading order.
    pub placements: Vec<Vec<u16>>,
}

/// What the records mean, as the checker works it out.
#[derive(Debug)]
pub(crate) struct Meaning {
    /// The type of their numbers.
    pub dtype: &'static str,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// For a puzzle, the coordinates of the cells.
    pub cells: Option<Vec<Vec<usize>>>,
    /// For a puzzle, its pieces.
    pub pieces: Option<Vec<PackedPiece>>,
    /// For a cover, the words of its options.
    pub options: Option<Vec<Option<String>>>,
}

impl PackedLine {
    /// Reads the line, which may have `most` bytes.
    ///
    /// # Errors
    /// When it cannot be read, or is of another format.
    pub fn read(reader: &mut impl BufRead, most: u64) -> Result<Self, Refusal> {
        let mut line = Vec::new();
        reader.by_ref().take(most).read_until(b'\n', &mut line).map_err(|error| {
            Refusal::of_file(format!("the file cannot be read further: {error}"))
        })?;
        let mut packed: Self = serde_json::from_slice(&line)
            .map_err(|error| Refusal::of_file(format!("line 1 cannot be read: {error}")))?;
        packed.end = line.len();
        if packed.format != "bitcover packed 1" {
            return Err(Refusal::of_file(format!(
                "this is the format {:?}, not \"bitcover packed 1\"",
                packed.format
            )));
        }
        Ok(packed)
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Compares the meaning of the records with what it should be, and returns what is claimed of
    /// them.
    ///
    /// # Errors
    /// When the file is for another puzzle or cover, or means something else, or the records begin
    /// elsewhere than it says.
    pub fn claims(
        self,
        kind: SubjectKind,
        name: &str,
        meaning: &Meaning,
    ) -> Result<Claims, Refusal> {
        let about = About {
            format: self.format,
            puzzle: self.puzzle,
            cover: self.cover,
            given: self.given,
            content: self.content,
            order: self.order,
            distinct: self.distinct,
            total: self.total,
            fingerprint: self.fingerprint,
            complete: self.complete,
        };
        let claims = about.claims(None, kind, name).map_err(Refusal::of_file)?;
        if self.offset != self.end {
            return Err(Refusal::of_file(format!(
                "line 1 says that records begin at byte {}, but it ends at byte {}",
                self.offset, self.end
            )));
        }
        let wrong = |what: &str| {
            let word = kind.word();
            Err(Refusal::of_file(format!("line 1: {what} is not that of this {word}")))
        };
        if self.dtype != meaning.dtype {
            return wrong("the dtype");
        }
        if self.columns != meaning.columns {
            return wrong("the list of columns");
        }
        if self.cells != meaning.cells {
            return wrong("the list of cells");
        }
        if let (Some(found), Some(own)) = (&self.pieces, &meaning.pieces)
            && let Some(at) = found.iter().zip(own).position(|(found, own)| found != own)
        {
            return wrong(&format!("the table of piece {}", own[at].name));
        }
        if self.pieces != meaning.pieces {
            return wrong("the list of pieces");
        }
        if let (Some(found), Some(own)) = (&self.options, &meaning.options)
            && let Some(at) = found.iter().zip(own).position(|(found, own)| found != own)
        {
            return wrong(&format!("option {}", at + 1));
        }
        if self.options != meaning.options {
            return wrong("the list of options");
        }
        Ok(claims)
    }
}
