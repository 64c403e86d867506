//! Arguments that several commands share.

use std::io::Write;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use crate::engine::CancelToken;
use crate::engine::frontier::FrontierError;
use crate::machine::available_bytes;
use crate::nearest::did_you_mean;
use crate::puzzle::{Compiled, Puzzle};
use crate::solution::{Format, RecordSink};
use crate::solve::plan::{Choice, advise, run_auto};
use crate::solve::sample::Arrangements;
use crate::solve::{
    Analysis, Anchor, Control, Engine, Options, OutputMode, Part, RunError, run_into,
};

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
    /// Merged states, level by level: for puzzles in which many partial solutions come to the same.
    Frontier,
    /// Dancing links, the reference.
    Links,
}

impl EngineChoice {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Search => Engine::Search.name(),
            Self::Frontier => Engine::Frontier.name(),
            Self::Links => Engine::Links.name(),
        }
    }
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

    /// Search every arrangement on the fixed board, breaking no symmetry.
    #[arg(long, conflicts_with = "anchor")]
    pub no_symmetry: bool,

    /// Say on standard error which engine was chosen, and why, and how many states each level had.
    #[arg(long, short)]
    pub verbose: bool,
}

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<usize>() {
        Ok(0) => Err("at least one thread must work".to_owned()),
        Ok(number) if number > 4096 => Err("more than 4096 threads are of no use".to_owned()),
        Ok(number) => NonZeroUsize::new(number).ok_or_else(|| "not a number".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// A size in bytes, with K, M or G for powers of 1024.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        unit => return Err(format!("{unit} is no unit of size; use K, M or G")),
    };
    let number: u64 = digits.parse().map_err(|error| format!("{error}"))?;
    number.checked_mul(1 << shift).ok_or_else(|| "that is too much".to_owned())
}

/// The memory to use where nobody says, in bytes.
pub(super) fn default_memory() -> u64 {
    available_bytes().map_or(u64::MAX, |bytes| bytes / 10 * 7)
}

/// How many threads work where nobody says.
pub(super) fn cores() -> NonZeroUsize {
    crate::machine::cores()
}

impl SearchArguments {
    /// The most memory to use, in bytes.
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(default_memory)
    }

    /// How many threads work.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(cores)
    }

    /// Works out for a puzzle what its run is certain to ask for.
    pub fn analyse<'a>(&self, compiled: &'a Compiled, settings: &Options) -> Analysis<'a> {
        match self.engine {
            EngineChoice::Auto => Analysis::ahead(compiled, &settings.anchor),
            _ => Analysis::new(compiled, &settings.anchor),
        }
    }

    /// Runs a puzzle with the engine that was asked for, or with the one that suits it, and hands
    /// on what it lists.
    ///
    /// # Errors
    /// Those of the run.
    pub fn run(
        &self,
        analysis: Analysis<'_>,
        settings: &Options,
        control: Control<'_>,
        record_sink: Option<RecordSink<'_>>,
    ) -> Result<Part, CliError> {
        let compiled = analysis.compiled();
        let say = &mut |choice: &Choice| self.say(&compiled.puzzle.name, choice);
        let part = match self.engine {
            EngineChoice::Auto => run_auto(analysis, settings, control, record_sink, say)?,
            _ => run_into(compiled, settings, control, record_sink)?,
        };
        if let (true, Some(sweep)) = (self.verbose, &part.sweep) {
            let states: Vec<String> = sweep.states.iter().map(u64::to_string).collect();
            // A closed standard error takes nothing from the result.
            let _ = writeln!(
                anstream::stderr(),
                "{}: states by level: {}",
                part.name,
                states.join(" ")
            );
        }
        Ok(part)
    }

    /// All arrangements of a puzzle, and the settings with the engine that found them.
    ///
    /// # Errors
    /// Those of the run.
    pub fn arrangements<'a>(
        &self,
        compiled: &'a Compiled,
        mut settings: Options,
    ) -> Result<(Arrangements<'a>, Options), CliError> {
        if self.engine == EngineChoice::Auto {
            let choice = advise(compiled, &settings, u64::MAX, &CancelToken::default())?;
            self.say(&compiled.puzzle.name, &choice);
            settings.engine = choice.engine;
        }
        let arrangements = match Arrangements::new(compiled, &settings) {
            // What a sweep can do in batches, a diagram cannot.
            Err(RunError::Frontier(FrontierError::TooLarge { .. }))
                if self.engine == EngineChoice::Auto =>
            {
                settings.engine = Engine::Search;
                Arrangements::new(compiled, &settings)?
            }
            arrangements => arrangements?,
        };
        Ok((arrangements, settings))
    }

    /// Says which engine was chosen, if that is wanted.
    pub fn say(&self, name: &str, choice: &Choice) {
        if self.verbose {
            // A closed standard error takes nothing from the result.
            let _ = writeln!(
                anstream::stderr(),
                "{name}: engine {}: {}",
                choice.engine.name(),
                choice.why
            );
        }
    }

    /// How the symmetry of a puzzle is to be broken.
    ///
    /// # Errors
    /// When the puzzle has no piece of the anchor's name.
    pub fn anchor_of(&self, puzzle: &Puzzle) -> Result<Anchor, CliError> {
        Ok(if self.no_symmetry {
            Anchor::None
        } else if self.anchor == "auto" {
            Anchor::Auto
        } else {
            Anchor::Piece(piece(puzzle, &self.anchor)?)
        })
    }

    /// The settings of a run of a puzzle.
    ///
    /// # Errors
    /// When the puzzle has no piece of the anchor's name.
    pub fn settings(
        &self,
        puzzle: &Puzzle,
        listing: OutputMode,
        limit: Option<u64>,
    ) -> Result<Options, CliError> {
        let anchor = self.anchor_of(puzzle)?;
        let engine = match self.engine {
            // Where an engine is to be chosen, this one gives way.
            EngineChoice::Auto | EngineChoice::Search => Engine::Search,
            EngineChoice::Frontier => Engine::Frontier,
            EngineChoice::Links => Engine::Links,
        };
        let (threads, memory_bytes) = (self.threads(), self.memory());
        Ok(Options { engine, threads, anchor, listing, limit, memory_bytes })
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
