//! What files of solutions say of themselves in JSON: the first line of a packed file, and the
//! file beside NDJSON or a table.
//!
//! No more is read than such a text of this puzzle can be long.

use std::io::{BufRead, Read};

use serde::Deserialize;

use super::Checker;
use super::header::{Header, Refusal, hexadecimal};
use super::numbers::Numbers;

/// The most bytes that are read of a file that says what another holds.
pub const MAX_ABOUT: u64 = 1 << 20;

/// The file beside NDJSON or a table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    format: String,
    puzzle: String,
    given: Option<String>,
    content: String,
    order: String,
    distinct: Option<u128>,
    total: Option<u128>,
    fingerprint: Option<String>,
    complete: Option<bool>,
}

/// The first line of a packed file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Packed {
    format: String,
    offset: usize,
    dtype: String,
    columns: Vec<String>,
    puzzle: String,
    given: Option<String>,
    content: String,
    order: String,
    distinct: Option<u128>,
    total: Option<u128>,
    fingerprint: Option<String>,
    complete: Option<bool>,
    cells: Vec<Vec<usize>>,
    pieces: Vec<Table>,
}

/// A piece in the first line of a packed file.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    name: String,
    symbols: String,
    placements: Vec<Vec<u16>>,
}

/// What a file of solutions is for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Subject {
    /// The name of the puzzle.
    pub puzzle: String,
    /// The starting position, if there was one, as a written line.
    pub given: Option<String>,
}

/// What a file is for, from the file beside it or from the first line of a packed file. `None`
/// where that cannot be read. The placements are skipped, not kept.
pub fn subject_of(reader: impl BufRead) -> Option<Subject> {
    let mut values = serde_json::Deserializer::from_reader(reader).into_iter();
    values.next()?.ok()
}

fn refuse<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { line: 0, reason: reason.into() })
}

/// Reads the file beside NDJSON or a table of `kind`, which has `lines` lines before its first
/// solution.
pub fn read_about(
    checker: &Checker,
    kind: &str,
    lines: usize,
    text: &[u8],
) -> Result<Header, Refusal> {
    let about: About = match serde_json::from_slice(text) {
        Ok(about) => about,
        Err(error) => return refuse(format!("the file beside it cannot be read: {error}")),
    };
    let expected = format!("bitcover {kind} 1");
    if about.format != expected {
        return refuse(format!(
            "the file beside it is about the format {:?}, not {expected:?}",
            about.format
        ));
    }
    header(checker, about, Some(lines))
}

/// What both kinds say.
fn header(checker: &Checker, about: About, beside: Option<usize>) -> Result<Header, Refusal> {
    if about.puzzle != checker.name {
        return refuse(format!(
            "the file is for the puzzle {:?}, not for {:?}",
            about.puzzle, checker.name
        ));
    }
    if about.order != "ascending" {
        return refuse(AS_FOUND);
    }
    let images = match about.content.as_str() {
        "distinct" => false,
        "images" => true,
        other => {
            return refuse(format!("the content should be 'distinct' or 'images', not {other:?}"));
        }
    };
    let (Some(distinct), Some(total), Some(fingerprint), Some(complete)) =
        (about.distinct, about.total, about.fingerprint, about.complete)
    else {
        return refuse("the file does not say how many solutions it holds");
    };
    let Some(fingerprint) = hexadecimal(&fingerprint) else {
        return refuse("the fingerprint should be 32 hexadecimal digits in lower case");
    };
    let given = about.given;
    Ok(Header { given, images, distinct, total, fingerprint, complete, beside })
}

/// What is said of files that were written as solutions were found.
pub const AS_FOUND: &str = "the file was written as solutions were found, in no order and without \
     their counts; solutions written with --output DIR can be checked";

/// Reads the first line of a packed file, and compares its table of placements with the placements.
pub fn read_packed(
    checker: &Checker,
    numbers: &Numbers<'_>,
    reader: &mut impl BufRead,
) -> Result<Header, Refusal> {
    let rules = &checker.rules;
    let tables: Vec<Table> = rules
        .pieces
        .iter()
        .enumerate()
        .map(|(index, piece)| Table {
            name: piece.name.clone(),
            symbols: piece.symbols.iter().copied().map(char::from).collect(),
            placements: numbers.cells(index).to_vec(),
        })
        .collect();
    let cells: usize = tables.iter().flat_map(|table| &table.placements).map(Vec::len).sum();
    let mut line = Vec::new();
    let most = MAX_ABOUT * 4 + 8 * cells as u64;
    if let Err(error) = reader.by_ref().take(most).read_until(b'\n', &mut line) {
        return refuse(format!("the file cannot be read further: {error}"));
    }
    let packed: Packed = match serde_json::from_slice(&line) {
        Ok(packed) => packed,
        Err(error) => return refuse(format!("line 1 cannot be read: {error}")),
    };
    if packed.format != "bitcover packed 1" {
        return refuse(format!(
            "this is the format {:?}, not \"bitcover packed 1\"",
            packed.format
        ));
    }
    let dtype = if numbers.number_bytes() == 2 { "<u2" } else { "<u4" };
    let columns: Vec<String> = column_names(checker, numbers);
    let frame = rules.frame();
    let skipped = usize::from(frame.size()[0] == 1);
    let coordinates = |position| frame.at(position)[skipped..].iter().map(|&v| v + 1).collect();
    let points: Vec<Vec<usize>> = frame.outer().map(coordinates).collect();
    let Packed { puzzle, given, content, order, distinct, total, fingerprint, complete, .. } =
        packed;
    let format = packed.format;
    let about =
        About { format, puzzle, given, content, order, distinct, total, fingerprint, complete };
    let header = header(checker, about, None)?;
    let wrong = |what: &str| refuse(format!("line 1: {what} is not that of this puzzle"));
    if packed.offset != line.len() {
        return refuse(format!(
            "line 1 says that records begin at byte {}, but it ends at byte {}",
            packed.offset,
            line.len()
        ));
    }
    if packed.dtype != dtype {
        return wrong("the dtype");
    }
    if packed.columns != columns {
        return wrong("the list of columns");
    }
    if packed.cells != points {
        return wrong("the list of cells");
    }
    if let Some(at) = packed.pieces.iter().zip(&tables).position(|(found, own)| found != own) {
        return wrong(&format!("the table of piece {}", tables[at].name));
    }
    if packed.pieces.len() != tables.len() {
        return wrong("the list of pieces");
    }
    Ok(header)
}

/// The names of the columns: pieces, with a copy's symbol where there are several.
pub fn column_names(checker: &Checker, numbers: &Numbers<'_>) -> Vec<String> {
    let name = |column: &super::numbers::Column| {
        let piece = &checker.rules.pieces[column.piece];
        match piece.copies() {
            1 => piece.name.clone(),
            _ => format!("{}.{}", piece.name, char::from(piece.symbols[column.copy])),
        }
    };
    numbers.columns().iter().map(name).collect()
}
