//! A sweep divided into sweeps that share nothing: its case is halved by where an item is covered.
//!
//! A required item is covered once, by an option that starts at some level. So a case has two halves,
//! one with the item's options that start early in the order, one with those that start late, and
//! each solution of the case is one of just one half. In the early half the item is covered in all
//! states of the later levels, in the late half in none of the earlier ones: either has fewer states
//! than the whole, though together they have more, since states that agree on the item are met in both.
//! Halves of independent items divide a sweep of n states into k of about n / sqrt(k) each.
//!
//! Invariants: the halves of a case have each of its solutions once, and leave the same symmetries
//! unbroken, so that totals and quotients add up. Nothing depends on the machine. Cost: laying down the
//! order of each half, and a pass over the options of each item.

use crate::cover::{Case, ItemId, OptionId, Problem, Weighted};

use super::order::first_order;
use super::sweep_order::WEIGHT_OF_AN_ITEM;

/// A case to be swept, and what that may cost.
#[derive(Clone, Debug)]
pub(crate) struct SweepPart {
    pub case: Case,
    /// How many states it may have, in a unit that is the same for all parts of a problem.
    pub weight: f64,
    /// What part of that the options leave that it has of the items which made it a case.
    share: f64,
    /// At which level each option starts; nothing for one that no solution of the case has.
    starts: Vec<Option<usize>>,
    /// What the levels before each weigh together, and at the end what all do.
    before: Vec<f64>,
}

/// The options of an item that a symmetry of the case exchanges, or one alone: from which level to which
/// they start.
#[derive(Clone, Debug)]
struct Orbit {
    first: usize,
    last: usize,
    members: Vec<OptionId>,
}

/// Where a case is best cut.
struct Cut {
    /// What the heavier half weighs, and what both do.
    cost: (f64, f64),
    item: ItemId,
    /// The item's options that only the early half has, and those that only the late one has.
    options: [Vec<OptionId>; 2],
}

impl SweepPart {
    /// A case as it is.
    pub fn new(problem: &Problem, case: Case) -> Self {
        let system = Weighted::of_case(problem, &case);
        let order = first_order(problem, &system);
        let starts = order.starts(&system, problem.cover.option_count());
        let mut before = vec![0.0];
        for weight in order.level_weights() {
            before.push(before[before.len() - 1] + weight);
        }
        let share = share(problem, &case);
        let weight = before[before.len() - 1] * share;
        Self { case, weight, share, starts, before }
    }

    /// The early half and the late one, by the item and the level that leave the least to the heavier
    /// of them; nothing where no cut lightens it.
    pub fn halved(&self, problem: &Problem) -> Option<[Self; 2]> {
        let options_of = self.options_of(problem);
        let items = problem.cover.items().filter(|&item| self.can_halve(problem, item));
        let cuts = items.filter_map(|item| self.best_cut(problem, item, &options_of[item.index()]));
        let best = cuts.min_by(|a, b| {
            let [a, b] = [a.cost, b.cost];
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        })?;
        Some(best.options.map(|mut own| {
            own.sort_unstable();
            Self::new(problem, self.case.keeping(&problem.cover, best.item, own))
        }))
    }

    /// The options of each item that a solution of the case may have, ascending.
    fn options_of(&self, problem: &Problem) -> Vec<Vec<OptionId>> {
        let mut options_of = vec![Vec::new(); problem.cover.item_count()];
        for &option in &self.case.kept {
            if self.starts[option.index()].is_some() {
                for item in problem.cover.items_of(option) {
                    options_of[item.index()].push(option);
                }
            }
        }
        options_of
    }

    /// Whether each solution covers the item by one option, and its images under what is left of the
    /// symmetry do so too.
    fn can_halve(&self, problem: &Problem, item: ItemId) -> bool {
        let cover = &problem.cover;
        self.case.is_required(cover, item)
            && cover.multiplicity(item) == 1
            && !cover.is_coloured(item)
            && problem.group.fixes(&self.case.residual, item)
    }

