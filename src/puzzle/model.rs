//! A puzzle as a person describes it: a board, pieces, and the motions both may make.
//!
//! Nothing here is derived. Everything else (placements, group, exact cover) is computed from
//! this description, and the verifier starts from it too, with geometry of its own.
//!
//! Invariants, kept by [`super::file`] and checked again by [`Puzzle::check`]: at least one cell
//! and one piece; every symbol is printable ASCII, not one of the reserved ones, and used once.

use serde::{Deserialize, Serialize};

use super::paint::{Paint, PiecePaints};

/// Integer coordinates of a cell as it is drawn: layer, row, column.
pub(crate) type Point = [i32; 3];

/// Names of the three axes, in the order of a [`Point`].
pub(crate) const AXES: [&str; 3] = ["layer", "row", "column"];

/// How cells lie to one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Lattice {
    /// Unit squares in one layer.
    #[default]
    Square,
    /// Unit cubes.
    Cubic,
    /// Stacked spheres: each layer lies in the hollows of the one below, so that cell
    /// (row, column) of a layer touches (row, column), (row + 1, column), (row, column + 1) and
    /// (row + 1, column + 1) of the layer below.
    FaceCentred,
    /// Hexagons with a corner at the top, and prisms of them where there are several layers. Each
    /// row begins half a hexagon further right than the one above, so that cell (row, column)
    /// touches (row, column ± 1), (row ± 1, column), (row - 1, column + 1) and
    /// (row + 1, column - 1).
    Hexagonal,
    /// Triangles, and prisms of them where there are several layers. That in (row, column) points
    /// up where row + column is even, and down elsewhere.
    Triangular,
}

/// The ways in which a piece may be turned over the board, or a board over itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Motions {
    /// Shifted only.
    Translate,
    /// Shifted, and turned by 180 degrees in the plane of a layer.
    HalfTurn,
    /// Every rotation of the lattice: 4 in the plane, 24 in space; of hexagons and triangles 6 and
    /// 12.
    Rotations,
    /// Every rotation and every reflection: 8 in the plane, 48 in space; of hexagons and triangles
    /// 12 and 24.
    RotationsAndFlips,
}

/// What lies behind the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Inner {
    /// One inner cell behind each row, which goes round the pillar of a tower.
    Rows,
}

/// What there is at a place of the board's drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Place {
    /// A cell that must be filled.
    Cell,
    /// A cell that may stay empty.
    MayStayEmpty,
    /// No cell.
    Hole,
}

/// The region to be filled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Board {
    /// How its cells lie to one another.
    pub lattice: Lattice,
    /// Layers of rows of places. Rows and layers may differ in length.
    pub drawing: Vec<Vec<Vec<Place>>>,
    /// Which axes are closed: the last coordinate borders on the first.
    pub wrap: [bool; 3],
    /// Inner cells, if the board has any. Each must be filled like any other cell.
    pub inner: Option<Inner>,
    /// How the whole board may be turned. Shifts along a closed axis are always allowed.
    pub motions: Motions,
    /// The cells that have a colour, as they are drawn, in reading order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paints: Vec<(Point, Paint)>,
    /// The colour of each side of a piece that borders on no cell, if that is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rim: Option<Paint>,
}

/// How solid pieces lie in a flat tray: with one of their two layers in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Tray {
    /// Which of the layers may lie in the tray.
    pub layer: TrayLayer,
    /// The fewest cells that a layer in the tray may have.
    pub at_least: usize,
}

/// Which layer of a piece may lie in a tray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TrayLayer {
    /// Either of them.
    Either,
    /// The upper one; the other pokes down.
    Upper,
}

/// How many copies of a piece are used: at least, and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct CopyRange {
    /// So many copies must be used.
    pub least: usize,
    /// And no more than so many.
    pub most: usize,
}

