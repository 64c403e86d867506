//! `list`: the puzzles of the catalogue.

use std::io::Write;

use comfy_table::{CellAlignment, Table};

use crate::number::grouped;
use crate::puzzle::model::{AXES, Lattice};
use crate::puzzle::{Puzzle, compile};
use crate::report::fit::narrowed;
use crate::report::table::PLAIN;

use super::error::CliError;
use super::screen::width;
use super::select::all;

/// Runs `list`.
///
/// # Errors
/// When standard output cannot be written to.
pub fn run() -> Result<(), CliError> {
    let mut table = Table::new();
    table.load_style(PLAIN);
    table.set_header([
        "puzzle",
        "board",
        "pieces",
        "items",
        "options",
        "distinct",
        "total",
        "known from",
    ]);
    for column in table.column_iter_mut().skip(2).take(5) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for file in all()? {
        for puzzle in &file.members {
            let cover = compile(puzzle)?.problem.cover;
            let known = puzzle.known.as_ref();
            table.add_row([
                puzzle.name.clone(),
                size(puzzle),
                puzzle
                    .pieces
                    .iter()
                    .map(crate::puzzle::model::Piece::copies)
                    .sum::<usize>()
                    .to_string(),
                grouped(cover.item_count()),
                grouped(cover.option_count()),
                known.map_or(String::new(), |known| grouped(known.distinct)),
                known.map_or(String::new(), |known| grouped(known.total)),
                known.map_or(String::new(), |known| known.source.clone()),
            ]);
        }
    }
    // What `info` says too is left out first.
    let table = narrowed(table, width(), &[7, 3, 4, 2, 1]);
    let mut out = anstream::stdout().lock();
    writeln!(out, "{table}")?;
    out.flush()?;
    Ok(())
}

/// The measures of the board, such as `5 x 12`.
fn size(puzzle: &Puzzle) -> String {
    let [layers, rows, columns] = puzzle.board.size();
    match puzzle.board.lattice {
        Lattice::Square => format!("{rows} x {columns}"),
        Lattice::Cubic => format!("{layers} x {rows} x {columns}"),
        Lattice::FaceCentred => format!("{layers} layers"),
    }
}

/// The board in a few words, such as `5 x 12, closed along its columns, inner rings`.
pub fn board(puzzle: &Puzzle) -> String {
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
