//! Puzzles for the tests of the checker, and a plain filler that finds their arrangements.

use std::collections::BTreeSet;

use super::Checker;
use super::picture::EMPTY;
use super::seats::{Seat, Start, keep_possible, seats};
use crate::puzzle::file;
use crate::puzzle::model::{Board, Motions, Piece, Place, Point, Puzzle};

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
    let rules = &checker.rules;
    let mut seats: Vec<Vec<Seat>> = puzzle
        .pieces
        .iter()
        .zip(rules.shapes())
        .map(|(piece, shapes)| seats(rules.frame(), shapes, piece.inner))
        .collect();
    keep_possible(&mut seats, &puzzle.pieces, rules.starts());
    let mut filler = Filler {
        puzzle,
        checker,
        seats,
        cells: vec![0; rules.frame().positions()],
        used: vec![0; puzzle.pieces.len()],
        found: BTreeSet::new(),
    };
    filler.fill();
    filler.found
}

struct Filler<'a> {
    puzzle: &'a Puzzle,
    checker: &'a Checker,
    seats: Vec<Vec<Seat>>,
    cells: Vec<u8>,
    used: Vec<usize>,
    found: BTreeSet<Vec<u8>>,
}

impl Filler<'_> {
    fn mark(&mut self, seat: &[u16], symbol: u8) {
        for &position in seat {
            self.cells[usize::from(position)] = symbol;
        }
    }

    fn fill(&mut self) {
        let rules = &self.checker.rules;
        let Some(empty) = self.cells.iter().position(|&symbol| symbol == 0) else {
            let used_up =
                |(used, piece): (&usize, &Piece)| piece.optional || *used == piece.copies();
            let start = |start: &Start| {
                let under = start.positions.iter().map(|&position| self.cells[position]);
                under.collect::<BTreeSet<u8>>().is_disjoint(&BTreeSet::from([EMPTY]))
            };
            if self.used.iter().zip(&self.puzzle.pieces).all(used_up)
                && rules.starts().iter().all(start)
            {
                self.found.insert(rules.write(&self.checker.group.image(0, &self.cells)));
            }
            return;
        };
        if rules.frame().kind(empty) == Place::MayStayEmpty {
            self.mark(&[empty as u16], EMPTY);
            self.fill();
            self.mark(&[empty as u16], 0);
        }
        for index in 0..self.puzzle.pieces.len() {
            let Some(&symbol) = self.puzzle.pieces[index].symbols.get(self.used[index]) else {
                continue;
            };
            for number in 0..self.seats[index].len() {
                let seat = self.seats[index][number].clone();
                let is_free = |&position: &u16| self.cells[usize::from(position)] == 0;
                if usize::from(seat[0]) != empty || !seat.iter().all(is_free) {
                    continue;
                }
                self.mark(&seat, symbol);
                self.used[index] += 1;
                self.fill();
                self.used[index] -= 1;
                self.mark(&seat, 0);
            }
        }
    }
}
