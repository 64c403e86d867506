//! Whether another order has far fewer states than the one that a sweep is under way in.
//!
//! How many items are in play tells little of how many states there are: it takes the order of a
//! file for the worst of all where it has a hundredth of the states of the others. So when a sweep
//! has got some way, other orders are tried on a part of the states that it had by then; the growth
//! with the items in play that was seen is carried forward to the levels that are left, and the more
//! promising orders are tried for longer. Cost: less than half of what the sweep has cost by then, and
//! the finding of the orders.

use std::ops::ControlFlow;

use super::growth::carried_forward;
use super::key::Key;
use super::look_ahead::Payoff;
use super::progress::SweepProgress;
use super::space::Space;
use super::state_index::StateIndex;
use super::state_space::StateSpace;
use super::sweep_order::SweepOrder;

/// The states of a sweep after which others are tried for the first time. Below that, finding them
/// takes longer than the sweep.
const FIRST: u64 = 1 << 16;

/// Trials are made again when there are so many times as many.
const AGAIN: u64 = 16;

/// How many orders are tried at most, each with which part of the states that the sweep has had,
/// round by round.
const ROUNDS: [(usize, u64); 2] = [(usize::MAX, 64), (3, 10)];

/// Another order is taken if it seems to have so many times fewer states than are left.
const GAIN: f64 = 2.0;

/// A trial tells how many states it had after no more steps than this.
const STEPS_PER_REPORT: usize = 1 << 14;

/// What a trial shows of the states of an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Projection {
    /// About how many there are.
    pub states: f64,
    /// Whether those are all: the trial came to the end.
    pub is_exact: bool,
}

/// When to try other orders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trials {
    /// From how many states on.
    next: u64,
    /// How many were made.
    made: u64,
}

impl Default for Trials {
    fn default() -> Self {
        Self { next: FIRST, made: 0 }
    }
}

impl Trials {
    /// Whether a sweep that has got so far had enough states by now.
    pub fn are_due(self, progress: &SweepProgress) -> bool {
        progress.states >= self.next
    }

    /// Whether other orders were tried.
    pub fn were_made(self) -> bool {
        self.made > 0
    }

    /// How many of the orders to try break their ties at random: more when more is at stake.
    pub fn at_random(self) -> u64 {
        2 + 4 * self.made
    }

    /// One of some orders that has far fewer states than are left in the order of the sweep that has
    /// got so far, where `attempt` tries some with so many states each.
    pub fn better_order(
        &mut self,
        order: &SweepOrder,
        progress: &SweepProgress,
        others: Vec<SweepOrder>,
        mut attempt: impl FnMut(&[SweepOrder], u64) -> ControlFlow<(), Vec<Option<Projection>>>,
    ) -> ControlFlow<(), Option<SweepOrder>> {
        self.next = progress.states.saturating_mul(AGAIN);
        self.made += 1;
        let had = progress.states as f64;
        let levels = order.in_play.len().min(progress.level + 1);
        let worthwhile = (carried_forward(&order.in_play, levels, had) - had) / GAIN;
        let mut left = others;
        let mut best = None;
        for (most_orders, part) in ROUNDS {
            left.truncate(most_orders);
            let shown = attempt(&left, progress.states / part)?;
            let tried = left.into_iter().zip(shown);
            let mut tried: Vec<(Projection, SweepOrder)> =
                tried.filter_map(|(order, shown)| Some((shown?, order))).collect();
            tried.sort_by(|a, b| a.0.states.total_cmp(&b.0.states));
            best = tried.first().map(|&(projection, _)| projection);
            left = tried.into_iter().map(|(_, order)| order).collect();
            if best.is_some_and(|best| best.is_exact) {
                break;
            }
        }
        let is_better = best.is_some_and(|best| best.states < worthwhile);
        ControlFlow::Continue(left.into_iter().next().filter(|_| is_better))
    }
}

