//! Journals: files in which runs save their finished tasks, so that they can be stopped at any
//! moment and continued.
//!
//! A journal is lines of text, each with a checksum (see [`super::line`]): first what the command is about,
//! then for each puzzle its plan and a line for every finished task, with its tally, where its
//! solutions are in the file beside (`FILE.solutions`), and the parts of its tree that were split
//! off for other threads. Lines are only ever appended, solutions before the line that vouches for
//! them.
//!
//! A task counts if the plan or a task that counts names it, and a line vouches for it. So whatever
//! is missing, damaged, or finished only by parts is done again, whatever is there is not, and
//! the order of lines does not matter; see `checkpoint`.
//!
//! Cost: a write for each task, and the file is synced when [`Journal::sync`] is called.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::JournalError;
use super::journal_file;
use super::line::{self, Chunk, JournalHeader, Kept, PlanLine, TaskLine};
use super::store::Store;

/// A journal that is open, and locked against other runs.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: Mutex<Lines>,
    /// The plans so far, with the numbers of their lines.
    plans: Mutex<Vec<(usize, PlanLine)>>,
    /// Where solutions are kept, if they are.
    store: Option<Store>,
    is_resumed: bool,
    /// Whether it is only looked at.
    is_settled: bool,
    damaged: usize,
}

/// The file itself.
#[derive(Debug)]
struct Lines {
    file: File,
    len: u64,
    /// Whether something was written that may not be on the disk yet.
    is_dirty: bool,
    /// Why nothing can be written any more.
    failure: Option<JournalError>,
}

/// What is found in a journal when it is opened.
#[derive(Debug, Default)]
struct Found {
    header: Option<JournalHeader>,
    plans: Vec<(usize, PlanLine)>,
    tasks: usize,
    damaged: usize,
    /// Where its last whole line ends.
    len: u64,
    /// Where the last solutions end that a task vouches for.
    solutions_len: u64,
}

impl Journal {
    /// Opens the journal of such a run, or begins it if there is none.
    ///
    /// # Errors
    /// When the file is something else, is of another run, is used by another run, or the system
    /// refuses. It is left as it was then.
    pub fn open(path: &Path, header: &JournalHeader) -> Result<Self, JournalError> {
        let refused = |action| move |error: io::Error| JournalError::refused(path, action, &error);
        let mut file = journal_file::open(path)?;
        let found = find(path, &mut file)?;
        if let Some(difference) = found.header.as_ref().and_then(|found| difference(found, header))
        {
            return Err(JournalError::Another { path: path.to_owned(), line: 1, difference });
        }
        let keeps = header.kept != Kept::Nothing;
        let store = keeps.then(|| Store::open(beside(path))).transpose()?;
        if let Some(store) = &store {
            if found.tasks == 0 && found.damaged == 0 && found.header.is_none() && store.len() > 0 {
                let reason =
                    "it holds solutions, and the journal that vouches for them is not there";
                return Err(JournalError::NotAJournal {
                    path: beside(path),
                    reason: reason.to_owned(),
                });
            }
            store.cut(store.len().min(found.solutions_len))?;
        }
        // What a write that was cut short left behind.
        file.set_len(found.len).map_err(refused("shorten the journal"))?;
        let lines = Lines { file, len: found.len, is_dirty: false, failure: None };
        let journal = Self {
            path: path.to_owned(),
            file: Mutex::new(lines),
            plans: Mutex::new(found.plans),
            store,
            is_resumed: found.header.is_some(),
            is_settled: false,
            damaged: found.damaged,
        };
        if !journal.is_resumed {
            let kind = format!("{}{}", line::MAGIC, line::VERSION);
            journal.append(&line::write(&kind, header))?;
            journal.sync()?;
        }
        Ok(journal)
    }

