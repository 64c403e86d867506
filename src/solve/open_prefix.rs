//! A prefix of choices that is made longer, one choice at a time, over and over again.
//!
//! Where there is a single choice it is forced, and so mostly is the next: such a way is gone down
//! at once, to its end, and kept. So a chain of `n` forced choices costs `n` nodes, where going
//! down from the root for each would cost `n * n / 2`. Memory: the choices, those of one node, and
//! those of the way ahead.

use std::collections::VecDeque;

use crate::cover::OptionId;
use crate::engine::{Branch, Worker};

use crate::work_limit::WorkLimit;

/// A prefix of choices, and what is known of what lies ahead.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenPrefix {
    /// The choices.
    pub choices: Vec<OptionId>,
    /// The choices that are forced next, and what lies behind them, as far as that is known.
    forced: VecDeque<OptionId>,
    end: Option<Branch>,
}

/// What lies at the end of a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Something cannot be covered any more.
    Dead,
    /// Everything is covered.
    Solution,
    /// There was a single choice, which is the last of the prefix now.
    Forced,
    /// There are these choices.
    Choices(Vec<OptionId>),
    /// Everything is covered that must be, and these choices may come on top.
    SolutionOrMore(Vec<OptionId>),
}

impl OpenPrefix {
    /// A prefix with one choice more.
    pub fn with(&self, choice: OptionId) -> Self {
        let mut choices = Vec::with_capacity(self.choices.len() + 1);
        choices.extend_from_slice(&self.choices);
        choices.push(choice);
        Self { choices, ..Self::default() }
    }

    /// Looks at what lies at the end, and makes the choice there if it is the only one. Where the
    /// limit is reached on the way ahead, a single choice is returned like several.
    pub fn step(&mut self, worker: &mut impl Worker, limit: &mut WorkLimit<'_>) -> Step {
        if self.forced.is_empty() && self.end.is_none() {
            self.look_ahead(worker, limit);
        }
        if let Some(choice) = self.forced.pop_front() {
            self.choices.push(choice);
            return Step::Forced;
        }
        match self.end.take() {
            Some(Branch::Choices { options, .. }) => Step::Choices(options),
            Some(Branch::Solution) => Step::Solution,
            Some(Branch::SolutionOrMore { options }) => Step::SolutionOrMore(options),
            Some(Branch::Dead) | None => Step::Dead,
        }
    }

    fn look_ahead(&mut self, worker: &mut impl Worker, limit: &mut WorkLimit<'_>) {
        let work = worker.node_work();
        let Self { choices, forced, end } = self;
        // The way to where the choices end; it shows in what comes next whether that was too much.
        let _ = limit.spend(work * choices.len() as u64);
        worker.walk(choices, &mut |branch| {
            let goes_on = limit.spend(work).is_ok();
            match branch {
                Branch::Choices { options, .. } if options.len() == 1 && goes_on => {
                    forced.push_back(options[0]);
                    Some(options[0])
                }
                branch => {
                    *end = Some(branch.clone());
                    None
                }
            }
        });
    }
}
