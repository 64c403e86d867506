//! The rules that a description must keep to be a puzzle.

use std::collections::HashSet;

use super::copies::BadCopies;
use super::model::{
    AXES, Lattice, MAX_CELLS, MAX_COORDINATE, Piece, Place, Point, Puzzle, RESERVED,
};
use super::region::RegionError;

/// Why a description cannot be a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub(crate) enum ModelError {
    #[error("the board has no cells: each of layers, rows and columns must be at least 1")]
    EmptyBoard,
    #[error("the board would have {cells} cells; the most is {MAX_CELLS}")]
    HugeBoard { cells: u128 },
    #[error("the puzzle has no pieces: add at least one [[piece]]")]
    NoPieces,
    #[error("piece {piece}: the shape has no cells")]
    EmptyShape { piece: String },
    #[error("piece {piece}: {axis} {value} is too far out; the furthest is {MAX_COORDINATE}")]
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
        "piece {piece}: '{symbol}' cannot be a symbol; use printable ASCII other than . # ? / : \
         and space"
    )]
    BadSymbol { piece: String, symbol: char },
    #[error("piece {piece} has no symbol; give one character for each copy")]
    NoSymbol { piece: String },
    #[error(
        "piece {piece} fills an inner cell, but the board has none: add inner = \"rows\" to [board]"
    )]
    NoInner { piece: String },
    #[error(
        "piece {piece} has several layers, but the lattice is square: set lattice = \"cubic\" in \
         [board], or describe a [tray]"
    )]
    LayeredPiece { piece: String },
    #[error("piece {piece} has several layers, but the board has only one")]
    HighPiece { piece: String },
    #[error(transparent)]
    Copies(#[from] BadCopies),
    #[error("the board has {layers} layers, but the lattice is square: set lattice = \"cubic\"")]
    LayeredBoard { layers: usize },
    #[error("a [tray] needs a square lattice: its board is flat")]
    SolidTray,
    #[error("inner = \"rows\" needs a square lattice")]
    SolidInner,
    #[error("row {row} has no cells, so there is nothing before its inner cell")]
    EmptyRow { row: usize },
    #[error("only the axes of square and cubic lattices can be closed")]
    FaceCentredWrap,
    #[error("the {axis}s cannot be closed: the board's drawing has gaps at its rim there")]
    RaggedWrap { axis: &'static str },
    #[error(
        "the {axis}s cannot be closed: there are {count} of them, and triangles point up and down by \
         turns, so that the last would not fit the first; make it an even number"
    )]
    OddWrap { axis: &'static str, count: usize },
    #[error(transparent)]
    Region(#[from] RegionError),
    #[error("piece {piece} has colours, but the board has none: give [board] colours, too")]
    PlainBoard { piece: String },
    #[error("piece {piece} has coloured edges and {cells} cells; only single cells can have them")]
    LargeTile { piece: String, cells: usize },
    #[error("piece {piece} has {found} coloured edges; on this board a cell has {sides}")]
    TileSides { piece: String, found: usize, sides: usize },
    #[error("coloured edges need a flat board: squares, hexagons or triangles in one layer")]
    SolidEdges { piece: String },
    #[error("rim says the colour of edges, but no piece has any: give pieces edges")]
    PlainRim,
    #[error(
        "piece {piece} has a back, but it is solid: only flat pieces on a flat board show one when they \
         are turned over"
    )]
    SolidBack { piece: String },
}

