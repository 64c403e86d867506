use std::collections::{BTreeMap, BTreeSet};

use super::super::Checker;
use super::super::sample::{arrangements, board, dominoes, logiq, piece, puzzle, soma, started};
use crate::puzzle::file;
use crate::puzzle::model::{Board, Inner, Motions, Puzzle};

/// Distinct and total, found by filling the board and sorting the arrangements into orbits;
/// checks on the way that each orbit is whole and as large as each of its members says.
fn counts(puzzle: &Puzzle) -> (usize, usize) {
    let checker = Checker::new(puzzle);
    let lines = arrangements(puzzle, &checker);
    let mut orbits: BTreeMap<Vec<u8>, (usize, usize)> = BTreeMap::new();
    for line in &lines {
        let checked = checker.check_line(line).unwrap();
        let cells = checker.rules.parse(line).unwrap();
        let image = checker.group.image(checked.motion, &cells);
        assert_eq!(checker.rules.write(&image), checked.canonical);
        assert!(lines.contains(&checked.canonical));
        orbits.entry(checked.canonical).or_insert((0, checked.images)).0 += 1;
    }
    assert!(orbits.values().all(|(met, images)| met == images));
    (orbits.len(), lines.len())
}

fn order(puzzle: &Puzzle) -> usize {
    Checker::new(puzzle).board_motions()
}

#[test]
fn a_tower_has_24_motions_and_every_solution_as_many_images() {
    for rows in 2..=5 {
        assert_eq!(order(&logiq(rows)), 24);
    }
    assert_eq!(counts(&logiq(2)), (23, 552));
    assert_eq!(counts(&logiq(3)), (2294, 55_056));
}

#[test]
fn the_soma_cube_is_halved_when_mirror_images_count_as_one() {
    let (turned, mirrored) = (soma(Motions::Rotations), soma(Motions::RotationsAndFlips));
    assert_eq!((order(&turned), order(&mirrored)), (24, 48));
    assert_eq!(counts(&turned), (480, 11_520));
    assert_eq!(counts(&mirrored), (240, 11_520));
}

#[test]
fn solutions_that_are_their_own_image_have_fewer_images() {
    let free = |symbols: &str, cells: &[[i32; 2]]| {
        let cells: Vec<_> = cells.iter().map(|&[row, column]| [0, row, column]).collect();
        piece(symbols, &cells, Motions::RotationsAndFlips)
    };
    let pieces = vec![
        free("Ii", &[[0, 0], [0, 1], [0, 2], [0, 3]]),
        free("Ll", &[[0, 0], [0, 1], [0, 2], [1, 0]]),
        free("Oo", &[[0, 0], [0, 1], [1, 0], [1, 1]]),
        free("Ss", &[[0, 1], [0, 2], [1, 0], [1, 1]]),
        free("Tt", &[[0, 0], [0, 1], [0, 2], [1, 1]]),
    ];
    let tetrominoes = puzzle(board([1, 5, 8], Motions::RotationsAndFlips), pieces);
    assert_eq!(order(&tetrominoes), 4);
    assert_eq!(counts(&tetrominoes), (783, 3106));
}

#[test]
fn two_dominoes_fill_a_square_in_one_way_that_has_two_images() {
    assert_eq!(order(&dominoes()), 8);
    assert_eq!(counts(&dominoes()), (1, 2));
}

#[test]
fn a_piece_that_may_not_turn_takes_the_turns_from_the_board() {
    let mut fixed = dominoes();
    fixed.pieces[0].motions = Motions::Translate;
    assert_eq!(order(&fixed), 4);
    assert_eq!(counts(&fixed), (1, 1));
}

#[test]
fn pieces_that_a_mirror_exchanges_must_be_alike_in_all_else() {
    let mut mirrored = soma(Motions::RotationsAndFlips);
    mirrored.pieces[4].optional = true;
    assert_eq!(order(&mirrored), 24);
    mirrored.pieces[5].optional = true;
    assert_eq!(order(&mirrored), 48);
    mirrored.pieces[5].symbols.push(b'b');
    assert_eq!(order(&mirrored), 24);
}

