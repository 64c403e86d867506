//! The visitor that counts the solutions of a task, each orbit once, and has them listed if asked.

use std::ops::ControlFlow;

use crate::count::Count;
use crate::cover::symmetry::Standing;
use crate::cover::{Case, OptionId, Problem};
use crate::engine::Visitor;
use crate::solve::counts::Counts;
use crate::solve::enumerate::lister::Lister;
use crate::solve::error::Error;

/// Counts the solutions of a case.
pub(crate) struct Counter<'a, 'l> {
    pub problem: &'a Problem,
    pub case: &'a Case,
    /// Whether the case breaks symmetry: if not, every arrangement is met.
    pub breaks_symmetry: bool,
    /// Lists them, if they are to be listed.
    pub lister: Option<&'l mut (dyn Lister + 'l)>,
    pub counts: Counts,
    /// Set when the run cannot go on.
    pub failure: Option<Error>,
}

impl Counter<'_, '_> {
    /// Whether no symmetry is left in the case, so that none maps a solution to itself, and each
    /// stands for as many as the group has elements.
    fn is_free(&self) -> bool {
        let is_broken = self.breaks_symmetry || self.problem.group.order() == 1;
        is_broken && self.case.residual.len() == 1
    }
}

impl Visitor for Counter<'_, '_> {
    fn count(&mut self, solutions: usize) -> bool {
        let counts_only = self.lister.is_none() && self.is_free();
        if counts_only {
            let solutions = &Count::from(solutions as u128) * self.case.weight;
            self.counts.total += &(&solutions * self.problem.group.order() as u128);
            self.counts.distinct += &solutions;
        }
        counts_only
    }

    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let group = &self.problem.group;
        let orbit = if self.is_free() {
            group.order()
        } else {
            match group.standing(&self.case.residual, options) {
                Standing::Least { stabiliser } => group.order() / stabiliser,
                Standing::NotLeast => 0,
            }
        };
        let Some(lister) = &mut self.lister else {
            let orbit = orbit as u128 * self.case.weight;
            self.counts.total += if self.breaks_symmetry { orbit } else { 1 };
            self.counts.distinct += if orbit > 0 { self.case.weight } else { 0 };
            return ControlFlow::Continue(());
        };
        match lister.list(options, orbit, &mut self.counts) {
            Ok(flow) => flow,
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }
}
