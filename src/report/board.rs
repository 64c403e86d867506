//! A board in a few words.

use crate::puzzle::Puzzle;
use crate::puzzle::model::{AXES, Lattice};

/// The measures of the board, such as `5 x 12`.
pub(crate) fn size(puzzle: &Puzzle) -> String {
    let [layers, rows, columns] = puzzle.board.size();
    match puzzle.board.lattice {
        Lattice::Square => format!("{rows} x {columns}"),
        Lattice::Cubic => format!("{layers} x {rows} x {columns}"),
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
    if board.lattice == Lattice::FaceCentred {
        words[0] += " of spheres";
    }
    if !closed.is_empty() {
        words.push(format!("closed along its {}s", closed.join("s and ")));
    }
    let is_box = board.points().count() == layers * rows * columns;
    if board.lattice != Lattice::FaceCentred && !is_box {
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
