//! Puzzles made by chance: small boards of every lattice with holes, rings, trays and inner cells,
//! and pieces on them from the start; with regions that leave cells free, or that confine a piece.

use crate::puzzle::model::{
    Board, Given, Inner, Lattice, Motions, Piece, Place, Point, Region, Tray, TrayLayer,
};
use crate::puzzle::paint::{Paint, PiecePaints};
use crate::puzzle::{Puzzle, compile};
use crate::solve::options::OutputMode;
use crate::verify::Verified;

use super::agree;

/// How many are made.
const TRIES: u32 = 600;

/// Numbers that look like chance and are the same on every machine (a linear congruence).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one_in(&mut self, odds: usize) -> bool {
        self.below(odds) == 0
    }

    fn motions(&mut self) -> Motions {
        [Motions::Translate, Motions::HalfTurn, Motions::Rotations, Motions::RotationsAndFlips]
            [self.below(4)]
    }

    fn board(&mut self) -> Board {
        let lattices = [
            Lattice::Square,
            Lattice::Cubic,
            Lattice::FaceCentred,
            Lattice::Hexagonal,
            Lattice::Triangular,
        ];
        let lattice = lattices[self.below(5)];
        let layers = if lattice == Lattice::Square { 1 } else { 1 + self.below(3) };
        let (rows, columns) = (1 + self.below(3), 1 + self.below(4));
        let has_gaps = self.one_in(2);
        let mut place = || match self.below(12) {
            0 if has_gaps => Place::MayStayEmpty,
            1 | 2 if has_gaps => Place::Hole,
            _ => Place::Cell,
        };
        let mut row = || (0..columns).map(|_| place()).collect();
        let drawing = (0..layers).map(|_| (0..rows).map(|_| row()).collect()).collect();
        let is_askew = lattice == Lattice::FaceCentred;
        let wrap = [0, 1, 2].map(|_| !is_askew && self.one_in(4));
        let inner = (lattice == Lattice::Square && self.one_in(4)).then_some(Inner::Rows);
        Board { lattice, drawing, wrap, inner, motions: self.motions(), paints: Vec::new() }
    }

    fn piece(&mut self, number: usize, flat: bool, inner: bool) -> Piece {
        let mut cells: Vec<Point> = Vec::new();
        for _ in 0..=self.below(4) {
            let cell =
                [0, 1, 2].map(|axis| self.below(if axis == 0 && flat { 1 } else { 2 }) as i32);
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let symbols = [b"abc", b"ABC", b"xyz", b"XYZ", b"123"][number];
        Piece {
            name: format!("p{number}"),
            symbols: symbols[..=self.below(3)].to_vec(),
            cells,
            inner: inner && self.one_in(2),
            motions: self.motions(),
            optional: !self.one_in(3),
            range: None,
            region: None,
            stays_free: false,
            paints: None,
        }
    }

    fn puzzle(&mut self) -> Puzzle {
        let board = self.board();
        let tray = (board.lattice == Lattice::Square && self.one_in(3)).then(|| Tray {
            layer: [TrayLayer::Either, TrayLayer::Upper][self.below(2)],
            at_least: self.below(3),
        });
        let flat = board.is_flat() && tray.is_none();
        let inner = board.inner.is_some();
        let pieces = (0..2 + self.below(4)).map(|number| self.piece(number, flat, inner)).collect();
        let (title, about) = (String::new(), String::new());
        let (given, anchors) = (Vec::new(), Vec::new());
        let name = "chance".to_owned();
        let (regions, labels) = (Vec::new(), Vec::new());
        let known = None;
        Puzzle { name, title, about, board, tray, pieces, regions, labels, given, anchors, known }
    }

    /// Colours the board and some pieces, perhaps; some of these behind, too.
    fn colour(&mut self, puzzle: &mut Puzzle) {
        if !self.one_in(4) {
            return;
        }
        let paints = ['w', 'w', 'b', '*'].map(Paint::of);
        let points: Vec<Point> = puzzle.board.points().collect();
        let painted = |point: Point| Some((point, paints[self.below(4)]?));
        puzzle.board.paints = points.into_iter().filter_map(painted).collect();
        let is_flat = puzzle.pieces_are_flat();
        for piece in &mut puzzle.pieces {
            let mut side = || piece.cells.iter().map(|_| paints[self.below(4)]).collect();
            let (front, back) = (side(), side());
            let back = (is_flat && self.one_in(2)).then_some(back);
            piece.paints = self.one_in(2).then_some(PiecePaints { front, back });
        }
    }

    /// Adds regions, perhaps: one that leaves cells free, and one that a piece is confined to.
    fn add_regions(&mut self, puzzle: &mut Puzzle) {
        let is_cell = |cell: &Point| puzzle.board.place(*cell) == Place::Cell;
        let mut cells: Vec<Point> = puzzle.board.points().filter(is_cell).collect();
        if self.one_in(3) {
            cells.retain(|_| !self.one_in(3));
            let free = 1 + self.below(2);
            if free <= cells.len() {
                let region = Region::of_cells("free", cells).leaves_free(free);
                puzzle.add_regions(vec![region]);
            }
        }
        if self.one_in(3) {
            let last = self.below(puzzle.board.size()[2]) as i32;
            let cells = puzzle.board.points().filter(|cell| cell[2] <= last).collect();
            puzzle.add_regions(vec![Region::of_cells("room", cells)]);
            puzzle.pieces[0].region = Some("room".to_owned());
        }
    }

    /// Lays one or two pieces on the board from the start, where that is possible.
    fn start(&mut self, puzzle: &mut Puzzle) {
        for _ in 0..self.below(3) {
            let compiled = compile(puzzle).unwrap();
            if compiled.placements.is_empty() {
                return;
            }
            let placement = &compiled.placements[self.below(compiled.placements.len())];
            let cells = placement.cells.iter().map(|&cell| usize::from(cell));
            let outer = cells.filter(|&cell| cell < compiled.grid.outer_count());
            let cells: Vec<Point> = outer.map(|cell| compiled.grid.drawn(cell)).collect();
            let given = Given { piece: placement.piece, cells };
            if !puzzle.given.contains(&given) {
                puzzle.given.push(given);
            }
        }
    }
}

