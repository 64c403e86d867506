//! The puzzles that come with the program: embedded puzzle files, read like anybody's.

use super::file::{FileError, PuzzleFile, parse};

/// The embedded files.
const FILES: [&str; 1] = [include_str!("catalog/logiq.toml")];

/// Reads the whole catalogue.
///
/// # Errors
/// When an embedded file is broken, which the tests rule out.
pub fn catalog() -> Result<Vec<PuzzleFile>, FileError> {
    FILES.iter().map(|text| parse(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_file_is_read_without_error() {
        assert_eq!(catalog().unwrap().len(), FILES.len());
    }
}
