//! Files that are whole or not there, and that replace nothing unless that is asked for.
//!
//! A file is written beside its final name, under a name that no other run uses, and takes its final
//! name when it is whole. Where something is there already by then, it stays, unless it is a regular
//! file that may be replaced; a link stays a link, and what it leads to is replaced. Two runs that write
//! files of one name do not disturb each other: the second is refused, and says where its file is.
//! Cost: a file that is made, and a name that is changed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The end of the names of files that are not whole yet.
pub(crate) const PARTIAL: &str = "partial";

/// How many runs may write a file of one name at a time, those included that were killed.
const MOST_PARTIAL: usize = 1000;

/// The files that are not whole yet.
static UNDER_WAY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the files that are not whole yet, since the process is about to end.
pub(crate) fn remove_partial() {
    for path in std::mem::take(&mut *under_way()) {
        // That it cannot be removed is the lesser error.
        let _ = fs::remove_file(path);
    }
}

fn under_way() -> MutexGuard<'static, Vec<PathBuf>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What becomes of a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    /// It stays, and nothing is written.
    Keep,
    /// It is replaced, if it is a regular file that may be written.
    Replace,
}

/// Makes a folder, and those that it lies in, where they are missing.
///
/// # Errors
/// When a file is in the way, or the system refuses.
pub(crate) fn make_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(|error| in_the_way(folder, error))
}

/// The error of a folder that cannot be: the file in its way, where there is one.
fn in_the_way(folder: &Path, error: io::Error) -> FileError {
    match folder.ancestors().find(|part| part.exists() && !part.is_dir()) {
        Some(file) => FileError::NoFolder(file.to_owned()),
        None => error.into(),
    }
}

/// Why a file cannot be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    /// Something of that name is there, and is not to be replaced.
    #[error("this is there already")]
    Exists,
    /// A directory has that name.
    #[error("this is a directory")]
    Directory,
    /// A file is where a folder should be.
    #[error("{} is a file, in which nothing can be put", .0.display())]
    NoFolder(PathBuf),
    /// A link has that name, and what it leads to does not exist.
    #[error("this is a link that leads nowhere")]
    DeadLink,
    /// A device or the like has that name.
    #[error("this is no regular file, and is left alone")]
    Special,
    /// A file has that name that is not to be written.
    #[error("this is write-protected, and is left alone")]
    Protected,
    /// Another run has made a file of that name meanwhile.
    #[error("this was made by another run meanwhile, and is left alone; what belongs there is in {}", partial.display())]
    Overtaken {
        /// The whole file, under another name.
        partial: PathBuf,
    },
    /// The system refuses.
    #[error("{0}")]
    System(#[from] io::Error),
}

/// A file under way; it is removed unless it is kept.
#[derive(Debug)]
pub(crate) struct NewFile {
    file: File,
    /// Where it is now.
    partial: PathBuf,
    /// Where it goes.
    target: PathBuf,
    existing: Existing,
    /// Whether it is whole, so that it stays.
    is_whole: bool,
}

impl NewFile {
    /// Begins a file of this path; folders that are missing are made.
    ///
    /// # Errors
    /// When something of that name is there that is not to be replaced, or the system refuses.
    pub fn create(path: &Path, existing: Existing) -> Result<Self, FileError> {
        let target = target(path, existing)?;
        if let Some(folder) = target.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            make_folder(folder)?;
        }
        let (file, partial) = create_beside(&target)?;
        under_way().push(partial.clone());
        Ok(Self { file, partial, target, existing, is_whole: false })
    }

    /// What is written to.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Gives the file its final name, now that it is whole.
    ///
    /// # Errors
    /// When something of that name has come meanwhile, or the system refuses.
    pub fn keep(mut self) -> Result<(), FileError> {
        self.name()?;
        self.is_whole = true;
        Ok(())
    }

    fn name(&mut self) -> Result<(), FileError> {
        match self.existing {
            Existing::Replace => {
                // Who may read the old file may read the new one, and nobody else.
                if let Ok(old) = fs::metadata(&self.target) {
                    fs::set_permissions(&self.partial, old.permissions())?;
                }
                Ok(fs::rename(&self.partial, &self.target)?)
            }
            Existing::Keep => match name_anew(&self.partial, &self.target) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    // It is whole, and worth what it took to make it.
                    self.is_whole = true;
                    Err(FileError::Overtaken { partial: self.partial.clone() })
                }
                named => Ok(named?),
            },
        }
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        under_way().retain(|path| *path != self.partial);
        // The name may be another run's by now.
        if !self.is_whole {
            // That it cannot be removed is the lesser error.
            let _ = fs::remove_file(&self.partial);
        }
    }
}