impl Puzzle {
    /// Checks every rule that a description must keep.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub(crate) fn check(&self) -> Result<(), ModelError> {
        self.check_board()?;
        if self.pieces().is_empty() {
            return Err(ModelError::NoPieces);
        }
        self.check_regions()?;
        if self.board.rim.is_some() && !self.has_edges() {
            return Err(ModelError::PlainRim);
        }
        let mut names = HashSet::new();
        let mut owners: Vec<(u8, &str)> = Vec::new();
        for piece in self.pieces() {
            if !names.insert(piece.name.as_str()) {
                return Err(ModelError::DoubleName { name: piece.name.clone() });
            }
            piece.check(self)?;
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

    fn check_board(&self) -> Result<(), ModelError> {
        let board = &self.board;
        let [layers, rows, columns] = board.size();
        if board.points().next().is_none() {
            return Err(ModelError::EmptyBoard);
        }
        let places = (layers * rows * columns) as u128;
        if places > MAX_CELLS as u128 {
            return Err(ModelError::HugeBoard { cells: places });
        }
        if board.lattice == Lattice::Square && layers > 1 {
            return Err(ModelError::LayeredBoard { layers });
        }
        if board.lattice != Lattice::Square && self.tray.is_some() {
            return Err(ModelError::SolidTray);
        }
        if board.lattice != Lattice::Square && board.inner.is_some() {
            return Err(ModelError::SolidInner);
        }
        let mut rows_drawn = board.drawing.iter().flatten();
        let empty = rows_drawn.position(|row| row.iter().all(|place| *place == Place::Hole));
        if let (Some(row), Some(_)) = (empty, board.inner) {
            return Err(ModelError::EmptyRow { row: row + 1 });
        }
        if board.lattice == Lattice::FaceCentred && board.wrap != [false; 3] {
            return Err(ModelError::FaceCentredWrap);
        }
        // A closed axis needs to know its length, so every row along it must reach the rim.
        let ragged = [
            false,
            board.drawing.iter().any(|layer| layer.len() != rows),
            board.drawing.iter().flatten().any(|row| row.len() != columns),
        ];
        if let Some(axis) = (0..3).find(|&axis| board.wrap[axis] && ragged[axis]) {
            return Err(ModelError::RaggedWrap { axis: AXES[axis] });
        }
        let is_odd = |&axis: &usize| board.wrap[axis] && board.size()[axis] % 2 == 1;
        match [1, 2].into_iter().find(is_odd).filter(|_| board.lattice == Lattice::Triangular) {
            Some(axis) => Err(ModelError::OddWrap { axis: AXES[axis], count: board.size()[axis] }),
            None => Ok(()),
        }
    }
}

impl Piece {
    /// Checks that a piece with so many coloured edges is a cell with as many sides.
    fn check_edges(&self, puzzle: &Puzzle, found: usize) -> Result<(), ModelError> {
        let (piece, board) = (self.name.clone(), &puzzle.board);
        let sides = match board.lattice {
            Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => 4,
            Lattice::Hexagonal => 6,
            Lattice::Triangular => 3,
        };
        if !puzzle.pieces_are_flat() || board.inner.is_some() {
            return Err(ModelError::SolidEdges { piece });
        }
        match self.cells.len() {
            1 if found == sides => Ok(()),
            1 => Err(ModelError::TileSides { piece, found, sides }),
            cells => Err(ModelError::LargeTile { piece, cells }),
        }
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), ModelError> {
        let piece = || self.name.clone();
        if self.cells.is_empty() {
            return Err(ModelError::EmptyShape { piece: piece() });
        }
        if self.symbols.is_empty() {
            return Err(ModelError::NoSymbol { piece: piece() });
        }
        if let Some(range) = self.range {
            range.check(&self.name)?;
            if self.symbols.len() > range.most {
                let (symbols, copies) = (self.symbols.len(), range.most);
                return Err(BadCopies::Symbols { piece: piece(), symbols, copies }.into());
            }
        }
        if self.inner && puzzle.board.inner.is_none() {
            return Err(ModelError::NoInner { piece: piece() });
        }
        if self.paints.is_some() && puzzle.board.paints.is_empty() {
            return Err(ModelError::PlainBoard { piece: piece() });
        }
        if self.paints.as_ref().is_some_and(|p| p.back.is_some()) && !puzzle.pieces_are_flat() {
            return Err(ModelError::SolidBack { piece: piece() });
        }
        if let Some(edges) = &self.edges {
            self.check_edges(puzzle, edges.len())?;
        }
        let layer = self.cells[0][0];
        if puzzle.pieces_are_flat() && self.cells.iter().any(|cell| cell[0] != layer) {
            return Err(match puzzle.board.lattice {
                Lattice::Square => ModelError::LayeredPiece { piece: piece() },
                _ => ModelError::HighPiece { piece: piece() },
            });
        }
        let mut seen = HashSet::new();
        for cell in &self.cells {
            for (axis, &value) in AXES.iter().zip(cell) {
                if value.unsigned_abs() > MAX_COORDINATE.unsigned_abs() {
                    let value = i64::from(value);
                    return Err(ModelError::FarCell { piece: piece(), axis, value });
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

#[cfg(test)]
mod tests {
    use super::super::builder::PuzzleBuilder;
    use super::*;

    fn built(board: PuzzleBuilder) -> Result<Puzzle, String> {
        board.piece(Piece::drawn("dot", "c", ["x"])).build().map_err(|error| error.to_string())
    }

    #[test]
    fn a_board_may_have_4096_cells_and_no_more_however_it_is_described() {
        let empty = || Puzzle::builder("a");
        let layers = |count: usize| {
            let layer: Vec<String> = std::iter::repeat_n(".".repeat(16), 16).collect();
            let layers: Vec<String> = std::iter::repeat_n(layer.join("\n"), count).collect();
            empty().board_rows([layers.join("\n\n")])
        };
        assert!(built(layers(16)).is_ok());
        assert!(built(layers(17)).unwrap_err().contains("would have 4352 cells"));
        assert!(built(empty().board_size(64, 64)).is_ok());
        assert!(built(empty().board_size(1, 4097)).unwrap_err().contains("would have 4097 cells"));
    }

    #[test]
    fn a_board_of_squares_has_one_layer() {
        let squares = |layers| Puzzle::builder("a").lattice(Lattice::Square).box_size(layers, 1, 2);
        assert!(built(squares(1)).is_ok());
        assert!(built(squares(2)).unwrap_err().contains("has 2 layers, but the lattice is square"));
    }
}
