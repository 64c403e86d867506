//! The first line of a certificate: what it states of the puzzle or the cover.

use serde::Deserialize;

use super::cases::CaseStep;
use super::exact::ExactCover;
use crate::verify::subject::Subject;

/// What the first line says.
#[derive(Debug)]
pub(crate) struct FirstLine {
    /// What the certificate is for.
    pub subject: Subject,
    stated: Stated,
}

/// The line to the letter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated {
    format: String,
    puzzle: Option<String>,
    cover: Option<String>,
    given: Option<String>,
    items: Vec<String>,
    least: Vec<u32>,
    most: Vec<u32>,
    options: Vec<Vec<u32>>,
    motions: Vec<Vec<u32>>,
    cases: Vec<Vec<CaseStep>>,
}

impl FirstLine {
    /// Reads the line, without its end.
    ///
    /// # Errors
    /// When it is not the first line of a certificate, or of another version.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        let mut stated: Stated = serde_json::from_slice(line).map_err(|error| {
            format!("the first line of the certificate cannot be read: {error}")
        })?;
        if stated.format != "bitcover certificate 1" {
            return Err(format!(
                "this is the format {:?}; only \"bitcover certificate 1\" is known",
                stated.format
            ));
        }
        let (puzzle, cover) = (stated.puzzle.take(), stated.cover.take());
        match Subject::new(puzzle, cover, stated.given.take()) {
            Some(subject) => Ok(Self { subject, stated }),
            None => Err("the first line of the certificate should name the puzzle or the cover \
                         that it is for"
                .to_owned()),
        }
    }

    /// What the certificate says of each case.
    pub(in crate::verify) fn cases(&self) -> &[Vec<CaseStep>] {
        &self.stated.cases
    }

    /// Compares what a certificate states with what the puzzle or the cover means.
    ///
    /// # Errors
    /// The first list that is another.
    pub(in crate::verify) fn check(&self, exact: &ExactCover) -> Result<(), String> {
        let kind = self.subject.kind.word();
        let Stated { items, least, most, options, motions, .. } = &self.stated;
        check_list(kind, "items", items, &exact.names)?;
        check_list(kind, "least", least, &exact.least)?;
        check_list(kind, "most", most, &exact.most)?;
        check_list(kind, "options", options, &exact.options)?;
        check_list(kind, "motions", motions, &exact.motions)
    }
}

/// Checks that a list is what the text of the puzzle or the cover makes it.
fn check_list<T: PartialEq>(
    kind: &str,
    key: &str,
    said: &[T],
    expected: &[T],
) -> Result<(), String> {
    if said.len() != expected.len() {
        let (said, expected) = (said.len(), expected.len());
        return Err(format!("there are {said} {key}, but the {kind} has {expected}"));
    }
    match said.iter().zip(expected).position(|(said, expected)| said != expected) {
        None => Ok(()),
        Some(at) => Err(format!("entry {at} of {key} is not what the {kind}'s text makes it")),
    }
}
