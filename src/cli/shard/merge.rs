//! `shard merge`: the result of all shards, as `solve` would have given it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::cli::args::FormatChoice;
use crate::cli::error::CliError;
use crate::cli::message::say_infeasibility;
use crate::cli::meter::ProgressArguments;
use crate::cli::output::{ForceArguments, OutputDir};
use crate::cli::provenance::here;
use crate::cli::screen::{out, width};
use crate::cli::session::Session;
use crate::cli::signals;
use crate::durable::listing::{encoder, header, listing_path};
use crate::durable::shard::Shards;
use crate::machine::{cores, default_memory_bytes};
use crate::report::table::terminal;
use crate::report::{CountReport, Row};
use crate::size::size;
use crate::solution::{Sink, SolutionFile};

/// The part of the memory that solutions may take before they are set aside in files.
const SHARE: u64 = 4;

/// The arguments of `shard merge`.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  bitcover shard merge plan.json parts --output tetris")]
pub struct Arguments {
    /// The plan.
    #[arg(value_name = "PLAN")]
    plan: PathBuf,

    /// The directories of `shard run`; together they hold every shard of the plan, each once.
    #[arg(required = true, value_name = "DIR")]
    directories: Vec<PathBuf>,

    /// Write the solutions, in order, and the count report to this new directory; of sweeps, which only
    /// count, the report.
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArguments,

    /// How solutions are written: text, ndjson or csv. Shards keep the lines of puzzles, which do not
    /// always tell pieces of one symbol apart, so that a packed file is made of covers only.
    #[arg(long, value_name = "FORMAT", default_value = "text", requires = "output")]
    format: FormatChoice,

    /// The most memory to use, such as 512M or 8G; solutions take a quarter of it, then temporary
    /// files [default: 70% of what there is].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    #[command(flatten)]
    progress: ProgressArguments,

    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// Runs `shard merge`.
///
/// # Errors
/// When the shards are not the whole, or the result cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let new = arguments.output.as_deref().filter(|path| !path.exists());
    let merged = merge(arguments);
    if let (Err(_), Some(path)) = (&merged, new) {
        // If anything was written it stays, and so does the directory.
        let _ = fs::remove_dir(path);
    }
    merged
}

fn merge(arguments: &Arguments) -> Result<(), CliError> {
    let shards = Shards::read(&arguments.plan)?;
    let subject = shards.subject();
    if arguments.format == FormatChoice::Packed && subject.puzzle().is_some() {
        return Err(CliError::Usage(
            "shards keep lines, from which no packed file is made; take --format text, ndjson or \
             csv"
            .to_owned(),
        ));
    }
    let session = Session::without_journal(arguments.progress.progress, false)?;
    let output = arguments.output.as_deref();
    let output = output.map(|path| OutputDir::create(path, &[], arguments.force)).transpose()?;
    let encoder = encoder(subject, arguments.format.into());
    let share = arguments.memory.unwrap_or_else(default_memory_bytes) / SHARE;
    let listed = output.as_ref().filter(|_| shards.mode().records());
    let solutions = listed.map(|output| {
        let path = listing_path(output.path(), shards.name(), encoder.format());
        let unknown = header(subject, shards.mode(), None);
        SolutionFile::new(&encoder, unknown, (path, output.existing()), share, 1)
    });
    let sink = solutions.as_ref().map(|solutions| solutions as &dyn Sink);
    let outcome = shards.merge(&arguments.directories, sink, session.cancel())?;
    if let Some(signal) = session.signals().signal() {
        let words =
            format!("stopped by {}: nothing is merged; repeat the command", signals::name(signal));
        return Err(CliError::Interrupted { signal, words });
    }
    say_infeasibility(&outcome.name, &outcome.infeasibility);
    let row = Row::new(subject, &outcome);
    let elapsed_s = outcome.elapsed.as_secs_f64();
    let title = subject.puzzle().map_or(shards.name(), |compiled| &compiled.puzzle.title);
    let provenance = here(cores().get());
    let report = CountReport::new(shards.name(), title, vec![row], elapsed_s, provenance);
    // Files first: a reader of standard output may go away at any moment.
    let is_listed = solutions.is_some();
    if let Some(output) = &output {
        if let Some(solutions) = solutions {
            let header = header(subject, shards.mode(), Some(&outcome));
            output.write_solutions(&header, &encoder, solutions, session.signals())?;
        }
        output.write_report(std::slice::from_ref(&report))?;
    }
    let mut out = out();
    if arguments.json {
        report.write_summary(&mut out)?;
    } else {
        writeln!(out, "{}", terminal(&report, subject.puzzle().is_some(), width()))?;
        if let Some(output) = &output {
            let what = if is_listed { "Solutions and report are" } else { "The report is" };
            writeln!(out, "{what} in {}.", output.path().display())?;
        }
    }
    out.flush()?;
    Ok(())
}
