//! Trying every option of a level on the states of a batch, at any processor level.
//!
//! Each option is held against all states before the next one is, or against those that [`super::steps`]
//! leaves of them; what comes of them goes into a list, and from there, weighed by the capacities, to
//! the buckets. Cost: about a vector operation or two for each eight states and option, and some
//! nanoseconds for each child.

use crate::engine::capacity::is_set;
use crate::engine::lanes::{BLOCK, FILLING, Job, Lanes, List};
use crate::engine::word::{BATCH, PARENT_SHIFT, STATE};

use super::batches::Batches;
use super::layout::{ScanLayout, settle};
use super::steps::{DEPTHS, Step};

/// One thread's room for the batch under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Bench {
    /// Its states, each with its own place, filled up to whole blocks.
    states: Vec<u64>,
    filling: usize,
    /// What has come of them and is not in a bucket yet.
    children: Vec<u64>,
    /// Where its states stand in the capacity table, and where their children do.
    pub positions: Vec<u32>,
    reached: Vec<u32>,
    /// Parts of the states, each of the one before it.
    parts: [Vec<u64>; DEPTHS - 1],
}

impl Bench {
    /// Puts the states of a batch on the bench.
    pub fn lay(&mut self, states: &[u64]) {
        self.states.clear();
        let with_place =
            |(place, state): (usize, &u64)| state & STATE | (place as u64) << PARENT_SHIFT;
        self.states.extend(states.iter().enumerate().map(with_place));
        let whole = states.len().next_multiple_of(BLOCK);
        self.filling = whole - states.len();
        self.states.resize(whole, FILLING);
        if self.children.is_empty() {
            // Room for all of a batch, and for what is written behind the last.
            self.children.resize(BATCH + 2 * BLOCK, 0);
            self.reached.resize(BATCH + 2 * BLOCK, 0);
            for part in &mut self.parts {
                part.resize(BATCH + 2 * BLOCK, 0);
            }
        }
    }
}

/// Expands the states on the bench, of this level.
pub(super) struct Expand<'a> {
    pub layout: &'a ScanLayout,
    pub level: usize,
    /// The bits of the capacity table; not looked at where the layout is not weighed.
    pub bits: &'a [u64],
    pub bench: &'a mut Bench,
    pub batches: &'a mut Batches,
}

impl Job for Expand<'_> {
    type Outcome = ();

    #[inline(always)]
    fn run(self, lanes: impl Lanes) {
        let Self { layout, level, bits, bench, batches } = self;
        let Bench { states, filling, children, positions, reached, parts } = bench;
        let steps = &layout.steps;
        let mut counts = [states.len() - *filling; DEPTHS];
        for step in steps.of(level) {
            match step {
                &Step::Narrow { list, items } => {
                    let (before, after) = parts.split_at_mut(list);
                    let from = before.last().map_or(&states[..], |part| &part[..]);
                    let part = &mut after[0];
                    let count = lanes.survive(filled(from, counts[list]), items, part);
                    let whole = count.next_multiple_of(BLOCK);
                    part[count..whole].fill(FILLING);
                    counts[list + 1] = count;
                }
                Step::Try { list, options } => {
                    let from = if *list == 0 { &states[..] } else { &parts[*list - 1][..] };
                    let from = filled(from, counts[*list]);
                    for option in options.clone() {
                        let count = lanes.place(from, steps.words[option], children);
                        let children = &mut children[..count];
                        let reached = if layout.start.is_some() {
                            let weight = steps.weights[option];
                            let count = admit(positions, weight, bits, children, reached);
                            &reached[..count]
                        } else {
                            &NOWHERE[..count]
                        };
                        for (&child, &position) in children.iter().zip(reached) {
                            let (level, state) = settle(layout.window, level, child);
                            batches.push(level, state, position);
                        }
                    }
                }
            }
        }
    }
}

/// Where states stand in a capacity table that there is none of.
const NOWHERE: [u32; BATCH] = [0; BATCH];

/// The first states of a list, whose last block is filled up.
#[inline(always)]
fn filled(states: &[u64], count: usize) -> List<'_> {
    let whole = count.next_multiple_of(BLOCK);
    List::new(&states[..whole], whole - count)
}

/// Moves the children that the capacities allow to the front, in order, and says where they stand;
/// returns how many. Each stands by the weight of its option behind its parent. No branch depends on
/// the answer, which nobody can foretell.
#[inline(always)]
fn admit(
    parents: &[u32],
    weight: u32,
    bits: &[u64],
    children: &mut [u64],
    reached: &mut [u32],
) -> usize {
    let mut admitted = 0;
    for at in 0..children.len() {
        let child = children[at];
        let position = parents[(child >> PARENT_SHIFT) as usize].wrapping_sub(weight);
        children[admitted] = child;
        reached[admitted] = position;
        admitted += usize::from(is_set(bits, position));
    }
    admitted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_admitted_where_a_bit_is_set_and_stand_behind_their_parents() {
        // Parents stand at 70, 5 and 1,000, so that their children stand at 66, 1 and past the end.
        let (parents, bits) = ([70, 5, 1_000], [0b10, 0b100]);
        let child = |parent: u64, word: u64| parent << PARENT_SHIFT | word;
        let mut children = [child(2, 7), child(0, 1), child(1, 2), child(2, 3), child(0, 5)];
        let mut reached = [0; 5];
        let count = admit(&parents, 4, &bits, &mut children, &mut reached);
        assert_eq!(children[..count], [child(0, 1), child(1, 2), child(0, 5)]);
        assert_eq!(reached[..count], [66, 1, 66]);
        // Less than nothing is no position either.
        assert_eq!(admit(&parents, 71, &bits, &mut [child(0, 1)], &mut reached), 0);
    }
}
