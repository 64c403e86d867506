//! That the lines of a file ascend, so that none occurs twice.
//!
//! What is kept besides the line before: 8 bytes for each of the first four million lines, only
//! so that a message can name the line that is repeated.

use std::hash::{DefaultHasher, Hash, Hasher};

/// How many earlier lines are remembered: 32 MiB of them.
const REMEMBERED: usize = 1 << 22;

/// The lines of a file so far, each by a key whose bytes ascend as the lines should.
#[derive(Debug, Default)]
pub(crate) struct LineOrder {
    /// How many lines come before the first solution.
    before: usize,
    lines: usize,
    previous: Vec<u8>,
    earlier: Vec<u64>,
}

impl LineOrder {
    /// No solution yet, after some lines of header.
    pub fn new(before: usize) -> Self {
        Self { before, ..Self::default() }
    }

    /// The number of the line of the solution that was taken last.
    pub fn line(&self) -> usize {
        self.before + self.lines
    }

    /// Takes the next solution; `rule` says in which order they should be.
    ///
    /// # Errors
    /// When it does not come after the one before it.
    pub fn add(&mut self, key: &[u8], rule: &str) -> Result<(), String> {
        if self.lines > 0 && key <= self.previous.as_slice() {
            return Err(match self.line_of(key) {
                Some(first) => format!("this repeats line {first}"),
                None => format!(
                    "this is out of order: {rule}, and this one belongs before the line above it"
                ),
            });
        }
        key.clone_into(&mut self.previous);
        self.lines += 1;
        if self.earlier.len() < REMEMBERED {
            self.earlier.push(short_hash(key));
        }
        Ok(())
    }

    /// Where a solution stands in the file, if it does among the lines remembered.
    pub fn line_of(&self, key: &[u8]) -> Option<usize> {
        if self.lines > 0 && key == self.previous {
            return Some(self.line());
        }
        let hash = short_hash(key);
        let index = self.earlier.iter().position(|&earlier| earlier == hash)?;
        Some(self.before + 1 + index)
    }
}

fn short_hash(key: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
