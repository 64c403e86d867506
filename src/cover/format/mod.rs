//! Exact cover problems as text that other programs read and write.
//!
//! [`dlx`] is Knuth's format and [`matrix`] the bare 0/1 matrix; both are read as well as written.
//! [`lp`] is an integer program and [`cnf`] a formula, for solvers of those. These four say a
//! [`StandardCover`] cover. [`json`] says a case as it is here, multiplicities included, with the meaning
//! of every item and option.
//!
//! Readers take any text without a panic, in time and memory linear in it, and say line and column
//! of what they refuse. Writers hold the names and the options of each item besides the cover; they
//! write many small pieces, so give them a buffered writer.

pub mod cnf;
pub mod dlx;
pub mod json;
pub mod lp;
pub mod matrix;
mod names;
#[cfg(test)]
pub(super) mod testing;

use std::io::{self, Write};

use super::problem::{Cover, CoverError, Labelled, OptionId};
use super::standard::{StandardCover, StandardItem};

/// Why a text is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

/// Something that was read, but probably not meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, from 1.
    pub line: usize,
    /// What is odd, and what was made of it.
    pub message: String,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// A cover that was read. The label of an option is its items' names, in the order of the file.
#[derive(Clone, Debug)]
pub struct Read {
    /// The cover with its labels.
    pub labelled: Labelled<String, String>,
    /// What its author should hear.
    pub warnings: Vec<Warning>,
}

const NEVER_CHOSEN: &str = "this option has no primary item, so it is never chosen; it is left out";

/// A line of a text, for telling where something is.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

/// The lines of a text, without a byte order mark. Line ends of either kind will do.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().enumerate().map(|(index, text)| Line { number: index + 1, text })
}

impl<'a> Line<'a> {
    /// The words, each with the byte at which it starts. What separates them is what C calls
    /// space.
    fn words(self) -> impl Iterator<Item = (usize, &'a str)> {
        let words = self.text.split(|c: char| c.is_ascii_whitespace() || c == '\x0b');
        let mut end = 0;
        words
            .map(move |word| {
                let start = end;
                end = start + word.len() + 1;
                (start, word)
            })
            .filter(|(_, word)| !word.is_empty())
    }

    /// An error at a byte of the line.
    fn error(self, at: usize, message: impl Into<String>) -> FormatError {
        let before = self.text.get(..at).unwrap_or(self.text);
        FormatError {
            line: self.number,
            column: before.chars().count() + 1,
            message: message.into(),
        }
    }

    fn refusal(self, error: &CoverError) -> FormatError {
        self.error(0, error.to_string())
    }
}

/// Whether a character cannot be seen in a name: control characters, which may do things to a
/// terminal, and space that separates no words here.
fn is_unseen(c: char) -> bool {
    c.is_control() || c.is_whitespace() || c == '\u{feff}'
}

/// A name as a message shows it: whole if it is short, without control characters.
fn quoted(name: &str) -> String {
    const MOST: usize = 40;
    match name.char_indices().nth(MOST) {
        Some((end, _)) => format!("`{}…`", name[..end].escape_debug()),
        None => format!("`{}`", name.escape_debug()),
    }
}

/// Writes comments, each line of them after a mark.
fn write_comments(out: &mut impl Write, mark: &str, comments: &[String]) -> io::Result<()> {
    for line in comments.iter().flat_map(|comment| comment.lines()) {
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        writeln!(out, "{}", format!("{mark} {line}").trim_end())?;
    }
    Ok(())
}

/// The options of each item.
fn options_by_item(cover: &Cover) -> Vec<Vec<OptionId>> {
    let mut options = vec![Vec::new(); cover.item_count()];
    for option in cover.options() {
        for item in cover.items_of(option) {
            options[item.index()].push(option);
        }
    }
    options
}

/// What must be said of a plain cover that is not what its author wrote.
fn notes(standard: &StandardCover) -> Vec<String> {
    let mut notes = Vec::new();
    if standard.items.iter().any(|item| matches!(item, StandardItem::Copy { .. })) {
        notes.push(
            "An item X that several options cover is written as its copies X.1, X.2, ...: one \
             option each."
                .to_owned(),
        );
    }
    if standard.items.iter().any(|item| matches!(item, StandardItem::Order { .. })) {
        notes.push(
            "The items X.1<1, X.1<2, ... order the copies X.1 and X.2, so that each arrangement \
             is met exactly once."
                .to_owned(),
        );
    }
    if standard.options.contains(&None) {
        notes.push(
            "The last options, which cover a copy and nothing else but items of its order, leave \
             that copy unused."
                .to_owned(),
        );
    }
    if standard.left_out > 0 {
        notes.push(format!(
            "Left out, because an option without a primary item is never chosen: {}.",
            standard.left_out
        ));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_start() {
        let line = Line { number: 3, text: "  é\tb\x0bc " };
        assert_eq!(line.words().collect::<Vec<_>>(), [(2, "é"), (5, "b"), (7, "c")]);
        let error = line.error(5, "here");
        assert_eq!((error.line, error.column), (3, 5));
        assert_eq!(error.to_string(), "line 3, column 5: here");
    }

    #[test]
    fn a_name_in_a_message_is_short_and_plain() {
        assert_eq!(quoted("a\u{1b}"), "`a\\u{1b}`");
        assert!(quoted(&"é".repeat(1000)).chars().count() < 50);
    }
}
