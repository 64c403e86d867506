//! Dancing links with the minimum-remaining-options rule: Knuth's Algorithms X and M
//! (TAOCP 7.2.2.1), the reference that the other engines are held against.
//!
//! Memory is twelve bytes for each entry of the cover. An item of multiplicity `m` stays linked
//! until `m` options have covered it; its options are taken in order, each withdrawn after its
//! turn, so that every set of options is met once.

use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::cover::{Case, Cover, ItemId, OptionId, Problem};

use super::tracer::{Lead, Tracer, Untraced};
use super::worker::{Branch, Explored, Visitor, WorkSplitter, Worker, nodes_per_cancel_check};

/// The links of a case, ready to be copied by each worker.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    /// Numbers `1..=items` are the headers of the items' lists; the rest are entries, those of each
    /// option between two spacers.
    entries: Vec<Entry>,
    items: Vec<ItemList>,
    /// The option that each entry belongs to, by the entry's number.
    option_of: Vec<OptionId>,
    /// About how much work a node is; see [`Worker::node_work`].
    node_work: u64,
}

/// A link is followed in the time in which this many words of a bitset are gone through.
const WORK_PER_LINK: u64 = 8;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The item of an entry; 0 for a spacer.
    top: u32,
    /// The entry above; for a spacer, the first entry of the option before it.
    up: u32,
    /// The entry below; for a spacer, the last entry of the option after it.
    down: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct ItemList {
    left: u32,
    right: u32,
    len: u32,
    /// How many more options may cover the item.
    room: u32,
}

impl Links {
    /// The memory that the links of a cover and one worker's copy of them take, in bytes.
    pub fn bytes(cover: &Cover) -> u64 {
        let entries = cover.entry_count() + cover.option_count() + cover.item_count();
        2 * (entries * (size_of::<Entry>() + size_of::<OptionId>())) as u64
            + 2 * (cover.item_count() * size_of::<ItemList>()) as u64
    }

    /// Links up the options of a case.
    pub fn new(problem: &Problem, case: &Case) -> Self {
        let cover = &problem.cover;
        let count = cover.item_count();
        let mut entries = vec![Entry::default(); count + 1];
        let mut items = vec![ItemList::default(); count + 1];
        let mut last = 0;
        for item in cover.items() {
            let i = item.0 + 1;
            entries[i as usize] = Entry { top: i, up: i, down: i };
            items[i as usize] =
                ItemList { left: i, right: i, len: 0, room: cover.multiplicity(item) };
            if case.is_required(cover, item) {
                items[last as usize].right = i;
                items[i as usize].left = last;
                last = i;
            }
        }
        items[last as usize].right = 0;
        items[0].left = last;
        let mut option_of = vec![OptionId(0); entries.len()];
        let mut first_of_previous = 0;
        for &option in &case.kept {
            let spacer = entries.len();
            let items_of = cover.items_of(option);
            let last_entry = (spacer + items_of.len()) as u32;
            entries.push(Entry { top: 0, up: first_of_previous, down: last_entry });
            option_of.push(option);
            first_of_previous = spacer as u32 + 1;
            for item in items_of {
                let (entry, header) = (entries.len() as u32, item.0 + 1);
                let above = entries[header as usize].up;
                entries.push(Entry { top: header, up: above, down: header });
                option_of.push(option);
                entries[above as usize].down = entry;
                entries[header as usize].up = entry;
                items[header as usize].len += 1;
            }
        }
        entries.push(Entry { top: 0, up: first_of_previous, down: 0 });
        let node_work = WORK_PER_LINK * (count as u64 + links_per_choice(cover));
        Self { entries, items, option_of, node_work }
    }

    /// A worker of its own for one thread.
    pub fn worker(&self) -> LinksWorker {
        LinksWorker {
            links: self.clone(),
            chosen: Vec::new(),
            withdrawn: Vec::new(),
            nodes: 0,
            next_cancel_check: 0,
        }
    }

    /// Removes an entry's option from the lists of its other items.
    fn hide(&mut self, entry: u32) {
        let mut q = entry + 1;
        while q != entry {
            let Entry { top, up, down } = self.entries[q as usize];
            if top == 0 {
                q = up;
            } else {
                self.entries[up as usize].down = down;
                self.entries[down as usize].up = up;
                self.items[top as usize].len -= 1;
                q += 1;
            }
        }
    }

