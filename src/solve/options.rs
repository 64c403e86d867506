//! How to solve: the engine, what becomes of the solutions, how symmetry is broken, and how much of
//! the machine may be used.

use std::num::NonZeroUsize;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::nearest::did_you_mean;

use super::error::Error;

/// Which engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Engine {
    /// Bitset search: depth first, in constant memory.
    Search,
    /// A fixed order of items, many states at once, in little memory.
    Scan,
    /// Equal states merged, level by level.
    Frontier,
    /// Dancing links, the reference.
    Links,
}

impl Engine {
    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Scan => "scan",
            Self::Frontier => "frontier",
            Self::Links => "links",
        }
    }
}

impl FromStr for Engine {
    type Err = Error;

    /// The engine of this name.
    ///
    /// ```
    /// use bitcover::Engine;
    ///
    /// assert_eq!("scan".parse::<Engine>()?, Engine::Scan);
    /// assert!("scna".parse::<Engine>().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_str(name: &str) -> Result<Self, Error> {
        let all = [Self::Search, Self::Scan, Self::Frontier, Self::Links];
        all.into_iter().find(|engine| engine.name() == name).ok_or_else(|| {
            let hint = did_you_mean(name, &all.map(Self::name));
            Error::UnknownEngine { name: name.to_owned(), hint }
        })
    }
}

/// How symmetry is broken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Anchor {
    /// By the pieces that the puzzle names for it, or else by those that a probe finds to leave
    /// the least work.
    #[default]
    Auto,
    /// By this piece (a number in the puzzle), and others as the probe ranks them where it does
    /// not suffice.
    Piece(usize),
    /// Not at all: every arrangement is met.
    None,
}

/// What becomes of the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OutputMode {
    /// They are counted.
    Count,
    /// They are counted, and their fingerprint is taken.
    Fingerprint,
    /// The canonical image of each distinct solution is recorded.
    Distinct,
    /// Every arrangement is recorded.
    Images,
}

impl OutputMode {
    /// Whether records of solutions are made.
    pub fn records(self) -> bool {
        matches!(self, Self::Distinct | Self::Images)
    }
}

/// How to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// The engine, or nothing where the one that suits the subject is to be chosen.
    pub engine: Option<Engine>,
    /// How many threads work.
    pub threads: NonZeroUsize,
    /// How symmetry is broken.
    pub anchor: Anchor,
    /// The most memory to use, in bytes, by engines that can keep to a limit.
    pub memory_bytes: u64,
    /// The most bytes that counting may take of the disk, where the memory is too little.
    pub disk_bytes: u64,
}

impl Default for Options {
    /// The engine that suits the subject, on all cores, its symmetry broken by the piece that
    /// leaves the least work, within 70% of the memory that the process may use, and nothing on the
    /// disk.
    fn default() -> Self {
        Self {
            engine: None,
            threads: crate::machine::cores(),
            anchor: Anchor::Auto,
            memory_bytes: crate::machine::default_memory_bytes(),
            disk_bytes: 0,
        }
    }
}
