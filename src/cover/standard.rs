//! A case as a standard exact cover, in Knuth's sense: every item at most once, and nothing else
//! to know.
//!
//! Other programs have no multiplicities, so an item that `k` options cover becomes `k` items, its
//! copies, and their use is ordered so that each arrangement is met exactly once. The options of
//! the item are ranked `1..=n` by the smallest item of multiplicity one that they contain: two of
//! the same rank share that item, so they clash anyway. Copy `j` must be used with a lower rank
//! than copy `j + 1`. For that there are `n` secondary items between the two; an option of rank
//! `x` on copy `j` covers `x`, `x` without its lowest bit, and so on down to 0, an option of rank
//! `y` on copy `j + 1` covers `y`, `y` plus its lowest bit, and so on up to `n`. These two chains
//! (those of a Fenwick tree) meet exactly if `y <= x`. So order costs each option a logarithm.
//!
//! Where at most `k` options may cover the item, its copies become primary all the same, and each
//! has an option of its own that says it is not used. That option stands at rank `n` towards the
//! next copy, so that copies are used from the first on. If `k >= n`, the item rules nothing out
//! and is left out.
//!
//! Invariants of a standard cover: primary items come before secondary ones, every multiplicity is
//! one, and every option has a primary item. Options of the case without one are never chosen, and
//! are left out. Cost: time and memory linear in the result, in which an option is repeated for
//! each copy of its item.

use super::cases::Case;
use super::error::CoverError;
use super::exact_cover::{Cover, ItemId, OptionId};
use super::labelled_builder::LabelledBuilder;
use super::problem::Problem;

/// An exact cover without multiplicities, with where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StandardCover {
    /// The cover.
    pub cover: Cover,
    /// Where each item comes from.
    pub items: Vec<StandardItem>,
    /// The option that each option comes from; none for one that leaves a copy unused.
    pub options: Vec<Option<OptionId>>,
    /// How many options of the case are left out because they have no primary item.
    pub left_out: usize,
}

/// Where an item of a standard cover comes from. Copies and places count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum StandardItem {
    /// An item of the original.
    Same(ItemId),
    /// One of its copies.
    Copy {
        /// The item.
        of: ItemId,
        /// Which copy.
        copy: u32,
    },
    /// What orders a copy and the next one.
    Order {
        /// The item.
        of: ItemId,
        /// The earlier copy.
        copy: u32,
        /// The place in the order.
        place: u32,
    },
}

impl StandardItem {
    /// The item that it comes from.
    pub fn origin(self) -> ItemId {
        match self {
            Self::Same(of) | Self::Copy { of, .. } | Self::Order { of, .. } => of,
        }
    }
}

impl StandardCover {
    /// The standard cover of a case.
    ///
    /// # Errors
    /// When it has 2^32 entries or more.
    pub fn new(problem: &Problem, case: &Case) -> Result<Self, CoverError> {
        let cover = &problem.cover;
        let is_required: Vec<bool> =
            cover.items().map(|item| case.is_required(cover, item)).collect();
        let is_chosen = |&option: &OptionId| {
            cover.items_of(option).iter().any(|item| is_required[item.index()])
        };
        let kept: Vec<OptionId> = case.kept.iter().copied().filter(is_chosen).collect();
        let roles = roles(cover, &is_required, &kept);

        let mut builder = LabelledBuilder::new();
        let mut items: Vec<StandardItem> = roles.iter().flat_map(Role::primary_items).collect();
        for &item in &items {
            builder.primary(item, 1)?;
        }
        let primary = items.len();
        items.extend(roles.iter().flat_map(Role::secondary_items));
        for &item in &items[primary..] {
            builder.secondary(item, 1)?;
        }
        let mut options = Vec::new();
        for &option in &kept {
            let mut ways = vec![Vec::new()];
            for item in cover.items_of(option) {
                ways = roles[item.index()].extend(ways, ranking_item(cover, option));
            }
            for way in ways {
                builder.option(way)?;
                options.push(Some(option));
            }
        }
        for copies in roles.iter().filter_map(Role::optional_copies) {
            for copy in 1..=copies.count {
                builder.option(copies.unused(copy))?;
                options.push(None);
            }
        }
        let left_out = case.kept.len() - kept.len();
        Ok(Self { cover: builder.finish(), items, options, left_out })
    }

    /// The number of primary items, which come first.
    pub fn primary_count(&self) -> usize {
        self.cover.items().filter(|&item| self.cover.is_primary(item)).count()
    }
}

/// What becomes of an item.
enum Role {
    Single {
        item: ItemId,
        required: bool,
    },
    Copied(Copies),
    /// It rules nothing out.
    Idle,
}

/// An item that turns into copies.
struct Copies {
    of: ItemId,
    count: u32,
    /// Whether all of them must be used.
    required: bool,
    /// The items by which its options are ranked, ascending; the first has rank 1.
    ranking: Vec<ItemId>,
}