    /// The level at which these options of an item are best parted.
    fn best_cut(&self, problem: &Problem, item: ItemId, options: &[OptionId]) -> Option<Cut> {
        let orbits = self.orbits(problem, options);
        let first = orbits.first()?.first;
        let last = orbits.iter().map(|orbit| orbit.last).max()?;
        let all: usize = orbits.iter().map(|orbit| orbit.members.len()).sum();
        let whole = self.before[self.before.len() - 1];
        // In a half nothing is open about the item but from its first start to its last.
        let weight = |own: usize, from: usize, to: usize| {
            let closed = self.between(first, last) - self.between(from, to);
            let open = whole - closed * (1.0 - 1.0 / WEIGHT_OF_AN_ITEM);
            self.share * of_options(own, all) * open
        };
        // Of each orbit and those behind it, the last start.
        let mut last_from: Vec<usize> = orbits.iter().map(|orbit| orbit.last).collect();
        for at in (1..orbits.len()).rev() {
            last_from[at - 1] = last_from[at - 1].max(last_from[at]);
        }
        let mut best: Option<((f64, f64), usize)> = None;
        let (mut early_count, mut early_last) = (0, 0);
        for at in 1..orbits.len() {
            early_count += orbits[at - 1].members.len();
            early_last = early_last.max(orbits[at - 1].last);
            if orbits[at - 1].first == orbits[at].first {
                continue;
            }
            let early = weight(early_count, first, early_last);
            let late = weight(all - early_count, orbits[at].first, last_from[at]);
            let cost = (early.max(late), early + late);
            if cost.0 < best.map_or(self.weight, |best| best.0.0) {
                best = Some((cost, at));
            }
        }
        let (cost, at) = best?;
        let options = [&orbits[..at], &orbits[at..]]
            .map(|orbits| orbits.iter().flat_map(|orbit| orbit.members.clone()).collect());
        Some(Cut { cost, item, options })
    }

    /// The options of an item by what the symmetry that is left exchanges, in the order of their first
    /// starts.
    fn orbits(&self, problem: &Problem, options: &[OptionId]) -> Vec<Orbit> {
        let group = &problem.group;
        let elements = group.elements();
        let mut orbits = Vec::new();
        for &option in options {
            if !group.is_representative(&self.case.residual, option) {
                continue;
            }
            let images = self.case.residual.iter().map(|&g| elements[g].options[option.index()]);
            let mut members: Vec<OptionId> = images.collect();
            members.sort_unstable();
            members.dedup();
            let starts = || members.iter().filter_map(|member| self.starts[member.index()]);
            if let (Some(first), Some(last)) = (starts().min(), starts().max()) {
                orbits.push(Orbit { first, last, members });
            }
        }
        orbits.sort_by_key(|orbit| orbit.first);
        orbits
    }

    /// What the levels from one to another weigh.
    fn between(&self, from: usize, to: usize) -> f64 {
        self.before[to + 1] - self.before[from]
    }
}

/// What part of its states a case leaves of a problem, by how many options it has of the items that
/// split it off.
fn share(problem: &Problem, case: &Case) -> f64 {
    let is_last = |at: usize| case.steps[at + 1..].iter().all(|s| s.item != case.steps[at].item);
    let last = (0..case.steps.len()).filter(|&at| is_last(at)).map(|at| &case.steps[at]);
    let used = last.filter(|step| !step.kept.is_empty());
    used.map(|step| of_options(step.kept.len(), problem.cover.options_with(step.item).len()))
        .product()
}

/// What part of the states are left where an item has so many of its options: between none, as if each
/// option had states of its own, and all of them, as if they had all in common. The square root is the
/// same on every machine.
fn of_options(own: usize, all: usize) -> f64 {
    (own as f64 / all.max(1) as f64).sqrt()
}