/// Sweeps until there are this many states, or so many on their way that are not merged, counting
/// nothing but those. Breaks where the callback does, which is told at least at each level how many there
/// were so far.
pub(super) fn attempt<K: Key>(
    space: &StateSpace<'_, K>,
    order: &SweepOrder,
    (most_states, most_on_their_way): (u64, usize),
    on_states: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<(), Projection> {
    let mut flight: Vec<Vec<K>> = vec![Vec::new(); space.levels.len()];
    let (level, key) = space.root();
    if let Some(keys) = flight.get_mut(level) {
        keys.push(key);
    }
    let (mut index, mut payoff) = (StateIndex::default(), Payoff::default());
    let (mut sum, mut on_their_way) = (0, 1);
    for level in 0..space.levels.len() {
        let keys = std::mem::take(&mut flight[level]);
        on_their_way -= keys.len();
        let states = merged(&mut index, keys, &mut || on_states(sum))?;
        sum += states.len() as u64;
        on_states(sum)?;
        let projected = || {
            let states = carried_forward(&order.in_play, level + 1, sum as f64);
            ControlFlow::Continue(Projection { states, is_exact: false })
        };
        if sum >= most_states {
            return projected();
        }
        let ahead = space.look_ahead(level, states.len(), payoff);
        let (mut dead, mut choices) = (0, 0);
        for (number, key) in states.into_iter().enumerate() {
            if number % STEPS_PER_REPORT == STEPS_PER_REPORT - 1 {
                on_states(sum)?;
            }
            dead += space.expand(level, key, ahead.as_ref(), |_, to, key| {
                choices += 1;
                if let Some(keys) = flight.get_mut(to) {
                    keys.push(key);
                    on_their_way += 1;
                }
            });
            if on_their_way > most_on_their_way {
                return projected();
            }
        }
        if ahead.is_some() {
            payoff.learn(level, dead, dead + choices);
        }
    }
    ControlFlow::Continue(Projection { states: sum as f64, is_exact: true })
}

/// Each key once. Breaks where the callback does.
fn merged<K: Key>(
    index: &mut StateIndex,
    keys: Vec<K>,
    heed: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Vec<K>> {
    index.reset(keys.len());
    let mut states: Vec<K> = Vec::new();
    for (number, key) in keys.into_iter().enumerate() {
        if number % STEPS_PER_REPORT == STEPS_PER_REPORT - 1 {
            heed()?;
        }
        let is_new =
            index.find_or_insert(key.hash(), states.len(), |at| states[at] == key).is_none();
        if is_new {
            states.push(key);
        }
    }
    ControlFlow::Continue(states)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of some orders is taken, by its bits, in place of one of which as many states are
    /// left as there were, and which were tried with how many states.
    fn taken(
        others: &[usize],
        projection: impl Fn(usize, u64) -> Option<Projection>,
    ) -> (Option<usize>, Vec<(usize, u64)>) {
        let mut tried = Vec::new();
        let order = |bits| SweepOrder { bits, ..SweepOrder::default() };
        let under_way = SweepOrder { in_play: vec![7, 7], ..SweepOrder::default() };
        let progress = SweepProgress::new(0, 2, 6400);
        let others = others.iter().map(|&bits| order(bits)).collect();
        let mut trials = Trials::default();
        assert!(!trials.are_due(&progress) && !trials.were_made());
        let better = trials.better_order(&under_way, &progress, others, |orders, states| {
            tried.extend(orders.iter().map(|order| (order.bits, states)));
            let shown = orders.iter().map(|order| projection(order.bits, states));
            ControlFlow::Continue(shown.collect())
        });
        assert!(trials.were_made());
        (better.continue_value().unwrap().map(|order| order.bits), tried)
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "It is what a trial of an order that can be swept shows."
    )]
    fn about(states: f64) -> Option<Projection> {
        Some(Projection { states, is_exact: false })
    }

    #[test]
    fn a_few_orders_are_left_for_the_longer_trials_and_the_best_of_them_is_taken() {
        // What looks best at first does not in the end.
        let (best, tried) = taken(&[3, 9, 1, 5, 7], |bits, states| {
            about(if bits == 1 { (states * states) as f64 } else { bits as f64 * 1e3 })
        });
        assert_eq!(best, Some(3));
        let rounds: Vec<u64> = tried.iter().map(|trial| trial.1).collect();
        assert_eq!(rounds, [100, 100, 100, 100, 100, 640, 640, 640]);
        assert_eq!(tried[5..].iter().map(|trial| trial.0).collect::<Vec<_>>(), [3, 5, 7]);
    }

    #[test]
    fn the_order_under_way_is_kept_where_others_save_little() {
        assert_eq!(taken(&[1, 2, 3], |_, _| about(5_000.0)).0, None);
        assert_eq!(taken(&[], |_, _| about(1.0)).0, None);
    }

    #[test]
    fn an_order_that_comes_to_its_end_needs_no_longer_trial() {
        let (best, tried) = taken(&[4, 1, 2], |bits, states| {
            let states = if bits == 1 { 50.0 } else { states as f64 };
            Some(Projection { states, is_exact: bits == 1 })
        });
        assert_eq!((best, tried.len()), (Some(1), 3));
    }

    #[test]
    fn an_order_that_cannot_be_swept_is_passed_over() {
        let shown = |bits, _| if bits == 4 { None } else { about(bits as f64) };
        let (best, tried) = taken(&[4, 5, 6, 7], shown);
        assert_eq!(best, Some(5));
        assert_eq!(tried[4..], [(5, 640), (6, 640), (7, 640)]);
    }
}