    fn unhide(&mut self, entry: u32) {
        let mut q = entry - 1;
        while q != entry {
            let Entry { top, up, down } = self.entries[q as usize];
            if top == 0 {
                q = down;
            } else {
                self.entries[up as usize].down = q;
                self.entries[down as usize].up = q;
                self.items[top as usize].len += 1;
                q -= 1;
            }
        }
    }

    /// Counts an item as covered once more; when it is covered as often as it must be, the item and
    /// its options are taken out.
    fn cover(&mut self, item: u32) {
        self.items[item as usize].room -= 1;
        if self.items[item as usize].room > 0 {
            return;
        }
        let mut entry = self.entries[item as usize].down;
        while entry != item {
            self.hide(entry);
            entry = self.entries[entry as usize].down;
        }
        let ItemList { left, right, .. } = self.items[item as usize];
        self.items[left as usize].right = right;
        self.items[right as usize].left = left;
    }

    fn uncover(&mut self, item: u32) {
        self.items[item as usize].room += 1;
        if self.items[item as usize].room > 1 {
            return;
        }
        let ItemList { left, right, .. } = self.items[item as usize];
        self.items[left as usize].right = item;
        self.items[right as usize].left = item;
        let mut entry = self.entries[item as usize].up;
        while entry != item {
            self.unhide(entry);
            entry = self.entries[entry as usize].up;
        }
    }

    /// Covers the other items of an entry's option, left to right.
    fn commit(&mut self, entry: u32) {
        let mut q = entry + 1;
        while q != entry {
            let Entry { top, up, .. } = self.entries[q as usize];
            if top == 0 {
                q = up;
            } else {
                self.cover(top);
                q += 1;
            }
        }
    }

    fn uncommit(&mut self, entry: u32) {
        let mut q = entry - 1;
        while q != entry {
            let Entry { top, down, .. } = self.entries[q as usize];
            if top == 0 {
                q = down;
            } else {
                self.uncover(top);
                q -= 1;
            }
        }
    }

    /// Takes an entry's option out of every list.
    fn withdraw(&mut self, entry: u32) {
        self.hide(entry);
        let Entry { top, up, down } = self.entries[entry as usize];
        self.entries[up as usize].down = down;
        self.entries[down as usize].up = up;
        self.items[top as usize].len -= 1;
    }

    fn restore(&mut self, entry: u32) {
        let Entry { top, up, down } = self.entries[entry as usize];
        self.entries[up as usize].down = entry;
        self.entries[down as usize].up = entry;
        self.items[top as usize].len += 1;
        self.unhide(entry);
    }

    /// The first item with the fewest ways to go on, or what there is to say instead.
    fn choose(&self) -> Selection {
        let mut best = (u32::MAX, 0);
        let mut item = self.items[0].right;
        while item != 0 {
            let ItemList { right, len, room, .. } = self.items[item as usize];
            if len < room {
                return Selection::Dead(item);
            }
            // Of `len` options `room` are needed, so the first of them is one of this many.
            let ways = len - room;
            if ways < best.0 {
                best = (ways, item);
            }
            item = right;
        }
        if best.1 == 0 { Selection::Solution } else { Selection::Item(best.1) }
    }
}

/// About how many links choosing an option changes: those of all options that share an item with
/// it, where options have as many items as they have on average, and items as many options.
fn links_per_choice(cover: &Cover) -> u64 {
    let (entries, options) = (cover.entry_count() as u64, cover.option_count() as u64);
    let of_option = entries.div_ceil(options.max(1));
    let of_item = entries.div_ceil(cover.item_count().max(1) as u64);
    of_option * of_option * of_item
}

/// What dancing links find at a node.
enum Selection {
    /// This item has too few options left.
    Dead(u32),
    Solution,
    Item(u32),
}

/// One thread's copy of the links.
#[derive(Debug)]
pub(crate) struct LinksWorker {
    links: Links,
    chosen: Vec<OptionId>,
    withdrawn: Vec<u32>,
    nodes: u64,
    /// The number of nodes from which on the cancel token is looked at again.
    next_cancel_check: u64,
}

impl Worker for LinksWorker {
    fn branch(&mut self, prefix: &[OptionId]) -> Branch {
        let mut found = Branch::Dead;
        self.walk(prefix, &mut |branch| {
            found = branch.clone();
            None
        });
        found
    }

    fn walk(&mut self, prefix: &[OptionId], pick: &mut dyn FnMut(&Branch) -> Option<OptionId>) {
        // Whoever picks ends the walk.
        self.trace(prefix, &mut Lead(pick), &CancelToken::default());
    }

    fn node_work(&self) -> u64 {
        self.links.node_work
    }

