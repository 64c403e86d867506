//! `format`: the pages that say how puzzles and solutions are written.

use std::io::Write;

use clap::Args;

use super::CliError;
use crate::solution::encode;

/// The page on puzzle files.
const PUZZLES: &str = include_str!("../puzzle/FORMAT.md");

/// The arguments of `format`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Print the page on files of solutions instead: text, NDJSON, CSV and packed.
    #[arg(long)]
    solutions: bool,
}

/// Runs `format`.
///
/// # Errors
/// When standard output cannot be written to.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let page = if arguments.solutions { encode::PAGE } else { PUZZLES };
    let mut out = anstream::stdout().lock();
    out.write_all(page.as_bytes())?;
    out.flush()?;
    Ok(())
}
