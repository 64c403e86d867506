//! Motions of boards and turns of lattices: how many there are, and what is said of them.

use crate::puzzle::lattice::Grid;
use crate::puzzle::model::{Board, Inner, Lattice, Motions};
use crate::puzzle::motion::Motion;
use crate::puzzle::turn::Turn;

use super::common::{cylinder, rectangle};

fn motions(board: &Board) -> usize {
    Motion::all(board, &Grid::new(board), true).len()
}

#[test]
fn a_square_that_is_closed_one_way_is_not_turned_by_90_degrees() {
    // Four turns, each with four shifts.
    assert_eq!(motions(&cylinder(4, 4, false, Motions::RotationsAndFlips)), 16);
}

#[test]
fn a_square_with_inner_cells_behind_its_rows_is_not_turned_by_90_degrees() {
    let square = rectangle(4, 4, Motions::RotationsAndFlips);
    assert_eq!(motions(&square), 8);
    assert_eq!(motions(&Board { inner: Some(Inner::Rows), ..square }), 4);
}

#[test]
fn a_board_without_an_end_is_stood_on_its_head_and_one_with_ends_is_turned() {
    let half = |board: &Board| {
        let grid = Grid::new(board);
        let motions = Motion::all(board, &grid, true);
        motions.iter().find(|motion| motion.turn == Turn::HALF).unwrap().describe(&grid)
    };
    assert_eq!(half(&rectangle(3, 4, Motions::HalfTurn)), "turned by 180 degrees");
    let head = half(&cylinder(3, 4, false, Motions::HalfTurn));
    assert!(head.starts_with("stood on its head"), "{head}");
}

/// The turn of the cubic lattice of which this is said.
fn turn_called(words: &str, lattice: Lattice) -> Turn {
    // The first one changes nothing, and is not spoken of.
    let mut all = Turn::of(Lattice::Cubic, Motions::RotationsAndFlips, false).into_iter().skip(1);
    all.find(|turn| turn.words(lattice) == words).unwrap()
}

#[test]
fn words_say_what_becomes_of_a_step_to_the_right_and_of_one_down() {
    for (words, images) in [
        ("turned by 180 degrees", [[0, 0, -1], [0, -1, 0]]),
        ("turned by 90 degrees to the right", [[0, 1, 0], [0, 0, -1]]),
        ("turned by 90 degrees to the left", [[0, -1, 0], [0, 0, 1]]),
        ("mirrored top to bottom", [[0, 0, 1], [0, -1, 0]]),
        ("mirrored left to right", [[0, 0, -1], [0, 1, 0]]),
    ] {
        let turn = turn_called(words, Lattice::Square);
        assert_eq!([[0, 0, 1], [0, 1, 0]].map(|step| turn.apply(step)), images, "{words}");
    }
}

#[test]
fn of_a_turn_in_space_it_is_said_where_each_coordinate_comes_from() {
    for (words, image) in [
        ("turned so that layer, row, column come from -row, layer, column", [-2, 1, 3]),
        ("mirrored so that layer, row, column come from row, layer, column", [2, 1, 3]),
    ] {
        assert_eq!(turn_called(words, Lattice::Cubic).apply([1, 2, 3]), image, "{words}");
    }
}
