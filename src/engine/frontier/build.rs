//! Building the diagram: a pass forward through all states that notes each step, then a pass
//! backward that keeps the steps from which the end can be reached.
//!
//! The pass forward is like a sweep, but what goes with a state on its way is the step that leads
//! to it. When the states of a level are merged, their steps are noted with the number of the state
//! that came of them; the states themselves are not needed any more once they are expanded. So
//! backward nothing is expanded and nothing looked up: the live ones of the steps into a level,
//! sorted by where they come from, are the edges of the levels before.
//!
//! Most states are dead (in Kanoodle 7 of 8), so the second pass is the smaller part. Memory: the
//! states on their way with 8 bytes each, 12 bytes for each step; then 4 bytes for each state, and
//! 24 bytes for each live one and 8 for each of their steps, which are edges now.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::FrontierError;
use super::diagram::{Diagram, Edge, NO_OPTION};
use super::key::Key;
use super::layout::Layout;
use super::sweep::{ALONE, InFlight, UNIT, Unfinished};
use super::sweep::{empty, flight_bytes, lock, pairs_in, push, spread};
use super::table::Pairs;
use super::watch::{Look, Watch, Watched};

/// A choice at a state.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The state, numbered on from level to level.
    parent: u32,
    option: u32,
}

/// A step and the state it leads to, numbered within its part of the level.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    step: Step,
    child: u32,
}

/// The states of a part of a level, each once, and the steps to them.
type Merged<K> = (Vec<K>, Vec<Arrival>);

/// The steps into a part of a level.
#[derive(Debug)]
struct Arrivals {
    /// The number of the part's first state.
    first: u32,
    steps: Vec<Arrival>,
}

/// What a thread has found and not handed over yet.
struct Outbox<K> {
    levels: InFlight<K, Step>,
    /// Steps to the end.
    last: Vec<Step>,
    steps: u64,
}

/// The pass forward.
struct Forward<'a, K> {
    layout: &'a Layout<K>,
    pool: &'a ThreadPool,
    outboxes: Vec<Mutex<Outbox<K>>>,
    /// For each level, the steps into its parts.
    arrivals: Vec<Vec<Arrivals>>,
    /// The number of the first state of each level.
    bases: Vec<u32>,
    states: u64,
}

/// Builds the diagram of a layout, in about `most_bytes`.
pub(super) fn build<K: Key>(
    layout: &Layout<K>,
    pool: &ThreadPool,
    most_bytes: u64,
    watch: Watch<'_>,
) -> Result<Diagram, FrontierError> {
    let levels = layout.levels.len();
    if levels == 0 {
        return Ok(Diagram { root: Some(0), ..Diagram::empty() });
    }
    let outbox = || Mutex::new(Outbox { levels: empty(levels), last: Vec::new(), steps: 0 });
    let mut forward = Forward {
        layout,
        pool,
        outboxes: (0..pool.current_num_threads()).map(|_| outbox()).collect(),
        arrivals: Vec::with_capacity(levels),
        bases: Vec::with_capacity(levels),
        states: 0,
    };
    let watched = &mut Watched { watch, look: Look { level: 0, levels, states: 0 } };
    forward.run(most_bytes, watched)?;
    forward.backward(watched)
}

