//! The diagram: every live state with its choices and the exact number of ways to finish.
//!
//! Once [`super::build`] has built it, nothing is searched any more: every path from the root is a
//! solution, so listing runs at the speed of output, and a path chosen with the numbers of ways as
//! weights is a uniformly random solution.
//!
//! Invariants: node 0 is the end; every other node has at least one edge, each to a node of a
//! smaller number with ways to finish. Memory: 8 bytes an edge and 24 bytes a node.

use std::ops::ControlFlow;

use crate::cancel::{CancelToken, Cancelled};
use crate::cover::{ItemId, OptionId};
use crate::engine::worker::{
    Branch, Explored, NODES_PER_CANCEL_CHECK, Visitor, WorkSplitter, Worker,
};

/// Stands for leaving an item uncovered.
pub(super) const NO_OPTION: u32 = u32::MAX;

/// A choice and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub option: u32,
    pub child: u32,
}

/// A decision diagram of the solutions of a case.
#[derive(Clone, Debug)]
pub(crate) struct Diagram {
    /// `starts[n]..starts[n + 1]` are the edges of node `n`.
    pub(super) starts: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    /// The number of ways to finish from each node.
    pub(super) ways: Vec<u128>,
    /// The item that is settled at each node.
    pub(super) items: Vec<u32>,
    /// The root; none if there is no solution.
    pub(super) root: Option<u32>,
    /// How many states there were to begin with, dead ones included.
    pub(super) states: u64,
    /// Whether there are more solutions than can be counted; then the numbers of ways say nothing.
    pub(super) is_beyond_count: bool,
}

impl Diagram {
    /// The diagram without solutions.
    pub(super) fn empty() -> Self {
        Self {
            starts: vec![0, 0],
            edges: Vec::new(),
            ways: vec![1],
            items: vec![0],
            root: None,
            states: 0,
            is_beyond_count: false,
        }
    }

    /// The number of solutions.
    pub fn total(&self) -> u128 {
        self.root.map_or(0, |root| self.ways[root as usize])
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        let node = size_of::<u128>() + 2 * size_of::<u32>();
        (self.ways.len() * node + self.edges.len() * size_of::<Edge>()) as u64
    }

    /// The number of states that were swept to build it, dead ones included.
    pub fn states(&self) -> u64 {
        self.states
    }

    pub(super) fn edges_of(&self, node: u32) -> &[Edge] {
        let node = node as usize;
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The solution of this number, counted from 0 in the order of the diagram, appended to
    /// `options`.
    ///
    /// # Panics
    /// When there are no more than `number` solutions.
    pub fn solution(&self, mut number: u128, options: &mut Vec<OptionId>) {
        assert!(number < self.total(), "there are only {} solutions", self.total());
        let mut node = self.root.unwrap_or(0);
        while node != 0 {
            for edge in self.edges_of(node) {
                let ways = self.ways[edge.child as usize];
                if number < ways {
                    if edge.option != NO_OPTION {
                        options.push(OptionId(edge.option));
                    }
                    node = edge.child;
                    break;
                }
                number -= ways;
            }
        }
    }

    /// For each of `options` options, in how many solutions it occurs.
    pub fn occurrences(&self, options: usize) -> Vec<u128> {
        let mut occurrences = vec![0; options];
        let Some(root) = self.root else { return occurrences };
        // Nodes are numbered from the end on, so every node comes before those that lead to it.
        let mut arrivals = vec![0_u128; self.ways.len()];
        arrivals[root as usize] = 1;
        for node in (1..=root).rev() {
            for edge in self.edges_of(node) {
                let through = arrivals[node as usize];
                arrivals[edge.child as usize] += through;
                if edge.option != NO_OPTION {
                    // At most the number of solutions, which is known to fit.
                    occurrences[edge.option as usize] += through * self.ways[edge.child as usize];
                }
            }
        }
        occurrences
    }

    /// Goes through the solutions by those of their options that are marked, and gives `add` these
    /// and the number of solutions with them, perhaps in several parts. A path is left as soon as
    /// `most` marked options are on it, which is the most that a solution has.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn tally(
        &self,
        marked: &[bool],
        most: usize,
        cancel: &CancelToken,
        add: &mut dyn FnMut(&[OptionId], u128),
    ) -> Result<(), Cancelled> {
        let Some(root) = self.root else { return Ok(()) };
        let span = |node: u32| (self.starts[node as usize], self.starts[node as usize + 1]);
        let is_marked = |option: u32| option != NO_OPTION && marked[option as usize];
        let mut chosen: Vec<OptionId> = Vec::new();
        if root == 0 || most == 0 {
            add(&chosen, self.ways[root as usize]);
            return Ok(());
        }
        let (mut path, mut steps) = (vec![span(root)], 0_u64);
        while let Some((next, end)) = path.last_mut() {
            if next == end {
                path.pop();
                // The choice that led here: its edge is the last one taken.
                if let Some(&(next, _)) = path.last()
                    && is_marked(self.edges[next as usize - 1].option)
                {
                    chosen.pop();
                }
                continue;
            }
            let edge = self.edges[*next as usize];
            *next += 1;
            steps += 1;
            if steps.is_multiple_of(NODES_PER_CANCEL_CHECK) {
                cancel.check()?;
            }
            if is_marked(edge.option) {
                chosen.push(OptionId(edge.option));
            }
            if edge.child != 0 && chosen.len() < most {
                path.push(span(edge.child));
                continue;
            }
            add(&chosen, self.ways[edge.child as usize]);
            if is_marked(edge.option) {
                chosen.pop();
            }
        }
        Ok(())
    }

