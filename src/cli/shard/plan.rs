//! `shard plan`: split a search, and write who does what.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

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
use crate::durable::shard::{MOST_SHARDS, Shards, Source};
use crate::number::grouped;
use crate::puzzle::given::given_line;
use crate::solve::options::OutputMode;

/// The arguments of `shard plan`.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  bitcover shard plan tetris-cube --shards 3 --output plan.json")]
pub struct Arguments {
    /// The puzzle.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    #[command(flatten)]
    given: GivenArguments,

    /// How many shards; rather more than machines, so that one that is slow or lost holds up little.
    #[arg(long, value_name = "N", value_parser = shards)]
    shards: NonZeroUsize,

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
    let (source, anchor) = session.watched(&arguments.puzzle, || described(arguments))?;
    // Shards that were run belong to the plan that is there.
    let output = OutputFile::plan(&arguments.output, arguments.force)?;
    let mode = if arguments.images { OutputMode::Images } else { OutputMode::Distinct };
    let plan = session.watched(&arguments.puzzle, || {
        Ok(Shards::plan(source, anchor, mode, *shards, session.cancel())?)
    })?;
    output.write(|mut out| plan.write(&mut out).map_err(|error| output.error(error)))?;
    let sizes = || plan.shards.iter().map(|portion| portion.nodes);
    let tasks: usize = plan.shards.iter().map(|portion| portion.tasks.len()).sum();
    let grouped = |nodes: u64| grouped(u128::from(nodes));
    let mut out = words_beside(output.is_stdout());
    let words = format!(
        "{}: {tasks} tasks in {shards} shards, 0 to {}, of about {} to {} nodes each.",
        plan.source.name(),
        shards.get() - 1,
        grouped(sizes().min().unwrap_or_default()),
        grouped(sizes().max().unwrap_or_default()),
    );
    writeln!(out, "{}", fitted(&words))?;
    if !output.is_stdout() {
        writeln!(out, "The plan is in {}.", output.path().display())?;
    }
    out.flush()?;
    if tasks < shards.get() {
        say("There are fewer tasks than shards: a single run will be as fast.");
    }
    Ok(())
}

/// What is to be searched, with the text that describes it, and the anchor.
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
