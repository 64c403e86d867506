//! The lines of a journal: what is said, and a checksum that vouches for it.
//!
//! A line is a word for its kind, the first 16 hexadecimal digits of the SHA-256 of all but these
//! digits, and a JSON object. A line counts only if its checksum is right, so damage of any kind
//! costs the lines that it touches and nothing else.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::count::Count;
use crate::digest::Digest;
use crate::solution::Fingerprint;
use crate::solve::counts::Counts;
use crate::solve::options::{Anchor, Engine, OutputMode};
use crate::solve::plan::Plan;

/// What every journal begins with; the version of the format follows.
pub(crate) const MAGIC: &str = "bitcover-journal-";

/// The version of the format that this program writes and reads.
pub(crate) const VERSION: &str = "3";

/// The kind of a line about the plan of one puzzle.
pub(crate) const PLAN: &str = "plan";

/// The kind of a line about a finished task.
pub(crate) const TASK: &str = "task";

/// How solutions are kept beside a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kept {
    /// Not at all.
    Nothing,
    /// As written lines.
    Lines,
    /// As numbers of placements.
    Placements,
    /// As numbers of options.
    Options,
}

/// The shard of a plan that a journal is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardName {
    /// Which shard.
    pub index: usize,
    /// Of which plan.
    pub plan: Digest,
}

/// What a journal is about: the command, as far as the work depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JournalHeader {
    /// The puzzles and covers by name, in their order.
    pub subjects: Vec<String>,
    /// What becomes of the solutions.
    pub mode: OutputMode,
    /// How solutions are kept.
    pub kept: Kept,
    /// The engine that was asked for, or null where one is to be chosen.
    #[serde(deserialize_with = "Option::deserialize")]
    pub engine: Option<Engine>,
    /// The anchor that was asked for.
    pub anchor: AnchorName,
    /// Which shard of which plan, or null where the run is no shard.
    #[serde(deserialize_with = "Option::deserialize")]
    pub shard: Option<ShardName>,
}

/// An anchor as it is asked for, by the name of the piece: in a family it has a number of its own in
/// every member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum AnchorName {
    /// The one that leaves the least work.
    Auto,
    /// This piece.
    Piece(String),
    /// None: no symmetry is broken.
    None,
}

impl AnchorName {
    /// The anchor by number; nothing if there is no such piece among these.
    pub fn resolve(&self, pieces: &[impl AsRef<str>]) -> Option<Anchor> {
        match self {
            Self::Auto => Some(Anchor::Auto),
            Self::None => Some(Anchor::None),
            Self::Piece(name) => {
                pieces.iter().position(|piece| piece.as_ref() == name).map(Anchor::Piece)
            }
        }
    }
}

/// The plan of one subject, or the one that took its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanLine {
    /// Tells subjects of the same name apart, by everything that a solution depends on.
    pub identity: Digest,
    /// The length of a record of a solution, in bytes; zero if none is kept.
    pub record_len: usize,
    /// The plan.
    pub plan: Plan,
}

impl PlanLine {
    /// Tells it from any other, its reasons aside.
    pub fn id(&self) -> Digest {
        let Self { identity, record_len, plan } = self;
        let Plan { subject, mode, breaks_symmetry, limit, stages, why: _ } = plan;
        Digest::of_json(&(identity, record_len, subject, mode, breaks_symmetry, limit, stages))
    }
}

/// A finished task: what the tree below its prefix came to, but for the parts split off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TaskLine {
    /// The plan.
    pub plan: Digest,
    /// The task.
    pub task: Digest,
    pub distinct: Count,
    pub total: Count,
    pub nodes: u64,
    pub fingerprint: Digest,
    pub uses: Vec<u64>,
    /// What part of the whole tree it was; see [`crate::solve::task::Task::share`].
    pub share: u64,
    /// How long it took.
    pub task_ns: u64,
    /// How long the run had taken by then, all its sessions together.
    pub run_ms: u64,
    /// Where its solutions are in the file beside.
    pub chunks: Vec<Chunk>,
    /// The checksum of its solutions, or null where there are none.
    #[serde(deserialize_with = "Option::deserialize")]
    pub sum: Option<Digest>,
    /// The parts that were split off, which are tasks of their own.
    pub parts: Vec<Part>,
}

impl TaskLine {
    /// What the task came to.
    pub fn counts(&self) -> Counts {
        Counts {
            distinct: self.distinct.clone(),
            total: self.total.clone(),
            nodes: self.nodes,
            fingerprint: Fingerprint(self.fingerprint.0),
            uses: self.uses.clone(),
        }
    }
}

/// Solutions in the file beside: offset and length, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Chunk(pub u64, pub u64);

/// A part that was split off: its choices after those of the task, and its share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part(pub Vec<u32>, pub u64);

