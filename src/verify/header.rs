//! The lines of a solution file, and the header that they begin with.
//!
//! No line is read further than a line of this puzzle can be long, so that memory is bounded
//! whatever the file is.

use std::io::BufRead;

use super::head::AS_FOUND;
use crate::puzzle::model::MAX_CELLS;

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}", line_prefix(*.line))]
pub struct Refusal {
    /// The line, counted from 1; 0 when the whole file is meant.
    pub line: usize,
    /// What is wrong, in words.
    pub reason: String,
}

/// The first line of every file.
const TITLE: &str = "# bitcover solutions, format ";

/// The version of the format that is read here.
const FORMAT: &str = "1";

/// The largest gap allowed between a line's length and the length it should have. Longer lines
/// are refused unread, whatever their length.
const SLACK: usize = 1024;

/// The lines of the file, one at a time.
pub struct Lines<R> {
    reader: R,
    number: usize,
    limit: usize,
    buffer: Vec<u8>,
    /// Whether the line in the buffer is to be read again.
    again: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a file in which none has reason to be much longer than `length`.
    pub fn new(reader: R, length: usize) -> Lines<R> {
        Lines { reader, number: 0, limit: length + SLACK, buffer: Vec::new(), again: false }
    }

    /// The number of the line last asked for.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Goes back to before the line last read.
    fn back(&mut self) {
        self.number -= 1;
        self.again = true;
    }

    /// The next line without its end, or `None` after the last.
    pub fn next(&mut self) -> Result<Option<&str>, Refusal> {
        self.number += 1;
        if std::mem::take(&mut self.again) {
            return Ok(std::str::from_utf8(&self.buffer).ok());
        }
        self.buffer.clear();
        let line = self.number;
        let refuse = |reason: String| Err(Refusal { line, reason });
        let mut bounded = std::io::Read::take(&mut self.reader, self.limit as u64);
        if let Err(error) = bounded.read_until(b'\n', &mut self.buffer) {
            return refuse(format!("the file cannot be read further: {error}"));
        }
        if self.buffer.is_empty() {
            return Ok(None);
        }
        if self.buffer.last() != Some(&b'\n') {
            return refuse(if self.buffer.len() == self.limit {
                "the line is far too long for a solution of this puzzle".to_owned()
            } else {
                "the file ends in the middle of this line: it has no line end".to_owned()
            });
        }
        self.buffer.pop();
        if self.buffer.last() == Some(&b'\r') {
            return refuse(
                "the line ends in CR LF, as on Windows; solution files end each line in LF alone"
                    .to_owned(),
            );
        }
        match std::str::from_utf8(&self.buffer) {
            Ok(text) => Ok(Some(text)),
            Err(error) => refuse(format!("byte {} is not UTF-8 text", error.valid_up_to() + 1)),
        }
    }
}

/// What the file says about itself.
pub struct Header {
    /// The starting position, if there was one, as a written line.
    pub given: Option<String>,
    /// Whether every arrangement is listed.
    pub images: bool,
    /// How many solutions are distinct.
    pub distinct: u128,
    /// How many arrangements they make.
    pub total: u128,
    /// The sum over the distinct solutions.
    pub fingerprint: u128,
    /// Whether nothing was left out.
    pub complete: bool,
    /// Where the header is a file of its own, or a line of JSON: how many lines precede the
    /// solutions.
    pub beside: Option<usize>,
}

/// The line of the header that gives the starting position, where there is one.
pub const GIVEN_LINE: usize = 3;

/// What comes before the starting position.
const GIVEN: &str = "# given: ";

impl Header {
    /// The number of lines before the first solution.
    pub fn lines(&self) -> usize {
        self.beside.unwrap_or(self.own_lines())
    }

    /// The number of lines of a header that is written above the solutions.
    fn own_lines(&self) -> usize {
        7 + usize::from(self.given.is_some())
    }

    /// Where something is said that a header of its own lines would say on this one.
    pub fn says(&self, line: usize) -> String {
        match self.beside {
            None => format!("line {line}"),
            Some(_) => "the file beside it".to_owned(),
        }
    }

    /// A refusal of what is said on a line of the header.
    pub fn refusal(&self, line: usize, reason: String) -> Refusal {
        match self.beside {
            None => Refusal { line, reason },
            Some(_) => Refusal { line: 0, reason: format!("in the file beside it: {reason}") },
        }
    }

    /// The line that gives the number of distinct solutions.
    pub fn distinct_line(&self) -> usize {
        self.own_lines() - 3
    }

