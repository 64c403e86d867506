//! Hexagons and triangles: the examples of the format page, files that are wrong, published counts,
//! and what is easily got wrong about triangles.

use crate::puzzle::catalog::catalog;
use crate::puzzle::file::parse;
use crate::puzzle::model::Motions;
use crate::puzzle::{Puzzle, compile};
use crate::solve::options::{Anchor, Engine, OutputMode};
use crate::verify::Checker;

use super::common::{engines_for, lines, run_all, settings};

/// The distinct solutions and the total of a puzzle, by every engine that takes it; each distinct
/// solution is checked.
fn counts(puzzle: &Puzzle) -> (u128, u128) {
    let (compiled, checker) = (compile(puzzle).unwrap(), Checker::new(puzzle));
    assert_eq!(checker.board_motions(), compiled.problem.group.order(), "{}", puzzle.name);
    let all = engines_for(&compiled.problem).into_iter().map(|engine| {
        let solved = run_all(&compiled, &settings(engine, &Anchor::Auto, 2, OutputMode::Distinct));
        for line in lines(&solved) {
            let checked = checker.check_line(line.as_bytes());
            assert_eq!(checked.map(|checked| checked.canonical), Ok(line.into_bytes()));
        }
        (solved.counts.distinct.small(), solved.counts.total.small())
    });
    let all: Vec<_> = all.collect();
    assert!(all.iter().all(|counts| *counts == all[0]), "{}: {all:?}", puzzle.name);
    all[0]
}

fn counts_of(text: &str) -> (u128, u128) {
    counts(&parse(text).unwrap_or_else(|error| panic!("{error}\n{text}")).members[0])
}

/// The complete puzzle of the format page that has this name.
fn of_the_page(name: &str) -> &'static str {
    let page = include_str!("../puzzle/FORMAT.md");
    let blocks = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let head = format!("name = \"{name}\"\n");
    blocks.into_iter().find(|block| block.starts_with(&head)).unwrap()
}

#[test]
fn the_puzzles_of_the_format_page_have_as_many_solutions_as_it_says() {
    assert_eq!(counts_of(of_the_page("honeycomb")), (4, 16));
    assert_eq!(counts_of(of_the_page("hexagon")), (26, 312));
    assert_eq!(counts_of(of_the_page("week")), (6, 6));
    assert_eq!(counts_of(of_the_page("flag")), (1, 2));
    assert_eq!(counts_of(of_the_page("edges")), (1, 4));
}

#[test]
fn published_counts_of_polyhexes_are_of_those_without_the_mirror_image_of_one() {
    let files = catalog().unwrap();
    let mut members = files.iter().flat_map(|file| &file.members);
    let mut puzzle = members.find(|puzzle| puzzle.name == "polyhexes-4x10").unwrap().clone();
    let piece = puzzle.piece_named("P").unwrap();
    puzzle.pieces[piece].motions = Motions::Rotations;
    // Its mirror image in the set of the catalogue is the hand that was published.
    let total = |puzzle: &Puzzle| {
        let settings = settings(Engine::Frontier, &Anchor::Auto, 2, OutputMode::Count);
        run_all(&compile(puzzle).unwrap(), &settings).counts.total.small()
    };
    let one_hand = total(&puzzle);
    for [_, row, column] in &mut puzzle.pieces[piece].cells {
        *column = -*column - *row;
    }
    let other_hand = total(&puzzle);
    assert_eq!(other_hand, 2 * 3_665_348);
    assert_eq!(u128::from(puzzle.known.unwrap().total), one_hand + other_hand);
}

/// A board of one line of text after another, and pieces with symbols and pictures.
fn small(lattice: &str, board: &str, motions: &str, pieces: &[(&str, &str)]) -> String {
    let piece = |(symbols, picture): &(&str, &str)| {
        format!("[[piece]]\nsymbol = '{symbols}'\npicture = '''\n{picture}'''\n")
    };
    let pieces: String = pieces.iter().map(piece).collect();
    format!(
        "name = 'small'\n[board]\nlattice = '{lattice}'\nmotions = 'rotations-and-flips'\n\
         {board}\n[pieces]\nmotions = '{motions}'\n{pieces}"
    )
}

#[test]
fn a_triangle_that_may_only_be_shifted_fills_those_alone_that_point_as_it_does() {
    let board = "rows = 1\ncolumns = 4";
    let of =
        |motions, pieces: &[(&str, &str)]| counts_of(&small("triangular", board, motions, pieces));
    assert_eq!(of("translate", &[("abcd", "x")]), (0, 0));
    assert_eq!(of("translate", &[("abcd", ".x")]), (0, 0));
    assert_eq!(of("translate", &[("ab", "x"), ("cd", ".x")]), (1, 1));
    assert_eq!(of("half-turn", &[("abcd", "x")]), (1, 1));
    // Two that point up, with a gap between them, and two that point down.
    assert_eq!(of("translate", &[("ab", "x.x")]), (0, 0));
    assert_eq!(of("translate", &[("a", "x.x"), ("b", ".x.x")]), (1, 1));
}

