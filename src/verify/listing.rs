//! A whole text file of solutions of a puzzle, format 1.
//!
//! The header is described in [`super::header`]. The content is `distinct` (one line for each
//! solution, its canonical line) or `images` (one for each arrangement on the fixed board). Lines
//! end in a line feed and increase bytewise, so none occurs twice. The fingerprint is that of the
//! canonical lines.
//!
//! With images, every image of every line must be there too, unless the file says that it is not
//! complete: a run may be stopped among the images of a solution. Only what is complete is
//! compared with the known counts of the puzzle.
//!
//! The file is read once, line by line. What is kept besides what [`super::order`] keeps: with
//! images, each solution some of whose images are still to come.

use std::collections::HashMap;
use std::io::BufRead;

use super::checker::Checker;
use super::claims::Claims;
use super::fingerprint::fingerprint_of;
use super::header::{GIVEN_LINE, read_header};
use super::lines::Lines;
use super::order::LineOrder;
use super::refusal::Refusal;
use super::subject::SubjectKind;

/// What a file was found to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verified {
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

impl Checker {
    /// Checks a whole solution file in text.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and on which line.
    pub fn check_listing(&self, reader: impl BufRead) -> Result<Verified, Refusal> {
        let mut lines = Lines::new(reader, self.rules.line_length().max(self.name.len()));
        let claims = read_header(&mut lines, SubjectKind::Puzzle, &self.name)?;
        check_given(self, claims.given.as_deref())
            .map_err(|reason| Refusal::of_line(GIVEN_LINE, reason).for_position())?;
        let mut listing = Listing::new(self, claims);
        while let Some(line) = lines.next()? {
            listing.add(line).map_err(|reason| Refusal::of_line(lines.number(), reason))?;
        }
        listing.finish(lines.number())
    }
}

/// Compares the starting position of a file with that of the puzzle, which holds whatever the file
/// says.
pub(super) fn check_given(checker: &Checker, given: Option<&str>) -> Result<(), String> {
    let in_words = |position: Option<&str>| match position {
        Some(line) => format!("the starting position {line}"),
        None => "the empty board".to_owned(),
    };
    let own = checker.position();
    let is_own = match (given, &own) {
        (None, None) => true,
        (Some(line), Some(_)) => {
            let starts = checker.rules.parse_start(line.as_bytes()).map_err(|violation| {
                let reason = format!("the file is for {}", in_words(given));
                format!("{reason}, which cannot be read: {violation}")
            })?;
            starts == checker.rules.starts()
        }
        _ => false,
    };
    if is_own {
        return Ok(());
    }
    Err(format!("the file is for {}, not for {}", in_words(given), in_words(own.as_deref())))
}

/// A solution some of whose images have been met.
struct Orbit {
    /// The line on which its canonical line stands.
    line: usize,
    images: usize,
    met: usize,
}

/// The lines so far, and what they add up to.
pub(super) struct Listing<'a> {
    checker: &'a Checker,
    claims: Claims,
    order: LineOrder,
    lines: u128,
    distinct: u128,
    total: u128,
    fingerprint: u128,
    /// By canonical line, the solutions some of whose images are still to come.
    open: HashMap<Vec<u8>, Orbit>,
}

impl<'a> Listing<'a> {
    /// No line yet.
    pub fn new(checker: &'a Checker, claims: Claims) -> Self {
        let order = LineOrder::new(claims.lines());
        Self {
            checker,
            claims,
            order,
            lines: 0,
            distinct: 0,
            total: 0,
            fingerprint: 0,
            open: HashMap::new(),
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
                self.claims.lines()
            ));
        }
        let checked = self.checker.check_line(line).map_err(|violation| violation.to_string())?;
        let is_canonical = checked.canonical == line;
        if !is_canonical && !self.claims.images {
            let canonical = String::from_utf8_lossy(&checked.canonical);
            let motion = self.checker.group.words(checked.motion);
            return Err(match self.order.line_of(&checked.canonical) {
                Some(first) => {
                    format!("this is the solution of line {first} again: {motion}, it is the same")
                }
                None => format!(
                    "this is not the canonical line of its solution; {motion} it reads {canonical}"
                ),
            });
        }
        self.order.add(line, "lines must increase bytewise")?;
        self.lines += 1;
        self.claims.check_one_more(self.lines)?;
        if is_canonical {
            self.distinct += 1;
            self.fingerprint = self.fingerprint.wrapping_add(fingerprint_of(line));
        }
        if !self.claims.images {
            self.total += checked.images as u128;
            return Ok(());
        }
        self.total += 1;
        // What stopped before its end may have stopped among the images of a solution.
        if self.claims.complete {
            self.check_orbit(checked.canonical, checked.images, is_canonical)?;
        }
        Ok(())
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
                let line = self.order.line();
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
        self.claims.check_end(self.lines, end)?;
        if let Some(orbit) = self.open.values().min_by_key(|orbit| orbit.line) {
            let Orbit { line, images, met } = orbit;
            return Err(Refusal::of_line(
                *line,
                format!("this solution has {images} images, but the file holds only {met} of them"),
            ));
        }
        self.claims.check_sums(self.distinct, self.total, self.fingerprint)?;
        if self.claims.complete {
            let lines = [self.claims.distinct_line(), self.claims.total_line()];
            check_known(self.checker, self.distinct, self.total)
                .map_err(|(which, reason)| self.claims.refusal(lines[which], reason))?;
        }
        Ok(Verified {
            distinct: self.distinct,
            total: self.total,
            fingerprint: self.fingerprint,
            complete: self.claims.complete,
            images: self.claims.images,
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

#[cfg(test)]
mod tests;
