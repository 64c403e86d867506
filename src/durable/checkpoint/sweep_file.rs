//! The file beside a journal that holds the sweep under way: `FILE.sweep`.
//!
//! A line with a checksum says of which plan the sweeps are, what those that are done came to, and how
//! long the run had taken; behind it are the bytes of the one under way (see
//! [`crate::engine::frontier`]), and last a checksum of all. The file is written anew beside, and takes
//! the place of the one before only when it is whole. Cost: a sweep is saved once it has gone on for
//! [`SAVED_EVERY`], and for [`SAVING_COST`] times as long as saving took; where it is ended, only if
//! that is a matter of a moment.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::cancel::CancelToken;
use crate::engine::frontier::{Counted, SweepStore, WriteSweep};
use crate::solve::recorder::{RecorderError, SweepRecord};

use super::error::JournalError;
use super::journal_file;
use super::line::{self, PlanLine};

/// The kind of the first line: the format, and the program's version, since another one may go
/// through other states.
const KIND: &str = concat!("bitcover-sweep-1-", env!("CARGO_PKG_VERSION"));

/// How long a sweep goes on before it is saved again.
const SAVED_EVERY: Duration = Duration::from_secs(10);

/// It goes on for so many times as long as saving takes.
const SAVING_COST: u32 = 8;

/// A sweep that ends is saved only if its states take no more bytes than this.
const QUICKLY_SAVED_BYTES: u64 = 64 << 20;

/// The longest first line that is read, in bytes.
const MOST_HEAD_BYTES: u64 = 64 << 20;

/// What the name of a file that is being written ends with.
const NEW: &str = ".new";

/// How many bytes are read or written at a time.
const BLOCK: usize = 1 << 18;

/// The bytes of the checksum at the end.
const SUM_BYTES: u64 = 32;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    plan: PlanLine,
    /// What the sweeps that are done came to.
    finished: Vec<Counted>,
    /// How long the run had taken, all its sessions together.
    run_ms: u64,
}

/// The file, and what it holds.
#[derive(Debug)]
pub(super) struct SweepFile<'a> {
    path: PathBuf,
    plan: PlanLine,
    finished: Vec<Counted>,
    /// Where the sweep under way begins in the file, if it is there.
    saved_at: Option<u64>,
    earlier: Duration,
    begun_at: Instant,
    /// When it was saved last, and how long that took.
    last: (Instant, Duration),
    cancel: &'a CancelToken,
    failure: Option<JournalError>,
}

impl<'a> SweepFile<'a> {
    /// The plan whose sweep is saved beside a journal, if there is one.
    pub fn plan(journal: &Path) -> Option<PlanLine> {
        read_head(&beside(journal)).ok().flatten().map(|(head, _)| head.plan)
    }

    /// Opens the file beside a journal for the sweeps of a plan. What is damaged, or of another plan,
    /// is as if it were not there. When it is cancelled, less may seem to be saved than is.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn open(
        journal: &Path,
        plan: PlanLine,
        cancel: &'a CancelToken,
    ) -> Result<Self, JournalError> {
        let path = beside(journal);
        let refused = |error| JournalError::refused(&path, "read the sweep in", &error);
        let found = read_head(&path).map_err(refused)?;
        let found = found.filter(|(head, _)| head.plan.id() == plan.id());
        let is_whole = found.is_some() && is_whole(&path, cancel).map_err(refused)?;
        let (head, saved_at) = found.filter(|_| is_whole).unzip();
        let (finished, run_ms) = head.map_or((Vec::new(), 0), |head| (head.finished, head.run_ms));
        let now = Instant::now();
        Ok(Self {
            path,
            plan,
            finished,
            saved_at,
            earlier: Duration::from_millis(run_ms),
            begun_at: now,
            last: (now, Duration::ZERO),
            cancel,
            failure: None,
        })
    }

    /// How long the run had taken when the sweep was saved.
    pub fn earlier(&self) -> Duration {
        self.earlier
    }

    /// Remembers why the system refused.
    fn failed(&mut self, action: &'static str, error: io::Error) -> io::Error {
        self.failure = Some(JournalError::refused(&self.path, action, &error));
        error
    }

    /// Writes the file beside, and has it take the place of the one before.
    fn replace(&self, write: WriteSweep<'_>) -> io::Result<()> {
        let head = Head {
            plan: self.plan.clone(),
            finished: self.finished.clone(),
            run_ms: (self.earlier + self.begun_at.elapsed()).as_millis() as u64,
        };
        let new = journal_file::beside(&self.path, NEW);
        let written = (|| {
            let mut out = Summing { to: File::create(&new)?, sum: Sha256::new() };
            let mut buffered = BufWriter::with_capacity(BLOCK, &mut out);
            buffered.write_all(&line::write(KIND, &head))?;
            write(&mut buffered)?;
            buffered.flush()?;
            drop(buffered);
            let Summing { mut to, sum } = out;
            to.write_all(&sum.finalize())?;
            to.sync_data()?;
            std::fs::rename(&new, &self.path)
        })();
        if written.is_err() {
            // It may not be there at all.
            let _ = std::fs::remove_file(&new);
        }
        written
    }
}

