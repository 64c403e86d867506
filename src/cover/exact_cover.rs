//! An exact cover: items and options, and their names where a person gave them any.
//!
//! An item of multiplicity `m` is covered by `m` options (primary) or by at most `m` (secondary):
//! this is how `m` identical copies of a piece are said once, without giving them an order. With
//! `m = 1` everywhere it is Knuth's exact cover (TAOCP 7.2.2.1).
//!
//! Invariants: every option has at least one item of multiplicity one, names no item twice, and
//! lists its items in ascending order. A cover with names has one for each item, and for each
//! option its items as they were written and its number among all options that were written.
//!
//! Cost: four bytes for each entry; with names four more, and the names. A cover that is compiled
//! from a puzzle has no names and pays nothing for them.

use serde::{Deserialize, Serialize};

/// Index of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct ItemId(pub u32);

/// Index of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct OptionId(pub u32);

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
    names: Option<Box<Names>>,
}

/// What was written of a cover.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Names {
    items: Vec<String>,
    /// The entries of each option in the order in which they were written.
    written: Vec<ItemId>,
    /// The number of each option among all that were written, counted from 1.
    numbers: Vec<u32>,
    /// How many options were written, those that were left out included.
    written_options: u32,
}

/// Why an option is not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionRefusal {
    /// It names this item twice.
    DoubleEntry(ItemId),
    /// None of its items has multiplicity one.
    NoSingleItem,
    /// There would be 2^32 entries.
    TooLarge,
}

impl Cover {
    /// A cover without items or options, and without names.
    pub(super) fn empty() -> Self {
        Self { items: Vec::new(), starts: vec![0], entries: Vec::new(), names: None }
    }

    /// A cover without items or options, whose items will have names.
    pub(super) fn empty_with_names() -> Self {
        Self { names: Some(Box::default()), ..Self::empty() }
    }

    /// Adds an item. The multiplicity must not be 0.
    pub(super) fn push_item(&mut self, primary: bool, multiplicity: u32) -> ItemId {
        self.items.push(Item { primary, multiplicity });
        ItemId(self.items.len() as u32 - 1)
    }

    /// Adds an item to a cover with names.
    pub(super) fn push_named_item(
        &mut self,
        name: String,
        primary: bool,
        multiplicity: u32,
    ) -> ItemId {
        if let Some(names) = &mut self.names {
            names.items.push(name);
        }
        self.push_item(primary, multiplicity)
    }

    /// Adds an option with these items, in any order.
    pub(super) fn push_option(&mut self, items: &[ItemId]) -> Result<OptionId, OptionRefusal> {
        let from = self.entries.len();
        let end = u32::try_from(from + items.len()).map_err(|_| OptionRefusal::TooLarge)?;
        self.entries.extend_from_slice(items);
        self.entries[from..].sort_unstable();
        let entries = &self.entries[from..];
        let refusal = match first_double(entries) {
            Some(item) => Some(OptionRefusal::DoubleEntry(item)),
            None if entries.iter().any(|&item| self.multiplicity(item) == 1) => None,
            None => Some(OptionRefusal::NoSingleItem),
        };
        if let Some(refusal) = refusal {
            self.entries.truncate(from);
            return Err(refusal);
        }
        self.starts.push(end);
        Ok(OptionId(self.starts.len() as u32 - 2))
    }

