//! Parts of a count, which travel as texts.

use bitcover::ShardResult;
use pyo3::prelude::*;

use crate::errors::raised;
use crate::outcome::outcome_tuple;

/// Adds up the results of all parts.
#[pyfunction]
pub fn merge<'py>(py: Python<'py>, results: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
    let results: Result<Vec<_>, _> = results.iter().map(|text| ShardResult::parse(text)).collect();
    let results = raised(py, results)?;
    outcome_tuple(py, &raised(py, ShardResult::merge(&results))?)
}