#[test]
fn hexagons_and_triangles_go_round_closed_axes() {
    // Six rings of three and three of two, begun anywhere, up to turning and mirroring.
    let ring = |lattice: &str, columns: usize, piece: &str| {
        let board = format!("rows = 1\ncolumns = {columns}\nwrap = ['columns']");
        counts_of(&small(lattice, &board, "rotations-and-flips", &[("abc", piece)]))
    };
    assert_eq!(ring("hexagonal", 6, "x x"), (1, 2));
    assert_eq!(ring("triangular", 6, "xx"), (1, 2));
    // On a torus of six triangles, each diamond lies with one of its three neighbours.
    let torus = "rows = 2\ncolumns = 4\nwrap = ['rows', 'columns']";
    let diamonds = |motions| counts_of(&small("triangular", torus, motions, &[("abcd", "xx")]));
    assert_eq!(diamonds("translate"), (1, 1));
    assert_eq!(diamonds("rotations").1, 9);
}

#[test]
fn prisms_stand_on_one_another_and_may_be_turned_over() {
    let board = "layers = 2\nrows = 1\ncolumns = 2";
    let pieces = |picture| [("ab", picture)];
    for lattice in ["hexagonal", "triangular"] {
        let pair = if lattice == "hexagonal" { "x x" } else { "xx" };
        let flat = counts_of(&small(lattice, board, "rotations", &pieces(pair)));
        let upright = counts_of(&small(lattice, board, "rotations", &pieces("x\n\nx")));
        assert_eq!((flat, upright), ((1, 1), (1, 1)), "{lattice}");
        let head = small(lattice, board, "rotations", &[("a", "x"), ("bcd", "x")]);
        assert_eq!(counts_of(&head), (1, 4), "{lattice}");
    }
}

/// What is said of a file that is wrong.
fn refused(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn files_of_hexagons_and_triangles_that_are_wrong_are_refused_at_the_thing_itself() {
    let file = |board: &str, piece: &str| {
        format!("name = 'x'\n[board]\nmotions = 'rotations'\n{board}\n[[piece]]\n{piece}\n")
    };
    let dot = "symbol = 'a'\npicture = 'a'";
    for (board, piece, place, words) in [
        ("lattice = 'hexagonal'\npicture = '..'", dot, "line 5, column 13: ", "two columns apart"),
        ("lattice = 'hexagonal'\npicture = '. :'", dot, "line 5, column 14: ", "':' means nothing"),
        (
            "lattice = 'hexagonal'\npicture = '''\n. .\n. .'''",
            dot,
            "line 7, column 1: ",
            "'.' stands between two hexagons",
        ),
        (
            "lattice = 'hexagonal'\nrows = 2\ncolumns = 2",
            "symbol = 'a'\npicture = 'aa'",
            "line 9, column 13: ",
            "'a' stands between two hexagons",
        ),
        (
            "lattice = 'triangular'\nrows = 2\ncolumns = 3\nwrap = ['rows', 'columns']",
            dot,
            "line 7, column 17: ",
            "there are 3 of them",
        ),
        (
            "lattice = 'triangular'\nrows = 3\ncolumns = 4\nwrap = ['rows', 'columns']",
            dot,
            "line 7, column 9: ",
            "make it an even number",
        ),
        (
            "lattice = 'hexagonal'\npicture = '''\n. .\n .\n'''\nwrap = ['columns']",
            dot,
            "line 9, column 9: ",
            "gaps at its rim",
        ),
        (
            "lattice = 'hexagonal'\nrows = 2\ncolumns = 2",
            "symbol = 'a'\npicture = \"a\\n\\na\"",
            "line 9, column 11: ",
            "the board has only one",
        ),
        (
            "lattice = 'triangular'\nrows = 2\ncolumns = 2",
            "symbol = 'a'\ncopy = 'pentominoes/X'",
            "line 9, column 8: ",
            "pentominoes are made of squares",
        ),
        (
            "rows = 2\ncolumns = 2",
            "symbol = 'a'\ncopy = 'hexiamonds/O'",
            "line 8, column 8: ",
            "set lattice = \"triangular\"",
        ),
        ("lattice = 'hexagonal'\nrows = 2\ncolumns = 2\ninner = 'rows'", dot, "line 7", "square"),
        ("lattice = 'hexagonal'\nrows = 2", dot, "line 2", "columns is missing"),
        ("lattice = 'hexagonl'\nrows = 2", dot, "line 4, column 11: ", "hexagonal"),
        (
            "lattice = 'triangular'\nlayers = 9\nrows = 99\ncolumns = 9",
            dot,
            "line 6, column 8: ",
            "the most is 4096",
        ),
    ] {
        let error = refused(&file(board, piece));
        assert!(error.starts_with(place) && error.contains(words), "{board} {piece}: {error}");
    }
    let tray = "[tray]\nlayer = 'either'\nat-least = 1\n";
    let board = file("lattice = 'triangular'\nrows = 2\ncolumns = 2", dot);
    assert!(refused(&board.replace("[[piece]]", &format!("{tray}[[piece]]"))).contains("[tray]"));
    let sets = file("lattice = 'hexagonal'\nrows = 2\ncolumns = 2\n[pieces]\nsets = ['soma']", dot);
    assert!(refused(&sets).starts_with("line 8, column 9: "), "{}", refused(&sets));
}
