//! `verify`: check written solutions from their pictures alone, certificates, and the formulas of
//! proofs.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::number::grouped;
use crate::puzzle::Puzzle;
use crate::solution::Format;
use crate::verify::{MAX_ABOUT, RowKind, subject_of, subject_of_listing};

use super::certificate;
use super::cover::CoverFile;
use super::error::CliError;
use super::given::GivenArguments;
use super::open::{about_of, format_of, is_certificate, open};
use super::output::OutputDir;
use super::screen::fitted;
use super::select::{Selection, names, select};
use super::{verify_cover, verify_formula};

/// The arguments of `verify`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover verify logiq towers               the directory of `solve --output`
  bitcover verify logiq-5 towers/logiq-5.txt
  bitcover verify logiq towers.certificate   that of `solve --certificate`
  bitcover verify logiq proofs               the directory of `prove`
  bitcover verify soma begun.txt --given \"V@1,1,1 1,1,2 1,2,1\"

What is checked is the puzzle that is named here: with the pieces that its own file draws on the \
board, with those of --given, and with no others. A file for another starting position is refused.")]
pub struct Arguments {
    /// The puzzle, the family, or the file of an exact cover.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// A file of solutions, the output directory of `solve`, a certificate, or the output directory of
    /// `prove`.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    given: GivenArguments,
}

/// Runs `verify`.
///
/// # Errors
/// When a file is refused or cannot be read.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    verify(arguments, |words| Ok(writeln!(out, "{}", fitted(words))?))?;
    out.flush()?;
    Ok(())
}

/// Checks what the arguments name, and says of each file what it was found to hold.
fn verify(
    arguments: &Arguments,
    mut say: impl FnMut(&str) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let Arguments { puzzle, file, given } = arguments;
    verify_formula::refuse_single(file)?;
    if CoverFile::is_cover(Path::new(puzzle)) {
        given.refuse_for_cover(puzzle)?;
        let verdicts = verify_cover::verify(&CoverFile::read(Path::new(puzzle))?, file)?;
        return verdicts.iter().try_for_each(|words| say(words));
    }
    let selection = select(puzzle)?;
    if !file.is_dir() {
        return say(&if is_certificate(file)? {
            certificate::verify(&selection, given, file)?
        } else {
            listing(puzzle_of(&selection, file)?, given, file)?
        });
    }
    let mut sums = Vec::new();
    for puzzle in &selection.puzzles {
        let formulas = verify_formula::formulas(file, &puzzle.name)?;
        if !formulas.is_empty() {
            let (sum, words) = verify_formula::verify_puzzle(puzzle, given, &formulas)?;
            sums.push(sum);
            say(&words)?;
            continue;
        }
        for path in OutputDir::listings(file, &puzzle.name) {
            say(&listing(puzzle, given, &path)?)?;
        }
    }
    if sums.len() < selection.puzzles.len() {
        return Ok(());
    }
    certificate::sum_in_words(&selection.name, given, &sums).map_or(Ok(()), |words| say(&words))
}

/// Checks one file of solutions; returns what to say of it.
fn listing(puzzle: &Puzzle, given: &GivenArguments, path: &Path) -> Result<String, CliError> {
    let format = format_of(path)?;
    let about = about_of(path, format, MAX_ABOUT)?;
    let checker = given.checker(puzzle)?;
    let reader = open(path)?;
    let verified = match format {
        Format::Text => checker.check_listing(reader),
        Format::Packed => checker.check_packed(reader),
        Format::Ndjson => checker.check_rows(RowKind::Ndjson, reader, &about),
        Format::Csv => checker.check_rows(RowKind::Csv, reader, &about),
    };
    let verified = verified.map_err(|refusal| CliError::refused(path, &refusal))?;
    let content = if verified.images { "every arrangement" } else { "one of each kind" };
    let known = match (checker.known(), verified.complete) {
        (Some(known), true) => format!("the counts known from: {}", known.source),
        (_, complete) => verify_cover::completeness(complete).to_owned(),
    };
    Ok(format!(
        "{}: {}: verified {} distinct, {} in all ({content}), fingerprint {:032x}, {} board \
         motions; {known}",
        path.display(),
        checker.subject_in_words(),
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
    let subject = match format {
        Format::Text => subject_of_listing(open(path)?),
        Format::Packed => subject_of(open(path)?),
        Format::Ndjson | Format::Csv => subject_of(about_of(path, format, MAX_ABOUT)?.as_slice()),
    };
    let is_named = |puzzle: &&Puzzle| Some(&puzzle.name) == subject.as_ref().map(|s| &s.name);
    selection.puzzles.iter().find(is_named).ok_or_else(|| {
        CliError::Refused(format!(
            "{}: {}the file does not say that it belongs to one of {}",
            path.display(),
            if format == Format::Text { "line 2: " } else { "" },
            names(&selection.puzzles)
        ))
    })
}