/// The item that ranks an option: its smallest of multiplicity one. Every option has one.
fn ranking_item(cover: &Cover, option: OptionId) -> Option<ItemId> {
    cover.items_of(option).iter().copied().find(|&item| cover.multiplicity(item) == 1)
}

fn roles(cover: &Cover, is_required: &[bool], kept: &[OptionId]) -> Vec<Role> {
    let mut rankings = vec![Vec::new(); cover.item_count()];
    for &option in kept {
        for &item in cover.items_of(option) {
            if cover.multiplicity(item) > 1 {
                rankings[item.index()].extend(ranking_item(cover, option));
            }
        }
    }
    let role = |(item, mut ranking): (ItemId, Vec<ItemId>)| {
        let required = is_required[item.index()];
        let multiplicity = cover.multiplicity(item);
        if multiplicity == 1 {
            return Role::Single { item, required };
        }
        ranking.sort_unstable();
        ranking.dedup();
        let ranks = ranking.len() as u32;
        if !required && multiplicity >= ranks {
            return Role::Idle;
        }
        if multiplicity > ranks {
            // No options can do it; one copy that nothing covers says so as well as many.
            return Role::Copied(Copies { of: item, count: 1, required, ranking: Vec::new() });
        }
        Role::Copied(Copies { of: item, count: multiplicity, required, ranking })
    };
    cover.items().zip(rankings).map(role).collect()
}

impl Role {
    fn primary_items(&self) -> Vec<StandardItem> {
        match self {
            Self::Single { item, required: true } => vec![StandardItem::Same(*item)],
            Self::Copied(copies) => (1..=copies.count).map(|copy| copies.copy(copy)).collect(),
            Self::Single { .. } | Self::Idle => Vec::new(),
        }
    }

    fn secondary_items(&self) -> Vec<StandardItem> {
        match self {
            Self::Single { item, required: false } => vec![StandardItem::Same(*item)],
            Self::Copied(copies) => (1..copies.count)
                .flat_map(|copy| (1..=copies.ranks()).map(move |place| copies.order(copy, place)))
                .collect(),
            Self::Single { .. } | Self::Idle => Vec::new(),
        }
    }

    fn optional_copies(&self) -> Option<&Copies> {
        match self {
            Self::Copied(copies) if !copies.required => Some(copies),
            _ => None,
        }
    }

    /// Each way so far, with what an option of this rank covers in place of this item.
    fn extend(&self, ways: Vec<Vec<StandardItem>>, rank: Option<ItemId>) -> Vec<Vec<StandardItem>> {
        let added = match self {
            Self::Idle => return ways,
            Self::Single { item, .. } => vec![vec![StandardItem::Same(*item)]],
            Self::Copied(copies) => copies.uses(rank),
        };
        ways.iter().flat_map(|way| added.iter().map(|a| [&way[..], a].concat())).collect()
    }
}

impl Copies {
    fn ranks(&self) -> u32 {
        self.ranking.len() as u32
    }

    fn copy(&self, copy: u32) -> StandardItem {
        StandardItem::Copy { of: self.of, copy }
    }

    fn order(&self, copy: u32, place: u32) -> StandardItem {
        StandardItem::Order { of: self.of, copy, place }
    }

    /// What an option covers on each copy that it can be used on: there must be ranks left for
    /// the copies before it and, if all must be used, for those after it.
    fn uses(&self, ranking_item: Option<ItemId>) -> Vec<Vec<StandardItem>> {
        let place = ranking_item.and_then(|item| self.ranking.binary_search(&item).ok());
        let rank = place.map_or(0, |place| place as u32 + 1);
        let after = self.ranks() - rank;
        let first = if self.required && after < self.count { self.count - after } else { 1 };
        (first..=self.count.min(rank))
            .map(|copy| {
                let mut covered = vec![self.copy(copy)];
                if copy > 1 {
                    covered.extend(upward(rank, self.ranks()).map(|p| self.order(copy - 1, p)));
                }
                if copy < self.count {
                    covered.extend(downward(rank).map(|p| self.order(copy, p)));
                }
                covered
            })
            .collect()
    }

    /// What the option covers that leaves a copy unused.
    fn unused(&self, copy: u32) -> Vec<StandardItem> {
        let mut covered = vec![self.copy(copy)];
        if copy < self.count {
            covered.extend(downward(self.ranks()).map(|place| self.order(copy, place)));
        }
        covered
    }
}

/// A number, then what is left of it as its bits go from the lowest on, without the 0.
fn downward(from: u32) -> impl Iterator<Item = u32> {
    let positive = |place: u32| (place > 0).then_some(place);
    std::iter::successors(positive(from), move |place| positive(place & (place - 1)))
}

/// A number, then each time plus its lowest bit, up to a limit.
fn upward(from: u32, limit: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(from), |place| place.checked_add(place & place.wrapping_neg()))
        .take_while(move |&place| place <= limit)
}

#[cfg(test)]
mod tests;
