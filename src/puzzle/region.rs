//! Regions: named sets of cells, to which a piece may be confined, and of which exactly so many
//! stay free.
//!
//! A cell that stays free is laid like a piece of one cell that is confined to the region: the
//! region's *free cells* are a [`Piece`] with as many copies as cells are to stay free. So a region
//! compiles to one more item, with an option for each of its cells, and nothing that comes after
//! the description needs to know of it. In a written line such a cell is `.`, like one that may
//! stay empty; the two cannot be mistaken for each other, since a cell of such a region may not be
//! drawn as one that may stay empty, and belongs to one such region only.
//!
//! Cost: a look at each pair of a region and a cell.

use std::collections::{HashMap, HashSet};

use crate::nearest::did_you_mean;

use super::model::{Motions, Piece, Place, Point, Puzzle, Region, Tray};

/// What a written line has for a cell that stays free.
pub(crate) const FREE: u8 = b'.';

/// What a starting position has for a cell that stays free.
pub(crate) const FREE_GIVEN: u8 = b'?';

/// The most regions that a puzzle may have.
pub(crate) const MAX_REGIONS: usize = 64;

/// What is wrong with a region, or with a piece that is confined to one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub(crate) enum RegionError {
    #[error("the puzzle has {found} regions; the most is {MAX_REGIONS}")]
    TooMany { found: usize },
    #[error("two regions are called {name}; names must differ")]
    DoubleName { name: String },
    #[error("a region and a piece are both called {name}; names must differ")]
    PieceName { name: String },
    #[error("region {region} has no cells")]
    Empty { region: String },
    #[error("region {region}: {} is no cell of the board", cell_in_words(*.cell))]
    NoCell { region: String, cell: Point },
    #[error("region {region} has {cells} cells, so {free} cannot stay free")]
    TooFree { region: String, free: usize, cells: usize },
    #[error(
        "region {region}: {} may stay empty by the board's picture; draw it as '.', since the region \
         says how many cells stay free",
        cell_in_words(*.cell)
    )]
    MayStayEmpty { region: String, cell: Point },
    #[error(
        "{} is in two regions that say how many cells stay free, {first} and {second}",
        cell_in_words(*.cell)
    )]
    Shared { cell: Point, first: String, second: String },
    #[error("piece {piece}: there is no region {region}{hint}")]
    Unknown { piece: String, region: String, hint: String },
    #[error("piece {piece}: region {region} has {cells} cells, fewer than the piece")]
    Small { piece: String, region: String, cells: usize },
}

/// A cell for a message, counted from 1.
pub(crate) fn cell_in_words([layer, row, column]: Point) -> String {
    match layer {
        0 => format!("row {}, column {}", row + 1, column + 1),
        _ => format!("layer {}, row {}, column {}", layer + 1, row + 1, column + 1),
    }
}

impl Region {
    /// A region of these cells, given in any order.
    pub(crate) fn of_cells(name: &str, mut cells: Vec<Point>) -> Self {
        cells.sort_unstable();
        cells.dedup();
        Self { name: name.to_owned(), cells, free: None }
    }

    /// A region that is drawn over the board: every character but `.`, `#` and space is one of its
    /// cells, and an empty row begins the next layer.
    pub fn drawn<S: AsRef<str>>(
        name: impl Into<String>,
        rows: impl IntoIterator<Item = S>,
    ) -> Self {
        let rows: Vec<String> = rows.into_iter().map(|row| row.as_ref().to_owned()).collect();
        Self::of_cells(&name.into(), region_cells(&rows.join("\n")))
    }

    /// This region, exactly so many cells of which stay free.
    #[must_use]
    pub fn leaves_free(self, cells: usize) -> Self {
        Self { free: Some(cells), ..self }
    }

    /// What the region's free cells are laid as; nothing where none stays free, or where the
    /// puzzle does not say how many.
    fn free_cells(&self) -> Option<Piece> {
        let copies = self.free.filter(|&free| free > 0)?;
        Some(Piece {
            name: self.name.clone(),
            symbols: vec![FREE; copies],
            cells: vec![[0; 3]],
            inner: false,
            // By half a turn, a triangle that points up is one that points down.
            motions: Motions::HalfTurn,
            optional: false,
            region: Some(self.name.clone()),
            range: None,
            stays_free: true,
            paints: None,
            edges: None,
        })
    }
}

/// The cells of a region's drawing.
pub(crate) fn region_cells(drawing: &str) -> Vec<Point> {
    super::drawing::piece_cells(&drawing.replace('#', "."))
}

impl Piece {
    /// This piece, which lies within a region only.
    #[must_use]
    pub fn confined_to(self, region: impl Into<String>) -> Self {
        Self { region: Some(region.into()), ..self }
    }
}

impl Puzzle {
    /// Adds regions, and what their free cells are laid as, after all other pieces.
    pub(crate) fn add_regions(&mut self, regions: Vec<Region>) {
        self.pieces.extend(regions.iter().filter_map(Region::free_cells));
        self.regions.extend(regions);
    }

