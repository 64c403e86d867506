//! Building the diagram: a sweep forward that keeps the states of every level, then a pass
//! backward that expands them again and looks up which of their successors can reach the end.
//!
//! Expanding twice is cheaper than noting where each step leads: dead states and their steps, the
//! greater part of all, are never written down, and both passes run on all threads, since looking
//! up needs no locks. Memory: the keys of all states, and then 24 bytes for each live one and 8 for
//! each of their steps, which are taken to be as many as all steps.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPool;

use super::FrontierError;
use super::diagram::{Diagram, Edge, NO_OPTION};
use super::key::Key;
use super::layout::Layout;
use super::sweep::{ALONE, Sweep, Unfinished, Watch, lock, pairs_in};
use super::table::Pairs;

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
    let (kept, swept) = match Sweep::<K, ()>::new(layout, pool, most_bytes).run_and_keep(watch) {
        Ok(kept) => kept,
        Err(Unfinished::Broken) => return Err(FrontierError::Broken),
        Err(Unfinished::TooLarge) => return Err(FrontierError::TooLarge { most_bytes }),
        Err(Unfinished::Overflow) => return Err(FrontierError::TooMany),
    };
    let states: u64 = swept.states.iter().sum();
    let keys = states * size_of::<K>() as u64;
    if keys + 32 * states + 8 * swept.transitions > most_bytes
        || swept.transitions > u64::from(u32::MAX)
    {
        return Err(FrontierError::TooLarge { most_bytes });
    }
    let mut diagram = Diagram { states, ..Diagram::empty() };
    // The live states of the levels that are done, the last one first.
    let mut done: Vec<Rank<K>> = Vec::with_capacity(levels);
    for (level, parts) in kept.into_iter().enumerate().rev() {
        let rank = Rank::of_level(layout, level, parts, &done, &mut diagram, pool)?;
        done.push(rank);
    }
    let is_alive = done.last().is_some_and(|first| !first.parts[0].live.is_empty());
    diagram.root = is_alive.then_some(diagram.ways.len() as u32 - 1);
    Ok(diagram)
}

/// The live states of a level, with the numbers of their nodes.
struct Rank<K> {
    /// The highest bits of a hash, as many as say which part a state is in.
    bits: u32,
    parts: Vec<Part<K>>,
}

/// Live states, and where to find each by its hash.
struct Part<K> {
    live: Vec<K>,
    /// Indices plus one; zero for an empty slot. The length is a power of two.
    slots: Vec<u32>,
    /// The node of the first.
    base: u32,
}

/// The nodes of a part, not numbered yet.
struct Nodes<K> {
    part: Part<K>,
    edges: Vec<Edge>,
    /// Where the edges of each node end.
    ends: Vec<u32>,
    ways: Vec<u128>,
}

impl<K: Key> Rank<K> {
    /// Finds the live states of a level, when those of the later ones are known, and adds their
    /// nodes to the diagram.
    fn of_level(
        layout: &Layout<K>,
        level: usize,
        parts: Vec<Pairs<K, ()>>,
        done: &[Self],
        diagram: &mut Diagram,
        pool: &ThreadPool,
    ) -> Result<Self, FrontierError> {
        let alone = pairs_in(&parts) <= ALONE;
        let count = parts.len().max(1);
        let bits = count.next_power_of_two().ilog2();
        let ways = &diagram.ways;
        let one = |keys| Nodes::new(layout, level, keys, done, ways);
        let found: Vec<Result<Nodes<K>, FrontierError>> = if alone || count == 1 {
            parts.into_iter().map(one).collect()
        } else {
            let parts: Vec<Mutex<Pairs<K, ()>>> = parts.into_iter().map(Mutex::new).collect();
            let next = AtomicUsize::new(0);
            let found = pool.broadcast(|_| {
                let mut found = Vec::new();
                while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    found.push(one(std::mem::take(&mut *lock(part))));
                }
                found
            });
            found.into_iter().flatten().collect()
        };
        let mut rank = Self { bits, parts: Vec::new() };
        rank.parts.resize_with(1 << bits, Part::empty);
        for nodes in found {
            let Nodes { mut part, edges, ends, ways } = nodes?;
            let Some(&key) = part.live.first() else { continue };
            part.base = diagram.ways.len() as u32;
            let base = diagram.edges.len() as u32;
            diagram.edges.extend_from_slice(&edges);
            diagram.starts.extend(ends.iter().map(|end| base + end));
            diagram.ways.extend_from_slice(&ways);
            diagram.items.resize(diagram.ways.len(), layout.levels[level].item.0);
            let at = rank.part_of(key.hash());
            rank.parts[at] = part;
        }
        Ok(rank)
    }

    fn part_of(&self, hash: u64) -> usize {
        // A shift by all bits is none at all.
        hash.checked_shr(u64::BITS - self.bits).unwrap_or(0) as usize
    }

    /// The node of a state, if it is live.
    #[inline]
    fn node(&self, key: K) -> Option<u32> {
        let hash = key.hash();
        let part = &self.parts[self.part_of(hash)];
        let mask = part.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match part.slots[slot] {
                0 => return None,
                at if part.live[at as usize - 1] == key => return Some(part.base + at - 1),
                _ => slot = (slot + 1) & mask,
            }
        }
    }
}

impl<K: Key> Part<K> {
    fn empty() -> Self {
        Self { live: Vec::new(), slots: vec![0], base: 0 }
    }

    /// Makes live states findable; all are different.
    fn new(live: Vec<K>) -> Self {
        let size = (2 * live.len() + 1).next_power_of_two();
        let mut slots = vec![0_u32; size];
        for (at, key) in (1..).zip(&live) {
            let mut slot = key.hash() as usize & (size - 1);
            while slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            slots[slot] = at;
        }
        Self { live, slots, base: 0 }
    }
}

impl<K: Key> Nodes<K> {
    /// Those of these states of a level that are live.
    fn new(
        layout: &Layout<K>,
        level: usize,
        keys: Pairs<K, ()>,
        done: &[Rank<K>],
        ways: &[u128],
    ) -> Result<Self, FrontierError> {
        let levels = layout.levels.len();
        let (mut live, mut edges, mut ends, mut sums) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (key, ()) in keys {
            let mut sum = Some(0_u128);
            layout.expand(level, key, |option, to, key| {
                // All ends are one.
                let child = if to == levels { Some(0) } else { done[levels - 1 - to].node(key) };
                let Some(child) = child else { return };
                sum = sum.and_then(|sum| sum.checked_add(ways[child as usize]));
                let option = option.map_or(NO_OPTION, |option| option.0);
                edges.push(Edge { option, child });
            });
            let sum = sum.ok_or(FrontierError::TooMany)?;
            if sum > 0 {
                live.push(key);
                ends.push(edges.len() as u32);
                sums.push(sum);
            }
        }
        Ok(Self { part: Part::new(live), edges, ends, ways: sums })
    }
}
