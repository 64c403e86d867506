//! Certificates of a cover: that a count is complete, by its search tree.
//!
//! Items and options are those of the cover's file, options that are alike twice, and there is one
//! case, which says of no item how it is covered. No two branches below a node share a solution, as
//! an item is covered at most once or its options are withdrawn after their turn; so each is met
//! once and none need be kept to count them. Nothing proves the count of a cover with ranges or
//! colours, which a certificate cannot state.

use std::collections::HashMap;
use std::io::BufRead;

use super::checker::{CoverChecker, CoverItem, Covered};
use crate::verify::certificate::exact::{ExactCover, ExactEdges};
use crate::verify::certificate::file::{Certificates, Proved, SolutionCount, SolutionSums};
use crate::verify::certificate::first_line::FirstLine;
use crate::verify::fingerprint::fingerprint_of;
use crate::verify::refusal::Refusal;
use crate::verify::subject::SubjectKind;

impl<R: BufRead> Certificates<R> {
    /// Checks the certificate whose first line was just read against a cover.
    ///
    /// # Errors
    /// The first thing in it that is wrong, or proves nothing.
    pub fn check_cover(
        &mut self,
        checker: &CoverChecker,
        first: &FirstLine,
    ) -> Result<Proved, Refusal> {
        let name = &checker.name;
        if !checker.is_exact() {
            let reason = "a certificate cannot state ranges or colours, and the cover has some";
            return Err(Refusal::of_file(format!("certificate of {name}: {reason}")));
        }
        let (exact, numbers) = checker.exact_cover();
        let check_cases = || match first.cases() {
            [case] if case.is_empty() => Ok(()),
            _ => Err("of a cover there should be one case without steps".to_owned()),
        };
        first
            .subject
            .check("it", SubjectKind::Cover, name)
            .and_then(|()| first.check(&exact))
            .and_then(|()| check_cases())
            .map_err(|reason| {
                Refusal::of_file(format!("certificate of {name}, first line: {reason}"))
            })?;
        let mut count = CoverCount::new(checker, &numbers);
        self.check_trees(name, &exact, (first.cases(), 0), &mut count)
    }
}

impl CoverChecker {
    /// Whether each primary item says exactly how often it is covered, and none has colours.
    fn is_exact(&self) -> bool {
        let is_exact = |item: &CoverItem| !item.is_primary || item.least == item.most;
        let mut entries = self.options.iter().flatten().flatten();
        self.items.iter().all(is_exact) && entries.all(|(_, colour)| colour.is_none())
    }

    /// What a certificate must state, and the number in the cover's file of each of its options.
    pub(super) fn exact_cover(&self) -> (ExactCover, Vec<u32>) {
        let kept = (1..).zip(&self.options);
        let items = |items: &Vec<(u32, _)>| items.iter().map(|entry| entry.0).collect();
        let kept = kept.filter_map(|(number, option)| Some((number, items(option.as_ref()?))));
        let (numbers, options): (Vec<u32>, Vec<Vec<u32>>) = kept.unzip();
        let exact = ExactCover {
            names: self.items.iter().map(|item| item.name.clone()).collect(),
            least: self.items.iter().map(|item| item.least).collect(),
            most: self.items.iter().map(|item| item.most).collect(),
            options,
            motions: vec![(0..self.items.len() as u32).collect()],
            cells: 0,
            pieces: Vec::new(),
            index: HashMap::new(),
            edges: ExactEdges::default(),
        };
        (exact, numbers)
    }
}

/// The solutions that were met.
pub(super) struct CoverCount<'a> {
    checker: &'a CoverChecker,
    /// The number in the cover's file of each option of the certificate.
    numbers: &'a [u32],
    /// The solution at hand, by these numbers.
    solution: Vec<u32>,
    cover: Covered,
    met: u64,
    fingerprint: u128,
}

impl<'a> CoverCount<'a> {
    /// None was met yet. `numbers` are those of the options in the cover's file.
    pub fn new(checker: &'a CoverChecker, numbers: &'a [u32]) -> Self {
        let (solution, cover) = (Vec::new(), Covered::default());
        Self { checker, numbers, solution, cover, met: 0, fingerprint: 0 }
    }
}

impl SolutionCount for CoverCount<'_> {
    fn add(&mut self, options: &[u32]) -> Result<(), String> {
        self.solution.clear();
        self.solution.extend(options.iter().map(|&option| self.numbers[option as usize]));
        self.solution.sort_unstable();
        let line = self.checker.write(&self.solution);
        self.checker
            .check_options(&self.solution, &mut self.cover)
            .map_err(|reason| format!("this is no solution: {reason} ({line})"))?;
        self.met += 1;
        self.fingerprint = self.fingerprint.wrapping_add(fingerprint_of(line.as_bytes()));
        Ok(())
    }

    fn sums(&self) -> SolutionSums {
        let (met, fingerprint) = (self.met, self.fingerprint);
        SolutionSums { met, distinct: met.into(), total: met.into(), fingerprint }
    }

    fn check_known(&self, _: &SolutionSums) -> Result<(), String> {
        // Nothing is known of a cover from elsewhere.
        Ok(())
    }
}
