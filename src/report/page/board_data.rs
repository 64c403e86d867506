//! The board of a puzzle as the page knows it: cells, regions, colours, and what the motions do.
//!
//! Cells are numbered in reading order, as a written line names them, inner ones after their rows. A motion
//! is given by its effect on a line: for each cell, the cell whose content moves to it, and likewise for
//! the edges that have colours. Cost: a look at each cell for each motion.

use serde::Serialize;

use crate::puzzle::lattice::Grid;
use crate::puzzle::model::{Place, Point};
use crate::puzzle::paint::Paint;
use crate::puzzle::{Compiled, Puzzle};

/// A cell of the board, in reading order.
#[derive(Debug, Serialize)]
pub(super) struct CellData {
    /// Where it is drawn: layer, row, column. An inner cell has the column 0.
    pub at: Point,
    #[serde(skip_serializing_if = "is_false")]
    pub inner: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub may_stay_empty: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paint: Option<Paint>,
}

/// A region of which cells stay free.
#[derive(Debug, Serialize)]
pub(super) struct RegionData<'a> {
    pub name: &'a str,
    pub cells: Vec<u16>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A motion of the board.
#[derive(Debug, Serialize)]
pub(super) struct MotionData {
    pub words: String,
    /// For each cell, the cell whose content moves to it.
    pub from: Vec<u16>,
    /// What each piece becomes.
    pub pieces: Vec<usize>,
    /// For each edge with a colour, the edge whose colour moves to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<usize>,
}

impl CellData {
    /// A cell of the grid.
    pub fn new(puzzle: &Puzzle, grid: &Grid, cell: usize) -> Self {
        let inner = cell >= grid.outer_count();
        let at = if inner { [0, (cell - grid.outer_count()) as i32, 0] } else { grid.drawn(cell) };
        let may_stay_empty = !inner && puzzle.board.place(at) == Place::MayStayEmpty;
        let label = puzzle.label_at(at).filter(|_| !inner).map(str::to_owned);
        let paint = puzzle.board.paint(at).filter(|_| !inner);
        Self { at, inner, may_stay_empty, label, paint }
    }
}

/// The motions of the board, cells in this order and with these numbers.
pub(super) fn motions(compiled: &Compiled, order: &[usize], number: &[u16]) -> Vec<MotionData> {
    let Compiled { puzzle, grid, symmetries, edges, .. } = compiled;
    let data = symmetries.iter().map(|symmetry| {
        let mut from = vec![0; order.len()];
        for (cell, &image) in symmetry.motion.cells.iter().enumerate() {
            from[usize::from(number[usize::from(image)])] = number[cell];
        }
        let images = edges.as_ref().map(|edges| edges.images(grid, &symmetry.motion));
        let mut edges = vec![0; images.as_ref().map_or(0, Vec::len)];
        for (edge, image) in images.into_iter().flatten().enumerate() {
            edges[image] = edge;
        }
        let pieces = symmetry.pieces[..puzzle.piece_count()].to_vec();
        MotionData { words: symmetry.motion.describe(grid), from, pieces, edges }
    });
    data.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{compile, file};
    use crate::solution::drawing::palette;

    #[test]
    fn motions_move_the_colours_of_edges_as_they_move_cells() {
        let text = "name = 'm'\n[board]\nrows = 1\ncolumns = 2\n\
                    motions = 'rotations-and-flips'\n[[piece]]\nsymbol = 'a'\nedges = 'rgby'\n\
                    [[piece]]\nsymbol = 'c'\nedges = 'yyrr'\n";
        let compiled = compile(&file::parse(text).unwrap().members[0]).unwrap();
        let edges = compiled.edges.as_ref().unwrap();
        assert_eq!(edges.at_sides(&[0, 1]), [[0, 1, 2, 3], [4, 5, 6, 1]]);
        let motions = motions(&compiled, &[0, 1], &[0, 1]);
        assert_eq!(motions[0].edges, [0, 1, 2, 3, 4, 5, 6]);
        // Each has the right side of the first cell and the left one of the second in the middle.
        assert!(motions.iter().all(|motion| motion.edges[1] == 1));
        let turned = motions.iter().find(|motion| motion.from == [1, 0]).unwrap();
        assert!(turned.edges[3] == 5 && turned.edges[5] == 3);
        let letters: Vec<char> = palette::looks(&compiled.puzzle).into_keys().collect();
        assert_eq!(letters, ['b', 'g', 'r', 'y']);
    }
}
