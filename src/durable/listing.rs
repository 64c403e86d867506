//! Files of the solutions of a subject: their names, what they begin with, and what writes them.

use std::path::{Path, PathBuf};

use crate::count::Count;
use crate::puzzle::given::given_line;
use crate::solution::{CoverCodec, Encoder, Format, Header, SubjectName};
use crate::solve::Outcome;
use crate::solve::options::OutputMode;
use crate::solve::subject::Subject;

/// How much of the memory solutions may take before they are set aside in files, in bytes: a quarter.
pub(crate) fn share_of(memory_bytes: u64) -> u64 {
    memory_bytes / 4
}

/// The file of a subject's solutions in a directory.
pub(crate) fn listing_path(directory: &Path, name: &str, format: Format) -> PathBuf {
    directory.join(format!("{name}.{}", format.extension()))
}

/// The files of a subject's solutions that are in a directory, of each format.
pub(crate) fn listings(directory: &Path, name: &str) -> Vec<PathBuf> {
    let path = |format| listing_path(directory, name, format);
    Format::ALL.into_iter().map(path).filter(|path| path.exists()).collect()
}

/// The head of the solutions of a subject; without an outcome the counts are not known yet.
pub(crate) fn header<'a>(
    subject: &'a Subject,
    mode: OutputMode,
    outcome: Option<&Outcome>,
) -> Header<'a> {
    let (name, given) = match subject.puzzle() {
        Some(compiled) => {
            let puzzle = &compiled.puzzle;
            let given = (!puzzle.given.is_empty()).then(|| given_line(puzzle));
            (SubjectName::Puzzle(&puzzle.name), given)
        }
        None => (SubjectName::Cover(subject.name()), None),
    };
    // No listing comes to an end that has more than this.
    let listed = |count: &Count| u128::try_from(count).unwrap_or(u128::MAX);
    Header {
        subject: name,
        given,
        images: mode == OutputMode::Images,
        distinct: outcome.map_or(0, |outcome| listed(outcome.found())),
        total: outcome.map_or(0, |outcome| listed(&outcome.total)),
        fingerprint: outcome.and_then(|outcome| outcome.fingerprint).unwrap_or_default(),
        complete: outcome.is_some_and(|outcome| outcome.complete),
    }
}

/// What writes the solutions of a subject in a format.
pub(crate) fn encoder(subject: &Subject, format: Format) -> Encoder<'_> {
    match subject {
        Subject::Puzzle(compiled) => Encoder::new(compiled, format),
        Subject::Cover { problem, .. } => {
            Encoder::for_cover(CoverCodec::new(&problem.cover), format)
        }
    }
}