/// A piece, of which there may be several identical copies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// What people call it; unique.
    pub(crate) name: String,
    /// One symbol for each copy, as written in solutions; fewer where there are more copies than
    /// printable characters.
    pub(crate) symbols: Vec<u8>,
    /// Its cells, relative to one another, as they are drawn.
    pub(crate) cells: Vec<Point>,
    /// Whether it also fills the inner cell of every row that it lies in.
    pub(crate) inner: bool,
    /// How it may be turned.
    pub(crate) motions: Motions,
    /// Whether it may be left out (all its copies, or some); true where a range begins with 0.
    pub(crate) optional: bool,
    /// How many copies of it are used, where that is not one for each symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) range: Option<CopyRange>,
    /// The name of the region that it is confined to, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) region: Option<String>,
    /// Whether it is no piece but the cells that its region leaves free, a copy each.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) stays_free: bool,
    /// The colours of its cells, if it has colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) paints: Option<PiecePaints>,
    /// The colours of the sides of its one cell, clockwise from the top, if they have colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) edges: Option<Vec<Paint>>,
}

/// A named set of cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Region {
    /// What people call it; unique among regions and pieces.
    pub(crate) name: String,
    /// Its cells as they are drawn, each once, in reading order.
    pub(crate) cells: Vec<Point>,
    /// How many of them stay free, where the puzzle says so.
    pub(crate) free: Option<usize>,
}

/// A label and the cell that it is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Label {
    /// The word.
    pub text: String,
    /// Its cell, as it is drawn.
    pub cell: Point,
}

/// A piece that is on the board already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Given {
    /// Which piece, by number.
    pub piece: usize,
    /// The cells that it covers, as they are drawn, inner ones left out.
    pub cells: Vec<Point>,
}

/// A count that was published or that was reproduced elsewhere: an expectation for tests
/// and readers, never an input of the computation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Known {
    /// Solutions up to the motions of the board.
    pub distinct: u64,
    /// All arrangements on the fixed board.
    pub total: u64,
    /// Where the figures come from.
    pub source: String,
}

/// A whole puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Puzzle {
    /// Name on the command line, such as `logiq-5`.
    pub(crate) name: String,
    /// Name for people.
    pub(crate) title: String,
    /// What the puzzle is, in a sentence or two.
    pub(crate) about: String,
    /// The region to be filled.
    pub(crate) board: Board,
    /// How solid pieces lie, where the board is a tray for them.
    pub(crate) tray: Option<Tray>,
    /// The pieces, in the order of the file; after them the free cells of regions.
    pub(crate) pieces: Vec<Piece>,
    /// Named sets of cells.
    pub(crate) regions: Vec<Region>,
    /// The words on the cells, in reading order.
    pub(crate) labels: Vec<Label>,
    /// Pieces that are on the board already.
    pub(crate) given: Vec<Given>,
    /// Names of pieces to anchor when symmetry is broken, the best first: a hint, which cannot
    /// change a count. Where it does not suffice, or is empty, a probe decides.
    pub(crate) anchors: Vec<String>,
    /// The known counts, if there are any.
    pub(crate) known: Option<Known>,
}

/// The puzzles of one file: one, or the members of a family, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The family's name, or the single puzzle's.
    pub(crate) name: String,
    /// Name for people.
    pub(crate) title: String,
    /// The puzzles.
    pub(crate) members: Vec<Puzzle>,
}

/// The most cells a board may have. Larger ones are refused before any memory is asked for.
pub(crate) const MAX_CELLS: usize = 4096;

/// The furthest coordinate that a cell of a piece may have.
pub(crate) const MAX_COORDINATE: i32 = 4096;

/// The largest puzzle file that is read, in bytes.
pub(crate) const MAX_FILE_BYTES: u64 = 1 << 20;

/// Symbols that mean something else in a drawing or in a written solution.
pub(crate) const RESERVED: &[u8] = b".#?/: ";

impl Board {
    /// A box of cells that must all be filled: layers, rows, columns. Nothing wraps; the motions
    /// are all that the lattice has. It is square where there is one layer, else cubic.
    pub fn of_size([layers, rows, columns]: [usize; 3]) -> Self {
        Self {
            lattice: if layers == 1 { Lattice::Square } else { Lattice::Cubic },
            drawing: vec![vec![vec![Place::Cell; columns]; rows]; layers],
            wrap: [false; 3],
            inner: None,
            motions: Motions::RotationsAndFlips,
            paints: Vec::new(),
            rim: None,
        }
    }

