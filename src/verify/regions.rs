//! Regions: where a piece is confined to, and how many cells of each stay free.
//!
//! A puzzle's description names the cells of its regions. Of a region that says how many cells stay
//! free, these are the `.` of a picture on its cells, and each is counted. Among placements, which
//! name what covers a position, such a cell is one more kind of piece, of one cell, confined to the
//! region: its *free cells*.
//!
//! Cost: a look-up for each position.

use super::frame::Frame;
use super::picture::EMPTY;
use super::violation::{Quantity, Violation};
use crate::puzzle::model::{Piece, Puzzle};

/// What the regions of a puzzle demand.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    /// For each piece, the region that it is confined to; nothing where it may lie anywhere.
    rooms: Vec<Option<Room>>,
    /// For each position, the free cells that may be there, by their number among the pieces.
    free: Vec<Option<usize>>,
}

/// The positions of a region.
#[derive(Clone, Debug)]
struct Room {
    name: String,
    /// Whether each position is one of them.
    has: Vec<bool>,
}

impl Regions {
    /// The regions of a puzzle whose board has this frame.
    pub fn new(frame: &Frame, puzzle: &Puzzle) -> Regions {
        let room = |piece: &Piece| {
            let name = piece.region.as_ref()?;
            let region = puzzle.regions.iter().find(|region| region.name == *name)?;
            let mut has = vec![false; frame.positions()];
            for position in region.cells.iter().filter_map(|&cell| frame.find_drawn(cell)) {
                has[position] = true;
            }
            Some(Room { name: name.clone(), has })
        };
        let rooms: Vec<Option<Room>> = puzzle.pieces.iter().map(room).collect();
        let mut free = vec![None; frame.positions()];
        for (number, _) in puzzle.pieces.iter().enumerate().filter(|(_, p)| p.stays_free) {
            let Some(room) = &rooms[number] else { continue };
            for (position, free) in free.iter_mut().enumerate() {
                if room.has[position] {
                    *free = Some(number);
                }
            }
        }
        Regions { rooms, free }
    }

    /// The free cells that may be at a position, by their number among the pieces.
    pub fn free_at(&self, position: usize) -> Option<usize> {
        self.free[position]
    }

    /// Whether a piece may lie on some outer positions; inner cells are in no region.
    pub fn admits(&self, frame: &Frame, piece: usize, positions: &[u16]) -> bool {
        let Some(room) = &self.rooms[piece] else { return true };
        let is_in = |&p: &u16| frame.is_inner(usize::from(p)) || room.has[usize::from(p)];
        positions.iter().all(is_in)
    }

    /// The first of some positions that is outside the region that a piece is confined to, and what
    /// that region is called.
    pub fn outside(&self, piece: usize, positions: &[usize]) -> Option<(usize, &str)> {
        let room = self.rooms[piece].as_ref()?;
        let found = positions.iter().copied().find(|&position| !room.has[position])?;
        Some((found, &room.name))
    }

    /// Checks that of each region exactly as many cells stay free as it says.
    ///
    /// # Errors
    /// The first region of which more or fewer do.
    pub fn check_free(&self, pieces: &[Piece], cells: &[u8]) -> Result<(), Violation> {
        for (number, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.stays_free) {
            let here = self.free.iter().zip(cells).filter(|(free, _)| **free == Some(number));
            let found = here.filter(|(_, symbol)| **symbol == EMPTY).count();
            if found != piece.copies() {
                return Err(Violation::Free {
                    region: piece.name.clone(),
                    expected: Quantity(piece.copies(), "cell"),
                    found,
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Checker;
    use super::super::sample::{described, started, typed, verdict};
    use super::*;

    /// Two months, three days, and a bar that can lie only on the first of both.
    fn calendar() -> Puzzle {
        described(
            "[board]\nmotions = 'translate'\nlabels = '''\nJan Feb #\n1 2 3'''\n\
             [[region]]\nname = 'month'\nlabels = 'Jan Feb'\nfree = 1\n\
             [[region]]\nname = 'day'\nlabels = '1..3'\nfree = 1\n\
             [[region]]\nname = 'left'\npicture = '''\nx.\nx..'''\n\
             [[piece]]\nsymbol = 'd'\npicture = 'd'\n[[piece]]\nname = 'bar'\nsymbol = 'b'\n\
             picture = 'bb'\nregion = 'left'\n",
        )
    }

    #[test]
    fn exactly_so_many_cells_of_each_region_stay_free() {
        let checker = Checker::new(&calendar());
        assert_eq!(typed(&checker, "b.\nbd."), "b./bd.");
        assert_eq!(checker.check_line(b"b./b.d").unwrap().images, 1);
        let all = super::super::sample::arrangements(&calendar(), &checker);
        assert_eq!(all.into_iter().collect::<Vec<_>>(), [b"b./b.d".to_vec(), b"b./bd.".to_vec()]);
        assert_eq!(
            typed(&checker, "bd\nb.."),
            "of region month, 1 cell must stay free, but 0 do in the picture"
        );
        assert_eq!(typed(&checker, "..\nbb."), "piece d is missing");
    }

    #[test]
    fn a_confined_piece_lies_within_its_region() {
        let checker = Checker::new(&calendar());
        let message =
            "row 2, column 2: piece bar lies outside the region left, to which it is confined";
        assert_eq!(typed(&checker, ".d\nbb."), message);
    }

    #[test]
    fn a_cell_that_stays_free_from_the_start_is_free_in_the_picture() {
        let free = calendar().free_cells_at([0, 1, 1]).unwrap();
        let checker = Checker::new(&started(calendar(), &[(free, &[[0, 1, 1]])]));
        assert_eq!(checker.position().as_deref(), Some("../.?."));
        assert!(checker.check_line(b"b./b.d").is_ok());
        let violation = checker.check_line(b"b./bd.").unwrap_err();
        assert_eq!(
            violation.to_string(),
            "row 2, column 2: the cell stays free from the start, but not in the picture"
        );
        assert!(verdict(&checker, "b./b?d").contains("no piece has the symbol '?'"));
        assert_eq!(checker.rules.parse_start(b"../.?.").unwrap(), checker.rules.starts());
    }
}