impl<K: Key> Forward<'_, K> {
    fn run(&mut self, most_bytes: u64, watched: &mut Watched<'_>) -> Result<(), FrontierError> {
        let too_large = Err(FrontierError::TooLarge { most_bytes });
        let levels = self.layout.levels.len();
        let mut flight: InFlight<K, Step> = empty(levels);
        let (level, key) = self.layout.root();
        flight[level].push(vec![(key, Step { parent: 0, option: NO_OPTION })]);
        for level in 0..levels {
            let merged = self.merge(std::mem::take(&mut flight[level]), watched)?;
            self.bases.push(self.states as u32);
            let mut units: Vec<(u32, &[K])> = Vec::new();
            for (keys, _) in &merged {
                let first = self.states as u32;
                units.extend((first..).step_by(UNIT).zip(keys.chunks(UNIT)));
                self.states += keys.len() as u64;
            }
            if self.states >= u64::from(u32::MAX) {
                return too_large;
            }
            self.expand(level, &units, &mut flight);
            let arrivals = merged.into_iter().scan(self.bases[level], |first, (keys, steps)| {
                let part = Arrivals { first: *first, steps };
                *first += keys.len() as u32;
                Some(part)
            });
            self.arrivals.push(arrivals.collect());
            let steps: u64 = self.outboxes.iter().map(|outbox| lock(outbox).steps).sum();
            // Of the edges one may be for each step, if none is dead.
            if flight_bytes(&flight) + 20 * steps + 28 * self.states > most_bytes {
                return too_large;
            }
            watched.look = Look { level, levels, states: self.states };
            watched.look()?;
        }
        Ok(())
    }

    /// Merges the states of a level into parts that have none in common.
    fn merge(
        &self,
        runs: Vec<Pairs<K, Step>>,
        watched: &mut Watched<'_>,
    ) -> Result<Vec<Merged<K>>, Unfinished> {
        if pairs_in(&runs) <= ALONE {
            return Ok(vec![join(&runs)]);
        }
        let parts = spread(self.pool, runs, self.outboxes.len(), watched)?;
        let one = |runs: Vec<Pairs<K, Step>>| join(&runs);
        Ok(self.pool.install(|| parts.into_par_iter().with_max_len(1).map(one).collect()))
    }

    /// Expands the states of a level.
    fn expand(&self, level: usize, units: &[(u32, &[K])], flight: &mut InFlight<K, Step>) {
        let next = AtomicUsize::new(0);
        let work = |outbox: &mut Outbox<K>| {
            while let Some(&(first, keys)) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                outbox.expand(self.layout, level, first, keys);
            }
        };
        if units.iter().map(|unit| unit.1.len()).sum::<usize>() <= ALONE {
            work(&mut lock(&self.outboxes[0]));
        } else {
            self.pool.broadcast(|context| work(&mut lock(&self.outboxes[context.index()])));
        }
        for outbox in &self.outboxes {
            for (runs, found) in flight.iter_mut().zip(&mut lock(outbox).levels) {
                runs.append(found);
            }
        }
    }

    /// Numbers the live states from the end on.
    fn backward(mut self, watched: &mut Watched<'_>) -> Result<Diagram, FrontierError> {
        let mut diagram = Diagram { states: self.states, ..Diagram::empty() };
        // The nodes of the states; zero for those that are dead, or not looked at yet.
        let mut nodes = vec![0_u32; self.states as usize];
        // For each level its steps to live states, with the nodes of these.
        let mut live: Vec<Vec<(u64, u32)>> = vec![Vec::new(); self.layout.levels.len()];
        let bases = &self.bases;
        let keep = |live: &mut Vec<Vec<(u64, u32)>>, step: Step, node: u32| {
            let level = bases.partition_point(|&base| base <= step.parent) - 1;
            // In the order in which they were taken: by options, and without one last.
            live[level].push((u64::from(step.parent) << 32 | u64::from(step.option), node));
        };
        for outbox in &self.outboxes {
            lock(outbox).last.iter().for_each(|&step| keep(&mut live, step, 0));
        }
        for (level, parts) in std::mem::take(&mut self.arrivals).into_iter().enumerate().rev() {
            // Forward everything is done, so that this is all that there is to tell.
            watched.look()?;
            let mut steps = std::mem::take(&mut live[level]);
            if steps.len() <= ALONE {
                steps.sort_unstable();
            } else {
                self.pool.install(|| steps.par_sort_unstable());
            }
            for steps in steps.chunk_by(|a, b| a.0 >> 32 == b.0 >> 32) {
                let mut sum = 0_u128;
                for &(step, child) in steps {
                    let ways = diagram.ways[child as usize];
                    sum = sum.checked_add(ways).ok_or(FrontierError::TooMany)?;
                    diagram.edges.push(Edge { option: step as u32, child });
                }
                nodes[(steps[0].0 >> 32) as usize] = diagram.ways.len() as u32;
                diagram.starts.push(diagram.edges.len() as u32);
                diagram.ways.push(sum);
            }
            diagram.items.resize(diagram.ways.len(), self.layout.levels[level].item.0);
            // The step into the first level is none.
            let parts = if level == 0 { Vec::new() } else { parts };
            for Arrivals { first, steps } in parts {
                for Arrival { step, child } in steps {
                    let node = nodes[(first + child) as usize];
                    if node > 0 {
                        keep(&mut live, step, node);
                    }
                }
            }
        }
        diagram.root = nodes.first().copied().filter(|&root| root > 0);
        Ok(diagram)
    }
}

impl<K: Key> Outbox<K> {
    fn expand(&mut self, layout: &Layout<K>, level: usize, first: u32, keys: &[K]) {
        let Self { levels, last, steps } = self;
        for (parent, &key) in (first..).zip(keys) {
            layout.expand(level, key, |option, to, key| {
                *steps += 1;
                let step = Step { parent, option: option.map_or(NO_OPTION, |option| option.0) };
                match levels.get_mut(to) {
                    Some(runs) => push(runs, (key, step)),
                    None => last.push(step),
                }
            });
        }
    }
}

/// Merges runs.
fn join<K: Key>(runs: &[Pairs<K, Step>]) -> Merged<K> {
    let total = pairs_in(runs);
    let mask = (2 * total + 1).next_power_of_two() - 1;
    let mut slots = vec![0_u32; mask + 1];
    let mut keys: Vec<K> = Vec::new();
    let mut arrivals = Vec::with_capacity(total);
    for &(key, step) in runs.iter().flatten() {
        let mut slot = key.hash() as usize & mask;
        let child = loop {
            match slots[slot] {
                0 => {
                    keys.push(key);
                    slots[slot] = keys.len() as u32;
                    break keys.len() as u32 - 1;
                }
                at if keys[at as usize - 1] == key => break at - 1,
                _ => slot = (slot + 1) & mask,
            }
        };
        arrivals.push(Arrival { step, child });
    }
    (keys, arrivals)
}
