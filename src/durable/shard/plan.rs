//! The plan file: what is searched or swept, its tasks or cases, and which shard does which.
//!
//! It is one JSON object: `format`, `id` and `content`. `id` is the head of the SHA-256 of `content`
//! written without spaces: it shows damage, and is the name by which results say where they belong.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::durable::checkpoint::AnchorName;
use crate::solve::options::OutputMode;
use crate::solve::plan::Plan;
use crate::text_file::read_text;

use super::error::ShardError;

/// The format that this program writes and reads.
const FORMAT: &str = "bitcover-shard-plan-3";

/// What the name of every version of the format begins with.
const ANY_FORMAT: &str = "bitcover-shard-plan-";

/// The most shards that a plan has.
pub(crate) const MOST_SHARDS: usize = 1000;

/// The largest plan that is read, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// What helps with a plan that is found wanting.
const ANEW: &str = "make it anew, or copy it again";

/// What is solved, with all that is needed to describe it anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Source {
    /// A puzzle.
    Puzzle {
        /// Its name among those of the file.
        name: String,
        /// The puzzle file that describes it.
        text: String,
        /// The pieces that lie on the board from the start, as a picture, or null.
        #[serde(deserialize_with = "Option::deserialize")]
        given: Option<String>,
    },
    /// An exact cover in Knuth's format.
    Dlx {
        /// Its name.
        name: String,
        /// The file.
        text: String,
    },
    /// An exact cover as a 0/1 matrix.
    Matrix {
        /// Its name.
        name: String,
        /// The file.
        text: String,
    },
}

/// What is solved, and which shard does what of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardPlan {
    /// What is solved.
    pub source: Source,
    /// The anchor that was asked for.
    pub anchor: AnchorName,
    /// What becomes of the solutions.
    pub mode: OutputMode,
    /// Tells what is solved from anything else, by everything that a solution depends on.
    pub identity: Digest,
    /// The plan of the whole.
    pub plan: Plan,
    /// The shards.
    pub shards: Vec<Portion>,
}

/// What one shard does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Portion {
    /// About how much work it is: in nodes of a search, in millionths of all shards of a sweep.
    pub nodes: u64,
    /// Its tasks or its cases, by number.
    pub tasks: Vec<usize>,
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File<T> {
    format: String,
    id: Digest,
    content: T,
}

/// As much of a file as every version of the format has.
#[derive(Deserialize)]
struct AnyFile {
    format: String,
}

impl ShardPlan {
    /// The name by which results say that they belong to the plan.
    pub fn id(&self) -> Digest {
        Digest::of_json(self)
    }

    /// Writes the plan.
    ///
    /// # Errors
    /// Those of the system.
    pub fn write(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        let file = File { format: FORMAT.to_owned(), id: self.id(), content: self };
        serde_json::to_writer(&mut *out, &file)?;
        out.write_all(b"\n")
    }

    /// Reads a plan. Whether it fits what it describes, [`super::Shards::read`] finds out.
    ///
    /// # Errors
    /// When the file cannot be read, is no plan, is of another version, or is damaged.
    pub fn read(path: &Path) -> Result<Self, ShardError> {
        let fail = |problem| ShardError::Plan { path: path.to_owned(), problem };
        let text = read_text(path, MOST_BYTES)
            .map_err(|error| fail(format!("cannot be read: {error}")))?;
        let not_a_plan = |error| fail(format!("this is no plan of shards ({error}); {ANEW}"));
        let any: AnyFile = serde_json::from_str(&text).map_err(not_a_plan)?;
        if any.format != FORMAT && any.format.starts_with(ANY_FORMAT) {
            return Err(fail(format!(
                "the plan has format {}, and this program follows {FORMAT} only; use the program \
                 that made it, or make it anew",
                any.format
            )));
        }
        if any.format != FORMAT {
            return Err(fail(format!("this is no plan of shards; {ANEW}")));
        }
        let file: File<Self> = serde_json::from_str(&text).map_err(not_a_plan)?;
        let plan = file.content;
        if !(1..=MOST_SHARDS).contains(&plan.shards.len()) {
            return Err(fail(format!("a plan has 1 to {MOST_SHARDS} shards; {ANEW}")));
        }
        if plan.id() != file.id {
            return Err(fail(format!("the plan is damaged, or was changed by hand; {ANEW}")));
        }
        Ok(plan)
    }
}
