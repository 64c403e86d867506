//! The file of solutions that come in order: written while the run goes on.
//!
//! Records that come in no order go through a [`Sorter`] instead, and the file is written after the
//! run; which of the two it is, the run decides. Parts that come in order but out of turn wait,
//! a few at most; the thread that brings the next one writes it and those that have waited for it, while
//! the other threads go on.
//!
//! What the file begins with says how many distinct solutions there are and their fingerprint,
//! which are known at the end only. So it is written with a guess first and then once more. Should
//! the guess have had another length, the file is copied.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::encode::{Encoder, Rows};
use super::format::Header;
use super::sink::{InOrder, Sink, SinkError};
use super::sorter::Sorter;
use super::written_file::{Existing, FileError, NewFile, write_file};

/// How much is put together before it is written.
const BLOCK: usize = 1 << 18;

/// How much is put together where solutions are sorted while they are written, so that a cancelled run ends soon.
const SORTED_BLOCK: usize = 1 << 15;

/// The file that the solutions of a run go to, whether they come in order or not.
#[derive(Debug)]
pub(crate) struct SolutionFile<'a> {
    /// Takes records that come in no order.
    sorter: Sorter,
    encoder: &'a Encoder<'a>,
    /// What is known of them before the run.
    header: Header<'a>,
    path: PathBuf,
    existing: Existing,
    share: u64,
    /// How many parts may wait.
    ahead: usize,
    turns: Mutex<Turns>,
    turn: Condvar,
    out: Mutex<Option<OpenFile<'a>>>,
}

/// Whose turn it is.
#[derive(Debug, Default)]
struct Turns {
    next: usize,
    waiting: BTreeMap<usize, Vec<u8>>,
    is_writing: bool,
    is_given_up: bool,
}

/// A file under way; it is removed unless it comes to its end.
#[derive(Debug)]
struct OpenFile<'a> {
    new: NewFile,
    /// How long the beginning is.
    head_len: u64,
    rows: Rows<'a>,
    block: Vec<u8>,
    width: usize,
}

impl<'a> SolutionFile<'a> {
    /// A file of this path, written in about `share` bytes of memory, where `threads` work. The
    /// header says what is known of them before the run.
    pub fn new(
        encoder: &'a Encoder<'a>,
        header: Header<'a>,
        (path, existing): (PathBuf, Existing),
        share: u64,
        threads: usize,
    ) -> Self {
        let directory = path.parent().unwrap_or(Path::new("")).to_owned();
        Self {
            sorter: Sorter::new(encoder.record_len(), share, directory),
            encoder,
            header,
            path,
            existing,
            share,
            ahead: threads,
            turns: Mutex::default(),
            turn: Condvar::new(),
            out: Mutex::default(),
        }
    }

    /// Ends the file, whose header is known now. Gives back what came in no order, if that is how
    /// it came: the file is still to be written then.
    ///
    /// # Errors
    /// When the system refuses; no file of the final name is left then.
    pub fn finish(self, header: &Header<'_>) -> Result<Option<Sorter>, SinkError> {
        let Self { sorter, encoder, path, existing, out, .. } = self;
        let fail = |error: FileError| refused(&path, &error);
        let out = out.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(mut out) = out else { return Ok(Some(sorter)) };
        let head = encoder.head(header, false);
        if head.len() as u64 == out.head_len {
            let file = out.new.file();
            let written = file.rewind().and_then(|()| file.write_all(&head));
            written.map_err(|error| fail(error.into()))?;
            out.new.keep().map_err(fail)?;
            return Ok(None);
        }
        let from = out.new.file();
        from.seek(SeekFrom::Start(out.head_len)).map_err(|error| fail(error.into()))?;
        let copied = |copy: &mut BufWriter<&mut File>| {
            let written = copy.write_all(&head).and_then(|()| io::copy(from, copy));
            written.map(|_| ()).map_err(|error| fail(error.into()))
        };
        write_file(&path, existing, copied, fail)?;
        Ok(None)
    }