    /// Explores the tree. The splitter is not asked: dancing links are the reference, and keep no
    /// list of what is left to try.
    fn run_splitting(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut dyn Visitor,
        _: &mut dyn WorkSplitter,
        cancel: &CancelToken,
    ) -> Explored {
        self.trace(prefix, &mut Untraced(visitor), cancel)
    }
}

impl LinksWorker {
    /// Visits every solution below a prefix of choices, and tells of every node on the way.
    pub fn trace<T: Tracer>(
        &mut self,
        prefix: &[OptionId],
        tracer: &mut T,
        cancel: &CancelToken,
    ) -> Explored {
        self.nodes = 0;
        self.next_cancel_check = nodes_per_cancel_check(self.links.node_work);
        let complete = self.explore(prefix, tracer, cancel);
        Explored { nodes: self.nodes, complete }
    }

    /// Explores below the current node, following the prefix first. Returns false when it was
    /// cancelled.
    /// The links are as before when it returns.
    fn explore<T: Tracer>(
        &mut self,
        prefix: &[OptionId],
        tracer: &mut T,
        cancel: &CancelToken,
    ) -> bool {
        if prefix.is_empty() {
            self.nodes += 1;
            if self.nodes >= self.next_cancel_check {
                self.next_cancel_check += nodes_per_cancel_check(self.links.node_work);
                if cancel.is_cancelled() {
                    return false;
                }
            }
        }
        let selection = self.links.choose();
        let picked;
        let mut prefix = prefix;
        if T::LEADS && prefix.is_empty() {
            let Some(option) = tracer.pick(&self.describe(&selection)) else { return true };
            picked = [option];
            prefix = &picked;
        } else if prefix.is_empty() && self.tell(&selection, tracer).is_break() {
            return false;
        }
        match selection {
            Selection::Dead(_) => true,
            // A prefix that goes on below a solution is none of this tree.
            Selection::Solution if !prefix.is_empty() => true,
            Selection::Solution => tracer.solution(&self.chosen).is_continue(),
            Selection::Item(item) if self.links.items[item as usize].room == 1 => {
                self.links.cover(item);
                let mut complete = true;
                let mut entry = self.links.entries[item as usize].down;
                while complete && entry != item {
                    complete = self.descend(entry, prefix, tracer, cancel);
                    entry = self.links.entries[entry as usize].down;
                }
                self.links.uncover(item);
                complete
            }
            Selection::Item(item) => {
                let mut complete = true;
                let mark = self.withdrawn.len();
                while complete && self.links.items[item as usize].len > 0 {
                    let entry = self.links.entries[item as usize].down;
                    self.links.withdraw(entry);
                    self.withdrawn.push(entry);
                    self.links.cover(item);
                    complete = self.descend(entry, prefix, tracer, cancel);
                    self.links.uncover(item);
                }
                for entry in self.withdrawn.drain(mark..).rev() {
                    self.links.restore(entry);
                }
                complete
            }
        }
    }

    /// Chooses an entry's option and explores below it, unless the prefix goes another way.
    fn descend<T: Tracer>(
        &mut self,
        entry: u32,
        prefix: &[OptionId],
        tracer: &mut T,
        cancel: &CancelToken,
    ) -> bool {
        let option = self.links.option_of[entry as usize];
        let rest = match prefix {
            [] => prefix,
            [first, rest @ ..] if *first == option => rest,
            _ => return true,
        };
        self.links.commit(entry);
        self.chosen.push(option);
        let complete = self.explore(rest, tracer, cancel);
        self.chosen.pop();
        self.links.uncommit(entry);
        complete
    }

    fn tell<T: Tracer>(&self, selection: &Selection, tracer: &mut T) -> ControlFlow<()> {
        match *selection {
            Selection::Solution => tracer.node(None, 0),
            Selection::Dead(item) | Selection::Item(item) => {
                tracer.node(Some(ItemId(item - 1)), self.links.items[item as usize].len)
            }
        }
    }

    fn describe(&self, selection: &Selection) -> Branch {
        let item = match *selection {
            Selection::Dead(_) => return Branch::Dead,
            Selection::Solution => return Branch::Solution,
            Selection::Item(item) => item,
        };
        let mut options = Vec::new();
        let mut entry = self.links.entries[item as usize].down;
        while entry != item {
            options.push(self.links.option_of[entry as usize]);
            entry = self.links.entries[entry as usize].down;
        }
        Branch::Choices { item: ItemId(item - 1), options }
    }
}
