//! By which method a slice is counted, and when it is cut.
//!
//! The rule is the same each time, so that the same puzzle is counted in the same way on any
//! machine with as much memory. It is swept as far as some states go, and searched as far as some
//! nodes go; then both again with more of either, so that the better way ends before the other has
//! cost much. What is not counted after some rounds is large: if some in a hundred of the ways came to
//! states that others had come to, it is swept to the end, and cut into slices where memory does not
//! suffice; otherwise, or if slices seem to take longer than searching, it is cut into slices of one
//! option each, which are searched, on all threads.

use std::collections::HashMap;

use super::backtracking::backtrack;
use super::disjoint::disjoint_search;
use super::effort::{Effort, Stop};
use super::item_order::item_order;
use super::levels::Layout;
use super::requirements::Requirements;
use super::slice::{Slice, SliceName};
use super::sweep::{SweepBounds, sweep};
use crate::count::Count;

/// States merge where there are so many times as many ways as states they come to. After four million
/// states it is 1.05 in Quantumino without a piece, 1.06 and 1.13 on 6 x 15 and 8 x 10, 1.5 to 2 on narrower
/// boards, 1.01 to 1.02 on one-sided 9 x 10 and in the solids that are better searched.
const MERGING: f64 = 1.03;

/// What a state of one word takes in memory with the number of ways to it, in bytes.
const STATE_BYTES: u64 = 16;

/// By so many dives at most it is told how many nodes there are.
const DIVES: u64 = 1 << 14;

/// What counting may take before it is decided how to go on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial {
    /// So many states are swept in the first round.
    pub states: u64,
    /// So many nodes are searched then.
    pub nodes: u64,
    /// How many rounds there are, each with eight times as much as the one before.
    pub rounds: u32,
    /// What would be swept, but does not fit in memory, is searched where there seem to be no more than so
    /// many nodes for each state that would fit.
    pub nodes_per_state: f64,
}

impl Trial {
    /// Some seconds of each in the first round, and some minutes in the last. A state takes as long as some
    /// nodes do, and slices come to many times the states that fit.
    pub const USUAL: Self =
        Self { states: 1 << 22, nodes: 1 << 22, rounds: 3, nodes_per_state: 256.0 };
}

/// How to go on where the trial did not suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Undecided,
    Sweep,
    Search,
}

/// What a trial came to.
enum Tried {
    /// The number of solutions.
    Counted(u128),
    /// They are to be counted in this way.
    TooLarge(Method),
}

/// What holds for all slices.
pub(super) struct Terms {
    /// The most bytes that lists of states may take.
    pub memory_bytes: u64,
    /// On how many threads a sweep is.
    pub threads: usize,
    pub trial: Trial,
    /// The slices that were done earlier.
    pub done: HashMap<SliceName, Count>,
}

/// What became of a slice.
pub(super) enum Dealt {
    Counted {
        count: Count,
        /// Whether it was not done earlier.
        is_new: bool,
    },
    /// It has to be counted in parts.
    Cut(Vec<Slice>),
}

impl Terms {
    /// Counts a slice, unless it was done earlier or has to be cut. Of the whole it is decided here by which
    /// method it and its parts are to be counted.
    ///
    /// # Errors
    /// When it is cancelled, or has too many solutions and cannot be cut.
    pub fn deal_with(
        &self,
        slice: &Slice,
        method: &mut Method,
        effort: &mut Effort<'_>,
    ) -> Result<Dealt, Stop> {
        if let Some(count) = self.done.get(&slice.name) {
            return Ok(Dealt::Counted { count: count.clone(), is_new: false });
        }
        let was_cut = self.done.keys().any(|done| slice.has_part(done));
        if let Some(count) = self.attempt(slice, method, was_cut, effort)? {
            return Ok(Dealt::Counted { count, is_new: true });
        }
        slice.cut().map(Dealt::Cut).ok_or(Stop::TooLarge)
    }

