//! Why a file is refused.

/// The first thing that is wrong with a file, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}", line_prefix(*.line))]
pub(crate) struct Refusal {
    /// The line, counted from 1; 0 when the whole file is meant.
    pub line: usize,
    /// What is wrong, in words.
    pub reason: String,
    /// Whether the file is for another starting position than the puzzle's.
    pub is_other_position: bool,
}

impl Refusal {
    /// A refusal of a file as a whole, or of something in it that has no line.
    pub fn of_file(reason: impl Into<String>) -> Self {
        Self::of_line(0, reason)
    }

    /// A refusal of one line.
    pub fn of_line(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into(), is_other_position: false }
    }

    /// The same refusal of a file that is for another starting position.
    #[must_use]
    pub(super) fn for_position(self) -> Self {
        Self { is_other_position: true, ..self }
    }
}

fn line_prefix(line: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}: ") }
}
