//! In which order the options of a level are tried on a batch.
//!
//! Options that have an item in common beside that of the level are tried together, on those states alone
//! in which it is open; of these, again those that share another one, and so on. On a board half of the
//! states or so have the next cell covered, and half of the options want it. Cost: some passes over the
//! options of each level; for a batch a vector operation or two for each eight states and step, which
//! saves one for each option that comes of it.

use std::ops::Range;

/// How many lists of states there are at most, each a part of the one before.
pub(super) const DEPTHS: usize = 4;

/// So many options at least share the items that states are chosen by.
const FEWEST: usize = 4;

/// An option as a word, and by how much it moves the position in the capacity table.
type Weighed = (u64, Option<u32>);

/// A step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The list behind this one becomes those of its states in which these items are open.
    Narrow { list: usize, items: u64 },
    /// Options are tried on the states of a list, by their numbers in [`Steps`].
    Try { list: usize, options: Range<usize> },
}

/// The steps of all levels.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    /// Which of the steps are those of each level.
    levels: Vec<Range<usize>>,
    all: Vec<Step>,
    /// The options as words, in the order in which they are tried, and by how much each moves the
    /// position in the capacity table, if that is asked.
    pub words: Vec<u64>,
    pub weights: Vec<u32>,
}

impl Steps {
    /// Those for some levels: of each its options as words, and by how much each moves the position in
    /// the capacity table, if that is asked.
    pub fn new<'a>(levels: impl Iterator<Item = (&'a [u64], &'a [u32])>) -> Self {
        let mut steps = Self::default();
        for (words, weights) in levels {
            let from = steps.all.len();
            let options = (0..words.len()).map(|at| (words[at], weights.get(at).copied()));
            // All options of a level have its item, which is open.
            steps.add(0, options.collect(), 1);
            steps.levels.push(from..steps.all.len());
        }
        steps
    }

    /// The steps of a level.
    pub fn of(&self, level: usize) -> &[Step] {
        &self.all[self.levels[level].clone()]
    }

    /// Adds the steps for some options on the states of a list, in which these items are open.
    fn add(&mut self, list: usize, mut options: Vec<Weighed>, open: u64) {
        let is_last = list + 1 == DEPTHS;
        while let Some(shared) = if is_last { None } else { most_shared(&options, open) } {
            let has_it = |(word, _): &Weighed| word & shared != 0;
            let (with, without) = options.into_iter().partition::<Vec<_>, _>(has_it);
            options = without;
            let items = with.iter().fold(u64::MAX, |common, (word, _)| common & word) & !open;
            self.all.push(Step::Narrow { list, items });
            self.add(list + 1, with, open | items);
        }
        if !options.is_empty() {
            let from = self.words.len();
            self.words.extend(options.iter().map(|(word, _)| word));
            self.weights.extend(options.iter().filter_map(|(_, weight)| *weight));
            self.all.push(Step::Try { list, options: from..self.words.len() });
        }
    }
}

/// The item, as a bit, that most of some options share, if enough do; not one that is open in all states.
fn most_shared(options: &[Weighed], open: u64) -> Option<u64> {
    let mut counts = [0_usize; u64::BITS as usize];
    for (word, _) in options {
        let mut items = word & !open;
        while items != 0 {
            counts[items.trailing_zeros() as usize] += 1;
            items &= items - 1;
        }
    }
    let (bit, &most) = counts.iter().enumerate().max_by_key(|(_, count)| **count)?;
    (most >= FEWEST).then_some(1 << bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps for options with these words, each weighed with its number.
    fn steps(words: &[u64]) -> Steps {
        let mut steps = Steps::default();
        steps.add(0, words.iter().copied().zip((0..).map(Some)).collect(), 1);
        steps
    }

    #[test]
    fn every_option_is_tried_once_where_no_more_is_known_than_that_its_items_are_open() {
        let words = [0b11, 0b101, 0b111, 0b1011, 0b1111, 0b10011, 0b10101, 0b1, 0b110_0001, 0b1101];
        let steps = steps(&words);
        let mut open = [1_u64; DEPTHS];
        let mut tried = Vec::new();
        for step in &steps.all {
            match step {
                &Step::Narrow { list, items } => open[list + 1] = open[list] | items,
                Step::Try { list, options } => {
                    for at in options.clone() {
                        let (word, number) = (steps.words[at], steps.weights[at] as usize);
                        assert_eq!((word & open[*list], word), (open[*list], words[number]));
                        tried.push(number);
                    }
                }
            }
        }
        assert!(steps.all.iter().any(|step| matches!(step, Step::Narrow { list: 0, .. })));
        tried.sort_unstable();
        assert_eq!(tried, (0..words.len()).collect::<Vec<_>>());
    }

    #[test]
    fn few_options_are_tried_on_all_states() {
        let steps = steps(&[0b11, 0b101, 0b111]);
        assert_eq!(steps.all, [Step::Try { list: 0, options: 0..3 }]);
        assert_eq!(steps.weights, [0, 1, 2]);
    }
}
