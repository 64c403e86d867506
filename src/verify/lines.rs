//! The lines of a text file.
//!
//! No line is read further than a line of this file can be long, so that memory is bounded
//! whatever the file is.

use std::io::BufRead;

use super::refusal::Refusal;

/// The largest gap allowed between a line's length and the length it should have. Longer lines
/// are refused unread, whatever their length.
const SLACK: usize = 1024;

/// The lines of the file, one at a time.
pub(crate) struct Lines<R> {
    reader: R,
    number: usize,
    limit: usize,
    buffer: Vec<u8>,
    /// Whether the line in the buffer is to be read again.
    again: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a file in which none has reason to be much longer than `length`.
    pub fn new(reader: R, length: usize) -> Lines<R> {
        Lines { reader, number: 0, limit: length + SLACK, buffer: Vec::new(), again: false }
    }

    /// The number of the line last asked for.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Goes back to before the line last read.
    pub fn back(&mut self) {
        self.number -= 1;
        self.again = true;
    }

    /// Takes back having asked for a line behind the last.
    pub fn back_to_end(&mut self) {
        self.number -= 1;
    }

    /// The next line without its end, or `None` after the last.
    pub fn next(&mut self) -> Result<Option<&str>, Refusal> {
        self.number += 1;
        if std::mem::take(&mut self.again) {
            return Ok(std::str::from_utf8(&self.buffer).ok());
        }
        self.buffer.clear();
        let line = self.number;
        let refuse = |reason: String| Err(Refusal::of_line(line, reason));
        let mut bounded = std::io::Read::take(&mut self.reader, self.limit as u64);
        if let Err(error) = bounded.read_until(b'\n', &mut self.buffer) {
            return refuse(format!("the file cannot be read further: {error}"));
        }
        if self.buffer.is_empty() {
            return Ok(None);
        }
        if self.buffer.last() != Some(&b'\n') {
            return refuse(if self.buffer.len() == self.limit {
                "the line is far too long to be a solution".to_owned()
            } else {
                "the file ends in the middle of this line: it has no line end".to_owned()
            });
        }
        self.buffer.pop();
        if self.buffer.last() == Some(&b'\r') {
            return refuse(
                "the line ends in CR LF, as on Windows; solution files end each line in LF alone"
                    .to_owned(),
            );
        }
        match std::str::from_utf8(&self.buffer) {
            Ok(text) => Ok(Some(text)),
            Err(error) => refuse(format!("byte {} is not UTF-8 text", error.valid_up_to() + 1)),
        }
    }
}
