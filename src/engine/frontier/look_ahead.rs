//! Looking ahead: whether a choice leaves an item that must be covered without an option.
//!
//! Such a state is dead, and every state that comes of it; it is cheaper to see that before states
//! are merged than to sweep on (a prototype on covers from networks had 1.4 to 34 times fewer
//! states). A choice can only rob items of options that meet its own items, so only those *at risk*
//! are looked at.
//!
//! Invariants: a state is called dead only if it is; not every dead state is seen, because items
//! with many options are not watched, and counters are not looked at. Cost: for each state that a
//! choice leads to, a comparison for each option of the items at risk until one fits. The tables of
//! a level are made when its turn comes, in time linear in the options of the items at risk, and
//! dropped after it.

use crate::cover::weighted::WeightedOption;
use crate::cover::{ItemId, Weighted};

use super::key::Key;
use super::sweep_order::{KeyField, SweepOrder};

/// Items that have more ways to be covered than this, as far as a state tells them apart, are not
/// watched: they hardly ever run out of them.
const MOST_WAYS: usize = 48;

/// The tables of a level may take this many steps to make, whatever the level is like.
const FEW_STEPS: u64 = 1 << 12;

/// They may take this many steps more for each choice of each of the states that they are for.
const STEPS_PER_CHOICE: u64 = 4;

/// Looking ahead pays where it finds at least one in this many choices dead.
const PAYS_BY: u64 = 20;

/// Where it did not pay, it is left out for this many levels, and for twice as many each time that
/// it does not pay again.
const PAUSE: usize = 2;

/// Whether looking ahead pays, judged by how it went. Only numbers of states count, so that it is
/// the same for every number of threads.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Payoff {
    /// The next level at which to look ahead.
    next: usize,
    /// For how many levels it was left out last; 0 where it pays.
    pause: usize,
}

impl Payoff {
    /// Whether to look ahead at a level.
    pub fn is_due(self, level: usize) -> bool {
        level >= self.next
    }

    /// Learns that looking ahead at a level found this many of so many choices dead.
    pub fn learn(&mut self, level: usize, dead: u64, choices: u64) {
        self.pause =
            if dead * PAYS_BY < choices { (2 * self.pause).clamp(PAUSE, 4 * PAUSE) } else { 0 };
        self.next = level + 1 + self.pause;
    }
}

/// What looking ahead needs to know of a system and its order.
#[derive(Clone, Debug)]
pub(super) struct Prospects<'a> {
    system: &'a Weighted,
    order: &'a SweepOrder,
    /// The level at which each option starts; the number of levels where it starts at none.
    start_of: Vec<u32>,
    /// The level of each item; the number of levels where it has none.
    level_of: Vec<u32>,
    /// The options of each item, by number.
    options_of: Vec<Vec<u32>>,
    /// How many steps it takes to make the tables of each level.
    steps: Vec<u64>,
}

/// An item that may run out of options at a level.
#[derive(Clone, Debug)]
struct Watched<K> {
    /// The bit of the item, if it has one at this level.
    own: K,
    /// The ways to cover it: `ways[from..to]`.
    from: u32,
    to: u32,
}

/// The items at risk at a level.
#[derive(Clone, Debug)]
pub(super) struct LookAhead<K> {
    /// `at_risk[starts[c]..starts[c + 1]]` are the items at risk by choice `c`; the last choice is
    /// to leave the item of the level uncovered.
    starts: Vec<u32>,
    /// Indices of watched items.
    at_risk: Vec<u32>,
    watched: Vec<Watched<K>>,
    /// What must be free for a way to be open.
    ways: Vec<K>,
    /// Whether no item at risk was left out because it has many options.
    is_complete: bool,
}

impl<K: Key> LookAhead<K> {
    /// Whether a choice that led to this key, before the level is left, has robbed an item of its
    /// last option.
    #[inline]
    pub fn is_dead(&self, choice: usize, key: K) -> bool {
        let [from, to] = [self.starts[choice] as usize, self.starts[choice + 1] as usize];
        self.at_risk[from..to]
            .iter()
            .any(|&item| self.watched[item as usize].is_dead(&self.ways, key))
    }

    /// Whether a state that is not called dead has an option for every item at risk.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}

impl<K: Key> Watched<K> {
    #[inline]
    fn is_dead(&self, ways: &[K], key: K) -> bool {
        !key.meets(self.own)
            && ways[self.from as usize..self.to as usize].iter().all(|way| way.meets(key))
    }
}

/// What is known of an item at the level that is being looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outlook {
    /// Nothing yet.
    Unknown,
    /// It cannot run out of options here, or cannot be told to.
    Safe,
    /// It is watched, under this number.
    Watched(u32),
}

impl<'a> Prospects<'a> {
    /// Gathers what a system and its order say.
    pub fn new(system: &'a Weighted, order: &'a SweepOrder) -> Self {
        let levels = order.levels.len() as u32;
        let mut start_of = vec![levels; system.options.len()];
        let mut level_of = vec![levels; system.demands.len()];
        for (level, outline) in (0..).zip(&order.levels) {
            level_of[outline.item.index()] = level;
            for &option in &outline.options {
                start_of[option] = level;
            }
        }
        let options_of = system.options_of();
        let entries_of = |&option: &u32| system.options[option as usize].entries.len() as u64;
        let weights: Vec<u64> = options_of
            .iter()
            .map(|options: &Vec<u32>| options.iter().map(entries_of).sum())
            .collect();
        let weight_of = |&option: &usize| {
            let entries = system.options[option].entries.iter();
            entries.map(|&(item, _)| weights[item.index()]).sum::<u64>()
        };
        let steps = order.levels.iter().map(|outline| outline.options.iter().map(weight_of).sum());
        Self { system, order, start_of, level_of, steps: steps.collect(), options_of }
    }