    /// Counts a slice, unless it has to be cut. Of one that was cut before it is only seen again by which
    /// method its parts are to be counted.
    fn attempt(
        &self,
        slice: &Slice,
        method: &mut Method,
        was_cut: bool,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Count>, Stop> {
        let Slice { requirements, weight, share, .. } = slice;
        let weigh = |count: u128| Some(&Count::from(count) * u128::from(*weight));
        let is_whole = *method == Method::Undecided;
        if was_cut && !is_whole {
            return Ok(None);
        }
        if requirements.is_impossible() {
            return Ok(Some(Count::ZERO));
        }
        if *method != Method::Search {
            let order = item_order(requirements);
            let layout = Layout::new(requirements, &order);
            let Self { memory_bytes, threads, .. } = *self;
            let bounds = SweepBounds { memory_bytes, threads, states: u64::MAX, share: *share };
            if is_whole {
                match self.try_out(requirements, layout.as_ref(), bounds, effort)? {
                    Tried::Counted(count) => return Ok(weigh(count)),
                    Tried::TooLarge(decided) => *method = decided,
                }
            }
            if *method == Method::Sweep {
                let swept = layout.as_ref().filter(|_| !was_cut);
                let swept = swept.and_then(|layout| sweep(layout, bounds, effort));
                if let Some(count) = within(swept.unwrap_or(Err(Stop::Work)))? {
                    return Ok(weigh(count));
                }
                if is_whole && self.is_searched_sooner(requirements, effort)? {
                    *method = Method::Search;
                }
            }
            if was_cut {
                return Ok(None);
            }
        }
        let (chosen, range) = slice.size();
        let can_be_cut = slice.name.range.is_some();
        let is_small = chosen >= 1 && range <= 1 && *method == Method::Search;
        if can_be_cut && !is_small {
            return Ok(None);
        }
        Ok(weigh(backtrack(requirements, u64::MAX, *share, effort)?))
    }

    /// Whether what does not fit in memory seems to be searched before it is swept in slices.
    fn is_searched_sooner(
        &self,
        requirements: &Requirements,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Stop> {
        let most = self.trial.nodes_per_state * (self.memory_bytes / STATE_BYTES) as f64;
        match disjoint_search(requirements) {
            Some(search) => Ok(search.estimate_nodes(DIVES, effort)? <= most),
            None => Ok(false),
        }
    }

    /// Sweeps and searches as far as the trial goes.
    fn try_out(
        &self,
        requirements: &Requirements,
        layout: Option<&Layout<'_>>,
        mut bounds: SweepBounds,
        effort: &mut Effort<'_>,
    ) -> Result<Tried, Stop> {
        let mut do_merge = false;
        for round in 0..self.trial.rounds {
            // What merges, and is not done by now, is swept to its end at once.
            if do_merge && round + 1 == self.trial.rounds {
                break;
            }
            // Sweeping comes first where states merge, and in the first round, as it is what most
            // puzzles need.
            let is_sweep_first = round == 0 || do_merge;
            for is_sweep in [is_sweep_first, !is_sweep_first] {
                let counted = if is_sweep {
                    bounds.states = self.trial.states << (3 * round);
                    let before = (effort.ways, effort.states);
                    let swept = layout.and_then(|layout| sweep(layout, bounds, effort));
                    let ways = (effort.ways - before.0) as f64;
                    do_merge = ways > MERGING * (effort.states - before.1) as f64;
                    swept.unwrap_or(Err(Stop::Work))
                } else {
                    let nodes = self.trial.nodes << (3 * round);
                    backtrack(requirements, nodes, bounds.share, effort)
                };
                if let Some(count) = within(counted)? {
                    return Ok(Tried::Counted(count));
                }
            }
        }
        Ok(Tried::TooLarge(if do_merge { Method::Sweep } else { Method::Search }))
    }
}

/// A count, unless it would take too much.
pub(super) fn within(counted: Result<u128, Stop>) -> Result<Option<u128>, Stop> {
    match counted {
        Ok(count) => Ok(Some(count)),
        Err(Stop::Memory | Stop::Work) => Ok(None),
        Err(stop) => Err(stop),
    }
}
