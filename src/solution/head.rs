//! What a file of solutions says of itself in JSON: the first line of a packed file, and the file
//! beside a table or NDJSON, which hold nothing but solutions.
//!
//! The first line of a packed file is padded with spaces so that the records behind it begin at a
//! multiple of 64 bytes, which it gives as `offset`. Counts are null where solutions are written
//! as they are found.

use serde::Serialize;

use crate::puzzle::Puzzle;

use super::columns::{cells, names};
use super::{Fingerprint, Header, Numbering};

/// Records begin at a multiple of this.
const ALIGNMENT: usize = 64;

/// What every format says of its solutions.
#[derive(Debug, Serialize)]
struct Subject<'a> {
    puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<&'a str>,
    content: &'static str,
    order: &'static str,
    distinct: Option<u128>,
    total: Option<u128>,
    fingerprint: Option<Fingerprint>,
    complete: Option<bool>,
}

impl<'a> Subject<'a> {
    fn new(header: &'a Header<'_>, as_found: bool) -> Self {
        let known = !as_found;
        Self {
            puzzle: header.puzzle,
            given: header.given.as_deref(),
            content: header.content(),
            order: if as_found { "as found" } else { "ascending" },
            distinct: known.then_some(header.distinct),
            total: known.then_some(header.total),
            fingerprint: known.then_some(header.fingerprint),
            complete: known.then_some(header.complete),
        }
    }
}

/// The file beside a table or NDJSON.
pub fn about(format: &'static str, header: &Header<'_>) -> Vec<u8> {
    #[derive(Serialize)]
    struct About<'a> {
        format: &'static str,
        #[serde(flatten)]
        subject: Subject<'a>,
    }
    let about = About { format, subject: Subject::new(header, false) };
    let mut text = serde_json::to_vec_pretty(&about).unwrap_or_default();
    text.push(b'\n');
    text
}

/// A piece of the table of placements.
#[derive(Debug, Serialize)]
struct Table<'a> {
    name: &'a str,
    symbols: String,
    placements: &'a [Vec<u16>],
}

/// The first line of a packed file.
#[derive(Debug, Serialize)]
struct Packed<'a> {
    dtype: &'static str,
    columns: Vec<String>,
    #[serde(flatten)]
    subject: Subject<'a>,
    cells: Vec<Vec<u16>>,
    pieces: Vec<Table<'a>>,
}

/// The first line of a packed file, its padding and line end included.
pub fn packed(
    puzzle: &Puzzle,
    numbering: &Numbering,
    header: &Header<'_>,
    as_found: bool,
) -> Vec<u8> {
    let pieces =
        puzzle.pieces.iter().zip(numbering.placements()).map(|(piece, placements)| Table {
            name: &piece.name,
            symbols: piece.symbols.iter().copied().map(char::from).collect(),
            placements,
        });
    let packed = Packed {
        dtype: if numbering.number_bytes() == 2 { "<u2" } else { "<u4" },
        columns: names(&puzzle.pieces),
        subject: Subject::new(header, as_found),
        cells: cells(puzzle, puzzle.board.points()),
        pieces: pieces.collect(),
    };
    let rest = serde_json::to_string(&packed).unwrap_or_default();
    let line = |offset: usize| {
        format!("{{\"format\":\"bitcover packed 1\",\"offset\":{offset},{}", &rest[1..])
    };
    // With the offset written out the line may need one step more.
    let mut offset = ALIGNMENT;
    while line(offset).len() + 1 > offset {
        offset = (line(offset).len() + 1).next_multiple_of(ALIGNMENT);
    }
    let mut line = line(offset).into_bytes();
    line.resize(offset - 1, b' ');
    line.push(b'\n');
    line
}
