//! Checking certificates: that a count is complete, by going through the search tree that was
//! written down.
//!
//! The format is described in `src/solution/CERTIFICATE.md`. Nothing of it is believed. Items,
//! options and motions are worked out from the puzzle's text with the geometry of this part of
//! the program, and what the certificate states must be the same. What is then proved, in this
//! order:
//!
//! 1. Each motion maps options onto options, so it maps solutions onto solutions (`exact`).
//! 2. Every solution has an image, by one of the motions, in one of the cases (`cases`).
//! 3. The tree of each case meets every solution of the case: at each node the list of options is
//!    complete, and a branch ends only at a solution or at an item that has too few options left
//!    (`tree`).
//! 4. Each solution that is met keeps the rules of a picture, which know nothing of options. It is
//!    brought to its canonical line, and different lines are counted.
//!
//! So every orbit is counted (2, 3), none twice, and nothing that is no solution (4). The total is
//! the sum of the numbers of images.
//!
//! A file may hold one certificate after another. It is read once; what is kept are the canonical
//! lines. A node costs some hundred nanoseconds.

mod cases;
mod exact;
mod source;
mod tree;

use std::collections::HashSet;
use std::io::BufRead;

use serde::Deserialize;

use super::header::hexadecimal;
use super::listing::{check_given, check_known, fingerprint_of};
use super::{Checker, Refusal};
use cases::Step;
use exact::Exact;
use source::Source;
use tree::Tree;

/// The longest first line that is read, in bytes.
const MAX_HEAD: u64 = 1 << 26;

/// The longest last line that is read, in bytes.
const MAX_TAIL: u64 = 1 << 12;

/// What the first line says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    format: String,
    /// The name of the puzzle.
    pub puzzle: String,
    /// The starting position, if there was one, as a written line.
    pub given: Option<String>,
    items: Vec<String>,
    least: Vec<u32>,
    most: Vec<u32>,
    options: Vec<Vec<u32>>,
    motions: Vec<Vec<u32>>,
    cases: Vec<Vec<Step>>,
}

/// What the last line says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tail {
    nodes: u64,
    met: u64,
    distinct: u128,
    total: u128,
    fingerprint: String,
    sha256: String,
}

/// What a certificate was found to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The number of distinct solutions.
    pub distinct: u128,
    /// The number of arrangements on the fixed board.
    pub total: u128,
    /// The fingerprint of the distinct solutions.
    pub fingerprint: u128,
    /// How often a solution was met, in some image or other.
    pub met: u64,
    /// The nodes of all trees.
    pub nodes: u64,
    /// The cases that were searched.
    pub cases: usize,
    /// The cases that are ruled out without a search.
    pub ruled_out: usize,
    /// The length of the certificate in bytes.
    pub bytes: u64,
}

/// The certificates of a file, one after another.
#[derive(Debug)]
pub struct Certificates<R> {
    source: Source<R>,
    /// Where the certificate began that is being read.
    begin: u64,
}

impl<R: BufRead> Certificates<R> {
    /// The certificates of a file.
    pub fn new(reader: R) -> Self {
        Self { source: Source::new(reader), begin: 0 }
    }

    /// The first line of the next certificate; `None` at the end of the file.
    ///
    /// # Errors
    /// When there is something else.
    pub fn next_head(&mut self) -> Result<Option<Head>, Refusal> {
        self.begin = self.source.offset();
        self.source.take_digest();
        let at = self.begin;
        let refuse = |reason| refusal(format!("byte {at}: {reason}"));
        let Some(line) = self.source.line(MAX_HEAD).map_err(refuse)? else { return Ok(None) };
        let head: Head = serde_json::from_slice(&line).map_err(|error| {
            refuse(format!("the first line of the certificate cannot be read: {error}"))
        })?;
        if head.format == "bitcover certificate 1" {
            return Ok(Some(head));
        }
        Err(refuse(format!(
            "this is the format {:?}; only \"bitcover certificate 1\" is known",
            head.format
        )))
    }

