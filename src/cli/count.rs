//! `count`: the exact count, nothing listed.

use std::io::Write;
use std::time::Instant;

use clap::Args;

use crate::puzzle::compile;
use crate::report::table::terminal;
use crate::report::{CountReport, Row};
use crate::run::Listing;

use super::CliError;
use super::args::SearchArguments;
use super::given::GivenArguments;
use super::say_obstacles;
use super::select::{Selection, Target};

/// The arguments of `count`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The puzzles.
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    search: SearchArguments,

    /// Take the fingerprint of the solutions too, for which they must be listed.
    #[arg(long)]
    fingerprint: bool,

    /// Print one JSON object for each PUZZLE instead of tables.
    #[arg(long)]
    json: bool,
}

/// Runs `count`.
///
/// # Errors
/// When the command line is wrong or the run fails.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let listing = if arguments.fingerprint { Listing::Fingerprint } else { Listing::None };
    let targets = arguments.puzzles.iter().map(|puzzle| arguments.given.target(puzzle));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let mut out = anstream::stdout().lock();
    for target in targets {
        let report = match target {
            Target::Puzzles(selection) => count(arguments, &selection, listing)?,
            Target::Cover(file) => file.solve(&arguments.search, false, None, &mut out)?,
        };
        if arguments.json {
            report.write_summary(&mut out)?;
        } else {
            writeln!(out, "{}", terminal(&report, false))?;
        }
    }
    out.flush()?;
    Ok(())
}

fn count(
    arguments: &Arguments,
    selection: &Selection,
    listing: Listing,
) -> Result<CountReport, CliError> {
    let begun = Instant::now();
    let mut rows = Vec::new();
    for puzzle in &selection.puzzles {
        let settings = arguments.search.settings(puzzle, listing, None)?;
        let compiled = compile(puzzle)?;
        let part = arguments.search.run(&compiled, &settings, None)?;
        say_obstacles(&part.name, &part.obstacles);
        rows.push(Row::new(&compiled, &part));
    }
    let elapsed_s = begun.elapsed().as_secs_f64();
    let threads = arguments.search.threads().get();
    Ok(CountReport::new(&selection.name, &selection.title, rows, elapsed_s, threads))
}