    /// Opens the journal of such a run to see what it holds; nothing is written to it.
    ///
    /// # Errors
    /// When the file is something else, is of another run, is used by another run, or the system
    /// refuses.
    pub fn look_at(path: &Path, header: &JournalHeader) -> Result<Self, JournalError> {
        let refused = |action| move |error: io::Error| JournalError::refused(path, action, &error);
        let mut file = File::open(path).map_err(refused("open the journal"))?;
        file.try_lock_shared().map_err(|error| journal_file::not_locked(path, error))?;
        let found = find(path, &mut file)?;
        let path = path.to_owned();
        let Some(begun) = &found.header else {
            return Err(JournalError::NotAJournal { path, reason: "it is empty".to_owned() });
        };
        if let Some(difference) = difference(begun, header) {
            return Err(JournalError::Another { path, line: 1, difference });
        }
        let keeps = header.kept != Kept::Nothing;
        let store = keeps.then(|| Store::look_at(beside(&path))).transpose()?;
        let lines = Lines { file, len: found.len, is_dirty: false, failure: None };
        Ok(Self {
            path,
            file: Mutex::new(lines),
            plans: Mutex::new(found.plans),
            store,
            is_resumed: true,
            is_settled: true,
            damaged: found.damaged,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a run began it before.
    pub fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// How many lines are damaged, so that what they said is done again.
    pub fn damaged(&self) -> usize {
        self.damaged
    }

    /// The plan that the run of a subject went by last.
    pub fn plan_of(&self, subject: &str) -> Option<PlanLine> {
        let plans = self.plans();
        let found = plans.iter().rev().find(|(_, line)| line.plan.subject == subject);
        found.map(|(_, line)| line.clone())
    }

    /// The plan that is in force for the subject of another one, with the number of its line.
    pub(super) fn plan_in_force(&self, line: &PlanLine) -> Option<(usize, PlanLine)> {
        let plans = self.plans();
        plans.iter().rev().find(|(_, other)| other.plan.subject == line.plan.subject).cloned()
    }

    /// Writes down a plan, which is in force from now on.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn add_plan(&self, line: &PlanLine) -> Result<(), JournalError> {
        self.append(&line::write(line::PLAN, line))?;
        self.plans().push((0, line.clone()));
        Ok(())
    }

    /// Whether it is only looked at.
    pub(super) fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// The file of solutions, if they are kept.
    pub(super) fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    fn plans(&self) -> MutexGuard<'_, Vec<(usize, PlanLine)>> {
        self.plans.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sees to it that everything saved is on the disk, solutions first.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&self) -> Result<(), JournalError> {
        if let Some(store) = &self.store {
            store.sync()?;
        }
        let mut lines = self.lines();
        if lines.is_dirty {
            let synced = lines.file.sync_data();
            synced
                .map_err(|error| JournalError::refused(&self.path, "write the journal", &error))?;
            lines.is_dirty = false;
        }
        Ok(())
    }

    /// Appends a line as a whole.
    pub(super) fn append(&self, line: &[u8]) -> Result<(), JournalError> {
        let mut lines = self.lines();
        if let Some(failure) = &lines.failure {
            return Err(failure.clone());
        }
        let at = lines.len;
        let written = lines.file.seek(SeekFrom::Start(at)).and_then(|_| lines.file.write_all(line));
        match written {
            Ok(()) => {
                lines.len += line.len() as u64;
                lines.is_dirty = true;
                Ok(())
            }
            Err(error) => {
                // A part of the line would be ignored all the same.
                let _ = lines.file.set_len(at);
                let failure = JournalError::refused(&self.path, "write the journal", &error);
                lines.failure = Some(failure.clone());
                Err(failure)
            }
        }
    }

    /// Hands on what each line says, with the line's number.
    pub(super) fn each_task(&self, mut take: impl FnMut(TaskLine)) -> Result<(), JournalError> {
        let mut lines = self.lines();
        let len = lines.len;
        each_line(&self.path, &mut lines.file, len, |_, line| {
            if let Some((line::TASK, json)) = line::read(line)
                && let Ok(task) = serde_json::from_slice(json)
            {
                take(task);
            }
        })
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The file of solutions beside a journal.
fn beside(path: &Path) -> PathBuf {
    journal_file::beside(path, ".solutions")
}

/// Goes through the whole lines of the first `len` bytes; hands on each with its number.
fn each_line(
    path: &Path,
    file: &mut File,
    len: u64,
    mut take: impl FnMut(usize, &[u8]),
) -> Result<(), JournalError> {
    let refused = |error| JournalError::refused(path, "read the journal", &error);
    file.rewind().map_err(refused)?;
    let mut reader = BufReader::with_capacity(1 << 16, io::Read::take(file, len));
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        reader.read_until(b'\n', &mut line).map_err(refused)?;
        let Some(whole) = line.strip_suffix(b"\n") else { break };
        take(number, whole);
    }
    Ok(())
}

/// Reads a journal from end to end.
fn find(path: &Path, file: &mut File) -> Result<Found, JournalError> {
    let refused = |error| JournalError::refused(path, "read the journal", &error);
    let len = file.metadata().map_err(refused)?.len();
    let mut found = Found::default();
    let mut head = vec![0; len.min(64) as usize];
    file.rewind().and_then(|()| io::Read::read_exact(file, &mut head)).map_err(refused)?;
    let magic = format!("{}{} ", line::MAGIC, line::VERSION);
    let known = head.len().min(magic.len());
    if head[..known] != magic.as_bytes()[..known] {
        let reason = "this is not a journal of bitcover";
        let error = journal_file::not_this(path, &head, line::MAGIC, line::VERSION, reason);
        return Err(error.unwrap_or_else(|| JournalError::Damaged { path: path.to_owned() }));
    }
    let mut is_first_right = true;
    each_line(path, file, len, |number, whole| {
        found.len += whole.len() as u64 + 1;
        match (number, line::read(whole)) {
            (1, first) => {
                found.header = first.and_then(|(_, json)| serde_json::from_slice(json).ok());
                is_first_right = found.header.is_some();
            }
            (_, Some((line::PLAN, json))) => match serde_json::from_slice(json) {
                Ok(plan) => found.plans.push((number, plan)),
                Err(_) => found.damaged += 1,
            },
            (_, Some((line::TASK, json))) => match serde_json::from_slice::<TaskLine>(json) {
                Ok(task) => {
                    found.tasks += 1;
                    let ends = task.chunks.iter().map(|&Chunk(at, len)| at.saturating_add(len));
                    found.solutions_len = ends.fold(found.solutions_len, u64::max);
                }
                Err(_) => found.damaged += 1,
            },
            _ => found.damaged += 1,
        }
    })?;
    if is_first_right { Ok(found) } else { Err(JournalError::Damaged { path: path.to_owned() }) }
}

/// What a run with one header and one with another differ in.
fn difference(journal: &JournalHeader, here: &JournalHeader) -> Option<String> {
    let JournalHeader { subjects, mode, kept, engine, anchor, shard } = journal;
    let fields = [
        ("puzzle", words(subjects), words(&here.subjects)),
        ("listing", words(mode), words(&here.mode)),
        ("way to keep solutions", words(kept), words(&here.kept)),
        ("engine", words(engine), words(&here.engine)),
        ("anchor", words(anchor), words(&here.anchor)),
        ("shard", words(shard), words(&here.shard)),
    ];
    let differing = fields.into_iter().find(|(_, mine, others)| mine != others);
    differing.map(|(what, mine, others)| {
        format!("its {what} is `{mine}`, that of this command `{others}`")
    })
}

/// A value as a message shows it: as the journal says it.
fn words(value: &impl serde::Serialize) -> String {
    let json = serde_json::to_value(value).unwrap_or_default();
    match json {
        serde_json::Value::Null => "none".to_owned(),
        serde_json::Value::String(word) => word,
        serde_json::Value::Array(words) => {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            words.join(" ").replace('"', "")
        }
        json => json.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use crate::solve::options::{Engine, OutputMode};

    use super::super::line::AnchorName;
    use super::*;

    fn header() -> JournalHeader {
        JournalHeader {
            subjects: vec!["soma".to_owned()],
            mode: OutputMode::Count,
            kept: Kept::Nothing,
            engine: Some(Engine::Search),
            anchor: AnchorName::Auto,
            shard: None,
        }
    }

    /// Why a file of this content is no journal to go on with, in one sentence; it is left alone.
    fn refusal(content: &[u8]) -> JournalError {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("journal");
        std::fs::write(&path, content).unwrap();
        let error = Journal::open(&path, &header()).unwrap_err();
        assert_eq!(Journal::look_at(&path, &header()).unwrap_err(), error);
        assert_eq!(std::fs::read(&path).unwrap(), content);
        assert!(!error.to_string().contains('\n'), "{error}");
        error
    }

    #[test]
    fn a_journal_of_another_version_is_refused_with_its_version() {
        let old = "bitcover-journal-1 0123456789abcdef {\"puzzles\":[\"soma\"]}\n";
        for (content, version) in [(old, "1"), ("bitcover-journal-27 \n", "27")] {
            let error = refusal(content.as_bytes());
            let JournalError::Version { found, known, .. } = &error else { panic!("{error}") };
            assert_eq!((found.as_str(), *known), (version, "3"));
            let words = format!("the journal has format {version}, and this program continues");
            assert!(error.to_string().contains(&words), "{error}");
        }
    }

    #[test]
    fn a_header_with_a_field_that_is_not_known_is_not_understood() {
        let mut header = serde_json::to_value(header()).unwrap();
        header["colour"] = "red".into();
        let kind = format!("{}{}", line::MAGIC, line::VERSION);
        let error = refusal(&line::write(&kind, &header));
        assert!(matches!(error, JournalError::Damaged { .. }), "{error}");
    }

    #[test]
    fn lines_that_are_whole_and_say_nothing_known_are_damaged() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("journal");
        let header = header();
        assert_eq!(Journal::open(&path, &header).unwrap().damaged(), 0);
        let mut bytes = std::fs::read(&path).unwrap();
        for kind in [line::PLAN, line::TASK, "note"] {
            bytes.extend(line::write(kind, &"nothing known"));
        }
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(Journal::open(&path, &header).unwrap().damaged(), 3);
    }
}
