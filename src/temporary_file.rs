//! Files without a name, which vanish with the process however that ends.

use std::fs::File;
use std::io;
use std::path::Path;

/// A file in a directory.
///
/// # Errors
/// Those of the system.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn temporary_file(directory: &Path) -> io::Result<File> {
    tempfile::tempfile_in(directory)
}

/// There are no files here, so that everything must fit into memory.
#[cfg(target_family = "wasm")]
pub(crate) fn temporary_file(_directory: &Path) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}
