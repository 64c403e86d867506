//! The walk over the tree of dancing links, with a copy of the links.
//!
//! It recurses once for each option chosen, and visits the children of a node in the order of the
//! options.

use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::cover::{ItemId, OptionId};
use crate::engine::tracer::{Lead, Tracer, Untraced};
use crate::engine::worker::{
    Branch, Explored, Visitor, WorkSplitter, Worker, nodes_per_cancel_check,
};

use super::lists::{Links, Selection};

impl Links {
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
        let is_told = prefix.is_empty();
        let picked;
        let mut prefix = prefix;
        if T::LEADS && prefix.is_empty() {
            let Some(option) = tracer.pick(&self.describe(&selection)) else { return true };
            picked = [option];
            prefix = &picked;
        } else if prefix.is_empty() && self.tell(&selection, tracer).is_break() {
            return false;
        }
        let complete = match selection {
            Selection::Dead(_) => true,
            // A prefix that goes on below a solution is none of this tree.
            Selection::Solution if !prefix.is_empty() => true,
            Selection::Solution => tracer.solution(&self.chosen).is_continue(),
            Selection::SolutionOrMore(any) => {
                let goes_on = !prefix.is_empty() || tracer.solution(&self.chosen).is_continue();
                goes_on && self.take_in_order(any, prefix, tracer, cancel)
            }
            Selection::Item(item) if self.links.takes_one_more(item) => {
                self.links.cover(item, 0);
                let mut complete = true;
                let mut entry = self.links.entries[item as usize].down;
                while complete && entry != item {
                    complete = self.descend(entry, prefix, tracer, cancel);
                    entry = self.links.entries[entry as usize].down;
                }
                self.links.uncover(item, 0);
                complete
            }
            Selection::Item(item) => self.take_in_order(item, prefix, tracer, cancel),
        };
        complete && (!is_told || tracer.leave(&self.chosen).is_continue())
    }

    /// Takes the options of an item one after the other, each withdrawn from what comes after it.
    fn take_in_order<T: Tracer>(
        &mut self,
        item: u32,
        prefix: &[OptionId],
        tracer: &mut T,
        cancel: &CancelToken,
    ) -> bool {
        let mut complete = true;
        let mark = self.withdrawn.len();
        // With fewer left than are needed there is no way on.
        while complete && self.links.ways(item) > 0 {
            let entry = self.links.entries[item as usize].down;
            self.links.withdraw(entry);
            self.withdrawn.push(entry);
            self.links.cover(item, 0);
            complete = self.descend(entry, prefix, tracer, cancel);
            self.links.uncover(item, 0);
        }
        for entry in self.withdrawn.drain(mark..).rev() {
            self.links.restore(entry);
        }
        complete
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
            Selection::SolutionOrMore(any) => tracer.node(None, self.links.items[any as usize].len),
            Selection::Dead(item) => {
                tracer.node(Some(ItemId(item - 1)), self.links.items[item as usize].len)
            }
            Selection::Item(item) => tracer.node(Some(ItemId(item - 1)), self.links.ways(item)),
        }
    }

    fn describe(&self, selection: &Selection) -> Branch {
        match *selection {
            Selection::Dead(_) => Branch::Dead,
            Selection::Solution => Branch::Solution,
            Selection::SolutionOrMore(any) => {
                Branch::SolutionOrMore { options: self.options_of(any) }
            }
            Selection::Item(item) => {
                Branch::Choices { item: ItemId(item - 1), options: self.options_of(item) }
            }
        }
    }

    /// The options in the list of an item that are branched on.
    fn options_of(&self, item: u32) -> Vec<OptionId> {
        let mut options = Vec::new();
        let ways = self.links.ways(item) as usize;
        let mut entry = self.links.entries[item as usize].down;
        while options.len() < ways {
            options.push(self.links.option_of[entry as usize]);
            entry = self.links.entries[entry as usize].down;
        }
        options
    }
}
