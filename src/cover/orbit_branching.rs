//! Orbit branching: a plain cover is split into cases of which each stands for as many others as
//! symmetries make of it.
//!
//! Of an item that just one option covers, the options are grouped into orbits under the automorphisms
//! of what is left to cover. Options of an orbit have as many solutions each, so one of them is gone on
//! with, and what is found counts as often as the orbit is long. What is left then has automorphisms
//! of its own, and is split in the same way, the largest part first, as long as a search of it would
//! take longer than looking for them.
//!
//! First only items whose options are all one orbit are branched on, which leaves one case, the
//! [`Representative`]: a sweep counts that. For the search of a tree it is split further, into several.
//!
//! Invariant: the sum over the cases of their weight times the number of their solutions is the
//! number of all solutions, whatever was found.
//!
//! Cost: an effort that is a part of what a search would take, and bounded; some milliseconds where it
//! is in vain.

use crate::cancel::{CancelToken, Cancelled};
use crate::work_limit::WorkLimit;

use super::automorphism::OptionOrbits;
use super::cases::Case;
use super::exact_cover::{Cover, ItemId, OptionId};
use super::problem::Problem;
use super::residual::Residual;

/// Into how many cases a cover may be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Splitting {
    /// Into one: only where all options of an item are one orbit.
    One,
    /// Into several.
    Several,
}

/// Covers of fewer options are searched in no time.
const FEWEST_OPTIONS: usize = 12;

/// Covers of more entries are not looked at.
const MOST_ENTRIES: usize = 100_000;

/// The most cases.
const MOST_CASES: usize = 64;

/// The most bits that the tables of all cases together may take, in items times options.
const MOST_TABLE_BITS: usize = 1 << 29;

/// The effort that there is for any cover, some milliseconds', beside what it takes to lay out its
/// graph. A sweep may be over in a millisecond whatever a search would take, so that it has no more.
const LEAST_EFFORT: u64 = 1 << 20;

/// How much effort it is to lay out the graph, for each entry.
const EFFORT_PER_ENTRY: u64 = 16;

/// The most effort that is added where a search takes longer.
const MOST_EFFORT: u64 = 40_000_000;

/// How much effort a node of a search is worth: a node takes the time of twenty or more, so that
/// looking for symmetries takes at most a part of what a search would.
const EFFORT_PER_NODE: f64 = 2.0;

/// What a search of fewer nodes is left for is not split further.
const FEWEST_NODES: f64 = 4_000.0;

/// How many random dives estimate a search.
const DIVES: u32 = 8;

/// How many options an orbit of an item must have on average, that splitting is worth while.
const LEAST_RATIO: f64 = 1.5;

/// How many items are tried at each step.
const MOST_TRIED: usize = 3;

/// Weights stay below this, so that they fit 128 bits; counts may be larger.
const MOST_WEIGHT: u128 = 1 << 126;

/// A part of the cover that is not split yet, or not to be split.
struct Part<'c> {
    residual: Residual<'c>,
    weight: u128,
    /// About how many nodes a search of it would visit.
    nodes: f64,
    is_final: bool,
    /// The splitting that it came of; those of one splitting may become one case.
    splitting: usize,
    /// What was chosen to come to it.
    chosen: Vec<OptionId>,
}

/// How a part is split: an option of each orbit, and how long the orbit is.
type Branching = Vec<(OptionId, usize)>;

/// The case that stands for all of a cover without a known group.
#[derive(Clone, Debug)]
pub(crate) struct Representative {
    case: Case,
    /// What was chosen in it.
    chosen: Vec<OptionId>,
    /// About how many nodes a search of it would visit; without end where that was not looked at.
    nodes: f64,
    /// Whether there may be symmetry left in it.
    may_be_split: bool,
    limits: Limits,
}

/// What is not worth while.
#[derive(Clone, Copy, Debug)]
struct Limits {
    fewest_options: usize,
    fewest_nodes: f64,
}