#[test]
fn puzzles_made_by_chance_are_understood_alike() {
    let mut chance = Chance(1);
    let (mut puzzles, mut solutions, mut started, mut free, mut coloured) = (0, 0, 0, 0, 0);
    while puzzles < TRIES {
        let mut puzzle = chance.puzzle();
        chance.colour(&mut puzzle);
        chance.add_regions(&mut puzzle);
        let is_blank = |row: &Vec<Place>| row.iter().all(|place| *place == Place::Hole);
        let has_blank_row = puzzle.board.drawing.iter().flatten().any(is_blank);
        // Nothing could fill the inner cell behind a row of holes.
        if puzzle.check().is_err() || (has_blank_row && puzzle.board.inner.is_some()) {
            continue;
        }
        chance.start(&mut puzzle);
        let distinct = agree(&puzzle, OutputMode::Distinct, Some(300));
        let images = agree(&puzzle, OutputMode::Images, Some(300));
        if images.complete {
            assert_eq!(Verified { images: false, ..images }, distinct, "{puzzle:?}");
        }
        solutions += u32::from(distinct.distinct > 0);
        started += u32::from(distinct.distinct > 0 && !puzzle.given.is_empty());
        free += u32::from(distinct.distinct > 0 && !puzzle.regions.is_empty());
        coloured += u32::from(distinct.distinct > 0 && !puzzle.board.paints.is_empty());
        puzzles += 1;
    }
    // Enough of them can be solved for this to mean something.
    let are_enough = solutions > TRIES / 8
        && [started, free].into_iter().all(|found| found > TRIES / 20)
        && coloured > TRIES / 40;
    assert!(are_enough, "{solutions} {started} {free} {coloured}");
}