    /// The number of layers, and the largest numbers of rows and columns.
    pub fn size(&self) -> [usize; 3] {
        let rows = self.drawing.iter().map(Vec::len).max().unwrap_or(0);
        let columns = self.drawing.iter().flatten().map(Vec::len).max().unwrap_or(0);
        [self.drawing.len(), rows, columns]
    }

    /// What there is at a point of the drawing.
    pub(crate) fn place(&self, point: Point) -> Place {
        let [layer, row, column] = point.map(|value| usize::try_from(value).unwrap_or(usize::MAX));
        let row = self.drawing.get(layer).and_then(|layer| layer.get(row));
        row.and_then(|row| row.get(column)).copied().unwrap_or(Place::Hole)
    }

    /// The colour of the cell at a point of the drawing, if it has one.
    pub(crate) fn paint(&self, point: Point) -> Option<Paint> {
        let found = self.paints.binary_search_by_key(&point, |(point, _)| *point);
        found.ok().map(|at| self.paints[at].1)
    }

    /// The points where there is a cell, in reading order: by layer, row, column.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> {
        self.drawing.iter().enumerate().flat_map(|(l, layer)| {
            layer.iter().enumerate().flat_map(move |(r, row)| {
                let cells = row.iter().enumerate().filter(|(_, place)| **place != Place::Hole);
                cells.map(move |(c, _)| [l as i32, r as i32, c as i32])
            })
        })
    }

    /// Whether turns stay in the plane of a layer: on squares always, on hexagons and triangles
    /// where there is one layer.
    pub(crate) fn is_flat(&self) -> bool {
        match self.lattice {
            Lattice::Square => true,
            Lattice::Hexagonal | Lattice::Triangular => self.drawing.len() == 1,
            Lattice::Cubic | Lattice::FaceCentred => false,
        }
    }

    /// The number of cells, inner ones included.
    pub fn cell_count(&self) -> usize {
        self.points().count() + self.inner_count()
    }

    /// The number of inner cells: one for each row where the board has them.
    pub fn inner_count(&self) -> usize {
        match self.inner {
            Some(Inner::Rows) => self.drawing.iter().map(Vec::len).sum(),
            None => 0,
        }
    }
}

impl Piece {
    /// What people call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of identical copies: as many are used at most.
    pub fn copies(&self) -> usize {
        self.range.map_or(self.symbols.len(), |range| range.most)
    }

    /// How many copies are used at least.
    pub fn least_copies(&self) -> usize {
        match self.range {
            Some(range) => range.least,
            None if self.optional => 0,
            None => self.symbols.len(),
        }
    }
}

impl Family {
    /// Its name; that of the puzzle, where there is only one.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The puzzles.
    pub fn members(&self) -> &[Puzzle] {
        &self.members
    }
}

impl Puzzle {
    /// Its name, such as `logiq-5`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What it is, in a sentence or two.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Its pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces[..self.piece_count()]
    }

    /// The number of its pieces; the free cells of its regions come after them.
    pub(crate) fn piece_count(&self) -> usize {
        self.pieces.iter().take_while(|piece| !piece.stays_free).count()
    }

    /// How many layers, rows and columns the smallest box around the board has.
    pub fn board_shape(&self) -> [usize; 3] {
        self.board.size()
    }

    /// Whether turns of pieces stay in the plane of a layer.
    pub(crate) fn pieces_are_flat(&self) -> bool {
        self.board.is_flat() && self.tray.is_none()
    }

    /// Whether turns of the board stay in the plane of a layer.
    pub(crate) fn board_is_flat(&self) -> bool {
        self.board.is_flat()
    }

    /// Whether some pieces have coloured sides, which must agree where they meet.
    pub(crate) fn has_edges(&self) -> bool {
        self.pieces.iter().any(|piece| piece.edges.is_some())
    }

    /// The number of the piece with this name.
    pub(crate) fn piece_named(&self, name: &str) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.name == name)
    }

    /// The number of the piece with this symbol.
    pub(crate) fn piece_with(&self, symbol: u8) -> Option<usize> {
        let has = |piece: &Piece| !piece.stays_free && piece.symbols.contains(&symbol);
        self.pieces.iter().position(has)
    }
}
