//! Whether standard output was open when the process began.
//!
//! Rust's runtime opens a device in the place of a standard stream that is closed, which takes everything
//! and keeps nothing, and afterwards nobody can tell. So this looks before the runtime does, among what
//! the system runs before the program. Cost: a descriptor that is copied and closed again.

use std::io;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number by which the system says that no file is open.
const EBADF: i32 = 9;

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

// SAFETY: the section holds the addresses of functions that take nothing and return nothing, as this one
// is; the system calls each once, on one thread, before the program begins.
#[used]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
static LOOK: extern "C" fn() = look;

extern "C" fn look() {
    let copied = io::stdout().as_fd().try_clone_to_owned();
    let is_closed = copied.is_err_and(|error| error.raw_os_error() == Some(EBADF));
    IS_CLOSED.store(is_closed, Ordering::Relaxed);
}

/// Whether standard output was closed.
pub(crate) fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}
