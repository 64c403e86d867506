//! Signals: asking a run to stop, or how far it is.
//!
//! Handlers only set flags, which runs look at. A second request to stop ends the process at once, but
//! not one that comes with the first: `timeout`, for one, sends each signal twice.
//!
//! Cost: a few microseconds when they are set up, and a thread that sleeps once a run takes longer.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Once};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::engine::CancelToken;

/// How long a second request is taken for the first.
const TOGETHER: Duration = Duration::from_millis(250);

/// How often somebody looks whether there was a first one.
const NAP: Duration = Duration::from_millis(50);

/// What signals have asked for.
#[derive(Debug)]
pub struct Signals {
    /// Set by Ctrl-C and SIGTERM.
    pub stop: CancelToken,
    /// Set by SIGUSR1 and, where there is one, Ctrl-T.
    how_far: Arc<AtomicBool>,
    /// Whether the next request to stop ends the process.
    is_last: Arc<AtomicBool>,
    arming: Once,
}

impl Signals {
    /// Sets up the handlers.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn heed() -> io::Result<Self> {
        let (word, is_last) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&is_last))?;
            flag::register_usize(signal, Arc::clone(&word), signal as usize)?;
        }
        let how_far = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        flag::register(signal_hook::consts::SIGUSR1, Arc::clone(&how_far))?;
        #[cfg(any(target_os = "macos", target_os = "freebsd", target_os = "netbsd"))]
        flag::register(signal_hook::consts::SIGINFO, Arc::clone(&how_far))?;
        Ok(Self { stop: CancelToken::shared(word), how_far, is_last, arming: Once::new() })
    }

    /// Sees to it, from now on, that a second request ends the process.
    pub fn arm(&self) {
        self.arming.call_once(|| {
            let (stop, is_last) = (self.stop.clone(), Arc::clone(&self.is_last));
            let watch = move || {
                while stop.signal().is_none() {
                    thread::sleep(NAP);
                }
                thread::sleep(TOGETHER);
                is_last.store(true, Ordering::Relaxed);
            };
            // Without a thread for it, a second request is like the first.
            let _ = thread::Builder::new().name("signals".to_owned()).spawn(watch);
        });
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
