//! Exact covers on the command line: `.dlx` and `.matrix` files, and their solutions as Knuth's
//! programs print them.

use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::cover::format::{FormatError, ReadCover, dlx, matrix};
use crate::cover::{Cover, OptionId};
use crate::solution::{CoverCodec, Sink, SinkError};
use crate::solve::enumerate::choices::{Choice, ChoiceFinder};
use crate::text_file::read_text;

use super::error::CliError;
use super::message::say;

/// The largest file of an exact cover that is read, in bytes.
const MAX_COVER_BYTES: u64 = 1 << 30;

/// An exact cover from a file.
#[derive(Clone, Debug)]
pub struct CoverFile {
    /// The file's name without its ending.
    pub name: String,
    /// The cover.
    pub cover: Cover,
    /// The text of the file.
    pub text: String,
    /// Whether it is a 0/1 matrix, and not in Knuth's format.
    pub is_matrix: bool,
}

impl CoverFile {
    /// Whether a path looks like that of an exact cover.
    pub fn is_cover(path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension == "dlx" || extension == "matrix")
    }

    /// Reads a file; says on standard error what is odd about it.
    ///
    /// # Errors
    /// When it cannot be read or is not of its format.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        let text = read_text(path, MAX_COVER_BYTES)
            .map_err(|error| CliError::Text { path: path.to_owned(), error })?;
        let is_matrix = path.extension().is_some_and(|extension| extension == "matrix");
        let read: fn(&str) -> Result<ReadCover, FormatError> =
            if is_matrix { matrix::read } else { dlx::read };
        let ReadCover { cover, warnings } =
            read(&text).map_err(|error| CliError::Cover { path: path.to_owned(), error })?;
        for warning in warnings {
            say(&format!("{}: {warning}", path.display()));
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, cover, text, is_matrix })
    }
}

/// Prints solutions as Knuth's programs do, as they are found.
pub struct KnuthPrinter<'a, W> {
    codec: &'a CoverCodec<'a>,
    state: Mutex<PrinterState<'a, W>>,
}

/// What one thread at a time may use.
struct PrinterState<'a, W> {
    finder: ChoiceFinder<'a>,
    out: W,
    number: u64,
}

impl<'a, W: Write + Send> KnuthPrinter<'a, W> {
    /// Prints to `out`; the finder says among how many options each was chosen.
    pub fn new(codec: &'a CoverCodec<'a>, finder: ChoiceFinder<'a>, out: W) -> Self {
        Self { codec, state: Mutex::new(PrinterState { finder, out, number: 0 }) }
    }
}

impl<W: Write + Send> Sink for KnuthPrinter<'_, W> {
    fn batch_bytes(&self) -> usize {
        self.codec.record_len() * 64
    }

    fn take(&self, records: Vec<u8>) -> Result<(), SinkError> {
        let mut text = Vec::new();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for record in records.chunks_exact(self.codec.record_len()) {
            let options: Vec<OptionId> = self.codec.options_of(record);
            state.number += 1;
            let choices = state.finder.choices(&options);
            // Writing to memory does not fail.
            let _ = print(self.codec.cover(), state.number, &choices, &mut text);
        }
        let written = state.out.write_all(&text).and_then(|()| state.out.flush());
        written.map_err(|error| SinkError::refused("write to standard output", &error))
    }
}

/// Prints a solution: its number, then each option, beginning with the item that was branched on,
/// and which of how many it was.
fn print(
    cover: &Cover,
    number: u64,
    choices: &[Choice],
    out: &mut impl Write,
) -> std::io::Result<()> {
    writeln!(out, "{number}:")?;
    for choice in choices {
        // In the order of the file, gone round to begin with the item branched on.
        let words: Vec<&str> = cover.option_words(choice.option).collect();
        let items = cover.written_items(choice.option);
        let start = items.iter().position(|item| Some(*item) == choice.item).unwrap_or(0);
        for word in words[start..].iter().chain(&words[..start]) {
            write!(out, " {word}")?;
        }
        writeln!(out, " ({} of {})", choice.number, choice.of)?;
    }
    Ok(())
}
