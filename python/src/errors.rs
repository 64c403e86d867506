//! Errors of the library as exceptions of the package, in the library's words.

use bitcover::{CoverError, Error, FormatError, PuzzleError};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// An exception of the package of this class.
pub fn exception(py: Python<'_>, class: &str, words: String) -> PyErr {
    let class = PyModule::import(py, "bitcover._errors").and_then(|module| module.getattr(class));
    match class.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, words),
        Err(error) => error,
    }
}

/// An error of the library, which may be turned into an exception of the package.
pub trait Words {
    /// The class of the exception.
    fn class(&self) -> &'static str;
    /// What is wrong.
    fn words(&self) -> String;
}

impl Words for Error {
    fn class(&self) -> &'static str {
        match self {
            Self::Cancelled => "Cancelled",
            Self::Refused { .. } => "VerifyError",
            Self::UnknownEngine { .. } | Self::Size { .. } | Self::UnknownPiece { .. } => {
                "ArgumentError"
            }
            Self::Position(_) => "PuzzleError",
            _ => "SolveError",
        }
    }

    fn words(&self) -> String {
        self.to_string()
    }
}

impl Words for PuzzleError {
    fn class(&self) -> &'static str {
        "PuzzleError"
    }

    fn words(&self) -> String {
        self.to_string()
    }
}

impl Words for CoverError {
    fn class(&self) -> &'static str {
        "CoverError"
    }

    fn words(&self) -> String {
        self.to_string()
    }
}

impl Words for FormatError {
    fn class(&self) -> &'static str {
        "CoverError"
    }

    fn words(&self) -> String {
        self.to_string()
    }
}

/// Turns an error of the library into an exception.
pub fn raised<T>(py: Python<'_>, result: Result<T, impl Words>) -> PyResult<T> {
    result.map_err(|error| exception(py, error.class(), error.words()))
}
