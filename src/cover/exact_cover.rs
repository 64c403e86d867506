//! An exact cover: items and options, and their names where a person gave them any.
//!
//! An item of multiplicity `m` is covered by `m` options (primary) or by at most `m` (secondary):
//! this is how `m` identical copies of a piece are said once, without giving them an order. With
//! `m = 1` everywhere it is Knuth's exact cover (TAOCP 7.2.2.1). A primary item may also have a
//! range: at least so many options cover it, and at most so many (his MCC). Options may give
//! secondary items colours (his XCC, see [`super::colour`]). An option is chosen at most once, and
//! only if it has a primary item, even one that need not be covered.
//!
//! Invariants: no option names an item twice, and each lists its items in ascending order. Only
//! secondary items of multiplicity one have colours. A cover with names has one for each item, and
//! for each option its items as they were written and its number among all options that were
//! written.
//!
//! Cost: four bytes for each entry; with names four more, and the names; with colours four more. A
//! cover that is compiled from a puzzle has neither and pays nothing for them.

use super::colour::{Colour, Colours};
pub(crate) use super::ids::{ItemId, OptionId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Item {
    primary: bool,
    /// How many options must cover it at least; 0 for a secondary item.
    least: u32,
    /// How many may at most.
    multiplicity: u32,
}

impl Item {
    /// Whether one option covers it, or at most one.
    fn is_single(&self) -> bool {
        self.multiplicity == 1 && self.least == u32::from(self.primary)
    }
}

/// Items and options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    items: Vec<Item>,
    /// `starts[o]..starts[o + 1]` are the entries of option `o`.
    starts: Vec<u32>,
    entries: Vec<ItemId>,
    names: Option<Box<Names>>,
    /// The colours of entries, where any has one.
    colours: Option<Box<Colours>>,
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
    /// It gives a colour to this item, which is primary or has a multiplicity.
    Colour(ItemId),
    /// There would be 2^32 entries.
    TooLarge,
}

impl Cover {
    /// A cover without items or options, and without names.
    pub(super) fn empty() -> Self {
        Self { items: Vec::new(), starts: vec![0], entries: Vec::new(), names: None, colours: None }
    }

    /// A cover without items or options, whose items will have names.
    pub(super) fn empty_with_names() -> Self {
        Self { names: Some(Box::default()), ..Self::empty() }
    }

    /// Adds an item that is covered `multiplicity` times, or at most as often if it is secondary.
    /// The multiplicity must not be 0.
    pub(super) fn push_item(&mut self, primary: bool, multiplicity: u32) -> ItemId {
        let least = if primary { multiplicity } else { 0 };
        self.push(Item { primary, least, multiplicity })
    }

    /// Adds a primary item that at least `least` options must cover, and at most `most`, which must
    /// be neither 0 nor less.
    pub(super) fn push_range(&mut self, least: u32, most: u32) -> ItemId {
        self.push(Item { primary: true, least, multiplicity: most })
    }

    fn push(&mut self, item: Item) -> ItemId {
        self.items.push(item);
        ItemId(self.items.len() as u32 - 1)
    }

    /// Gives the item that was added last a name, in a cover with names.
    pub(super) fn name_item(&mut self, name: String) {
        if let Some(names) = &mut self.names {
            names.items.push(name);
        }
    }

    /// The colour with this name, new or not, for entries that will be added.
    pub(super) fn colour_named(&mut self, name: &str) -> Colour {
        self.colours.get_or_insert_default().names.take(name)
    }

    /// Gives the colours the names that those of another cover have with the same numbers.
    pub(super) fn name_colours_as(&mut self, other: &Self) {
        if let (Some(colours), Some(named)) = (&mut self.colours, &other.colours) {
            colours.names = named.names.clone();
        }
    }

    /// Adds an option with these items, in any order.
    pub(super) fn push_option(&mut self, items: &[ItemId]) -> Result<OptionId, OptionRefusal> {
        let from = self.entries.len();
        let end = u32::try_from(from + items.len()).map_err(|_| OptionRefusal::TooLarge)?;
        self.entries.extend_from_slice(items);
        self.entries[from..].sort_unstable();
        if let Some(item) = first_double(&self.entries[from..]) {
            self.entries.truncate(from);
            return Err(OptionRefusal::DoubleEntry(item));
        }
        if let Some(colours) = &mut self.colours {
            colours.of_entry.resize(end as usize, None);
        }
        self.starts.push(end);
        Ok(OptionId(self.starts.len() as u32 - 2))
    }

    /// Adds an option with these items, some of which have a colour in it, in any order.
    pub(super) fn push_coloured_option(
        &mut self,
        entries: &[(ItemId, Option<Colour>)],
    ) -> Result<OptionId, OptionRefusal> {
        let has_colour = |&&(item, colour): &&(ItemId, Option<Colour>)| {
            colour.is_some() && (self.is_primary(item) || self.multiplicity(item) != 1)
        };
        if let Some(&(item, _)) = entries.iter().find(has_colour) {
            return Err(OptionRefusal::Colour(item));
        }
        let from = self.entries.len();
        let items: Vec<ItemId> = entries.iter().map(|entry| entry.0).collect();
        let option = self.push_option(&items)?;
        if entries.iter().any(|entry| entry.1.is_some()) {
            let mut sorted = entries.to_vec();
            sorted.sort_unstable();
            let colours = self.colours.get_or_insert_default();
            colours.extend(from, &sorted);
            if let Some(names) = &self.names {
                for (item, colour) in sorted {
                    if let Some(colour) = colour {
                        colours.names.keep_word(item, &names.items[item.index()], colour);
                    }
                }
            }
        }
        Ok(option)
    }

