//! The choices by which a search comes to a solution.
//!
//! A solution that is known as a set of options is found again by going down the tree: at each node
//! one of the options of the item that is branched on belongs to it. Cost: a node for each option.

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
        let (mut path, mut choices) = (Vec::new(), Vec::new());
        loop {
            let (item, options) = match self.worker.branch(&path) {
                Branch::Choices { item, options } => (Some(item), options),
                Branch::SolutionOrMore { options } => (None, options),
                Branch::Dead | Branch::Solution => break,
            };
            let Some(at) = options.iter().position(|option| solution.contains(option)) else {
                break;
            };
            choices.push(Choice { item, option: options[at], number: at + 1, of: options.len() });
            path.push(options[at]);
        }
        choices
    }
}
