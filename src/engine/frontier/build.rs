//! Building the diagram: a pass forward through all states that notes each transition, then a pass
//! backward that keeps the transitions from which the end can be reached.
//!
//! The pass forward is like a sweep, but what goes with a state on its way is the transition that
//! leads to it. When the states of a level are merged, their transitions are noted with the number
//! of the state that came of them; the states themselves are not needed any more once they are
//! expanded. So backward nothing is expanded and nothing looked up: the live ones of the
//! transitions into a level, sorted by where they come from, are the edges of the levels before.
//!
//! Most states are dead (in Kanoodle 7 of 8), so the second pass is the smaller part. Memory: the
//! states on their way with 8 bytes each, 12 bytes for each transition; then 4 bytes for each
//! state, and 24 bytes for each live one and 8 for each of their transitions, which are edges now.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cancel::Cancelled;
use crate::cover::ItemId;
use crate::engine::threads::{Threads, lock};

use super::diagram::{Diagram, Edge, NO_OPTION};
use super::error::FrontierError;
use super::flight::{
    ALONE, InFlight, OnHeap, Pairs, UNIT, empty, flight_bytes, pairs_in, push, spread,
};
use super::key::Key;
use super::look_ahead::Payoff;
use super::progress::{OnProgress, Reporter, SweepProgress};
use super::space::{Arrival, Space};
use super::state_index::StateIndex;

/// A choice at a state.
#[derive(Clone, Copy, Debug)]
struct Transition {
    /// The state, numbered on from level to level.
    parent: u32,
    option: u32,
}

impl OnHeap for Transition {}

/// A transition and the state it leads to, numbered within its part of the level.
#[derive(Clone, Copy, Debug)]
struct Numbered {
    transition: Transition,
    child: u32,
}

/// The states of a part of a level, each once, and the transitions to them.
type Merged<K> = (Vec<K>, Vec<Numbered>);

/// The transitions into a part of a level.
#[derive(Debug)]
struct Arrivals {
    /// The number of the part's first state.
    first: u32,
    transitions: Vec<Numbered>,
}

/// What a thread has found and not handed over yet.
struct Outbox<S: Space> {
    levels: InFlight<S::Key, Transition>,
    bench: S::Bench,
    /// The transitions to the end.
    last: Vec<Transition>,
    transitions: u64,
}

/// The pass forward.
struct Forward<'a, S: Space> {
    space: &'a S,
    /// The item of each level.
    items: &'a [ItemId],
    threads: &'a Threads,
    outboxes: Vec<Mutex<Outbox<S>>>,
    /// For each level, the transitions into its parts.
    arrivals: Vec<Vec<Arrivals>>,
    /// The number of the first state of each level.
    bases: Vec<u32>,
    states: u64,
}

/// Builds the diagram of a space whose levels are of these items, in about `most_bytes`. It may have
/// more solutions than can be counted.
pub(super) fn build<S: Space>(
    space: &S,
    items: &[ItemId],
    threads: &Threads,
    most_bytes: u64,
    on_progress: OnProgress<'_>,
) -> Result<Diagram, FrontierError> {
    let levels = space.level_count();
    if levels == 0 {
        return Ok(Diagram { root: Some(0), ..Diagram::empty() });
    }
    let outbox = || Outbox {
        levels: empty(levels),
        bench: S::Bench::default(),
        last: Vec::new(),
        transitions: 0,
    };
    let mut forward = Forward {
        space,
        items,
        threads,
        outboxes: (0..threads.count()).map(|_| Mutex::new(outbox())).collect(),
        arrivals: Vec::with_capacity(levels),
        bases: Vec::with_capacity(levels),
        states: 0,
    };
    let progress = SweepProgress::new(0, levels, 0);
    let reporter = &mut Reporter { on_progress, progress };
    forward.run(most_bytes, reporter)?;
    forward.backward(reporter)
}

