//! The exact cover problem: [`Cover`], built with labels of any type, and [`Problem`], a cover
//! with what is known about it.
//!
//! Invariants of a cover: every option has at least one item of multiplicity one, names no item
//! twice, and lists its items in ascending order. Memory is four bytes for each entry.
//!
//! An item of multiplicity `m` is covered by `m` options (primary) or by at most `m` (secondary):
//! this is how `m` identical copies of a piece are said once, without giving them an order. With
//! `m = 1` everywhere it is Knuth's exact cover (TAOCP 7.2.2.1).

use std::collections::HashMap;
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::symmetry::Group;

/// Index of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemId(pub u32);

/// Index of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OptionId(pub u32);

impl ItemId {
    /// As an index into a slice.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl OptionId {
    /// As an index into a slice.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Item {
    primary: bool,
    multiplicity: u32,
}

/// Items and options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    items: Vec<Item>,
    /// `starts[o]..starts[o + 1]` are the entries of option `o`.
    starts: Vec<u32>,
    entries: Vec<ItemId>,
}

impl Cover {
    /// The number of items.
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    /// The number of options.
    pub fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of entries: the sum of the lengths of the options.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// The items, in order.
    pub fn items(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..self.items.len() as u32).map(ItemId)
    }

    /// The options, in order.
    pub fn options(&self) -> impl Iterator<Item = OptionId> + use<> {
        (0..self.option_count() as u32).map(OptionId)
    }

    /// The items of an option, ascending.
    pub fn items_of(&self, option: OptionId) -> &[ItemId] {
        let o = option.index();
        &self.entries[self.starts[o] as usize..self.starts[o + 1] as usize]
    }

    /// Whether an item must be covered.
    pub fn is_primary(&self, item: ItemId) -> bool {
        self.items[item.index()].primary
    }

    /// How many options cover an item (primary), or may cover it (secondary).
    pub fn multiplicity(&self, item: ItemId) -> u32 {
        self.items[item.index()].multiplicity
    }

    /// The options that contain an item, ascending.
    pub fn options_with(&self, item: ItemId) -> Vec<OptionId> {
        self.options().filter(|&o| self.items_of(o).binary_search(&item).is_ok()).collect()
    }

    /// The same cover with items and options numbered anew: old item `i` becomes `items[i]`, old
    /// option `o` becomes `options[o]`. Both must be permutations.
    ///
    /// # Panics
    /// Where one is not.
    #[must_use]
    pub fn renumbered(&self, items: &[ItemId], options: &[OptionId]) -> Self {
        let old_item = invert(items.iter().map(|item| item.index()), self.item_count());
        let old_option = invert(options.iter().map(|option| option.index()), self.option_count());
        let mut cover = Self {
            items: old_item.iter().map(|&old| self.items[old]).collect(),
            starts: vec![0],
            entries: Vec::with_capacity(self.entries.len()),
        };
        for &old in &old_option {
            let from = cover.entries.len();
            let entries = self.items_of(OptionId(old as u32));
            cover.entries.extend(entries.iter().map(|item| items[item.index()]));
            cover.entries[from..].sort_unstable();
            cover.starts.push(cover.entries.len() as u32);
        }
        cover
    }
}

/// The inverse of a permutation of `0..len`.
///
/// # Panics
/// When it is not one.
pub(super) fn invert(permutation: impl Iterator<Item = usize>, len: usize) -> Vec<usize> {
    let mut inverse = vec![usize::MAX; len];
    for (from, to) in permutation.enumerate() {
        assert!(inverse[to] == usize::MAX, "not a permutation: {to} is met twice");
        inverse[to] = from;
    }
    assert!(!inverse.contains(&usize::MAX), "not a permutation: something is missing");
    inverse
}

/// Why a cover cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub enum CoverError {
    #[error("item {item} is declared twice")]
    DoubleItem { item: String },
    #[error("item {item} has multiplicity 0; it must be at least 1")]
    ZeroMultiplicity { item: String },
    #[error("option {option} names item {item}, which is not declared")]
    UnknownItem { option: usize, item: String },
    #[error("option {option} names item {item} twice")]
    DoubleEntry { option: usize, item: String },
    #[error(
        "option {option} has no item of multiplicity 1, so nothing keeps it from being used twice"
    )]
    NoSingleItem { option: usize },
    #[error("too many entries: the most is 2^32 - 1")]
    TooLarge,
}

