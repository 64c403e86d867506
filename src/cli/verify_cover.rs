//! `verify` of an exact cover: solutions and certificates against the cover's file.

use std::path::Path;

use crate::durable::check::{cover_checker, written};
use crate::number::grouped;
use crate::verify::certificate::Certificates;
use crate::verify::recount::Recountable;
use crate::verify::{CoverChecker, MAX_ABOUT};

use super::cover::CoverFile;
use super::error::CliError;
use super::open::{about_of, format_of, is_certificate, open};
use super::output::OutputDir;
use super::recount::RecountSubject;
use super::verdict::{Kind, Verdict};
use super::verify_formula::{self, formulas};

/// What is recounted of a cover.
///
/// # Errors
/// When it cannot be recounted.
pub fn recount_subject(file: &CoverFile) -> Result<RecountSubject, CliError> {
    let name = &file.name;
    let recountable = Recountable::of_cover(&cover_checker(name, &file.cover))
        .map_err(|error| CliError::Nothing(format!("{name}: {error}")))?;
    Ok(RecountSubject {
        name: name.clone(),
        words: name.clone(),
        recountable,
        claims: Vec::new(),
        has_distinct: false,
    })
}

/// Checks a file, every file of the cover in a directory, a certificate, or a formula. Returns what to
/// say of each.
///
/// # Errors
/// When a file is refused or cannot be read.
pub fn verify(file: &CoverFile, path: &Path) -> Result<Vec<Verdict>, CliError> {
    let checker = cover_checker(&file.name, &file.cover);
    if !path.is_dir() {
        let words = if is_certificate(path)? {
            certificate(&checker, path)?
        } else {
            listing(&checker, path)?
        };
        return Ok(vec![words]);
    }
    let formulas = formulas(path, &file.name)?;
    if !formulas.is_empty() {
        return Ok(vec![verify_formula::verify_cover(&checker, &formulas)?]);
    }
    OutputDir::listings(path, &file.name).iter().map(|path| listing(&checker, path)).collect()
}

fn listing(checker: &CoverChecker, path: &Path) -> Result<Verdict, CliError> {
    let format = format_of(path)?;
    let about = about_of(path, format, MAX_ABOUT)?;
    let reader = open(path)?;
    let verified = checker.check(written(format, &about), reader);
    let verified = verified.map_err(|refusal| CliError::refused(path, &refusal))?;
    let words = format!(
        "{}: {}: verified {} solutions, fingerprint {:032x}; {}",
        path.display(),
        checker.name(),
        grouped(verified.total),
        verified.fingerprint,
        completeness(verified.complete),
    );
    let counts = (None, verified.total);
    let verdict =
        Verdict::of_file(path, Kind::Distinct, checker.name(), counts, verified.fingerprint, words);
    Ok(Verdict { complete: verified.complete, ..verdict })
}

/// What is known of whether a listing is whole where there is no known count.
pub fn completeness(complete: bool) -> &'static str {
    if complete {
        "that it is complete is its own word and unproved: there is no known count to compare with"
    } else {
        "partial: the run that wrote it was stopped"
    }
}

fn certificate(checker: &CoverChecker, path: &Path) -> Result<Verdict, CliError> {
    let refuse = |reason: String| CliError::Refused(format!("{}: {reason}", path.display()));
    let mut certificates = Certificates::new(open(path)?);
    let first = certificates.next_first_line().map_err(|error| refuse(error.to_string()))?;
    let Some(first) = first else { return Err(refuse("there is no certificate".to_owned())) };
    let proved =
        certificates.check_cover(checker, &first).map_err(|error| refuse(error.to_string()))?;
    let mut rest = certificates.next_first_line().map_err(|error| refuse(error.to_string()))?;
    if let Some(other) = rest.take() {
        return Err(refuse(format!("there is another certificate, of {}", other.subject.name)));
    }
    let words = format!(
        "{}: {} has exactly {} solutions, fingerprint {:032x}; {} nodes, {} bytes; no known count \
         to compare with",
        path.display(),
        checker.name(),
        grouped(proved.total),
        proved.fingerprint,
        grouped(proved.nodes),
        grouped(proved.bytes),
    );
    let counts = (None, proved.total);
    let verdict = Verdict::of_file(
        path,
        Kind::Certificate,
        checker.name(),
        counts,
        proved.fingerprint,
        words,
    );
    Ok(Verdict { complete: true, ..verdict })
}
