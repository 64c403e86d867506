//! A written line as it is drawn: layers of rows of symbols, and where the borders between pieces
//! run. Pictures as text and as SVG start from it.
//!
//! Copies of a piece carry symbols of their own, so two cells belong to the same piece exactly when
//! their symbols are equal. Where nothing lies on a cell with a label, the label is seen. What follows
//! the cells in a line of coloured edges is handed to the cells at whose sides they are.

use std::collections::BTreeMap;

use crate::puzzle::Puzzle;
use crate::puzzle::edges::Edges;
use crate::puzzle::lattice::Grid;
use crate::puzzle::model::Lattice;
use crate::puzzle::region::FREE_GIVEN;

/// What stands where the board has no cell.
const HOLE: u8 = b'#';

/// The symbol of a cell on which nothing lies.
pub(crate) const EMPTY: u8 = b'.';

/// The numbers of the sides of a square.
const TOP: usize = 0;
const RIGHT: usize = 1;
const BOTTOM: usize = 2;
const LEFT: usize = 3;

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
    /// The labels that are seen, by row and column.
    labels: BTreeMap<(usize, usize), String>,
    /// The colours at the sides of the cells, by row and column, clockwise from the top; none where
    /// edges have no colours.
    sides: BTreeMap<(usize, usize), Vec<u8>>,
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
        let (line, edges) = line.split_once("::").unwrap_or((line, ""));
        let layer = |(number, text): (usize, &str)| {
            let parts = text.split('/').map(|row| row.split_once(':').unwrap_or((row, "")));
            let (rows, inner) = parts.unzip::<_, _, Vec<&str>, Vec<&str>>();
            let rows: Vec<Vec<u8>> = rows.into_iter().map(|row| row.as_bytes().to_vec()).collect();
            Layer {
                labels: labels(puzzle, number, &rows),
                // Boards of coloured edges have one layer.
                sides: sides(puzzle, edges.as_bytes()),
                rows,
                inner: inner.into_iter().map(|inner| inner.bytes().next()).collect(),
                wrap: [row, column],
            }
        };
        let lattice = puzzle.board.lattice;
        Self { lattice, layers: line.split("//").enumerate().map(layer).collect() }
    }
}

/// The labels of a layer's cells on which nothing lies.
fn labels(puzzle: &Puzzle, layer: usize, rows: &[Vec<u8>]) -> BTreeMap<(usize, usize), String> {
    let of_layer = puzzle.labels.iter().filter(|label| label.cell[0] as usize == layer);
    let places = of_layer.map(|label| {
        let [_, row, column] = label.cell.map(|value| value as usize);
        ((row, column), label.text.clone())
    });
    let is_seen = |(row, column): (usize, usize)| {
        let symbol = rows.get(row).and_then(|row| row.get(column));
        symbol.is_some_and(|&symbol| symbol == EMPTY || symbol == FREE_GIVEN)
    };
    places.filter(|&(place, _)| is_seen(place)).collect()
}

/// The colours at the sides of each cell, of those of all edges.
fn sides(puzzle: &Puzzle, colours: &[u8]) -> BTreeMap<(usize, usize), Vec<u8>> {
    if colours.is_empty() {
        return BTreeMap::new();
    }
    let grid = Grid::new(&puzzle.board);
    let Some(edges) = Edges::of_puzzle(puzzle, &grid) else { return BTreeMap::new() };
    let of_cell = |cell: usize| {
        let [_, row, column] = grid.drawn(cell).map(|value| value as usize);
        let colour = |&edge: &usize| colours.get(edge).copied().unwrap_or(EMPTY);
        ((row, column), edges.of_cell(cell).iter().map(colour).collect())
    };
    (0..grid.outer_count()).map(of_cell).collect()
}

impl Layer {
    /// The colours at the sides of a cell, clockwise from the top, [`EMPTY`] for one that has none;
    /// nothing where edges have no colours.
    pub fn sides(&self, row: usize, column: usize) -> &[u8] {
        self.sides.get(&(row, column)).map_or(&[], Vec::as_slice)
    }

    /// The letter of the colour at a side of a cell, if it has one.
    pub fn side(&self, (row, column): (usize, usize), side: usize) -> Option<char> {
        let colour = self.sides(row, column).get(side).copied();
        colour.filter(|&colour| colour != EMPTY).map(char::from)
    }

    /// The letter of the colour above a place of squares, if it has one; under the last row where `row`
    /// is the number of rows.
    pub fn colour_above(&self, row: usize, column: usize) -> Option<char> {
        let over = || self.side((row.checked_sub(1)?, column), BOTTOM);
        self.side((row, column), TOP).or_else(over)
    }

    /// The letter of the colour to the left of a place of squares, if it has one; to the right of the
    /// last column where `column` is the number of columns.
    pub fn colour_left_of(&self, row: usize, column: usize) -> Option<char> {
        let before = || self.side((row, column.checked_sub(1)?), RIGHT);
        self.side((row, column), LEFT).or_else(before)
    }

    /// The label that is seen at a place, if there is one.
    pub fn label(&self, row: usize, column: usize) -> Option<&str> {
        self.labels.get(&(row, column)).map(String::as_str)
    }

    /// The labels that are seen, each with its row and column, in reading order.
    pub fn labels(&self) -> impl Iterator<Item = ((usize, usize), &str)> {
        self.labels.iter().map(|(&place, label)| (place, label.as_str()))
    }

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
            _ if self.has_labels((row - 1, column), (row, column)) => Edge::Border,
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
            _ if self.has_labels((row, column - 1), (row, column)) => Edge::Border,
            _ => between(here(column - 1), here(column)),
        }
    }

    /// Whether labels are seen on both of two cells, which are then parted.
    fn has_labels(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        self.labels.contains_key(&one) && self.labels.contains_key(&other)
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

/// The labels of the cells that a written line leaves free, in reading order.
pub(crate) fn free_labels(puzzle: &Puzzle, line: &str) -> Vec<String> {
    let view = BoardView::new(puzzle, line);
    let of_layer = |(number, layer): (usize, &Layer)| {
        let is_free = |((row, column), label): ((usize, usize), &str)| {
            let point = [number, row, column].map(|value| value as i32);
            puzzle.free_cells_at(point).map(|_| label.to_owned())
        };
        layer.labels().filter_map(is_free).collect::<Vec<String>>()
    };
    view.layers.iter().enumerate().flat_map(of_layer).collect()
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
    fn the_colours_behind_the_cells_of_a_line_lie_at_their_sides() {
        let text = "name = 'm'\n[board]\nrows = 1\ncolumns = 2\nmotions = 'rotations'\n\
                    [[piece]]\nsymbol = 'a'\nedges = 'rgby'\n[[piece]]\nsymbol = 'c'\n\
                    edges = 'yyyr'\n";
        let puzzle = file::parse(text).unwrap().members.remove(0);
        let layer = &BoardView::new(&puzzle, "a.::wrby...").layers[0];
        assert_eq!((layer.size(), layer.inner[0]), ((1, 2), None));
        // The right side of the first cell is the left one of the second.
        assert_eq!((layer.sides(0, 0), layer.sides(0, 1)), (&b"wrby"[..], &b"...r"[..]));
        let above = [(0, 0), (1, 0), (0, 1)].map(|(row, column)| layer.colour_above(row, column));
        assert_eq!(above, [Some('w'), Some('b'), None]);
        let left_of = [0, 1, 2].map(|column| layer.colour_left_of(0, column));
        assert_eq!(left_of, [Some('y'), Some('r'), None]);
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
