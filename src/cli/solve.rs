//! `solve`: enumerate every solution, check it, and report.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use crate::engine::Stop;
use crate::puzzle::compile;
use crate::report::table::terminal;
use crate::report::{CountReport, Row};
use crate::run::{self, Listing};

use super::CliError;
use super::args::SearchArguments;
use super::given::GivenArguments;
use super::output::OutputDir;
use super::say_obstacles;
use super::select::Selection;

/// The arguments of `solve`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The puzzles.
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    search: SearchArguments,

    /// Write the solutions of each puzzle and the count report to this new directory.
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Write every arrangement on the fixed board, not one of each kind.
    #[arg(long)]
    images: bool,

    /// Stop after this many solutions of each puzzle; the counts are then partial.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Print one JSON object for each PUZZLE instead of tables.
    #[arg(long)]
    json: bool,
}

/// Runs `solve`.
///
/// # Errors
/// When the command line is wrong or the run fails.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let selections: Vec<Selection> = arguments
        .puzzles
        .iter()
        .map(|puzzle| arguments.given.select(puzzle))
        .collect::<Result<_, _>>()?;
    let output = arguments.output.as_deref().map(OutputDir::create).transpose()?;
    let listing = if arguments.images { Listing::Images } else { Listing::Distinct };
    let mut reports = Vec::new();
    for selection in &selections {
        let begun = Instant::now();
        let mut rows = Vec::new();
        for puzzle in &selection.puzzles {
            let settings = arguments.search.settings(puzzle, listing, arguments.limit)?;
            let compiled = compile(puzzle)?;
            let part = run::run(&compiled, &settings, &Stop::default())?;
            say_obstacles(&part);
            if let Some(output) = &output {
                output.write_solutions(puzzle, &part, listing)?;
            }
            rows.push(Row::new(&compiled, &part));
        }
        reports.push(CountReport::new(
            &selection.name,
            &selection.title,
            rows,
            begun.elapsed().as_secs_f64(),
            arguments.search.threads().get(),
        ));
    }
    // Files first: a reader of standard output may go away at any moment.
    if let Some(output) = &output {
        output.write_report(&reports)?;
    }
    let mut out = anstream::stdout().lock();
    for report in &reports {
        if arguments.json {
            report.write_summary(&mut out)?;
        } else {
            writeln!(out, "{}", terminal(report, true))?;
        }
    }
    if let (Some(output), false) = (&output, arguments.json) {
        writeln!(out, "Solutions and report are in {}.", output.path().display())?;
    }
    out.flush()?;
    Ok(())
}
