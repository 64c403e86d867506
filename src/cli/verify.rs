//! `verify`: check written solutions from their pictures alone, and certificates.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::puzzle::Puzzle;
use crate::puzzle::given::given_line;
use crate::report::table::grouped;
use crate::solution::Format;
use crate::verify::{Checker, MAX_ABOUT, RowKind, given_of, subject_of};

use super::CliError;
use super::certificate;
use super::given::GivenArguments;
use super::output::OutputDir;
use super::screen::fitted;
use super::select::{Selection, names, select};
use crate::solution::solution_file::about_path;

/// The arguments of `verify`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover verify logiq towers               the directory of `solve --output`
  bitcover verify logiq-5 towers/logiq-5.txt
  bitcover verify logiq towers.certificate   that of `solve --certificate`")]
pub struct Arguments {
    /// The puzzle, or the family.
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
    let selection = select(&arguments.puzzle)?;
    let mut out = anstream::stdout().lock();
    if !arguments.file.is_dir() {
        if certificate::is_certificate(&arguments.file)? {
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
        let path = |format| OutputDir::listing_path(&arguments.file, &puzzle.name, format);
        let mut found: Vec<PathBuf> =
            Format::ALL.into_iter().map(path).filter(|path| path.exists()).collect();
        if found.is_empty() {
            found.push(path(Format::Text));
        }
        for path in found {
            writeln!(out, "{}", fitted(&verify(puzzle, &path)?))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Checks one file; returns what to say of it.
fn verify(puzzle: &Puzzle, path: &Path) -> Result<String, CliError> {
    let format = format_of(path)?;
    let about = about(path, format)?;
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

/// The puzzle with the starting position that a file is for.
///
/// # Errors
/// When the position is impossible.
pub fn started(puzzle: &Puzzle, given: Option<String>) -> Result<Puzzle, CliError> {
    let mut puzzle = puzzle.clone();
    let lay = GivenArguments { given: given.into_iter().collect() };
    // The line holds every piece that lay there, those of the puzzle's own drawing included.
    if !lay.given.iter().all(|line| *line == given_line(&puzzle)) {
        puzzle.given.clear();
        lay.lay(&mut puzzle)?;
    }
    Ok(puzzle)
}

/// How a file is written, by what it begins with, or else by its name.
fn format_of(path: &Path) -> Result<Format, CliError> {
    let mut start = Vec::new();
    open(path)?
        .take(16)
        .read_to_end(&mut start)
        .map_err(|error| CliError::Read { path: path.to_owned(), error })?;
    let begins = [
        ("{\"format\"", Format::Packed),
        ("{", Format::Ndjson),
        ("number,line,", Format::Csv),
        ("#", Format::Text),
    ];
    let known = begins.into_iter().find(|(begin, _)| start.starts_with(begin.as_bytes()));
    let named = |format: &Format| path.extension().is_some_and(|end| end == format.extension());
    let by_name = || Format::ALL.into_iter().find(named);
    Ok(known.map(|(_, format)| format).or_else(by_name).unwrap_or(Format::Text))
}

/// The file beside a table or NDJSON, which says what it holds; empty for other formats.
fn about(path: &Path, format: Format) -> Result<Vec<u8>, CliError> {
    let mut text = Vec::new();
    if matches!(format, Format::Text | Format::Packed) {
        return Ok(text);
    }
    let about = about_path(path);
    if !about.exists() {
        return Err(CliError::Refused(format!(
            "{}: {} is missing, which says how many solutions there should be; `solve --output` \
             writes both",
            path.display(),
            about.display()
        )));
    }
    let read = open(&about)?.take(MAX_ABOUT).read_to_end(&mut text);
    read.map_err(|error| CliError::Read { path: about, error })?;
    Ok(text)
}

/// Opens a file.
///
/// # Errors
/// When that is not possible.
pub fn open(path: &Path) -> Result<BufReader<File>, CliError> {
    let file = File::open(path).map_err(|error| CliError::Read { path: path.to_owned(), error })?;
    Ok(BufReader::with_capacity(1 << 16, file))
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
            name = subject_of(about(path, format)?.as_slice()).map(|subject| subject.name);
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
