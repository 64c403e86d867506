//! The colours of secondary items, Knuth's XCC (TAOCP 7.2.2.1): any number of options may cover
//! such an item if all of them give it the same colour, and one that gives it none covers it alone.
//!
//! Cost: four bytes for each entry of a cover that has colours, and nothing for any other; and a
//! word for each item in each of its colours, where it has a name.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use super::ids::ItemId;

/// A colour of a cover, by number. Two items may have it, which means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Colour(NonZeroU32);

impl Colour {
    /// The colour with a number, counted from 0.
    pub fn new(number: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add(number))
    }

    /// As an index into a slice.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The colours of the entries of a cover.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Colours {
    /// The colour of each entry, in the order of the entries.
    pub of_entry: Vec<Option<Colour>>,
    /// The colours of each item that has any.
    pub of_item: BTreeMap<ItemId, BTreeSet<Colour>>,
    /// The names of the colours; none where the cover has no names.
    pub names: ColourNames,
}

/// The names of colours, and the words that they make with those of items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ColourNames {
    names: Vec<String>,
    index: BTreeMap<String, Colour>,
    words: BTreeMap<(ItemId, Colour), String>,
}

impl Colours {
    /// Takes the colours of the entries that were added last.
    pub fn extend(&mut self, before: usize, entries: &[(ItemId, Option<Colour>)]) {
        self.of_entry.resize(before, None);
        for &(item, colour) in entries {
            self.of_entry.push(colour);
            if let Some(colour) = colour {
                self.of_item.entry(item).or_default().insert(colour);
            }
        }
    }
}

impl ColourNames {
    /// The colour with this name, which is a new one if it was not named before.
    pub fn take(&mut self, name: &str) -> Colour {
        if let Some(&colour) = self.index.get(name) {
            return colour;
        }
        let colour = Colour::new(self.names.len() as u32);
        self.names.push(name.to_owned());
        self.index.insert(name.to_owned(), colour);
        colour
    }

    /// The name of a colour; its number where it has none.
    pub fn name(&self, colour: Colour) -> String {
        self.names.get(colour.index()).cloned().unwrap_or_else(|| colour.index().to_string())
    }

    /// Keeps the word for an item of this name in a colour.
    pub fn keep_word(&mut self, item: ItemId, name: &str, colour: Colour) {
        if !self.words.contains_key(&(item, colour)) {
            let word = format!("{name}:{}", self.name(colour));
            self.words.insert((item, colour), word);
        }
    }

    /// The word for an item in a colour, if it is kept.
    pub fn word(&self, item: ItemId, colour: Colour) -> Option<&str> {
        self.words.get(&(item, colour)).map(String::as_str)
    }
}
