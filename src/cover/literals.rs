//! Colours in sets of bits, for engines that know nothing but such.
//!
//! The colours of an item are numbered in binary. Each digit has two literals, one for 0 and one for
//! 1, next to each other; an option *sets* those of its colour's number and is *in conflict* with
//! the others. One that names the item without a colour sets all and is in conflict with all. Then
//! two options clash exactly if the one sets what the other is in conflict with, whichever is the
//! one.
//!
//! Cost: a look-up in a tree for each entry that is asked about.

use std::collections::{BTreeMap, BTreeSet};

use super::colour::Colour;
use super::exact_cover::{Cover, ItemId, OptionId};

/// What tells the colours of a cover apart, digit by digit. Literals are counted from 0, and the
/// two of a digit are an even number and the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Literals {
    palettes: BTreeMap<ItemId, Palette>,
    count: usize,
}

/// The colours of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Palette {
    first: usize,
    digits: usize,
    colours: Vec<Colour>,
}

impl Literals {
    /// The literals of the coloured items of a cover.
    pub fn new(cover: &Cover) -> Self {
        let mut literals = Self::default();
        let bare = if cover.has_colours() { bare_items(cover) } else { BTreeSet::new() };
        for item in cover.coloured_items() {
            let colours = cover.colours_of_item(item);
            // One colour needs no digits, unless an option excludes it by giving none.
            let digits = usize::BITS - (colours.len() - 1).leading_zeros();
            let digits = (digits as usize).max(usize::from(bare.contains(&item)));
            let first = literals.count;
            literals.count += 2 * digits;
            literals.palettes.insert(item, Palette { first, digits, colours });
        }
        literals
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The item of each.
    pub fn items(&self) -> impl Iterator<Item = ItemId> {
        // They were handed out in the order of the items.
        let palettes = self.palettes.iter();
        palettes.flat_map(|(&item, palette)| std::iter::repeat_n(item, 2 * palette.digits))
    }

    /// What an entry sets; nothing where the item has no colours.
    pub fn set_by(&self, item: ItemId, colour: Option<Colour>) -> Vec<usize> {
        self.chosen(item, colour, false)
    }

    /// What an entry is in conflict with; nothing where the item has no colours.
    pub fn in_conflict(&self, item: ItemId, colour: Option<Colour>) -> Vec<usize> {
        self.chosen(item, colour, true)
    }

    fn chosen(&self, item: ItemId, colour: Option<Colour>, opposite: bool) -> Vec<usize> {
        let Some(Palette { first, digits, colours }) = self.palettes.get(&item) else {
            return Vec::new();
        };
        let Some(colour) = colour else { return (*first..first + 2 * digits).collect() };
        let number = colours.binary_search(&colour).unwrap_or_default();
        let digit = |digit| (number >> digit & 1) ^ usize::from(opposite);
        (0..*digits).map(|place| first + 2 * place + digit(place)).collect()
    }
}

/// The coloured items that some option names without a colour.
fn bare_items(cover: &Cover) -> BTreeSet<ItemId> {
    let entries = cover.options().flat_map(|option| cover.entries_of(option));
    entries
        .filter(|(item, colour)| colour.is_none() && cover.is_coloured(*item))
        .map(|entry| entry.0)
        .collect()
}

/// Whether two options clash in a coloured item, by its definition.
pub(crate) fn colours_clash(cover: &Cover, a: OptionId, b: OptionId) -> bool {
    let of_b: BTreeMap<ItemId, Option<Colour>> = cover.entries_of(b).collect();
    cover.entries_of(a).filter(|&(item, _)| cover.is_coloured(item)).any(|(item, colour)| {
        of_b.get(&item).is_some_and(|other| colour.is_none() || *other != colour)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_clash_exactly_if_one_sets_what_the_other_is_in_conflict_with() {
        // Five colours, one of which is also left out; one colour alone, with and without others.
        let text = "p | x y z\np x:a y:r z:k\np x:b y:r z\np x:c z:k\np x:d y:r\np x:e\np x\np\n";
        let cover = Cover::parse_dlx(text).unwrap();
        let literals = Literals::new(&cover);
        assert_eq!(literals.count(), 6 + 2);
        let of = |option, what: fn(&Literals, ItemId, Option<Colour>) -> Vec<usize>| {
            let entries = cover.entries_of(option);
            entries
                .flat_map(|(item, colour)| what(&literals, item, colour))
                .collect::<BTreeSet<_>>()
        };
        for a in cover.options() {
            for b in cover.options().filter(|&b| b != a) {
                let (set, conflict) = (of(a, Literals::set_by), of(b, Literals::in_conflict));
                assert_eq!(!set.is_disjoint(&conflict), colours_clash(&cover, a, b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn the_opposite_of_a_conflict_is_the_neighbour_in_its_digit() {
        let cover = Cover::parse_dlx("p | x\np x:a\np x:b\np x:c\np x\n").unwrap();
        let literals = Literals::new(&cover);
        for (item, colour) in cover.options().flat_map(|option| cover.entries_of(option)) {
            let conflicts = literals.in_conflict(item, colour).into_iter();
            let mut opposite: Vec<usize> = conflicts.map(|literal| literal ^ 1).collect();
            opposite.sort_unstable();
            assert_eq!(opposite, literals.set_by(item, colour));
        }
    }
}