    /// The items at risk at a level that has this many states, unless finding them takes longer than
    /// they may be worth.
    pub fn at<K: Key>(&self, level: usize, states: usize) -> Option<LookAhead<K>> {
        let choices = states as u64 * self.order.levels[level].options.len() as u64;
        let is_worth_it = self.steps[level] <= FEW_STEPS + STEPS_PER_CHOICE * choices;
        is_worth_it.then(|| self.look_ahead(level))
    }

    fn look_ahead<K: Key>(&self, level: usize) -> LookAhead<K> {
        let outline = &self.order.levels[level];
        let mut ahead = LookAhead {
            starts: vec![0],
            at_risk: Vec::new(),
            watched: Vec::new(),
            ways: Vec::new(),
            is_complete: true,
        };
        let mut outlooks = vec![Outlook::Unknown; self.level_of.len()];
        // The choice by which an item was last seen to be at risk.
        let mut seen_by = vec![u32::MAX; self.level_of.len()];
        let leaving = ([(outline.item, 1)], []);
        let leaving = (&leaving.0[..], &leaving.1[..]);
        let choices = outline.options.iter().map(|&option| {
            let WeightedOption { entries, sets, .. } = &self.system.options[option];
            (&entries[..], &sets[..])
        });
        let choices = choices.chain(outline.optional.then_some(leaving));
        for (choice, (covered, sets)) in (0..).zip(choices) {
            for &(item, _) in covered {
                seen_by[item.index()] = choice;
            }
            let taken = covered.iter().fold(self.literals::<K>(sets, level), |key, &(item, _)| {
                key.or(self.bit(item, level))
            });
            for &(item, _) in covered {
                for &option in &self.options_of[item.index()] {
                    if (self.start_of[option as usize] as usize) < level {
                        continue;
                    }
                    for &(other, _) in &self.system.options[option as usize].entries {
                        if seen_by[other.index()] == choice {
                            continue;
                        }
                        seen_by[other.index()] = choice;
                        ahead.add(self, level, other, taken, &mut outlooks);
                    }
                }
            }
            ahead.starts.push(ahead.at_risk.len() as u32);
        }
        ahead
    }

    /// The bit of an item in the keys of a level, if it has one there.
    fn bit<K: Key>(&self, item: ItemId, level: usize) -> K {
        bit_at(self.order.fields[item.index()], self.order.plays[item.index()], level)
    }

    /// The bits of literals in the keys of a level, as far as they have any there.
    fn literals<K: Key>(&self, literals: &[usize], level: usize) -> K {
        let SweepOrder { literals: fields, literal_plays: plays, .. } = self.order;
        let bits = literals.iter().map(|&literal| bit_at(fields[literal], plays[literal], level));
        bits.fold(K::ZERO, K::or)
    }
}

/// The bit of a field in the keys of a level, if it is in play there.
fn bit_at<K: Key>(field: KeyField, play: Option<(usize, usize)>, level: usize) -> K {
    match (field, play) {
        (KeyField::Bit(bit), Some((from, until))) if from <= level && level < until => K::bit(bit),
        _ => K::ZERO,
    }
}

impl<K: Key> LookAhead<K> {
    /// Adds an item to those at risk by the choice that is being looked at, unless it is safe.
    fn add(
        &mut self,
        prospects: &Prospects<'_>,
        level: usize,
        item: ItemId,
        taken: K,
        outlooks: &mut [Outlook],
    ) {
        if outlooks[item.index()] == Outlook::Unknown {
            outlooks[item.index()] = self.watch(prospects, level, item);
        }
        let Outlook::Watched(number) = outlooks[item.index()] else { return };
        let Watched { from, to, .. } = self.watched[number as usize];
        let ways = &self.ways[from as usize..to as usize];
        let starts_here = |&option: &u32| prospects.start_of[option as usize] as usize == level;
        let loses_by_start = prospects.options_of[item.index()].iter().any(starts_here);
        if loses_by_start || ways.iter().any(|way| way.meets(taken)) {
            self.at_risk.push(number);
        }
    }

    /// Watches an item, if it may run out of options.
    fn watch(&mut self, prospects: &Prospects<'_>, level: usize, item: ItemId) -> Outlook {
        let Prospects { system, start_of, level_of, options_of, .. } = prospects;
        let is_due = system.demands[item.index()]
            .is_some_and(|demand| demand.required && demand.multiplicity == 1)
            && level_of[item.index()] as usize > level;
        if !is_due {
            return Outlook::Safe;
        }
        let mut ways: Vec<K> = Vec::new();
        let left =
            options_of[item.index()].iter().filter(|&&o| start_of[o as usize] as usize > level);
        for &option in left {
            let WeightedOption { entries, conflicts, .. } = &system.options[option as usize];
            let others = entries.iter().filter(|&&(other, _)| other != item);
            let conflicts = prospects.literals(conflicts, level);
            let way =
                others.fold(conflicts, |key: K, &(other, _)| key.or(prospects.bit(other, level)));
            if way == K::ZERO {
                return Outlook::Safe;
            }
            if !ways.contains(&way) {
                if ways.len() == MOST_WAYS {
                    self.is_complete = false;
                    return Outlook::Safe;
                }
                ways.push(way);
            }
        }
        // The way that needs the fewest items is the likeliest to be open.
        ways.sort_by_key(|way| way.count());
        let from = self.ways.len() as u32;
        self.ways.extend(ways);
        let own = prospects.bit(item, level);
        self.watched.push(Watched { own, from, to: self.ways.len() as u32 });
        Outlook::Watched(self.watched.len() as u32 - 1)
    }
}
