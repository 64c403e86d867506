//! A whole file of solutions, format 1.
//!
//! ```text
//! # bitcover solutions, format 1
//! # puzzle: logiq-2
//! # given: ..UUU......./..U.U.......     (only where pieces lie on the board from the start)
//! # content: distinct
//! # distinct: 23
//! # total: 552
//! # fingerprint: 0123456789abcdef0123456789abcdef
//! # complete: yes
//! QQUUULLLLY00:0/QQU2UL2YYYYQ:2
//! ...
//! ```
//!
//! The content is `distinct` (one line for each solution, its canonical line) or `images` (one
//! for each arrangement on the fixed board). Lines end in a line feed and increase bytewise, so
//! none occurs twice. The fingerprint is the sum modulo 2^128, over the canonical lines, of the
//! first 16 bytes of their SHA-256, as a big-endian number.
//!
//! With images, every image of every line must be there too, unless the file says that it is not
//! complete: a run may be stopped among the images of a solution. Only what is complete is
//! compared with the known counts of the puzzle.
//!
//! The file is read once, line by line. What is kept besides the current line: 8 bytes for each
//! of the first four million lines, only so that a message can name the line that is repeated;
//! and with images, each solution some of whose images are still to come.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufRead;

use sha2::{Digest, Sha256};

use super::Checker;
pub use super::header::Refusal;
use super::header::{GIVEN_LINE, Header, Lines};

/// What a file was found to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of distinct solutions.
    pub distinct: u128,
    /// The number of arrangements on the fixed board.
    pub total: u128,
    /// The fingerprint of the distinct solutions.
    pub fingerprint: u128,
    /// Whether the file claims to hold every solution of the puzzle.
    pub complete: bool,
    /// Whether it lists every arrangement, rather than one for each solution.
    pub images: bool,
}

/// How many earlier lines are remembered: 32 MiB of them.
const REMEMBERED: usize = 1 << 22;

/// Checks a file against the puzzle of `checker`.
pub(super) fn check(checker: &Checker, reader: impl BufRead) -> Result<Verified, Refusal> {
    let mut lines = Lines::new(reader, checker.rules.line_length().max(checker.name.len()));
    let header = Header::read(&mut lines, &checker.name)?;
    check_given(checker, header.given.as_deref())
        .map_err(|reason| Refusal { line: GIVEN_LINE, reason })?;
    let mut listing = OutputMode::new(checker, header);
    while let Some(line) = lines.next()? {
        listing.add(line).map_err(|reason| Refusal { line: lines.number(), reason })?;
    }
    listing.finish(lines.number())
}

/// Compares the starting position of a file with that of the puzzle.
pub(super) fn check_given(checker: &Checker, given: Option<&str>) -> Result<(), String> {
    let starts = checker.rules.starts();
    let expected = String::from_utf8_lossy(&checker.rules.write_start()).into_owned();
    match given {
        None if starts.is_empty() => Ok(()),
        None => Err(format!(
            "the file is for the puzzle with an empty board; here should stand '# given: {expected}'"
        )),
        Some(line) if starts.is_empty() => Err(format!(
            "the file is for the starting position {line}, but no piece lies on the board from \
             the start"
        )),
        Some(line) => match checker.rules.parse_start(line.as_bytes()) {
            Ok(found) if found == starts => Ok(()),
            Ok(_) => {
                Err(format!("the file is for the starting position {line}, not for {expected}"))
            }
            Err(violation) => Err(format!("the starting position cannot be read: {violation}")),
        },
    }
}

/// The share of one canonical line in the fingerprint.
pub fn fingerprint_of(canonical: &[u8]) -> u128 {
    let digest = Sha256::digest(canonical);
    digest.iter().take(16).fold(0, |number, &byte| number << 8 | u128::from(byte))
}

/// A solution some of whose images have been met.
struct Orbit {
    /// The line on which its canonical line stands.
    line: usize,
    images: usize,
    met: usize,
}

/// The lines so far, and what they add up to.
pub(super) struct OutputMode<'a> {
    checker: &'a Checker,
    header: Header,
    lines: u128,
    distinct: u128,
    total: u128,
    fingerprint: u128,
    previous: Vec<u8>,
    earlier: Vec<u64>,
    open: HashMap<Vec<u8>, Orbit>,
}

impl<'a> OutputMode<'a> {
    pub fn new(checker: &'a Checker, header: Header) -> OutputMode<'a> {
        OutputMode {
            checker,
            header,
            lines: 0,
            distinct: 0,
            total: 0,
            fingerprint: 0,
            previous: Vec::new(),
            earlier: Vec::new(),
            open: HashMap::new(),
        }
    }

    /// What a line of this file is, for a count of them.
    fn noun(&self, count: u128) -> &'static str {
        match (self.header.images, count) {
            (false, 1) => "solution",
            (false, _) => "solutions",
            (true, 1) => "arrangement",
            (true, _) => "arrangements",
        }
    }

    /// The number of lines that the header promises, and where it does.
    fn promised(&self) -> (u128, usize) {
        if self.header.images {
            (self.header.total, self.header.total_line())
        } else {
            (self.header.distinct, self.header.distinct_line())
        }
    }

