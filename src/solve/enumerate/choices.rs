//! The choices by which a search comes to a solution.
//!
//! A solution that is known as a set of options is found again by going down the tree: at each node
//! one of the options of the item that is branched on belongs to it. Cost: a node for each option,
//! and a search in the solution for each option that there is at one.

use crate::cover::{ItemId, OptionId};
use crate::engine::{Branch, Worker};
use crate::solve::prepared::AnyWorker;

/// One choice of a solution: the item that was branched on, the option chosen, and that it was
/// the `number`th of `of` options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The item branched on; none where nothing more had to be covered.
    pub item: Option<ItemId>,
    /// The option chosen.
    pub option: OptionId,
    /// Counted from 1.
    pub number: usize,
    /// How many options there were.
    pub of: usize,
}

/// Finds the choices of solutions, in the tree of one case.
#[derive(Debug)]
pub(crate) struct ChoiceFinder<'a> {
    worker: AnyWorker<'a>,
}

impl<'a> ChoiceFinder<'a> {
    /// A finder in the tree of a worker.
    pub fn new(worker: AnyWorker<'a>) -> Self {
        Self { worker }
    }

    /// The choices of a solution, whose options may come in any order.
    pub fn choices(&mut self, solution: &[OptionId]) -> Vec<Choice> {
        let mut sorted = solution.to_vec();
        sorted.sort_unstable();
        let belongs = |option: &OptionId| sorted.binary_search(option).is_ok();
        let mut choices = Vec::with_capacity(sorted.len());
        self.worker.walk(&[], &mut |branch| {
            let (item, options) = match branch {
                Branch::Choices { item, options } => (Some(*item), options),
                Branch::SolutionOrMore { options } => (None, options),
                Branch::Dead | Branch::Solution => return None,
            };
            let at = options.iter().position(belongs)?;
            let (option, of) = (options[at], options.len());
            choices.push(Choice { item, option, number: at + 1, of });
            Some(option)
        });
        choices
    }
}