/// Builds a [`Cover`] from labels of any type. Items may be declared in any order, before the
/// options that name them.
#[derive(Debug)]
pub struct CoverBuilder<I, O> {
    index: HashMap<I, ItemId>,
    item_labels: Vec<I>,
    option_labels: Vec<O>,
    cover: Cover,
}

/// A cover with the labels of its items and options.
#[derive(Clone, Debug)]
pub struct Labelled<I, O> {
    /// The cover.
    pub cover: Cover,
    /// The label of each item.
    pub items: Vec<I>,
    /// The label of each option.
    pub options: Vec<O>,
}

impl<I: Clone + Eq + Hash + std::fmt::Debug, O> Default for CoverBuilder<I, O> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Clone + Eq + Hash + std::fmt::Debug, O> CoverBuilder<I, O> {
    /// No items, no options.
    pub fn new() -> Self {
        let cover = Cover { items: Vec::new(), starts: vec![0], entries: Vec::new() };
        Self { index: HashMap::new(), item_labels: Vec::new(), option_labels: Vec::new(), cover }
    }

    /// Declares an item that exactly `multiplicity` options must cover.
    ///
    /// # Errors
    /// When the label is taken or the multiplicity is 0.
    pub fn primary(&mut self, label: I, multiplicity: u32) -> Result<ItemId, CoverError> {
        self.item(label, true, multiplicity)
    }

    /// Declares an item that at most `multiplicity` options may cover.
    ///
    /// # Errors
    /// When the label is taken or the multiplicity is 0.
    pub fn secondary(&mut self, label: I, multiplicity: u32) -> Result<ItemId, CoverError> {
        self.item(label, false, multiplicity)
    }

    /// Declares an item of either kind.
    ///
    /// # Errors
    /// When the label is taken or the multiplicity is 0.
    pub fn item(
        &mut self,
        label: I,
        primary: bool,
        multiplicity: u32,
    ) -> Result<ItemId, CoverError> {
        let item = Item { primary, multiplicity };
        if item.multiplicity == 0 {
            return Err(CoverError::ZeroMultiplicity { item: format!("{label:?}") });
        }
        let id = ItemId(self.item_labels.len() as u32);
        if self.index.contains_key(&label) {
            return Err(CoverError::DoubleItem { item: format!("{label:?}") });
        }
        self.index.insert(label.clone(), id);
        self.item_labels.push(label);
        self.cover.items.push(item);
        Ok(id)
    }

    /// Adds an option that covers the items with these labels, in any order.
    ///
    /// # Errors
    /// When a label is unknown or named twice, or no item has multiplicity one.
    pub fn option(
        &mut self,
        label: O,
        items: impl IntoIterator<Item = I>,
    ) -> Result<OptionId, CoverError> {
        let option = self.option_labels.len();
        let from = self.cover.entries.len();
        for item in items {
            let Some(&id) = self.index.get(&item) else {
                self.cover.entries.truncate(from);
                return Err(CoverError::UnknownItem { option, item: format!("{item:?}") });
            };
            self.cover.entries.push(id);
        }
        self.cover.entries[from..].sort_unstable();
        let entries = &self.cover.entries[from..];
        let double = entries.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        let single = entries.iter().any(|&item| self.cover.multiplicity(item) == 1);
        if let Some(item) = double {
            self.cover.entries.truncate(from);
            let item = format!("{:?}", self.item_labels[item.index()]);
            return Err(CoverError::DoubleEntry { option, item });
        }
        if !single {
            self.cover.entries.truncate(from);
            return Err(CoverError::NoSingleItem { option });
        }
        let end = u32::try_from(self.cover.entries.len()).map_err(|_| CoverError::TooLarge)?;
        self.cover.starts.push(end);
        self.option_labels.push(label);
        Ok(OptionId(option as u32))
    }

