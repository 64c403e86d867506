//! What a file of solutions says of itself in JSON: the first line of a packed file, and the file
//! beside a table or NDJSON, which hold nothing but solutions.
//!
//! The first line of a packed file is padded with spaces so that the records behind it begin at a
//! multiple of 64 bytes, which it gives as `offset`. Counts are null where solutions are written
//! as they are found.

use serde::Serialize;

use crate::puzzle::Puzzle;

use super::columns::{cells, names};
use super::cover_codec::CoverCodec;
use super::fingerprint::Fingerprint;
use super::format::Header;
use super::numbering::Numbering;

/// Records begin at a multiple of this.
const ALIGNMENT: usize = 64;

/// What every format says of its solutions.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cover: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<&'a str>,
    content: &'static str,
    order: &'static str,
    distinct: Option<u128>,
    total: Option<u128>,
    fingerprint: Option<Fingerprint>,
    complete: Option<bool>,
}

impl<'a> Summary<'a> {
    fn new(header: &'a Header<'_>, as_found: bool) -> Self {
        let known = !as_found;
        Self {
            puzzle: header.subject.puzzle(),
            cover: header.subject.cover(),
            given: header.given.as_deref(),
            content: header.content(),
            order: if as_found { "as found" } else { "ascending" },
            distinct: header.distinct_count().filter(|_| known),
            total: known.then_some(header.total),
            fingerprint: known.then_some(header.fingerprint),
            complete: known.then_some(header.complete),
        }
    }
}

/// The file beside a table or NDJSON.
pub(crate) fn about(format: &'static str, header: &Header<'_>) -> Vec<u8> {
    #[derive(Serialize)]
    struct About<'a> {
        format: &'static str,
        #[serde(flatten)]
        summary: Summary<'a>,
    }
    let about = About { format, summary: Summary::new(header, false) };
    let mut text = serde_json::to_vec_pretty(&about).unwrap_or_default();
    text.push(b'\n');
    text
}

/// A piece of the table of placements.
#[derive(Debug, Serialize)]
struct PieceTable<'a> {
    name: &'a str,
    symbols: String,
    placements: &'a [Vec<u16>],
}

/// The first line of a packed file about a puzzle.
#[derive(Debug, Serialize)]
struct PackedPuzzle<'a> {
    dtype: &'static str,
    columns: Vec<String>,
    #[serde(flatten)]
    summary: Summary<'a>,
    cells: Vec<Vec<u16>>,
    pieces: Vec<PieceTable<'a>>,
}

/// The first line of a packed file about a cover.
#[derive(Debug, Serialize)]
struct PackedCover<'a> {
    dtype: &'static str,
    columns: Vec<String>,
    #[serde(flatten)]
    summary: Summary<'a>,
    /// For each number of an option, from 1, its words; null where the option is left out.
    options: Vec<Option<String>>,
}

/// The first line of a packed file about a puzzle, its padding and line end included.
pub(crate) fn packed_puzzle(
    puzzle: &Puzzle,
    numbering: &Numbering,
    header: &Header<'_>,
    as_found: bool,
) -> Vec<u8> {
    let pieces =
        puzzle.pieces.iter().zip(numbering.placements()).map(|(piece, placements)| PieceTable {
            name: &piece.name,
            symbols: piece.symbols.iter().copied().map(char::from).collect(),
            placements,
        });
    let packed = PackedPuzzle {
        dtype: if numbering.number_bytes() == 2 { "<u2" } else { "<u4" },
        columns: names(&puzzle.pieces),
        summary: Summary::new(header, as_found),
        cells: cells(puzzle, puzzle.board.points()),
        pieces: pieces.collect(),
    };
    padded(&packed)
}

/// The first line of a packed file about a cover, its padding and line end included.
pub(crate) fn packed_cover(codec: &CoverCodec<'_>, header: &Header<'_>, as_found: bool) -> Vec<u8> {
    let cover = codec.cover();
    let words = |number: u32| {
        let option = cover.option_with_number(number)?;
        Some(cover.option_words(option).collect::<Vec<_>>().join(" "))
    };
    padded(&PackedCover {
        dtype: "<u4",
        columns: (1..=codec.places()).map(|place| format!("option.{place}")).collect(),
        summary: Summary::new(header, as_found),
        options: (1..=cover.written_option_count()).map(words).collect(),
    })
}

/// The first line of a packed file: the format, the offset, what is given, and padding.
fn padded(head: &impl Serialize) -> Vec<u8> {
    let rest = serde_json::to_string(head).unwrap_or_default();
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
