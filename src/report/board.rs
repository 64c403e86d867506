//! A board in a few words.

use crate::puzzle::Puzzle;
use crate::puzzle::model::{AXES, Lattice};

/// The measures of the board, such as `5 x 12`.
pub(crate) fn size(puzzle: &Puzzle) -> String {
    let [layers, rows, columns] = puzzle.board.size();
    match puzzle.board.lattice {
        Lattice::Hexagonal | Lattice::Triangular if layers == 1 => format!("{rows} x {columns}"),
        Lattice::Square => format!("{rows} x {columns}"),
        Lattice::Cubic | Lattice::Hexagonal | Lattice::Triangular => {
            format!("{layers} x {rows} x {columns}")
        }
        Lattice::FaceCentred => format!("{layers} layers"),
    }
}

/// The board in a few words, such as `5 x 12, closed along its columns, inner rings`.
pub(crate) fn board(puzzle: &Puzzle) -> String {
    let board = &puzzle.board;
    let [layers, rows, columns] = board.size();
    let closed: Vec<&str> =
        (0..3).filter(|&axis| board.wrap[axis]).map(|axis| AXES[axis]).collect();
    let mut words = vec![size(puzzle)];
    words[0] += match board.lattice {
        Lattice::Square | Lattice::Cubic => "",
        Lattice::FaceCentred => " of spheres",
        Lattice::Hexagonal => " of hexagons",
        Lattice::Triangular => " of triangles",
    };
    if !closed.is_empty() {
        words.push(format!("closed along its {}s", closed.join("s and ")));
    }
    let is_box = board.points().count() == layers * rows * columns;
    // Boards of other cells are drawn in other shapes than boxes as a rule.
    if matches!(board.lattice, Lattice::Square | Lattice::Cubic) && !is_box {
        words.push("with holes".to_owned());
    }
    if board.inner.is_some() {
        words.push("inner rings".to_owned());
    }
    if puzzle.tray.is_some() {
        words.push("a tray for solid pieces".to_owned());
    }
    words.join(", ")
}
