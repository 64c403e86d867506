//! The tree of a scan gone through depth first, for who must be told of every state.
//!
//! The states are those of a scan without capacities, reached by the same options in the same fixed
//! order of items; but a state is left only once everything below it was gone through, which batches
//! do not do. Capacities take no part: what they rule out no single item does, and whoever is told of a
//! state must see why nothing lies below it. Memory: the choices at each state on the way to where it is.
//! Cost: some nanoseconds for each option that is tried at a state.

use crate::cancel::CancelToken;
use crate::cover::OptionId;
use crate::engine::tracer::Tracer;
use crate::engine::worker::{Explored, NODES_PER_CANCEL_CHECK};

use super::layout::{ScanLayout, ScanState};
use super::prepared::Scan;

impl Scan {
    /// Visits every solution, and tells of every state on the way.
    ///
    /// # Panics
    /// When it has capacities.
    pub fn trace<T: Tracer>(&self, tracer: &mut T, cancel: &CancelToken) -> Explored {
        assert!(self.capacity.is_none(), "what capacities rule out cannot be told");
        let mut trace = Trace { tracer, cancel, chosen: Vec::new(), choices: Vec::new(), nodes: 0 };
        let complete = trace.explore(self);
        Explored { nodes: trace.nodes, complete }
    }
}

/// Where it is in the tree.
struct Trace<'a, T> {
    tracer: &'a mut T,
    cancel: &'a CancelToken,
    /// The options that lead to the state.
    chosen: Vec<OptionId>,
    /// What there is to choose at each state on the way, and where that leads.
    choices: Vec<(OptionId, ScanState)>,
    nodes: u64,
}

impl<T: Tracer> Trace<'_, T> {
    /// Explores everything; false where it was cancelled, or no more is wanted.
    fn explore(&mut self, scan: &Scan) -> bool {
        let Some((item, options)) = &scan.anchor else {
            return scan.layouts.iter().all(|layout| self.descend(layout, layout.first_state()));
        };
        self.nodes += 1;
        if self.tracer.node(Some(*item), options.len() as u32).is_break() {
            return false;
        }
        let complete = options.iter().zip(&scan.layouts).all(|(&option, layout)| {
            self.chosen.push(option);
            let complete = self.descend(layout, layout.first_state());
            self.chosen.pop();
            complete
        });
        complete && self.tracer.leave(&self.chosen).is_continue()
    }

    /// Explores everything from a state on. Recurses once for each option that is chosen.
    fn descend(&mut self, layout: &ScanLayout, state: ScanState) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CANCEL_CHECK) && self.cancel.is_cancelled() {
            return false;
        }
        let from = self.choices.len();
        self.choices.extend(layout.choices(state, &[]));
        let choices = from..self.choices.len();
        let item = layout.levels.get(state.level).map(|here| here.item);
        let item = item.or_else(|| layout.missing(state.word));
        if self.tracer.node(item, choices.len() as u32).is_break() {
            return false;
        }
        if item.is_none() && self.tracer.solution(&self.chosen).is_break() {
            return false;
        }
        for place in choices {
            let (option, child) = self.choices[place];
            self.chosen.push(option);
            let complete = self.descend(layout, child);
            self.chosen.pop();
            if !complete {
                return false;
            }
        }
        self.choices.truncate(from);
        self.tracer.leave(&self.chosen).is_continue()
    }
}
