//! States on their way to later levels, each with something that goes with it (a count, or the
//! choice that led there), in chunks that can be handed to threads.

use std::sync::Mutex;

use crate::cancel::Cancelled;
use crate::engine::threads::{Threads, lock};

use super::key::Key;
use super::progress::Reporter;

/// States, each with what goes with it.
pub(super) type Pairs<K, V> = Vec<(K, V)>;

/// What goes with a state, and may take memory elsewhere.
pub(super) trait OnHeap {
    /// That memory, in bytes.
    #[inline]
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// How many pairs a chunk holds at most, so that chunks can be handed to threads.
pub(super) const CHUNK: usize = 1 << 13;

/// How many bytes a small chunk takes at most; more only if a few pairs do.
pub(super) const CHUNK_BYTES: usize = 1 << 12;

/// How many pairs the first chunk of a list has room for at first.
pub(super) const FIRST: usize = 8;

/// How many pairs a small chunk holds.
pub(super) const fn small_chunk<K, C>() -> usize {
    let pairs = CHUNK_BYTES / size_of::<(K, C)>();
    if pairs < FIRST { FIRST } else { pairs }
}

/// A merged level is cut into parts of about this many pairs.
const PART: usize = 1 << 14;

/// The most parts of a level; hashes choose the part by their highest bits.
const PART_BITS: u32 = 10;

/// How many states a thread takes at a time.
pub(super) const UNIT: usize = 1 << 11;

/// Fewer pairs or states than this are not worth waking other threads for.
pub(super) const ALONE: usize = 1 << 12;

/// States on their way, for each level as chunks.
pub(super) type InFlight<K, C> = Vec<Vec<Pairs<K, C>>>;

/// Appends to the last chunk, or to a new one when that is full.
#[inline]
pub(super) fn push<K, C>(chunks: &mut Vec<Pairs<K, C>>, pair: (K, C)) {
    match chunks.last_mut() {
        Some(chunk) if chunk.len() < CHUNK => chunk.push(pair),
        _ => chunks.push(vec![pair]),
    }
}

/// Appends to the last chunk, or to a new one, where all chunks are small ones: the memory of one is then
/// used for another, however many states come and go.
#[inline]
pub(super) fn push_small<K, C>(chunks: &mut Vec<Pairs<K, C>>, pair: (K, C)) {
    match chunks.last_mut() {
        Some(chunk) if chunk.len() < chunk.capacity() => chunk.push(pair),
        _ => {
            let mut chunk = Vec::with_capacity(small_chunk::<K, C>());
            chunk.push(pair);
            chunks.push(chunk);
        }
    }
}

pub(super) fn empty<K, C>(levels: usize) -> InFlight<K, C> {
    let mut flight = Vec::new();
    flight.resize_with(levels, Vec::new);
    flight
}

/// Cuts a level into parts that have no key in common, by the highest bits of hashes; each part is
/// still in chunks, one of each thread.
///
/// # Errors
/// When the sweep is to end.
pub(super) fn spread<K: Key, V: Send>(
    threads: &Threads,
    chunks: Vec<Pairs<K, V>>,
    reporter: &mut Reporter<'_>,
) -> Result<Vec<Vec<Pairs<K, V>>>, Cancelled> {
    let total = pairs_in(&chunks);
    let bits = (total / PART).next_power_of_two().ilog2().clamp(1, PART_BITS);
    let expected = (total / threads.count()) >> bits;
    let queue = Mutex::new(chunks);
    let split = reporter.on_all(threads, |_, watch| {
        let mut parts: Vec<Pairs<K, V>> = Vec::new();
        parts.resize_with(1 << bits, || Vec::with_capacity(expected + expected / 8));
        while watch.flow().is_continue() {
            // Freed as soon as it has been gone through.
            let Some(chunk) = lock(&queue).pop() else { break };
            for pair in chunk {
                parts[(pair.0.hash() >> (64 - bits)) as usize].push(pair);
            }
        }
        parts
    })?;
    let mut parts: Vec<Vec<Pairs<K, V>>> = Vec::new();
    parts.resize_with(1 << bits, Vec::new);
    for thread in split {
        for (part, chunk) in parts.iter_mut().zip(thread) {
            part.push(chunk);
        }
    }
    Ok(parts)
}

pub(super) fn pairs_in<K, C>(chunks: &[Pairs<K, C>]) -> usize {
    chunks.iter().map(Vec::len).sum()
}

/// The memory of chunks, in bytes, and of what goes with their states.
pub(super) fn bytes<K, C: OnHeap>(chunks: &[Pairs<K, C>]) -> u64 {
    let of_chunk = |chunk: &Pairs<K, C>| {
        let heap_bytes: usize = chunk.iter().map(|pair| pair.1.heap_bytes()).sum();
        (chunk.capacity() * size_of::<(K, C)>() + heap_bytes) as u64
    };
    chunks.iter().map(of_chunk).sum()
}

pub(super) fn flight_bytes<K, C: OnHeap>(flight: &[Vec<Pairs<K, C>>]) -> u64 {
    flight.iter().map(|chunks| bytes(chunks)).sum()
}
