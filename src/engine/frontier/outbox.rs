//! What one thread of a sweep has found, and its means to find more.

use crate::count::Count;

use super::flight::{OnHeap, Pairs, bytes};
use super::lists::Lists;
use super::merge::{Groups, Merged, Merger};
use super::space::{Arrival, Space};
use super::ways::Ways;

/// A part of a level: states that share no key with those of another part.
#[derive(Debug)]
pub(super) struct Part<K, C> {
    /// The lowest bits of the homes of its states.
    pub home: u32,
    pub chunks: Vec<Pairs<K, C>>,
    pub bytes: u64,
}

impl<K, C: OnHeap> Part<K, C> {
    /// Pieces of no more than so many states, which must be some: only chunks of more than that are cut.
    pub fn pieces(self, most: usize) -> Vec<Self> {
        let home = self.home;
        let mut pieces: Vec<Vec<Pairs<K, C>>> = Vec::new();
        let (mut next, mut states) = (Vec::new(), 0);
        for mut chunk in self.chunks {
            while chunk.len() > most {
                pieces.push(vec![chunk.split_off(chunk.len() - most)]);
            }
            if states + chunk.len() > most {
                pieces.push(std::mem::take(&mut next));
                states = 0;
            }
            states += chunk.len();
            next.push(chunk);
        }
        pieces.push(next);
        let piece = |chunks: Vec<Pairs<K, C>>| Self { home, bytes: bytes(&chunks), chunks };
        pieces.into_iter().map(piece).collect()
    }
}

/// The parts that are left of a level under way.
#[derive(Debug)]
pub(super) struct Underway<'p, K, C> {
    pub level: usize,
    /// Those that come next, and those that come later.
    pub parts: &'p [Part<K, C>],
    pub later: &'p [Part<K, C>],
}

impl<'p, K, C> Underway<'p, K, C> {
    /// All of them.
    pub fn parts(&self) -> impl Iterator<Item = &'p Part<K, C>> + use<'p, K, C> {
        self.parts.iter().chain(self.later)
    }
}

/// The ways that came to the end.
#[derive(Clone, Debug)]
pub(super) struct DoneWays<C> {
    /// How many, and those before that did not fit beside them any more.
    ways: C,
    before: Count,
    /// The number of transitions from state to state.
    pub transitions: u64,
}

/// What a thread has found, and its means to find more.
pub(super) struct Outbox<S: Space, C> {
    pub lists: Lists<S::Key, C>,
    merger: Merger,
    merged: Merged<S::Key, C>,
    bench: S::Bench,
    pub done: DoneWays<C>,
    /// The states that were expanded or merged where they are since this was last taken.
    pub states: u64,
    /// The most ways that led to a state that was expanded or merged.
    pub most_ways: C,
    /// How many choices looking ahead told to be dead.
    pub dead: u64,
}

impl<S: Space, C: Ways> Outbox<S, C> {
    pub fn new(levels: usize) -> Self {
        Self {
            lists: Lists::new(levels),
            merger: Merger::default(),
            merged: Merged::default(),
            bench: S::Bench::default(),
            done: DoneWays { ways: C::ZERO, before: Count::ZERO, transitions: 0 },
            states: 0,
            most_ways: C::ZERO,
            dead: 0,
        }
    }

    /// Merges and expands a part of a level.
    pub fn expand(
        &mut self,
        space: &S,
        (level, ahead): (usize, Option<&S::LookAhead>),
        part: Part<S::Key, C>,
    ) {
        let Self { lists, merger, merged, bench, done, states, most_ways, dead } = self;
        let levels = space.level_count();
        let mut groups = Groups::new(part.chunks);
        while merger.merge_next(&mut groups, merged, |chunk| lists.reuse(chunk)) {
            *states += merged.keys.len() as u64;
            merged.ways.iter().for_each(|ways| most_ways.raise(ways));
            let visit = |Arrival { level, key, home, parent, .. }| {
                done.transitions += 1;
                let ways: &C = &merged.ways[parent];
                if level < levels {
                    lists.push(level, home, (key, ways.clone()));
                } else {
                    done.add(ways);
                }
            };
            *dead += space.expand((level, part.home, ahead), &merged.keys, bench, visit);
        }
    }

    /// Merges a part of a level where it is.
    pub fn compact(&mut self, level: usize, part: Part<S::Key, C>) {
        let Self { lists, merger, merged, most_ways, .. } = self;
        let mut groups = Groups::new(part.chunks);
        while merger.merge_next(&mut groups, merged, |chunk| lists.reuse(chunk)) {
            for (key, ways) in merged.keys.drain(..).zip(merged.ways.drain(..)) {
                most_ways.raise(&ways);
                lists.push(level, part.home, (key, ways));
            }
        }
    }
}

impl<C: Ways> DoneWays<C> {
    #[inline]
    fn add(&mut self, ways: &C) {
        if !self.ways.add(ways) {
            self.before += &std::mem::replace(&mut self.ways, ways.clone()).into_count();
        }
    }

    /// All of them.
    pub fn total(&self) -> Count {
        let mut total = self.before.clone();
        total += &self.ways.clone().into_count();
        total
    }

    /// The same with wider integers.
    pub fn widened(self) -> DoneWays<C::Wider> {
        let Self { ways, before, transitions } = self;
        DoneWays { ways: ways.wider(), before, transitions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_cut_between_its_chunks_where_they_are_no_longer_than_a_piece() {
        let chunk = |count: u64| (0..count).map(|key| (key, key)).collect::<Pairs<u64, u64>>();
        let pieces = |most: usize| {
            let chunks: Vec<Pairs<u64, u64>> = [30, 30, 50, 10].map(chunk).into();
            let bytes = bytes(&chunks);
            let pieces = Part { home: 5, chunks, bytes }.pieces(most);
            assert!(pieces.iter().all(|piece| piece.home == 5));
            // What is left of a chunk that was cut keeps its room.
            let cut = if most < 50 { bytes } else { 0 };
            let sum = pieces.iter().map(|piece| piece.bytes).sum::<u64>();
            assert!((bytes..=bytes + cut).contains(&sum), "{sum} bytes of {bytes}");
            let states = pieces.iter().map(|piece| piece.chunks.iter().map(Vec::len).sum());
            states.collect::<Vec<usize>>()
        };
        assert_eq!(pieces(120), [120]);
        assert_eq!(pieces(60), [60, 60]);
        assert_eq!(pieces(50), [30, 30, 50, 10]);
        assert_eq!(pieces(40), [30, 40, 40, 10]);
        assert_eq!(pieces(20), [20, 20, 20, 20, 20, 20]);
        assert_eq!(pieces(1), [1; 120]);
    }
}
