//! Where in a file something is that a string of it holds: a character of a picture, or of symbols.
//!
//! A string in TOML is not what its text is: it has quotes, and perhaps escapes. So its text is walked
//! through until the character is reached. Cost: the length of the string.

use std::ops::Range;

use toml::Spanned;

/// The place in the text of a file of the character with this number, counted from 0, of one of its
/// strings; where the string begins, if it has none of that number.
pub(super) fn of_character(text: &str, string: &Spanned<String>, number: usize) -> Range<usize> {
    let span = string.span();
    let source = text.get(span.clone()).unwrap_or_default();
    match walk(source, number) {
        Some(at) => span.start + at..span.end,
        None => span,
    }
}

/// The number of a character of a drawing, where rows and columns are counted from 1, and empty lines
/// are no rows.
pub(super) fn in_drawing(drawing: &str, row: usize, column: usize) -> usize {
    let (mut number, mut rows) = (0, 0);
    for line in drawing.split('\n') {
        rows += usize::from(!line.trim_end().is_empty());
        if rows == row {
            return number + column - 1;
        }
        number += characters(line) + 1;
    }
    0
}

/// How many characters a text has, but for those that may belong to the end of a line.
fn characters(text: &str) -> usize {
    text.chars().filter(|&c| c != '\r').count()
}

/// The number of the first of these characters in a string.
pub(super) fn first_of(string: &str, wanted: impl Fn(char) -> bool) -> Option<usize> {
    string.chars().filter(|&c| c != '\r').position(wanted)
}

/// Where in the source of a string its character of this number begins.
fn walk(source: &str, number: usize) -> Option<usize> {
    let quote = source.chars().next().filter(|c| "\"'".contains(*c))?;
    let triple = quote.to_string().repeat(3);
    let is_long = source.starts_with(&triple) && source.len() >= 6;
    let mut at = if is_long { 3 } else { 1 };
    if is_long {
        // A line end right behind the quotes does not count.
        let rest = &source[at..];
        at += rest.len()
            - rest.strip_prefix("\r\n").or(rest.strip_prefix('\n')).unwrap_or(rest).len();
    }
    let end = source.len().checked_sub(if is_long { 3 } else { 1 })?;
    let mut seen = 0;
    while at < end {
        let rest = &source[at..end];
        let first = rest.chars().next()?;
        let escaped = (first == '\\' && quote == '"').then(|| escape(rest));
        let (len, counts) = match escaped {
            Some(Some(len)) => (len, 1),
            // A backslash at the end of a line, and the white space after it, are left out.
            Some(None) => (1 + rest[1..].len() - rest[1..].trim_start().len(), 0),
            None => (first.len_utf8(), usize::from(first != '\r')),
        };
        if counts > 0 && seen == number {
            return Some(at);
        }
        seen += counts;
        at += len;
    }
    None
}

/// How long the escape is that a text begins with, if it stands for a character.
fn escape(text: &str) -> Option<usize> {
    let kind = text.chars().nth(1)?;
    match kind {
        'x' => Some(4),
        'u' => Some(6),
        'U' => Some(10),
        _ if kind.is_whitespace() => None,
        _ => Some(1 + kind.len_utf8()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_found_behind_quotes_and_escapes() {
        assert_eq!(walk("\"abc\"", 2), Some(3));
        assert_eq!(walk("'a\\c'", 2), Some(3));
        assert_eq!(walk("\"a\\nc\"", 2), Some(4));
        assert_eq!(walk("\"\\u0041bc\"", 1), Some(7));
        assert_eq!(walk("\"\"\"\nab\ncd\"\"\"", 3), Some(7));
        assert_eq!(walk("'''ab\r\ncd'''", 3), Some(7));
        assert_eq!(walk("\"\"\"a\\\n   b\"\"\"", 1), Some(9));
        assert_eq!(walk("\"abc\"", 3), None);
        assert_eq!(walk("", 0), None);
    }

    #[test]
    fn a_place_of_a_drawing_is_a_character_of_its_text() {
        let drawing = "\n..\n\n.x\r\n..";
        assert_eq!(in_drawing(drawing, 1, 1), 1);
        assert_eq!(in_drawing(drawing, 2, 2), 6);
        assert_eq!(first_of(drawing, |c| c == 'x'), Some(6));
        assert_eq!(in_drawing(drawing, 3, 1), 8);
    }
}
