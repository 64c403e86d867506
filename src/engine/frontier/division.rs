//! Dividing states that do not fit into batches, which are swept one after the other.
//!
//! Batches are told apart by bits that last (on a board: by which of a few pieces lie already), so that
//! little is lost by their states not being merged with each other's. Cost: some passes over the
//! states.

use crate::cancel::Cancelled;

use super::flight::{CHUNK, InFlight, empty, pairs_in, push};
use super::key::Key;
use super::progress::Reporter;

/// By how many bits states are divided.
const DIVISIONS: usize = 3;

/// Batches of no more states than this are not divided any more.
const SMALLEST: usize = 1 << 12;

/// How many chunks are divided between two calls of the callback.
const CHUNKS_PER_REPORT: usize = (1 << 18) / CHUNK;

/// Divides states into batches, at least one.
///
/// # Errors
/// When the sweep is to end.
pub(super) fn divide<K: Key, C>(
    lasting: &[K],
    flight: InFlight<K, C>,
    reporter: &mut Reporter<'_>,
) -> Result<Vec<InFlight<K, C>>, Cancelled> {
    let total: usize = flight.iter().map(|chunks| pairs_in(chunks)).sum();
    if total <= SMALLEST {
        return Ok(vec![flight]);
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
    let levels = flight.len();
    let mut batches: Vec<InFlight<K, C>> = Vec::new();
    batches.resize_with(1 << evenness.len().max(1), || empty(levels));
    for (level, chunks) in flight.into_iter().enumerate() {
        for (number, chunk) in chunks.into_iter().enumerate() {
            if number.is_multiple_of(CHUNKS_PER_REPORT) {
                reporter.report()?;
            }
            for pair in chunk {
                push(&mut batches[batch_of(pair.0)][level], pair);
            }
        }
    }
    for chunks in batches.iter_mut().flatten() {
        if let Some(last) = chunks.last_mut() {
            last.shrink_to_fit();
        }
    }
    batches.retain(|flight| flight.iter().any(|chunks| !chunks.is_empty()));
    Ok(batches)
}