    /// Adds an option to a cover with names, and gives it the next number. An option without a
    /// primary item is never chosen: it takes a number and is left out.
    pub(super) fn push_written_option(
        &mut self,
        items: &[ItemId],
    ) -> Result<Option<OptionId>, OptionRefusal> {
        let option = if items.iter().any(|&item| self.is_primary(item)) {
            Some(self.push_option(items)?)
        } else {
            let mut sorted = items.to_vec();
            sorted.sort_unstable();
            first_double(&sorted).map_or(Ok(None), |item| Err(OptionRefusal::DoubleEntry(item)))?
        };
        if let Some(names) = &mut self.names {
            names.written_options =
                names.written_options.checked_add(1).ok_or(OptionRefusal::TooLarge)?;
            if option.is_some() {
                names.written.extend_from_slice(items);
                names.numbers.push(names.written_options);
            }
        }
        Ok(option)
    }

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
    pub(crate) fn items(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..self.items.len() as u32).map(ItemId)
    }

    /// The options, in order.
    pub(crate) fn options(&self) -> impl Iterator<Item = OptionId> + use<> {
        (0..self.option_count() as u32).map(OptionId)
    }

    /// The items of an option, ascending.
    #[inline]
    pub(crate) fn items_of(&self, option: OptionId) -> &[ItemId] {
        &self.entries[self.range(option)]
    }

    #[inline]
    fn range(&self, option: OptionId) -> std::ops::Range<usize> {
        let o = option.index();
        self.starts[o] as usize..self.starts[o + 1] as usize
    }

    /// Whether an item must be covered.
    pub(crate) fn is_primary(&self, item: ItemId) -> bool {
        self.items[item.index()].primary
    }

    /// How many options cover an item (primary), or may cover it (secondary).
    pub(crate) fn multiplicity(&self, item: ItemId) -> u32 {
        self.items[item.index()].multiplicity
    }

    /// The options that contain an item, ascending.
    pub(crate) fn options_with(&self, item: ItemId) -> Vec<OptionId> {
        self.options().filter(|&o| self.items_of(o).binary_search(&item).is_ok()).collect()
    }

    /// The name of an item; the empty one where the cover has no names.
    pub(crate) fn item_name(&self, item: ItemId) -> &str {
        self.item_names().get(item.index()).map_or("", String::as_str)
    }

    /// The names of all items; none where the cover has no names.
    pub(crate) fn item_names(&self) -> &[String] {
        self.names.as_ref().map_or(&[], |names| &names.items)
    }

    /// The items of an option in the order in which they were written; in ascending order where
    /// the cover has no names.
    pub(crate) fn written_items(&self, option: OptionId) -> &[ItemId] {
        match &self.names {
            Some(names) => &names.written[self.range(option)],
            None => self.items_of(option),
        }
    }

    /// The names of an option's items, in the order in which they were written.
    pub(crate) fn option_words(&self, option: OptionId) -> impl Iterator<Item = &str> {
        self.written_items(option).iter().map(|&item| self.item_name(item))
    }

    /// The number of an option, counted from 1 among all that were written: those of the file or
    /// of the builder, those included that are left out because they have no primary item.
    pub(crate) fn option_number(&self, option: OptionId) -> u32 {
        self.names.as_ref().map_or(option.0 + 1, |names| names.numbers[option.index()])
    }

    /// The option with this number, unless it is left out or there is none.
    pub(crate) fn option_with_number(&self, number: u32) -> Option<OptionId> {
        let index = match &self.names {
            Some(names) => names.numbers.binary_search(&number).ok()?,
            None => {
                (number as usize).checked_sub(1).filter(|&index| index < self.option_count())?
            }
        };
        Some(OptionId(index as u32))
    }

    /// How many options were written, those that are left out included: the greatest number.
    pub fn written_option_count(&self) -> u32 {
        self.names.as_ref().map_or(self.option_count() as u32, |names| names.written_options)
    }

    /// This cover with items and options numbered anew: old item `i` becomes `items[i]`, old
    /// option `o` becomes `options[o]`. Both must be permutations. The result has no names.
    ///
    /// # Panics
    /// Where one is not.
    #[must_use]
    pub(crate) fn renumbered(&self, items: &[ItemId], options: &[OptionId]) -> Self {
        let old_item = invert(items.iter().map(|item| item.index()), self.item_count());
        let old_option = invert(options.iter().map(|option| option.index()), self.option_count());
        let mut cover = Self {
            items: old_item.iter().map(|&old| self.items[old]).collect(),
            starts: vec![0],
            entries: Vec::with_capacity(self.entries.len()),
            names: None,
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

    /// This cover without its names.
    #[cfg(test)]
    #[must_use]
    pub fn without_names(&self) -> Self {
        Self { names: None, ..self.clone() }
    }
}

/// The first of some sorted items that comes twice.
fn first_double(sorted: &[ItemId]) -> Option<ItemId> {
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
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
