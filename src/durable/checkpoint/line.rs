//! The lines of a journal: what is said, and a checksum that vouches for it.
//!
//! A line is a word for its kind, the first 16 hexadecimal digits of the SHA-256 of all but these
//! digits, and a JSON object. A line counts only if its checksum is right, so damage of any kind
//! costs the lines that it touches and nothing else.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What every journal begins with; the version of the format follows.
pub(crate) const MAGIC: &str = "bitcover-journal-";

/// The version of the format that this program writes and reads.
pub(crate) const VERSION: &str = "1";

/// The kind of a line about the plan of one puzzle.
pub(crate) const PLAN: &str = "plan";

/// The kind of a line about a finished task.
pub(crate) const TASK: &str = "task";

/// What a journal is about: the command, as far as the work depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The puzzles, in their order.
    pub puzzles: Vec<String>,
    /// What becomes of the solutions: `counts`, `fingerprint`, `distinct` or `images`.
    pub listing: String,
    /// How solutions are kept: `none`, `lines` or `placements`.
    pub solutions: String,
    /// The engine that was asked for.
    pub engine: String,
    /// The anchor that was asked for, or `none`.
    pub anchor: String,
    /// Which shard of which plan, where the run is a shard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

/// The plan of one puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlanLine {
    /// The puzzle's name.
    pub name: String,
    /// Tells puzzles of the same name apart.
    pub puzzle: Hex,
    /// Tells plans apart.
    pub plan: Hex,
    /// The engine that was chosen.
    pub engine: String,
    /// The number of planned tasks.
    pub tasks: usize,
}

/// A finished task: what the tree below its prefix came to, but for the parts split off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TaskLine {
    /// The plan.
    pub plan: Hex,
    /// The task.
    pub task: Hex,
    pub distinct: u128,
    pub total: u128,
    pub nodes: u64,
    pub fingerprint: Hex,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<u64>,
    /// What part of the whole tree it was; see [`crate::solve::task::Task::share`].
    pub share: u64,
    /// How long it took.
    pub task_ns: u64,
    /// How long the run had taken by then, all its sessions together.
    pub run_ms: u64,
    /// Where its solutions are in the file beside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chunks: Vec<Chunk>,
    /// The checksum of its solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<Hex>,
    /// The parts that were split off, which are tasks of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Split>,
}

/// Solutions in the file beside: offset and length, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk(pub u64, pub u64);

/// A part that was split off: its choices after those of the task, and its share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Split(pub Vec<u32>, pub u64);

/// The head of a SHA-256, or a fingerprint, as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hex(pub u128);

impl Hex {
    /// The head of what was hashed.
    pub fn of(hash: Sha256) -> Self {
        let digest = hash.finalize();
        let mut head = [0; 16];
        head.copy_from_slice(&digest[..16]);
        Self(u128::from_be_bytes(head))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Serialize for Hex {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u128::from_str_radix(&text, 16).map(Self).map_err(serde::de::Error::custom)
    }
}

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
            plan: Hex(7),
            task: Hex(u128::MAX),
            distinct: u128::MAX,
            total: 3,
            nodes: 5,
            fingerprint: Hex(0),
            uses: vec![1, 2],
            share: 1 << 53,
            task_ns: 4,
            run_ms: 9,
            chunks: vec![Chunk(0, 12)],
            sum: Some(Hex(1)),
            parts: vec![Split(vec![4, 5], 6)],
        }
    }

    #[test]
    fn a_line_comes_back_as_it_was_written_whatever_the_size_of_its_counts() {
        let line = write(TASK, &task());
        let (kind, json) = read(line.strip_suffix(b"\n").unwrap()).unwrap();
        assert_eq!(kind, TASK);
        assert_eq!(serde_json::from_slice::<TaskLine>(json).unwrap(), task());
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
