//! A case as plain sums: items with what they demand, and options with how often each covers an
//! item. Its solutions are the sets of options that meet every demand.
//!
//! Beside the case itself this can say its *quotient* by a symmetry: the options are then whole
//! orbits, and the solutions are those of the case that the symmetry maps to themselves. Their
//! numbers give distinct counts without listing (the lemma that is not Burnside's).
//!
//! Colours and items that need only be covered at all are said in literals, bits that options set:
//! an option is in conflict with some of them, and some must be set in the end. What is said so has
//! no demand.
//!
//! Invariants: every option covers some item that is required or primary, and some item of
//! multiplicity one exactly once: one of its own, behind those of the problem, if it has no other. No
//! option covers an item more often than may be. Cost: linear in the entries.

use super::cases::Case;
use super::exact_cover::{Cover, ItemId, OptionId};
use super::literals::{Literals, colours_clash};
use super::problem::Problem;
use super::symmetry::Element;

/// What an item asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Demand {
    /// Whether it must be covered at all.
    pub required: bool,
    /// How often it must be covered at least.
    pub least: u32,
    /// How often at most.
    pub multiplicity: u32,
    /// Whether it is primary and has a range from the one to the other.
    pub is_range: bool,
}

/// A bit that options set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    /// The item that it says something of.
    pub item: ItemId,
    /// Whether it must be set in the end.
    pub required: bool,
}

/// An option and how often it covers each of its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WeightedOption {
    /// The option of the problem, or the first of its orbit.
    pub option: OptionId,
    /// Items, ascending, each with a positive number.
    pub entries: Vec<(ItemId, u32)>,
    /// The literals that it sets, ascending.
    pub sets: Vec<usize>,
    /// The literals that must not be set before it, ascending.
    pub conflicts: Vec<usize>,
}

/// Demands and options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weighted {
    /// For each item of the problem what it asks for; none for one that stands for nothing here.
    pub demands: Vec<Option<Demand>>,
    /// The options.
    pub options: Vec<WeightedOption>,
    /// The literals.
    pub literals: Vec<Literal>,
}

impl Weighted {
    /// A case as it is.
    pub fn of_case(problem: &Problem, case: &Case) -> Self {
        let cover = &problem.cover;
        let demands = demands(problem, case);
        let weigh = |&option: &OptionId| {
            let entries = cover.items_of(option).iter().map(|&item| (item, 1)).collect();
            WeightedOption { option, entries, sets: Vec::new(), conflicts: Vec::new() }
        };
        let options = chosen(problem, case).iter().map(weigh).collect();
        let demands = demands.into_iter().map(Some).collect();
        let mut system = Self { demands, options, literals: Vec::new() };
        system.say_in_literals(cover, |option| vec![option], |_| true);
        system.give_own_items();
        system
    }

    /// The options of each item, by number.
    pub fn options_of(&self) -> Vec<Vec<u32>> {
        let mut options_of = vec![Vec::new(); self.demands.len()];
        for (number, option) in (0..).zip(&self.options) {
            for &(item, _) in &option.entries {
                options_of[item.index()].push(number);
            }
        }
        options_of
    }

    /// The sum of the squared lengths of the options: what it costs to look at all pairs of items that
    /// share one.
    pub fn pair_count(&self) -> usize {
        self.options.iter().map(|option| option.entries.len().pow(2)).sum()
    }

    /// The quotient of a case by a symmetry that leaves it unbroken.
    pub fn fixed_by(problem: &Problem, case: &Case, element: &Element) -> Self {
        let cover = &problem.cover;
        let demands = demands(problem, case);
        let first_of = |item: ItemId| {
            orbit(item, |item| element.items[item.index()]).into_iter().min().unwrap_or(item)
        };
        let firsts: Vec<ItemId> = cover.items().map(first_of).collect();
        let mut options = Vec::new();
        for option in chosen(problem, case) {
            let members = orbit(option, |option| element.options[option.index()]);
            if members.iter().any(|&member| member < option) {
                continue;
            }
            let mut items: Vec<ItemId> =
                members.iter().flat_map(|&member| cover.items_of(member)).copied().collect();
            items.sort_unstable();
            let entries: Vec<(ItemId, u32)> = items
                .chunk_by(|a, b| a == b)
                .map(|same| (same[0], same.len() as u32))
                .filter(|(item, _)| firsts[item.index()] == *item)
                .collect();
            let fits = |&(item, times): &(ItemId, u32)| {
                times <= cover.multiplicity(item) || cover.is_coloured(item)
            };
            let clash = |a: OptionId| members.iter().any(|&b| a < b && colours_clash(cover, a, b));
            let has_clash = cover.has_colours() && members.iter().any(|&a| clash(a));
            if entries.iter().all(fits) && !has_clash {
                let (sets, conflicts) = (Vec::new(), Vec::new());
                options.push(WeightedOption { option, entries, sets, conflicts });
            }
        }
        let stands =
            |(item, demand): (ItemId, Demand)| (firsts[item.index()] == item).then_some(demand);
        let demands = cover.items().zip(demands).map(stands).collect();
        let mut system = Self { demands, options, literals: Vec::new() };
        let members = |option| orbit(option, |option: OptionId| element.options[option.index()]);
        system.say_in_literals(cover, members, |item| firsts[item.index()] == item);
        system.give_own_items();
        system
    }

