//! What files of solutions say of themselves in JSON: the first line of a packed file, and the
//! file beside NDJSON or a table.
//!
//! Both have the keys of [`About`]. No more is read than such a text can be long.

use std::io::BufRead;

use serde::Deserialize;

use super::claims::{AS_FOUND, Claims};
use super::fingerprint::hexadecimal;
use super::refusal::Refusal;
use super::subject::{Subject, SubjectKind};

/// The most bytes that are read of a file that says what another holds.
pub(crate) const MAX_ABOUT: u64 = 1 << 20;

/// The keys that both kinds of text have.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct About {
    /// The name of the format, and its version.
    pub format: String,
    /// The name of the puzzle, if the file is for one.
    pub puzzle: Option<String>,
    /// The name of the cover, if the file is for one.
    pub cover: Option<String>,
    /// The starting position, if there was one, as a written line.
    pub given: Option<String>,
    /// Which solutions the file holds.
    pub content: String,
    /// In which order it holds them.
    pub order: String,
    /// How many are distinct.
    pub distinct: Option<u128>,
    /// How many there are in all.
    pub total: Option<u128>,
    /// The fingerprint, in hexadecimal digits.
    pub fingerprint: Option<String>,
    /// Whether nothing was left out.
    pub complete: Option<bool>,
}

/// The keys that say what a file is for, whatever else there is.
#[derive(Debug, Deserialize)]
struct Named {
    puzzle: Option<String>,
    cover: Option<String>,
    given: Option<String>,
}

/// What a file is for, from the file beside it, or from the first line of a packed file or of a
/// certificate. `None` where that cannot be read. Lists of placements are skipped, not kept.
pub(crate) fn subject_of(reader: impl BufRead) -> Option<Subject> {
    let mut values = serde_json::Deserializer::from_reader(reader).into_iter::<Named>();
    let Named { puzzle, cover, given } = values.next()?.ok()?;
    Subject::new(puzzle, cover, given)
}

/// Reads the file beside NDJSON or a table, whose format is `kind` and which has `lines` lines
/// before its first solution.
///
/// # Errors
/// When the text cannot be read, or is about something else.
pub(crate) fn read_about(
    text: &[u8],
    format: &str,
    lines: usize,
    kind: SubjectKind,
    name: &str,
) -> Result<Claims, Refusal> {
    let about: About = serde_json::from_slice(text)
        .map_err(|error| Refusal::of_file(format!("the file beside it cannot be read: {error}")))?;
    let expected = format!("bitcover {format} 1");
    if about.format != expected {
        return Err(Refusal::of_file(format!(
            "the file beside it is about the format {:?}, not {expected:?}",
            about.format
        )));
    }
    about.claims(Some(lines), kind, name).map_err(Refusal::of_file)
}

impl About {
    /// What is claimed of a file for the puzzle or the cover called `name`.
    ///
    /// # Errors
    /// When the file is for another, or does not say all that it should.
    pub fn claims(
        self,
        beside: Option<usize>,
        kind: SubjectKind,
        name: &str,
    ) -> Result<Claims, String> {
        let Some(subject) = Subject::new(self.puzzle, self.cover, self.given) else {
            return Err("the file should name the puzzle or the cover that it is for".to_owned());
        };
        subject.check("the file", kind, name)?;
        if self.order != "ascending" {
            return Err(AS_FOUND.to_owned());
        }
        let images = match (kind, self.content.as_str()) {
            (SubjectKind::Puzzle, "distinct") | (SubjectKind::Cover, "all") => false,
            (SubjectKind::Puzzle, "images") => true,
            (SubjectKind::Puzzle, other) => {
                return Err(format!("the content should be 'distinct' or 'images', not {other:?}"));
            }
            (SubjectKind::Cover, other) => {
                return Err(format!("the content should be 'all', not {other:?}"));
            }
        };
        let is_counted = self.distinct.is_some() || kind == SubjectKind::Cover;
        let (true, Some(total), Some(fingerprint), Some(complete)) =
            (is_counted, self.total, self.fingerprint, self.complete)
        else {
            return Err("the file does not say how many solutions it holds".to_owned());
        };
        if kind == SubjectKind::Cover && self.distinct.is_some() {
            return Err("nothing is known of which solutions of a cover are distinct; there \
                        should stand null"
                .to_owned());
        }
        let Some(fingerprint) = hexadecimal(&fingerprint) else {
            return Err("the fingerprint should be 32 hexadecimal digits in lower case".to_owned());
        };
        let given = subject.given;
        Ok(Claims { given, images, distinct: self.distinct, total, fingerprint, complete, beside })
    }
}
