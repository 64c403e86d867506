//! The journal of a recount: the slices that are done, so that it can be stopped and continued.
//!
//! It is lines like those of other journals: first the names of what is recounted, each with the
//! digest of what is counted, then a line for each slice that is done. A line that is damaged or
//! whose checksum is wrong costs its slice, which is counted again.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::JournalError;
use super::{journal_file, line};
use crate::count::Count;
use crate::digest::Digest;
use crate::verify::recount::SliceName;

/// What it begins with; the version of the format follows.
const MAGIC: &str = "bitcover-recount-";

/// The version of the format that this program writes and reads.
const VERSION: &str = "1";

/// Why a file that begins with something else is not one.
const NO_RECOUNT: &str = "this is not the journal of a recount";

/// The kind of a line about a slice.
const SLICE: &str = "slice";

/// What is recounted, by names and digests.
pub(crate) type Subjects = Vec<(String, Digest)>;

/// A slice that is done.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SliceLine {
    /// The number of what is recounted, from 0.
    subject: usize,
    slice: SliceName,
    total: Count,
}

/// A journal that is open, and locked against other recounts.
#[derive(Debug)]
pub(crate) struct RecountJournal {
    path: PathBuf,
    file: File,
    done: Vec<HashMap<SliceName, Count>>,
    damaged: usize,
}

impl RecountJournal {
    /// Opens the journal of such a recount, or begins it if there is none.
    ///
    /// # Errors
    /// When the file is something else, is of another recount, is used by another one, or the
    /// system refuses. It is left as it was then.
    pub fn open(path: &Path, subjects: &Subjects) -> Result<Self, JournalError> {
        let refused = |action| move |error: io::Error| JournalError::refused(path, action, &error);
        let mut file = journal_file::open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(refused("read the journal"))?;
        let kind = format!("{MAGIC}{VERSION}");
        let first = line::write(&kind, subjects);
        // What a write that was cut short left behind is written over.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut journal = Self {
            path: path.to_owned(),
            file,
            done: vec![HashMap::new(); subjects.len()],
            damaged: 0,
        };
        if whole == 0 {
            if !first.starts_with(&bytes) {
                return Err(JournalError::NotAJournal {
                    path: path.to_owned(),
                    reason: NO_RECOUNT.to_owned(),
                });
            }
            journal.file.set_len(0).map_err(refused("shorten the journal"))?;
            journal.file.rewind().map_err(refused("write the journal"))?;
            journal.append(&first).map_err(refused("write the journal"))?;
            return Ok(journal);
        }
        let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
        let begun = lines.next().unwrap_or_default();
        if begun != first {
            return Err(other(path, begun, subjects));
        }
        for line in lines {
            match read_slice(line).filter(|line| line.subject < subjects.len()) {
                Some(SliceLine { subject, slice, total }) => {
                    journal.done[subject].insert(slice, total);
                }
                None => journal.damaged += 1,
            }
        }
        journal.file.set_len(whole as u64).map_err(refused("shorten the journal"))?;
        journal.file.seek(SeekFrom::End(0)).map_err(refused("read the journal"))?;
        Ok(journal)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many lines are damaged, so that what they said is done again.
    pub fn damaged(&self) -> usize {
        self.damaged
    }

    /// The slices of a subject, by its number, that are done.
    pub fn done(&self, subject: usize) -> HashMap<SliceName, Count> {
        self.done.get(subject).cloned().unwrap_or_default()
    }

    /// Writes down a slice that is done, and sees to it that it is on the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn add(&mut self, subject: usize, slice: &SliceName, total: &Count) -> io::Result<()> {
        let line = SliceLine { subject, slice: slice.clone(), total: total.clone() };
        self.append(&line::write(SLICE, &line))
    }

    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.write_all(line)?;
        self.file.sync_data()
    }
}

/// Reads a line about a slice, line end included; nothing if it is damaged.
fn read_slice(line: &[u8]) -> Option<SliceLine> {
    let (kind, json) = line::read(line.strip_suffix(b"\n")?)?;
    (kind == SLICE).then(|| serde_json::from_slice(json).ok())?
}

/// Why a file with another first line is not continued.
fn other(path: &Path, begun: &[u8], subjects: &Subjects) -> JournalError {
    if let Some(error) = journal_file::not_this(path, begun, MAGIC, VERSION, NO_RECOUNT) {
        return error;
    }
    let path = path.to_owned();
    let known = begun.strip_suffix(b"\n").and_then(line::read);
    let Some(known) = known.and_then(|(_, json)| serde_json::from_slice::<Subjects>(json).ok())
    else {
        return JournalError::Damaged { path };
    };
    let names = |subjects: &Subjects| -> String {
        let names: Vec<&str> = subjects.iter().map(|(name, _)| name.as_str()).collect();
        names.join(" ")
    };
    let (mine, others) = (names(&known), names(subjects));
    let difference = if mine == others {
        format!("its {mine} has other pieces on the board, or is another puzzle of this name")
    } else {
        format!("its puzzle is `{mine}`, that of this command `{others}`")
    };
    JournalError::Another { path, line: 1, difference }
}