impl Representative {
    /// Of the whole of a cover. It is the whole cover where anything less is not worth while.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn new(problem: &Problem, cancel: &CancelToken) -> Result<Self, Cancelled> {
        let limits = Limits { fewest_options: FEWEST_OPTIONS, fewest_nodes: FEWEST_NODES };
        Self::within(problem, limits, cancel)
    }

    /// Of a cover, however small it is.
    #[cfg(test)]
    pub fn of_any(problem: &Problem) -> Self {
        let limits = Limits { fewest_options: 0, fewest_nodes: 0.0 };
        Self::within(problem, limits, &CancelToken::new()).unwrap()
    }

    fn within(problem: &Problem, limits: Limits, cancel: &CancelToken) -> Result<Self, Cancelled> {
        let mut whole = Self {
            case: Case::whole(problem),
            chosen: Vec::new(),
            nodes: f64::INFINITY,
            may_be_split: false,
            limits,
        };
        let cover = &problem.cover;
        if cover.option_count() < limits.fewest_options || cover.entry_count() > MOST_ENTRIES {
            return Ok(whole);
        }
        let Some(residual) = Residual::of_cover(cover) else { return Ok(whole) };
        whole.may_be_split = true;
        let part = Part::new(residual, 1, f64::INFINITY);
        let mut splitter = Splitter::new(cover, Splitting::One, limits, part, cancel);
        splitter.run();
        cancel.check()?;
        let may_be_split = splitter.may_go_on;
        let is_split = splitter.splittings > 0;
        let Some(Part { residual, weight, nodes, chosen, .. }) = splitter.parts.pop() else {
            return Ok(whole);
        };
        let case = if is_split { Case::weighted(residual.kept(), weight) } else { whole.case };
        Ok(Self { case, chosen, nodes, may_be_split, limits })
    }

    /// The case. Its weight says how many it stands for.
    pub fn case(&self) -> &Case {
        &self.case
    }

    /// Splits it into several cases with weights; into none but itself where that is not worth while.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn split(&self, problem: &Problem, cancel: &CancelToken) -> Result<Vec<Case>, Cancelled> {
        let cover = &problem.cover;
        let alone = || vec![self.case.clone()];
        let whole = Residual::of_cover(cover).filter(|_| self.may_be_split);
        let chosen = self.chosen.iter();
        let residual = whole.and_then(|whole| {
            chosen.copied().try_fold(whole, |residual, option| residual.with(option))
        });
        let Some(residual) = residual else { return Ok(alone()) };
        let part = Part::new(residual, self.case.weight, self.nodes);
        let mut splitter = Splitter::new(cover, Splitting::Several, self.limits, part, cancel);
        splitter.run();
        cancel.check()?;
        let is_split = splitter.splittings > 0 && !splitter.parts.is_empty();
        Ok(if is_split { splitter.cases() } else { alone() })
    }
}

/// The splitting of a cover.
struct Splitter<'c, 'e> {
    splitting: Splitting,
    most_cases: usize,
    fewest_nodes: f64,
    effort: WorkLimit<'e>,
    parts: Vec<Part<'c>>,
    /// How many splittings were made.
    splittings: usize,
    /// Whether the last part that was looked at may have some symmetry, or is not worth a look.
    may_go_on: bool,
}

impl<'c> Part<'c> {
    /// The first part: all that is to be split.
    fn new(residual: Residual<'c>, weight: u128, nodes: f64) -> Self {
        Self { residual, weight, nodes, is_final: false, splitting: 0, chosen: Vec::new() }
    }
}

impl<'c, 'e> Splitter<'c, 'e> {
    fn new(
        cover: &Cover,
        splitting: Splitting,
        limits: Limits,
        part: Part<'c>,
        cancel: &'e CancelToken,
    ) -> Self {
        let laying_out = EFFORT_PER_ENTRY * cover.entry_count() as u64;
        let effort = WorkLimit::new(LEAST_EFFORT + laying_out, cancel);
        let table_bits = cover.item_count() * cover.option_count();
        let mut splitter = Self {
            splitting,
            most_cases: (MOST_TABLE_BITS / table_bits.max(1)).clamp(1, MOST_CASES),
            fewest_nodes: limits.fewest_nodes,
            effort,
            parts: Vec::new(),
            splittings: 0,
            may_go_on: true,
        };
        if part.nodes.is_finite() {
            splitter.allow_for(part.nodes);
        }
        splitter.parts.push(part);
        splitter
    }

    /// Allows the effort that a search of so many nodes is worth.
    fn allow_for(&mut self, nodes: f64) {
        if self.splitting == Splitting::Several {
            self.effort.allow((nodes * EFFORT_PER_NODE).min(MOST_EFFORT as f64) as u64);
        }
    }

    /// Splits the largest part as long as that is worth while.
    fn run(&mut self) {
        while let Some(at) = self.largest().filter(|_| self.goes_on()) {
            match self.branching(at) {
                Some(branching) if self.fits(at, &branching) => self.split(at, &branching),
                _ => self.parts[at].is_final = true,
            }
        }
    }

    fn goes_on(&self) -> bool {
        !self.effort.is_spent() && self.effort.check().is_ok()
    }

