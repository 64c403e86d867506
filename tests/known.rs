//! Published counts of puzzles with copies, with solid pieces and with symmetric solutions.

mod common;

use bitcover::puzzle::model::{Board, Motions, Piece, Point, Puzzle};
use bitcover::run::{Anchor, Listing};

use common::{ENGINES, compiled, piece, puzzle, rectangle, run_all, settings};

/// Checks distinct and total for both engines, with symmetry broken and without.
fn check(puzzle: &Puzzle, distinct: u128, total: u128) {
    let compiled = compiled(puzzle);
    let mut fingerprints = Vec::new();
    for engine in ENGINES {
        for anchor in [Anchor::Auto, Anchor::None] {
            let part = run_all(&compiled, &settings(engine, &anchor, 2, Listing::Fingerprint));
            let found = (part.tally.distinct, part.tally.total);
            assert_eq!(found, (distinct, total), "{engine:?}, {anchor:?}");
            fingerprints.push(part.tally.fingerprint);
        }
    }
    assert!(fingerprints.iter().all(|&fingerprint| fingerprint == fingerprints[0]));
}

/// Two of each of the five free tetrominoes.
fn tetrominoes() -> Vec<Piece> {
    let shapes =
        [("Ii", "xxxx"), ("Oo", "xx/xx"), ("Tt", "xxx/.x."), ("Ss", ".xx/xx."), ("Ll", "xxx/x..")];
    shapes.map(|(symbols, shape)| piece(symbols, shape, Motions::RotationsAndFlips)).to_vec()
}

#[test]
fn two_sets_of_tetrominoes_fill_five_by_eight_also_symmetrically() {
    let board = rectangle(5, 8, Motions::RotationsAndFlips);
    check(&puzzle(board, tetrominoes()), 783, 3_106);
}

#[test]
fn two_sets_of_tetrominoes_fill_four_by_ten() {
    let board = rectangle(4, 10, Motions::RotationsAndFlips);
    check(&puzzle(board, tetrominoes()), 449, 1_796);
}

/// The Soma cube, its board turned by these motions.
fn soma(motions: Motions) -> Puzzle {
    let shapes: [(&str, &[Point]); 7] = [
        ("V", &[[0, 0, 0], [0, 1, 0], [1, 1, 0]]),
        ("L", &[[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 2, 0]]),
        ("T", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0]]),
        ("Z", &[[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 2, 0]]),
        ("A", &[[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 1, 1]]),
        ("B", &[[0, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]]),
        ("P", &[[0, 0, 0], [0, 1, 0], [1, 1, 0], [0, 1, 1]]),
    ];
    let pieces = shapes.map(|(name, cells)| Piece {
        cells: cells.to_vec(),
        ..piece(name, "x", Motions::Rotations)
    });
    let board = Board { size: [3; 3], wrap: [false; 3], inner: None, motions };
    puzzle(board, pieces.to_vec())
}

#[test]
fn the_soma_cube_has_half_as_many_solutions_when_mirror_images_count_as_one() {
    check(&soma(Motions::Rotations), 480, 11_520);
    check(&soma(Motions::RotationsAndFlips), 240, 11_520);
}
