//! `verify` of what `prove` wrote: whether the formulas are those of the puzzle, and what a checker
//! that accepts their proofs proves by that.

use std::path::{Path, PathBuf};

use crate::number::grouped;
use crate::puzzle::Puzzle;
use crate::verify::{CheckedFormulas, CoverChecker, RefusedFormula};

use super::error::CliError;
use super::given::GivenArguments;
use super::open::open;
use super::verdict::{Kind, Verdict, known_in_words};

/// Refuses a formula by itself.
///
/// # Errors
/// When a file is one.
pub fn refuse_single(path: &Path) -> Result<(), CliError> {
    if path.extension().is_none_or(|extension| extension != "opb") || path.is_dir() {
        return Ok(());
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    Err(CliError::Usage(format!(
        "{} is one formula, and those of all cases prove something together; name their directory, {}",
        path.display(),
        directory.unwrap_or(Path::new(".")).display()
    )))
}

/// The formulas of a puzzle or a cover in a directory, by the numbers in their names.
///
/// # Errors
/// When the directory cannot be read.
pub fn formulas(directory: &Path, name: &str) -> Result<Vec<PathBuf>, CliError> {
    let fail = |error| CliError::Read { path: directory.to_owned(), error };
    let mut found: Vec<(usize, PathBuf)> = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
        let rest = file.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
        let number = rest.and_then(|rest| rest.strip_suffix(".opb")).map(str::parse);
        if let Some(Ok(number)) = number {
            found.push((number, path));
        }
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

/// Checks the formulas of a puzzle. Returns what to say of them.
///
/// # Errors
/// When one is refused or cannot be read.
pub fn verify_puzzle(
    puzzle: &Puzzle,
    given: &GivenArguments,
    paths: &[PathBuf],
) -> Result<Verdict, CliError> {
    let checker = given.checker(puzzle)?;
    let readers = paths.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
    let checked = checker.check_formulas(readers).map_err(|refused| refusal(paths, &refused))?;
    let CheckedFormulas { sums, cases, ruled_out } = checked;
    let words = format!(
        "{}: the formulas are those of {}; if a checker accepts {}, it has exactly {} distinct \
         solutions, {} in all, fingerprint {:032x}; {} board motions, {cases} cases with formulas \
         and {ruled_out} ruled out at once, {} solutions excluded; {}",
        directory(paths).display(),
        checker.subject_in_words(),
        proofs(paths),
        grouped(sums.distinct),
        grouped(sums.total),
        sums.fingerprint,
        checker.board_motions(),
        grouped(sums.met),
        known_in_words(checker.known()),
    );
    let counts = (Some(sums.distinct), sums.total);
    let known = checker.known().map(|known| known.source.clone());
    // That it is complete is for another checker to say.
    let at = directory(paths);
    let verdict =
        Verdict::of_file(at, Kind::Formulas, &puzzle.name, counts, sums.fingerprint, words);
    Ok(Verdict { known, ..verdict })
}

/// Checks the formula of a cover. Returns what to say of it.
///
/// # Errors
/// When it is refused or cannot be read.
pub fn verify_cover(checker: &CoverChecker, paths: &[PathBuf]) -> Result<Verdict, CliError> {
    let readers = paths.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
    let checked = checker.check_formulas(readers).map_err(|refused| refusal(paths, &refused))?;
    let words = format!(
        "{}: the formula is that of {}; if a checker accepts {}, it has exactly {} solutions, \
         fingerprint {:032x}; no known count to compare with",
        directory(paths).display(),
        checker.name(),
        proofs(paths),
        grouped(checked.sums.total),
        checked.sums.fingerprint,
    );
    let (at, sums) = (directory(paths), checked.sums);
    let counts = (None, sums.total);
    Ok(Verdict::of_file(at, Kind::Formulas, checker.name(), counts, sums.fingerprint, words))
}

fn refusal(paths: &[PathBuf], refused: &RefusedFormula) -> CliError {
    let path = refused.file.and_then(|file| paths.get(file));
    CliError::refused(path.map_or(directory(paths), PathBuf::as_path), &refused.refusal)
}

fn directory(paths: &[PathBuf]) -> &Path {
    paths.first().and_then(|path| path.parent()).unwrap_or(Path::new("."))
}

/// What a checker must accept.
fn proofs(paths: &[PathBuf]) -> String {
    let name = |path: &PathBuf| {
        path.with_extension("pbp").file_name().unwrap_or_default().to_string_lossy().into_owned()
    };
    match paths {
        [only] => format!("the proof {}", name(only)),
        [first, .., last] => format!("the proofs {} to {}", name(first), name(last)),
        [] => "nothing".to_owned(),
    }
}