    /// Says in literals what can be said so: the colours of the options that each option stands for,
    /// on the items that stand for themselves, and items that need to be covered once but may be
    /// covered by all.
    fn say_in_literals(
        &mut self,
        cover: &Cover,
        members: impl Fn(OptionId) -> Vec<OptionId>,
        stands: impl Fn(ItemId) -> bool,
    ) {
        if cover.has_colours() {
            let literals = Literals::new(cover);
            let literal = |item| Literal { item, required: false };
            self.literals.extend(literals.items().map(literal));
            for option in &mut self.options {
                for member in members(option.option) {
                    for (item, colour) in cover.entries_of(member).filter(|entry| stands(entry.0)) {
                        option.sets.extend(literals.set_by(item, colour));
                        option.conflicts.extend(literals.in_conflict(item, colour));
                    }
                }
                for literals in [&mut option.sets, &mut option.conflicts] {
                    literals.sort_unstable();
                    literals.dedup();
                }
            }
            for item in cover.coloured_items() {
                self.demands[item.index()] = None;
            }
        }
        if !cover.has_ranges() {
            return;
        }
        let mut uses = vec![0_u64; self.demands.len()];
        for &(item, times) in self.options.iter().flat_map(|option| &option.entries) {
            uses[item.index()] += u64::from(times);
        }
        let mut literal_of = vec![None; self.demands.len()];
        for (item, (demand, uses)) in self.demands.iter_mut().zip(uses).enumerate() {
            let is_once_or_more = |demand: &Demand| {
                demand.is_range
                    && demand.least == 1
                    && (1..=demand.multiplicity.into()).contains(&uses)
            };
            if demand.as_ref().is_some_and(is_once_or_more) {
                *demand = None;
                literal_of[item] = Some(self.literals.len());
                self.literals.push(Literal { item: ItemId(item as u32), required: true });
            }
        }
        for option in &mut self.options {
            let items = option.entries.iter().map(|entry| entry.0);
            option.sets.extend(items.filter_map(|item| literal_of[item.index()]));
        }
    }

    /// Gives each option that shares an item of multiplicity one with no other an item of its own.
    fn give_own_items(&mut self) {
        let is_single = |demand: &Option<Demand>| demand.is_some_and(|d| d.multiplicity == 1);
        for option in &mut self.options {
            let mut items = option.entries.iter().map(|entry| entry.0);
            if !items.any(|item| is_single(&self.demands[item.index()])) {
                option.entries.push((ItemId(self.demands.len() as u32), 1));
                let (required, least, multiplicity, is_range) = (false, 0, 1, false);
                self.demands.push(Some(Demand { required, least, multiplicity, is_range }));
            }
        }
    }
}

fn demands(problem: &Problem, case: &Case) -> Vec<Demand> {
    let cover = &problem.cover;
    let demand = |item| Demand {
        required: case.is_required(cover, item),
        least: case.least(cover, item),
        multiplicity: cover.multiplicity(item),
        is_range: cover.is_primary(item) && cover.least(item) < cover.multiplicity(item),
    };
    cover.items().map(demand).collect()
}

/// The options of the case that a solution may have.
fn chosen(problem: &Problem, case: &Case) -> Vec<OptionId> {
    let is_choosable = |option: &&OptionId| case.is_choosable(&problem.cover, **option);
    case.kept.iter().filter(is_choosable).copied().collect()
}

/// What comes of something by going round.
fn orbit<T: Copy + PartialEq>(start: T, next: impl Fn(T) -> T) -> Vec<T> {
    let mut members = vec![start];
    let mut at = next(start);
    while at != start {
        members.push(at);
        at = next(at);
    }
    members
}

#[cfg(test)]
mod tests {
    use super::super::exact_cover::Cover;
    use super::super::labelled_builder::LabelledBuilder;
    use super::super::symmetry::Group;
    use super::*;

    /// Four cells in a row, dominoes on them, and the reflection.
    fn row() -> Problem {
        let mut builder = LabelledBuilder::new();
        for cell in 0..4 {
            builder.primary(cell, 1).unwrap();
        }
        for left in 0..3 {
            builder.option([left, left + 1]).unwrap();
        }
        let cover: Cover = builder.finish();
        let mut elements = Group::trivial(&cover).elements().to_vec();
        elements.push(Element {
            items: (0..4).rev().map(ItemId).collect(),
            options: (0..3).rev().map(OptionId).collect(),
        });
        Problem { group: Group::new(&cover, elements), ..Problem::of_cover(cover) }
    }

    #[test]
    fn the_quotient_joins_what_the_symmetry_exchanges() {
        let problem = row();
        let case = Case::whole(&problem);
        let quotient = Weighted::fixed_by(&problem, &case, &problem.group.elements()[1]);
        let stands: Vec<bool> = quotient.demands.iter().map(Option::is_some).collect();
        assert_eq!(stands, [true, true, false, false]);
        let entries: Vec<_> = quotient.options.iter().map(|o| o.entries.clone()).collect();
        // The outer two dominoes as one, and the inner one, which covers the inner pair.
        assert_eq!(entries, [vec![(ItemId(0), 1), (ItemId(1), 1)], vec![(ItemId(1), 1)]]);
    }

    #[test]
    fn an_option_whose_images_clash_with_it_is_left_out() {
        let mut problem = row();
        // A domino on the middle two cells and a half of one to its left clash when reflected.
        let mut builder = LabelledBuilder::new();
        for cell in 0..3 {
            builder.primary(cell, 1).unwrap();
        }
        builder.option([0, 1]).unwrap();
        builder.option([1, 2]).unwrap();
        problem.cover = builder.finish();
        let swap = Element {
            items: vec![ItemId(2), ItemId(1), ItemId(0)],
            options: vec![OptionId(1), OptionId(0)],
        };
        problem.group = Group::trivial(&problem.cover);
        let case = Case::whole(&problem);
        assert!(Weighted::fixed_by(&problem, &case, &swap).options.is_empty());
    }
}
