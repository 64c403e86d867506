//! Reading files of text, whole and within a limit.
//!
//! A path may name what has no length, such as a pipe, or no end, such as a device. So what comes is
//! counted while it is read, and what cannot be text is refused as soon as it shows. Memory: the
//! text; a file that is too long is not read.

use std::io::{self, Read};
use std::path::Path;
use std::string::FromUtf8Error;

use crate::input_file::open_input;

/// How much is read at a time.
const CHUNK: u64 = 1 << 20;

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TextFileError {
    /// The system refuses, or it is no UTF-8.
    #[error("{0}")]
    Read(io::Error),
    /// It is longer than is read.
    #[error("there are more than {most} bytes, which is the most that is read")]
    TooLong {
        /// The most bytes that are read.
        most: u64,
    },
    /// It is packed, and what is packed is damaged.
    #[error("what is packed in it is damaged behind byte {at}: {error}")]
    Packed {
        /// How many bytes could be unpacked.
        at: usize,
        /// What is wrong.
        error: io::Error,
    },
    /// It holds a byte that no text has.
    #[error(
        "line {line}, column {column}: this is no text in UTF-8{}",
        if *is_zero { ": there is a byte that is zero" } else { "; save the file as UTF-8" }
    )]
    NoText {
        /// The line of the byte, counted from 1.
        line: usize,
        /// The characters before it in its line, and one more.
        column: usize,
        /// Whether the byte is zero, so that this is no text of any kind, or one of another kind.
        is_zero: bool,
    },
}

/// Reads a file of at most this many bytes.
///
/// # Errors
/// When it cannot be read, is longer, or is no text.
pub(crate) fn read_text(path: &Path, most: u64) -> Result<String, TextFileError> {
    let file = open_input(path).map_err(TextFileError::Read)?;
    // Where that is not known, it shows.
    let length = file.metadata().map_or(0, |about| about.len());
    if length > most {
        return Err(TextFileError::TooLong { most });
    }
    let bytes = Vec::with_capacity(length as usize);
    let bytes = read_to_end(file, bytes, most, |_, error| TextFileError::Read(error))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        no_text(error.as_bytes(), at)
    })
}

/// Reads a text of at most this many bytes from what unpacks it, if `is_packed`, or from a file. What
/// is no UTF-8 is taken for Latin-1.
///
/// # Errors
/// When it cannot be read, what is packed is damaged, or it is longer, or no text.
pub(crate) fn read_from(
    reader: impl Read,
    is_packed: bool,
    most: u64,
) -> Result<String, TextFileError> {
    let bytes = read_to_end(reader, Vec::new(), most, |at, error| {
        if is_packed { TextFileError::Packed { at, error } } else { TextFileError::Read(error) }
    })?;
    let latin = |error: FromUtf8Error| error.as_bytes().iter().copied().map(char::from).collect();
    Ok(String::from_utf8(bytes).unwrap_or_else(latin))
}

/// Reads to the end, into `bytes`. Where nobody knew how much room it takes, that is doubled again and
/// again, but is no more than may be read: a text without an end would take twice as much. `failed` says
/// what it means that reading fails after so many bytes.
fn read_to_end(
    mut reader: impl Read,
    mut bytes: Vec<u8>,
    most: u64,
    failed: impl Fn(usize, io::Error) -> TextFileError,
) -> Result<Vec<u8>, TextFileError> {
    let grows = bytes.capacity() == 0;
    loop {
        let before = bytes.len();
        if grows && bytes.capacity() - before <= CHUNK as usize {
            // From a quarter on it is all there may be: what was read is copied each time.
            let left = most.saturating_sub(before as u64) as usize;
            let more = if before as u64 >= most / 4 { left } else { before.min(left) };
            bytes.reserve_exact(more + CHUNK as usize + 1);
        }
        let read = reader.by_ref().take(CHUNK).read_to_end(&mut bytes);
        let read = read.map_err(|error| failed(bytes.len(), error))?;
        if let Some(at) = bytes[before..].iter().position(|&byte| byte == 0) {
            return Err(no_text(&bytes, before + at));
        }
        if bytes.len() as u64 > most {
            return Err(TextFileError::TooLong { most });
        }
        if read == 0 {
            return Ok(bytes);
        }
    }
}

/// Says where a byte is that no text has.
fn no_text(bytes: &[u8], at: usize) -> TextFileError {
    let before = String::from_utf8_lossy(&bytes[..at]);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    TextFileError::NoText { line, column, is_zero: bytes[at] == 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &[u8], most: u64) -> Result<String, String> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        std::fs::write(&path, content).unwrap();
        read_text(&path, most).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_is_read_whole_or_not_at_all() {
        assert_eq!(read("é\n".as_bytes(), 3).unwrap(), "é\n");
        assert_eq!(read(b"", 0).unwrap(), "");
        let error = read("é\n".as_bytes(), 2).unwrap_err();
        assert_eq!(error, "there are more than 2 bytes, which is the most that is read");
        let zero = read(b"ab\nc\0d", 9).unwrap_err();
        assert_eq!(
            zero,
            "line 2, column 2: this is no text in UTF-8: there is a byte that is zero"
        );
        let latin = read("é\nb\u{e9}".as_bytes(), 9).unwrap();
        assert_eq!(latin, "é\nbé");
        let latin = read(b"\xc3\xa9\na\xe9b", 9).unwrap_err();
        assert_eq!(latin, "line 2, column 2: this is no text in UTF-8; save the file as UTF-8");
    }

    #[test]
    fn a_text_of_unknown_length_takes_no_more_room_than_may_be_read() {
        let refused = |_, error| TextFileError::Read(error);
        let text = io::repeat(b'a').take(9 << 19);
        let bytes = read_to_end(text, Vec::new(), 5 << 20, refused).unwrap();
        assert_eq!(bytes.len(), 9 << 19);
        assert!(bytes.capacity() <= 6 << 20 | 1, "{}", bytes.capacity());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_an_end_is_refused_and_so_is_a_pipe_that_holds_too_much() {
        let zeros = read_text(Path::new("/dev/zero"), 1 << 40).unwrap_err();
        assert!(
            matches!(zeros, TextFileError::NoText { line: 1, column: 1, is_zero: true }),
            "{zeros}"
        );
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let mut writer = std::process::Command::new("sh")
            .args(["-c", "yes > \"$0\""])
            .arg(&path)
            .spawn()
            .unwrap();
        let long = read_text(&path, 10_000_000).unwrap_err();
        assert!(matches!(long, TextFileError::TooLong { most: 10_000_000 }), "{long}");
        // Nobody reads any more, so that it ends.
        writer.wait().unwrap();
    }
}
