//! The files of journals, whatever their lines say: opened and locked against other runs, named beside
//! one another, and told apart by what they begin with.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::error::JournalError;

/// Opens a journal to go on with it, or begins one if there is none, and locks it.
///
/// # Errors
/// When there is something that is no file, it is used by another run, or the system refuses.
pub(super) fn open(path: &Path) -> Result<File, JournalError> {
    // A device is not asked for its content, of which there may be no end.
    if path.exists() && !path.is_file() {
        let reason = "this is no regular file".to_owned();
        return Err(JournalError::NotAJournal { path: path.to_owned(), reason });
    }
    let opened = File::options().read(true).write(true).create(true).truncate(false).open(path);
    let refused = |error: io::Error| JournalError::refused(path, "open the journal", &error);
    let file = opened.map_err(refused)?;
    file.try_lock().map_err(|error| not_locked(path, error))?;
    Ok(file)
}

/// Why a journal cannot be locked.
pub(super) fn not_locked(path: &Path, error: TryLockError) -> JournalError {
    match error {
        TryLockError::WouldBlock => JournalError::InUse { path: path.to_owned() },
        TryLockError::Error(error) => JournalError::refused(path, "lock the journal", &error),
    }
}

/// The name of a file that belongs to another one: that of the other, and this behind it.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Why a file that begins differently is no journal to go on with: it is of another version, or, for
/// this reason, none at all. `magic` is what journals of any version begin with.
pub(super) fn not_this(
    path: &Path,
    begin: &[u8],
    magic: &str,
    version: &'static str,
    reason: &str,
) -> Option<JournalError> {
    let path = path.to_owned();
    let Some(rest) = begin.strip_prefix(magic.as_bytes()) else {
        return Some(JournalError::NotAJournal { path, reason: reason.to_owned() });
    };
    let found = rest.split(|&byte| byte == b' ').next().unwrap_or_default();
    if found == version.as_bytes() {
        return None;
    }
    let found = String::from_utf8_lossy(found).into_owned();
    Some(JournalError::Version { path, found, known: version })
}