    /// The finished cover with its labels.
    pub fn finish(self) -> Labelled<I, O> {
        Labelled { cover: self.cover, items: self.item_labels, options: self.option_labels }
    }
}

/// A partition of some of the items into classes, such as the cells of a board by row. Engines
/// use it to see early that what is left cannot fill what is left of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The class of each item; `None` for an item outside the partition.
    pub class_of: Vec<Option<u8>>,
    /// The number of classes.
    pub count: usize,
}

/// A cover with what its author knows about it, said without geometry.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The items and options.
    pub cover: Cover,
    /// Permutations of options and items under which the problem is the same. Its first element
    /// is the identity.
    pub group: Group,
    /// Items such that every option covers exactly one of them; empty where nothing is known.
    pub pieces: Vec<ItemId>,
    /// Partitions of items that may be worth counting by.
    pub classes: Vec<Classes>,
}

impl Problem {
    /// A cover about which nothing more is known.
    pub fn of_cover(cover: Cover) -> Self {
        let group = Group::trivial(&cover);
        Self { cover, group, pieces: Vec::new(), classes: Vec::new() }
    }

    /// The same problem with items and options numbered anew, as in [`Cover::renumbered`].
    ///
    /// # Panics
    /// Where the arguments are not permutations.
    #[must_use]
    pub fn renumbered(&self, items: &[ItemId], options: &[OptionId]) -> Self {
        let old_item = invert(items.iter().map(|item| item.index()), self.cover.item_count());
        let classes = self.classes.iter().map(|classes| Classes {
            class_of: old_item.iter().map(|&old| classes.class_of[old]).collect(),
            count: classes.count,
        });
        Self {
            cover: self.cover.renumbered(items, options),
            group: self.group.renumbered(items, options),
            pieces: self.pieces.iter().map(|piece| items[piece.index()]).collect(),
            classes: classes.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_may_be_given_in_any_order() {
        let mut builder = CoverBuilder::new();
        builder.primary("b", 1).unwrap();
        builder.secondary("a", 2).unwrap();
        builder.option((), ["a", "b"]).unwrap();
        let cover = builder.finish().cover;
        assert_eq!(cover.items_of(OptionId(0)), [ItemId(0), ItemId(1)]);
        assert!(cover.is_primary(ItemId(0)) && !cover.is_primary(ItemId(1)));
        assert_eq!(cover.multiplicity(ItemId(1)), 2);
    }

    #[test]
    fn what_breaks_a_rule_is_refused_and_leaves_the_builder_whole() {
        let mut builder = CoverBuilder::new();
        builder.primary("a", 1).unwrap();
        builder.primary("many", 2).unwrap();
        assert!(matches!(builder.primary("a", 1), Err(CoverError::DoubleItem { .. })));
        assert!(matches!(builder.primary("z", 0), Err(CoverError::ZeroMultiplicity { .. })));
        assert!(matches!(builder.option(0, ["b"]), Err(CoverError::UnknownItem { .. })));
        assert!(matches!(builder.option(0, ["a", "a"]), Err(CoverError::DoubleEntry { .. })));
        assert!(matches!(builder.option(0, ["many"]), Err(CoverError::NoSingleItem { .. })));
        builder.option(7, ["a", "many"]).unwrap();
        let labelled = builder.finish();
        assert_eq!(labelled.cover.option_count(), 1);
        assert_eq!(labelled.options, [7]);
    }

    #[test]
    fn renumbering_carries_every_entry_along() {
        let mut builder = CoverBuilder::new();
        for label in 0..3 {
            builder.primary(label, 1).unwrap();
        }
        builder.option((), [0, 1]).unwrap();
        builder.option((), [2]).unwrap();
        let cover = builder.finish().cover;
        let moved =
            cover.renumbered(&[ItemId(2), ItemId(0), ItemId(1)], &[OptionId(1), OptionId(0)]);
        assert_eq!(moved.items_of(OptionId(0)), [ItemId(1)]);
        assert_eq!(moved.items_of(OptionId(1)), [ItemId(0), ItemId(2)]);
    }
}
