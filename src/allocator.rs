//! The program's allocator: mimalloc, and a clear end where the system refuses memory.
//!
//! Version 2 of mimalloc lays lists and tables of 64 to 512 KiB side by side; version 3 keeps a page
//! of 4 MiB for each size and thread, each with huge pages of its own for the system to clear
//! (`results/ladder.md`, start-up). The system's allocator touches memory page by page.
//!
//! Rust's own answer to refused memory is an abort. Here the process says in one line what can be
//! done, and ends with the exit code of a run that failed; nothing is unwound, so that what a
//! journal holds is as it was. That `try_reserve` never fails then is no loss: nothing here calls
//! it, and what the standard library reads with it (whole files) ends with the same words. Cost: a
//! branch for each allocation.

use std::alloc::{GlobalAlloc, Layout};
use std::io::Write;

use mimalloc::MiMalloc;

/// The exit code of a run that failed, as `--help` documents it.
const FAILED: i32 = 1;

/// mimalloc, which ends the process with a message where the system refuses memory.
pub struct Allocator;

// SAFETY: every method is that of mimalloc, but for those that would return null, which end the
// process instead.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that mimalloc asks for.
        granted(unsafe { MiMalloc.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        granted(unsafe { MiMalloc.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as in `alloc`; every block is one of mimalloc's.
        granted(unsafe { MiMalloc.realloc(block, layout, new_size) }, new_size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as in `realloc`.
        unsafe { MiMalloc.dealloc(block, layout) }
    }
}

/// The block, if there is one.
#[inline]
fn granted(block: *mut u8, bytes: usize) -> *mut u8 {
    if block.is_null() {
        refused(bytes);
    }
    block
}

/// Ends the process without allocating: standard error has no buffer, the line is written on the
/// stack, and whatever else would be done at the end is left out.
#[cold]
fn refused(bytes: usize) -> ! {
    let mut line = [0; 256];
    let mut rest = &mut line[..];
    let _ = writeln!(
        rest,
        "bitcover: out of memory: {bytes} bytes more were refused; what a journal holds is intact: \
         allow more (ulimit -v), or use fewer --threads or a smaller --memory"
    );
    let left = rest.len();
    let written = line.len() - left;
    // Nothing better can be done when standard error is gone too.
    let _ = std::io::stderr().write_all(&line[..written]);
    signal_hook::low_level::exit(FAILED)
}
