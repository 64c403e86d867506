//! What `verify` says of a file: in words, and with `--json` as data.

use std::path::Path;

use serde::Serialize;

use crate::puzzle::model::Known;
use crate::verify::recount::CountClaim;

/// What was found to be true of a file, or of a part of it.
#[derive(Debug, Serialize)]
pub struct Verdict {
    /// In words.
    #[serde(skip)]
    pub words: String,
    /// The file.
    pub file: String,
    /// What the file holds.
    pub kind: Kind,
    /// The puzzle or the cover.
    pub name: String,
    /// Distinct solutions; null for an exact cover that is no puzzle.
    pub distinct: Option<u128>,
    /// Solutions in all: for a puzzle every arrangement.
    pub total: u128,
    /// The fingerprint.
    pub fingerprint: String,
    /// Whether the file says that nothing is missing, or proves it.
    pub complete: bool,
    /// Where a count is known from that bears it out; null where there is none.
    pub known: Option<String>,
}

impl Verdict {
    /// What was found of a file. That nothing is missing from it, and that a known count bears it out,
    /// is for the caller to say.
    pub fn of_file(
        path: &Path,
        kind: Kind,
        name: &str,
        (distinct, total): (Option<u128>, u128),
        fingerprint: u128,
        words: String,
    ) -> Self {
        Self {
            words,
            file: path.display().to_string(),
            kind,
            name: name.to_owned(),
            distinct,
            total,
            fingerprint: format!("{fingerprint:032x}"),
            complete: false,
            known: None,
        }
    }

    /// The name of the puzzle or the cover of a file of solutions, and how many there are; nothing
    /// where the file says that it is not complete, and of a certificate, which proves it by itself.
    pub fn claim(&self) -> Option<(String, CountClaim)> {
        let claim = || CountClaim {
            by: self.file.clone(),
            distinct: self.distinct.map(Into::into),
            total: self.total.into(),
        };
        let is_claim = self.complete && self.kind != Kind::Certificate;
        is_claim.then(|| (self.name.clone(), claim()))
    }
}

/// With what a verdict says that a count was compared.
pub fn known_in_words(known: Option<&Known>) -> String {
    match known {
        Some(known) => format!("the counts known from: {}", known.source),
        None => "no known count to compare with".to_owned(),
    }
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Solutions, one of each kind.
    Distinct,
    /// Solutions, every arrangement.
    Images,
    /// A certificate.
    Certificate,
    /// Formulas, of which the proofs are for another checker to accept.
    Formulas,
}
