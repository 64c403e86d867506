//! In which orders items may be scanned.
//!
//! Where the problem knows classes (on a board: the axes), items are gone through along one axis
//! after the other, from one end. Where an anchor lies already, it is best to begin at the end that
//! is nearer to it; and round a closed axis beside it, so that it is come to last. Cost: a few words
//! for each item and order.

use crate::cover::{Classes, ItemId, Problem};

/// How items are put in order, whatever the anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OrderRule {
    /// The partitions, the one that counts most first; none for the order in which items are
    /// numbered.
    axes: Vec<usize>,
    /// Whether the first of them is gone through from the end that is farther from the anchor.
    from_far_end: bool,
}

/// All rules for a problem. Without partitions there is one end only.
pub(super) fn rules(problem: &Problem) -> Vec<OrderRule> {
    let ends = if problem.classes.is_empty() { &[false][..] } else { &[false, true] };
    let from_either_end = |axes: Vec<usize>| {
        ends.iter().map(move |&from_far_end| OrderRule { axes: axes.clone(), from_far_end })
    };
    problem.class_orders().into_iter().flat_map(from_either_end).collect()
}

/// What all orders of a problem need to know.
pub(super) struct Orders<'a> {
    problem: &'a Problem,
    /// Which partitions are closed: some option is in the first class and in the last, and not in all.
    is_closed: Vec<bool>,
    /// The items that are in no class though there are classes, and those that share an option with
    /// each.
    followers: Vec<(ItemId, Vec<ItemId>)>,
}

impl<'a> Orders<'a> {
    pub fn new(problem: &'a Problem) -> Self {
        let Problem { cover, classes, pieces, .. } = problem;
        let is_closed = |classes: &Classes| {
            let last = classes.count.saturating_sub(1) as u8;
            cover.options().any(|option| {
                let items = cover.items_of(option);
                let is_in =
                    |class| items.iter().any(|item| classes.class_of[item.index()] == Some(class));
                is_in(0) && is_in(last) && classes_of(classes, items).len() < classes.count
            })
        };
        let is_in_none = |item: &ItemId| {
            let is_in = |classes: &Classes| classes.class_of[item.index()].is_some();
            !classes.is_empty() && !pieces.contains(item) && !classes.iter().any(is_in)
        };
        let mut followers: Vec<(ItemId, Vec<ItemId>)> =
            cover.items().filter(is_in_none).map(|item| (item, Vec::new())).collect();
        if !followers.is_empty() {
            for option in cover.options() {
                let items = cover.items_of(option);
                for (item, others) in &mut followers {
                    if items.binary_search(item).is_ok() {
                        others.extend(items);
                    }
                }
            }
        }
        Self { problem, is_closed: classes.iter().map(is_closed).collect(), followers }
    }

    /// Puts items in order, of which those of the anchor are covered already. An item that is in no
    /// class comes after all that share an option with it.
    pub fn by(&self, rule: &OrderRule, anchor: &[ItemId], items: Vec<ItemId>) -> Vec<ItemId> {
        let mut ranks = Vec::with_capacity(rule.axes.len());
        for (place, &axis) in rule.axes.iter().enumerate() {
            let classes = &self.problem.classes[axis];
            let near = classes_of(classes, anchor);
            let from_far_end = place == 0 && rule.from_far_end;
            let by_class = ranks_of(classes.count, self.is_closed[axis], &near, from_far_end);
            ranks.push((classes, by_class));
        }
        let is_follower =
            |item: &ItemId| self.followers.iter().any(|(follower, _)| follower == item);
        let (others, mut order): (Vec<ItemId>, Vec<ItemId>) =
            items.into_iter().partition(is_follower);
        order.sort_by_cached_key(|item| {
            ranks.iter().fold(0_u64, |key, (classes, by_class)| {
                let class = classes.class_of[item.index()];
                key << 16 | u64::from(class.map_or(u16::MAX, |class| by_class[usize::from(class)]))
            })
        });
        self.insert(&mut order, &others);
        order
    }

    /// Inserts the items that follow others.
    fn insert(&self, order: &mut Vec<ItemId>, others: &[ItemId]) {
        let mut places = vec![0; self.problem.cover.item_count()];
        for (place, item) in (1..).zip(order.iter()) {
            places[item.index()] = place;
        }
        let mut followers: Vec<(usize, ItemId)> = Vec::new();
        for (item, beside) in self.followers.iter().filter(|(item, _)| others.contains(item)) {
            followers
                .push((beside.iter().map(|other| places[other.index()]).max().unwrap_or(0), *item));
        }
        followers.sort_unstable();
        for (place, item) in followers.into_iter().rev() {
            order.insert(place, item);
        }
    }
}

/// The place of each class, where the anchor lies in some of them.
fn ranks_of(count: usize, is_closed: bool, anchor: &[usize], from_far_end: bool) -> Vec<u16> {
    let rank = |class: usize| {
        if is_closed {
            // From the class that follows the anchor's on.
            let follows = |class: &usize| {
                let before = (class + count - 1) % count;
                anchor.binary_search(&before).is_ok() && anchor.binary_search(class).is_err()
            };
            let start = (0..count).find(follows).unwrap_or(0);
            let onward = (class + count - start) % count;
            return if from_far_end { count - 1 - onward } else { onward };
        }
        let middle: usize = anchor.iter().map(|class| 2 * class + 1).sum();
        let is_past_middle = middle > anchor.len() * count;
        if is_past_middle == from_far_end { class } else { count - 1 - class }
    };
    (0..count).map(|class| rank(class) as u16).collect()
}

/// The classes of some items, ascending.
fn classes_of(classes: &Classes, items: &[ItemId]) -> Vec<usize> {
    let found = items.iter().filter_map(|item| classes.class_of[item.index()]);
    let mut found: Vec<usize> = found.map(usize::from).collect();
    found.sort_unstable();
    found.dedup();
    found
}
