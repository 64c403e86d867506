//! Arguments that several commands share.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use crate::durable::checkpoint::AnchorName;
use crate::machine::{cores, default_memory_bytes};
use crate::nearest::did_you_mean;
use crate::puzzle::Puzzle;
use crate::size::size;
use crate::solution::Format;
use crate::solve::Engine;
use crate::solve::options::{Anchor, Options};

use super::error::CliError;

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorWhen {
    /// Makes it hold for all streams.
    pub fn apply(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// The engine to search with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineChoice {
    /// The fastest one for the puzzle.
    Auto,
    /// Bitset search.
    Search,
    /// A fixed order of items, many states at once: for boards whose states fit 64 bits.
    Scan,
    /// Merged states, level by level: for puzzles in which many partial solutions come to the same.
    Frontier,
    /// Dancing links, the reference.
    Links,
}

/// How solutions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatChoice {
    /// A line each, below a header.
    Text,
    /// A JSON object each, on a line.
    Ndjson,
    /// A table with a row each.
    Csv,
    /// Numbers of placements in binary, of fixed width.
    Packed,
}

impl From<FormatChoice> for Format {
    fn from(choice: FormatChoice) -> Self {
        match choice {
            FormatChoice::Text => Self::Text,
            FormatChoice::Ndjson => Self::Ndjson,
            FormatChoice::Csv => Self::Csv,
            FormatChoice::Packed => Self::Packed,
        }
    }
}

/// How to search.
#[derive(Args, Clone, Debug)]
pub struct SearchArguments {
    /// The engine.
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: EngineChoice,

    /// How many threads work [default: one for each core].
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,

    /// The piece whose placements are restricted to break the symmetry, by name, or `auto` for
    /// the one that leaves the least work.
    #[arg(long, value_name = "PIECE", default_value = "auto")]
    pub anchor: String,

    /// The most memory to use, such as 512M or 8G; the program itself takes up to 100M of it. Counts
    /// go on in batches where that is too little; solutions that cannot be listed in order take a
    /// quarter of it, then temporary files [default: 70% of what the machine, the control group and the resource limits
    /// allow].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,

    /// How much of the disk counts may take where the memory is too little, such as 100G, in temporary
    /// files [default: none].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub disk: Option<u64>,

    /// Search every arrangement on the fixed board, breaking no symmetry; every solution of an exact
    /// cover, looking for none.
    #[arg(long, conflicts_with = "anchor")]
    pub no_symmetry: bool,

    /// Say on standard error which engine was chosen, and why, and how many states each level had.
    #[arg(long, short)]
    pub verbose: bool,
}

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = whole(text)?;
    if number > 4096 {
        return Err("more than 4096 threads are of no use".to_owned());
    }
    let number = NonZeroUsize::new(number as usize);
    number.ok_or_else(|| "at least one thread must work".to_owned())
}

/// A whole number, 0 or more.
pub(super) fn whole(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number) => Ok(number),
        Err(_) if !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit()) => {
            Err("that is too large".to_owned())
        }
        Err(_) => Err("write a whole number, such as 10".to_owned()),
    }
}

/// A whole number, 1 or more.
pub(super) fn at_least_one(text: &str) -> Result<u64, String> {
    match whole(text)? {
        0 => Err("write a whole number, at least 1".to_owned()),
        number => Ok(number),
    }
}

/// The number of something, counted from 0 or 1.
pub(super) fn number(text: &str) -> Result<usize, String> {
    usize::try_from(whole(text)?).map_err(|_| "that is too large".to_owned())
}

impl SearchArguments {
    /// The engine that was asked for, if one was.
    pub fn engine(&self) -> Option<Engine> {
        match self.engine {
            EngineChoice::Auto => None,
            EngineChoice::Search => Some(Engine::Search),
            EngineChoice::Scan => Some(Engine::Scan),
            EngineChoice::Frontier => Some(Engine::Frontier),
            EngineChoice::Links => Some(Engine::Links),
        }
    }

    /// The anchor that was asked for.
    pub fn anchor_name(&self) -> AnchorName {
        if self.no_symmetry {
            AnchorName::None
        } else if self.anchor == "auto" {
            AnchorName::Auto
        } else {
            AnchorName::Piece(self.anchor.clone())
        }
    }

    /// How to solve what has no pieces, such as an exact cover.
    pub fn options(&self) -> Options {
        Options {
            engine: self.engine(),
            threads: self.threads.unwrap_or_else(cores),
            anchor: if self.no_symmetry { Anchor::None } else { Anchor::Auto },
            memory_bytes: self.memory.unwrap_or_else(default_memory_bytes),
            disk_bytes: self.disk.unwrap_or(0),
        }
    }

    /// How to solve a puzzle, where `common` is how to solve any.
    ///
    /// # Errors
    /// When the puzzle has no piece of the anchor's name.
    pub fn options_for(&self, puzzle: &Puzzle, common: &Options) -> Result<Options, CliError> {
        let anchor = match self.anchor_name() {
            AnchorName::Auto => Anchor::Auto,
            AnchorName::None => Anchor::None,
            AnchorName::Piece(name) => Anchor::Piece(piece(puzzle, &name)?),
        };
        Ok(Options { anchor, ..common.clone() })
    }
}

/// The number of the piece of this name.
///
/// # Errors
/// When there is none.
pub fn piece(puzzle: &Puzzle, name: &str) -> Result<usize, CliError> {
    puzzle.pieces.iter().position(|piece| piece.name == name).ok_or_else(|| {
        let names: Vec<&str> = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect();
        CliError::Usage(format!(
            "{} has no piece {name}{}; its pieces are {}",
            puzzle.name,
            did_you_mean(name, &names),
            names.join(", ")
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_none_are_refused_in_words() {
        assert_eq!(whole("10"), Ok(10));
        assert_eq!(whole("99999999999999999999"), Err("that is too large".to_owned()));
        for text in ["-1", "1.5", "", "ten"] {
            assert_eq!(whole(text), Err("write a whole number, such as 10".to_owned()), "{text}");
        }
        assert!(at_least_one("0").is_err() && threads("0").is_err() && threads("5000").is_err());
    }
}
