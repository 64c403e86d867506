//! The order of a sweep: in which order items are settled, and where in the key each is kept.
//!
//! Items of multiplicity one are put in an order. Every option *starts* at the first of its items
//! in that order, and an item at which options start is a *level*. At a level whose item is not
//! covered yet, one of the options that start there is taken (or none, if the item may stay
//! uncovered); so every set of options is met exactly once, in the order of its starts.
//!
//! An item is *in play* from the first level at which an option could cover it in passing until
//! it cannot matter any more: its own level, or the last start of an option that covers it. Two
//! items that are never in play together share a bit, so keys are as narrow as the widest cut.
//! Literals have bits like items, and are in play as long as theirs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::cover::{ItemId, Weighted};

/// By how much an item in play seems to multiply the states of a level: less than the two that it could.
pub(super) const WEIGHT_OF_AN_ITEM: f64 = 1.5;

/// An item's bit or counter in the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyField {
    /// Nothing needs to be known of the item.
    None,
    /// One bit: covered or not.
    Bit(usize),
    /// A counter from this bit on, of this many bits, with a guard bit above.
    Counter { from: usize, bits: usize },
}

/// A level, whatever keys it will have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LevelOutline {
    /// The item that is settled.
    pub item: ItemId,
    /// Whether it may stay uncovered.
    pub optional: bool,
    /// The options that start here, as indices.
    pub options: Vec<usize>,
    /// Items without a level that no later option covers.
    pub ends: Vec<ItemId>,
    /// Literals that no later option sets or is in conflict with.
    pub literal_ends: Vec<usize>,
    /// Items with a range that no later option covers.
    pub range_ends: Vec<ItemId>,
}

/// The levels of a sweep, and the fields of its keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SweepOrder {
    pub levels: Vec<LevelOutline>,
    /// At which place of the order each item stands.
    pub position: Vec<usize>,
    /// The field of each item.
    pub fields: Vec<KeyField>,
    /// From which level until before which one each item with a bit is in play.
    pub plays: Vec<Option<(usize, usize)>>,
    /// The field of each literal.
    pub literals: Vec<KeyField>,
    /// From which level until before which one each literal with a bit is in play.
    pub literal_plays: Vec<Option<(usize, usize)>>,
    /// How many bits a key needs.
    pub bits: usize,
    /// Whether some required item has no option.
    pub is_hopeless: bool,
    /// How many items are in play at each level, to compare orders by.
    pub in_play: Vec<u32>,
    /// The bits of items that stay in play through half of the levels or more (on a board: the
    /// pieces).
    pub lasting: Vec<usize>,
}

impl SweepOrder {
    /// Lays down a sweep that settles items in this order; every item must be in it.
    pub fn new(system: &Weighted, order: &[ItemId]) -> Self {
        let items = system.demands.len();
        let mut position = vec![usize::MAX; items];
        for (at, item) in order.iter().enumerate() {
            position[item.index()] = at;
        }
        let is_single = |item: ItemId| {
            system.demands[item.index()].is_some_and(|demand| demand.multiplicity == 1)
        };
        let start = |entries: &[(ItemId, u32)]| {
            let singles = entries.iter().map(|&(item, _)| item).filter(|&item| is_single(item));
            singles.min_by_key(|item| position[item.index()])
        };
        let starts: Vec<Option<ItemId>> =
            system.options.iter().map(|option| start(&option.entries)).collect();
        let mut level_items: Vec<ItemId> = starts.iter().flatten().copied().collect();
        level_items.sort_unstable_by_key(|item| position[item.index()]);
        level_items.dedup();
        let mut level_of = vec![usize::MAX; items];
        for (level, item) in level_items.iter().enumerate() {
            level_of[item.index()] = level;
        }
        let required = |item: ItemId| system.demands[item.index()].is_some_and(|d| d.required);
        let mut levels: Vec<LevelOutline> = level_items
            .iter()
            .map(|&item| LevelOutline {
                item,
                optional: !required(item),
                options: Vec::new(),
                ends: Vec::new(),
                literal_ends: Vec::new(),
                range_ends: Vec::new(),
            })
            .collect();

        // From which level to which is an item covered in passing?
        let mut spans: Vec<Option<(usize, usize)>> = vec![None; items];
        let mut has_option = vec![false; items];
        for (index, option) in system.options.iter().enumerate() {
            let Some(first) = starts[index] else { continue };
            let level = level_of[first.index()];
            levels[level].options.push(index);
            for &(item, _) in &option.entries {
                has_option[item.index()] = true;
                if item != first {
                    let span = spans[item.index()].get_or_insert((level, level));
                    *span = (span.0.min(level), span.1.max(level));
                }
            }
        }
        let is_hopeless = (0..items).any(|item| required(ItemId(item as u32)) && !has_option[item]);

        let mut sweep_order = Self {
            in_play: vec![0; levels.len()],
            levels,
            position,
            fields: vec![KeyField::None; items],
            plays: vec![None; items],
            literals: vec![KeyField::None; system.literals.len()],
            literal_plays: vec![None; system.literals.len()],
            bits: 0,
            is_hopeless,
            lasting: Vec::new(),
        };
        sweep_order.place_counters(system, &spans);
        sweep_order.place_bits(system, &spans, &level_of);
        sweep_order
    }