/// A line, line end included.
pub(crate) fn write(kind: &str, content: &impl Serialize) -> Vec<u8> {
    // Writing such data as text cannot fail: all keys are strings.
    let json = serde_json::to_string(content).unwrap_or_default();
    format!("{kind} {} {json}\n", checksum(kind.as_bytes(), json.as_bytes())).into_bytes()
}

/// The kind and content of a line without its end; nothing if the checksum is wrong.
pub(crate) fn read(line: &[u8]) -> Option<(&str, &[u8])> {
    let mut fields = line.splitn(3, |&byte| byte == b' ');
    let (kind, sum, json) = (fields.next()?, fields.next()?, fields.next()?);
    let is_right = checksum(kind, json).as_bytes() == sum;
    Some((std::str::from_utf8(kind).ok()?, json)).filter(|_| is_right)
}

fn checksum(kind: &[u8], json: &[u8]) -> String {
    let digest = Sha256::new().chain_update(kind).chain_update(b" ").chain_update(json).finalize();
    let mut head = [0; 8];
    head.copy_from_slice(&digest[..8]);
    format!("{:016x}", u64::from_be_bytes(head))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task() -> TaskLine {
        TaskLine {
            plan: Digest(7),
            task: Digest(u128::MAX),
            distinct: &Count::from(u128::MAX) * 3,
            total: Count::from(3),
            nodes: 5,
            fingerprint: Digest(0),
            uses: vec![1, 2],
            share: 1 << 53,
            task_ns: 4,
            run_ms: 9,
            chunks: vec![Chunk(0, 12)],
            sum: Some(Digest(1)),
            parts: vec![Part(vec![4, 5], 6)],
        }
    }

    #[test]
    fn a_line_comes_back_as_it_was_written_whatever_the_size_of_its_counts() {
        let line = write(TASK, &task());
        let (kind, json) = read(line.strip_suffix(b"\n").unwrap()).unwrap();
        assert_eq!(kind, TASK);
        assert_eq!(serde_json::from_slice::<TaskLine>(json).unwrap(), task());
    }

    /// Headers of every kind.
    fn headers() -> Vec<JournalHeader> {
        let shard = ShardName { index: 3, plan: Digest(u128::MAX) };
        let engines = [None, Some(Engine::Search), Some(Engine::Frontier), Some(Engine::Links)];
        let piece = AnchorName::Piece("none".to_owned());
        let modes =
            [OutputMode::Count, OutputMode::Fingerprint, OutputMode::Distinct, OutputMode::Images];
        let kinds = [Kept::Nothing, Kept::Lines, Kept::Placements, Kept::Options];
        let anchors = [AnchorName::Auto, AnchorName::None, piece, AnchorName::Auto];
        let header = |number: usize| JournalHeader {
            subjects: vec!["soma".to_owned(), "a \"quoted\" name".to_owned()],
            mode: modes[number],
            kept: kinds[number],
            engine: engines[number],
            anchor: anchors[number].clone(),
            shard: engines[number].map(|_| shard),
        };
        (0..4).map(header).collect()
    }

    #[test]
    fn a_header_comes_back_from_json_as_it_was() {
        for header in headers() {
            let text = serde_json::to_string(&header).unwrap();
            let again: JournalHeader = serde_json::from_str(&text).unwrap();
            assert_eq!(again, header);
            assert_eq!(serde_json::to_string(&again).unwrap(), text);
        }
    }

    #[test]
    fn a_header_or_task_with_a_field_too_many_or_too_few_is_refused_by_its_name() {
        fn check<T: serde::de::DeserializeOwned + std::fmt::Debug>(whole: &serde_json::Value) {
            serde_json::from_value::<T>(whole.clone()).unwrap();
            let mut more = whole.clone();
            more["colour"] = "red".into();
            let error = serde_json::from_value::<T>(more).unwrap_err().to_string();
            assert!(error.contains("unknown field `colour`"), "{error}");
            for field in whole.as_object().unwrap().keys() {
                let mut fewer = whole.clone();
                fewer.as_object_mut().unwrap().remove(field);
                let error = serde_json::from_value::<T>(fewer).unwrap_err().to_string();
                assert!(error.contains(&format!("missing field `{field}`")), "{error}");
            }
        }
        for header in headers() {
            check::<JournalHeader>(&serde_json::to_value(header).unwrap());
        }
        // Counts beyond 64 bits are read from text alone.
        let task = TaskLine { distinct: Count::from(1), ..task() };
        check::<TaskLine>(&serde_json::to_value(task).unwrap());
    }

    #[test]
    fn a_line_with_any_bit_changed_does_not_count() {
        let line = write(TASK, &task());
        let line = line.strip_suffix(b"\n").unwrap();
        for at in 0..line.len() {
            for bit in 0..8 {
                let mut changed = line.to_vec();
                changed[at] ^= 1 << bit;
                assert_eq!(read(&changed), None, "byte {at}, bit {bit}");
            }
        }
    }
}
