//! Puzzles for the tests of the checker, and a plain filler that finds their arrangements.

use std::collections::BTreeSet;

use super::Checker;
use crate::puzzle::file;
use crate::puzzle::model::{Board, Motions, Piece, Point, Puzzle};

/// The tower of a number of rows from 2 to 5.
pub fn logiq(rows: usize) -> Puzzle {
    let family = file::parse(include_str!("../puzzle/catalog/logiq.toml")).unwrap();
    family.members[rows - 2].clone()
}

/// An unwrapped board.
pub fn board(size: [usize; 3], motions: Motions) -> Board {
    Board { motions, ..Board::of_size(size) }
}

/// A piece that must be used; one copy for each symbol, and the symbols are its name.
pub fn piece(symbols: &str, cells: &[Point], motions: Motions) -> Piece {
    Piece {
        name: symbols.to_owned(),
        symbols: symbols.bytes().collect(),
        cells: cells.to_vec(),
        inner: false,
        motions,
        optional: false,
    }
}

/// A puzzle without known counts.
pub fn puzzle(board: Board, pieces: Vec<Piece>) -> Puzzle {
    let (name, title, about) = ("sample".to_owned(), String::new(), String::new());
    let puzzle = Puzzle {
        name,
        title,
        about,
        board,
        tray: None,
        pieces,
        given: Vec::new(),
        anchors: Vec::new(),
        known: None,
    };
    puzzle.check().unwrap();
    puzzle
}

/// Two dominoes, free to turn, on a square of two by two.
pub fn dominoes() -> Puzzle {
    let domino = piece("ab", &[[0, 0, 0], [0, 0, 1]], Motions::Rotations);
    puzzle(board([1, 2, 2], Motions::RotationsAndFlips), vec![domino])
}

/// The Soma cube.
pub fn soma(motions: Motions) -> Puzzle {
    let cell = |digits: &str| -> Point {
        let mut values = digits.bytes().map(|digit| i32::from(digit - b'0'));
        [0; 3].map(|_| values.next().unwrap())
    };
    let shapes = [
        ("V", "000 010 110"),
        ("L", "000 010 020 120"),
        ("T", "000 100 200 110"),
        ("Z", "000 010 110 120"),
        ("A", "000 010 110 111"),
        ("B", "000 010 110 001"),
        ("P", "000 010 110 011"),
    ];
    let pieces = shapes.map(|(symbol, cells)| {
        let cells: Vec<Point> = cells.split(' ').map(cell).collect();
        piece(symbol, &cells, Motions::Rotations)
    });
    puzzle(board([3, 3, 3], motions), pieces.to_vec())
}

/// The written lines of all arrangements, found by filling the first empty cell in every way.
pub fn arrangements(puzzle: &Puzzle, checker: &Checker) -> BTreeSet<Vec<u8>> {
    let mut filler = Filler {
        puzzle,
        checker,
        cells: vec![0; checker.rules.frame().positions()],
        used: vec![0; puzzle.pieces.len()],
        found: BTreeSet::new(),
    };
    filler.fill();
    filler.found
}

struct Filler<'a> {
    puzzle: &'a Puzzle,
    checker: &'a Checker,
    cells: Vec<u8>,
    used: Vec<usize>,
    found: BTreeSet<Vec<u8>>,
}

impl Filler<'_> {
    fn mark(&mut self, positions: &[usize], symbol: u8) {
        for &position in positions {
            self.cells[position] = symbol;
        }
    }

    fn fill(&mut self) {
        let frame = self.checker.rules.frame();
        let Some(empty) = self.cells.iter().position(|&symbol| symbol == 0) else {
            let used_up =
                |(used, piece): (&usize, &Piece)| piece.optional || *used == piece.copies();
            if self.used.iter().zip(&self.puzzle.pieces).all(used_up) {
                self.found.insert(self.checker.rules.write(&self.cells));
            }
            return;
        };
        let start = frame.at(empty);
        if start[2] == frame.size()[2] {
            return; // an inner cell that the pieces of its row leave empty
        }
        for (index, piece) in self.puzzle.pieces.iter().enumerate() {
            let Some(&symbol) = piece.symbols.get(self.used[index]) else { continue };
            for shape in &self.checker.rules.shapes()[index] {
                for origin in shape {
                    let moved = |cell: &Point| {
                        [0, 1, 2].map(|axis| cell[axis] - origin[axis] + start[axis] as i32)
                    };
                    let free = |cell| frame.find(cell).is_some_and(|p| self.cells[p] == 0);
                    if !shape.iter().all(|cell| free(moved(cell))) {
                        continue;
                    }
                    let mut covered: Vec<usize> =
                        shape.iter().filter_map(|cell| frame.find(moved(cell))).collect();
                    if piece.inner {
                        let behind = |&position: &usize| {
                            position - position % frame.width() + frame.size()[2]
                        };
                        let rows: BTreeSet<usize> = covered.iter().map(behind).collect();
                        covered.extend(rows);
                    }
                    if covered.iter().any(|&position| self.cells[position] != 0) {
                        continue;
                    }
                    self.mark(&covered, symbol);
                    self.used[index] += 1;
                    self.fill();
                    self.used[index] -= 1;
                    self.mark(&covered, 0);
                }
            }
        }
    }
}
