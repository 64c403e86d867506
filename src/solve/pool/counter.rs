//! The visitor that counts the solutions of a task, each orbit once, and has them listed if asked.

use std::ops::ControlFlow;

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

impl Visitor for Counter<'_, '_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let group = &self.problem.group;
        let orbit = if self.breaks_symmetry && self.case.residual.len() == 1 {
            // No symmetry is left in the case, so none maps the solution to itself.
            group.order()
        } else {
            match group.standing(&self.case.residual, options) {
                Standing::Least { stabiliser } => group.order() / stabiliser,
                Standing::NotLeast => 0,
            }
        };
        let Some(lister) = &mut self.lister else {
            self.counts.total += if self.breaks_symmetry { orbit as u128 } else { 1 };
            self.counts.distinct += u128::from(orbit > 0);
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
