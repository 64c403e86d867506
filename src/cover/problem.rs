//! A cover together with what its author knows about it: symmetry, pieces and classes of items.
//!
//! Engines need the cover alone; the rest lets them see earlier that a branch is empty, and lets
//! the plan break symmetry. Memory is that of the cover and of its group.

use super::exact_cover::{Cover, ItemId, OptionId, invert};
use super::symmetry::Group;

/// A partition of some of the items into classes, such as the cells of a board by row. Engines
/// use it to see early that what is left cannot fill what is left of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Classes {
    /// The class of each item; `None` for an item outside the partition.
    pub class_of: Vec<Option<u8>>,
    /// The number of classes.
    pub count: usize,
}

/// A cover with what its author knows about it, said without geometry.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// The items and options.
    pub cover: Cover,
    /// Permutations of options and items that map the problem onto itself. The first element
    /// is the identity.
    pub group: Group,
    /// Items of which every option covers at most one: in a puzzle its pieces, by their numbers.
    /// Options that cover none may be used as often as they fit. Empty where nothing is known.
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

    /// The orders in which the partitions can be gone through, one within another; a single empty one
    /// where there are none.
    pub fn class_orders(&self) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new()];
        for next in 0..self.classes.len() {
            let longer = |shorter: &Vec<usize>| {
                let at = |place: usize| [&shorter[..place], &[next], &shorter[place..]].concat();
                (0..=shorter.len()).map(at).collect::<Vec<_>>()
            };
            found = found.iter().flat_map(longer).collect();
        }
        found
    }

    /// This problem with items and options numbered anew, as in [`Cover::renumbered`].
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