    /// Whether they were to come in order, and then did not all come.
    pub fn is_given_up(&self) -> bool {
        self.turns().is_given_up
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for SolutionFile<'_> {
    fn batch_bytes(&self) -> usize {
        self.sorter.batch_bytes()
    }

    fn take(&self, records: Vec<u8>) -> Result<(), SinkError> {
        self.sorter.take(records)
    }

    fn in_order(&self) -> Option<&dyn InOrder> {
        Some(self)
    }
}

impl InOrder for SolutionFile<'_> {
    fn share(&self) -> u64 {
        self.share
    }

    fn begin(&self, total: u128, motions: usize) -> Result<(), SinkError> {
        let distinct = total.div_ceil(motions as u128);
        let header = Header { distinct, total, complete: true, ..self.header.clone() };
        let head = self.encoder.head(&header, false);
        let begun = || -> Result<NewFile, FileError> {
            let mut new = NewFile::create(&self.path, self.existing)?;
            new.file().write_all(&head)?;
            Ok(new)
        };
        let new = begun().map_err(|error| refused(&self.path, &error))?;
        let out = OpenFile {
            new,
            head_len: head.len() as u64,
            rows: self.encoder.rows(),
            block: Vec::with_capacity(2 * BLOCK),
            width: self.encoder.record_len(),
        };
        *self.out.lock().unwrap_or_else(PoisonError::into_inner) = Some(out);
        Ok(())
    }

