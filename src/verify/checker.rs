//! Checks one picture of a puzzle: whether it is legal, and which is its canonical line.
//!
//! How whole files are checked is said where each kind of file is read. Building a checker costs a
//! look-up for each motion of the board and cell of a placement; a picture costs some steps for
//! each cell and motion.

use super::group::{Group, Member};
use super::picture::Rules;
use super::placements::keep_possible;
use super::turn::Turn;
use super::violation::Violation;
use crate::puzzle::model::{Known, Piece, Puzzle};

/// Checks pictures and files of one puzzle. Built once, used for any number of them.
#[derive(Clone, Debug)]
pub(crate) struct Checker {
    pub(super) name: String,
    pub(super) known: Option<Known>,
    pub(super) rules: Rules,
    pub(super) group: Group,
}

/// What a legal picture was found to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checked {
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
        let mut possible = rules.placements();
        keep_possible(&mut possible, &puzzle.pieces, rules.starts(), rules.must_fill());
        let member = |(number, (piece, placements)): (usize, (&Piece, Vec<_>))| Member {
            symbols: piece.symbols.clone(),
            placements: rules.laid(number, placements),
            least: piece.least_copies(),
            inner: piece.inner,
            stays_free: piece.stays_free,
        };
        let members: Vec<Member> =
            puzzle.pieces.iter().zip(possible).enumerate().map(member).collect();
        let (lattice, motions) = (frame.lattice(), puzzle.board.motions);
        let turns = Turn::allowed(lattice, motions, puzzle.board_is_flat());
        let group = Group::new((frame, rules.edges.as_ref()), &members, rules.starts(), &turns);
        Checker { name: puzzle.name.clone(), known: puzzle.known.clone(), rules, group }
    }

    /// The known counts of the puzzle, if there are any.
    pub fn known(&self) -> Option<&Known> {
        self.known.as_ref()
    }

    /// The pieces that lie on the board from the start, as a written line; `None` where there are
    /// none.
    pub fn position(&self) -> Option<String> {
        let line = || String::from_utf8_lossy(&self.rules.write_start()).into_owned();
        (!self.rules.starts().is_empty()).then(line)
    }

    /// The puzzle with its starting position, for a verdict to name.
    pub fn subject_in_words(&self) -> String {
        match self.position() {
            Some(line) => format!("{} from the starting position {line}", self.name),
            None => self.name.clone(),
        }
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
        self.rules.check_symbols()?;
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
        self.rules.check_symbols()?;
        let cells = self.rules.parse_typed(text)?;
        self.rules.check(&cells)?;
        Ok(self.rules.write(&self.group.image(0, &cells)))
    }
}
