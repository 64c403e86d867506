//! Why there is no such puzzle, in words.

use super::file::{FileError, FileProblem};
use super::given::Conflict;

/// Why a puzzle cannot be read, built or found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub enum PuzzleError {
    #[error(transparent)]
    Text(#[from] FileError),
    #[error(transparent)]
    Description(#[from] FileProblem),
    #[error(transparent)]
    Given(#[from] Conflict),
    #[error("{name} is a family of puzzles; choose one of {}", members.join(", "))]
    Family { name: String, members: Vec<String> },
    #[error("there is no {name}; of {family} there are {}", members.join(", "))]
    NoMember { name: String, family: String, members: Vec<String> },
    #[error("the catalogue has no puzzle {name}{hint}")]
    Unknown { name: String, hint: String },
}