impl<S: Space> Forward<'_, S> {
    fn run(&mut self, most_bytes: u64, reporter: &mut Reporter<'_>) -> Result<(), FrontierError> {
        let too_large = Err(FrontierError::TooLarge { most_bytes });
        let levels = self.space.level_count();
        let mut flight: InFlight<S::Key, Transition> = empty(levels);
        let (level, key) = self.space.root();
        flight[level].push(vec![(key, Transition { parent: 0, option: NO_OPTION })]);
        for level in 0..levels {
            let merged = self.merge(std::mem::take(&mut flight[level]), reporter)?;
            self.bases.push(self.states as u32);
            let mut units: Vec<(u32, &[S::Key])> = Vec::new();
            for (keys, _) in &merged {
                let first = self.states as u32;
                units.extend((first..).step_by(UNIT).zip(keys.chunks(UNIT)));
                self.states += keys.len() as u64;
            }
            if self.states >= u64::from(u32::MAX) {
                return too_large;
            }
            self.expand(level, &units, &mut flight);
            let arrivals =
                merged.into_iter().scan(self.bases[level], |first, (keys, transitions)| {
                    let part = Arrivals { first: *first, transitions };
                    *first += keys.len() as u32;
                    Some(part)
                });
            self.arrivals.push(arrivals.collect());
            let transitions: u64 =
                self.outboxes.iter().map(|outbox| lock(outbox).transitions).sum();
            // Of the edges one may be for each transition, if none is dead.
            if flight_bytes(&flight) + 20 * transitions + 28 * self.states > most_bytes {
                return too_large;
            }
            reporter.progress = SweepProgress::new(level, levels, self.states);
            reporter.report()?;
        }
        Ok(())
    }

    /// Merges the states of a level into parts that have none in common.
    fn merge(
        &self,
        chunks: Vec<Pairs<S::Key, Transition>>,
        reporter: &mut Reporter<'_>,
    ) -> Result<Vec<Merged<S::Key>>, Cancelled> {
        if pairs_in(&chunks) <= ALONE {
            return Ok(vec![join(&chunks)]);
        }
        let parts = spread(self.threads, chunks, reporter)?;
        let one = |chunks: Vec<Pairs<S::Key, Transition>>| join(&chunks);
        Ok(self.threads.map(parts, one))
    }

    /// Expands the states of a level.
    fn expand(
        &self,
        level: usize,
        units: &[(u32, &[S::Key])],
        flight: &mut InFlight<S::Key, Transition>,
    ) {
        let next = AtomicUsize::new(0);
        let states = units.iter().map(|unit| unit.1.len()).sum();
        let ahead = &self.space.look_ahead(level, states, Payoff::default());
        let work = |outbox: &mut Outbox<S>| {
            while let Some(&(first, keys)) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                outbox.expand(self.space, (level, ahead.as_ref()), first, keys);
            }
        };
        if states <= ALONE {
            work(&mut lock(&self.outboxes[0]));
        } else {
            self.threads.broadcast(|number| work(&mut lock(&self.outboxes[number])));
        }
        for outbox in &self.outboxes {
            for (chunks, found) in flight.iter_mut().zip(&mut lock(outbox).levels) {
                chunks.append(found);
            }
        }
    }

    /// Numbers the live states from the end on.
    fn backward(mut self, reporter: &mut Reporter<'_>) -> Result<Diagram, FrontierError> {
        let mut diagram = Diagram { states: self.states, ..Diagram::empty() };
        // The nodes of the states; zero for those that are dead, or not reached yet.
        let mut nodes = vec![0_u32; self.states as usize];
        // For each level its transitions to live states, with the nodes of these.
        let mut live: Vec<Vec<(u64, u32)>> = vec![Vec::new(); self.items.len()];
        let bases = &self.bases;
        let keep = |live: &mut Vec<Vec<(u64, u32)>>, transition: Transition, node: u32| {
            let level = bases.partition_point(|&base| base <= transition.parent) - 1;
            // In the order in which they were taken: by options, and without one last.
            live[level]
                .push((u64::from(transition.parent) << 32 | u64::from(transition.option), node));
        };
        for outbox in &self.outboxes {
            lock(outbox).last.iter().for_each(|&transition| keep(&mut live, transition, 0));
        }
        for (level, parts) in std::mem::take(&mut self.arrivals).into_iter().enumerate().rev() {
            // Forward everything is done, so that this is all that there is to tell.
            reporter.report()?;
            let mut transitions = std::mem::take(&mut live[level]);
            if transitions.len() <= ALONE {
                transitions.sort_unstable();
            } else {
                self.threads.sort_unstable(&mut transitions);
            }
            for transitions in transitions.chunk_by(|a, b| a.0 >> 32 == b.0 >> 32) {
                let mut sum = 0_u128;
                for &(transition, child) in transitions {
                    let ways = diagram.ways[child as usize];
                    let is_beyond;
                    (sum, is_beyond) = sum.overflowing_add(ways);
                    diagram.is_beyond_count |= is_beyond;
                    diagram.edges.push(Edge { option: transition as u32, child });
                }
                nodes[(transitions[0].0 >> 32) as usize] = diagram.ways.len() as u32;
                diagram.starts.push(diagram.edges.len() as u32);
                diagram.ways.push(sum);
            }
            diagram.items.resize(diagram.ways.len(), self.items[level].0);
            // The first level has no transitions into it.
            let parts = if level == 0 { Vec::new() } else { parts };
            for Arrivals { first, transitions } in parts {
                for Numbered { transition, child } in transitions {
                    let node = nodes[(first + child) as usize];
                    if node > 0 {
                        keep(&mut live, transition, node);
                    }
                }
            }
        }
        diagram.root = nodes.first().copied().filter(|&root| root > 0);
        Ok(diagram)
    }
}

impl<S: Space> Outbox<S> {
    fn expand(
        &mut self,
        space: &S,
        (level, ahead): (usize, Option<&S::LookAhead>),
        first: u32,
        keys: &[S::Key],
    ) {
        let Self { levels, bench, last, transitions } = self;
        // States of a unit have no home in common, and none is asked for.
        space.expand(
            (level, 0, ahead),
            keys,
            bench,
            |Arrival { level, key, parent, choice, .. }| {
                *transitions += 1;
                let option = space.option(choice);
                let transition = Transition { parent: first + parent as u32, option };
                match levels.get_mut(level) {
                    Some(chunks) => push(chunks, (key, transition)),
                    None => last.push(transition),
                }
            },
        );
    }
}

/// Merges chunks: each state once, in the order in which they are met, and the transitions to it.
fn join<K: Key>(chunks: &[Pairs<K, Transition>]) -> Merged<K> {
    let total = pairs_in(chunks);
    let mut index = StateIndex::default();
    index.reset(total);
    let mut keys: Vec<K> = Vec::new();
    let mut arrivals = Vec::with_capacity(total);
    for &(key, transition) in chunks.iter().flatten() {
        let found = index.find_or_insert(key.hash(), keys.len(), |number| keys[number] == key);
        let child = found.unwrap_or(keys.len()) as u32;
        if found.is_none() {
            keys.push(key);
        }
        arrivals.push(Numbered { transition, child });
    }
    (keys, arrivals)
}
