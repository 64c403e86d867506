//! Puzzles and families of puzzles from texts and from the catalogue.
//!
//! A file holds one puzzle or a family of puzzles that share their pieces. Who asks for one puzzle
//! and means a family is told what its members are called. Cost: that of reading the text; the
//! catalogue is read file by file until the name is found.

use crate::nearest::did_you_mean;

use super::catalog::{catalog, files};
use super::error::PuzzleError;
use super::file::{parse, parse_toml};
use super::given::{Conflict, read_given};
use super::model::{Family, Puzzle};

impl Family {
    /// Reads a puzzle file: a family, or one puzzle as a family of one. It may be XML of BurrTools,
    /// unpacked, whose problems are called `burrtools-1` and so on.
    ///
    /// # Errors
    /// When the text is not a puzzle file, with line and column.
    pub fn parse(text: &str) -> Result<Self, PuzzleError> {
        Ok(parse(text)?)
    }

    /// Reads a puzzle file in TOML: as [`Self::parse`], for a program that is to be small, since it has
    /// nothing that reads XML.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn parse_toml(text: &str) -> Result<Self, PuzzleError> {
        Ok(parse_toml(text)?)
    }

    /// The family of this name in the catalogue; a single puzzle is a family of one.
    ///
    /// # Errors
    /// When the catalogue has no family of this name.
    pub fn from_catalog(name: &str) -> Result<Self, PuzzleError> {
        for family in files() {
            let family = family?;
            if family.name == name {
                return Ok(family);
            }
        }
        let families = catalog()?;
        let known: Vec<&str> = families.iter().map(|family| family.name.as_str()).collect();
        let hint = did_you_mean(name, &known);
        Err(PuzzleError::Unknown { name: name.to_owned(), hint })
    }

    fn member_names(&self) -> Vec<String> {
        self.members.iter().map(|puzzle| puzzle.name.clone()).collect()
    }

    /// The one puzzle of this file.
    fn into_only_member(mut self) -> Result<Puzzle, PuzzleError> {
        match (self.members.pop(), self.members.is_empty()) {
            (Some(puzzle), true) => Ok(puzzle),
            (last, _) => {
                self.members.extend(last);
                let members = self.member_names();
                Err(PuzzleError::Family { name: self.name, members })
            }
        }
    }
}

impl Puzzle {
    /// Reads a puzzle file that holds one puzzle, in TOML or in the XML of BurrTools.
    ///
    /// # Errors
    /// When the text is not a puzzle file, or holds a family of puzzles.
    pub fn parse(text: &str) -> Result<Self, PuzzleError> {
        Family::parse(text)?.into_only_member()
    }

    /// The puzzle of this name in the catalogue.
    ///
    /// ```
    /// use bitcover::Puzzle;
    ///
    /// assert_eq!(Puzzle::from_catalog("kanoodle")?.pieces().len(), 12);
    /// let error = Puzzle::from_catalog("kanodle").unwrap_err();
    /// assert_eq!(error.to_string(), "the catalogue has no puzzle kanodle (did you mean kanoodle?)");
    /// # Ok::<(), bitcover::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// When the catalogue has no such puzzle, or the name is that of a family.
    pub fn from_catalog(name: &str) -> Result<Self, PuzzleError> {
        let mut families = Vec::new();
        for family in files() {
            let mut family = family?;
            if let Some(place) = family.members.iter().position(|puzzle| puzzle.name == name) {
                return Ok(family.members.swap_remove(place));
            }
            if family.name == name {
                return family.into_only_member();
            }
            families.push(family);
        }
        let begins = |family: &&Family| {
            let rest = name.strip_prefix(family.name.as_str());
            family.members.len() > 1 && rest.is_some_and(|rest| rest.starts_with('-'))
        };
        if let Some(family) = families.iter().find(begins) {
            let (name, members) = (name.to_owned(), family.member_names());
            return Err(PuzzleError::NoMember { name, family: family.title.clone(), members });
        }
        let own = families.iter().map(|family| family.name.as_str());
        let members = families.iter().flat_map(|family| &family.members);
        let known: Vec<&str> = own.chain(members.map(|puzzle| puzzle.name.as_str())).collect();
        let hint = did_you_mean(name, &known);
        Err(PuzzleError::Unknown { name: name.to_owned(), hint })
    }

    /// This puzzle with more pieces on the board: those of a partial picture, or one as
    /// `piece@row,column row,column`. What is known of the whole puzzle is not known of its
    /// completions, and is left out.
    ///
    /// # Errors
    /// When a piece or a cell does not exist. Whether the piece may lie there turns out when the
    /// puzzle is compiled.
    pub fn with_given(&self, text: &str) -> Result<Self, PuzzleError> {
        let mut puzzle = self.clone();
        puzzle.lay(text)?;
        Ok(puzzle)
    }

    /// Lays more pieces on the board, as [`Self::with_given`] says.
    pub(crate) fn lay(&mut self, text: &str) -> Result<(), Conflict> {
        let more = read_given(self, text)?;
        self.known = self.known.take().filter(|_| more.is_empty());
        self.given.extend(more);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_refused_by_naming_its_members() {
        let message = Puzzle::from_catalog("logiq").unwrap_err().to_string();
        assert!(message.starts_with("logiq is a family of puzzles; choose one of logiq-"));
        assert!(Family::from_catalog("logiq").unwrap().members.len() > 1);
        assert_eq!(Puzzle::from_catalog("logiq-2").unwrap().name, "logiq-2");
        let message = Puzzle::from_catalog("logiq-99").unwrap_err().to_string();
        assert!(message.starts_with("there is no logiq-99; of "), "{message}");
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let message = Family::from_catalog("lonpos-550").unwrap_err().to_string();
        assert_eq!(message, "the catalogue has no puzzle lonpos-550 (did you mean lonpos-505?)");
    }

    #[test]
    fn a_starting_position_adds_to_what_lies_there() {
        let strip = "name = 'strip'\n[board]\nrows = 1\ncolumns = 4\nmotions = 'translate'\n\
            [[piece]]\nsymbol = 'ab'\npicture = 'aa'\n";
        let puzzle = Puzzle::parse(strip).unwrap();
        let puzzle = puzzle.with_given("a@1,1 1,2").unwrap().with_given("a@1,3 1,4").unwrap();
        assert_eq!(puzzle.given.len(), 2);
        let message = puzzle.with_given("x@1,1").unwrap_err().to_string();
        assert_eq!(message, "starting position: there is no piece x");
    }
}
