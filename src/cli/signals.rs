//! Signals: asking a run to stop, or how far it is.
//!
//! Handlers only set flags, which runs look at. A second request to stop ends the process at once.
//! Cost: a few microseconds when they are set up, and no thread.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::engine::Stop;

/// What signals have asked for.
#[derive(Debug)]
pub struct Signals {
    /// Set by Ctrl-C and SIGTERM.
    pub stop: Stop,
    /// Set by SIGUSR1 and, where there is one, Ctrl-T.
    how_far: Arc<AtomicBool>,
}

impl Signals {
    /// Sets up the handlers.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn heed() -> io::Result<Self> {
        let (word, asked) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first request does not meet its own flag.
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&asked))?;
            flag::register(signal, Arc::clone(&asked))?;
            flag::register_usize(signal, Arc::clone(&word), signal as usize)?;
        }
        let how_far = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        flag::register(signal_hook::consts::SIGUSR1, Arc::clone(&how_far))?;
        #[cfg(any(target_os = "macos", target_os = "freebsd", target_os = "netbsd"))]
        flag::register(signal_hook::consts::SIGINFO, Arc::clone(&how_far))?;
        Ok(Self { stop: Stop::shared(word), how_far })
    }

    /// Whether somebody asked since the last time how far the run is.
    pub fn asks_how_far(&self) -> bool {
        self.how_far.swap(false, Ordering::Relaxed)
    }
}

/// Has writing beyond the limit on file sizes fail with an error instead of ending the process.
pub fn survive_file_size_limit() {
    #[cfg(unix)]
    {
        // Where it cannot be set up, the process ends as it would have.
        let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}

/// A signal as people know it.
pub fn name(signal: i32) -> &'static str {
    match signal {
        SIGINT => "Ctrl-C",
        SIGTERM => "SIGTERM",
        _ => "a signal",
    }
}
