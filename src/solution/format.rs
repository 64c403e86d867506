//! The file of a listing: a header that says what it holds, then one line a solution, sorted.
//!
//! ```text
//! # bitcover solutions, format 1
//! # puzzle: logiq-2
//! # given: ..UUU......./..U.U.......      (only where pieces lay on the board from the start)
//! # content: distinct
//! # distinct: 23
//! # total: 552
//! # fingerprint: 5e0fba1b6dd24ef90e6d21a0f2b8a1c3
//! # complete: yes
//! 00QQUUUFLLLLQ:0/...
//! ```
//!
//! `content` is `distinct` (the canonical line of each solution) or `images` (every arrangement
//! on the fixed board); of a cover, which is named by `# cover:` and has no `distinct`, it is `all`.
//! The bytes depend on the puzzle alone, not on engine, anchor or threads.
//! The other formats say these things in JSON (see [`super::head`]).

use super::fingerprint::Fingerprint;

/// How solutions are written to a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A line each, below a header.
    #[default]
    Text,
    /// A JSON object each.
    Ndjson,
    /// A table, a row each.
    Csv,
    /// Numbers of placements, of fixed width.
    Packed,
}

impl Format {
    /// Every format.
    pub(crate) const ALL: [Self; 4] = [Self::Text, Self::Ndjson, Self::Csv, Self::Packed];

    /// How the names of its files end.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Ndjson => "ndjson",
            Self::Csv => "csv",
            Self::Packed => "packed",
        }
    }
}

/// What a file of solutions is about, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SubjectName<'a> {
    /// A puzzle.
    Puzzle(&'a str),
    /// An exact cover that is no puzzle.
    Cover(&'a str),
}

impl<'a> SubjectName<'a> {
    /// The name.
    pub fn name(self) -> &'a str {
        match self {
            Self::Puzzle(name) | Self::Cover(name) => name,
        }
    }

    /// The name of a puzzle.
    pub fn puzzle(self) -> Option<&'a str> {
        match self {
            Self::Puzzle(name) => Some(name),
            Self::Cover(_) => None,
        }
    }

    /// The name of a cover.
    pub fn cover(self) -> Option<&'a str> {
        match self {
            Self::Puzzle(_) => None,
            Self::Cover(name) => Some(name),
        }
    }
}

/// The head of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header<'a> {
    /// The puzzle or the cover.
    pub subject: SubjectName<'a>,
    /// The starting position as a partial picture, if there was one.
    pub given: Option<String>,
    /// Whether every arrangement of a puzzle is listed, not one of each kind.
    pub images: bool,
    /// Solutions up to the motions of the board. A cover has no such number, whatever this is.
    pub distinct: u128,
    /// All arrangements on the fixed board.
    pub total: u128,
    /// The fingerprint of the distinct solutions.
    pub fingerprint: Fingerprint,
    /// Whether these are all the solutions.
    pub complete: bool,
}

impl Header<'_> {
    /// What is listed, in a word.
    pub fn content(&self) -> &'static str {
        match self.subject {
            SubjectName::Cover(_) => "all",
            SubjectName::Puzzle(_) if self.images => "images",
            SubjectName::Puzzle(_) => "distinct",
        }
    }

    /// How many solutions there are up to the motions of the board; not known of a cover.
    pub fn distinct_count(&self) -> Option<u128> {
        self.subject.puzzle().map(|_| self.distinct)
    }

    /// The header as lines of text.
    pub fn to_text(&self) -> String {
        let Header { total, fingerprint, .. } = self;
        let distinct = self.distinct_count();
        let distinct = distinct.map_or(String::new(), |count| format!("# distinct: {count}\n"));
        let complete = if self.complete { "yes" } else { "no" };
        format!(
            "# bitcover solutions, format 1\n{}{distinct}# total: {total}\n\
             # fingerprint: {fingerprint}\n# complete: {complete}\n",
            self.subject_lines()
        )
    }

    /// The header of lines that are written as they are found, with the counts still unknown.
    pub fn to_text_of_stream(&self) -> String {
        format!("# bitcover solutions, as found\n{}", self.subject_lines())
    }

    fn subject_lines(&self) -> String {
        let (kind, name) = match self.subject {
            SubjectName::Puzzle(name) => ("puzzle", name),
            SubjectName::Cover(name) => ("cover", name),
        };
        let given =
            self.given.as_ref().map_or(String::new(), |given| format!("# given: {given}\n"));
        format!("# {kind}: {name}\n{given}# content: {}\n", self.content())
    }
}
