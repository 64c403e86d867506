//! Solutions one by one or in batches, while the search goes on.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use bitcover::Solutions;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::errors::{exception, raised};
use crate::interrupt::LOOK;
use crate::solution::SolutionCore;

/// A search whose solutions are taken as they are found; nothing once it was closed.
#[pyclass(frozen, module = "bitcover._bitcover")]
pub struct SolutionsCore(Mutex<Option<Solutions>>);

impl SolutionsCore {
    pub fn new(solutions: Solutions) -> Self {
        Self(Mutex::new(Some(solutions)))
    }

    /// The search, unless another thread is taking solutions: which would get them, nobody could say.
    fn locked(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Option<Solutions>>> {
        match self.0.try_lock() {
            Ok(solutions) => Ok(solutions),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let words = "another thread is taking solutions from this search".to_owned();
                Err(exception(py, "SolveError", words))
            }
        }
    }
}

/// Numbers as the bytes that this machine has for them.
pub fn number_bytes<'py>(py: Python<'py>, numbers: &[i32]) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, 4 * numbers.len(), |bytes| {
        for (place, number) in bytes.chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&number.to_ne_bytes());
        }
        Ok(())
    })
}

/// Waits until the next solution is there, or there are no more; Python goes on meanwhile. Returns whether
/// there is a search at all: an exception that a signal raises ends it.
fn wait(py: Python<'_>, search: &mut Option<Solutions>) -> PyResult<bool> {
    let Some(solutions) = search.as_mut() else { return Ok(false) };
    if solutions.wait(Duration::ZERO) {
        return Ok(true);
    }
    while !py.detach(|| search.as_mut().is_none_or(|solutions| solutions.wait(LOOK))) {
        heed(py, search)?;
    }
    Ok(true)
}

/// Lets Python act on signals, and ends the search if one raises an exception.
fn heed(py: Python<'_>, search: &mut Option<Solutions>) -> PyResult<()> {
    py.check_signals().inspect_err(|_| {
        let ended = search.take();
        py.detach(|| drop(ended));
    })
}

#[pymethods]
impl SolutionsCore {
    fn next(&self, py: Python<'_>) -> PyResult<Option<SolutionCore>> {
        let mut locked = self.locked(py)?;
        if !wait(py, &mut locked)? {
            return Ok(None);
        }
        let next = locked.as_mut().and_then(Iterator::next);
        raised(py, next.transpose()).map(|solution| solution.map(SolutionCore))
    }

    /// The numbers of the next solutions, at most this many, as bytes of 32-bit integers of this
    /// machine; and how many there are.
    fn take<'py>(
        &self,
        py: Python<'py>,
        most: usize,
    ) -> PyResult<(Bound<'py, PyByteArray>, usize)> {
        let mut locked = self.locked(py)?;
        let (mut numbers, mut taken) = (Vec::new(), 0);
        while taken < most && wait(py, &mut locked)? {
            let Some(solutions) = locked.as_mut() else { break };
            let more = py.detach(|| solutions.take_numbers(most - taken, &mut numbers));
            match raised(py, more)? {
                0 => break,
                more => taken += more,
            }
            heed(py, &mut locked)?;
        }
        Ok((number_bytes(py, &numbers)?, taken))
    }

    /// Ends the search.
    fn close(&self, py: Python<'_>) {
        py.detach(|| {
            let solutions = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
            drop(solutions);
        });
    }
}
