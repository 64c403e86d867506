//! What a task returns, and the visitor that counts its solutions.

use std::ops::ControlFlow;

use crate::cover::symmetry::Standing;
use crate::cover::{Case, OptionId, Problem};
use crate::engine::Visitor;
use crate::solution::Fingerprint;

use crate::solve::enumerate::lister::Lists;
use crate::solve::options::RunError;

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
    /// For each piece, how many of the listed distinct solutions use it; empty unless those are
    /// listed.
    pub uses: Vec<u64>,
    /// The lines of the solutions, one after another and sorted, where a run keeps them in memory.
    pub lines: Vec<u8>,
}

impl Tally {
    /// Adds another tally, lines aside.
    pub fn add(&mut self, other: &Self) {
        self.distinct += other.distinct;
        self.total += other.total;
        self.nodes += other.nodes;
        self.fingerprint += other.fingerprint;
        if self.uses.len() < other.uses.len() {
            self.uses.resize(other.uses.len(), 0);
        }
        for (uses, more) in self.uses.iter_mut().zip(&other.uses) {
            *uses += more;
        }
    }
}

/// Counts the solutions of a case, each orbit once, and has them listed if asked.
pub(crate) struct Counter<'a, 'l> {
    pub problem: &'a Problem,
    pub case: &'a Case,
    /// Whether the case breaks symmetry: if not, every arrangement is met.
    pub broken: bool,
    /// Lists them, if they are to be listed.
    pub lister: Option<&'l mut (dyn Lists + 'l)>,
    pub tally: Tally,
    /// Set when the run cannot go on.
    pub failure: Option<RunError>,
}

impl Visitor for Counter<'_, '_> {
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
        let Some(lister) = &mut self.lister else {
            self.tally.total += if self.broken { orbit as u128 } else { 1 };
            self.tally.distinct += u128::from(orbit > 0);
            return ControlFlow::Continue(());
        };
        match lister.list(options, orbit, &mut self.tally) {
            Ok(flow) => flow,
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }
}
