//! Which states of a sweep wait on the disk, and when they come back.
//!
//! Those of the farthest levels wait there first. A level that has some comes in segments: those of its
//! parts that are in memory, with what is read. Cost: see [`super::disk`].

use crate::engine::threads::lock;

use super::disk::{SEGMENT_BITS, SEGMENTS, segment_of};
use super::error::FrontierError;
use super::flight::{Pairs, bytes, push};
use super::outbox::Part;
use super::progress::Reporter;
use super::space::Space;
use super::sweep::Sweep;
use super::ways::Ways;

impl<S: Space, C: Ways> Sweep<'_, S, C> {
    /// The parts of a level that come next, of so many segments: those of one that are in memory, and
    /// what is on the disk.
    pub(super) fn next_parts(
        &mut self,
        (level, segment, segments): (usize, usize, usize),
        later: &mut Vec<Part<S::Key, C>>,
    ) -> Result<Vec<Part<S::Key, C>>, FrontierError> {
        if segments == 1 {
            return Ok(std::mem::take(later));
        }
        let chunks: Vec<Pairs<S::Key, C>> =
            self.disk.take(level, segment).map_err(|error| self.disk.refused(&error))?;
        let mask = (1 << self.bits) - 1;
        let mut parts: Vec<Part<S::Key, C>> = (0..SEGMENTS << (self.bits - SEGMENT_BITS))
            .skip(segment)
            .step_by(SEGMENTS)
            .map(|home| Part { home: home as u32, chunks: Vec::new(), bytes: 0 })
            .collect();
        for pair in chunks.into_iter().flatten() {
            let home = self.space.home(pair.0) & mask;
            push(&mut parts[home as usize >> SEGMENT_BITS].chunks, pair);
        }
        let (here, rest) =
            std::mem::take(later).into_iter().partition(|part| segment_of(part.home) == segment);
        *later = rest;
        let here: Vec<Part<S::Key, C>> = here;
        for part in here {
            parts[part.home as usize >> SEGMENT_BITS].chunks.extend(part.chunks);
        }
        for part in &mut parts {
            part.bytes = bytes(&part.chunks);
        }
        parts.retain(|part| !part.chunks.is_empty());
        Ok(parts)
    }

    /// Has states wait on the disk, those of the farthest levels first, down to this level, until there
    /// is room.
    pub(super) fn spill(
        &mut self,
        from: usize,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), FrontierError> {
        for level in (from..self.space.level_count()).rev() {
            if self.bytes() <= self.free() / 6 {
                break;
            }
            self.compacted[level] = 0;
            let mut segments: Vec<Vec<Pairs<S::Key, C>>> = Vec::new();
            segments.resize_with(SEGMENTS, Vec::new);
            for part in self.take(level) {
                if self.bits >= SEGMENT_BITS {
                    segments[segment_of(part.home)].extend(part.chunks);
                    continue;
                }
                for pair in part.chunks.into_iter().flatten() {
                    push(&mut segments[segment_of(self.space.home(pair.0))], pair);
                }
            }
            for (segment, chunks) in segments.into_iter().enumerate() {
                let put = self.disk.put(level, segment, &chunks);
                put.map_err(|error| self.disk.refused(&error))?;
                reporter.report()?;
            }
        }
        Ok(())
    }

    /// Puts states on their way, or on the disk where memory is short.
    pub(super) fn let_wait(
        &mut self,
        level: usize,
        pairs: Pairs<S::Key, C>,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), FrontierError> {
        let space = self.space;
        lock(&self.outboxes[0]).lists.spread(level, pairs, |key| space.home(key));
        if self.bytes() > self.free() / 3 { self.spill(0, reporter) } else { Ok(()) }
    }
}
