//! Dividing states that do not fit into batches, which are swept one after the other.
//!
//! Batches are told apart by bits that last (on a board: by which of a few pieces lie already), so that
//! little is lost by their states not being merged with each other's. Cost: some passes over the
//! states.

use crate::cancel::Cancelled;

use super::flight::{CHUNK, InFlight, pairs_in};
use super::key::Key;
use super::progress::Reporter;
use super::stash::{Batch, BatchWriter};
use super::ways::Ways;

/// By how many bits states are divided.
const DIVISIONS: usize = 3;

/// Batches of no more states than this are not divided any more, of fewer where there are many choices.
const SMALLEST: usize = 1 << 12;

/// What comes of a batch that is not divided may wait at every level. Together that takes no more than a
/// part of the memory, and a few bytes that are part of what the program takes for itself.
const PART_OF_MEMORY: u64 = 8;
const FEW_BYTES: u64 = 1 << 24;

/// How many chunks are divided between two calls of the callback.
const CHUNKS_PER_REPORT: usize = (1 << 18) / CHUNK;

/// How many states of so many bytes need no dividing, where each may come to as many others at every
/// level as it has choices there.
pub(super) fn undivided(most_bytes: u64, choices: usize, state_bytes: usize) -> usize {
    let states = (most_bytes / PART_OF_MEMORY + FEW_BYTES) / (choices.max(1) * state_bytes) as u64;
    (states as usize).clamp(1, SMALLEST)
}

/// Divides states into batches, at least one; no more than `undivided` are one as they are.
///
/// # Errors
/// When the sweep is to end.
pub(super) fn divide<K: Key, C: Ways>(
    lasting: &[K],
    flight: InFlight<K, C>,
    undivided: usize,
    reporter: &mut Reporter<'_>,
) -> Result<Vec<Batch>, Cancelled> {
    let total: usize = flight.iter().map(|chunks| pairs_in(chunks)).sum();
    if total <= undivided {
        return Ok(vec![Batch::of(flight)]);
    }
    let mut evenness: Vec<(usize, K)> = lasting
        .iter()
        .map(|&bit| {
            reporter.report()?;
            let with = flight.iter().flatten().flatten().filter(|(key, _)| key.meets(bit));
            let with = with.count();
            Ok((with.min(total - with), bit))
        })
        .collect::<Result<_, Cancelled>>()?;
    evenness.sort_by_key(|&(smaller, _)| std::cmp::Reverse(smaller));
    evenness.truncate(DIVISIONS);
    evenness.retain(|&(smaller, _)| smaller > total / 8);
    let batch_of = |key: K| {
        if evenness.is_empty() {
            return (key.hash() >> 20) as usize & 1;
        }
        let bits = evenness.iter().enumerate();
        bits.map(|(at, &(_, bit))| usize::from(key.meets(bit)) << at).sum()
    };
    let mut batches = vec![BatchWriter::default(); 1 << evenness.len().max(1)];
    for (level, chunks) in flight.into_iter().enumerate() {
        for (number, chunk) in chunks.into_iter().enumerate() {
            if number.is_multiple_of(CHUNKS_PER_REPORT) {
                reporter.report()?;
            }
            for pair in &chunk {
                batches[batch_of(pair.0)].push(level, pair);
            }
        }
    }
    let batches = batches.into_iter().map(BatchWriter::finish::<C>);
    Ok(batches.filter(|batch| !batch.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_of_a_batch_that_is_not_divided_takes_a_part_of_the_memory() {
        for (most_bytes, choices, state_bytes) in
            [(1 << 28, 4_000, 136), (1 << 24, 100_000, 136), (1 << 34, 60, 16), (0, 60, 16)]
        {
            let undivided = undivided(most_bytes, choices, state_bytes);
            assert!((1..=4096).contains(&undivided), "{undivided} with {choices} choices");
            let bytes = (undivided * choices * state_bytes) as u64;
            assert!(bytes <= most_bytes / 8 + (16 << 20), "{bytes} of {most_bytes}");
        }
        assert_eq!(undivided(0, 60, 16), 4096);
        assert_eq!(undivided(0, 100_000_000, 16), 1);
    }
}
