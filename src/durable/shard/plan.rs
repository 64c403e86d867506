//! The plan file: what is searched, its tasks, and which shard does which.
//!
//! It is one JSON object: `format`, `plan` and `content`. `plan` is the head of the SHA-256 of
//! `content` written without spaces: it shows damage, and is the name by which results say where
//! they belong.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::durable::checkpoint::Hex;

use super::ShardError;

/// The format that this program writes and reads.
const FORMAT: &str = "bitcover-shard-plan-1";

/// The most shards that a plan has.
pub const MOST_SHARDS: usize = 1000;

/// The largest plan that is read, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// Who finds a plan wanting is told this.
const ANEW: &str = "make it anew with `bitcover shard plan`, or copy it again";

/// What is searched, and which shard does which tasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardPlan {
    /// The puzzle's name.
    pub puzzle: String,
    /// The puzzle file that describes it.
    pub text: String,
    /// The pieces that lie on the board from the start, as a picture; nothing if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// The engine; `search`.
    pub engine: String,
    /// The anchor that was asked for: a piece, or `auto`; `none` where symmetry is not broken.
    pub anchor: String,
    /// Whether every arrangement is listed, and not one of each kind.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub images: bool,
    /// The pieces that are anchored.
    pub anchors: Vec<String>,
    /// Tells the cover, its cases and all tasks apart from any other.
    pub work: Hex,
    /// The shards.
    pub shards: Vec<Portion>,
}

/// What one shard does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Portion {
    /// About how many nodes it visits.
    pub nodes: u64,
    /// Its tasks.
    pub tasks: Vec<ShardTask>,
}

/// A task: its case, and the numbers of the options chosen from the root of the case.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ShardTask(pub usize, pub Vec<u32>);

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File<T> {
    format: String,
    plan: Hex,
    content: T,
}

impl ShardPlan {
    /// The name by which results say that they belong to the plan.
    pub fn id(&self) -> Hex {
        // Writing such data as text cannot fail: all keys are strings.
        let text = serde_json::to_string(self).unwrap_or_default();
        Hex::of(Sha256::new().chain_update(text))
    }

    /// Writes the plan.
    ///
    /// # Errors
    /// Those of the system.
    pub fn write(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        let file = File { format: FORMAT.to_owned(), plan: self.id(), content: self };
        serde_json::to_writer(&mut *out, &file)?;
        out.write_all(b"\n")
    }

    /// Reads a plan. Whether it fits the puzzle, [`super::Shards::read`] finds out.
    ///
    /// # Errors
    /// When the file cannot be read, is no plan, or is damaged.
    pub fn read(path: &Path) -> Result<Self, ShardError> {
        let fail = |problem| ShardError::Plan { path: path.to_owned(), problem };
        let unreadable = |error: std::io::Error| fail(format!("cannot be read: {error}"));
        let length = fs::metadata(path).map_err(unreadable)?.len();
        if length > MOST_BYTES {
            return Err(fail(format!(
                "the file has {length} bytes, and the most that is read is {MOST_BYTES}"
            )));
        }
        let text = fs::read_to_string(path).map_err(unreadable)?;
        let not_a_plan = |error| fail(format!("this is no plan of shards ({error}); {ANEW}"));
        let file: File<serde_json::Value> = serde_json::from_str(&text).map_err(not_a_plan)?;
        if file.format != FORMAT {
            return Err(fail(format!(
                "the plan has format {}, and this program follows {FORMAT} only; use the program \
                 that made it, or make it anew",
                file.format
            )));
        }
        let plan: Self = serde_json::from_value(file.content).map_err(not_a_plan)?;
        if !(1..=MOST_SHARDS).contains(&plan.shards.len()) {
            return Err(fail(format!("a plan has 1 to {MOST_SHARDS} shards; {ANEW}")));
        }
        if plan.id() != file.plan {
            return Err(fail(format!("the plan is damaged, or was changed by hand; {ANEW}")));
        }
        Ok(plan)
    }
}
