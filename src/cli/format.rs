//! `format`: the pages that say how puzzles, solutions and certificates are written.

use std::io::Write;

use clap::Args;

use super::error::CliError;
use super::screen::{fitted, is_terminal, out};
use crate::solution::{certificate, encode};

/// The page on puzzle files.
const PUZZLES: &str = include_str!("../puzzle/FORMAT.md");

/// The arguments of `format`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover format                 how a puzzle of your own is described
  bitcover format --solutions     text, NDJSON, CSV and packed solutions
  bitcover format --certificate   what a certificate says and why it is a proof")]
pub struct Arguments {
    /// Print the page on files of solutions instead: text, NDJSON, CSV and packed.
    #[arg(long)]
    solutions: bool,

    /// Print the page on certificates instead, with which a count can be checked by others.
    #[arg(long, conflicts_with = "solutions")]
    certificate: bool,
}

/// Runs `format`.
///
/// # Errors
/// When standard output cannot be written to.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let page = match (arguments.solutions, arguments.certificate) {
        (true, _) => encode::PAGE,
        (_, true) => certificate::PAGE,
        _ => PUZZLES,
    };
    let mut out = out();
    // Where somebody reads it, and no program, its lines fit.
    let page = if is_terminal() { wrapped_prose(page) } else { page.to_owned() };
    out.write_all(page.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A page whose long lines are broken, but for those of examples.
fn wrapped_prose(page: &str) -> String {
    let mut is_example = false;
    let lines = page.split_inclusive('\n').map(|line| {
        is_example ^= line.trim_start().starts_with("```");
        if is_example { line.to_owned() } else { fitted(line) }
    });
    lines.collect()
}
