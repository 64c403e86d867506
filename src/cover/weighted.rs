//! A case as plain sums: items with what they demand, and options with how often each covers an
//! item. Its solutions are the sets of options that meet every demand.
//!
//! Beside the case itself this can say its *quotient* by a symmetry: the options are then whole
//! orbits, and the solutions are those of the case that the symmetry maps to themselves. Their
//! numbers give distinct counts without listing (the lemma that is not Burnside's).
//!
//! Invariants: every option covers some required item, and some item of multiplicity one exactly
//! once; no option covers an item more often than may be. Cost: linear in the entries.

use super::cases::Case;
use super::exact_cover::{ItemId, OptionId};
use super::problem::Problem;
use super::symmetry::Element;

/// What an item asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Demand {
    /// Whether it must be covered exactly `multiplicity` times, rather than at most.
    pub required: bool,
    /// How often.
    pub multiplicity: u32,
}

/// An option and how often it covers each of its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WeightedOption {
    /// The option of the problem, or the first of its orbit.
    pub option: OptionId,
    /// Items, ascending, each with a positive number.
    pub entries: Vec<(ItemId, u32)>,
}

/// Demands and options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weighted {
    /// For each item of the problem what it asks for; none for one that stands for nothing here.
    pub demands: Vec<Option<Demand>>,
    /// The options.
    pub options: Vec<WeightedOption>,
}

impl Weighted {
    /// A case as it is.
    pub fn of_case(problem: &Problem, case: &Case) -> Self {
        let cover = &problem.cover;
        let demands = demands(problem, case);
        let weigh = |&option: &OptionId| WeightedOption {
            option,
            entries: cover.items_of(option).iter().map(|&item| (item, 1)).collect(),
        };
        let options = chosen(problem, case, &demands).iter().map(weigh).collect();
        Self { demands: demands.into_iter().map(Some).collect(), options }
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
        for option in chosen(problem, case, &demands) {
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
            let fits = |&(item, times): &(ItemId, u32)| times <= cover.multiplicity(item);
            if entries.iter().all(fits) {
                options.push(WeightedOption { option, entries });
            }
        }
        let stands =
            |(item, demand): (ItemId, Demand)| (firsts[item.index()] == item).then_some(demand);
        Self { demands: cover.items().zip(demands).map(stands).collect(), options }
    }
}

fn demands(problem: &Problem, case: &Case) -> Vec<Demand> {
    let cover = &problem.cover;
    let demand = |item| Demand {
        required: case.is_required(cover, item),
        multiplicity: cover.multiplicity(item),
    };
    cover.items().map(demand).collect()
}

/// The options of the case that something could choose: those with a required item.
fn chosen(problem: &Problem, case: &Case, demands: &[Demand]) -> Vec<OptionId> {
    let has_required = |option: &&OptionId| {
        problem.cover.items_of(**option).iter().any(|item| demands[item.index()].required)
    };
    case.kept.iter().filter(has_required).copied().collect()
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
