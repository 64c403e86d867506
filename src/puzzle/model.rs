//! A puzzle as a person describes it: a board, pieces, and the motions both may make.
//!
//! Nothing here is derived. Everything else (placements, group, exact cover) is computed from
//! this description, and the verifier starts from it too, with geometry of its own.
//!
//! Invariants, kept by [`super::file`] and checked again by [`Puzzle::check`]: at least one cell
//! and one piece; every symbol is printable ASCII, not one of the separators, and used once.

use std::collections::HashSet;

/// Integer coordinates of a cell: layer, row, column.
pub type Point = [i32; 3];

/// Names of the three axes, in the order of a [`Point`].
pub const AXES: [&str; 3] = ["layer", "row", "column"];

/// The ways in which a piece may be turned over the board, or a board over itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Motions {
    /// Shifted only.
    Translate,
    /// Shifted, and turned by 180 degrees in the plane of a layer.
    HalfTurn,
    /// Every rotation of the lattice: 4 in the plane.
    Rotations,
    /// Every rotation and every reflection: 8 in the plane.
    RotationsAndFlips,
}

/// What lies behind the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Inner {
    /// One inner cell behind each row, which goes round the pillar of a tower.
    Rows,
}

/// The region to be filled: a box of cells, some of its axes closed into rings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of layers, rows and columns.
    pub size: [usize; 3],
    /// Which axes are closed: the last coordinate borders on the first.
    pub wrap: [bool; 3],
    /// Inner cells, if the board has any. Each must be filled like any other cell.
    pub inner: Option<Inner>,
    /// How the whole board may be turned. Shifts along a closed axis are always allowed.
    pub motions: Motions,
}

/// A piece, of which there may be several identical copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What people call it; unique.
    pub name: String,
    /// One symbol for each copy, as written in solutions.
    pub symbols: Vec<u8>,
    /// Its cells, relative to one another.
    pub cells: Vec<Point>,
    /// Whether it also fills the inner cell of every row that it lies in.
    pub inner: bool,
    /// How it may be turned.
    pub motions: Motions,
    /// Whether it may be left out (all its copies, or some).
    pub optional: bool,
}

/// A count that somebody published or that was reproduced elsewhere: an expectation for tests
/// and readers, never an input of the computation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Solutions up to the motions of the board.
    pub distinct: u128,
    /// All arrangements on the fixed board.
    pub total: u128,
    /// Where the figures come from.
    pub source: String,
}

/// A whole puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Name on the command line, such as `logiq-5`.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// What the puzzle is, in a sentence or two.
    pub about: String,
    /// The region to be filled.
    pub board: Board,
    /// The pieces, in the order of the file.
    pub pieces: Vec<Piece>,
    /// Names of pieces to anchor when symmetry is broken, the best first: a hint, which cannot
    /// change a count. Where it does not suffice, or is empty, a probe decides.
    pub anchors: Vec<String>,
    /// The known counts, if there are any.
    pub known: Option<Known>,
}

/// Why a description cannot be a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub enum ModelError {
    #[error("the board has no cells: each of layers, rows and columns must be at least 1")]
    EmptyBoard,
    #[error("the board would have {cells} cells; the most is {MAX_CELLS}")]
    HugeBoard { cells: u128 },
    #[error("the puzzle has no pieces: add at least one [[piece]]")]
    NoPieces,
    #[error("piece {piece}: the shape has no cells")]
    EmptyShape { piece: String },
    #[error("piece {piece}: {axis} {value} is too far out; coordinates go up to {MAX_CELLS}")]
    FarCell { piece: String, axis: &'static str, value: i64 },
    #[error("piece {piece}: the cell {cell:?} is named twice")]
    DoubleCell { piece: String, cell: Point },
    #[error("anchors names the piece {name}, which does not exist")]
    UnknownAnchor { name: String },
    #[error("two pieces are called {name}; names must differ")]
    DoubleName { name: String },
    #[error("piece {piece}: the symbol '{symbol}' is already taken by {other}")]
    DoubleSymbol { piece: String, symbol: char, other: String },
    #[error(
        "piece {piece}: '{symbol}' cannot be a symbol; use printable ASCII other than . / : # and space"
    )]
    BadSymbol { piece: String, symbol: char },
    #[error("piece {piece} has no symbol; give one character for each copy")]
    NoSymbol { piece: String },
    #[error(
        "piece {piece} fills an inner cell, but the board has none: add inner = \"rows\" to [board]"
    )]
    NoInner { piece: String },
}

