//! A written line as it is drawn: layers of rows of symbols, and where the borders between pieces
//! run. Pictures as text and as SVG start from it.
//!
//! Copies of a piece carry symbols of their own, so two cells belong to the same piece exactly when
//! their symbols are equal.

use crate::puzzle::Puzzle;
use crate::puzzle::model::Lattice;

/// What stands where the board has no cell.
const HOLE: u8 = b'#';

/// The symbol of a cell on which nothing lies.
pub(crate) const EMPTY: u8 = b'.';

/// A written line, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardView {
    /// How the cells lie to one another.
    pub lattice: Lattice,
    /// The layers, from the first to the last.
    pub layers: Vec<Layer>,
}

/// One layer of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layer {
    /// The symbols, row by row; rows may differ in length.
    rows: Vec<Vec<u8>>,
    /// The symbol of each row's inner ring; none where the board has no inner rings, or where the
    /// line says nothing of them.
    pub inner: Vec<Option<u8>>,
    /// Whether the last row borders on the first, and the last column on the first.
    wrap: [bool; 2],
}

/// What lies between two cells side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Nothing: one piece goes on, or there are no cells.
    Open,
    /// Nothing, at the seam where a closed board is cut open to be drawn flat: the piece goes on at
    /// the other end.
    Seam,
    /// The border of a piece.
    Border,
}

impl BoardView {
    /// Takes a written line of a puzzle apart.
    pub fn new(puzzle: &Puzzle, line: &str) -> Self {
        let [_, row, column] = puzzle.board.wrap;
        let layer = |text: &str| {
            let parts = text.split('/').map(|row| row.split_once(':').unwrap_or((row, "")));
            let (rows, inner) = parts.unzip::<_, _, Vec<&str>, Vec<&str>>();
            Layer {
                rows: rows.into_iter().map(|row| row.as_bytes().to_vec()).collect(),
                inner: inner.into_iter().map(|inner| inner.bytes().next()).collect(),
                wrap: [row, column],
            }
        };
        let lattice = puzzle.board.lattice;
        Self { lattice, layers: line.split("//").map(layer).collect() }
    }
}

impl Layer {
    /// The number of rows, and that of columns in the longest.
    pub fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.rows.iter().map(Vec::len).max().unwrap_or(0))
    }

    /// The symbol of the cell at a place, if there is a cell.
    pub fn symbol(&self, row: usize, column: usize) -> Option<u8> {
        let symbol = self.rows.get(row)?.get(column).copied();
        symbol.filter(|&symbol| symbol != HOLE)
    }

    /// The places where there are cells.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let (rows, columns) = self.size();
        let places = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        places.filter(|&(row, column)| self.symbol(row, column).is_some())
    }

    /// What lies between a cell and the place so many rows and columns further on, closed axes taken
    /// round.
    pub fn towards(&self, (row, column): (usize, usize), by: (i32, i32)) -> Edge {
        let (rows, columns) = self.size();
        let (row_there, column_there) = (row as i32 + by.0, column as i32 + by.1);
        let is_inside =
            (0..rows as i32).contains(&row_there) && (0..columns as i32).contains(&column_there);
        let round = |place: i32, length: usize, wrap: bool| {
            let place = if wrap { place.rem_euclid(length as i32) } else { place };
            usize::try_from(place).ok()
        };
        let row_there = round(row_there, rows, self.wrap[0]);
        let there = row_there.zip(round(column_there, columns, self.wrap[1]));
        let there = there.and_then(|(row, column)| self.symbol(row, column));
        match between(self.symbol(row, column), there) {
            Edge::Open if !is_inside => Edge::Seam,
            edge => edge,
        }
    }

    /// What lies above a place; under the last row where `row` is the number of rows.
    pub fn above(&self, row: usize, column: usize) -> Edge {
        let (rows, _) = self.size();
        let here = |row: usize| self.symbol(row, column);
        match row {
            0 => self.outer(0, here(0), here(rows.wrapping_sub(1))),
            _ if row == rows => self.outer(0, here(rows - 1), here(0)),
            _ => between(here(row - 1), here(row)),
        }
    }

    /// What lies to the left of a place; to the right of the last column where `column` is the
    /// number of columns.
    pub fn left_of(&self, row: usize, column: usize) -> Edge {
        let (_, columns) = self.size();
        let here = |column: usize| self.symbol(row, column);
        match column {
            0 => self.outer(1, here(0), here(columns.wrapping_sub(1))),
            _ if column == columns => self.outer(1, here(columns - 1), here(0)),
            _ => between(here(column - 1), here(column)),
        }
    }

    /// The edge between an outermost cell and that at the other end of its row or column.
    fn outer(&self, axis: usize, near: Option<u8>, far: Option<u8>) -> Edge {
        match near {
            None => Edge::Open,
            Some(_) if self.wrap[axis] && near == far => Edge::Seam,
            Some(_) => Edge::Border,
        }
    }
}

fn between(one: Option<u8>, other: Option<u8>) -> Edge {
    if one == other { Edge::Open } else { Edge::Border }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::file;

    fn board_view(board: &str, line: &str) -> BoardView {
        let text = format!(
            "name = 'm'\n[board]\n{board}\nmotions = 'translate'\n[[piece]]\nsymbol = 'abcdef'\n\
             picture = 'aa'\n"
        );
        BoardView::new(&file::parse(&text).unwrap().members[0], line)
    }

    #[test]
    fn borders_run_between_symbols_and_round_holes() {
        let layer = &board_view("rows = 2\ncolumns = 3", "aab/#cb").layers[0];
        assert_eq!(layer.size(), (2, 3));
        assert_eq!(layer.left_of(0, 0), Edge::Border);
        assert_eq!(layer.left_of(0, 1), Edge::Open);
        assert_eq!(layer.left_of(0, 2), Edge::Border);
        assert_eq!(layer.above(1, 2), Edge::Open);
        assert_eq!(layer.above(1, 0), Edge::Border);
        assert_eq!((layer.left_of(1, 0), layer.above(2, 0)), (Edge::Open, Edge::Open));
        assert_eq!(layer.symbol(1, 0), None);
    }

    #[test]
    fn a_piece_goes_on_across_the_seam_of_a_closed_board() {
        let board = "rows = 2\ncolumns = 4\nwrap = ['columns']";
        let layer = &board_view(board, "abba:c/ccdd:e").layers[0];
        assert_eq!((layer.left_of(0, 0), layer.left_of(0, 4)), (Edge::Seam, Edge::Seam));
        assert_eq!((layer.left_of(1, 0), layer.left_of(1, 4)), (Edge::Border, Edge::Border));
        assert_eq!(layer.above(0, 1), Edge::Border);
        assert_eq!(layer.inner, [Some(b'c'), Some(b'e')]);
    }
}
