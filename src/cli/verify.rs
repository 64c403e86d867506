//! `verify`: check written solutions from their pictures alone.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::puzzle::Puzzle;
use crate::puzzle::given::given_line;
use crate::report::table::grouped;
use crate::solution::Format;
use crate::verify::{Checker, given_of};

use super::CliError;
use super::given::GivenArguments;
use super::output::OutputDir;
use super::select::{Selection, names, select};

/// The arguments of `verify`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The puzzle, or the family.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// A file of solutions, or the output directory of `solve`.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Runs `verify`.
///
/// # Errors
/// When a file is refused or cannot be read.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let selection = select(&arguments.puzzle)?;
    let mut out = anstream::stdout().lock();
    if !arguments.file.is_dir() {
        let puzzle = puzzle_of(&selection, &arguments.file)?;
        writeln!(out, "{}", verify(puzzle, &arguments.file)?)?;
        out.flush()?;
        return Ok(());
    }
    for puzzle in &selection.puzzles {
        let path = OutputDir::listing_path(&arguments.file, &puzzle.name, Format::Text);
        writeln!(out, "{}", verify(puzzle, &path)?)?;
    }
    out.flush()?;
    Ok(())
}

/// Checks one file; returns what to say of it.
fn verify(puzzle: &Puzzle, path: &Path) -> Result<String, CliError> {
    let mut puzzle = puzzle.clone();
    let lay = GivenArguments { given: given_of(open(path)?).into_iter().collect() };
    // The line holds every piece that lay there, those of the puzzle's own drawing included.
    if !lay.given.iter().all(|line| *line == given_line(&puzzle)) {
        puzzle.given.clear();
        lay.lay(&mut puzzle)?;
    }
    let checker = Checker::new(&puzzle);
    let verified = checker
        .check_listing(open(path)?)
        .map_err(|refusal| CliError::Refused(format!("{}: {refusal}", path.display())))?;
    let content = if verified.images { "every arrangement" } else { "one of each kind" };
    let known = match (&puzzle.known, verified.complete) {
        (Some(known), true) => format!("the counts known from: {}", known.source),
        (None, true) => "complete by its own word; no known count to compare with".to_owned(),
        (_, false) => "partial: the run that wrote it was stopped".to_owned(),
    };
    Ok(format!(
        "{}: verified {} distinct, {} in all ({content}), fingerprint {:032x}, {} board motions; \
         {known}",
        path.display(),
        grouped(verified.distinct),
        grouped(verified.total),
        verified.fingerprint,
        checker.board_motions(),
    ))
}

fn open(path: &Path) -> Result<BufReader<File>, CliError> {
    let file = File::open(path).map_err(|error| CliError::Read { path: path.to_owned(), error })?;
    Ok(BufReader::with_capacity(1 << 16, file))
}

/// The puzzle that a file says it belongs to.
fn puzzle_of<'a>(selection: &'a Selection, path: &Path) -> Result<&'a Puzzle, CliError> {
    if let [only] = selection.puzzles.as_slice() {
        return Ok(only);
    }
    let mut name = None;
    for line in open(path)?.lines().take(2) {
        let line = line.map_err(|error| CliError::Read { path: path.to_owned(), error })?;
        name = line.strip_prefix("# puzzle: ").map(str::to_owned).or(name);
    }
    let named = |puzzle: &&Puzzle| Some(&puzzle.name) == name.as_ref();
    selection.puzzles.iter().find(named).ok_or_else(|| {
        CliError::Refused(format!(
            "{}: line 2: the file does not say that it belongs to one of {}",
            path.display(),
            names(&selection.puzzles)
        ))
    })
}
