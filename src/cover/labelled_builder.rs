//! Builds a [`Cover`] whose items are told apart by labels of any type, and keeps no names.
//!
//! This is how puzzles are compiled: a cell or a piece is its own label, and nothing is spent on
//! names that are never read. Cost: one hash look-up for each entry.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use super::colour::Colour;
use super::error::CoverError;
use super::exact_cover::{Cover, ItemId, OptionId, OptionRefusal};

/// Builds a [`Cover`] from labels of any type. Items may be declared in any order, before the
/// options that name them.
#[derive(Debug)]
pub(crate) struct LabelledBuilder<I> {
    index: HashMap<I, ItemId>,
    labels: Vec<I>,
    cover: Cover,
    /// The items of the option that is being added.
    named: Vec<ItemId>,
}

impl<I: Clone + Eq + Hash + Debug> Default for LabelledBuilder<I> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Clone + Eq + Hash + Debug> LabelledBuilder<I> {
    /// No items, no options.
    pub fn new() -> Self {
        let (index, labels, named) = (HashMap::new(), Vec::new(), Vec::new());
        Self { index, labels, cover: Cover::empty(), named }
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

    /// Declares an item that at least `least` options must cover and at most `most`.
    ///
    /// # Errors
    /// When the label is taken, or the most is 0 or less than the least.
    pub fn primary_range(&mut self, label: I, least: u32, most: u32) -> Result<ItemId, CoverError> {
        if least > most || most == 0 {
            return Err(CoverError::BadRange { item: format!("{label:?}"), least, most });
        }
        self.declare(label, |cover| cover.push_range(least, most))
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
        if multiplicity == 0 {
            return Err(CoverError::ZeroMultiplicity { item: format!("{label:?}") });
        }
        self.declare(label, |cover| cover.push_item(primary, multiplicity))
    }

    fn declare(
        &mut self,
        label: I,
        push: impl FnOnce(&mut Cover) -> ItemId,
    ) -> Result<ItemId, CoverError> {
        if self.index.contains_key(&label) {
            return Err(CoverError::DoubleItem { item: format!("{label:?}") });
        }
        let id = push(&mut self.cover);
        self.index.insert(label.clone(), id);
        self.labels.push(label);
        Ok(id)
    }

    /// Adds an option that covers the items with these labels, in any order.
    ///
    /// # Errors
    /// When a label is unknown or named twice.
    pub fn option(&mut self, items: impl IntoIterator<Item = I>) -> Result<OptionId, CoverError> {
        self.named.clear();
        for item in items {
            self.named.push(self.find(&item)?);
        }
        self.cover.push_option(&self.named).map_err(|refusal| self.refused(refusal))
    }

    /// Adds an option that covers the items with these labels, in any order, some of them in a
    /// colour.
    ///
    /// # Errors
    /// When a label is unknown or named twice, or an item cannot have a colour.
    pub fn coloured_option(
        &mut self,
        entries: impl IntoIterator<Item = (I, Option<Colour>)>,
    ) -> Result<OptionId, CoverError> {
        let find = |(item, colour)| Ok((self.find(&item)?, colour));
        let entries: Vec<_> = entries.into_iter().map(find).collect::<Result<_, CoverError>>()?;
        self.cover.push_coloured_option(&entries).map_err(|refusal| self.refused(refusal))
    }

    /// The colour with this name, new or not.
    pub fn colour(&mut self, name: &str) -> Colour {
        self.cover.colour_named(name)
    }

    fn find(&self, item: &I) -> Result<ItemId, CoverError> {
        let unknown = || CoverError::UnknownItem {
            option: self.cover.option_count() + 1,
            item: format!("{item:?}"),
        };
        self.index.get(item).copied().ok_or_else(unknown)
    }

    fn refused(&self, refusal: OptionRefusal) -> CoverError {
        let option = self.cover.option_count() + 1;
        let label = |item: ItemId| format!("{:?}", self.labels[item.index()]);
        match refusal {
            OptionRefusal::DoubleEntry(item) => {
                CoverError::DoubleEntry { option, item: label(item) }
            }
            OptionRefusal::Colour(item) => CoverError::BadColour { option, item: label(item) },
            OptionRefusal::TooLarge => CoverError::TooLarge,
        }
    }

    /// The finished cover.
    pub fn finish(self) -> Cover {
        self.cover
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_may_be_given_in_any_order() {
        let mut builder = LabelledBuilder::new();
        builder.primary("b", 1).unwrap();
        builder.secondary("a", 2).unwrap();
        builder.option(["a", "b"]).unwrap();
        let cover = builder.finish();
        assert_eq!(cover.items_of(OptionId(0)), [ItemId(0), ItemId(1)]);
        assert!(cover.is_primary(ItemId(0)) && !cover.is_primary(ItemId(1)));
        assert_eq!(cover.multiplicity(ItemId(1)), 2);
    }

    #[test]
    fn what_breaks_a_rule_is_refused_and_leaves_the_builder_whole() {
        let mut builder = LabelledBuilder::new();
        builder.primary("a", 1).unwrap();
        builder.primary("many", 2).unwrap();
        assert!(matches!(builder.primary("a", 1), Err(CoverError::DoubleItem { .. })));
        assert!(matches!(builder.primary("z", 0), Err(CoverError::ZeroMultiplicity { .. })));
        assert!(matches!(builder.option(["b"]), Err(CoverError::UnknownItem { .. })));
        assert!(matches!(builder.option(["a", "a"]), Err(CoverError::DoubleEntry { .. })));
        assert!(matches!(builder.primary_range("z", 3, 2), Err(CoverError::BadRange { .. })));
        let coloured = builder.coloured_option([("a", Some(Colour::new(0)))]);
        assert!(matches!(coloured, Err(CoverError::BadColour { .. })));
        builder.option(["a", "many"]).unwrap();
        let cover = builder.finish();
        assert_eq!((cover.option_count(), cover.entry_count()), (1, 2));
    }

    #[test]
    fn renumbering_carries_every_entry_along() {
        let mut builder = LabelledBuilder::new();
        for label in 0..3 {
            builder.primary(label, 1).unwrap();
        }
        builder.option([0, 1]).unwrap();
        builder.option([2]).unwrap();
        let cover = builder.finish();
        let moved =
            cover.renumbered(&[ItemId(2), ItemId(0), ItemId(1)], &[OptionId(1), OptionId(0)]);
        assert_eq!(moved.items_of(OptionId(0)), [ItemId(1)]);
        assert_eq!(moved.items_of(OptionId(1)), [ItemId(0), ItemId(2)]);
    }
}
