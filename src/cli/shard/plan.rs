//! `shard plan`: split a search or a sweep, and write who does what.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::args::{number, piece};
use crate::cli::cover::CoverFile;
use crate::cli::error::CliError;
use crate::cli::given::GivenArguments;
use crate::cli::message::say;
use crate::cli::meter::ProgressArguments;
use crate::cli::output::{ForceArguments, OutputFile};
use crate::cli::screen::{fitted, words_beside};
use crate::cli::select::select_text;
use crate::cli::session::Session;
use crate::durable::checkpoint::AnchorName;
use crate::durable::shard::{MOST_SHARDS, ShardPlan, Shards, Source};
use crate::number::grouped;
use crate::puzzle::given::given_line;
use crate::solve::options::{Engine, OutputMode};

/// The engine that the shards run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EngineChoice {
    /// Bitset search, which finds the solutions; it is split into tasks.
    Search,
    /// Merged states, level by level, which only count; they are split by where some pieces lie.
    Frontier,
}

impl From<EngineChoice> for Engine {
    fn from(choice: EngineChoice) -> Self {
        match choice {
            EngineChoice::Search => Self::Search,
            EngineChoice::Frontier => Self::Frontier,
        }
    }
}

/// The arguments of `shard plan`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover shard plan tetris-cube --shards 3 --output plan.json
  bitcover shard plan iq-fit --engine frontier --shards 4 --output plan.json")]
pub struct Arguments {
    /// The puzzle.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    #[command(flatten)]
    given: GivenArguments,

    /// How many shards; rather more than machines, so that one that is slow or lost holds up little.
    #[arg(long, value_name = "N", value_parser = shards)]
    shards: NonZeroUsize,

    /// The engine. A sweep of frontier has more states in shards than in one run, each shard far fewer:
    /// it is split where one run would take too much time or memory.
    #[arg(long, value_name = "ENGINE", default_value = "search")]
    engine: EngineChoice,

    /// The piece whose placements are restricted to break the symmetry, by name, or `auto` for
    /// the one that leaves the least work.
    #[arg(long, value_name = "PIECE", default_value = "auto")]
    anchor: String,

    /// Search every arrangement on the fixed board, breaking no symmetry.
    #[arg(long, conflicts_with = "anchor")]
    no_symmetry: bool,

    /// List every arrangement on the fixed board, not one of each kind.
    #[arg(long)]
    images: bool,

    /// Write the plan to this new file, which holds all that is needed to run it anywhere; `-` is
    /// standard output.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    force: ForceArguments,

    #[command(flatten)]
    progress: ProgressArguments,
}

fn shards(text: &str) -> Result<NonZeroUsize, String> {
    let number = NonZeroUsize::new(number(text)?).filter(|number| number.get() <= MOST_SHARDS);
    number.ok_or_else(|| format!("a plan has 1 to {MOST_SHARDS} shards"))
}

/// Runs `shard plan`.
///
/// # Errors
/// When the command line is wrong, or the file cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let session = Session::without_journal(arguments.progress.progress, false)?;
    plan(arguments, &session)
}

fn plan(arguments: &Arguments, session: &Session) -> Result<(), CliError> {
    let Arguments { shards, .. } = arguments;
    let engine = Engine::from(arguments.engine);
    if engine == Engine::Frontier && arguments.images {
        return Err(CliError::Usage(
            "shards by the engine frontier only count; leave --images away, or take --engine search"
                .to_owned(),
        ));
    }
    let (source, anchor) = session.watched(&arguments.puzzle, || described(arguments))?;
    // Shards that were run belong to the plan that is there.
    let output = OutputFile::plan(&arguments.output, arguments.force)?;
    let mode = match engine {
        Engine::Frontier => OutputMode::Count,
        _ if arguments.images => OutputMode::Images,
        _ => OutputMode::Distinct,
    };
    let plan = session.watched(&arguments.puzzle, || {
        Ok(Shards::plan(source, anchor, (engine, mode), *shards, session.cancel())?)
    })?;
    output.write(|mut out| plan.write(&mut out).map_err(|error| output.error(error)))?;
    let tasks: usize = plan.shards.iter().map(|portion| portion.tasks.len()).sum();
    let mut out = words_beside(output.is_stdout());
    writeln!(out, "{}", fitted(&words(&plan, engine, tasks)))?;
    if !output.is_stdout() {
        writeln!(out, "The plan is in {}.", output.path().display())?;
    }
    out.flush()?;
    if tasks < shards.get() {
        say(match engine {
            Engine::Frontier => "There are fewer sweeps than shards: more cannot be told apart.",
            _ => "There are fewer tasks than shards: a single run will be as fast.",
        });
    }
    Ok(())
}

/// What a plan is divided in, in words.
fn words(plan: &ShardPlan, engine: Engine, tasks: usize) -> String {
    let (name, shards) = (plan.source.name(), plan.shards.len());
    let last = shards - 1;
    if engine == Engine::Frontier {
        let sweeps = if tasks == 1 { "sweep" } else { "sweeps" };
        return format!("{name}: {tasks} {sweeps} in {shards} shards, 0 to {last}.");
    }
    let sizes = || plan.shards.iter().map(|portion| portion.nodes);
    let grouped = |nodes: Option<u64>| grouped(u128::from(nodes.unwrap_or_default()));
    format!(
        "{name}: {tasks} tasks in {shards} shards, 0 to {last}, of about {} to {} nodes each.",
        grouped(sizes().min()),
        grouped(sizes().max()),
    )
}

/// What is to be solved, with the text that describes it, and the anchor.
fn described(arguments: &Arguments) -> Result<(Source, AnchorName), CliError> {
    let anchor = match arguments.anchor.as_str() {
        _ if arguments.no_symmetry => AnchorName::None,
        "auto" => AnchorName::Auto,
        piece => AnchorName::Piece(piece.to_owned()),
    };
    let path = Path::new(&arguments.puzzle);
    if CoverFile::is_cover(path) {
        arguments.given.refuse_for_cover(&arguments.puzzle)?;
        let CoverFile { name, text, is_matrix, .. } = CoverFile::read(path)?;
        if let AnchorName::Piece(piece) = anchor {
            return Err(CliError::Usage(format!(
                "{name} is an exact cover and has no piece {piece}"
            )));
        }
        let source =
            if is_matrix { Source::Matrix { name, text } } else { Source::Dlx { name, text } };
        return Ok((source, anchor));
    }
    let (mut puzzle, text) = select_text(&arguments.puzzle)?;
    arguments.given.lay(&mut puzzle)?;
    if let AnchorName::Piece(name) = &anchor {
        piece(&puzzle, name)?;
    }
    let given = (!puzzle.given.is_empty()).then(|| given_line(&puzzle));
    Ok((Source::Puzzle { name: puzzle.name, text, given }, anchor))
}
