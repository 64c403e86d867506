//! Counting all solutions: whole, or slice by slice.
//!
//! The rule is the same each time, so that the same puzzle is counted in the same way on any
//! machine with as much memory. It is swept as far as some states go, and searched as far as some
//! nodes go; then both again with more of either, so that the better way ends before the other has
//! cost much. What is not counted after some rounds is large: if one in eleven of the ways came to
//! states that were there already, it is swept to the end, cut into slices wherever memory does not
//! suffice; otherwise it is cut into slices of one option each, which are searched.

use std::collections::HashMap;
use std::io;

use super::backtracking::Backtracking;
use super::effort::{Effort, Stop};
use super::item_order::item_order;
use super::levels::Layout;
use super::requirements::Requirements;
use super::slice::{Slice, SliceName};
use super::sweep::{SweepBounds, sweep};
use crate::count::Count;

/// States merge where there are so many times as many ways as states they come to. After four million
/// states it is 1.15 on 8 x 10 and in Quantumino, 1.25 to 2 on narrower boards, 1.01 to 1.07 in the solids
/// that are better searched.
const MERGING: f64 = 1.1;

/// What counting may take before it is decided how to go on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial {
    /// So many states are swept in the first round.
    pub states: u64,
    /// So many nodes are searched then.
    pub nodes: u64,
    /// How many rounds there are, each with eight times as much as the one before.
    pub rounds: u32,
}

impl Trial {
    /// Some seconds of each in the first round, and some minutes in the last.
    pub const USUAL: Self = Self { states: 1 << 22, nodes: 1 << 22, rounds: 3 };
}

/// How to go on where the trial did not suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
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

/// Why there is no count.
#[derive(Debug)]
pub(super) enum Failure {
    /// Counting ended early.
    Stop(Stop),
    /// Whoever was told of a slice could not keep it.
    Told(io::Error),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// A count under way.
pub(super) struct Counting<'a, 'b> {
    /// The most bytes that maps of states may take.
    pub memory_bytes: u64,
    pub trial: Trial,
    /// The slices that were done earlier.
    pub done: HashMap<SliceName, Count>,
    /// Is told of each slice that is done.
    pub on_slice: &'a mut dyn FnMut(&SliceName, &Count) -> io::Result<()>,
    pub effort: &'a mut Effort<'b>,
    /// How many slices were counted, those done earlier included.
    pub slices: u64,
}

impl Counting<'_, '_> {
    /// Counts the solutions; the options of `first`, if it is there, are those that are cut first.
    ///
    /// # Errors
    /// When it is cancelled, a slice has too many solutions, or a slice cannot be told.
    pub fn count(
        &mut self,
        requirements: Requirements,
        first: Option<usize>,
    ) -> Result<Count, Failure> {
        let mut total = Count::ZERO;
        let mut open = vec![(Slice::whole(requirements, first), Method::Undecided)];
        while let Some((slice, mut method)) = open.pop() {
            let mut counted = self.done.get(&slice.name).cloned();
            let was_cut = self.done.keys().any(|done| slice.has_part(done));
            if counted.is_none() {
                counted = self.attempt(&slice, &mut method, was_cut)?;
                if let Some(count) = &counted {
                    (self.on_slice)(&slice.name, count).map_err(Failure::Told)?;
                }
            }
            if let Some(count) = counted {
                total += &count;
                self.slices += 1;
                self.effort.share += slice.share;
            } else {
                let parts = slice.cut().ok_or(Stop::TooLarge)?;
                open.extend(parts.into_iter().rev().map(|part| (part, method)));
            }
        }
        Ok(total)
    }

    /// Counts a slice, unless it has to be cut. Of one that was cut before it is only seen again by which
    /// method its parts are to be counted.
    fn attempt(
        &mut self,
        slice: &Slice,
        method: &mut Method,
        was_cut: bool,
    ) -> Result<Option<Count>, Failure> {
        let Slice { requirements, weight, share, .. } = slice;
        let weigh = |count: u128| Some(&Count::from(count) * u128::from(*weight));
        if was_cut && *method != Method::Undecided {
            return Ok(None);
        }
        if requirements.is_impossible() {
            return Ok(Some(Count::ZERO));
        }
        let order = item_order(requirements);
        let layout = Layout::new(requirements, &order);
        let bounds =
            SweepBounds { memory_bytes: self.memory_bytes, states: u64::MAX, share: *share };
        if *method == Method::Undecided {
            match self.try_out(requirements, layout.as_ref(), bounds)? {
                Tried::Counted(count) => return Ok(weigh(count)),
                Tried::TooLarge(decided) => *method = decided,
            }
            if was_cut {
                return Ok(None);
            }
        }
        if *method == Method::Sweep {
            let swept = layout.as_ref().and_then(|layout| sweep(layout, bounds, self.effort));
            if let Some(count) = within(swept.unwrap_or(Err(Stop::Work)))? {
                return Ok(weigh(count));
            }
        }
        let (chosen, range) = slice.size();
        let can_be_cut = slice.name.range.is_some();
        let is_small = chosen >= 1 && range <= 1 && *method == Method::Search;
        if can_be_cut && !is_small {
            return Ok(None);
        }
        let searched = Backtracking::new(requirements).count(u64::MAX, *share, self.effort);
        Ok(weigh(searched?))
    }

    /// Sweeps and searches as far as the trial goes.
    fn try_out(
        &mut self,
        requirements: &Requirements,
        layout: Option<&Layout<'_>>,
        mut bounds: SweepBounds,
    ) -> Result<Tried, Failure> {
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
                    let before = (self.effort.steps, self.effort.fresh);
                    let swept = layout.and_then(|layout| sweep(layout, bounds, self.effort));
                    let steps = (self.effort.steps - before.0) as f64;
                    do_merge = steps > MERGING * (self.effort.fresh - before.1) as f64;
                    swept.unwrap_or(Err(Stop::Work))
                } else {
                    let nodes = self.trial.nodes << (3 * round);
                    Backtracking::new(requirements).count(nodes, bounds.share, self.effort)
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
fn within(counted: Result<u128, Stop>) -> Result<Option<u128>, Stop> {
    match counted {
        Ok(count) => Ok(Some(count)),
        Err(Stop::Memory | Stop::Work) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// Counts the solutions of what needs little work; `None` where it needs more than is left.
///
/// # Errors
/// When it is cancelled, or a number does not fit.
pub(super) fn within_work(
    requirements: &Requirements,
    (memory_bytes, left): (u64, &mut u64),
    effort: &mut Effort<'_>,
) -> Result<Option<u128>, Stop> {
    if requirements.is_impossible() {
        return Ok(Some(0));
    }
    let before = effort.states + effort.nodes;
    let mut counted = within(Backtracking::new(requirements).count(*left / 2, 0.0, effort))?;
    if counted.is_none()
        && let Some(layout) = Layout::new(requirements, &item_order(requirements))
    {
        let bounds = SweepBounds { memory_bytes, states: *left / 2, share: 0.0 };
        counted = within(sweep(&layout, bounds, effort).unwrap_or(Err(Stop::Work)))?;
    }
    *left = left.saturating_sub(effort.states + effort.nodes - before);
    Ok(counted)
}