    /// The part to split next.
    fn largest(&self) -> Option<usize> {
        let open = self.parts.iter().enumerate().filter(|(_, part)| !part.is_final);
        let (at, part) = open.rev().max_by(|a, b| a.1.nodes.total_cmp(&b.1.nodes))?;
        (part.nodes >= self.fewest_nodes).then_some(at)
    }

    /// The best way that is found to split a part.
    fn branching(&mut self, at: usize) -> Option<Branching> {
        let residual = &self.parts[at].residual;
        let graph = residual.graph();
        let laying_out = EFFORT_PER_ENTRY * graph.edge_count() as u64 / 2;
        self.effort.spend(residual.work() + laying_out).ok()?;
        let mut orbits = OptionOrbits::new(&graph, &mut self.effort).ok()?;
        self.may_go_on = !orbits.is_trivial();
        if !self.may_go_on {
            return None;
        }
        let mut candidates: Vec<(f64, usize, ItemId)> = Vec::new();
        for item in residual.exact_items() {
            let options = residual.options_of(item);
            let fewest = orbits.fewest(&options);
            let ratio = options.len() as f64 / fewest as f64;
            if ratio >= LEAST_RATIO && (fewest == 1 || self.splitting == Splitting::Several) {
                candidates.push((ratio, options.len(), item));
            }
        }
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        if candidates.is_empty() || !self.is_worth_while(at) {
            return None;
        }
        let residual = &self.parts[at].residual;
        let mut best: Option<(f64, Branching)> = None;
        for &(most, _, item) in candidates.iter().take(MOST_TRIED) {
            if best.as_ref().is_some_and(|(ratio, _)| *ratio >= most) {
                break;
            }
            let options = residual.options_of(item);
            let Ok(found) = orbits.of(&options, &mut self.effort) else { break };
            let ratio = options.len() as f64 / found.len() as f64;
            let is_allowed = found.len() == 1 || self.splitting == Splitting::Several;
            let is_better = best.as_ref().is_none_or(|(best, _)| ratio > *best);
            if ratio >= LEAST_RATIO && is_allowed && is_better {
                let branching = found.iter().map(|orbit| (orbit[0], orbit.len())).collect();
                best = Some((ratio, branching));
            }
        }
        best.map(|best| best.1)
    }

    /// Whether a search of a part is long enough that splitting it pays. Of the whole that is found out
    /// only where there is some symmetry in sight, and how long it is says how much effort there is.
    fn is_worth_while(&mut self, at: usize) -> bool {
        let part = &mut self.parts[at];
        if part.nodes.is_infinite() {
            let nodes = part.residual.estimate(DIVES, &mut self.effort);
            part.nodes = nodes;
            self.allow_for(nodes);
        }
        self.parts[at].nodes >= self.fewest_nodes
    }

    /// Whether there is room for the cases and weights that come of it.
    fn fits(&self, at: usize, branching: &Branching) -> bool {
        let cases = self.parts.len() - 1 + branching.len();
        let longest = branching.iter().map(|&(_, length)| length as u128).max().unwrap_or(1);
        cases <= self.most_cases && self.parts[at].weight.saturating_mul(longest) <= MOST_WEIGHT
    }

    fn split(&mut self, at: usize, branching: &Branching) {
        self.splittings += 1;
        let splitting = self.splittings;
        let part = self.parts.swap_remove(at);
        let all: usize = branching.iter().map(|&(_, length)| length).sum();
        for &(option, length) in branching {
            let Some(residual) = part.residual.with(option) else { continue };
            // Counting on is cheaper than estimating anew, where there is only one.
            let nodes = if branching.len() == 1 {
                part.nodes / all as f64
            } else {
                residual.estimate(DIVES, &mut self.effort)
            };
            let weight = part.weight * length as u128;
            let chosen = part.chosen.iter().copied().chain([option]).collect();
            self.parts.push(Part { residual, weight, nodes, is_final: false, splitting, chosen });
        }
    }

    /// The parts as cases. Those that came of one splitting and have the same weight are one: among
    /// what they keep, each solution has just one of the options that tell them apart.
    fn cases(mut self) -> Vec<Case> {
        self.parts.sort_by_key(|part| (part.splitting, part.weight));
        let together =
            |a: &Part<'_>, b: &Part<'_>| (a.splitting, a.weight) == (b.splitting, b.weight);
        let case = |parts: &[Part<'_>]| {
            let mut kept: Vec<OptionId> =
                parts.iter().flat_map(|part| part.residual.kept()).collect();
            kept.sort_unstable();
            kept.dedup();
            Case::weighted(kept, parts[0].weight)
        };
        self.parts.chunk_by(together).map(case).collect()
    }
}
