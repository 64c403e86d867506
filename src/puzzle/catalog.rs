//! The puzzles that come with the program: embedded puzzle files, read like anybody's.

use super::file::{FileError, parse};
use super::model::Family;

/// The embedded files.
const FILES: [&str; 32] = [
    include_str!("catalog/logiq.toml"),
    include_str!("catalog/kanoodle.toml"),
    include_str!("catalog/lonpos-505.toml"),
    include_str!("catalog/lonpos-pyramid.toml"),
    include_str!("catalog/iq-fit.toml"),
    include_str!("catalog/iq-fit-strict.toml"),
    include_str!("catalog/cubi-magici.toml"),
    include_str!("catalog/tetris-cube.toml"),
    include_str!("catalog/bedlam.toml"),
    include_str!("catalog/quantumino.toml"),
    include_str!("catalog/soma.toml"),
    include_str!("catalog/soma-mirror.toml"),
    include_str!("catalog/diabolical-cube.toml"),
    include_str!("catalog/slothouber-graatsma.toml"),
    include_str!("catalog/conway.toml"),
    include_str!("catalog/pentominoes.toml"),
    include_str!("catalog/one-sided-pentominoes.toml"),
    include_str!("catalog/solid-pentominoes.toml"),
    include_str!("catalog/tetrominoes.toml"),
    include_str!("catalog/tetracubes.toml"),
    include_str!("catalog/pentominoes-tetrominoes.toml"),
    include_str!("catalog/hexiamonds.toml"),
    include_str!("catalog/tetrahexes.toml"),
    include_str!("catalog/polyhexes.toml"),
    include_str!("catalog/pentahexes.toml"),
    include_str!("catalog/heptiamonds.toml"),
    include_str!("catalog/dominoes.toml"),
    include_str!("catalog/tetrominoes-unlimited.toml"),
    include_str!("catalog/calendar.toml"),
    include_str!("catalog/calendar-weekday.toml"),
    include_str!("catalog/chequered-pentominoes.toml"),
    include_str!("catalog/macmahon-squares.toml"),
];

/// Reads the catalogue file by file, each when it is asked for.
///
/// # Errors
/// When an embedded file is broken, which the tests rule out.
pub(crate) fn files() -> impl Iterator<Item = Result<Family, FileError>> {
    FILES.iter().map(|text| parse(text))
}

/// Reads the whole catalogue.
///
/// # Errors
/// When an embedded file is broken, which the tests rule out.
pub(crate) fn catalog() -> Result<Vec<Family>, FileError> {
    files().collect()
}

/// The text of the file that holds the puzzle of this name.
///
/// # Errors
/// When an embedded file is broken, which the tests rule out.
pub(crate) fn text_of(name: &str) -> Result<Option<&'static str>, FileError> {
    for text in FILES {
        if parse(text)?.members.iter().any(|puzzle| puzzle.name == name) {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_file_is_read_without_error() {
        assert_eq!(catalog().unwrap().len(), FILES.len());
    }
}
