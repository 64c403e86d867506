//! Puzzles that are written as puzzle files and read back: those of the catalogue, of the format page and
//! of other files, and random ones.

use proptest::prelude::*;

use super::common::random::{Sketch, puzzles};
use super::tiles::tiles;
use crate::puzzle::catalog;
use crate::puzzle::file::write::{NotWritten, write};
use crate::puzzle::model::{Family, Label, Lattice, Piece, Place, Puzzle};
use crate::puzzle::paint::{Paint, PiecePaints};

#[track_caller]
fn assert_read_back(puzzle: &Puzzle) {
    let text = write(puzzle).unwrap_or_else(|error| panic!("{}: {error}", puzzle.name));
    assert_eq!(&Puzzle::parse(&text).unwrap(), puzzle, "{text}");
}

#[test]
fn every_puzzle_of_the_catalogue_is_the_same_after_writing_and_reading() {
    for family in catalog::catalog().unwrap() {
        family.members.iter().for_each(assert_read_back);
    }
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(include_str!(concat!("../../", $name))),*]
    };
}

#[test]
fn every_puzzle_of_other_files_is_the_same_after_writing_and_reading() {
    let files = files![
        "tests/fuzz/corpus/puzzle/blocks.xmpuzzle",
        "tests/fuzz/corpus/puzzle/colours.xmpuzzle",
        "tests/fuzz/corpus/puzzle/prisms.xmpuzzle",
        "tests/fuzz/corpus/puzzle/soma.xmpuzzle",
        "tests/fuzz/corpus/puzzle/spheres.xmpuzzle",
        "tests/fuzz/corpus/puzzle/two-problems.xmpuzzle",
        "tests/fuzz/corpus/puzzle/flower.toml",
        "tests/fuzz/corpus/puzzle/gem.toml",
        "tests/fuzz/corpus/puzzle/holes-and-copies.toml",
        "tests/fuzz/corpus/puzzle/prisms.toml",
        "tests/fuzz/corpus/puzzle/spheres.toml",
        "tests/fuzz/corpus/puzzle/tower.toml",
        "tests/fuzz/corpus/puzzle/tray.toml",
        "src/cli/templates/box.toml",
        "src/cli/templates/calendar.toml",
        "src/cli/templates/cylinder.toml",
        "src/cli/templates/hexagonal.toml",
        "src/cli/templates/pyramid.toml",
        "src/cli/templates/rectangle.toml",
        "src/cli/templates/triangular.toml",
    ];
    for text in files {
        let family = Family::parse(&text.replace("NAME", "name")).unwrap();
        family.members.iter().for_each(assert_read_back);
    }
}

#[test]
fn every_puzzle_of_the_pages_is_the_same_after_writing_and_reading() {
    let pages = [include_str!("../puzzle/FORMAT.md"), include_str!("../guide/own-puzzle.md")];
    let blocks = pages.iter().flat_map(|page| page.split("\n```").skip(1).step_by(2));
    let texts = blocks.filter_map(|block| block.split_once('\n').map(|(_, text)| text));
    // Some blocks are parts of a file, and one shows what is refused.
    let families: Vec<Family> = texts.filter_map(|text| Family::parse(text).ok()).collect();
    assert!(families.len() > 12, "{}", families.len());
    families.iter().flat_map(Family::members).for_each(assert_read_back);
}

#[test]
fn a_problem_with_pieces_too_high_for_its_board_is_the_same_after_writing_and_reading() {
    // The board has a second layer without cells, in which such a piece may be turned.
    let text = "<puzzle version=\"2\"><gridType type=\"1\"/><colors/><shapes>\
        <voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>\
        <voxel x=\"1\" y=\"1\" z=\"2\" type=\"0\">##</voxel></shapes><problems><problem><shapes>\
        <shape id=\"0\"/><shape id=\"1\" min=\"0\" max=\"1\"/></shapes><result id=\"0\"/>\
        </problem></problems></puzzle>";
    let puzzle = Puzzle::parse(text).unwrap();
    assert_eq!(puzzle.board_shape()[0], 2);
    assert_read_back(&puzzle);
}

/// Moves the cells of a piece to where a drawing can show them, in reading order, with their colours.
fn drawn(piece: Piece, lattice: Lattice) -> Piece {
    let mut least =
        [0, 1, 2].map(|axis| piece.cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
    // A triangle that points up is shifted onto one that does.
    if lattice == Lattice::Triangular && (least[1] + least[2]) % 2 != 0 {
        least[2] -= 1;
    }
    let mut order: Vec<usize> = (0..piece.cells.len()).collect();
    order.sort_by_key(|&cell| piece.cells[cell]);
    let cells =
        order.iter().map(|&cell| [0, 1, 2].map(|axis| piece.cells[cell][axis] - least[axis]));
    let side = |side: Vec<Option<Paint>>| order.iter().map(|&cell| side[cell]).collect();
    let paints = piece.paints.map(|PiecePaints { front, back }| PiecePaints {
        front: side(front),
        back: back.map(side),
    });
    Piece { cells: cells.collect(), paints, ..piece }
}

/// Labels every cell but each fifth, in reading order.
fn labelled(puzzle: &mut Puzzle) {
    let points = puzzle.board.points().enumerate().filter(|(number, _)| number % 5 != 4);
    let label = |(number, cell)| Label { text: format!("c{number}"), cell };
    puzzle.labels = points.map(label).collect();
}

proptest! {
    #![proptest_config(crate::random::repeatable(1000))]

    #[test]
    fn random_puzzles_are_the_same_after_writing_and_reading(
        sketch in puzzles(),
        are_drawn: bool,
        are_labelled: bool,
        about in "[ -~\u{e9}\u{1}\n\t]{0,150}",
    ) {
        let Sketch(mut puzzle) = sketch;
        let lattice = puzzle.board.lattice;
        for piece in puzzle.pieces.iter_mut().filter(|p| are_drawn || p.paints.is_some()) {
            *piece = drawn(piece.clone(), lattice);
        }
        if are_labelled {
            labelled(&mut puzzle);
        }
        puzzle.title.clone_from(&about);
        puzzle.about = about.trim().to_owned();
        puzzle.given.sort_by(|a, b| a.cells.cmp(&b.cells));
        let is_free = puzzle.given.iter().any(|given| puzzle.pieces[given.piece].stays_free);
        let mut cells = puzzle.given.iter().flat_map(|given| &given.cells);
        let may_stay_empty = cells.any(|&cell| puzzle.board.place(cell) == Place::MayStayEmpty);
        match write(&puzzle) {
            Ok(text) => {
                prop_assert!(!is_free && !may_stay_empty);
                prop_assert_eq!(&Puzzle::parse(&text).unwrap(), &puzzle, "{}", text);
            }
            Err(NotWritten::StaysFree { .. }) => prop_assert!(is_free),
            Err(NotWritten::MayStayEmpty { .. }) => prop_assert!(may_stay_empty),
            Err(error) => prop_assert!(false, "{} {:?}", error, puzzle),
        }
    }

    #[test]
    fn random_puzzles_of_tiles_are_the_same_after_writing_and_reading(puzzle in tiles()) {
        prop_assume!(puzzle.check().is_ok());
        let text = write(&puzzle).unwrap();
        prop_assert_eq!(&Puzzle::parse(&text).unwrap(), &puzzle, "{}", text);
    }
}
