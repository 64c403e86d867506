//! A file of certificates, read once from its first byte to its last.

use std::io::BufRead;

use serde::Deserialize;

use super::cases::CaseStep;
use super::exact::ExactCover;
use super::first_line::FirstLine;
use super::source::Source;
use super::tree::Tree;
use crate::verify::fingerprint::hexadecimal;
use crate::verify::refusal::Refusal;

/// The longest first line that is read, in bytes.
const MAX_FIRST_LINE: u64 = 1 << 26;

/// The longest last line that is read, in bytes.
const MAX_LAST_LINE: u64 = 1 << 12;

/// What the last line says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LastLine {
    nodes: u64,
    met: u64,
    distinct: u128,
    total: u128,
    fingerprint: String,
    sha256: String,
}

/// What a certificate was found to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proved {
    /// The number of distinct solutions; of a cover that of all.
    pub distinct: u128,
    /// The number of arrangements on the fixed board, or of solutions of a cover.
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

/// Counts the solutions that the trees of a certificate meet.
pub(crate) trait SolutionCount {
    /// Takes a solution, by its options.
    ///
    /// # Errors
    /// When it is none, in words.
    fn add(&mut self, options: &[u32]) -> Result<(), String>;

    /// What the solutions add up to.
    fn sums(&self) -> SolutionSums;

    /// Compares the sums with what is known of the puzzle.
    ///
    /// # Errors
    /// What is known instead.
    fn check_known(&self, sums: &SolutionSums) -> Result<(), String>;
}

/// What the solutions that were met add up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolutionSums {
    /// How often a solution was met.
    pub met: u64,
    /// How many of them are distinct.
    pub distinct: u128,
    /// How many solutions they make in all.
    pub total: u128,
    /// The sum over the distinct solutions.
    pub fingerprint: u128,
}

/// The certificates of a file, one after another.
#[derive(Debug)]
pub(crate) struct Certificates<R> {
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
    pub fn next_first_line(&mut self) -> Result<Option<FirstLine>, Refusal> {
        self.begin = self.source.offset();
        self.source.take_digest();
        let at = self.begin;
        let refuse = |reason| Refusal::of_file(format!("byte {at}: {reason}"));
        let Some(line) = self.source.line(MAX_FIRST_LINE).map_err(refuse)? else { return Ok(None) };
        FirstLine::read(&line).map(Some).map_err(refuse)
    }

    /// Follows the trees of all cases of the certificate whose first line was just read, and
    /// compares their solutions with its last line. `ruled_out` is how many cases more there would
    /// be, were they not ruled out at once.
    ///
    /// # Errors
    /// The first thing in it that is wrong, or proves nothing.
    pub(in crate::verify) fn check_trees(
        &mut self,
        name: &str,
        exact: &ExactCover,
        (cases, ruled_out): (&[Vec<CaseStep>], usize),
        count: &mut dyn SolutionCount,
    ) -> Result<Proved, Refusal> {
        let mut nodes = 0;
        for (number, case) in cases.iter().enumerate() {
            let mut tree = Tree::new(exact, case);
            let checked = tree.check(&mut self.source, &mut |options| count.add(options));
            checked.map_err(|reason| {
                Refusal::of_file(format!(
                    "certificate of {name}, case {} of {}, node {} (before byte {}): {reason}",
                    number + 1,
                    cases.len(),
                    tree.nodes,
                    self.source.offset()
                ))
            })?;
            nodes += tree.nodes;
        }
        let sums = count.sums();
        let SolutionSums { met, distinct, total, fingerprint } = sums;
        let cases = cases.len();
        let proved =
            Proved { distinct, total, fingerprint, met, nodes, cases, ruled_out, bytes: 0 };
        self.check_last_line(&proved).and_then(|()| count.check_known(&sums)).map_err(
            |reason| Refusal::of_file(format!("certificate of {name}, last line: {reason}")),
        )?;
        Ok(Proved { bytes: self.source.offset() - self.begin, ..proved })
    }

    /// Compares what was proved with the last line.
    fn check_last_line(&mut self, proved: &Proved) -> Result<(), String> {
        if self.source.byte()? != b'\n' {
            return Err("a line end should follow the last tree".to_owned());
        }
        let sha256 = self.source.take_digest();
        let Some(line) = self.source.line(MAX_LAST_LINE)? else {
            return Err("it is missing".to_owned());
        };
        let last: LastLine =
            serde_json::from_slice(&line).map_err(|error| format!("it cannot be read: {error}"))?;
        let numbers = [
            ("nodes", u128::from(last.nodes), u128::from(proved.nodes)),
            ("met", u128::from(last.met), u128::from(proved.met)),
            ("distinct", last.distinct, proved.distinct),
            ("total", last.total, proved.total),
        ];
        for (key, said, found) in numbers {
            if said != found {
                return Err(format!("{key} is given as {said}, but the trees make it {found}"));
            }
        }
        if hexadecimal(&last.fingerprint) != Some(proved.fingerprint) {
            return Err(format!("the fingerprint is {:032x}", proved.fingerprint));
        }
        if last.sha256 != sha256 {
            return Err(format!(
                "the SHA-256 of what comes before is {sha256}: the file was changed on the way"
            ));
        }
        Ok(())
    }
}
