//! The 0/1 matrix as text: a row for each option, a column for each item. It is written as
//! `numpy.loadtxt` reads it, with single spaces between, and read with any space or none (`1010`).
//!
//! ```text
//! # primary: 3
//! # names: a b c d
//! 1 0 1 0
//! 0 1 0 1
//! ```
//!
//! `#` begins a comment anywhere in a line. Two comments before the first row have a meaning:
//! `# primary:` says how many columns, from the left, are primary (all, if it is missing), and
//! `# names:` what the items are called (`1`, `2` and so on). Rows that are alike are different
//! options; a row without a 1 in a primary column is left out with a warning.
//!
//! Cost: linear in the text, which takes two bytes for each entry, zeros included.

use std::collections::HashSet;
use std::io::{self, Write};

use super::names;
use super::text::{FormatError, Line, NEVER_CHOSEN, ReadCover, Warning, is_unseen, lines, quoted};
use super::writing::{notes, write_comments};
use crate::cover::exact_cover::{Cover, ItemId};
use crate::cover::standard::StandardCover;

const PRIMARY: &str = "primary:";
const NAMES: &str = "names:";

impl Cover {
    /// Reads a 0/1 matrix; `read` also says what is odd about it.
    ///
    /// # Errors
    /// Where the text is not a 0/1 matrix, or a comment with a meaning contradicts it.
    pub fn parse_matrix(text: &str) -> Result<Self, FormatError> {
        Ok(read(text)?.cover)
    }
}

/// Reads a matrix, and says what is odd about the text.
///
/// # Errors
/// Where the text is not a 0/1 matrix, or a comment with a meaning contradicts it.
pub(crate) fn read(text: &str) -> Result<ReadCover, FormatError> {
    let mut comments = MeaningfulComments::default();
    let mut rows: Option<MatrixRows> = None;
    for line in lines(text) {
        let data = line.text.find('#').map_or(line.text, |mark| &line.text[..mark]);
        let row = Line { text: data, ..line };
        if row.words().next().is_some() {
            let rows = match &mut rows {
                Some(rows) => rows,
                None => rows.insert(MatrixRows::new(&comments, Some(row))?),
            };
            rows.row(row)?;
        } else {
            comments.take(line, rows.is_some())?;
        }
    }
    let rows = match rows {
        Some(rows) => rows,
        None if comments.names.is_some() => MatrixRows::new(&comments, None)?,
        None => {
            let message = "there are no rows: write one for each option, of 0s and 1s; a matrix \
                           without rows needs a `# names:` comment";
            return Err(FormatError { line: 1, column: 1, message: message.to_owned() });
        }
    };
    Ok(ReadCover { cover: rows.cover, warnings: rows.warnings })
}

/// What the comments before the first row say, each with its line and where in it.
#[derive(Default)]
struct MeaningfulComments<'a> {
    primary: Option<(Line<'a>, usize, usize)>,
    names: Option<(Line<'a>, usize, Vec<&'a str>)>,
}

impl<'a> MeaningfulComments<'a> {
    /// Takes a comment or a blank line.
    fn take(&mut self, line: Line<'a>, is_late: bool) -> Result<(), FormatError> {
        let comment = line.text.trim_start().trim_start_matches('#').trim_start();
        let at = line.text.len() - comment.len();
        let Some(key) = [PRIMARY, NAMES].into_iter().find(|key| comment.starts_with(key)) else {
            return Ok(());
        };
        if is_late {
            return Err(line.error(at, format!("`# {key}` must come before the first row")));
        }
        let is_taken = if key == PRIMARY { self.primary.is_some() } else { self.names.is_some() };
        if is_taken {
            return Err(line.error(at, format!("a second `# {key}`; remove one")));
        }
        let value_at = at + key.len();
        if key == NAMES {
            let value = Line { text: &line.text[value_at..], ..line };
            let mut seen = HashSet::new();
            let mut names = Vec::new();
            for (offset, name) in value.words() {
                let error = |message| Err(line.error(value_at + offset, message));
                if name.contains(is_unseen) {
                    let name = quoted(name);
                    return error(format!("the name {name} has a character that cannot be seen"));
                }
                if !seen.insert(name) {
                    return error(format!("item {} is named twice; rename one", quoted(name)));
                }
                names.push(name);
            }
            self.names = Some((line, at, names));
        } else {
            let number = line.text[value_at..].trim().parse().map_err(|_| {
                line.error(value_at, "`# primary:` wants a number of columns after it")
            })?;
            self.primary = Some((line, at, number));
        }
        Ok(())
    }
}

