//! The independent checker: re-reads written solutions from their pictures alone.
//!
//! It starts from the description of the puzzle and shares no code with the search: neither its
//! placements nor its exact cover occur here. Each piece found in a picture is compared with its
//! shape; the images of a picture under the motions of the board, its canonical line and the
//! fingerprint of a file are worked out anew. Whatever the input, the answer is a verdict in
//! words and never a panic.
//!
//! | module | what it knows |
//! |---|---|
//! | [`turn`] | turns of the lattices |
//! | [`frame`] | the cells of the board, rings, and when a set of cells is a shape |
//! | [`placements`] | how pieces may lie, trays and starting positions included |
//! | [`motion`] | the motions of the board |
//! | [`group`] | those that the puzzle allows, and the least image of a picture |
//! | [`picture`] | the rules of a picture |
//! | [`writing`] | how a picture is written |
//! | [`violation`] | what can be wrong with a picture |
//! | [`listing`] | a whole file of solutions |
//! | [`numbers`] | placements by number |
//! | [`packed`] | a packed file of them |
//! | [`rows`] | NDJSON and tables |
//! | [`certificate`] | certificates of whole searches |

pub mod certificate;
pub mod frame;
pub mod group;
mod head;
mod header;
pub mod listing;
pub mod motion;
pub mod numbers;
pub mod packed;
pub mod picture;
pub mod placements;
pub mod rows;
#[cfg(test)]
mod sample;
pub mod turn;
pub mod violation;
pub mod writing;

use std::io::BufRead;

use group::{Group, Member};
pub use head::{MAX_ABOUT, Subject, subject_of};
pub use header::given_of;
pub use listing::{Refusal, Verified};
use picture::Rules;
pub use rows::RowKind;
use turn::Turn;
pub use violation::Violation;

use crate::puzzle::model::{Known, Piece, Puzzle};

/// Checks pictures and files of one puzzle. Built once, used for any number of them.
#[derive(Clone, Debug)]
pub struct Checker {
    name: String,
    known: Option<Known>,
    rules: Rules,
    group: Group,
}

/// What a legal picture was found to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The least, bytewise, of the written lines of its images.
    pub canonical: Vec<u8>,
    /// The number of its different images, itself included.
    pub images: usize,
    /// The first motion that brings it to its canonical line; 0 is none. Put into words by
    /// [`Checker::motion_words`].
    pub motion: usize,
}

impl Checker {
    /// Prepares for a puzzle, which must have passed [`Puzzle::check`].
    pub fn new(puzzle: &Puzzle) -> Checker {
        let rules = Rules::new(puzzle);
        let frame = rules.frame();
        let all =
            |(piece, shapes): (&Piece, &Vec<_>)| placements::placements(frame, shapes, piece.inner);
        let mut placements: Vec<_> = puzzle.pieces.iter().zip(rules.shapes()).map(all).collect();
        placements::keep_possible(
            &mut placements,
            &puzzle.pieces,
            rules.starts(),
            rules.must_fill(),
        );
        let member = |(piece, placements): (&Piece, Vec<_>)| Member {
            symbols: piece.symbols.clone(),
            placements,
            optional: piece.optional,
            inner: piece.inner,
        };
        let members: Vec<Member> = puzzle.pieces.iter().zip(placements).map(member).collect();
        let turns = Turn::allowed(puzzle.board.motions, puzzle.board_is_flat());
        let group = Group::new(frame, &members, rules.starts(), &turns);
        Checker { name: puzzle.name.clone(), known: puzzle.known.clone(), rules, group }
    }

    /// The number of motions of the board under which the puzzle is closed.
    pub fn board_motions(&self) -> usize {
        self.group.order()
    }

    /// What a motion does, for a person: `as it is`, `turned by 3 columns`.
    ///
    /// `None` unless the motion is less than [`Checker::board_motions`].
    pub fn motion_words(&self, motion: usize) -> Option<String> {
        (motion < self.board_motions()).then(|| self.group.words(motion).to_owned())
    }

    /// Checks one written line, which need not be canonical.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check_line(&self, line: &[u8]) -> Result<Checked, Violation> {
        let cells = self.rules.parse(line)?;
        self.rules.check(&cells)?;
        self.rules.check_copies(&cells, &self.group.image(0, &cells))?;
        let least = self.group.least(&cells);
        let canonical = self.rules.write(&least.cells);
        Ok(Checked { canonical, images: least.images, motion: least.motion })
    }

    /// Reads a picture as a person types it, and checks it: rows separated by line ends or `/`,
    /// spaces around them and empty lines ignored. A hole is `#`, a space, or left out at the end
    /// of a row; on boards where a row begins with a hole the spaces before a row count. Inner
    /// cells that are not given are derived, and copies may be named in any order. Returns the
    /// written line.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn read_picture(&self, text: &str) -> Result<Vec<u8>, Violation> {
        let cells = self.rules.parse_typed(text)?;
        self.rules.check(&cells)?;
        Ok(self.rules.write(&self.group.image(0, &cells)))
    }

    /// Checks a whole solution file in text.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and on which line.
    pub fn check_listing(&self, reader: impl BufRead) -> Result<Verified, Refusal> {
        listing::check(self, reader)
    }

    /// Checks a whole packed file, on all threads.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and in which record.
    pub fn check_packed(&self, reader: impl BufRead) -> Result<Verified, Refusal> {
        packed::check(self, reader)
    }

    /// Checks a whole file of NDJSON, or a table, with the text of the file beside it.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and on which line.
    pub fn check_rows(
        &self,
        kind: RowKind,
        reader: impl BufRead,
        about: &[u8],
    ) -> Result<Verified, Refusal> {
        rows::check(self, kind, reader, about)
    }
}