    /// Takes the next line.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let line = text.as_bytes();
        if line.is_empty() {
            return Err("the line is empty".to_owned());
        }
        // On some boards the first place is a hole.
        if line.starts_with(b"# ") || (line[0] == b'#' && !self.checker.rules.begins_with_hole()) {
            return Err(format!(
                "the header has {} lines; no further line may begin with '#'",
                self.header.lines()
            ));
        }
        let checked = self.checker.check_line(line).map_err(|violation| violation.to_string())?;
        let is_canonical = checked.canonical == line;
        if !is_canonical && !self.header.images {
            let canonical = String::from_utf8_lossy(&checked.canonical);
            let motion = self.checker.group.words(checked.motion);
            return Err(match self.line_of(&checked.canonical) {
                Some(first) => {
                    format!("this is the solution of line {first} again: {motion}, it is the same")
                }
                None => format!(
                    "this is not the canonical line of its solution; {motion} it reads {canonical}"
                ),
            });
        }
        self.check_order(line)?;
        self.lines += 1;
        let (promised, header_line) = self.promised();
        if self.lines > promised {
            return Err(format!(
                "{} promises {promised} {}, but here is one more",
                self.header.says(header_line),
                self.noun(promised)
            ));
        }
        if is_canonical {
            self.distinct += 1;
            self.fingerprint = self.fingerprint.wrapping_add(fingerprint_of(line));
        }
        if !self.header.images {
            self.total += checked.images as u128;
            return Ok(());
        }
        self.total += 1;
        // What stopped before its end may have stopped among the images of a solution.
        if self.header.complete {
            self.check_orbit(checked.canonical, checked.images, is_canonical)?;
        }
        Ok(())
    }

    fn check_order(&mut self, line: &[u8]) -> Result<(), String> {
        if line <= self.previous.as_slice() {
            return Err(match self.line_of(line) {
                Some(first) => format!("this repeats line {first}"),
                None => "this is out of order: lines must increase bytewise, and this one belongs \
                         before the line above it"
                    .to_owned(),
            });
        }
        line.clone_into(&mut self.previous);
        if self.earlier.len() < REMEMBERED {
            self.earlier.push(short_hash(line));
        }
        Ok(())
    }

    /// Where a line stands in the file, if it does among the lines remembered.
    fn line_of(&self, line: &[u8]) -> Option<usize> {
        if line == self.previous {
            return Some(self.header.lines() + self.lines as usize);
        }
        let hash = short_hash(line);
        let index = self.earlier.iter().position(|&earlier| earlier == hash)?;
        Some(self.header.lines() + 1 + index)
    }

    /// The canonical line is the least of its images, so it is met first.
    fn check_orbit(
        &mut self,
        canonical: Vec<u8>,
        images: usize,
        is_canonical: bool,
    ) -> Result<(), String> {
        if is_canonical {
            if images > 1 {
                let line = self.header.lines() + self.lines as usize;
                self.open.insert(canonical, Orbit { line, images, met: 1 });
            }
            return Ok(());
        }
        let Some(orbit) = self.open.get_mut(&canonical) else {
            return Err(format!(
                "an image of this arrangement is missing, and would stand before it: {}",
                String::from_utf8_lossy(&canonical)
            ));
        };
        orbit.met += 1;
        if orbit.met == orbit.images {
            self.open.remove(&canonical);
        }
        Ok(())
    }

    /// Compares the sums with the header; `end` is the line after the last.
    pub fn finish(self, end: usize) -> Result<Verified, Refusal> {
        let refuse = |line, reason| Err(Refusal { line, reason });
        let (promised, header_line) = self.promised();
        if self.lines < promised {
            let missing = promised - self.lines;
            let what = match missing {
                1 => format!("one {} is", self.noun(1)),
                _ => format!("{missing} {} are", self.noun(missing)),
            };
            return refuse(
                end,
                format!(
                    "the file ends after {} {}, but {} promises {promised}: {what} missing",
                    self.lines,
                    self.noun(self.lines),
                    self.header.says(header_line),
                ),
            );
        }
        if let Some(orbit) = self.open.values().min_by_key(|orbit| orbit.line) {
            let Orbit { line, images, met } = orbit;
            return refuse(
                *line,
                format!("this solution has {images} images, but the file holds only {met} of them"),
            );
        }
        let counts = [
            (self.header.distinct_line(), "distinct", self.header.distinct, self.distinct),
            (self.header.total_line(), "total", self.header.total, self.total),
        ];
        for (line, key, promised, found) in counts {
            if promised != found {
                let reason =
                    format!("{key} is given as {promised}, but the lines below make it {found}");
                return Err(self.header.refusal(line, reason));
            }
        }
        if self.header.fingerprint != self.fingerprint {
            let reason = format!("the fingerprint of the lines below is {:032x}", self.fingerprint);
            return Err(self.header.refusal(self.header.fingerprint_line(), reason));
        }
        if self.header.complete {
            let lines = [self.header.distinct_line(), self.header.total_line()];
            check_known(self.checker, self.distinct, self.total)
                .map_err(|(which, reason)| self.header.refusal(lines[which], reason))?;
        }
        Ok(Verified {
            distinct: self.distinct,
            total: self.total,
            fingerprint: self.fingerprint,
            complete: self.header.complete,
            images: self.header.images,
        })
    }
}

/// Compares counts that claim to be complete with those that are known. A refusal says which of
/// the two is wrong.
pub(super) fn check_known(
    checker: &Checker,
    distinct: u128,
    total: u128,
) -> Result<(), (usize, String)> {
    let Some(known) = &checker.known else { return Ok(()) };
    let counts = [("distinct", distinct, known.distinct), ("total", total, known.total)];
    for (which, (key, found, expected)) in counts.into_iter().enumerate() {
        if found != u128::from(expected) {
            let source = &known.source;
            let reason = format!(
                "the file says that it is complete with {key} {found}, but the known count is \
                 {expected} ({source})"
            );
            return Err((which, reason));
        }
    }
    Ok(())
}

fn short_hash(line: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    line.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests;
