//! Why a file is refused.

/// The first thing that is wrong with a file, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}", line_prefix(*.line))]
pub(crate) struct Refusal {
    /// The line, counted from 1; 0 when the whole file is meant.
    pub line: usize,
    /// What is wrong, in words.
    pub reason: String,
}

impl Refusal {
    /// A refusal of a file as a whole, or of something in it that has no line.
    pub(super) fn of_file(reason: impl Into<String>) -> Self {
        Self { line: 0, reason: reason.into() }
    }

    /// A refusal of one line.
    pub(super) fn of_line(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}

fn line_prefix(line: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}: ") }
}
