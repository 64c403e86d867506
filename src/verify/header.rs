//! The header that a text file of solutions begins with.
//!
//! ```text
//! # bitcover solutions, format 1
//! # puzzle: logiq-2                   (or `cover:` with the name of an exact cover)
//! # given: ..UUU......./..U.U.......  (only where pieces lie on the board from the start)
//! # content: distinct                 (`images` for every arrangement, `all` of a cover)
//! # distinct: 23                      (not of a cover)
//! # total: 552
//! # fingerprint: 0123456789abcdef0123456789abcdef
//! # complete: yes
//! ```

use std::io::BufRead;

use super::claims::{AS_FOUND, Claims};
use super::fingerprint::hexadecimal;
use super::lines::Lines;
use super::refusal::Refusal;
use super::subject::{Subject, SubjectKind};
use crate::puzzle::model::MAX_CELLS;

/// The first line of every file.
const TITLE: &str = "# bitcover solutions, format ";

/// The version of the format that is read here.
const FORMAT: &str = "1";

/// The line of the header that gives the starting position, where there is one.
pub(crate) const GIVEN_LINE: usize = 3;

/// What comes before the starting position.
const GIVEN: &str = "# given: ";

/// Reads the header of a file for the puzzle or the cover called `name`.
///
/// # Errors
/// The first line that is missing, out of order, or does not say what it should.
pub(crate) fn read_header(
    lines: &mut Lines<impl BufRead>,
    kind: SubjectKind,
    name: &str,
) -> Result<Claims, Refusal> {
    read_title(lines)?;
    let found = header_value(lines, kind.word(), "a name", |value| Some(value.to_owned()))?;
    Subject { kind, name: found, given: None }
        .check("the file", kind, name)
        .map_err(|reason| Refusal::of_line(2, reason))?;
    let is_puzzle = kind == SubjectKind::Puzzle;
    let given = if is_puzzle { given(lines)? } else { None };
    let contents = if is_puzzle { "'distinct' or 'images'" } else { "'all'" };
    let images = header_value(lines, "content", contents, |value| match value {
        "distinct" if is_puzzle => Some(false),
        "images" if is_puzzle => Some(true),
        "all" if !is_puzzle => Some(false),
        _ => None,
    })?;
    let number = "a whole number";
    let distinct = match kind {
        SubjectKind::Puzzle => Some(header_value(lines, "distinct", number, whole_number)?),
        SubjectKind::Cover => None,
    };
    let total = header_value(lines, "total", number, whole_number)?;
    let fingerprint =
        header_value(lines, "fingerprint", "32 hexadecimal digits in lower case", hexadecimal)?;
    let complete = header_value(lines, "complete", "'yes' or 'no'", |value| match value {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    })?;
    Ok(Claims { given, images, distinct, total, fingerprint, complete, beside: None })
}

/// Reads the first line.
fn read_title(lines: &mut Lines<impl BufRead>) -> Result<(), Refusal> {
    let Some(first) = lines.next()? else {
        let reason = format!("the file is empty; it should begin with '{TITLE}{FORMAT}'");
        return Err(Refusal::of_file(reason));
    };
    let reason = match first.strip_prefix(TITLE) {
        Some(FORMAT) => return Ok(()),
        Some(other) => format!("this is format {other:?}; only format {FORMAT} is known"),
        None if first.starts_with("# bitcover solutions, as found") => AS_FOUND.to_owned(),
        None => format!("a solution file begins with '{TITLE}{FORMAT}'"),
    };
    Err(Refusal::of_line(1, reason))
}

/// What a text file of solutions is for, as its header says. `None` where the file is not one of
/// solutions. No more is read than the first lines.
pub(crate) fn subject_of_listing(reader: impl BufRead) -> Option<Subject> {
    // A written line has at most two more characters for each cell and row.
    let mut lines = Lines::new(reader, 4 * MAX_CELLS);
    let is_title = lines.next().ok()??.starts_with(TITLE);
    let named = lines.next().ok()??;
    let under = |kind: SubjectKind| {
        let rest = named.strip_prefix("# ")?.strip_prefix(kind.word())?;
        Some((kind, rest.strip_prefix(": ")?.to_owned()))
    };
    let found = under(SubjectKind::Puzzle).or_else(|| under(SubjectKind::Cover));
    let (kind, name) = found.filter(|_| is_title)?;
    let given = match kind {
        SubjectKind::Puzzle => given(&mut lines).ok()?,
        SubjectKind::Cover => None,
    };
    Some(Subject { kind, name, given })
}

/// Reads the starting position, if the next line gives one.
fn given(lines: &mut Lines<impl BufRead>) -> Result<Option<String>, Refusal> {
    let Some(line) = lines.next()? else {
        lines.back_to_end();
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
    let line = lines.number();
    let refuse = |reason: String| Err(Refusal::of_line(line, reason));
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
