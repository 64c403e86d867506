//! The item with the fewest ways to go on, where there are many items: the best one of each block of
//! neighbours is kept, and looked for again only where something changed since.
//!
//! Invariant: what is kept of a block that is not marked is what its items say. Cost: a mark for each
//! change; in choosing, a look at each block, and at each item of those that are marked.

use super::item_list::ItemList;

/// With fewer items than this the list of items is walked.
const MANY: usize = 1 << 10;

/// How many items a block has.
const BLOCK: usize = 64;

/// What some items of the list come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fewest {
    /// None of them is on the list.
    Nothing,
    /// The first that has fewer options left than it needs.
    Dead(u32),
    /// The first of those with the fewest ways to go on.
    Item { ways: u32, item: u32 },
}

impl Fewest {
    /// What some items come to that are on the list, each with its number.
    #[inline]
    fn of(items: impl Iterator<Item = (u32, ItemList)>) -> Self {
        let mut best = Self::Nothing;
        for (item, ItemList { len, needed, .. }) in items {
            // What is on the list is needed at least once more.
            let needed = needed as u32;
            if len < needed {
                return Self::Dead(item);
            }
            // Of `len` options `needed` are taken, so the first of them is one of `ways + 1`.
            best = best.or(Self::Item { ways: len - needed, item });
        }
        best
    }

    /// This, or what comes after it where that is better.
    #[inline]
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Dead(_), _) | (_, Self::Nothing) => self,
            (Self::Item { ways, .. }, Self::Item { ways: fewer, .. }) if ways <= fewer => self,
            _ => other,
        }
    }
}

/// The best of each block, where there are many items.
#[derive(Clone, Debug, Default)]
pub(super) struct FewestByBlock {
    /// The blocks of which something changed; empty where there are few items.
    is_changed: Vec<bool>,
    best: Vec<Fewest>,
}

impl FewestByBlock {
    /// For this many items, of which nothing was looked at.
    pub fn new(items: usize) -> Self {
        let blocks = if items < MANY { 0 } else { items.div_ceil(BLOCK) };
        Self { is_changed: vec![true; blocks], best: vec![Fewest::Nothing; blocks] }
    }

    /// The memory that so many items take, in bytes.
    pub fn bytes(items: usize) -> usize {
        items.div_ceil(BLOCK) * (size_of::<Fewest>() + size_of::<bool>())
    }

    /// Something about an item changed.
    #[inline]
    pub fn mark(&mut self, item: u32) {
        if let Some(is_changed) = self.is_changed.get_mut(item as usize / BLOCK) {
            *is_changed = true;
        }
    }

    /// The first item of the list with the fewest ways to go on, or the first that is dead.
    #[inline]
    pub fn choose(&mut self, items: &[ItemList]) -> Fewest {
        if self.is_changed.is_empty() {
            return Fewest::of(on_list(items));
        }
        let mut best = Fewest::Nothing;
        for (block, is_changed) in self.is_changed.iter_mut().enumerate() {
            if std::mem::take(is_changed) {
                let end = items.len().min((block + 1) * BLOCK);
                self.best[block] = Fewest::of(listed(items, block * BLOCK..end));
            }
            best = best.or(self.best[block]);
            if let Fewest::Dead(_) = best {
                break;
            }
        }
        best
    }
}

/// The items on the list, by walking it.
#[inline]
fn on_list(items: &[ItemList]) -> impl Iterator<Item = (u32, ItemList)> {
    let mut next = items[0].right;
    std::iter::from_fn(move || {
        let number = next;
        let item = items[number as usize];
        next = item.right;
        (number != 0).then_some((number, item))
    })
}

/// Those of a range.
#[inline]
fn listed(
    items: &[ItemList],
    range: std::ops::Range<usize>,
) -> impl Iterator<Item = (u32, ItemList)> {
    range.filter_map(move |place| {
        let (number, item) = (place as u32, items[place]);
        // An item that was taken out is not the right neighbour of the one at its left any more; one that
        // was never on the list is its own neighbour, and so is the head of an empty list.
        let is_listed =
            number != 0 && item.left != number && items[item.left as usize].right == number;
        is_listed.then_some((number, item))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;

    /// The items 1 to `count`, all on the list, with some options each.
    fn linked(count: u32, random: &mut SplitMix) -> Vec<ItemList> {
        let link = |item: u32| ItemList {
            left: item.checked_sub(1).unwrap_or(count),
            right: (item + 1) % (count + 1),
            len: 3 + random.below(4) as u32,
            needed: 1,
        };
        (0..=count).map(link).collect()
    }

    #[test]
    fn the_best_of_all_blocks_is_the_first_that_a_walk_over_the_list_finds() {
        let mut random = SplitMix::new(5);
        let count = 2 * MANY as u32 + 7;
        let mut items = linked(count, &mut random);
        // One that was never on the list, such as a secondary item.
        items.push(ItemList { left: count + 1, right: count + 1, len: 0, needed: 0 });
        let mut blocks = FewestByBlock::new(items.len());
        let mut taken: Vec<u32> = Vec::new();
        for _ in 0..5_000 {
            let item = 1 + random.below(count as usize) as u32;
            match random.below(4) {
                0 if !taken.contains(&item) => {
                    let ItemList { left, right, .. } = items[item as usize];
                    items[left as usize].right = right;
                    items[right as usize].left = left;
                    taken.push(item);
                    blocks.mark(item);
                }
                1 => {
                    if let Some(item) = taken.pop() {
                        let ItemList { left, right, .. } = items[item as usize];
                        items[left as usize].right = item;
                        items[right as usize].left = item;
                        blocks.mark(item);
                    }
                }
                _ => {
                    items[item as usize].len = random.below(9) as u32;
                    blocks.mark(item);
                }
            }
            assert_eq!(blocks.choose(&items), Fewest::of(on_list(&items)));
        }
    }

    #[test]
    fn of_few_items_nothing_is_kept() {
        let mut random = SplitMix::new(6);
        let items = linked(20, &mut random);
        let mut blocks = FewestByBlock::new(items.len());
        assert!(blocks.best.is_empty());
        blocks.mark(7);
        assert_eq!(blocks.choose(&items), Fewest::of(on_list(&items)));
    }
}