    /// Checks the certificate whose first line was just read against the puzzle of a checker.
    ///
    /// # Errors
    /// The first thing in it that is wrong, or proves nothing.
    pub fn check(&mut self, checker: &Checker, head: &Head) -> Result<Proved, Refusal> {
        let name = &checker.name;
        let exact = Exact::new(checker).map_err(refusal)?;
        check_head(checker, &exact, head)
            .map_err(|reason| refusal(format!("certificate of {name}, first line: {reason}")))?;
        let ruled_out = cases::check(&exact, &head.cases)
            .map_err(|reason| refusal(format!("certificate of {name}, first line: {reason}")))?;
        let mut count = Count { checker, exact: &exact, met: 0, total: 0, lines: HashSet::new() };
        let mut nodes = 0;
        for (number, case) in head.cases.iter().enumerate() {
            let mut tree = Tree::new(&exact, case);
            let checked = tree.check(&mut self.source, &mut |options| count.add(options));
            checked.map_err(|reason| {
                refusal(format!(
                    "certificate of {name}, case {} of {}, node {} (before byte {}): {reason}",
                    number + 1,
                    head.cases.len(),
                    tree.nodes,
                    self.source.offset()
                ))
            })?;
            nodes += tree.nodes;
        }
        let fingerprint =
            count.lines.iter().fold(0, |sum: u128, line| sum.wrapping_add(fingerprint_of(line)));
        let proved = Proved {
            distinct: count.lines.len() as u128,
            total: count.total,
            fingerprint,
            met: count.met,
            nodes,
            cases: head.cases.len(),
            ruled_out,
            bytes: 0,
        };
        self.check_tail(&proved)
            .and_then(|()| {
                check_known(checker, proved.distinct, proved.total).map_err(|(_, reason)| reason)
            })
            .map_err(|reason| refusal(format!("certificate of {name}, last line: {reason}")))?;
        Ok(Proved { bytes: self.source.offset() - self.begin, ..proved })
    }

    /// Compares what was proved with the last line.
    fn check_tail(&mut self, proved: &Proved) -> Result<(), String> {
        if self.source.byte()? != b'\n' {
            return Err("a line end should follow the last tree".to_owned());
        }
        let sha256 = self.source.take_digest();
        let Some(line) = self.source.line(MAX_TAIL)? else {
            return Err("it is missing".to_owned());
        };
        let tail: Tail =
            serde_json::from_slice(&line).map_err(|error| format!("it cannot be read: {error}"))?;
        let numbers = [
            ("nodes", u128::from(tail.nodes), u128::from(proved.nodes)),
            ("met", u128::from(tail.met), u128::from(proved.met)),
            ("distinct", tail.distinct, proved.distinct),
            ("total", tail.total, proved.total),
        ];
        for (key, said, found) in numbers {
            if said != found {
                return Err(format!("{key} is given as {said}, but the trees make it {found}"));
            }
        }
        if hexadecimal(&tail.fingerprint) != Some(proved.fingerprint) {
            return Err(format!("the fingerprint is {:032x}", proved.fingerprint));
        }
        if tail.sha256 != sha256 {
            return Err(format!(
                "the SHA-256 of what comes before is {sha256}: the file was changed on the way"
            ));
        }
        Ok(())
    }
}

fn refusal(reason: String) -> Refusal {
    Refusal { line: 0, reason }
}

/// Compares what a certificate states of the puzzle with what its text means.
fn check_head(checker: &Checker, exact: &Exact, head: &Head) -> Result<(), String> {
    if head.puzzle != checker.name {
        return Err(format!("it is for the puzzle {:?}, not for {:?}", head.puzzle, checker.name));
    }
    check_given(checker, head.given.as_deref())?;
    same("items", &head.items, &exact.names)?;
    same("least", &head.least, &exact.least)?;
    same("most", &head.most, &exact.most)?;
    same("options", &head.options, &exact.options)?;
    same("motions", &head.motions, &exact.motions)
}

/// Checks that a list is what the puzzle's text makes it.
fn same<T: PartialEq>(key: &str, said: &[T], expected: &[T]) -> Result<(), String> {
    if said.len() != expected.len() {
        let (said, expected) = (said.len(), expected.len());
        return Err(format!("there are {said} {key}, but the puzzle has {expected}"));
    }
    match said.iter().zip(expected).position(|(said, expected)| said != expected) {
        None => Ok(()),
        Some(at) => Err(format!("entry {at} of {key} is not what the puzzle's text makes it")),
    }
}

/// The solutions that were met.
struct Count<'a> {
    checker: &'a Checker,
    exact: &'a Exact,
    met: u64,
    total: u128,
    /// Their canonical lines.
    lines: HashSet<Vec<u8>>,
}

impl Count<'_> {
    /// Takes a solution, after a look at its picture.
    fn add(&mut self, options: &[u32]) -> Result<(), String> {
        let Checker { rules, group, .. } = self.checker;
        let mut cells = vec![super::picture::EMPTY; rules.frame().positions()];
        let mut used = vec![0; rules.pieces.len()];
        for &option in options {
            let (piece, placement) = &self.exact.placements[option as usize];
            let symbols = &rules.pieces[*piece].symbols;
            for &position in placement {
                cells[usize::from(position)] = symbols[used[*piece] % symbols.len()];
            }
            used[*piece] += 1;
        }
        let line = rules.write(&group.image(0, &cells));
        let checked = self.checker.check_line(&line).map_err(|violation| {
            format!("this is no solution: {violation} ({})", String::from_utf8_lossy(&line))
        })?;
        self.met += 1;
        if self.lines.insert(checked.canonical) {
            self.total += checked.images as u128;
        }
        Ok(())
    }
}
