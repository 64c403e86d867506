//! Puzzles for the tests of the checker, and a plain filler that finds their arrangements.

use std::collections::BTreeSet;

use super::checker::Checker;
use super::picture::EMPTY;
use super::placements::{Placement, Start, keep_possible};
use crate::puzzle::file;
use crate::puzzle::model::{Board, Given, Motions, Piece, Place, Point, Puzzle};

/// A puzzle from the text of its file, the head left out.
pub(crate) fn described(text: &str) -> Puzzle {
    file::parse(&format!("name = \"sample\"\n{text}")).unwrap().members.remove(0)
}

/// A puzzle with pieces on the board from the start, each by number and cells.
pub(crate) fn started(puzzle: Puzzle, given: &[(usize, &[Point])]) -> Puzzle {
    let given = given.iter().map(|&(piece, cells)| Given { piece, cells: cells.to_vec() });
    Puzzle { given: given.collect(), known: None, ..puzzle }
}

/// The tower of a number of rows from 2 to 5.
pub(crate) fn logiq(rows: usize) -> Puzzle {
    let family = file::parse(include_str!("../puzzle/catalog/logiq.toml")).unwrap();
    family.members[rows - 2].clone()
}

/// An unwrapped board.
pub(crate) fn board(size: [usize; 3], motions: Motions) -> Board {
    Board { motions, ..Board::of_size(size) }
}

/// A piece that must be used; one copy for each symbol, and the symbols are its name.
pub(crate) fn piece(symbols: &str, cells: &[Point], motions: Motions) -> Piece {
    Piece {
        name: symbols.to_owned(),
        symbols: symbols.bytes().collect(),
        cells: cells.to_vec(),
        inner: false,
        motions,
        optional: false,
        range: None,
        region: None,
        stays_free: false,
        paints: None,
    }
}

/// A puzzle without known counts.
pub(crate) fn puzzle(board: Board, pieces: Vec<Piece>) -> Puzzle {
    let (name, title, about) = ("sample".to_owned(), String::new(), String::new());
    let puzzle = Puzzle {
        name,
        title,
        about,
        board,
        tray: None,
        pieces,
        regions: Vec::new(),
        labels: Vec::new(),
        given: Vec::new(),
        anchors: Vec::new(),
        known: None,
    };
    puzzle.check().unwrap();
    puzzle
}

/// Two dominoes, free to turn, on a square of two by two.
pub(crate) fn dominoes() -> Puzzle {
    let domino = piece("ab", &[[0, 0, 0], [0, 0, 1]], Motions::Rotations);
    puzzle(board([1, 2, 2], Motions::RotationsAndFlips), vec![domino])
}

/// The Soma cube.
pub(crate) fn soma(motions: Motions) -> Puzzle {
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

/// What is said of a line.
pub(crate) fn verdict(checker: &Checker, line: &str) -> String {
    match checker.check_line(line.as_bytes()) {
        Ok(checked) => format!("legal, {} images", checked.images),
        Err(violation) => violation.to_string(),
    }
}

/// What is said of a picture as typed.
pub(crate) fn typed(checker: &Checker, text: &str) -> String {
    match checker.read_picture(text) {
        Ok(line) => String::from_utf8(line).unwrap(),
        Err(violation) => violation.to_string(),
    }
}

/// The written lines of all arrangements, found by filling the first empty cell in every way.
pub(crate) fn arrangements(puzzle: &Puzzle, checker: &Checker) -> BTreeSet<Vec<u8>> {
    let rules = &checker.rules;
    let mut all = rules.placements();
    keep_possible(&mut all, &puzzle.pieces, rules.starts(), rules.must_fill());
    let mut placements = vec![Vec::new(); rules.frame().positions()];
    for (piece, all) in all.into_iter().enumerate() {
        for placement in all {
            placements[usize::from(placement[0])].push((piece, placement));
        }
    }
    let mut filler = Filler {
        puzzle,
        checker,
        placements,
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
    /// For each position, the placements that begin there, with their pieces.
    placements: Vec<Vec<(usize, Placement)>>,
    cells: Vec<u8>,
    used: Vec<usize>,
    found: BTreeSet<Vec<u8>>,
}

impl Filler<'_> {
    fn mark(&mut self, placement: &[u16], symbol: u8) {
        for &position in placement {
            self.cells[usize::from(position)] = symbol;
        }
    }

    fn fill(&mut self) {
        let rules = &self.checker.rules;
        let Some(empty) = self.cells.iter().position(|&symbol| symbol == 0) else {
            let used_up = |(used, piece): (&usize, &Piece)| *used >= piece.least_copies();
            let start = |start: &Start| {
                start.positions.iter().all(|&position| self.cells[position] != EMPTY)
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
        for number in 0..self.placements[empty].len() {
            let (piece, placement) = self.placements[empty][number].clone();
            let is_free = |&position: &u16| self.cells[usize::from(position)] == 0;
            let symbol = self.puzzle.pieces[piece].symbols.get(self.used[piece]).copied();
            let Some(symbol) = symbol.filter(|_| placement.iter().all(is_free)) else { continue };
            self.mark(&placement, symbol);
            self.used[piece] += 1;
            self.fill();
            self.used[piece] -= 1;
            self.mark(&placement, 0);
        }
    }
}
