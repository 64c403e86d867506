//! NDJSON and tables of solutions: a row each, with its number, its line, and the cells of each
//! piece.
//!
//! The line is checked as in a text file; the cells must then be those that the line shows. What
//! the file holds is said by another beside it.

use std::collections::BTreeMap;
use std::io::BufRead;

use serde::Deserialize;

use super::Checker;
use super::head::{column_names, read_about};
use super::header::{Header, Lines, Refusal};
use super::listing::{OutputMode, Verified, check_given};
use super::numbers::Numbers;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A JSON object each.
    Ndjson,
    /// A table with a line of names above.
    Csv,
}

/// The cells of each column as they are written; none where its piece is left out.
type Cells = Vec<Option<String>>;

/// Reads rows of one puzzle.
struct Rows<'a> {
    checker: &'a Checker,
    names: Vec<String>,
    /// For each symbol, its column.
    of_symbol: Vec<Option<usize>>,
    /// Each position as it is written; none for inner ones.
    words: Vec<Option<String>>,
}

/// An object of NDJSON.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    number: u128,
    line: String,
    placements: BTreeMap<String, Option<Vec<Vec<u32>>>>,
}

/// Checks a file against the puzzle of `checker`.
pub(super) fn check(
    checker: &Checker,
    kind: RowKind,
    reader: impl BufRead,
    about: &[u8],
) -> Result<Verified, Refusal> {
    let (name, before) = match kind {
        RowKind::Ndjson => ("ndjson", 0),
        RowKind::Csv => ("csv", 1),
    };
    let header: Header = read_about(checker, name, before, about)?;
    check_given(checker, header.given.as_deref()).map_err(|reason| header.refusal(0, reason))?;
    let rows = Rows::new(checker);
    let mut lines = Lines::new(reader, rows.longest());
    if kind == RowKind::Csv {
        let found = lines.next()?.unwrap_or_default();
        let found = fields(found).map_err(|reason| Refusal { line: 1, reason })?;
        let expected = ["number", "line"].into_iter().chain(rows.names.iter().map(String::as_str));
        if !found.iter().map(String::as_str).eq(expected) {
            let reason = "the first line should be the names of the columns: number, line, and \
                          one for each copy of each piece"
                .to_owned();
            return Err(Refusal { line: 1, reason });
        }
    }
    let mut listing = OutputMode::new(checker, header);
    let mut number = 0;
    while let Some(row) = lines.next()? {
        number += 1;
        let line = before + number as usize;
        let read = match kind {
            RowKind::Ndjson => rows.read_object(row),
            RowKind::Csv => rows.read_row(row),
        };
        let checked = read.and_then(|(found, written, cells)| {
            if found != number {
                return Err(format!("the number is {found}, but here should stand {number}"));
            }
            listing.add(&written)?;
            rows.compare(&written, &cells)
        });
        checked.map_err(|reason| Refusal { line, reason })?;
    }
    listing.finish(lines.number())
}

impl<'a> Rows<'a> {
    fn new(checker: &'a Checker) -> Self {
        let rules = &checker.rules;
        let frame = rules.frame();
        let mut of_symbol = vec![None; 256];
        let symbols = rules.pieces.iter().flat_map(|piece| &piece.symbols);
        for (column, &symbol) in symbols.enumerate() {
            of_symbol[usize::from(symbol)] = Some(column);
        }
        let skipped = usize::from(frame.size()[0] == 1);
        let word = |position: usize| {
            let numbers: Vec<String> =
                frame.at(position)[skipped..].iter().map(|value| (value + 1).to_string()).collect();
            (!frame.is_inner(position)).then(|| numbers.join(","))
        };
        let words = (0..frame.positions()).map(word).collect();
        let names = column_names(checker, &Numbers::new(checker));
        Self { checker, names, of_symbol, words }
    }

    /// About as long as a row can be, spaces included that a program may have put in.
    fn longest(&self) -> usize {
        let names: usize = self.names.iter().map(|name| 6 * name.len() + 16).sum();
        names + 3 * self.checker.rules.line_length() + 32 * self.words.len() + 64
    }

