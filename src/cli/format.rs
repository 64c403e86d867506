//! `format`: the page that says how a puzzle file is written.

use std::io::Write;

use super::CliError;

/// The page.
const PAGE: &str = include_str!("../puzzle/FORMAT.md");

/// Runs `format`.
///
/// # Errors
/// When standard output cannot be written to.
pub fn run() -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    out.write_all(PAGE.as_bytes())?;
    out.flush()?;
    Ok(())
}