/// The most cells a board may have. Larger ones are refused before any memory is asked for.
pub const MAX_CELLS: usize = 4096;

/// The largest puzzle file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Symbols that mean something else in a written solution.
const RESERVED: &[u8] = b"./:# ";

impl Board {
    /// The number of cells, inner ones included.
    pub fn cell_count(&self) -> usize {
        let outer: usize = self.size.iter().product();
        outer + self.inner_count()
    }

    /// The number of inner cells: one for each row where the board has them.
    pub fn inner_count(&self) -> usize {
        match self.inner {
            Some(Inner::Rows) => self.size[0] * self.size[1],
            None => 0,
        }
    }
}

impl Piece {
    /// The number of identical copies.
    pub fn copies(&self) -> usize {
        self.symbols.len()
    }
}

impl Puzzle {
    /// Whether board and pieces all lie in one layer, so that turns stay in its plane.
    pub fn is_flat(&self) -> bool {
        self.board.size[0] == 1
            && self.pieces.iter().all(|piece| piece.cells.iter().all(|cell| cell[0] == 0))
    }

    /// Checks every rule that a description must keep.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self) -> Result<(), ModelError> {
        let cells =
            self.board.size.iter().fold(1_u128, |cells, &n| cells.saturating_mul(n as u128));
        if cells == 0 {
            return Err(ModelError::EmptyBoard);
        }
        if cells > MAX_CELLS as u128 {
            return Err(ModelError::HugeBoard { cells });
        }
        if self.pieces.is_empty() {
            return Err(ModelError::NoPieces);
        }
        let mut names = HashSet::new();
        let mut owners: Vec<(u8, &str)> = Vec::new();
        for piece in &self.pieces {
            if !names.insert(piece.name.as_str()) {
                return Err(ModelError::DoubleName { name: piece.name.clone() });
            }
            piece.check(self.board.inner.is_some())?;
            for &symbol in &piece.symbols {
                if let Some((_, other)) = owners.iter().find(|(taken, _)| *taken == symbol) {
                    return Err(ModelError::DoubleSymbol {
                        piece: piece.name.clone(),
                        symbol: symbol as char,
                        other: (*other).to_owned(),
                    });
                }
                owners.push((symbol, &piece.name));
            }
        }
        if let Some(name) = self.anchors.iter().find(|name| !names.contains(name.as_str())) {
            return Err(ModelError::UnknownAnchor { name: name.clone() });
        }
        Ok(())
    }
}

impl Piece {
    fn check(&self, board_has_inner: bool) -> Result<(), ModelError> {
        let piece = || self.name.clone();
        if self.cells.is_empty() {
            return Err(ModelError::EmptyShape { piece: piece() });
        }
        if self.symbols.is_empty() {
            return Err(ModelError::NoSymbol { piece: piece() });
        }
        if self.inner && !board_has_inner {
            return Err(ModelError::NoInner { piece: piece() });
        }
        let mut seen = HashSet::new();
        for cell in &self.cells {
            for (axis, &value) in AXES.iter().zip(cell) {
                if value.unsigned_abs() as usize > MAX_CELLS {
                    return Err(ModelError::FarCell {
                        piece: piece(),
                        axis,
                        value: i64::from(value),
                    });
                }
            }
            if !seen.insert(cell) {
                return Err(ModelError::DoubleCell { piece: piece(), cell: *cell });
            }
        }
        for &symbol in &self.symbols {
            if !symbol.is_ascii_graphic() || RESERVED.contains(&symbol) {
                return Err(ModelError::BadSymbol { piece: piece(), symbol: symbol as char });
            }
        }
        Ok(())
    }
}
