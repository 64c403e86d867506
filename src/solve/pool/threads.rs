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
    let cover = &problem.cover;
    let places: u64 = cover.items().map(|item| u64::from(cover.multiplicity(item))).sum();
    threads_of_depth(places.min(cover.option_count() as u64) as usize, count)
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
    static LAST: Mutex<Option<(usize, Arc<Threads>)>> = Mutex::new(None);

    let stack_bytes = ((2 << 20) + depth * 1024).next_multiple_of(1 << 20);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((bytes, threads)) = &*last
        && *bytes >= stack_bytes
        && threads.count() == count.get()
    {
        return Ok(Arc::clone(threads));
    }
    let failed = |reason| Error::Threads { threads: count.get(), reason };
    let threads = Arc::new(Threads::new(count.get(), stack_bytes).map_err(failed)?);
    *last = Some((stack_bytes, Arc::clone(&threads)));
    Ok(threads)
}
