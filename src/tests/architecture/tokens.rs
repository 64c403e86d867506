//! A source cut into words and signs, without comments and literals.
//!
//! Just enough of Rust's grammar to find paths: nested comments, texts in all their forms, letters
//! and lifetimes. Cost: one pass over the bytes.

/// A word, `::`, or any other sign by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// How it is written.
    pub text: &'a str,
    /// Its line, counted from 1.
    pub line: usize,
}

impl Token<'_> {
    /// Whether it is a name, a keyword or a number.
    pub fn is_word(self) -> bool {
        self.text.starts_with(is_of_word)
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The tokens of a source.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut found, mut at) = (Vec::new(), 0);
    let mut line = 1;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (length, is_shown) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false)
        } else if rest.starts_with("/*") {
            (comment(rest), false)
        } else if first.is_whitespace() {
            (first.len_utf8(), false)
        } else if let Some(length) = literal(rest) {
            (length, false)
        } else if is_of_word(first) {
            (word(rest), true)
        } else if rest.starts_with("::") {
            (2, true)
        } else {
            (first.len_utf8(), true)
        };
        if is_shown {
            found.push(Token { text: &rest[..length], line });
        }
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

fn word(text: &str) -> usize {
    text.find(|letter| !is_of_word(letter)).unwrap_or(text.len())
}

/// The length of the comment that a text begins with, comments within it included.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                break;
            }
        } else {
            at += 1;
        }
    }
    at.min(text.len())
}

/// The length of the text, the letter or the lifetime that a source begins with, if it does.
fn literal(source: &str) -> Option<usize> {
    let raw = ["br", "cr", "r"].iter().find_map(|prefix| source.strip_prefix(prefix));
    if let Some(rest) = raw {
        let marks = rest.len() - rest.trim_start_matches('#').len();
        if let Some(body) = rest[marks..].strip_prefix('"') {
            let end = format!("\"{}", "#".repeat(marks));
            let length = body.find(&end).map_or(body.len(), |at| at + end.len());
            return Some(source.len() - body.len() + length);
        }
    }
    let plain = source.strip_prefix(['b', 'c']).unwrap_or(source);
    let before = source.len() - plain.len();
    if let Some(body) = plain.strip_prefix('"') {
        return Some(before + 1 + closed(body, '"'));
    }
    let body = plain.strip_prefix('\'')?;
    let mut letters = body.chars();
    match (letters.next()?, letters.next()) {
        ('\\', _) | (_, Some('\'')) => Some(before + 1 + closed(body, '\'')),
        _ => Some(before + 1 + word(body)),
    }
}

/// The length of a text up to and with its closing sign.
fn closed(body: &str, sign: char) -> usize {
    let mut is_escaped = false;
    for (at, letter) in body.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            letter if letter == sign => return at + 1,
            _ => {}
        }
    }
    body.len()
}

#[test]
fn comments_and_literals_are_left_out_and_lines_are_counted() {
    let source = "a::b /* c\n/* d */ e */ f\n\"g\\\"h\" b'i' '\\'' 'j k r\"l\" r##\"m\"#n\"##;o";
    let found: Vec<(&str, usize)> = tokens(source).iter().map(|t| (t.text, t.line)).collect();
    assert_eq!(found, [("a", 1), ("::", 1), ("b", 1), ("f", 2), ("k", 3), (";", 3), ("o", 3)]);
}
