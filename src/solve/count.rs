//! Counting with the engine frontier: a sweep of each case, and the quotients that give the
//! distinct count.
//!
//! Let a case leave the symmetries H of the whole group G unbroken, and let it have n solutions.
//! They stand for n |G| / |H| arrangements, and for as many distinct solutions as H has orbits on
//! them: the mean, over the elements of H, of the number of solutions that each maps to itself
//! (Cauchy and Frobenius; often called Burnside's lemma).

use crate::engine::Threads;

use crate::cover::cases::check_anchor;
use crate::cover::{Case, ItemId, OptionId, Problem};
use crate::engine::frontier::{Counted, Frontier, FrontierError, OnProgress};

/// What sweeps came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SweepCount {
    /// Solutions up to symmetry.
    pub distinct: u128,
    /// All solutions.
    pub total: u128,
    /// How the sweeps went.
    pub report: SweepReport,
}

/// How sweeps went, those of all cases and quotients together.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct SweepReport {
    /// The number of states of each level.
    pub states: Vec<u64>,
    /// Steps from state to state.
    pub transitions: u64,
    /// Batches into which the states of a sweep had to be divided for want of memory; 1 if they
    /// fitted.
    pub batches: u64,
    /// The most bytes that states took at a time.
    pub state_bytes: u64,
}

impl SweepReport {
    /// The number of all states.
    pub fn total_states(&self) -> u64 {
        self.states.iter().sum()
    }

    fn add(&mut self, counted: &Counted) {
        if self.states.len() < counted.states.len() {
            self.states.resize(counted.states.len(), 0);
        }
        for (sum, states) in self.states.iter_mut().zip(&counted.states) {
            *sum += states;
        }
        self.transitions += counted.transitions;
        self.batches = self.batches.max(counted.batches);
        self.state_bytes = self.state_bytes.max(counted.peak_bytes);
    }
}

/// What a limit leaves for a sweep, which keeps a good part of it free for merging: the program
/// takes something, and what was freed is not always given back.
fn state_bytes(memory_bytes: u64) -> u64 {
    memory_bytes.saturating_sub(PROGRAM_BYTES) / 10 * 9
}

/// What the program takes beside states.
const PROGRAM_BYTES: u64 = 48 << 20;

/// Counts the solutions of a problem that was split into these cases, in about `memory_bytes`.
///
/// # Errors
/// Those of the engine.
pub fn sweep(
    problem: &Problem,
    cases: &[Case],
    pool: &Threads,
    memory_bytes: u64,
    watch: OnProgress<'_>,
) -> Result<SweepCount, FrontierError> {
    let group = &problem.group;
    let mut sum = SweepCount::default();
    for case in cases {
        let mut solutions = 0;
        let mut fixed: u128 = 0;
        for &element in &case.residual {
            let frontier = if element == 0 {
                Frontier::new(problem, case)?
            } else {
                Frontier::fixed_by(problem, case, &group.elements()[element])?
            };
            let counted = frontier.count(pool, state_bytes(memory_bytes), watch)?;
            sum.report.add(&counted);
            if element == 0 {
                solutions = counted.total;
            }
            fixed = fixed.checked_add(counted.total).ok_or(FrontierError::TooMany)?;
        }
        let unbroken = case.residual.len() as u128;
        let index = group.order() as u128 / unbroken;
        let total = solutions.checked_mul(index).ok_or(FrontierError::TooMany)?;
        sum.total = sum.total.checked_add(total).ok_or(FrontierError::TooMany)?;
        sum.distinct += fixed / unbroken;
    }
    Ok(sum)
}

/// The item to anchor for sweeps: one that must be used and none of whose options any symmetry
/// maps to itself, so that one sweep of one case is all there is to do. Of those, the first that is
/// hinted at, or else the one of which the fewest options are kept: the fewer, the fewer states differ in where it lies. Where there is
/// none, sweeping the whole with its quotients is better than several cases.
pub fn sweep_anchor(problem: &Problem, hints: &[ItemId]) -> Option<ItemId> {
    let group = &problem.group;
    let all: Vec<usize> = (0..group.order()).collect();
    if all.len() == 1 {
        return None;
    }
    let free = required_anchors(problem).filter_map(|item| {
        let options = problem.cover.options_with(item);
        let is_free = |option: &OptionId| group.stabiliser(&all, *option).len() == 1;
        let rank = hints.iter().position(|&hint| hint == item).unwrap_or(hints.len());
        options.iter().all(is_free).then_some((rank, options.len(), item))
    });
    free.min().map(|(_, _, item)| item)
}

/// The items that must be used and can anchor.
pub(crate) fn required_anchors(problem: &Problem) -> impl Iterator<Item = ItemId> {
    let usable =
        |&item: &ItemId| problem.cover.is_primary(item) && check_anchor(problem, item).is_ok();
    problem.pieces.iter().copied().filter(usable)
}