#[test]
fn on_a_strip_motions_that_come_to_the_same_are_one() {
    let motions = Motions::RotationsAndFlips;
    let bar = piece("ab", &[[0, 0, 0], [0, 0, 1]], motions);
    let mut strip = puzzle(board([1, 1, 4], motions), vec![bar]);
    assert_eq!(order(&strip), 2);
    strip.board.wrap = [false, false, true];
    assert_eq!(order(&strip), 8);
    strip.board.wrap = [false, true, true];
    assert_eq!(order(&strip), 8);
    strip.board.drawing = Board::of_size([1, 1, 2]).drawing;
    assert_eq!(order(&strip), 2);
}

#[test]
fn a_shape_that_never_fits_cannot_spoil_a_motion() {
    // The bar of three lies along the rows only, whichever way the board is turned over.
    let bar = piece("a", &[[0, 0, 0], [0, 1, 0], [0, 2, 0]], Motions::Rotations);
    let chiral =
        piece("s", &[[0, 0, 1], [0, 0, 2], [0, 1, 0], [0, 1, 1], [0, 2, 0]], Motions::Rotations);
    let mut flat = puzzle(board([1, 1, 3], Motions::RotationsAndFlips), vec![bar, chiral]);
    flat.pieces[1].optional = true;
    assert_eq!(order(&flat), 2);
    assert_eq!(counts(&flat), (1, 1));
}

#[test]
fn orbits_are_whole_on_boards_of_every_kind() {
    let flips = Motions::RotationsAndFlips;
    let corner = || piece("abcd", &[[0, 0, 0], [0, 0, 1], [0, 1, 0]], flips);
    let mut torus = puzzle(board([1, 3, 4], flips), vec![corner()]);
    torus.board.wrap = [false, true, true];
    assert_eq!(order(&torus), 4 * 12);
    counts(&torus);
    torus.board.drawing = Board::of_size([1, 3, 3]).drawing;
    torus.pieces[0].symbols.truncate(3);
    assert_eq!(order(&torus), 8 * 9);
    counts(&torus);

    let mut rings = puzzle(board([2, 1, 4], flips), vec![corner()]);
    let (mut tall, mut ring) = (piece("tu", &[[0, 0, 0], [1, 0, 0]], flips), corner());
    (ring.name, ring.symbols, ring.cells) =
        ("ring".to_owned(), b"xy".to_vec(), vec![[0, 0, 0], [0, 0, 2]]);
    rings.board.wrap = [true, false, true];
    rings.board.inner = Some(Inner::Rows);
    (tall.inner, ring.inner) = (false, true);
    rings.pieces = vec![tall, ring];
    // Layers exchanged or not, columns reversed or not, four turns.
    assert_eq!(order(&rings), 2 * 2 * 4);
    assert_eq!(counts(&rings), (1, 2));
}

#[test]
fn a_pyramid_has_8_motions_and_a_tray_4_or_only_the_half_turn() {
    let of = |text: &str| order(&file::parse(text).unwrap().members[0]);
    assert_eq!(of(include_str!("../../puzzle/catalog/lonpos-pyramid.toml")), 8);
    assert_eq!(of(include_str!("../../puzzle/catalog/iq-fit.toml")), 4);
    assert_eq!(of(include_str!("../../puzzle/catalog/iq-fit-strict.toml")), 2);
}

#[test]
fn pieces_on_the_board_from_the_start_leave_the_motions_that_keep_them() {
    let text = include_str!("../../puzzle/catalog/cubi-magici.toml");
    let square = file::parse(text).unwrap().members.remove(0);
    let bar = square.piece_named("p9").unwrap();
    let with_bar = |row: i32, column: i32| {
        let cells = [0, 1, 2, 3, 4].map(|step| [0, row, column + step]);
        order(&started(square.clone(), &[(bar, &cells)]))
    };
    assert_eq!((order(&square), with_bar(3, 1), with_bar(0, 1), with_bar(0, 0)), (8, 4, 2, 1));
}