    /// Counters stay where they are throughout. Those of items with ranges, whose values may differ
    /// in the end, are looked at and cleared when they cannot change any more.
    fn place_counters(&mut self, system: &Weighted, spans: &[Option<(usize, usize)>]) {
        for (item, demand) in system.demands.iter().enumerate() {
            let Some(demand) = demand.filter(|demand| demand.multiplicity > 1) else { continue };
            let uses: u64 = system
                .options
                .iter()
                .flat_map(|option| &option.entries)
                .filter(|(other, _)| other.index() == item)
                .map(|&(_, times)| u64::from(times))
                .sum();
            if !demand.required && uses <= u64::from(demand.multiplicity) {
                continue;
            }
            let bits = (u32::BITS - demand.multiplicity.leading_zeros()) as usize;
            // A counter and its guard lie in one word.
            if self.bits % 64 + bits + 1 > 64 {
                self.bits = self.bits.next_multiple_of(64);
            }
            self.fields[item] = KeyField::Counter { from: self.bits, bits };
            self.bits += bits + 1;
            if let (true, Some((_, last))) = (demand.is_range, spans[item]) {
                self.levels[last].range_ends.push(ItemId(item as u32));
            }
        }
    }

    /// Gives every item and every literal in play the lowest bit that is free all the while.
    fn place_bits(
        &mut self,
        system: &Weighted,
        spans: &[Option<(usize, usize)>],
        level_of: &[usize],
    ) {
        // First level, the level from which the bit is free again, the item; literals come behind
        // the items.
        let mut claims: Vec<(usize, usize, usize)> = Vec::new();
        for (item, span) in spans.iter().enumerate() {
            let Some(demand) = system.demands[item] else { continue };
            let (Some((first, last)), 1) = (*span, demand.multiplicity) else { continue };
            let own = level_of[item];
            if own != usize::MAX {
                // Whoever covers it starts before it, and at its level the bit is spent.
                claims.push((first, own, item));
            } else if demand.required || first < last {
                self.levels[last].ends.push(ItemId(item as u32));
                claims.push((first, last + 1, item));
            }
        }
        for (literal, of) in system.literals.iter().enumerate() {
            let Some((first, last)) = spans[of.item.index()] else { continue };
            // Options that start at one level exclude each other.
            if of.required || first < last {
                self.levels[last].literal_ends.push(literal);
                claims.push((first, last + 1, spans.len() + literal));
            }
        }
        claims.sort_unstable();
        let (base, levels) = (self.bits, self.levels.len());
        // The bits that are taken, each with the level from which it is free again, and the others.
        let (mut taken, mut free) = (BinaryHeap::new(), BinaryHeap::new());
        let mut slots = 0;
        let (mut begin, mut over) = (vec![0_u32; levels + 1], vec![0_u32; levels + 1]);
        for (first, end, item) in claims {
            while let Some(&Reverse((until, slot))) = taken.peek()
                && until <= first
            {
                taken.pop();
                free.push(Reverse(slot));
            }
            let slot = free.pop().map_or(slots, |Reverse(slot)| slot);
            slots = slots.max(slot + 1);
            taken.push(Reverse((end, slot)));
            begin[first.min(levels)] += 1;
            over[end.max(first).min(levels)] += 1;
            let (fields, plays, index) = match item.checked_sub(self.fields.len()) {
                Some(literal) => (&mut self.literals, &mut self.literal_plays, literal),
                None => (&mut self.fields, &mut self.plays, item),
            };
            fields[index] = KeyField::Bit(base + slot);
            plays[index] = Some((first, end));
            if 2 * (end - first) >= self.levels.len() {
                self.lasting.push(base + slot);
            }
        }
        let mut in_play = 0;
        for (level, sum) in self.in_play.iter_mut().enumerate() {
            in_play = in_play + begin[level] - over[level];
            *sum = in_play;
        }
        self.bits = base + slots;
    }