/// The entries of a row, each with the byte at which it stands and whether it is a 1.
fn entries(row: Line<'_>) -> impl Iterator<Item = Result<(usize, bool), FormatError>> {
    let all = row
        .words()
        .flat_map(|(start, word)| word.char_indices().map(move |(at, entry)| (start + at, entry)));
    all.map(move |(at, entry)| match entry {
        '0' | '1' => Ok((at, entry == '1')),
        _ => {
            let entry = quoted(entry.encode_utf8(&mut [0; 4]));
            let message =
                format!("{entry} is not an entry: write 0 or 1, with space between or none");
            Err(row.error(at, message))
        }
    })
}

/// The rows.
struct MatrixRows {
    /// How many columns there are.
    columns: usize,
    cover: Cover,
    warnings: Vec<Warning>,
}

impl MatrixRows {
    /// The columns, as the head and the first row have them.
    fn new(
        comments: &MeaningfulComments<'_>,
        first: Option<Line<'_>>,
    ) -> Result<Self, FormatError> {
        let columns =
            first.map(|row| entries(row).try_fold(0, |count, entry| entry.map(|_| count + 1)));
        let columns = columns.transpose()?;
        let names: Vec<String> = match (&comments.names, columns) {
            (Some((line, at, names)), Some(columns)) if names.len() != columns => {
                let message = format!(
                    "{} names for rows of {columns} entries; correct or remove this comment",
                    names.len()
                );
                return Err(line.error(*at, message));
            }
            (Some((_, _, names)), _) => names.iter().map(|&name| name.to_owned()).collect(),
            (None, columns) => (1..=columns.unwrap_or(0)).map(|n| n.to_string()).collect(),
        };
        let mut primary = names.len();
        if let Some((line, at, number)) = comments.primary {
            if number > names.len() {
                let message = format!("{number} primary columns, but only {primary} in all");
                return Err(line.error(at, message));
            }
            primary = number;
        }
        let mut cover = Cover::empty_with_names();
        let columns = names.len();
        for (item, name) in names.into_iter().enumerate() {
            cover.push_item(item < primary, 1);
            cover.name_item(name);
        }
        Ok(Self { columns, cover, warnings: Vec::new() })
    }

    fn row(&mut self, row: Line<'_>) -> Result<(), FormatError> {
        let mut items = Vec::new();
        let mut columns = 0;
        for entry in entries(row) {
            let (at, is_one) = entry?;
            if columns == self.columns {
                return Err(row.error(at, format!("the rows before end here, after {columns}")));
            }
            if is_one {
                items.push((ItemId(columns as u32), None));
            }
            columns += 1;
        }
        if columns < self.columns {
            let message = format!("{columns} entries, but {} before", self.columns);
            return Err(row.error(row.text.trim_end().len(), message));
        }
        let added =
            self.cover.push_written_option(&items).map_err(|refusal| row.refusal(refusal))?;
        if added.is_none() {
            self.warnings.push(Warning { line: row.number, message: NEVER_CHOSEN.to_owned() });
        }
        Ok(())
    }
}

/// Writes a standard cover. `item_names` are those of the items that it comes from. Reading gives
/// an equal cover, items and options in the same order.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write(
    out: &mut impl Write,
    standard: &StandardCover,
    item_names: &[String],
    comments: &[String],
) -> io::Result<()> {
    // A comment of the author's is marked so that it cannot be taken for one with a meaning.
    write_comments(out, "# |", comments)?;
    write_comments(out, "# |", &notes(standard))?;
    writeln!(out, "# | A row is an option, a column is an item, the primary items first.")?;
    writeln!(out, "# primary: {}", standard.primary_count())?;
    let names = names::item_names(standard, item_names);
    writeln!(out, "# names: {}", names.join(" "))?;
    let mut row = b"0 ".repeat(names.len());
    if let Some(last) = row.last_mut() {
        *last = b'\n';
    }
    for option in standard.cover.options() {
        for item in standard.cover.items_of(option) {
            row[2 * item.index()] = b'1';
        }
        out.write_all(&row)?;
        for item in standard.cover.items_of(option) {
            row[2 * item.index()] = b'0';
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