    /// A worker that goes through the solutions.
    pub fn worker(&self) -> DiagramWorker<'_> {
        DiagramWorker { diagram: self, path: Vec::new(), chosen: Vec::new() }
    }

    /// The node at which a choice ends, if it is one.
    fn follow(&self, node: u32, option: OptionId) -> Option<u32> {
        self.edges_of(node).iter().find_map(|edge| {
            if edge.option == option.0 {
                Some(edge.child)
            } else if edge.option == NO_OPTION {
                self.follow(edge.child, option)
            } else {
                None
            }
        })
    }

    /// The choices at a node, those after leaving items uncovered included. Returns whether the end
    /// can be reached without one. Where no item has a range it cannot, if there are some: each has
    /// a required item.
    fn choices(&self, node: u32, options: &mut Vec<OptionId>) -> bool {
        let mut can_end = node == 0;
        for edge in self.edges_of(node) {
            if edge.option == NO_OPTION {
                can_end |= self.choices(edge.child, options);
            } else {
                options.push(OptionId(edge.option));
            }
        }
        can_end
    }
}

/// Goes through the solutions of a diagram.
#[derive(Debug)]
pub(crate) struct DiagramWorker<'a> {
    diagram: &'a Diagram,
    /// For each node on the way, its edges that are still to be taken.
    path: Vec<(u32, u32)>,
    chosen: Vec<OptionId>,
}

impl DiagramWorker<'_> {
    /// The node at the end of a prefix.
    fn node(&self, prefix: &[OptionId]) -> Option<u32> {
        prefix
            .iter()
            .try_fold(self.diagram.root?, |node, &option| self.diagram.follow(node, option))
    }

    /// What lies at a node; nothing that leads anywhere where there is none.
    fn describe(&self, node: Option<u32>) -> Branch {
        let Some(node) = node else { return Branch::Dead };
        let mut options = Vec::new();
        match (self.diagram.choices(node, &mut options), options.is_empty()) {
            // Every node can reach the end; where nothing can be chosen, everything is covered.
            (_, true) => Branch::Solution,
            (true, false) => Branch::SolutionOrMore { options },
            (false, false) => {
                Branch::Choices { item: ItemId(self.diagram.items[node as usize]), options }
            }
        }
    }
}

impl Worker for DiagramWorker<'_> {
    fn branch(&mut self, prefix: &[OptionId]) -> Branch {
        self.describe(self.node(prefix))
    }

    fn walk(&mut self, prefix: &[OptionId], pick: &mut dyn FnMut(&Branch) -> Option<OptionId>) {
        let mut node = self.node(prefix);
        while let Some(option) = pick(&self.describe(node)) {
            node = node.and_then(|node| self.diagram.follow(node, option));
        }
    }

    fn node_work(&self) -> u64 {
        64
    }

    /// Walks along the paths. A diagram is walked too fast for parting with work to be of use, so
    /// the splitter is not asked.
    fn run_splitting(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut dyn Visitor,
        _: &mut dyn WorkSplitter,
        cancel: &CancelToken,
    ) -> Explored {
        let Some(node) = self.node(prefix) else {
            return Explored { nodes: u64::from(prefix.is_empty()), complete: true };
        };
        let Self { diagram, path, chosen } = self;
        chosen.clear();
        chosen.extend_from_slice(prefix);
        path.clear();
        let mut explored = Explored { nodes: 1, complete: true };
        if node == 0 {
            explored.complete = visitor.solution(chosen).is_continue();
            return explored;
        }
        let span = |node: u32| (diagram.starts[node as usize], diagram.starts[node as usize + 1]);
        path.push(span(node));
        while let Some((next, end)) = path.last_mut() {
            if next == end {
                path.pop();
                // The choice that led here, if there was one: its edge is the last one taken.
                if let Some(&(next, _)) = path.last()
                    && diagram.edges[next as usize - 1].option != NO_OPTION
                {
                    chosen.pop();
                }
                continue;
            }
            let edge = diagram.edges[*next as usize];
            *next += 1;
            explored.nodes += u64::from(edge.option != NO_OPTION);
            if explored.nodes.is_multiple_of(NODES_PER_CANCEL_CHECK) && cancel.is_cancelled() {
                explored.complete = false;
                return explored;
            }
            if edge.option != NO_OPTION {
                chosen.push(OptionId(edge.option));
            }
            if edge.child != 0 {
                path.push(span(edge.child));
                continue;
            }
            if let ControlFlow::Break(()) = visitor.solution(chosen) {
                explored.complete = false;
                return explored;
            }
            if edge.option != NO_OPTION {
                chosen.pop();
            }
        }
        explored
    }
}