    fn put(&self, part: usize, records: Vec<u8>) -> Result<ControlFlow<()>, SinkError> {
        let mut turns = self.turns();
        while part > turns.next + self.ahead && !turns.is_given_up {
            turns = self.turn.wait(turns).unwrap_or_else(PoisonError::into_inner);
        }
        turns.waiting.insert(part, records);
        while !turns.is_writing && !turns.is_given_up {
            let next = turns.next;
            let Some(records) = turns.waiting.remove(&next) else { break };
            turns.is_writing = true;
            drop(turns);
            let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
            let written = out.as_mut().map_or(Ok(()), |out| out.write(&records));
            drop(out);
            turns = self.turns();
            turns.is_writing = false;
            turns.next += 1;
            self.turn.notify_all();
            written.map_err(|error| refused(&self.path, &error.into()))?;
        }
        Ok(if turns.is_given_up { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn give_up(&self) {
        self.turns().is_given_up = true;
        self.turn.notify_all();
    }
}

impl OpenFile<'_> {
    fn write(&mut self, records: &[u8]) -> io::Result<()> {
        for records in records.chunks(BLOCK / self.width * self.width) {
            self.block.clear();
            for record in records.chunks_exact(self.width) {
                self.rows.write(record, &mut self.block);
            }
            self.new.file().write_all(&self.block)?;
        }
        Ok(())
    }
}

/// Writes solutions that came in no order to a file of this path, if there are any, and what stands
/// beside the file. `is_cancelled` is asked now and then; it should say no where the solutions that
/// were found are to be written however long that takes.
///
/// # Errors
/// When the system refuses or the writing is cancelled, and then no file of the final name is left;
/// what was written before stays.
pub(crate) fn write_rest(
    (path, existing): (&Path, Existing),
    header: &Header<'_>,
    encoder: &Encoder<'_>,
    sorter: Option<Sorter>,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<(), SinkError> {
    if let Some(sorter) = sorter {
        write_sorted((path, existing), header, encoder, sorter, is_cancelled)?;
    }
    match encoder.about(header) {
        Some(about) => {
            let path = about_path(path);
            let fail = |error: FileError| refused(&path, &error);
            let content = |out: &mut BufWriter<&mut File>| {
                out.write_all(&about).map_err(|error| fail(error.into()))
            };
            write_file(&path, existing, content, fail)
        }
        None => Ok(()),
    }
}

/// Writes the file of solutions that came in no order.
fn write_sorted(
    (path, existing): (&Path, Existing),
    header: &Header<'_>,
    encoder: &Encoder<'_>,
    sorter: Sorter,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<(), SinkError> {
    let refuse = |error: FileError| refused(path, &error);
    let fail = |error: io::Error| refuse(error.into());
    let mut sorted = sorter.sorted()?;
    let content = |out: &mut BufWriter<&mut File>| {
        out.write_all(&encoder.head(header, false)).map_err(fail)?;
        let mut rows = encoder.rows();
        let mut block = Vec::with_capacity(2 * SORTED_BLOCK);
        while let Some(record) = sorted.next_record()? {
            rows.write(record, &mut block);
            if block.len() >= SORTED_BLOCK {
                out.write_all(&block).map_err(fail)?;
                block.clear();
                if is_cancelled() {
                    return Err(SinkError::Cancelled { path: path.display().to_string() });
                }
            }
        }
        out.write_all(&block).map_err(fail)
    };
    write_file(path, existing, content, refuse)
}

/// The file beside a table or NDJSON that says what it holds.
pub(crate) fn about_path(path: &Path) -> PathBuf {
    path.with_extension("about.json")
}

fn refused(path: &Path, error: &FileError) -> SinkError {
    let action = format!("write {}", path.display());
    match error {
        FileError::System(error) => SinkError::refused(action, error),
        error => SinkError::Refused { action, reason: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::puzzle::{Compiled, compile, file};
    use crate::solution::{Fingerprint, Format, SubjectName};

    const TEXT: &str = "name = 'strip'\n[board]\nrows = 1\ncolumns = 5\nmotions = 'half-turn'\n\
        [[piece]]\nsymbol = 'a'\npicture = 'aa'\n[[piece]]\nsymbol = 'b'\npicture = 'bbb'\n";

    fn compiled() -> Compiled {
        compile(&file::parse(TEXT).unwrap().members[0]).unwrap()
    }

    fn header(distinct: u128) -> Header<'static> {
        let fingerprint = Fingerprint::default();
        let (given, complete, images) = (None, true, true);
        Header {
            subject: SubjectName::Puzzle("strip"),
            given,
            images,
            distinct,
            total: 20,
            fingerprint,
            complete,
        }
    }

    /// The file after parts that come out of turn, and a guess of ten distinct solutions.
    fn written(distinct: u128) -> (String, String) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("strip.txt");
        let compiled = compiled();
        let encoder = Encoder::new(&compiled, Format::Text);
        let solutions =
            SolutionFile::new(&encoder, header(0), (path.clone(), Existing::Keep), 1 << 20, 4);
        solutions.begin(20, 2).unwrap();
        for part in [2, 0, 3, 1] {
            let record = [b'a' + part as u8; 5].to_vec();
            assert!(solutions.put(part, record).unwrap().is_continue());
        }
        assert!(solutions.finish(&header(distinct)).unwrap().is_none());
        let names: Vec<_> = fs::read_dir(directory.path()).unwrap().collect();
        assert_eq!(names.len(), 1, "{names:?}");
        let text = fs::read_to_string(path).unwrap();
        let head = String::from_utf8(encoder.head(&header(distinct), false)).unwrap();
        (text, head)
    }

    #[test]
    fn parts_that_come_out_of_turn_stand_in_order_whatever_the_length_of_the_head() {
        for distinct in [10, 9, 12345] {
            let (text, head) = written(distinct);
            assert_eq!(text, format!("{head}aaaaa\nbbbbb\nccccc\nddddd\n"));
        }
    }

    #[test]
    fn when_one_thread_gives_up_none_waits_and_no_file_is_left() {
        let directory = tempfile::tempdir().unwrap();
        let compiled = compiled();
        let encoder = Encoder::new(&compiled, Format::Text);
        let path = directory.path().join("strip.txt");
        let solutions = SolutionFile::new(&encoder, header(0), (path, Existing::Keep), 1 << 20, 1);
        solutions.begin(20, 2).unwrap();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| solutions.put(5, vec![b'a'; 5]).unwrap());
            solutions.give_up();
            assert!(waiting.join().unwrap().is_break());
        });
        drop(solutions);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
