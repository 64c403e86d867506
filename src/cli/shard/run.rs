//! `shard run`: do one shard of a plan, or what is left of it.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cancel::CancelToken;
use crate::cli::args::{number, threads};
use crate::cli::error::CliError;
use crate::cli::meter::ProgressArguments;
use crate::cli::screen::{fitted, out};
use crate::cli::session::Session;
use crate::durable::shard::Shards;
use crate::machine::{cores, default_memory_bytes};
use crate::number::grouped;
use crate::size::size;
use crate::solution::written_file::make_folder;
use crate::solve::counts::Counts;
use crate::solve::options::Options;

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
    #[arg(long, value_name = "K", value_parser = number)]
    index: usize,

    /// Save what is done in shard-K.journal in this directory, which shards may share, and beside it
    /// what belongs to it: shard-K.journal.solutions of a search, shard-K.journal.sweep of a sweep.
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,

    /// How many threads work [default: one for each core].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,

    /// The most memory to use, such as 512M or 8G [default: 70% of what there is].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// How much of the disk a sweep may take where the memory is too little, such as 100G, in temporary
    /// files [default: none].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    disk: Option<u64>,

    #[command(flatten)]
    progress: ProgressArguments,
}

/// Runs `shard run`.
///
/// # Errors
/// When the plan or the journal is wrong, or the run fails or is interrupted.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let Arguments { index, output, .. } = arguments;
    let shards = Shards::read(&arguments.plan)?;
    let header = shards.header(*index)?;
    let name = format!("{} shard {index} of {}", shards.name(), shards.count());
    if let Some(counts) = shards.finished(*index, output, &CancelToken::new())? {
        return tell(
            &shards,
            &name,
            &counts,
            "finished before",
            &Shards::journal_path(output, *index),
        );
    }
    make_folder(output).map_err(|error| CliError::NotWritten { path: output.clone(), error })?;
    let path = Shards::journal_path(output, *index);
    let session = Session::with_journal(arguments.progress.progress, false, Some(&path), || {
        Ok(header.clone())
    })?;
    let Some(journal) = session.journal() else { unreachable!("it was opened just above") };
    let options = Options {
        threads: arguments.threads.unwrap_or_else(cores),
        memory_bytes: arguments.memory.unwrap_or_else(default_memory_bytes),
        disk_bytes: arguments.disk.unwrap_or(0),
        ..Options::default()
    };
    let outcome = session.observed(&name, |meter| {
        let with = (journal, session.cancel());
        Ok(shards.run(*index, &options, with, Some(meter))?)
    })?;
    let counts = outcome.counts();
    session.close()?;
    tell(&shards, &name, &counts, "done", &path)
}

fn tell(
    shards: &Shards,
    name: &str,
    counts: &Counts,
    how: &str,
    journal: &Path,
) -> Result<(), CliError> {
    let mut out = out();
    let what = if shards.subject().puzzle().is_some() { "distinct solutions" } else { "solutions" };
    let (count, path) = (grouped(&counts.distinct), journal.display());
    let words = format!("{name}: {how}, {count} {what}, saved in {path}.");
    writeln!(out, "{}", fitted(&words))?;
    out.flush()?;
    Ok(())
}
