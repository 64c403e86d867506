//! `solve`: enumerate every solution, check it, and report.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use crate::puzzle::compile;
use crate::report::table::terminal;
use crate::report::{CountReport, Row};
use crate::run::Listing;

use super::CliError;
use super::args::SearchArguments;
use super::given::GivenArguments;
use super::output::OutputDir;
use super::say_obstacles;
use super::select::{Selection, Target};

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
    let targets = arguments.puzzles.iter().map(|puzzle| arguments.given.target(puzzle));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let is_cover = |target: &Target| matches!(target, Target::Cover(_));
    if arguments.output.is_some() && targets.iter().any(is_cover) {
        return Err(CliError::Usage(
            "the solutions of an exact cover are printed; --output is for puzzles".to_owned(),
        ));
    }
    let output = arguments.output.as_deref().map(OutputDir::create).transpose()?;
    let mut out = anstream::stdout().lock();
    let mut reports = Vec::new();
    for target in &targets {
        reports.push(match target {
            Target::Puzzles(selection) => solve(arguments, selection, output.as_ref())?,
            Target::Cover(file) => {
                file.solve(&arguments.search, !arguments.json, arguments.limit, &mut out)?
            }
        });
    }
    // Files first: a reader of standard output may go away at any moment.
    if let Some(output) = &output {
        output.write_report(&reports)?;
    }
    for (report, target) in reports.iter().zip(&targets) {
        if arguments.json {
            report.write_summary(&mut out)?;
        } else {
            writeln!(out, "{}", terminal(report, !is_cover(target)))?;
        }
    }
    if let (Some(output), false) = (&output, arguments.json) {
        writeln!(out, "Solutions and report are in {}.", output.path().display())?;
    }
    out.flush()?;
    Ok(())
}

fn solve(
    arguments: &Arguments,
    selection: &Selection,
    output: Option<&OutputDir>,
) -> Result<CountReport, CliError> {
    let listing = if arguments.images { Listing::Images } else { Listing::Distinct };
    let begun = Instant::now();
    let mut rows = Vec::new();
    for puzzle in &selection.puzzles {
        let settings = arguments.search.settings(puzzle, listing, arguments.limit)?;
        let compiled = compile(puzzle)?;
        let part = arguments.search.run(&compiled, &settings)?;
        say_obstacles(&part);
        if let Some(output) = output {
            output.write_solutions(puzzle, &part, listing)?;
        }
        rows.push(Row::new(&compiled, &part));
    }
    let elapsed_s = begun.elapsed().as_secs_f64();
    let threads = arguments.search.threads().get();
    Ok(CountReport::new(&selection.name, &selection.title, rows, elapsed_s, threads))
}
