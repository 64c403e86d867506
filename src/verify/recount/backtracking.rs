//! Counting by plain backtracking, where states do not merge.
//!
//! At each node the item is covered that has the fewest options left beyond those that it needs, by
//! each of them in turn; an option is withdrawn after its turn, so that a set of options is met
//! once. Where nothing needs to be covered any more, every set of the options left is a solution
//! that may be extended further. A node costs a look at the options left to its parent and at the
//! items of those that are left to it. Memory is that of the lists of options from the root down.

use super::disjoint::disjoint_search;
use super::effort::{Effort, Stop};
use super::requirements::{RecountOption, Requirements};

/// What a node costs beside its options, in looks at them.
const NODE: usize = 64;

/// How a search covers an item that may be covered more than once.
#[derive(Clone, Copy, Debug)]
struct Use {
    item: usize,
    times: u32,
}

/// Counts the solutions, in at most so many nodes; the whole search is this share of the work.
///
/// # Errors
/// When a bound is reached.
pub(super) fn backtrack(
    requirements: &Requirements,
    most_nodes: u64,
    share: f64,
    effort: &mut Effort<'_>,
) -> Result<u128, Stop> {
    match disjoint_search(requirements) {
        Some(search) => search.count(most_nodes, share, effort),
        None => Backtracking::new(requirements).count(most_nodes, share, effort),
    }
}

/// A search where options may exclude one another in any way.
struct Backtracking<'a> {
    requirements: &'a Requirements,
    words: usize,
    /// For each option, the bits that must not be forbidden, and those that it forbids.
    holds: Vec<u64>,
    forbids: Vec<u64>,
    /// For each option, the items that must be covered.
    needed: Vec<Vec<Use>>,
    /// For each option, the items that may be covered more than once.
    counted: Vec<Vec<Use>>,
    /// The bit that forbids each item.
    bits: Vec<usize>,
    /// How often each item is covered.
    covered: Vec<u32>,
    /// For each item, how often the options left cover it.
    left: Vec<u32>,
    /// The items that must be covered.
    must: Vec<usize>,
}

/// A node on the way to the one at hand.
struct Node {
    /// Where its options begin in the list of all nodes' options.
    from: usize,
    /// Which of them comes next.
    next: usize,
    /// Where those end that cover the item.
    end: usize,
    /// The option that led here.
    option: Option<u32>,
    weight: u128,
}

impl<'a> Backtracking<'a> {
    /// Prepares a search.
    fn new(requirements: &'a Requirements) -> Self {
        let Requirements { items, options } = requirements;
        let mut bits = Vec::with_capacity(items.len());
        let mut width = 0;
        for item in items {
            bits.push(width);
            width += if item.colours > 0 { item.colours as usize + 1 } else { 1 };
        }
        let words = width.div_ceil(64).max(1);
        let mut search = Self {
            requirements,
            words,
            holds: vec![0; words * options.len()],
            forbids: vec![0; words * options.len()],
            needed: Vec::with_capacity(options.len()),
            counted: Vec::with_capacity(options.len()),
            bits,
            covered: vec![0; items.len()],
            left: vec![0; items.len()],
            must: (0..items.len()).filter(|&item| items[item].least > 0).collect(),
        };
        for (place, option) in options.iter().enumerate() {
            search.prepare(place, option);
        }
        search
    }

    fn prepare(&mut self, place: usize, option: &RecountOption) {
        let from = place * self.words;
        let set = |words: &mut [u64], bit: usize| words[from + bit / 64] |= 1 << (bit % 64);
        let (mut needed, mut counted) = (Vec::new(), Vec::new());
        for entry in &option.entries {
            let index = entry.item as usize;
            let (item, bit) = (&self.requirements.items[index], self.bits[index]);
            let used = Use { item: index, times: entry.times };
            needed.extend((item.least > 0).then_some(used));
            if item.colours > 0 {
                // The bit after those of the colours is for none of them.
                let own = entry.colour.unwrap_or(item.colours) as usize;
                set(&mut self.holds, bit + own);
                let others = (0..=item.colours as usize)
                    .filter(|&other| other != own || entry.colour.is_none());
                others.for_each(|other| set(&mut self.forbids, bit + other));
            } else {
                set(&mut self.holds, bit);
                if item.most <= 1 {
                    set(&mut self.forbids, bit);
                } else {
                    counted.push(used);
                }
            }
        }
        self.needed.push(needed);
        self.counted.push(counted);
    }

    /// Counts the solutions, as [`backtrack`] does.
    fn count(mut self, most_nodes: u64, share: f64, effort: &mut Effort<'_>) -> Result<u128, Stop> {
        let words = self.words;
        let before = effort.nodes;
        let mut total: u128 = 0;
        let mut options: Vec<u32> = (0..self.requirements.options.len() as u32).collect();
        let mut forbidden = vec![0_u64; words];
        let mut nodes: Vec<Node> = Vec::new();
        nodes.extend(self.enter(&mut options, 0, None, 1, &mut total)?);
        let root = nodes.first().map_or(1, |root| root.end.max(1));
        while let Some(node) = nodes.last_mut() {
            if node.next == node.end {
                options.truncate(node.from);
                forbidden.truncate(words * (nodes.len() - 1));
                if let Some(Node { option: Some(option), .. }) = nodes.pop() {
                    self.uncover(option);
                }
                continue;
            }
            let (at, weight) = (node.next, node.weight);
            node.next += 1;
            let (rest, to) = (node.next, options.len());
            let option = options[at];
            effort.nodes += 1;
            if effort.nodes - before > most_nodes {
                return Err(Stop::Work);
            }
            let done = effort.share;
            effort.looked(NODE + to - rest, || {
                done + share * (nodes[0].next - 1) as f64 / root as f64
            })?;
            let depth = nodes.len();
            let state = forbidden.len() - words;
            forbidden.extend_from_within(state..);
            if !self.cover(option, &mut forbidden[words * depth..]) {
                forbidden.truncate(words * depth);
                continue;
            }
            let state = &forbidden[words * depth..];
            for place in rest..to {
                let other = options[place];
                let from = other as usize * words;
                let holds = &self.holds[from..from + words];
                if holds.iter().zip(state).all(|(holds, forbidden)| holds & forbidden == 0) {
                    options.push(other);
                }
            }
            let chosen = &self.requirements.options[option as usize];
            let weight = weight.checked_mul(chosen.weight.into()).ok_or(Stop::TooLarge)?;
            let child = self.enter(&mut options, to, Some(option), weight, &mut total)?;
            if child.is_none() {
                options.truncate(to);
                forbidden.truncate(words * depth);
                self.uncover(option);
            }
            nodes.extend(child);
        }
        Ok(total)
    }

