//! Why there is no such puzzle, in words.

use super::file::{FileError, FileProblem};
use super::given::Conflict;

/// Why a puzzle cannot be read, built or found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub enum PuzzleError {
    #[error("line {line}, column {column}: {problem}")]
    Text { line: usize, column: usize, problem: String },
    #[error("{0}")]
    Description(String),
    #[error("{0}")]
    Given(String),
    #[error("{name} is a family of puzzles; choose one of {}", members.join(", "))]
    Family { name: String, members: Vec<String> },
    #[error("there is no {name}; of {family} there are {}", members.join(", "))]
    NoMember { name: String, family: String, members: Vec<String> },
    #[error("the catalogue has no puzzle {name}{hint}")]
    Unknown { name: String, hint: String },
}

impl From<FileError> for PuzzleError {
    fn from(error: FileError) -> Self {
        let FileError { line, column, problem } = error;
        Self::Text { line, column, problem: problem.to_string() }
    }
}

impl From<FileProblem> for PuzzleError {
    fn from(problem: FileProblem) -> Self {
        Self::Description(problem.to_string())
    }
}

impl From<Conflict> for PuzzleError {
    fn from(conflict: Conflict) -> Self {
        Self::Given(conflict.to_string())
    }
}