    /// The line that gives the number of arrangements.
    pub fn total_line(&self) -> usize {
        self.own_lines() - 2
    }

    /// The line that gives the fingerprint.
    pub fn fingerprint_line(&self) -> usize {
        self.own_lines() - 1
    }

    /// Reads the header of a file for the puzzle called `name`.
    pub fn read(lines: &mut Lines<impl BufRead>, name: &str) -> Result<Header, Refusal> {
        let Some(first) = lines.next()? else {
            let reason = format!("the file is empty; it should begin with '{TITLE}{FORMAT}'");
            return Err(Refusal { line: 0, reason });
        };
        match first.strip_prefix(TITLE) {
            Some(FORMAT) => {}
            Some(other) => {
                let reason = format!("this is format {other:?}; only format {FORMAT} is known");
                return Err(Refusal { line: 1, reason });
            }
            None if first.starts_with("# bitcover solutions, as found") => {
                return Err(Refusal { line: 1, reason: AS_FOUND.to_owned() });
            }
            None => {
                let reason = format!("a solution file begins with '{TITLE}{FORMAT}'");
                return Err(Refusal { line: 1, reason });
            }
        }
        let found = header_value(lines, "puzzle", "a name", |value| Some(value.to_owned()))?;
        if found != name {
            let reason = format!("the file is for the puzzle {found:?}, not for {name:?}");
            return Err(Refusal { line: 2, reason });
        }
        let given = given(lines)?;
        let images =
            header_value(lines, "content", "'distinct' or 'images'", |value| match value {
                "distinct" => Some(false),
                "images" => Some(true),
                _ => None,
            })?;
        let distinct = header_value(lines, "distinct", "a whole number", whole_number)?;
        let total = header_value(lines, "total", "a whole number", whole_number)?;
        let fingerprint =
            header_value(lines, "fingerprint", "32 hexadecimal digits in lower case", hexadecimal)?;
        let complete = header_value(lines, "complete", "'yes' or 'no'", |value| match value {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })?;
        Ok(Header { given, images, distinct, total, fingerprint, complete, beside: None })
    }
}

/// The starting position that a file of solutions is for, as its header gives it; to be laid on
/// the board before the file is checked. `None` where there is none, or where the file is not one
/// of solutions. No more is read than the first lines.
pub fn given_of(reader: impl BufRead) -> Option<String> {
    // A written line has at most two more characters for each cell and row.
    let mut lines = Lines::new(reader, 4 * MAX_CELLS);
    let is_title = lines.next().ok()??.starts_with(TITLE);
    let is_named = lines.next().ok()??.starts_with("# puzzle: ");
    if is_title && is_named { given(&mut lines).ok()? } else { None }
}

/// Reads the starting position, if the next line gives one.
fn given(lines: &mut Lines<impl BufRead>) -> Result<Option<String>, Refusal> {
    let Some(line) = lines.next()? else {
        lines.number -= 1;
        return Ok(None);
    };
    let given = line.strip_prefix(GIVEN).map(str::to_owned);
    if given.is_none() {
        lines.back();
    }
    Ok(given)
}

/// Reads the header line of one key; `wanted` says what its value must be.
fn header_value<T>(
    lines: &mut Lines<impl BufRead>,
    key: &str,
    wanted: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, Refusal> {
    let found = lines.next()?.map(str::to_owned);
    let line = lines.number;
    let refuse = |reason| Err(Refusal { line, reason });
    let Some(found) = found else {
        return refuse(format!("the file ends within its header; here should stand '# {key}: '"));
    };
    let value = found.strip_prefix("# ").and_then(|rest| rest.strip_prefix(key));
    let Some(value) = value.and_then(|rest| rest.strip_prefix(": ")) else {
        return refuse(format!("the header is out of order; here should stand '# {key}: '"));
    };
    match parse(value) {
        Some(parsed) => Ok(parsed),
        None => refuse(format!("'{key}' should be {wanted}, not {value:?}")),
    }
}

/// A number in the one way it is written: digits, and no zero in front.
fn whole_number(value: &str) -> Option<u128> {
    let plain = value.bytes().all(|byte| byte.is_ascii_digit());
    let shortest = value == "0" || !value.starts_with('0');
    (plain && shortest).then(|| value.parse().ok()).flatten()
}

pub(super) fn hexadecimal(value: &str) -> Option<u128> {
    let lower = value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    (lower && value.len() == 32).then(|| u128::from_str_radix(value, 16).ok()).flatten()
}

fn line_prefix(line: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}: ") }
}
