//! Files of solutions on the disk, checked by code that shares nothing with the search.
//!
//! What is told the checker is the puzzle as it is described, or the cover as it was written. Cost: a
//! file is read once, some steps for each cell and motion.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::cover::Cover;
use crate::input_file::open_input;
use crate::solution::solution_file::about_path;
use crate::solution::{Fingerprint, Format};
use crate::solve::Solver;
use crate::solve::error::Error;
use crate::solve::subject::Subject;
use crate::verify::{Checker, CoverChecker, CoverItem, MAX_ABOUT, RowKind, Written};

use super::listing::listings;

/// What a file of solutions was found to hold, by a checker that shares no code with the search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The file.
    pub path: PathBuf,
    /// Solutions up to the motions of the board; nothing of a cover.
    pub distinct: Option<u128>,
    /// All arrangements on the fixed board that they stand for; all solutions of a cover.
    pub total: u128,
    /// The fingerprint of the distinct solutions.
    pub fingerprint: Fingerprint,
    /// Whether the file says that these are all. Where a count is known, it was compared.
    pub complete: bool,
    /// Whether every arrangement is listed, and not one for each distinct solution.
    pub arrangements: bool,
}

impl Solver {
    /// Checks a file of solutions, or those of a directory that are about what is solved, by pictures
    /// alone and with a geometry of its own: that each solution is one, stands there once, and that
    /// counts and fingerprint are what the file says.
    ///
    /// ```
    /// use bitcover::{Output, Puzzle, Solver};
    ///
    /// let directory = std::env::temp_dir().join(format!("bitcover-verify-{}", std::process::id()));
    /// let solver = Solver::new(&Puzzle::from_catalog("soma")?)?;
    /// solver.solve_to(&Output::new(&directory))?;
    /// let verified = solver.verify(&directory)?;
    /// assert_eq!((verified[0].distinct, verified[0].total), (Some(480), 11_520));
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`] with the first thing that is wrong with a file, and when there is none, or it
    /// cannot be read.
    pub fn verify(&self, path: &Path) -> Result<Vec<Verified>, Error> {
        let subject = self.subject();
        if !path.is_dir() {
            return Ok(vec![verified(subject, path)?]);
        }
        let files = listings(path, subject.name());
        if files.is_empty() {
            let reason = format!("there is no file of solutions of {}", subject.name());
            return Err(refused(path, reason));
        }
        files.iter().map(|file| verified(subject, file)).collect()
    }
}

fn verified(subject: &Subject, path: &Path) -> Result<Verified, Error> {
    let fail = |error: io::Error| refused(path, format!("it cannot be read: {error}"));
    let format = format_of(path).map_err(fail)?;
    let reader = BufReader::with_capacity(1 << 16, open_input(path).map_err(fail)?);
    let mut about = Vec::new();
    if matches!(format, Format::Ndjson | Format::Csv) {
        let beside = open_input(&about_path(path))
            .map_err(|error| refused(&about_path(path), error.to_string()))?;
        beside.take(MAX_ABOUT).read_to_end(&mut about).map_err(fail)?;
    }
    let written = written(format, &about);
    let path_of = |path: &Path| path.to_owned();
    match subject {
        Subject::Puzzle(compiled) => {
            let checker = Checker::new(&compiled.puzzle);
            let verified = checker
                .check(written, reader)
                .map_err(|refusal| refused(path, refusal.to_string()))?;
            Ok(Verified {
                path: path_of(path),
                distinct: Some(verified.distinct),
                total: verified.total,
                fingerprint: Fingerprint(verified.fingerprint),
                complete: verified.complete,
                arrangements: verified.images,
            })
        }
        Subject::Cover { name, problem, .. } => {
            let checker = cover_checker(name, &problem.cover);
            let verified = checker
                .check(written, reader)
                .map_err(|refusal| refused(path, refusal.to_string()))?;
            Ok(Verified {
                path: path_of(path),
                distinct: None,
                total: verified.total,
                fingerprint: Fingerprint(verified.fingerprint),
                complete: verified.complete,
                arrangements: true,
            })
        }
    }
}

fn refused(path: &Path, reason: impl Into<String>) -> Error {
    Error::Refused { path: path.to_owned(), reason: reason.into() }
}

/// How a file is written, by what it begins with, or else by its name.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn format_of(path: &Path) -> io::Result<Format> {
    let mut start = Vec::new();
    open_input(path)?.take(16).read_to_end(&mut start)?;
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

/// What the checker is told of a file of this format, with the text of the one beside it where there is one.
pub(crate) fn written(format: Format, about: &[u8]) -> Written<'_> {
    match format {
        Format::Text => Written::Listing,
        Format::Packed => Written::Packed,
        Format::Ndjson => Written::Rows(RowKind::Ndjson, about),
        Format::Csv => Written::Rows(RowKind::Csv, about),
    }
}

/// The checker of a cover, which is told the items and options as the file has them.
pub(crate) fn cover_checker(name: &str, cover: &Cover) -> CoverChecker {
    let item = |item| CoverItem {
        name: cover.item_name(item).to_owned(),
        is_primary: cover.is_primary(item),
        least: cover.least(item),
        most: cover.multiplicity(item),
    };
    let entries = |o| {
        let name = |colour| cover.colour_name(colour);
        cover.entries_of(o).map(|(item, colour)| (item.0, colour.map(name))).collect()
    };
    let numbers = 1..=cover.written_option_count();
    let (mut options, mut words) = (Vec::new(), Vec::new());
    for option in numbers.map(|number| cover.option_with_number(number)) {
        options.push(option.map(entries));
        let joined: Vec<&str> = option.into_iter().flat_map(|o| cover.option_words(o)).collect();
        words.push(joined.join(" "));
    }
    CoverChecker::new(name, cover.items().map(item).collect(), options, words)
}
