//! `stats`: how often each placement occurs among all arrangements.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::puzzle::compile;
use crate::report::placements::Occurrences;
use crate::solve::OutputMode;

use super::CliError;
use super::args::{SearchArguments, piece};
use super::given::GivenArguments;
use super::output::write_file;
use super::screen::{look, width};

/// The arguments of `stats`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover stats kanoodle --piece Gray
  bitcover stats cubi-magici --all --output placements.csv

All figures are over arrangements on the fixed board (total).")]
pub struct Arguments {
    /// The puzzle.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// Draw the heat map of a piece: how often it covers each cell. May be repeated.
    #[arg(long, value_name = "PIECE")]
    piece: Vec<String>,

    /// Draw the heat map of every piece.
    #[arg(long, conflicts_with = "piece")]
    all: bool,

    /// Write a row for each placement to this CSV file (`-`: to standard output, and nothing else).
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    search: SearchArguments,
}

/// Runs `stats`.
///
/// # Errors
/// When the command line is wrong or the run fails.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let selection = arguments.given.select(&arguments.puzzle)?;
    let puzzle = selection.only()?;
    let pieces = if arguments.all {
        (0..puzzle.pieces.len()).collect()
    } else {
        let numbers = arguments.piece.iter().map(|name| piece(puzzle, name));
        numbers.collect::<Result<Vec<usize>, _>>()?
    };
    let compiled = compile(puzzle)?;
    let settings = arguments.search.settings(puzzle, OutputMode::None, None)?;
    let (arrangements, _) = arguments.search.arrangements(&compiled, settings)?;
    let occurrences = Occurrences::new(&compiled, arrangements.total(), arrangements.occurrences());
    let mut out = anstream::stdout().lock();
    match &arguments.output {
        Some(path) if path.as_os_str() == "-" => {
            occurrences.write_csv(&mut out).map_err(std::io::Error::from)?;
            out.flush()?;
            return Ok(());
        }
        Some(path) => write_file(path, |out| {
            let fail = |error: csv::Error| CliError::Write {
                path: path.clone(),
                error: std::io::Error::from(error),
            };
            occurrences.write_csv(out).map_err(fail)
        })?,
        None => {}
    }
    writeln!(out, "{}", occurrences.summary(look(), width()))?;
    for piece in pieces {
        writeln!(out, "{}", occurrences.heat_map(piece))?;
    }
    if let Some(path) = &arguments.output {
        writeln!(out, "Every placement is in {}.", path.display())?;
    }
    out.flush()?;
    Ok(())
}