    /// At which level each option of a problem that has so many starts; nothing for those that the system,
    /// of which this is an order, does not have or that no level starts.
    pub fn starts(&self, system: &Weighted, options: usize) -> Vec<Option<usize>> {
        let mut starts = vec![None; options];
        for (level, outline) in self.levels.iter().enumerate() {
            for &index in &outline.options {
                starts[system.options[index].option.index()] = Some(level);
            }
        }
        starts
    }

    /// What a sweep may cost, for comparison with other orders of the same system: the number of
    /// states grows with the number of items in play, though not as fast as it could.
    pub fn weight(&self) -> f64 {
        self.level_weights().sum()
    }

    /// What each level may cost.
    pub fn level_weights(&self) -> impl Iterator<Item = f64> {
        self.in_play.iter().map(|&items| WEIGHT_OF_AN_ITEM.powi(items as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Case, LabelledBuilder, Problem};

    #[test]
    fn items_in_play_together_have_bits_of_their_own_and_no_more_than_those() {
        // Spans of many lengths over a row of items, in an order in which they begin and end
        // everywhere.
        let items = 40;
        let mut builder = LabelledBuilder::new();
        for item in 0..items {
            builder.primary(item, 1).unwrap();
        }
        for first in 0..items {
            for length in [1, 2, 3 + first % 7] {
                if first + length <= items {
                    builder.option(first..first + length).unwrap();
                }
            }
        }
        let problem = Problem::of_cover(builder.finish());
        let system = Weighted::of_case(&problem, &Case::whole(&problem));
        let order: Vec<ItemId> = (0..items as u32).map(|item| ItemId(item * 7 % 40)).collect();
        let sweep = SweepOrder::new(&system, &order);
        assert_eq!(sweep.bits as u32, *sweep.in_play.iter().max().unwrap());
        // From an option's start on, each of its items is in play until its own level.
        let level_of = |item: ItemId| sweep.levels.iter().position(|level| level.item == item);
        for (at, level) in sweep.levels.iter().enumerate() {
            let started = sweep.levels[..=at].iter().flat_map(|level| &level.options);
            let mut in_play: Vec<ItemId> = started
                .flat_map(|&option| &system.options[option].entries)
                .map(|&(item, _)| item)
                .filter(|&item| item != level.item && level_of(item).is_none_or(|own| own > at))
                .collect();
            in_play.sort_unstable();
            in_play.dedup();
            let mut fields: Vec<usize> = in_play
                .iter()
                .filter_map(|item| match sweep.fields[item.index()] {
                    KeyField::Bit(bit) => Some(bit),
                    KeyField::None | KeyField::Counter { .. } => None,
                })
                .collect();
            let count = fields.len();
            fields.sort_unstable();
            fields.dedup();
            assert_eq!(fields.len(), count, "two items share a bit at level {at}");
        }
    }
}
