//! NDJSON and tables of solutions: a row each, with its number, its line, and the cells of each
//! piece.
//!
//! The line is checked as in a text file; the cells must then be those that the line shows. What
//! the file holds is said by another beside it.

use std::collections::BTreeMap;
use std::io::BufRead;

use serde::Deserialize;

use super::about::read_about;
use super::checker::Checker;
use super::csv::fields;
use super::lines::Lines;
use super::listing::{Listing, Verified, check_given};
use super::numbers::Numbers;
use super::picture::EMPTY;
use super::refusal::Refusal;
use super::subject::SubjectKind;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowKind {
    /// A JSON object each.
    Ndjson,
    /// A table with a line of names above.
    Csv,
}

impl RowKind {
    /// The name of the format.
    pub(super) fn name(self) -> &'static str {
        match self {
            RowKind::Ndjson => "ndjson",
            RowKind::Csv => "csv",
        }
    }

    /// How many lines come before the first solution.
    pub(super) fn lines_before(self) -> usize {
        match self {
            RowKind::Ndjson => 0,
            RowKind::Csv => 1,
        }
    }
}

/// The cells of each column as they are written; none where its piece is left out.
type Cells = Vec<Option<String>>;

/// Reads rows of one puzzle.
struct Rows<'a> {
    checker: &'a Checker,
    names: Vec<String>,
    /// For each symbol, its column.
    of_symbol: Vec<Option<usize>>,
    /// For each piece, its first column.
    first: Vec<usize>,
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

impl Checker {
    /// Checks a whole file of NDJSON, or a table, with the text of the file beside it.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and on which line.
    pub fn check_rows(
        &self,
        kind: RowKind,
        reader: impl BufRead,
        about: &[u8],
    ) -> Result<Verified, Refusal> {
        self.rules.check_symbols().map_err(|reason| Refusal::of_file(reason.to_string()))?;
        let before = kind.lines_before();
        let claims = read_about(about, kind.name(), before, SubjectKind::Puzzle, &self.name)?;
        check_given(self, claims.given.as_deref())
            .map_err(|reason| claims.refusal(0, reason).for_position())?;
        let rows = Rows::new(self);
        let mut lines = Lines::new(reader, rows.longest());
        if kind == RowKind::Csv {
            rows.check_names(lines.next()?.unwrap_or_default())
                .map_err(|reason| Refusal::of_line(1, reason))?;
        }
        let mut listing = Listing::new(self, claims);
        let mut number = 0;
        while let Some(row) = lines.next()? {
            number += 1;
            let read = match kind {
                RowKind::Ndjson => rows.read_object(row),
                RowKind::Csv => rows.read_row(row),
            };
            let checked = read.and_then(|(found, written, cells)| {
                check_number(found, number)?;
                listing.add(&written)?;
                rows.compare(&written, &cells)
            });
            checked.map_err(|reason| Refusal::of_line(before + number as usize, reason))?;
        }
        listing.finish(lines.number())
    }
}

/// Checks that the rows are numbered from 1.
pub(super) fn check_number(found: u128, expected: u128) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("the number is {found}, but here should stand {expected}"))
}

impl<'a> Rows<'a> {
    fn new(checker: &'a Checker) -> Self {
        let rules = &checker.rules;
        let frame = rules.frame();
        let mut of_symbol = vec![None; 256];
        let (mut first, mut column) = (Vec::new(), 0);
        for piece in &rules.pieces {
            first.push(column);
            for &symbol in &piece.symbols {
                of_symbol[usize::from(symbol)] = (!piece.stays_free).then_some(column);
                column += 1;
            }
        }
        let skipped = usize::from(frame.size()[0] == 1);
        let word = |position: usize| {
            let numbers: Vec<String> =
                frame.at(position)[skipped..].iter().map(|value| (value + 1).to_string()).collect();
            (!frame.is_inner(position)).then(|| numbers.join(","))
        };
        let words = (0..frame.positions()).map(word).collect();
        let names = Numbers::new(checker).column_names();
        Self { checker, names, of_symbol, first, words }
    }

    /// About as long as a row can be, spaces included that a program may have put in.
    fn longest(&self) -> usize {
        let names: usize = self.names.iter().map(|name| 6 * name.len() + 16).sum();
        names + 3 * self.checker.rules.line_length() + 32 * self.words.len() + 64
    }

    /// Checks the line of names above a table.
    fn check_names(&self, line: &str) -> Result<(), String> {
        let expected = ["number", "line"].into_iter().chain(self.names.iter().map(String::as_str));
        if fields(line)?.iter().map(String::as_str).eq(expected) {
            return Ok(());
        }
        Err("the first line should be the names of the columns: number, line, and one for each \
             copy of each piece"
            .to_owned())
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
        let mut free = self.first.clone();
        for (position, (symbol, word)) in shown.iter().zip(&self.words).enumerate() {
            let column = match self.checker.rules.regions.free_at(position) {
                // What stays free has a column for each cell, in reading order.
                Some(piece) if *symbol == EMPTY => {
                    free[piece] += 1;
                    Some(free[piece] - 1)
                }
                _ => self.of_symbol[usize::from(*symbol)],
            };
            let (Some(column), Some(word)) = (column, word) else { continue };
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
