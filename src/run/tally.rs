//! What a task returns, and the visitor that counts, checks and writes its solutions.

use std::ops::ControlFlow;

use crate::cover::symmetry::Standing;
use crate::cover::{Case, OptionId, Problem};
use crate::engine::Visitor;
use crate::solution::picture::Picture;
use crate::solution::{Fingerprint, NotASolution, Painter};

use super::driver::Listing;

/// What a task came to. Tallies of disjoint parts of a search add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Solutions up to the motions of the board.
    pub distinct: u128,
    /// All arrangements on the fixed board.
    pub total: u128,
    /// Nodes visited.
    pub nodes: u64,
    /// The fingerprint of the distinct solutions; zero unless they are listed.
    pub fingerprint: Fingerprint,
    /// The lines of the solutions, one after another; empty unless they are listed.
    pub lines: Vec<u8>,
}

impl Tally {
    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        self.distinct += other.distinct;
        self.total += other.total;
        self.nodes += other.nodes;
        self.fingerprint += other.fingerprint;
        self.lines.extend_from_slice(&other.lines);
    }
}

/// Counts the solutions of a case, each orbit once, and lists them if asked.
pub(super) struct Counter<'a> {
    pub problem: &'a Problem,
    pub case: &'a Case,
    /// Whether the case breaks symmetry: if not, every arrangement is met.
    pub broken: bool,
    pub listing: Listing,
    pub painter: &'a Painter<'a>,
    pub picture: Picture,
    pub tally: Tally,
    /// Set when an engine reports something that is no solution.
    pub defect: Option<NotASolution>,
    /// Called with the number of new lines, to keep to a limit.
    pub on_lines: &'a (dyn Fn(usize) -> ControlFlow<()> + Sync),
}

impl Visitor for Counter<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let group = &self.problem.group;
        let orbit = if self.broken && self.case.residual.len() == 1 {
            // No symmetry is left in the case, so none maps the solution to itself.
            group.order()
        } else {
            match group.standing(&self.case.residual, options) {
                Standing::Least { stabiliser } => group.order() / stabiliser,
                Standing::NotLeast => 0,
            }
        };
        let is_first = orbit > 0;
        self.tally.total += if self.broken { orbit as u128 } else { 1 };
        self.tally.distinct += u128::from(is_first);
        if self.listing == Listing::None || (self.broken && !is_first) {
            return ControlFlow::Continue(());
        }
        match self.list(options) {
            Ok(lines) => (self.on_lines)(lines),
            Err(defect) => {
                self.defect = Some(defect);
                ControlFlow::Break(())
            }
        }
    }
}

impl Counter<'_> {
    /// Writes the lines of a solution; returns how many. Where symmetry is broken the solution
    /// stands for its orbit; where it is not, it is added only if it is the canonical image.
    fn list(&mut self, options: &[OptionId]) -> Result<usize, NotASolution> {
        let Self { painter, picture, tally, .. } = self;
        painter.paint(options, picture)?;
        let from = tally.lines.len();
        painter.write_canonical(picture, &mut tally.lines);
        let canonical = &tally.lines[from..];
        let mut own = Vec::new();
        if !self.broken {
            painter.write_image(picture, 0, &mut own);
        }
        let is_distinct = self.broken || own == canonical;
        if is_distinct {
            tally.fingerprint += Fingerprint::of(canonical);
        }
        match self.listing {
            Listing::Images if self.broken => {
                tally.lines.truncate(from);
                for image in painter.images(picture) {
                    tally.lines.extend_from_slice(&image);
                }
            }
            Listing::Images => {
                tally.lines.truncate(from);
                tally.lines.extend_from_slice(&own);
            }
            Listing::Fingerprint => tally.lines.truncate(from),
            _ if !is_distinct => tally.lines.truncate(from),
            _ => {}
        }
        Ok((tally.lines.len() - from) / painter.line_len())
    }
}