    /// Chooses an option; false where an item would be covered too often.
    fn cover(&mut self, option: u32, forbidden: &mut [u64]) -> bool {
        let option = option as usize;
        let items = &self.requirements.items;
        let is_too_often =
            |used: &Use| self.covered[used.item] + used.times > items[used.item].most;
        if self.counted[option].iter().any(is_too_often) {
            return false;
        }
        let from = option * self.words;
        for (word, forbids) in forbidden.iter_mut().zip(&self.forbids[from..]) {
            *word |= forbids;
        }
        for entry in &self.requirements.options[option].entries {
            self.covered[entry.item as usize] += entry.times;
        }
        for used in &self.counted[option] {
            if self.covered[used.item] == items[used.item].most {
                let bit = self.bits[used.item];
                forbidden[bit / 64] |= 1 << (bit % 64);
            }
        }
        true
    }

    fn uncover(&mut self, option: u32) {
        for entry in &self.requirements.options[option as usize].entries {
            self.covered[entry.item as usize] -= entry.times;
        }
    }

    /// Puts the options of a node that cover the item to be covered before the others. `None`
    /// where nothing is to be done below the node.
    fn enter(
        &mut self,
        options: &mut [u32],
        from: usize,
        option: Option<u32>,
        weight: u128,
        total: &mut u128,
    ) -> Result<Option<Node>, Stop> {
        for &item in &self.must {
            self.left[item] = 0;
        }
        for &option in &options[from..] {
            for used in &self.needed[option as usize] {
                self.left[used.item] += used.times;
            }
        }
        let mut best: Option<(u32, usize)> = None;
        for &item in &self.must {
            let needed = self.requirements.items[item].least.saturating_sub(self.covered[item]);
            if needed == 0 {
                continue;
            }
            let Some(spare) = self.left[item].checked_sub(needed) else { return Ok(None) };
            if best.is_none_or(|(least, _)| spare < least) {
                best = Some((spare, item));
            }
        }
        let mut end = from;
        if let Some((_, item)) = best {
            for place in from..options.len() {
                let covers = |used: &Use| used.item == item;
                if self.needed[options[place] as usize].iter().any(covers) {
                    options.swap(place, end);
                    end += 1;
                }
            }
        } else {
            *total = total.checked_add(weight).ok_or(Stop::TooLarge)?;
            end = options.len();
        }
        Ok((end > from).then_some(Node { from, next: from, end, option, weight }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::requirements::{Entry, RecountItem};
    use super::*;
    use crate::cancel::CancelToken;

    /// Dominoes on a board, the first of which stands for three; those that lie upright have one item
    /// in common that may stay uncovered.
    fn dominoes(rows: u32, columns: u32) -> Requirements {
        let item = |least| RecountItem { least, most: 1, colours: 0, at: None };
        let mut items = vec![item(1); (rows * columns) as usize];
        items.push(item(0));
        let mut options: Vec<RecountOption> = Vec::new();
        for cell in 0..rows * columns {
            let beside = (cell % columns + 1 < columns).then(|| vec![cell, cell + 1]);
            let below = cell + columns;
            let upright = (below < rows * columns).then(|| vec![cell, below, rows * columns]);
            for items in beside.into_iter().chain(upright) {
                let entry = |item| Entry { item, times: 1, colour: None };
                let (number, weight) = (options.len() as u32, 1);
                let entries = items.into_iter().map(entry).collect();
                options.push(RecountOption { number, entries, weight });
            }
        }
        options[0].weight = 3;
        Requirements { items, options }
    }

    fn effort<T>(work: impl FnOnce(&mut Effort<'_>) -> T) -> (T, u64) {
        let (cancel, mut on_progress) = (CancelToken::new(), |_: &_| {});
        let mut effort = Effort::new(&cancel, &mut on_progress);
        (work(&mut effort), effort.nodes)
    }

    #[test]
    fn where_options_are_masks_of_items_the_tree_is_that_of_the_search_in_general() {
        // One upright domino at most is in two rows of odd width, at every other column, or in none.
        for (rows, columns, expected) in
            [(1, 6, 3), (2, 5, 7), (3, 4, 3), (3, 5, 0), (2, 35, 52), (5, 28, 3), (9, 30, 3)]
        {
            let requirements = dominoes(rows, columns);
            let general = |effort: &mut Effort<'_>| {
                Backtracking::new(&requirements).count(1_000_000, 1.0, effort)
            };
            let masks = |effort: &mut Effort<'_>| {
                disjoint_search(&requirements).map(|search| search.count(1_000_000, 1.0, effort))
            };
            let (counted, nodes) = effort(general);
            assert_eq!(counted, Ok(expected), "{rows} x {columns}");
            assert_eq!(effort(masks), (Some(Ok(expected)), nodes), "{rows} x {columns}");
        }
    }
}
