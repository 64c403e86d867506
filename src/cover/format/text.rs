//! What the readers of the text formats share: lines and words that know where they stand, errors
//! and warnings.
//!
//! Positions are counted from 1, columns in characters. Cost: one pass over the text.

use crate::cover::exact_cover::{Cover, OptionRefusal};

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
pub(crate) struct Warning {
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

/// A cover that was read.
#[derive(Clone, Debug)]
pub(crate) struct ReadCover {
    /// The cover, with the names and numbers of the file.
    pub cover: Cover,
    /// What its author should hear.
    pub warnings: Vec<Warning>,
}

pub(super) const NEVER_CHOSEN: &str =
    "this option has no primary item, so it is never chosen; it is left out";

/// A line of a text, for telling where something is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub number: usize,
    pub text: &'a str,
}

/// The lines of a text, without a byte order mark. Line ends of either kind will do.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().enumerate().map(|(index, text)| Line { number: index + 1, text })
}

impl<'a> Line<'a> {
    /// The words, each with the byte at which it starts. What separates them is what C calls
    /// space.
    pub fn words(self) -> impl Iterator<Item = (usize, &'a str)> {
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
    pub fn error(self, at: usize, message: impl Into<String>) -> FormatError {
        let before = self.text.get(..at).unwrap_or(self.text);
        FormatError {
            line: self.number,
            column: before.chars().count() + 1,
            message: message.into(),
        }
    }

    /// An error about the whole line.
    pub fn refusal(self, refusal: OptionRefusal) -> FormatError {
        let message = match refusal {
            OptionRefusal::TooLarge => "too many entries: the most is 2^32 - 1",
            // The readers say before where a name comes twice, or has a colour that it cannot have.
            OptionRefusal::DoubleEntry(_) => "this option names an item twice",
            OptionRefusal::Colour(_) => "this option gives an item a colour that cannot have one",
        };
        self.error(0, message)
    }
}

/// Whether a character cannot be seen in a name: control characters, which may do things to a
/// terminal, and space that separates no words here.
pub(super) fn is_unseen(c: char) -> bool {
    c.is_control() || c.is_whitespace() || c == '\u{feff}'
}

/// A name as a message shows it: whole if it is short, without control characters.
pub(super) fn quoted(name: &str) -> String {
    const MOST: usize = 40;
    match name.char_indices().nth(MOST) {
        Some((end, _)) => format!("`{}…`", name[..end].escape_debug()),
        None => format!("`{}`", name.escape_debug()),
    }
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