#[test]
fn a_motion_may_exchange_pieces_that_lie_on_the_board_from_the_start() {
    let flips = Motions::RotationsAndFlips;
    let strip = |ends: &[&str]| {
        let mut pieces = vec![piece("m", &[[0, 0, 0], [0, 0, 1]], flips)];
        pieces.extend(ends.iter().map(|symbols| piece(symbols, &[[0, 0, 0]], flips)));
        puzzle(board([1, 1, 4], flips), pieces)
    };
    let (left, right) = ([[0, 0, 0]], [[0, 0, 3]]);
    let two = started(strip(&["a", "b"]), &[(1, &left), (2, &right)]);
    assert_eq!((order(&two), counts(&two)), (2, (1, 1)));
    let one = started(strip(&["a", "b"]), &[(1, &left)]);
    // The other single may lie in three cells, but the bar leaves it two.
    assert_eq!((order(&one), counts(&one)), (1, (2, 2)));
    let copies = started(strip(&["ab"]), &[(1, &left), (1, &right)]);
    assert_eq!((order(&copies), counts(&copies)), (2, (1, 1)));
    let copy = started(strip(&["ab"]), &[(1, &left)]);
    assert_eq!((order(&copy), counts(&copy)), (1, (2, 2)));
}

#[test]
fn which_of_several_alike_pieces_becomes_which_depends_on_symbols_alone() {
    let canonical = |order: &str| {
        let corner = |symbol: char| {
            let tip = if "ac".contains(symbol) { [0, 0, 0] } else { [0, 0, 1] };
            let cells = [tip, [0, 1, 0], [0, 1, 1]];
            piece(&symbol.to_string(), &cells, Motions::Translate)
        };
        let mut pieces: Vec<_> = order.chars().map(corner).collect();
        pieces.push(piece("wxyz", &[[0, 0, 0]], Motions::Translate));
        let strip = puzzle(board([1, 2, 8], Motions::RotationsAndFlips), pieces);
        let checker = Checker::new(&strip);
        assert_eq!(checker.board_motions(), 2);
        String::from_utf8(checker.check_line(b"cwxdayzb/ccddaabb").unwrap().canonical).unwrap()
    };
    // Mirrored, a and b change places, and so do c and d.
    assert_eq!(canonical("abcd"), "awxbcyzd/aabbccdd");
    assert_eq!(canonical("cbad"), "awxbcyzd/aabbccdd");
}

#[test]
fn what_the_pieces_on_the_board_leave_impossible_cannot_spoil_a_motion() {
    let cross = [[0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2], [0, 2, 1]];
    let snake = [[0, 0, 1], [0, 0, 2], [0, 1, 0], [0, 1, 1]];
    let mut pieces = vec![
        piece("x", &cross, Motions::Rotations),
        piece("s", &snake, Motions::Rotations),
        piece("abcd", &[[0, 0, 0]], Motions::Rotations),
    ];
    pieces[1].optional = true;
    let square = puzzle(board([1, 3, 3], Motions::RotationsAndFlips), pieces);
    assert_eq!(order(&square), 4);
    let crossed = started(square, &[(0, &cross)]);
    assert_eq!((order(&crossed), counts(&crossed)), (8, (1, 1)));
}

#[test]
fn motions_are_put_into_words() {
    let words = |puzzle: &Puzzle| -> Vec<String> {
        let checker = Checker::new(puzzle);
        (0..checker.board_motions()).filter_map(|m| checker.motion_words(m)).collect()
    };
    let tower = words(&logiq(3));
    assert_eq!(tower[0], "as it is");
    assert_eq!(tower[1], "turned by 1 column");
    assert_eq!(tower[11], "turned by 11 columns");
    assert_eq!(tower[12], "stood on its head");
    assert_eq!(tower[17], "stood on its head and turned by 5 columns");
    let square = words(&dominoes());
    assert_eq!(square[1], "turned by 180 degrees");
    assert!(square.contains(&"mirrored left to right".to_owned()), "{square:?}");
    for puzzle in [logiq(2), dominoes(), soma(Motions::RotationsAndFlips)] {
        let all = words(&puzzle);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
    }
    assert_eq!(Checker::new(&logiq(2)).motion_words(24), None);
}
