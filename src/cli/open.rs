//! Opening files that are to be checked, and telling what they are.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use crate::durable::check;
use crate::input_file::open_input;
use crate::solution::Format;
use crate::solution::solution_file::about_path;

use super::error::CliError;

/// What a certificate begins with.
const BEGIN: &[u8] = b"{\"format\":\"bitcover certificate";

/// Whether a file begins as a certificate does.
///
/// # Errors
/// When it cannot be read.
pub fn is_certificate(path: &Path) -> Result<bool, CliError> {
    let mut start = Vec::new();
    open(path)?
        .take(BEGIN.len() as u64)
        .read_to_end(&mut start)
        .map_err(|error| CliError::Read { path: path.to_owned(), error })?;
    Ok(start == BEGIN)
}

/// How a file is written, by what it begins with, or else by its name.
///
/// # Errors
/// When it cannot be read.
pub fn format_of(path: &Path) -> Result<Format, CliError> {
    check::format_of(path).map_err(|error| CliError::Read { path: path.to_owned(), error })
}

/// The file beside a table or NDJSON, which says what it holds, at most `most` bytes of it; empty for
/// other formats.
///
/// # Errors
/// When it is missing or cannot be read.
pub fn about_of(path: &Path, format: Format, most: u64) -> Result<Vec<u8>, CliError> {
    let mut text = Vec::new();
    if matches!(format, Format::Text | Format::Packed) {
        return Ok(text);
    }
    let about = about_path(path);
    if !about.exists() {
        return Err(CliError::Refused(format!(
            "{}: {} is missing, which says how many solutions there should be; `solve --output` \
             writes both",
            path.display(),
            about.display()
        )));
    }
    let read = open(&about)?.take(most).read_to_end(&mut text);
    read.map_err(|error| CliError::Read { path: about, error })?;
    Ok(text)
}

/// Opens a file.
///
/// # Errors
/// When that is not possible.
pub fn open(path: &Path) -> Result<BufReader<File>, CliError> {
    let file = open_input(path).map_err(|error| CliError::Read { path: path.to_owned(), error })?;
    Ok(BufReader::with_capacity(1 << 16, file))
}
