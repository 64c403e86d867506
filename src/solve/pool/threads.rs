//! The threads that work, kept from one run to the next.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use crate::cover::Problem;
use crate::engine::Threads;
use crate::solve::error::Error;

/// The threads that work on a problem. Dancing links recurse once for each choice, so stacks grow
/// with the longest solution that there could be.
///
/// # Errors
/// When the system has no room for them.
pub(crate) fn threads_for(problem: &Problem, count: NonZeroUsize) -> Result<Arc<Threads>, Error> {
    threads_of_depth(depth(problem), count)
}

/// Threads for one run on a problem, which no other run shares: one that waits for its reader would
/// else hold up what that reader has done meanwhile.
///
/// # Errors
/// When the system has no room for them.
pub(crate) fn own_threads(problem: &Problem, count: NonZeroUsize) -> Result<Arc<Threads>, Error> {
    started(stack_bytes(depth(problem)), count)
}

/// The most options that a solution can have.
fn depth(problem: &Problem) -> usize {
    let cover = &problem.cover;
    let places: u64 = cover.items().map(|item| u64::from(cover.multiplicity(item))).sum();
    places.min(cover.option_count() as u64) as usize
}

/// The stack that solutions of this many options need.
fn stack_bytes(depth: usize) -> usize {
    ((2 << 20) + depth * 1024).next_multiple_of(1 << 20)
}

fn started(stack_bytes: usize, count: NonZeroUsize) -> Result<Arc<Threads>, Error> {
    let failed = |reason| Error::Threads { threads: count.get(), reason };
    Ok(Arc::new(Threads::new(count.get(), stack_bytes).map_err(failed)?))
}

/// The threads that will work on most problems, before there is one: on all whose solutions have
/// at most a thousand options.
///
/// # Errors
/// When the system has no room for them.
pub(crate) fn common_threads(count: NonZeroUsize) -> Result<Arc<Threads>, Error> {
    threads_of_depth(1000, count)
}

/// Threads for solutions of at most this many options.
fn threads_of_depth(depth: usize, count: NonZeroUsize) -> Result<Arc<Threads>, Error> {
    /// The last threads and the bytes of their stacks: the members of a family run one after the
    /// other, and starting threads anew, with memory of their own, takes a part of a millisecond
    /// each.
    static LAST: Mutex<Option<(usize, Arc<Threads>, u32)>> = Mutex::new(None);

    let (stack_bytes, process) = (stack_bytes(depth), process());
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., of)) = &*last
        && *of != process
    {
        // A process that was forked has none of the threads, and would wait for them for ever.
        std::mem::forget(last.take());
    }
    if let Some((bytes, threads, _)) = &*last
        && *bytes >= stack_bytes
        && threads.count() == count.get()
    {
        return Ok(Arc::clone(threads));
    }
    let threads = started(stack_bytes, count)?;
    *last = Some((stack_bytes, Arc::clone(&threads), process));
    Ok(threads)
}

/// This process, which on WebAssembly is the only one.
fn process() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}
