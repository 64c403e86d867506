//! Work of the library during which Python goes on: other threads run, and Ctrl-C is heeded.
//!
//! The work is done by a thread of its own. The calling thread waits without the interpreter and wakes
//! now and then: to let Python act on signals, and to tell how far the work is. When a signal raises an
//! exception, the work is cancelled, and ends before the exception is raised.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bitcover::{CancelToken, Error, Progress, Solver};
use pyo3::prelude::*;

use crate::errors::raised;
use crate::outcome::progress_tuple;

/// How often Python may act on signals.
pub const LOOK: Duration = Duration::from_millis(50);

/// Has a solver do something; `progress` is called with how far it is, now and then.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    solver: &Solver,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Solver) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let cancel = CancelToken::new();
    let latest: Arc<Mutex<Option<Progress>>> = Arc::default();
    let mut solver = solver.clone().cancel_token(&cancel);
    if progress.is_some() {
        let latest = Arc::clone(&latest);
        solver = solver.on_progress(move |progress| {
            *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress.clone());
        });
    }
    let (send, receive) = channel();
    let receive = Mutex::new(receive);
    std::thread::scope(|scope| {
        let solver = &solver;
        let worker = scope.spawn(move || {
            // The receiver lives until this thread has ended.
            let _ = send.send(work(solver));
        });
        let mut interruption = None;
        let result = loop {
            let received = py.detach(|| {
                receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK)
            });
            match received {
                Ok(result) => break Some(result),
                // The work panicked, which joining it tells.
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) if interruption.is_some() => {}
                Err(RecvTimeoutError::Timeout) => {
                    let heeded = py.check_signals().and_then(|()| {
                        let latest = latest.lock().unwrap_or_else(PoisonError::into_inner).take();
                        match (progress, latest) {
                            (Some(call), Some(latest)) => {
                                call.call1(progress_tuple(&latest)).map(|_| ())
                            }
                            _ => Ok(()),
                        }
                    });
                    if let Err(raised) = heeded {
                        cancel.cancel();
                        interruption = Some(raised);
                    }
                }
            }
        };
        if let Err(panic) = worker.join() {
            std::panic::resume_unwind(panic);
        }
        match (interruption, result) {
            (Some(interruption), _) => Err(interruption),
            (None, Some(result)) => raised(py, result),
            (None, None) => unreachable!("a thread that ended without a panic has sent its result"),
        }
    })
}
