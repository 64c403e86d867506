//! `verify`: check written solutions from their pictures alone, and certificates.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::number::grouped;
use crate::puzzle::Puzzle;
use crate::solution::Format;
use crate::verify::{Checker, MAX_ABOUT, RowKind, given_of, subject_of};

use super::certificate;
use super::cover::CoverFile;
use super::error::CliError;
use super::given::started;
use super::open::{about_of, format_of, is_certificate, open};
use super::output::OutputDir;
use super::screen::fitted;
use super::select::{Selection, names, select};
use super::verify_cover;

/// The arguments of `verify`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover verify logiq towers               the directory of `solve --output`
  bitcover verify logiq-5 towers/logiq-5.txt
  bitcover verify logiq towers.certificate   that of `solve --certificate`")]
pub struct Arguments {
    /// The puzzle, the family, or the file of an exact cover.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// A file of solutions, the output directory of `solve`, or a certificate.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Runs `verify`.
///
/// # Errors
/// When a file is refused or cannot be read.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    let path = Path::new(&arguments.puzzle);
    if CoverFile::is_cover(path) {
        for words in verify_cover::verify(&CoverFile::read(path)?, &arguments.file)? {
            writeln!(out, "{}", fitted(&words))?;
        }
        out.flush()?;
        return Ok(());
    }
    let selection = select(&arguments.puzzle)?;
    if !arguments.file.is_dir() {
        if is_certificate(&arguments.file)? {
            writeln!(out, "{}", fitted(&certificate::verify(&selection, &arguments.file)?))?;
            out.flush()?;
            return Ok(());
        }
        let puzzle = puzzle_of(&selection, &arguments.file)?;
        writeln!(out, "{}", fitted(&verify(puzzle, &arguments.file)?))?;
        out.flush()?;
        return Ok(());
    }
    for puzzle in &selection.puzzles {
        for path in OutputDir::listings(&arguments.file, &puzzle.name) {
            writeln!(out, "{}", fitted(&verify(puzzle, &path)?))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Checks one file; returns what to say of it.
fn verify(puzzle: &Puzzle, path: &Path) -> Result<String, CliError> {
    let format = format_of(path)?;
    let about = about_of(path, format, MAX_ABOUT)?;
    let given = match format {
        Format::Text => given_of(open(path)?),
        Format::Packed => subject_of(open(path)?).and_then(|subject| subject.given),
        Format::Ndjson | Format::Csv => {
            subject_of(about.as_slice()).and_then(|subject| subject.given)
        }
    };
    let puzzle = started(puzzle, given)?;
    let checker = Checker::new(&puzzle);
    let reader = open(path)?;
    let verified = match format {
        Format::Text => checker.check_listing(reader),
        Format::Packed => checker.check_packed(reader),
        Format::Ndjson => checker.check_rows(RowKind::Ndjson, reader, &about),
        Format::Csv => checker.check_rows(RowKind::Csv, reader, &about),
    };
    let verified =
        verified.map_err(|refusal| CliError::Refused(format!("{}: {refusal}", path.display())))?;
    let content = if verified.images { "every arrangement" } else { "one of each kind" };
    let known = match (&puzzle.known, verified.complete) {
        (Some(known), true) => format!("the counts known from: {}", known.source),
        (_, complete) => verify_cover::completeness(complete).to_owned(),
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

/// The puzzle that a file says it belongs to.
fn puzzle_of<'a>(selection: &'a Selection, path: &Path) -> Result<&'a Puzzle, CliError> {
    if let [only] = selection.puzzles.as_slice() {
        return Ok(only);
    }
    let format = format_of(path)?;
    let mut name = None;
    match format {
        Format::Packed => name = subject_of(open(path)?).map(|subject| subject.name),
        Format::Ndjson | Format::Csv => {
            name = subject_of(about_of(path, format, MAX_ABOUT)?.as_slice())
                .map(|subject| subject.name);
        }
        Format::Text => {
            for line in open(path)?.lines().take(2) {
                let line = line.map_err(|error| CliError::Read { path: path.to_owned(), error })?;
                name = line.strip_prefix("# puzzle: ").map(str::to_owned).or(name);
            }
        }
    }
    let named = |puzzle: &&Puzzle| Some(&puzzle.name) == name.as_ref();
    selection.puzzles.iter().find(named).ok_or_else(|| {
        CliError::Refused(format!(
            "{}: {}the file does not say that it belongs to one of {}",
            path.display(),
            if format == Format::Text { "line 2: " } else { "" },
            names(&selection.puzzles)
        ))
    })
}
