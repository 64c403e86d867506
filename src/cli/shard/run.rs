//! `shard run`: do one shard of a plan, or what is left of it.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::CliError;
use crate::cli::args::{cores, default_memory, size, threads};
use crate::cli::meter::ProgressWhen;
use crate::cli::session::Session;
use crate::durable::shard::Shards;
use crate::engine::CancelToken;
use crate::report::table::grouped;
use crate::solve::Tally;

/// The arguments of `shard run`.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  bitcover shard run plan.json --index 0 --output parts")]
pub struct Arguments {
    /// The plan.
    #[arg(value_name = "PLAN")]
    plan: PathBuf,

    /// Which shard, counted from 0.
    #[arg(long, value_name = "K")]
    index: usize,

    /// Save what is done in shard-K.journal and shard-K.journal.solutions in this directory, which
    /// shards may share.
    #[arg(long, value_name = "DIR")]
    output: PathBuf,

    /// How many threads work [default: one for each core].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,

    /// The most memory to use, such as 512M or 8G [default: 70% of what there is].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// When to show on standard error how far the shard is; SIGUSR1 asks at any time.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: ProgressWhen,
}

/// Runs `shard run`.
///
/// # Errors
/// When the plan or the journal is wrong, or the run fails or is interrupted.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let Arguments { index, output, .. } = arguments;
    let shards = Shards::read(&arguments.plan)?;
    let header = shards.header(*index)?;
    let name = format!("{} shard {index} of {}", header.puzzles.join(" "), shards.count());
    if let Some(tally) = shards.finished(*index, output, &CancelToken::default())? {
        return tell(&name, &tally, "finished before", &Shards::journal_path(output, *index));
    }
    fs::create_dir_all(output).map_err(|error| CliError::Write { path: output.clone(), error })?;
    let path = Shards::journal_path(output, *index);
    let session = Session::with_journal(arguments.progress, Some(&path), || Ok(header.clone()))?;
    let resources =
        (arguments.threads.unwrap_or_else(cores), arguments.memory.unwrap_or_else(default_memory));
    let part = shards.run(*index, resources, session.control(&name));
    session.end(part.as_ref().is_ok_and(|part| part.complete));
    let part = part?;
    session.close()?;
    tell(&name, &part.tally, "done", &path)
}

fn tell(name: &str, tally: &Tally, how: &str, journal: &Path) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    let (count, path) = (grouped(tally.distinct), journal.display());
    writeln!(out, "{name}: {how}, {count} distinct solutions, saved in {path}.")?;
    out.flush()?;
    Ok(())
}
