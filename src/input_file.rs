//! Opening files that are read.
//!
//! A path may name a pipe. To open one waits until somebody writes to it, which would be for ever where
//! nobody does, without a word; so it is waited for half a second. Cost: a thread for each pipe.

use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a file for reading.
///
/// # Errors
/// When the system refuses, or it is a pipe that nobody writes to for half a second.
pub(crate) fn open_input(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let is_pipe = path.metadata().is_ok_and(|about| about.file_type().is_fifo());
        if is_pipe {
            return open_pipe(path);
        }
    }
    File::open(path)
}

/// Opens a pipe. The thread that waits for it is left behind where nobody writes to it: nothing but the end
/// of the process ends that.
#[cfg(unix)]
fn open_pipe(path: &Path) -> io::Result<File> {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    /// For how long it is waited for.
    const PATIENCE: Duration = Duration::from_millis(500);

    let (sender, receiver) = channel();
    let path = path.to_owned();
    std::thread::Builder::new().spawn(move || {
        // Nobody hears of it where it comes too late.
        sender.send(File::open(path)).ok();
    })?;
    receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        let reason = "it is a pipe that nobody writes to; start what writes to it first";
        Err(io::Error::new(io::ErrorKind::TimedOut, reason))
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn a_pipe_is_opened_where_somebody_writes_to_it_and_not_waited_for_for_ever() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = |name: &str| {
            let path = directory.path().join(name);
            assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
            path
        };
        let refused = open_input(&pipe("idle")).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::TimedOut);
        assert!(refused.to_string().contains("a pipe that nobody writes to"), "{refused}");
        let path = pipe("fed");
        let to = path.clone();
        let writer = std::thread::spawn(move || std::fs::write(to, "abc").unwrap());
        let mut text = String::new();
        open_input(&path).unwrap().read_to_string(&mut text).unwrap();
        writer.join().unwrap();
        assert_eq!(text, "abc");
    }
}