/// The file that a path leads to, if it may be written.
fn target(path: &Path, existing: Existing) -> Result<PathBuf, FileError> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(path.to_owned()),
        Err(error) => return Err(in_the_way(path, error)),
    };
    let about = match fs::metadata(path) {
        Err(_) if found.is_symlink() => return Err(FileError::DeadLink),
        about => about?,
    };
    if about.is_dir() {
        Err(FileError::Directory)
    } else if !about.is_file() {
        Err(FileError::Special)
    } else if existing == Existing::Keep {
        Err(FileError::Exists)
    } else if about.permissions().readonly() {
        Err(FileError::Protected)
    } else {
        Ok(fs::canonicalize(path)?)
    }
}

/// A new file beside this one, called like it and `partial`.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let mut number = 0;
    loop {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        if number > 0 {
            name.push(format!(".{number}"));
        }
        name.push(format!(".{PARTIAL}"));
        let partial = target.with_file_name(name);
        match File::options().read(true).write(true).create_new(true).open(&partial) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MOST_PARTIAL => {
                number += 1;
            }
            file => return Ok((file?, partial)),
        }
    }
}

/// Gives a file another name that nothing has.
fn name_anew(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => {
            // Both names are the same file.
            let _ = fs::remove_file(from);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Where there are no links; what comes between these two is not seen.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// Writes a file under another name and then gives it this one, so that a file of the final name is
/// whole. `fail` puts a refusal into the caller's words.
///
/// # Errors
/// When something of that name is there, the system refuses or the content cannot be written; what was
/// there before stays.
pub(crate) fn write_file<E>(
    path: &Path,
    existing: Existing,
    content: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), E>,
    fail: impl Fn(FileError) -> E,
) -> Result<(), E> {
    let mut new = NewFile::create(path, existing).map_err(&fail)?;
    let mut out = BufWriter::with_capacity(1 << 13, new.file());
    content(&mut out)?;
    out.flush().map_err(|error| fail(error.into()))?;
    drop(out);
    new.keep().map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, existing: Existing, text: &str) -> Result<(), FileError> {
        write_file(path, existing, |out| Ok(out.write_all(text.as_bytes())?), |error| error)
    }

    #[test]
    fn a_file_whose_content_fails_leaves_nothing_and_touches_no_older_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.txt");
        write(&path, Existing::Keep, "old").unwrap();
        let failing = |out: &mut BufWriter<&mut File>| {
            out.write_all(b"new")?;
            Err(io::Error::other("no more").into())
        };
        let failed = write_file(&path, Existing::Replace, failing, |error: FileError| error);
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn nothing_is_replaced_unless_that_is_asked_for_and_it_is_a_file_that_may_be_written() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::write(path("old"), "old").unwrap();
        assert!(matches!(write(&path("old"), Existing::Keep, "new"), Err(FileError::Exists)));
        assert_eq!(fs::read(path("old")).unwrap(), b"old");
        write(&path("old"), Existing::Replace, "new").unwrap();
        assert_eq!(fs::read(path("old")).unwrap(), b"new");
        let mut mode = fs::metadata(path("old")).unwrap().permissions();
        mode.set_readonly(true);
        fs::set_permissions(path("old"), mode).unwrap();
        let refused = write(&path("old"), Existing::Replace, "newer");
        assert!(matches!(refused, Err(FileError::Protected)));
        for existing in [Existing::Keep, Existing::Replace] {
            let refused = write(directory.path(), existing, "new");
            assert!(matches!(refused, Err(FileError::Directory)));
        }
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::write(path("old"), "old").unwrap();
        std::os::unix::fs::symlink("old", path("link")).unwrap();
        assert!(matches!(write(&path("link"), Existing::Keep, "new"), Err(FileError::Exists)));
        write(&path("link"), Existing::Replace, "new").unwrap();
        assert_eq!(fs::read(path("old")).unwrap(), b"new");
        assert!(fs::symlink_metadata(path("link")).unwrap().is_symlink());
        std::os::unix::fs::symlink("nowhere", path("dead")).unwrap();
        std::os::unix::fs::symlink("/dev/null", path("device")).unwrap();
        for existing in [Existing::Keep, Existing::Replace] {
            let dead = write(&path("dead"), existing, "new");
            assert!(matches!(dead, Err(FileError::DeadLink)));
            let device = write(&path("device"), existing, "new");
            assert!(matches!(device, Err(FileError::Special)));
        }
    }

    #[test]
    fn two_files_of_one_name_do_not_disturb_each_other_and_neither_is_lost() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("missing").join("a.txt");
        let [mut one, mut other] =
            [(), ()].map(|()| NewFile::create(&path, Existing::Keep).unwrap());
        one.file().write_all(b"one").unwrap();
        other.file().write_all(b"other").unwrap();
        one.keep().unwrap();
        let Err(FileError::Overtaken { partial }) = other.keep() else {
            panic!("the first was replaced")
        };
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(fs::read(partial).unwrap(), b"other");
    }
}
