//! Counting what a search finds whose tree is written down: in a certificate, or as a proof.
//!
//! The options are numbered as they are written. Each solution is checked; where the case leaves
//! symmetries unbroken, it counts only if it comes first among its images. Cost: one image for each
//! of these symmetries, and a canonical line, for each solution.

use crate::cover::symmetry::Standing;
use crate::cover::{OptionId, Problem};
use crate::solution::certificate::{Register, Sums};
use crate::solution::line_codec::Picture;
use crate::solution::{Fingerprint, NotASolution};

use super::codec::Codec;
use super::options::OutputMode;
use super::subject::Subject;

/// Counts the solutions of one case after another.
pub(super) struct SolutionSums<'a> {
    problem: &'a Problem,
    /// For each number of an option, the option.
    original: Vec<OptionId>,
    codec: Codec<'a>,
    picture: Picture,
    line: Vec<u8>,
    options: Vec<OptionId>,
    /// What they add up to; nodes are not counted here.
    pub sums: Sums,
}

/// How the items and options of a subject are numbered where its tree is written down.
pub(super) fn register_of(subject: &Subject) -> Register {
    match subject {
        Subject::Puzzle(compiled) => Register::new(compiled),
        Subject::Cover { problem, .. } => Register::of_cover(&problem.cover),
    }
}

impl<'a> SolutionSums<'a> {
    /// Nothing is counted yet. The register says how options are numbered.
    pub fn new(subject: &'a Subject, register: &Register) -> Self {
        let mut original = vec![OptionId(0); register.options.len()];
        for (option, number) in (0..).zip(&register.options) {
            original[number.index()] = OptionId(option);
        }
        Self {
            problem: subject.problem(),
            original,
            codec: Codec::new(subject, OutputMode::Count),
            picture: Picture::default(),
            line: Vec::new(),
            options: Vec::new(),
            sums: Sums::default(),
        }
    }

    /// Takes a solution, by the numbers of its options, of a case that leaves these symmetries
    /// unbroken.
    ///
    /// # Errors
    /// When it is none.
    pub fn add(&mut self, numbers: &[OptionId], residual: &[usize]) -> Result<(), NotASolution> {
        self.sums.met += 1;
        self.options.clear();
        self.options.extend(numbers.iter().map(|number| self.original[number.index()]));
        let group = &self.problem.group;
        let Standing::Least { stabiliser } = group.standing(residual, &self.options) else {
            return Ok(());
        };
        let fingerprint = self.fingerprint()?;
        self.sums.fingerprint += fingerprint;
        self.sums.distinct += 1;
        self.sums.total += (group.order() / stabiliser) as u128;
        Ok(())
    }

    /// The fingerprint of the solution that was met last, which is checked.
    fn fingerprint(&mut self) -> Result<Fingerprint, NotASolution> {
        self.line.clear();
        match &self.codec {
            Codec::Puzzle(codec) => {
                codec.lines.fill(&self.options, &mut self.picture)?;
                codec.lines.write_canonical(&self.picture, &mut self.line);
                Ok(Fingerprint::of(&self.line))
            }
            Codec::Cover(codec) => {
                codec.check(&self.options)?;
                codec.write_record(&self.options, &mut self.line);
                Ok(codec.fingerprint(&self.line))
            }
        }
    }
}
