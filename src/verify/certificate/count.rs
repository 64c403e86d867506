//! Counting the solutions of a puzzle that a certificate meets.
//!
//! Each solution is painted and checked as a picture, which knows nothing of options. What is kept
//! are the canonical lines.

use std::collections::HashSet;
use std::io::BufRead;

use super::cases;
use super::file::{Certificates, Proved, SolutionCount, SolutionSums};
use super::first_line::FirstLine;
use super::statement::Statement;
use crate::verify::checker::Checker;
use crate::verify::fingerprint::fingerprint_of;
use crate::verify::listing::{check_given, check_known};
use crate::verify::picture::EMPTY;
use crate::verify::placements::Laid;
use crate::verify::refusal::Refusal;
use crate::verify::subject::SubjectKind;

impl<R: BufRead> Certificates<R> {
    /// Checks the certificate whose first line was just read against the puzzle of a checker.
    ///
    /// # Errors
    /// The first thing in it that is wrong, or proves nothing.
    pub fn check(&mut self, checker: &Checker, first: &FirstLine) -> Result<Proved, Refusal> {
        let name = &checker.name;
        let Statement { exact, placements } = Statement::new(checker).map_err(Refusal::of_file)?;
        let given = first.subject.given.as_deref();
        let refuse =
            |reason| Refusal::of_file(format!("certificate of {name}, first line: {reason}"));
        first.subject.check("it", SubjectKind::Puzzle, name).map_err(refuse)?;
        check_given(checker, given).map_err(|reason| refuse(reason).for_position())?;
        if exact.has_colours() {
            let reason = "nothing proves the count of a puzzle with coloured edges, which a certificate \
                          cannot state";
            return Err(refuse(reason.to_owned()));
        }
        first.check(&exact).map_err(refuse)?;
        let ruled_out = cases::check(&exact, first.cases()).map_err(refuse)?;
        let mut count = PuzzleCount::new(checker, &placements);
        self.check_trees(name, &exact, (first.cases(), ruled_out), &mut count)
    }
}

/// The solutions that were met.
pub(in crate::verify) struct PuzzleCount<'a> {
    checker: &'a Checker,
    /// The piece of each option, and what it covers.
    placements: &'a [(usize, Laid)],
    met: u64,
    total: u128,
    /// Their canonical lines.
    lines: HashSet<Vec<u8>>,
}

impl<'a> PuzzleCount<'a> {
    /// None was met yet. `placements` are the piece of each option, and what it covers.
    pub fn new(checker: &'a Checker, placements: &'a [(usize, Laid)]) -> Self {
        Self { checker, placements, met: 0, total: 0, lines: HashSet::new() }
    }
}

impl SolutionCount for PuzzleCount<'_> {
    fn add(&mut self, options: &[u32]) -> Result<(), String> {
        let Checker { rules, group, .. } = self.checker;
        let positions = rules.frame().positions();
        let mut cells = vec![EMPTY; positions + rules.edge_count()];
        let mut used = vec![0; rules.pieces.len()];
        for &option in options {
            let (piece, Laid { placement, sides }) = &self.placements[option as usize];
            let symbols = &rules.pieces[*piece].symbols;
            for &position in placement {
                cells[usize::from(position)] = symbols[used[*piece] % symbols.len()];
            }
            let around = rules.edges.as_ref().map(|e| e.around(usize::from(placement[0])));
            for (edge, side) in around.into_iter().flatten().zip(sides) {
                cells[positions + edge] = side.symbol() as u8;
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

    fn sums(&self) -> SolutionSums {
        let add = |sum: u128, line: &Vec<u8>| sum.wrapping_add(fingerprint_of(line));
        SolutionSums {
            met: self.met,
            distinct: self.lines.len() as u128,
            total: self.total,
            fingerprint: self.lines.iter().fold(0, add),
        }
    }

    fn check_known(&self, sums: &SolutionSums) -> Result<(), String> {
        check_known(self.checker, sums.distinct, sums.total).map_err(|(_, reason)| reason)
    }
}
