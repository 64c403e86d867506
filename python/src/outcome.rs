//! Outcomes, counts and progress as tuples and integers.

use bitcover::{Count, Outcome, Phase, Progress};
use pyo3::prelude::*;
use pyo3::types::PyInt;

/// A count as an integer of any size.
pub fn integer<'py>(py: Python<'py>, count: &Count) -> PyResult<Bound<'py, PyAny>> {
    match u128::try_from(count) {
        Ok(count) => Ok(count.into_pyobject(py)?.into_any()),
        Err(_) => py.get_type::<PyInt>().call1((count.to_string(),)),
    }
}

/// An outcome as (name, engine, total, distinct, nodes, seconds, complete, fingerprint).
pub fn outcome_tuple<'py>(py: Python<'py>, outcome: &Outcome) -> PyResult<Bound<'py, PyAny>> {
    let distinct = outcome.distinct.as_ref().map(|count| integer(py, count)).transpose()?;
    let fingerprint = outcome.fingerprint.map(|fingerprint| fingerprint.to_string());
    let tuple = (
        &outcome.name,
        outcome.engine.name(),
        integer(py, &outcome.total)?,
        distinct,
        outcome.nodes,
        outcome.elapsed.as_secs_f64(),
        outcome.complete,
        fingerprint,
    );
    Ok(tuple.into_pyobject(py)?.into_any())
}

/// How far a run is: phase, share, distinct solutions, nodes, seconds.
pub fn progress_tuple(progress: &Progress) -> (&'static str, f64, String, u64, f64) {
    let phase = match progress.phase {
        Phase::Sweep => "sweep",
        Phase::Recount => "recount",
        _ => "search",
    };
    let Progress { share, distinct, nodes, elapsed, .. } = progress;
    (phase, *share, distinct.to_string(), *nodes, elapsed.as_secs_f64())
}