    fn read_object(&self, row: &str) -> Result<(u128, String, Cells), String> {
        let mut object: Object =
            serde_json::from_str(row).map_err(|error| format!("this is no solution: {error}"))?;
        let cell =
            |cell: &Vec<u32>| cell.iter().map(u32::to_string).collect::<Vec<String>>().join(",");
        let mut cells = Cells::new();
        for name in &self.names {
            let Some(found) = object.placements.remove(name) else {
                return Err(format!("the placement of {name} is missing"));
            };
            cells
                .push(found.map(|found| found.iter().map(cell).collect::<Vec<String>>().join(" ")));
        }
        match object.placements.keys().next() {
            Some(name) => Err(format!("there is no piece {name}")),
            None => Ok((object.number, object.line, cells)),
        }
    }

    fn read_row(&self, row: &str) -> Result<(u128, String, Cells), String> {
        let fields = fields(row)?;
        if fields.len() != 2 + self.names.len() {
            return Err(format!(
                "there are {} fields; the first line names {}",
                fields.len(),
                2 + self.names.len()
            ));
        }
        let number = &fields[0];
        let number = number.parse().map_err(|_| format!("{number:?} is no number"))?;
        let cell = |field: &String| (!field.is_empty()).then(|| field.clone());
        Ok((number, fields[1].clone(), fields.iter().skip(2).map(cell).collect()))
    }

    /// Compares the cells of a row with those that its line shows, which has passed.
    fn compare(&self, line: &str, cells: &Cells) -> Result<(), String> {
        let shown =
            self.checker.rules.parse(line.as_bytes()).map_err(|violation| violation.to_string())?;
        let mut expected: Cells = vec![None; self.names.len()];
        for (symbol, word) in shown.iter().zip(&self.words) {
            let (Some(column), Some(word)) = (self.of_symbol[usize::from(*symbol)], word) else {
                continue;
            };
            let cells = expected[column].get_or_insert_with(String::new);
            if !cells.is_empty() {
                cells.push(' ');
            }
            cells.push_str(word);
        }
        for (name, (found, expected)) in self.names.iter().zip(cells.iter().zip(&expected)) {
            if found != expected {
                let say = |cells: &Option<String>| match cells {
                    Some(cells) => format!("on {cells}"),
                    None => "nowhere".to_owned(),
                };
                return Err(format!(
                    "{name} lies {} by its own column, but {} in the line",
                    say(found),
                    say(expected)
                ));
            }
        }
        Ok(())
    }
}

/// The fields of one line of a table (RFC 4180, no line ends within fields).
fn fields(line: &str) -> Result<Vec<String>, String> {
    let mut fields = vec![String::new()];
    let mut rest = line;
    while let Some(field) = fields.last_mut() {
        if let Some(quoted) = rest.strip_prefix('"') {
            let Some(end) = quoted.find('"') else {
                return Err("a quotation mark is not closed".to_owned());
            };
            field.push_str(&quoted[..end]);
            rest = &quoted[end + 1..];
            if rest.starts_with('"') {
                // Doubled, it stands for itself, and the field goes on.
                field.push('"');
                continue;
            }
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            field.push_str(&rest[..end]);
            rest = &rest[end..];
        }
        match rest.strip_prefix(',') {
            Some(next) => rest = next,
            None if rest.is_empty() => break,
            None => return Err("a field goes on behind its quotation mark".to_owned()),
        }
        fields.push(String::new());
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_with_and_without_quotation_marks() {
        let read = |line| fields(line).unwrap().join("|");
        assert_eq!(read("1,ab,\"1,1 1,2\",,x"), "1|ab|1,1 1,2||x");
        assert_eq!(read("\"a\"\"b\",\"\"\"\",\"\""), "a\"b|\"|");
        assert_eq!(read(","), "|");
        assert_eq!(read(""), "");
        assert!(fields("a,\"b").is_err() && fields("\"a\"b").is_err());
    }
}
