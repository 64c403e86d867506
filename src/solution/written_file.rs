//! Files that are whole or not there: each is written under another name first and then renamed.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;

/// Writes a file under another name and then renames it, so that a file of the final name is whole.
/// `fail` puts an error of the system into the caller's words.
///
/// # Errors
/// When the system refuses or the content cannot be written; what was written before stays.
pub(crate) fn write_file<E>(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
    fail: impl Fn(io::Error) -> E,
) -> Result<(), E> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let mut out = BufWriter::with_capacity(1 << 13, File::create(&partial).map_err(&fail)?);
    let written = content(&mut out).and_then(|()| {
        let closed = out.into_inner().map_err(io::IntoInnerError::into_error);
        closed.and_then(|_| fs::rename(&partial, path)).map_err(&fail)
    });
    if written.is_err() {
        // What is left of it is of no use; that it cannot be removed is the lesser error.
        let _ = fs::remove_file(&partial);
    }
    written
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_whose_content_fails_leaves_nothing_and_touches_no_older_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.txt");
        write_file(&path, |out| out.write_all(b"old"), |error| error).unwrap();
        let failing = |out: &mut BufWriter<File>| {
            out.write_all(b"new")?;
            Err(io::Error::other("no more"))
        };
        assert!(write_file(&path, failing, |error| error).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
