//! What a file of solutions or a certificate is for.

/// The two things that have solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SubjectKind {
    /// A puzzle with a board and pieces.
    Puzzle,
    /// An exact cover that is no puzzle.
    Cover,
}

impl SubjectKind {
    /// The word for it, under which files name it.
    pub fn word(self) -> &'static str {
        match self {
            SubjectKind::Puzzle => "puzzle",
            SubjectKind::Cover => "cover",
        }
    }
}

/// What a file says that it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    /// Whether it is for a puzzle or for a cover.
    pub kind: SubjectKind,
    /// The name of the puzzle or the cover.
    pub name: String,
    /// The starting position of the puzzle, if there was one, as a written line.
    pub given: Option<String>,
}

impl Subject {
    /// The subject that is named under one of two keys; `None` where it is named under neither or
    /// both, or where a cover is given a starting position.
    pub(super) fn new(
        puzzle: Option<String>,
        cover: Option<String>,
        given: Option<String>,
    ) -> Option<Self> {
        match (puzzle, cover, given) {
            (Some(name), None, given) => Some(Self { kind: SubjectKind::Puzzle, name, given }),
            (None, Some(name), None) => Some(Self { kind: SubjectKind::Cover, name, given: None }),
            _ => None,
        }
    }

    /// Checks that a file is for the puzzle or the cover that it is compared with; `what` is the
    /// word for it in a message.
    ///
    /// # Errors
    /// What it is for instead, in words.
    pub(super) fn check(&self, what: &str, kind: SubjectKind, name: &str) -> Result<(), String> {
        if self.kind != kind {
            return Err(format!(
                "{what} is for the {} {:?}, not for the {} {name:?}",
                self.kind.word(),
                self.name,
                kind.word()
            ));
        }
        if self.name != name {
            return Err(format!(
                "{what} is for the {} {:?}, not for {name:?}",
                kind.word(),
                self.name
            ));
        }
        Ok(())
    }
}
