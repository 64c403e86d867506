//! One thread's means of scanning a case.
//!
//! The tree: at the root the options of the anchor, where there is one; below, the options of the
//! first open item of the order that fit, and that the capacities allow. A node is a state.

use crate::cancel::CancelToken;
use crate::cover::OptionId;
use crate::engine::word::BATCH;
use crate::engine::worker::{
    Branch, Explored, NODES_PER_CANCEL_CHECK, Visitor, WorkSplitter, Worker,
};

use super::batches::{BatchId, Batches};
use super::expand::{Bench, Expand};
use super::layout::{ScanLayout, ScanState};
use super::prepared::Scan;

/// About how much work a state is when it is reached from the root, in words of a bitset.
const STATE_WORK: u64 = 256;

/// The most states that are handed over at once: each is a task of its own then.
const MOST_PARTS: usize = 32;

impl Scan {
    /// A worker for one thread.
    pub fn worker(&self) -> ScanWorker<'_> {
        ScanWorker { scan: self, batches: Batches::default(), bench: Bench::default() }
    }
}

/// One thread's states.
#[derive(Debug)]
pub(crate) struct ScanWorker<'a> {
    scan: &'a Scan,
    batches: Batches,
    bench: Bench,
}

/// Where a prefix leads.
enum Place<'a> {
    /// To the root, at which one of these options of the anchor is chosen.
    Anchor(&'a [OptionId]),
    /// To a state at a level of a layout.
    State(&'a ScanLayout, ScanState),
}

/// Who is told of what is found, and how far a run is.
struct Run<'r> {
    visitor: &'r mut dyn Visitor,
    splitter: &'r mut dyn WorkSplitter,
    cancel: &'r CancelToken,
    /// The choices that lead to where the scan began, and then beyond it.
    path: Vec<OptionId>,
    nodes: u64,
    /// The number of nodes from which on the token is looked at again.
    next_cancel_check: u64,
}

impl Run<'_> {
    fn is_cancelled(&mut self) -> bool {
        if self.nodes < self.next_cancel_check {
            return false;
        }
        self.next_cancel_check = self.nodes + NODES_PER_CANCEL_CHECK;
        self.cancel.is_cancelled()
    }
}

impl<'a> ScanWorker<'a> {
    /// Goes on with another case, in the memory of this one.
    pub fn turn_to(&mut self, scan: &'a Scan) {
        self.scan = scan;
    }

    /// Follows a prefix; none where it leads nowhere.
    fn follow(&self, prefix: &[OptionId]) -> Option<Place<'a>> {
        let scan = self.scan;
        let (layout, prefix) = match (&scan.anchor, prefix) {
            (None, prefix) => (scan.layouts.first()?, prefix),
            (Some((_, options)), []) => return Some(Place::Anchor(options)),
            (Some((_, options)), [first, rest @ ..]) => {
                let at = options.iter().position(|option| option == first)?;
                (scan.layouts.get(at)?, rest)
            }
        };
        let mut state = layout.first_state();
        for option in prefix {
            state = layout.choices(state, scan.bits()).find(|(other, _)| other == option)?.1;
        }
        Some(Place::State(layout, state))
    }

    /// Scans everything from a state on; false where it was cancelled.
    fn scan(&mut self, layout: &ScanLayout, first: ScanState, run: &mut Run<'_>) -> bool {
        let levels = layout.levels.len();
        if first.level == levels {
            run.nodes += 1;
            return !layout.is_solution(first.word)
                || run.visitor.solution(&run.path).is_continue();
        }
        let (simd, bits) = (self.scan.level, self.scan.bits());
        let span = layout.window.count_ones() as usize;
        self.batches.start(levels, first);
        while let Some(level) = self.batches.next_level(levels) {
            if run.is_cancelled() {
                return false;
            }
            self.split(layout, run);
            let Self { batches, bench, .. } = self;
            bench.positions.clear();
            let batch = batches.take(level, BATCH, &mut bench.positions);
            run.nodes += batches.states(batch).len() as u64;
            bench.lay(batches.states(batch));
            simd.perform(Expand { layout, level, bits, bench, batches });
            if batches.waiting(levels) > 0 {
                if !self.tell(layout, batch, run) {
                    return false;
                }
                self.batches.clear_ended(levels);
            }
            self.batches.end(batch, (level + span).min(levels - 1));
        }
        true
    }

    /// Tells of the states that have come from a batch to the end; false where no more are wanted.
    fn tell(&self, layout: &ScanLayout, batch: BatchId, run: &mut Run<'_>) -> bool {
        let levels = layout.levels.len();
        run.nodes += self.batches.waiting(levels) as u64;
        let ended = || self.batches.ended(levels).filter(|&word| layout.is_solution(word));
        let solutions = ended().count();
        if solutions == 0 || run.visitor.count(solutions) {
            return true;
        }
        let length = run.path.len();
        let mut goes_on = true;
        for state in ended() {
            self.batches.trace(layout, (levels, state), batch, &mut run.path);
            goes_on = run.visitor.solution(&run.path).is_continue();
            run.path.truncate(length);
            if !goes_on {
                break;
            }
        }
        goes_on
    }

    /// Hands over some of the states that wait at the lowest level, if parts are wanted.
    fn split(&mut self, layout: &ScanLayout, run: &mut Run<'_>) {
        if !run.splitter.wants_parts() && !run.splitter.is_overdue() {
            return;
        }
        let level = self.batches.lowest();
        let length = run.path.len();
        for _ in 0..(self.batches.waiting(level) / 2).min(MOST_PARTS) {
            self.batches.take_with_path(layout, level, &mut run.path);
            run.splitter.take_part(&run.path);
            run.path.truncate(length);
        }
    }
}

impl Worker for ScanWorker<'_> {
    fn branch(&mut self, prefix: &[OptionId]) -> Branch {
        match self.follow(prefix) {
            None => Branch::Dead,
            Some(Place::Anchor(options)) => match &self.scan.anchor {
                Some((item, _)) if !options.is_empty() => {
                    Branch::Choices { item: *item, options: options.to_vec() }
                }
                _ => Branch::Dead,
            },
            Some(Place::State(layout, state)) => match layout.levels.get(state.level) {
                None if layout.is_solution(state.word) => Branch::Solution,
                None => Branch::Dead,
                Some(here) => {
                    let choices = layout.choices(state, self.scan.bits());
                    let options: Vec<OptionId> = choices.map(|(option, _)| option).collect();
                    if options.is_empty() {
                        return Branch::Dead;
                    }
                    Branch::Choices { item: here.item, options }
                }
            },
        }
    }

    fn node_work(&self) -> u64 {
        STATE_WORK
    }

    fn run_splitting(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut dyn Visitor,
        splitter: &mut dyn WorkSplitter,
        cancel: &CancelToken,
    ) -> Explored {
        let path = prefix.to_vec();
        let mut run = Run { visitor, splitter, cancel, path, nodes: 0, next_cancel_check: 0 };
        let complete = match self.follow(prefix) {
            None => true,
            Some(Place::State(layout, state)) => self.scan(layout, state, &mut run),
            Some(Place::Anchor(options)) => {
                run.nodes += 1;
                options.iter().zip(&self.scan.layouts).all(|(&option, layout)| {
                    run.path.push(option);
                    let complete = self.scan(layout, layout.first_state(), &mut run);
                    run.path.pop();
                    complete
                })
            }
        };
        Explored { nodes: run.nodes, complete }
    }
}
