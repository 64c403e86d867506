use super::super::Checker;
use super::super::sample::{described, logiq, started, typed, verdict};
use crate::puzzle::model::Puzzle;

/// Dominoes, as many as needed, on a drawn board.
fn dominoes(picture: &str, symbols: &str) -> Puzzle {
    described(&format!(
        "[board]\nmotions = \"rotations-and-flips\"\npicture = \"\"\"\n{picture}\"\"\"\n\
         [[piece]]\nname = \"domino\"\nsymbol = \"{symbols}\"\npicture = \"XX\"\n"
    ))
}

#[test]
fn holes_are_written_except_at_the_end_of_a_row() {
    let checker = Checker::new(&dominoes("#..#\n....", "abc"));
    assert_eq!(verdict(&checker, "#aa/bbcc"), "legal, 1 images");
    assert_eq!(checker.rules.line_length(), 8);
    assert_eq!(
        verdict(&checker, "#aa#/bbcc"),
        "row 1: there are 4 columns; the board has 3 columns"
    );
    assert_eq!(
        verdict(&checker, "aaa/bbcc"),
        "row 1, column 1: there is 'a', but the board has no cell here, which is written '#'"
    );
    assert_eq!(verdict(&checker, "#a#/bbcc"), "row 1, column 3: no piece has the symbol '#'");
    assert_eq!(
        verdict(&checker, "#a./bbcc"),
        "row 1, column 3: the cell is empty, but every cell must be filled"
    );
}

#[test]
fn holes_may_be_typed_as_spaces_or_left_out_at_the_end() {
    let checker = Checker::new(&dominoes("#..#\n....", "abc"));
    for text in ["#aa#\nbbcc", " aa \nbbcc", " aa\nbbcc\n", "\n#aa/bbcc", " aa##  \r\nbbcc  "] {
        assert_eq!(typed(&checker, text), "#aa/bbcc", "{text:?}");
    }
    // What stands before a row counts where the board begins with a hole.
    assert_eq!(typed(&checker, "aa\nbbcc"), "row 1: there are 2 columns; the board has 3 columns");
    assert_eq!(
        typed(&checker, "#aab\nbbcc"),
        "row 1: there are 4 columns; the board has 3 columns"
    );
    assert_eq!(
        typed(&checker, "aaa\nbbcc"),
        "row 1, column 1: there is 'a', but the board has no cell here, which is written '#'"
    );
    let ring = Checker::new(&dominoes("...\n.#.\n...", "abcd"));
    assert_eq!(typed(&ring, "  aab\n  d b\n  dcc"), "aab/c#b/cdd");
}

#[test]
fn a_cell_that_may_stay_empty_may_also_be_filled() {
    let mut puzzle = dominoes("?..\n..?", "abc");
    puzzle.pieces[0].optional = true;
    let checker = Checker::new(&puzzle);
    assert_eq!(verdict(&checker, "aab/ccb"), "legal, 2 images");
    assert_eq!(verdict(&checker, ".aa/bb."), "legal, 1 images");
    assert_eq!(
        typed(&checker, ".ba\n.ba"),
        "row 2, column 1: the cell is empty, but every cell must be filled"
    );
    assert_eq!(verdict(&checker, "./aa"), "row 1: there are 1 column; the board has 3 columns");
}

#[test]
fn rows_without_cells_are_written_empty_and_need_not_be_typed() {
    let checker = Checker::new(&dominoes("..\n#\n....", "abc"));
    assert_eq!(verdict(&checker, "aa//bbcc"), "legal, 1 images");
    assert_eq!(typed(&checker, "aa\nbbcc"), "aa//bbcc");
    assert_eq!(typed(&checker, "aa\n#\nbbcc"), "aa//bbcc");
    assert_eq!(verdict(&checker, "aa/bbcc"), "the picture has 2 rows; the board has 3 rows");
}

#[test]
fn layers_may_differ_in_size() {
    let checker = Checker::new(&described(
        "[board]\nlattice = \"cubic\"\nmotions = \"rotations\"\n\
         picture = \"\"\"\n...\n...\n\n#.\n#.\"\"\"\n\
         [[piece]]\nsymbol = \"abcd\"\npicture = \"XX\"\n",
    ));
    assert_eq!(verdict(&checker, "aab/ccb//#d/#d"), "legal, 2 images");
    assert_eq!(checker.rules.line_length(), 14);
    assert_eq!(typed(&checker, "aab\nccb\n\n d\n d"), "aab/ccb//#d/#d");
    assert_eq!(
        verdict(&checker, "aab/ccb//#d/#"),
        "layer 2, row 2: there are 1 column; the board has 2 columns"
    );
    assert_eq!(
        verdict(&checker, "aab/ccb//dd/#d"),
        "layer 2, row 1, column 1: there is 'd', but the board has no cell here, which is written '#'"
    );
    assert_eq!(
        verdict(&checker, "aab//ccb/#d/#d"),
        "layer 1: the picture has 1 row; the board has 2 rows"
    );
}

#[test]
fn a_starting_position_is_written_without_what_is_still_to_come() {
    let puzzle = dominoes("#..?\n....", "abcd");
    let checker = Checker::new(&started(
        puzzle,
        &[(0, &[[0, 1, 2], [0, 1, 3]]), (0, &[[0, 0, 1], [0, 0, 2]])],
    ));
    let rules = &checker.rules;
    assert_eq!(rules.write_start(), b"#aa./..bb");
    assert_eq!(rules.parse_start(b"#aa./..bb").unwrap(), rules.starts());
    assert_eq!(rules.parse_start(b"#dd./..aa").unwrap(), rules.starts());
    assert_ne!(rules.parse_start(b"#.../..aa").unwrap(), rules.starts());
    assert!(rules.parse_start(b"#aa./..b").is_err());
    assert!(rules.parse_start(b"#aa./..xx").is_err());
}

#[test]
fn hexagons_are_typed_with_space_between_them_and_written_without() {
    let checker = Checker::new(&described(
        "[board]\nlattice = \"hexagonal\"\nmotions = \"rotations-and-flips\"\n\
         picture = \"\"\"\n. . .\n . .\"\"\"\n\
         [[piece]]\nsymbol = \"ab\"\npicture = \"X X\"\n\
         [[piece]]\nsymbol = \"c\"\npicture = \"X\"\n",
    ));
    assert_eq!(typed(&checker, "a a b\n c b"), "aab/cb");
    assert_eq!(typed(&checker, "c a a\n b b"), "caa/bb");
    assert_eq!(
        typed(&checker, "a a b\n c b b"),
        "row 2: there are 3 columns; the board has 2 columns"
    );
}

#[test]
fn a_starting_position_says_nothing_of_inner_cells() {
    let tower = logiq(2);
    let bar = tower.piece_named("I").unwrap();
    let cells: Vec<[i32; 3]> = (0..5).map(|column| [0, 0, column]).collect();
    let checker = Checker::new(&started(tower, &[(bar, &cells)]));
    let rules = &checker.rules;
    assert_eq!(rules.write_start(), b"IIIII......./............");
    assert_eq!(rules.parse_start(&rules.write_start()).unwrap(), rules.starts());
    // Two rows of twelve, each with its inner cell, and what joins them.
    assert_eq!(rules.line_length(), 2 * (12 + 2) + 1);
}
