//! Signals: asking a run to stop, or how far it is.
//!
//! Handlers only set flags, which runs look at. A second request to stop ends the process at once, but
//! not one that comes with the first: `timeout`, for one, sends each signal twice. Where a command goes on
//! all the same, since what it does looks at no flag, the process ends within a second: what was saved is
//! whole then, as after any end, and files that are not whole are removed. Only where ending would lose
//! what has been found, it goes on until that is saved, and says so within a second.
//!
//! Cost: some ten microseconds when they are set up, and a thread that sleeps.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::cancel::CancelToken;
use crate::solution::written_file::remove_partial;

use super::message::say;

/// How long a second request is taken for the first.
const TOGETHER: Duration = Duration::from_millis(250);

/// How long the thread that waits for a first request sleeps between two looks.
const NAP: Duration = Duration::from_millis(50);

/// How long after a request a command may go on that has nothing to lose.
const PATIENCE: Duration = Duration::from_millis(700);

/// What signals have asked for.
#[derive(Debug)]
pub struct Signals {
    /// Cancelled by Ctrl-C and SIGTERM.
    pub cancel: CancelToken,
    /// The number of the signal that asked to stop; 0 while none did.
    number: Arc<AtomicUsize>,
    /// Set by SIGUSR1 and, where there is one, Ctrl-T.
    how_far: Arc<AtomicBool>,
    /// Whether what is done now has something to lose if the process ends.
    has_to_save: Arc<AtomicBool>,
    /// What to say when the process ends for a signal, besides that.
    advice: Arc<OnceLock<&'static str>>,
}

impl Signals {
    /// Sets up the handlers.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn heed() -> io::Result<Self> {
        let (number, is_last) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let is_asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&is_last))?;
            // The number first: what looks at the flag may ask for it at once.
            flag::register_usize(signal, Arc::clone(&number), signal as usize)?;
            flag::register(signal, Arc::clone(&is_asked))?;
        }
        let cancel = CancelToken::from_flag(is_asked);
        let how_far = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        flag::register(signal_hook::consts::SIGUSR1, Arc::clone(&how_far))?;
        #[cfg(any(target_os = "macos", target_os = "freebsd", target_os = "netbsd"))]
        flag::register(signal_hook::consts::SIGINFO, Arc::clone(&how_far))?;
        let (has_to_save, advice) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let signals = Self { cancel, number, how_far, has_to_save, advice };
        signals.watch(is_last);
        Ok(signals)
    }

    /// Sees to it that a second request ends the process, and the first where it is not heeded soon.
    fn watch(&self, is_last: Arc<AtomicBool>) {
        let (cancel, number) = (self.cancel.clone(), Arc::clone(&self.number));
        let (has_to_save, advice) = (Arc::clone(&self.has_to_save), Arc::clone(&self.advice));
        let watch = move || {
            while !cancel.is_cancelled() {
                thread::sleep(NAP);
            }
            thread::sleep(TOGETHER);
            is_last.store(true, Ordering::Relaxed);
            thread::sleep(PATIENCE.saturating_sub(TOGETHER + NAP));
            let signal = number.load(Ordering::Relaxed) as i32;
            if signal == 0 {
                return;
            }
            if has_to_save.load(Ordering::Relaxed) {
                let words = "what was found is being saved; a second signal ends that at once";
                say(&format!("bitcover: {}: {words}", name(signal)));
            }
            while has_to_save.load(Ordering::Relaxed) {
                thread::sleep(NAP);
            }
            if begin_to_end() {
                remove_partial();
                let advice = advice.get().copied().unwrap_or_default();
                say(&format!("bitcover: stopped by {}{advice}", name(signal)));
                std::process::exit(128 + signal);
            }
        };
        // Without a thread for it, a second request is like the first.
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(watch);
    }

    /// Says whether what is done from now on has something to lose, so that it may take the time that
    /// saving it takes.
    pub fn set_has_to_save(&self, has_to_save: bool) {
        self.has_to_save.store(has_to_save, Ordering::Relaxed);
    }

    /// Says what else is to be said when the process ends for a signal.
    pub fn set_advice(&self, advice: &'static str) {
        self.advice.get_or_init(|| advice);
    }

    /// The signal that asked to stop, if one did.
    pub fn signal(&self) -> Option<i32> {
        match self.number.load(Ordering::Relaxed) {
            0 => None,
            number => Some(number as i32),
        }
    }

    /// Whether a signal has asked since the last time how far the run is.
    pub fn asks_how_far(&self) -> bool {
        self.how_far.swap(false, Ordering::Relaxed)
    }
}

/// Whether the process is about to end for a signal, and somebody says so.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Claims to be the one who says that the process ends for a signal; whether nobody did before.
pub fn begin_to_end() -> bool {
    !IS_ENDING.swap(true, Ordering::Relaxed)
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
