//! Dancing links with the minimum-remaining-options rule: Knuth's Algorithms X and M
//! (TAOCP 7.2.2.1), the reference that the other engines are held against.
//!
//! Memory is twelve bytes for each entry of the cover. An item of multiplicity `m` stays linked
//! until `m` options have covered it; its options are taken in order, each withdrawn after its
//! turn, so that every set of options is met once.

use std::ops::ControlFlow;

use crate::cover::{Case, Cover, ItemId, OptionId, Problem};

use super::{Branch, CancelToken, Explored, NODES_PER_LOOK, Visitor};

/// The links of a case, ready to be copied by each worker.
#[derive(Clone, Debug)]
pub struct Links {
    /// Nodes `1..=items` are the heads of the item lists; the rest are entries, each option
    /// between two spacers.
    nodes: Vec<Node>,
    items: Vec<Head>,
    /// The option that each entry belongs to, by node.
    option_of: Vec<OptionId>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// The item of an entry; 0 for a spacer.
    top: u32,
    /// The entry above; for a spacer, the first entry of the option before it.
    up: u32,
    /// The entry below; for a spacer, the last entry of the option after it.
    down: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Head {
    left: u32,
    right: u32,
    len: u32,
    /// How many more options may cover the item.
    room: u32,
}

impl Links {
    /// The memory that the links of a cover and one worker's copy of them take, in bytes.
    pub fn bytes(cover: &Cover) -> u64 {
        let nodes = cover.entry_count() + cover.option_count() + cover.item_count();
        2 * (nodes * (size_of::<Node>() + size_of::<OptionId>())) as u64
            + 2 * (cover.item_count() * size_of::<Head>()) as u64
    }

    /// Links up the options of a case.
    pub fn new(problem: &Problem, case: &Case) -> Self {
        let cover = &problem.cover;
        let count = cover.item_count();
        let mut nodes = vec![Node::default(); count + 1];
        let mut items = vec![Head::default(); count + 1];
        let mut last = 0;
        for item in cover.items() {
            let i = item.0 + 1;
            nodes[i as usize] = Node { top: i, up: i, down: i };
            items[i as usize] = Head { left: i, right: i, len: 0, room: cover.multiplicity(item) };
            if case.is_required(cover, item) {
                items[last as usize].right = i;
                items[i as usize].left = last;
                last = i;
            }
        }
        items[last as usize].right = 0;
        items[0].left = last;
        let mut option_of = vec![OptionId(0); nodes.len()];
        let mut first_of_previous = 0;
        for &option in &case.kept {
            let spacer = nodes.len();
            let entries = cover.items_of(option);
            let last_entry = (spacer + entries.len()) as u32;
            nodes.push(Node { top: 0, up: first_of_previous, down: last_entry });
            option_of.push(option);
            first_of_previous = spacer as u32 + 1;
            for item in entries {
                let (node, head) = (nodes.len() as u32, item.0 + 1);
                let above = nodes[head as usize].up;
                nodes.push(Node { top: head, up: above, down: head });
                option_of.push(option);
                nodes[above as usize].down = node;
                nodes[head as usize].up = node;
                items[head as usize].len += 1;
            }
        }
        nodes.push(Node { top: 0, up: first_of_previous, down: 0 });
        Self { nodes, items, option_of }
    }

    /// A worker of its own for one thread.
    pub fn worker(&self) -> LinksWorker {
        LinksWorker {
            links: self.clone(),
            chosen: Vec::new(),
            withdrawn: Vec::new(),
            nodes: 0,
            branch: None,
        }
    }

    /// Removes an entry's option from the lists of its other items.
    fn hide(&mut self, entry: u32) {
        let mut q = entry + 1;
        while q != entry {
            let Node { top, up, down } = self.nodes[q as usize];
            if top == 0 {
                q = up;
            } else {
                self.nodes[up as usize].down = down;
                self.nodes[down as usize].up = up;
                self.items[top as usize].len -= 1;
                q += 1;
            }
        }
    }

    fn unhide(&mut self, entry: u32) {
        let mut q = entry - 1;
        while q != entry {
            let Node { top, up, down } = self.nodes[q as usize];
            if top == 0 {
                q = down;
            } else {
                self.nodes[up as usize].down = q;
                self.nodes[down as usize].up = q;
                self.items[top as usize].len += 1;
                q -= 1;
            }
        }
    }

    /// Uses up one place of an item; at the last one, the item and its options go.
    fn cover(&mut self, item: u32) {
        self.items[item as usize].room -= 1;
        if self.items[item as usize].room > 0 {
            return;
        }
        let mut entry = self.nodes[item as usize].down;
        while entry != item {
            self.hide(entry);
            entry = self.nodes[entry as usize].down;
        }
        let Head { left, right, .. } = self.items[item as usize];
        self.items[left as usize].right = right;
        self.items[right as usize].left = left;
    }

    fn uncover(&mut self, item: u32) {
        self.items[item as usize].room += 1;
        if self.items[item as usize].room > 1 {
            return;
        }
        let Head { left, right, .. } = self.items[item as usize];
        self.items[left as usize].right = item;
        self.items[right as usize].left = item;
        let mut entry = self.nodes[item as usize].up;
        while entry != item {
            self.unhide(entry);
            entry = self.nodes[entry as usize].up;
        }
    }

