//! `shard merge`: the result of all shards, as `solve` would have given it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{FormatChoice, cores, default_memory, size};
use crate::cli::meter::ProgressWhen;
use crate::cli::output::{OutputDir, header};
use crate::cli::provenance::here;
use crate::cli::screen::width;
use crate::cli::session::Session;
use crate::cli::{CliError, say_obstacles, signals};
use crate::durable::shard::Shards;
use crate::report::table::terminal;
use crate::report::{CountReport, Row};
use crate::solution::SolutionFile;
use crate::solution::{Encoder, Sink};
use crate::solve::Tally;

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

    /// Write the solutions, in order, and the count report to this new directory.
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// How solutions are written: text, ndjson or csv. Shards keep lines, which do not always tell
    /// pieces of one symbol apart, so that there is no packed file.
    #[arg(long, value_name = "FORMAT", default_value = "text", requires = "output")]
    format: FormatChoice,

    /// The most memory to use, such as 512M or 8G; solutions take a quarter of it, then temporary
    /// files [default: 70% of what there is].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// Runs `shard merge`.
///
/// # Errors
/// When the shards are not the whole, or the result cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    if arguments.format == FormatChoice::Packed {
        return Err(CliError::Usage(
            "shards keep lines, from which no packed file is made; take --format text, ndjson or \
             csv"
            .to_owned(),
        ));
    }
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
    let compiled = shards.compiled();
    let puzzle = &compiled.puzzle;
    let session = Session::with_journal(ProgressWhen::Never, None, || Ok(shards.header(0)?))?;
    let stop = session.control(&puzzle.name).stop;
    let output = arguments.output.as_deref();
    let output = output.map(|path| OutputDir::create(path, &[])).transpose()?;
    let encoder = Encoder::new(compiled, arguments.format.into());
    let share = arguments.memory.unwrap_or_else(default_memory) / SHARE;
    let solutions = output.as_ref().map(|output| {
        let path = OutputDir::listing_path(output.path(), &puzzle.name, encoder.format());
        let unknown = header(puzzle, shards.listing(), &Tally::default(), false);
        SolutionFile::new(&encoder, unknown, path, share, 1)
    });
    let sink = solutions.as_ref().map(|solutions| solutions as &dyn Sink);
    let part = shards.merge(&arguments.directories, sink, stop)?;
    session.end(part.complete);
    if let Some(signal) = stop.signal() {
        let words =
            format!("stopped by {}: nothing is merged; repeat the command", signals::name(signal));
        return Err(CliError::Interrupted { signal, words });
    }
    say_obstacles(&part.name, &part.infeasibility);
    let row = Row::new(compiled, &part);
    let elapsed_s = part.elapsed.as_secs_f64();
    let report =
        CountReport::new(&puzzle.name, &puzzle.title, vec![row], elapsed_s, here(cores().get()));
    // Files first: a reader of standard output may go away at any moment.
    if let (Some(output), Some(solutions)) = (&output, solutions) {
        let header = header(puzzle, shards.listing(), &part.tally, part.complete);
        output.write_solutions(&header, &encoder, solutions, stop)?;
        output.write_report(std::slice::from_ref(&report))?;
    }
    let mut out = anstream::stdout().lock();
    if arguments.json {
        report.write_summary(&mut out)?;
    } else {
        writeln!(out, "{}", terminal(&report, true, width()))?;
        if let Some(output) = &output {
            writeln!(out, "Solutions and report are in {}.", output.path().display())?;
        }
    }
    out.flush()?;
    Ok(())
}
