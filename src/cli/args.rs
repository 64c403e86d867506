//! Arguments that several commands share.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use crate::puzzle::Puzzle;
use crate::run::{Anchor, EngineKind, Listing, Settings};

use super::CliError;

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
    /// Dancing links, the reference.
    Links,
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

    /// Search every arrangement on the fixed board, breaking no symmetry.
    #[arg(long, conflicts_with = "anchor")]
    pub no_symmetry: bool,
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<usize>() {
        Ok(0) => Err("at least one thread must work".to_owned()),
        Ok(number) if number > 4096 => Err("more than 4096 threads are of no use".to_owned()),
        Ok(number) => NonZeroUsize::new(number).ok_or_else(|| "not a number".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

impl SearchArguments {
    /// How many threads work.
    pub fn threads(&self) -> NonZeroUsize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(cores)
    }

    /// The engine that searches.
    pub fn engine(&self) -> EngineKind {
        match self.engine {
            EngineChoice::Auto | EngineChoice::Search => EngineKind::Search,
            EngineChoice::Links => EngineKind::Links,
        }
    }

    /// The settings of a run of a puzzle.
    ///
    /// # Errors
    /// When the puzzle has no piece of the anchor's name.
    pub fn settings(
        &self,
        puzzle: &Puzzle,
        listing: Listing,
        limit: Option<u64>,
    ) -> Result<Settings, CliError> {
        let anchor = if self.no_symmetry {
            Anchor::None
        } else if self.anchor == "auto" {
            Anchor::Auto
        } else {
            Anchor::Piece(piece(puzzle, &self.anchor)?)
        };
        let (engine, threads) = (self.engine(), self.threads());
        Ok(Settings { engine, threads, anchor, listing, limit })
    }
}

/// The number of the piece of this name.
fn piece(puzzle: &Puzzle, name: &str) -> Result<usize, CliError> {
    puzzle.pieces.iter().position(|piece| piece.name == name).ok_or_else(|| {
        let names: Vec<&str> = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect();
        CliError::Usage(format!(
            "{} has no piece {name}; its pieces are {}",
            puzzle.name,
            names.join(", ")
        ))
    })
}
