//! How far a search on one thread is that is told of every node, for an observer.
//!
//! What lies below each child of a node is taken to be as much. Cost: a few additions a node, and a
//! look at the clock once in a thousand.

use std::time::Duration;

use crate::clock::Stopwatch;
use crate::solution::certificate::Sums;

use super::observer::{Observer, Phase, Progress};

/// How many nodes are visited between two looks at the clock.
const NODES_PER_LOOK: u64 = 1024;

/// How far a search is.
pub(super) struct TreeProgress<'a> {
    observer: Option<&'a dyn Observer>,
    clock: Stopwatch,
    /// When the observer was last told.
    told: Duration,
    nodes: u64,
    open: Vec<OpenNode>,
    /// Where the share of the next node begins, and the width of that of a whole tree.
    next: f64,
    whole: f64,
}

/// A node below which the search is.
struct OpenNode {
    /// Where its share begins and how wide it is, of the whole.
    begin: f64,
    width: f64,
    /// How wide that of each of its children is.
    child_width: f64,
}

impl<'a> TreeProgress<'a> {
    /// Nothing is searched yet.
    pub fn new(observer: Option<&'a dyn Observer>) -> Self {
        Self {
            observer,
            clock: Stopwatch::start(),
            told: Duration::ZERO,
            nodes: 0,
            open: Vec::new(),
            next: 0.0,
            whole: 1.0,
        }
    }

    /// Begins with a tree, which is part number `part` of so many, counted from 0.
    pub fn begin(&mut self, part: usize, parts: usize) {
        self.open.clear();
        self.whole = 1.0 / parts as f64;
        self.next = part as f64 * self.whole;
    }

    /// Goes down to a node that has so many children; `sums` is what was found so far.
    pub fn enter(&mut self, children: u32, sums: &Sums) {
        let begin = self.next;
        let width = self.open.last().map_or(self.whole, |node| node.child_width);
        let child_width = width / f64::from(children.max(1));
        self.open.push(OpenNode { begin, width, child_width });
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.look(sums);
        }
    }

    /// Goes back up from the node.
    pub fn leave(&mut self) {
        if let Some(OpenNode { begin, width, .. }) = self.open.pop() {
            self.next = begin + width;
        }
    }

    fn look(&mut self, sums: &Sums) {
        let Some(observer) = self.observer else { return };
        let elapsed = self.clock.elapsed();
        if elapsed < self.told + observer.interval() {
            return;
        }
        self.told = elapsed;
        observer.on_progress(&Progress {
            phase: Phase::Search,
            share: self.next.min(1.0 - f64::EPSILON),
            distinct: sums.distinct.into(),
            total: sums.total.into(),
            nodes: self.nodes,
            fresh_nodes: self.nodes,
            elapsed,
            left: None,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_goes_through_the_parts_and_the_children_of_each_node() {
        let mut progress = TreeProgress::new(None);
        let sums = Sums::default();
        progress.begin(1, 2);
        progress.enter(2, &sums);
        progress.enter(0, &sums);
        assert!((progress.next - 0.5).abs() < 1e-9);
        progress.leave();
        assert!((progress.next - 0.75).abs() < 1e-9);
        progress.enter(1, &sums);
        progress.enter(0, &sums);
        progress.leave();
        progress.leave();
        progress.leave();
        assert!((progress.next - 1.0).abs() < 1e-9);
    }
}