    /// Covers the other items of an entry's option, left to right.
    fn commit(&mut self, entry: u32) {
        let mut q = entry + 1;
        while q != entry {
            let Node { top, up, .. } = self.nodes[q as usize];
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
            let Node { top, down, .. } = self.nodes[q as usize];
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
        let Node { top, up, down } = self.nodes[entry as usize];
        self.nodes[up as usize].down = down;
        self.nodes[down as usize].up = up;
        self.items[top as usize].len -= 1;
    }

    fn restore(&mut self, entry: u32) {
        let Node { top, up, down } = self.nodes[entry as usize];
        self.nodes[up as usize].down = entry;
        self.nodes[down as usize].up = entry;
        self.items[top as usize].len += 1;
        self.unhide(entry);
    }

    /// The first item with the fewest ways to go on, or what there is to say instead.
    fn choose(&self) -> Choice {
        let mut best = (u32::MAX, 0);
        let mut item = self.items[0].right;
        while item != 0 {
            let Head { right, len, room, .. } = self.items[item as usize];
            if len < room {
                return Choice::Dead(item);
            }
            // Of `len` options `room` are needed, so the first of them is one of this many.
            let ways = len - room;
            if ways < best.0 {
                best = (ways, item);
            }
            item = right;
        }
        if best.1 == 0 { Choice::Solution } else { Choice::Item(best.1) }
    }
}

enum Choice {
    /// This item has too few options left.
    Dead(u32),
    Solution,
    Item(u32),
}

/// One thread's copy of the links.
#[derive(Debug)]
pub struct LinksWorker {
    links: Links,
    chosen: Vec<OptionId>,
    withdrawn: Vec<u32>,
    nodes: u64,
    /// Where the choices at the end of the prefix go, when those are all that is wanted.
    branch: Option<Branch>,
}

impl super::Worker for LinksWorker {
    fn branch(&mut self, prefix: &[OptionId]) -> Branch {
        self.branch = Some(Branch::Dead);
        let mut ignore = |_: &[OptionId]| ControlFlow::Continue(());
        self.explore(prefix, &mut ignore, &CancelToken::default());
        self.branch.take().unwrap_or(Branch::Dead)
    }

    fn run<V: Visitor>(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut V,
        stop: &CancelToken,
    ) -> Explored {
        self.nodes = 0;
        let complete = self.explore(prefix, visitor, stop);
        Explored { nodes: self.nodes, complete }
    }
}

impl LinksWorker {
    /// Explores below the current node, following the prefix first. False when it was stopped.
    /// The links are as before when it returns.
    fn explore<V: Visitor>(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut V,
        stop: &CancelToken,
    ) -> bool {
        if prefix.is_empty() {
            self.nodes += 1;
            if self.nodes.is_multiple_of(NODES_PER_LOOK) && stop.is_cancelled() {
                return false;
            }
        }
        let choice = self.links.choose();
        if prefix.is_empty() && self.branch.is_some() {
            self.branch = Some(self.describe(&choice));
            return true;
        }
        if prefix.is_empty() && self.tell(&choice, visitor).is_break() {
            return false;
        }
        match choice {
            Choice::Dead(_) => true,
            // A prefix that goes on below a solution is none of this tree.
            Choice::Solution if !prefix.is_empty() => true,
            Choice::Solution => visitor.solution(&self.chosen).is_continue(),
            Choice::Item(item) if self.links.items[item as usize].room == 1 => {
                self.links.cover(item);
                let mut complete = true;
                let mut entry = self.links.nodes[item as usize].down;
                while complete && entry != item {
                    complete = self.descend(entry, prefix, visitor, stop);
                    entry = self.links.nodes[entry as usize].down;
                }
                self.links.uncover(item);
                complete
            }
            Choice::Item(item) => {
                let mut complete = true;
                let mark = self.withdrawn.len();
                while complete && self.links.items[item as usize].len > 0 {
                    let entry = self.links.nodes[item as usize].down;
                    self.links.withdraw(entry);
                    self.withdrawn.push(entry);
                    self.links.cover(item);
                    complete = self.descend(entry, prefix, visitor, stop);
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
    fn descend<V: Visitor>(
        &mut self,
        entry: u32,
        prefix: &[OptionId],
        visitor: &mut V,
        stop: &CancelToken,
    ) -> bool {
        let option = self.links.option_of[entry as usize];
        let rest = match prefix {
            [] => prefix,
            [first, rest @ ..] if *first == option => rest,
            _ => return true,
        };
        self.links.commit(entry);
        self.chosen.push(option);
        let complete = self.explore(rest, visitor, stop);
        self.chosen.pop();
        self.links.uncommit(entry);
        complete
    }

    fn tell<V: Visitor>(&self, choice: &Choice, visitor: &mut V) -> ControlFlow<()> {
        match *choice {
            Choice::Solution => visitor.node(None, 0),
            Choice::Dead(item) | Choice::Item(item) => {
                visitor.node(Some(ItemId(item - 1)), self.links.items[item as usize].len)
            }
        }
    }

    fn describe(&self, choice: &Choice) -> Branch {
        let item = match *choice {
            Choice::Dead(_) => return Branch::Dead,
            Choice::Solution => return Branch::Solution,
            Choice::Item(item) => item,
        };
        let mut options = Vec::new();
        let mut entry = self.links.nodes[item as usize].down;
        while entry != item {
            options.push(self.links.option_of[entry as usize]);
            entry = self.links.nodes[entry as usize].down;
        }
        Branch::Choices { item: ItemId(item - 1), options }
    }
}