    /// The tray that a piece lies in, if there is one; what stays free is as it is there too.
    pub(crate) fn tray_of(&self, piece: &Piece) -> Option<Tray> {
        self.tray.filter(|_| !piece.stays_free)
    }

    /// The region of this name.
    pub(crate) fn region_named(&self, name: &str) -> Option<&Region> {
        self.regions.iter().find(|region| region.name == name)
    }

    /// The region that a piece is confined to.
    pub(crate) fn region_of(&self, piece: &Piece) -> Option<&Region> {
        self.region_named(piece.region.as_deref()?)
    }

    /// The number of the free cells, among the pieces, that may lie at a point.
    pub(crate) fn free_cells_at(&self, point: Point) -> Option<usize> {
        let lies = |piece: &Piece| {
            let region = || self.region_of(piece);
            piece.stays_free && region().is_some_and(|r| r.cells.binary_search(&point).is_ok())
        };
        self.pieces.iter().position(lies)
    }

    /// Checks the rules that regions, and pieces confined to them, must keep.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub(crate) fn check_regions(&self) -> Result<(), RegionError> {
        if self.regions.len() > MAX_REGIONS {
            return Err(RegionError::TooMany { found: self.regions.len() });
        }
        let mut names = HashSet::new();
        let mut owners: HashMap<Point, &str> = HashMap::new();
        for region in &self.regions {
            if !names.insert(region.name.as_str()) {
                return Err(RegionError::DoubleName { name: region.name.clone() });
            }
            region.check(self)?;
            for &cell in region.cells.iter().filter(|_| region.free.is_some()) {
                if let Some(first) = owners.insert(cell, &region.name) {
                    let (first, second) = (first.to_owned(), region.name.clone());
                    return Err(RegionError::Shared { cell, first, second });
                }
            }
        }
        self.pieces.iter().try_for_each(|piece| self.check_confined(piece))
    }

    fn check_confined(&self, piece: &Piece) -> Result<(), RegionError> {
        let Some(name) = &piece.region else { return Ok(()) };
        let Some(region) = self.region_named(name) else {
            let names: Vec<&str> = self.regions.iter().map(|region| region.name.as_str()).collect();
            let hint = did_you_mean(name, &names);
            let (piece, region) = (piece.name.clone(), name.clone());
            return Err(RegionError::Unknown { piece, region, hint });
        };
        if self.tray.is_none() && region.cells.len() < piece.cells.len() {
            let (piece, cells) = (piece.name.clone(), region.cells.len());
            return Err(RegionError::Small { piece, region: name.clone(), cells });
        }
        Ok(())
    }
}

impl Region {
    fn check(&self, puzzle: &Puzzle) -> Result<(), RegionError> {
        let region = || self.name.clone();
        if puzzle.pieces.iter().any(|piece| !piece.stays_free && piece.name == self.name) {
            return Err(RegionError::PieceName { name: region() });
        }
        if self.cells.is_empty() {
            return Err(RegionError::Empty { region: region() });
        }
        for &cell in &self.cells {
            match puzzle.board.place(cell) {
                Place::Hole => return Err(RegionError::NoCell { region: region(), cell }),
                Place::MayStayEmpty if self.free.is_some() => {
                    return Err(RegionError::MayStayEmpty { region: region(), cell });
                }
                Place::MayStayEmpty | Place::Cell => {}
            }
        }
        match self.free {
            Some(free) if free > self.cells.len() => {
                let cells = self.cells.len();
                Err(RegionError::TooFree { region: region(), free, cells })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::builder::PuzzleBuilder;
    use super::*;

    fn built(regions: impl IntoIterator<Item = Region>) -> Result<Puzzle, String> {
        let empty = Puzzle::builder("a").board_rows(["...?"]);
        let board = empty.piece(Piece::drawn("dot", "c", ["x"]));
        let puzzle = regions.into_iter().fold(board, PuzzleBuilder::region);
        puzzle.build().map_err(|error| error.to_string())
    }

    #[test]
    fn a_region_may_leave_none_of_its_cells_free_or_all_of_them() {
        let laid = |free| {
            let region = Region::drawn("r", ["xxx"]).leaves_free(free);
            built([region]).map(|puzzle| puzzle.pieces.len() - puzzle.piece_count())
        };
        // Where none stays free there is nothing to lay.
        assert_eq!((laid(0), laid(3)), (Ok(0), Ok(1)));
        assert!(laid(4).unwrap_err().contains("has 3 cells, so 4 cannot stay free"));
    }

    #[test]
    fn a_cell_that_may_stay_empty_is_in_no_region_that_says_how_many_stay_free() {
        let region = || Region::drawn("r", ["xxxx"]);
        assert!(built([region()]).is_ok());
        let message = built([region().leaves_free(1)]).unwrap_err();
        assert!(message.contains("row 1, column 4 may stay empty"), "{message}");
    }

    #[test]
    fn there_may_be_64_regions_and_no_more() {
        let regions = |count| (0..count).map(|n: usize| Region::drawn(format!("r{n}"), ["x"]));
        assert!(built(regions(64)).is_ok());
        assert!(built(regions(65)).unwrap_err().contains("has 65 regions; the most is 64"));
    }
}
