//! A case as a standard exact cover, in Knuth's sense: every item at most once, and nothing else
//! to know.
//!
//! Other programs have no multiplicities, so an item that `k` options cover becomes `k` items, its
//! copies, and their use is ordered so that each arrangement is met exactly once. The options of
//! the item are ranked `1..=n` by the smallest item of multiplicity one that they contain: two of
//! the same rank share that item, so they clash anyway. One without such an item has a rank of its
//! own. Copy `j` must be used with a lower rank
//! than copy `j + 1`. For that there are `n` secondary items between the two; an option of rank
//! `x` on copy `j` covers `x`, `x` without its lowest bit, and so on down to 0, an option of rank
//! `y` on copy `j + 1` covers `y`, `y` plus its lowest bit, and so on up to `n`. These two chains
//! (those of a Fenwick tree) meet exactly if `y <= x`. So order costs each option a logarithm.
//!
//! Where at most `k` options may cover the item, its copies become primary all the same, and each
//! that need not be used has an option of its own that says it is not. That option stands at rank
//! `n` towards the next copy, so that copies are used from the first on. If `k >= n`, a secondary
//! item rules nothing out and is left out.
//!
//! Colours stay what they are: no other cover of about the same size says them. Which formats can
//! say them is their own matter.
//!
//! Invariants of a standard cover: primary items come before secondary ones, every multiplicity is
//! one, and every option has a primary item. Options of the case without one are never chosen, and
//! are left out. Cost: time and memory linear in the result, in which an option is repeated for
//! each copy of its item.

use super::cases::Case;
use super::colour::Colour;
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
        let is_choosable = |&option: &OptionId| case.is_choosable(cover, option);
        let kept: Vec<OptionId> = case.kept.iter().copied().filter(is_choosable).collect();
        let roles = roles(cover, case, &kept);

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
            for (item, colour) in cover.entries_of(option) {
                ways = roles[item.index()].extend(ways, colour, rank(cover, option));
            }
            for way in ways {
                builder.coloured_option(way)?;
                options.push(Some(option));
            }
        }
        for copies in roles.iter().filter_map(Role::optional_copies) {
            for copy in copies.least + 1..=copies.count {
                builder.option(copies.unused(copy))?;
                options.push(None);
            }
        }
        let left_out = case.kept.len() - kept.len();
        let mut standard = builder.finish();
        standard.name_colours_as(cover);
        Ok(Self { cover: standard, items, options, left_out })
    }

    /// The number of primary items, which come first.
    pub fn primary_count(&self) -> usize {
        self.cover.items().filter(|&item| self.cover.is_primary(item)).count()
    }
}

/// What an option covers in one of the ways in which its copies can be used.
type Way = Vec<(StandardItem, Option<Colour>)>;

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
    /// How many of them must be used.
    least: u32,
    /// By what its options are ranked, ascending; the first has rank 1.
    ranking: Vec<Rank>,
}

/// What ranks an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The smallest of its items that at most one option covers.
    Item(ItemId),
    /// Itself, where it has none.
    Own(OptionId),
}

fn rank(cover: &Cover, option: OptionId) -> Rank {
    let is_single = |item: &ItemId| cover.multiplicity(*item) == 1 && !cover.is_coloured(*item);
    let item = cover.items_of(option).iter().copied().find(is_single);
    item.map_or(Rank::Own(option), Rank::Item)
}

fn roles(cover: &Cover, case: &Case, kept: &[OptionId]) -> Vec<Role> {
    // An item that need not be covered has copies even if it is covered once at most: its options
    // must have a primary item.
    let has_copies = |item: ItemId| {
        let is_optional = cover.is_primary(item) && !case.is_required(cover, item);
        cover.multiplicity(item) > 1 || is_optional
    };
    let mut rankings = vec![Vec::new(); cover.item_count()];
    for &option in kept {
        for &item in cover.items_of(option) {
            if has_copies(item) {
                rankings[item.index()].push(rank(cover, option));
            }
        }
    }
    let role = |(item, mut ranking): (ItemId, Vec<Rank>)| {
        let (least, most) = (case.least(cover, item), cover.multiplicity(item));
        if !has_copies(item) {
            return Role::Single { item, required: least > 0 };
        }
        ranking.sort_unstable();
        ranking.dedup();
        let ranks = ranking.len() as u32;
        if least == 0 && (ranks == 0 || !cover.is_primary(item) && most >= ranks) {
            return Role::Idle;
        }
        if least > ranks {
            // No options can do it; one copy that nothing covers says so as well as many.
            return Role::Copied(Copies { of: item, count: 1, least: 1, ranking: Vec::new() });
        }
        Role::Copied(Copies { of: item, count: most.min(ranks), least, ranking })
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
            Self::Copied(copies) if copies.least < copies.count => Some(copies),
            _ => None,
        }
    }

    /// Each way so far, with what an option of this rank covers in place of this item.
    fn extend(&self, ways: Vec<Way>, colour: Option<Colour>, rank: Rank) -> Vec<Way> {
        let bare = |items: Vec<StandardItem>| items.into_iter().map(|item| (item, None)).collect();
        let added: Vec<Way> = match self {
            Self::Idle => return ways,
            Self::Single { item, .. } => vec![vec![(StandardItem::Same(*item), colour)]],
            Self::Copied(copies) => copies.uses(rank).into_iter().map(bare).collect(),
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
    /// the copies before it and for those after it that must be used.
    fn uses(&self, rank: Rank) -> Vec<Vec<StandardItem>> {
        let rank = self.ranking.binary_search(&rank).map_or(0, |place| place as u32 + 1);
        let after = self.ranks() - rank;
        let first = if after < self.least { self.least - after } else { 1 };
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