impl SweepStore for SweepFile<'_> {
    fn saved(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        let Some(at) = self.saved_at.take() else { return Ok(None) };
        let opened = (|| {
            let mut file = File::open(&self.path)?;
            let end = file.metadata()?.len().saturating_sub(SUM_BYTES);
            file.seek(SeekFrom::Start(at))?;
            Ok(BufReader::with_capacity(BLOCK, file).take(end.saturating_sub(at)))
        })();
        match opened {
            Ok(reader) => Ok(Some(Box::new(reader))),
            Err(error) => Err(self.failed("read the sweep in", error)),
        }
    }

    fn is_due(&mut self, state_bytes: u64, is_ending: bool) -> bool {
        if is_ending {
            return self.cancel.is_cancelled() && state_bytes <= QUICKLY_SAVED_BYTES;
        }
        let (at, took) = self.last;
        at.elapsed() >= SAVED_EVERY.max(took * SAVING_COST)
    }

    fn save(&mut self, write: WriteSweep<'_>) -> io::Result<()> {
        let begun = Instant::now();
        let saved = self.replace(write);
        self.last = (Instant::now(), begun.elapsed());
        saved.map_err(|error| self.failed("save the sweep in", error))
    }
}

impl SweepRecord for SweepFile<'_> {
    fn finished(&self) -> &[Counted] {
        &self.finished
    }

    fn finish(&mut self, counted: &Counted) {
        self.finished.push(counted.clone());
    }

    fn remove(&mut self) -> Result<(), RecorderError> {
        for path in [&self.path, &journal_file::beside(&self.path, NEW)] {
            match std::fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(Arc::new(JournalError::refused(path, "remove", &error)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn failure(&self) -> RecorderError {
        let unknown = || JournalError::Altered { path: self.path.clone() };
        Arc::new(self.failure.clone().unwrap_or_else(unknown))
    }
}

/// Writes, and sums up what is written.
struct Summing {
    to: File,
    sum: Sha256,
}

impl Write for Summing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.to.write(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The file of the sweep beside a journal.
fn beside(journal: &Path) -> PathBuf {
    journal_file::beside(journal, ".sweep")
}

/// The first line, and where the sweep behind it begins; nothing where there is none that can be
/// used.
fn read_head(path: &Path) -> io::Result<Option<(Head, u64)>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut first = Vec::new();
    BufReader::new(file.take(MOST_HEAD_BYTES)).read_until(b'\n', &mut first)?;
    let content = first.strip_suffix(b"\n").and_then(line::read);
    let head = content.filter(|(kind, _)| *kind == KIND);
    let head = head.and_then(|(_, json)| serde_json::from_slice(json).ok());
    Ok(head.map(|head| (head, first.len() as u64)))
}

/// Whether the checksum at the end is right; not so where it is cancelled meanwhile.
fn is_whole(path: &Path, cancel: &CancelToken) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let mut left = file.metadata()?.len().saturating_sub(SUM_BYTES);
    let (mut sum, mut block) = (Sha256::new(), vec![0; BLOCK]);
    while left > 0 {
        if cancel.is_cancelled() {
            return Ok(false);
        }
        let here = &mut block[..left.min(BLOCK as u64) as usize];
        file.read_exact(here)?;
        sum.update(&*here);
        left -= here.len() as u64;
    }
    let mut last = Vec::new();
    file.read_to_end(&mut last)?;
    Ok(last == sum.finalize()[..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::Count;
    use crate::digest::Digest;
    use crate::solve::options::OutputMode;
    use crate::solve::plan::Plan;

    fn plan(subject: &str) -> PlanLine {
        let plan = Plan {
            subject: subject.to_owned(),
            mode: OutputMode::Count,
            breaks_symmetry: true,
            limit: None,
            stages: Vec::new(),
            why: String::new(),
        };
        PlanLine { identity: Digest(5), record_len: 0, plan }
    }

    fn counted(total: u128) -> Counted {
        let total = Count::from(total);
        Counted { total, states: vec![1, 2], transitions: 3, batches: 1, peak_bytes: 4 }
    }

    fn open<'a>(journal: &Path, subject: &str, cancel: &'a CancelToken) -> SweepFile<'a> {
        SweepFile::open(journal, plan(subject), cancel).unwrap()
    }

    fn saved(file: &mut SweepFile<'_>) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        file.saved().unwrap().map(|mut input| {
            input.read_to_end(&mut bytes).unwrap();
            bytes
        })
    }

    #[test]
    fn a_sweep_comes_back_as_it_was_saved_until_it_is_removed() {
        let directory = tempfile::tempdir().unwrap();
        let (journal, cancel) = (directory.path().join("journal"), CancelToken::new());
        let mut file = open(&journal, "soma", &cancel);
        assert_eq!((saved(&mut file), file.finished()), (None, &[][..]));
        file.finish(&counted(7));
        file.save(&mut |out| out.write_all(b"first")).unwrap();
        file.save(&mut |out| out.write_all(b"second\nand more")).unwrap();
        let failed = file.save(&mut |out| {
            out.write_all(b"third")?;
            Err(io::Error::other("no more"))
        });
        assert!(failed.is_err());
        let names = std::fs::read_dir(directory.path()).unwrap().count();
        assert_eq!(names, 1, "nothing half written is left");
        let mut again = open(&journal, "soma", &cancel);
        assert_eq!(again.finished(), [counted(7)]);
        assert_eq!(saved(&mut again).unwrap(), b"second\nand more");
        assert_eq!(saved(&mut again), None, "it is gone on with once");
        assert_eq!(SweepFile::plan(&journal), Some(plan("soma")));
        again.remove().unwrap();
        again.remove().unwrap();
        assert_eq!(SweepFile::plan(&journal), None);
        assert_eq!(saved(&mut open(&journal, "soma", &cancel)), None);
    }

    #[test]
    fn what_is_of_another_plan_or_damaged_anywhere_is_as_if_it_were_not_there() {
        let directory = tempfile::tempdir().unwrap();
        let (journal, cancel) = (directory.path().join("journal"), CancelToken::new());
        let mut file = open(&journal, "soma", &cancel);
        file.finish(&counted(7));
        file.save(&mut |out| out.write_all(&[7; 100])).unwrap();
        assert_eq!(saved(&mut open(&journal, "cubi", &cancel)), None);
        assert_eq!(open(&journal, "cubi", &cancel).finished(), []);
        let path = directory.path().join("journal.sweep");
        let bytes = std::fs::read(&path).unwrap();
        for at in (0..bytes.len()).step_by(3) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            std::fs::write(&path, &damaged).unwrap();
            let mut file = open(&journal, "soma", &cancel);
            assert_eq!((saved(&mut file), file.finished()), (None, &[][..]), "byte {at}");
            std::fs::write(&path, &bytes[..at]).unwrap();
            let mut file = open(&journal, "soma", &cancel);
            assert_eq!((saved(&mut file), file.finished()), (None, &[][..]), "{at} bytes");
        }
    }

    #[test]
    fn a_sweep_that_ends_is_saved_where_that_takes_a_moment_and_somebody_ended_it() {
        let directory = tempfile::tempdir().unwrap();
        let (journal, cancel) = (directory.path().join("journal"), CancelToken::new());
        let mut file = open(&journal, "soma", &cancel);
        assert!(!file.is_due(1, false), "it has just begun");
        assert!(!file.is_due(1, true), "it is given up");
        cancel.cancel();
        assert!(file.is_due(1, true));
        assert!(!file.is_due(1 << 40, true));
    }

    #[test]
    fn where_it_cannot_be_written_the_reason_and_the_file_are_named() {
        let directory = tempfile::tempdir().unwrap();
        let (journal, cancel) = (directory.path().join("no/journal"), CancelToken::new());
        let mut file = open(&journal, "soma", &cancel);
        file.save(&mut |_| Ok(())).unwrap_err();
        let words = file.failure().to_string();
        assert!(words.contains("cannot save the sweep in ") && words.contains("journal.sweep"));
        assert!(words.contains("No such file") && words.contains("repeat the command"), "{words}");
    }
}