    /// Adds an option to a cover with names, and gives it the next number. An option without a
    /// primary item is never chosen: it takes a number and is left out.
    pub(super) fn push_written_option(
        &mut self,
        entries: &[(ItemId, Option<Colour>)],
    ) -> Result<Option<OptionId>, OptionRefusal> {
        let items = || entries.iter().map(|entry| entry.0);
        let option = if items().any(|item| self.is_primary(item)) {
            Some(self.push_coloured_option(entries)?)
        } else {
            let mut sorted: Vec<ItemId> = items().collect();
            sorted.sort_unstable();
            first_double(&sorted).map_or(Ok(None), |item| Err(OptionRefusal::DoubleEntry(item)))?
        };
        if let Some(names) = &mut self.names {
            names.written_options =
                names.written_options.checked_add(1).ok_or(OptionRefusal::TooLarge)?;
            if option.is_some() {
                names.written.extend(items());
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

    /// The items of an option, ascending, each with its colour if it has one there.
    pub(crate) fn entries_of(
        &self,
        option: OptionId,
    ) -> impl Iterator<Item = (ItemId, Option<Colour>)> {
        let range = self.range(option);
        let colours = self.colours.as_ref().map_or(&[][..], |colours| &colours.of_entry);
        let colour = move |entry: usize| colours.get(entry).copied().flatten();
        range.map(move |entry| (self.entries[entry], colour(entry)))
    }

    /// Whether an item is primary. One that is not need not be covered, and an option needs one
    /// that is.
    pub(crate) fn is_primary(&self, item: ItemId) -> bool {
        self.items[item.index()].primary
    }

    /// How many options cover an item at least.
    pub(crate) fn least(&self, item: ItemId) -> u32 {
        self.items[item.index()].least
    }

    /// How many options cover an item at most: exactly as many, where it is primary and has no
    /// range. Any number may cover a coloured item.
    pub(crate) fn multiplicity(&self, item: ItemId) -> u32 {
        self.items[item.index()].multiplicity
    }

    /// Whether some primary item has a range: it may be covered more often than it must be.
    pub(crate) fn has_ranges(&self) -> bool {
        self.items.iter().any(|item| item.primary && item.least < item.multiplicity)
    }

    /// Whether each item is covered once, or at most once if it is secondary, and none has a colour:
    /// what Knuth calls an exact cover.
    pub(crate) fn is_standard(&self) -> bool {
        self.items.iter().all(Item::is_single) && !self.has_colours()
    }

    /// Whether it is that but for items that nothing covers and nothing need cover, which rule nothing
    /// out however often they might be covered.
    pub(crate) fn is_standard_in_effect(&self) -> bool {
        let mut is_covered = vec![false; self.items.len()];
        for item in &self.entries {
            is_covered[item.index()] = true;
        }
        let mut items = self.items.iter().zip(is_covered);
        items.all(|(item, is_covered)| item.is_single() || !is_covered && item.least == 0)
            && !self.has_colours()
    }

    /// Whether any option gives an item a colour.
    pub(crate) fn has_colours(&self) -> bool {
        self.coloured_items().next().is_some()
    }

    /// The items that some option gives a colour, ascending.
    pub(crate) fn coloured_items(&self) -> impl Iterator<Item = ItemId> {
        self.colours.iter().flat_map(|colours| colours.of_item.keys().copied())
    }

    /// Whether some option gives this item a colour.
    pub(crate) fn is_coloured(&self, item: ItemId) -> bool {
        self.colours.as_ref().is_some_and(|colours| colours.of_item.contains_key(&item))
    }

    /// The colours that options give an item, ascending.
    pub(crate) fn colours_of_item(&self, item: ItemId) -> Vec<Colour> {
        let colours = self.colours.iter().filter_map(|colours| colours.of_item.get(&item));
        colours.flatten().copied().collect()
    }

    /// The name of a colour; its number where it has none.
    pub(crate) fn colour_name(&self, colour: Colour) -> String {
        self.colours.as_ref().map_or_else(String::new, |colours| colours.names.name(colour))
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

    /// The names of an option's items, in the order in which they were written, with a colon and the
    /// colour behind those that have one.
    pub(crate) fn option_words(&self, option: OptionId) -> impl Iterator<Item = &str> {
        let range = self.range(option);
        let word = move |&item: &ItemId| {
            let coloured = self.colours.as_ref().and_then(|colours| {
                let entry = self.entries[range.clone()].binary_search(&item).ok()?;
                let colour = (*colours.of_entry.get(range.start + entry)?)?;
                colours.names.word(item, colour)
            });
            coloured.unwrap_or_else(|| self.item_name(item))
        };
        self.written_items(option).iter().map(word)
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
            colours: None,
        };
        for &old in &old_option {
            let from = cover.entries.len();
            let old = OptionId(old as u32);
            let mut entries: Vec<(ItemId, Option<Colour>)> =
                self.entries_of(old).map(|(item, colour)| (items[item.index()], colour)).collect();
            entries.sort_unstable();
            cover.entries.extend(entries.iter().map(|entry| entry.0));
            if self.colours.is_some() {
                cover.colours.get_or_insert_default().extend(from, &entries);
            }
            cover.starts.push(cover.entries.len() as u32);
        }
        cover
    }

    /// This cover without its names.
    #[cfg(test)]
    #[must_use]
    pub fn without_names(&self) -> Self {
        let mut cover = Self { names: None, ..self.clone() };
        cover.colours = cover.colours.filter(|colours| !colours.of_item.is_empty());
        if let Some(colours) = &mut cover.colours {
            colours.names = super::colour::ColourNames::default();
        }
        cover
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
