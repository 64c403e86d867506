use super::super::Checker;
use super::super::sample::{board, described, dominoes, piece, puzzle, started, typed, verdict};
use crate::puzzle::model::{Motions, Place};

/// One solid piece that shows a bar of three from above and a corner from below, in a tray.
fn tray(layer: &str, at_least: usize) -> Checker {
    Checker::new(&described(&format!(
        "[board]\nrows = 2\ncolumns = 3\nmotions = \"rotations-and-flips\"\n\
         [tray]\nlayer = \"{layer}\"\nat-least = {at_least}\n\
         [pieces]\nmotions = \"rotations\"\n\
         [[piece]]\nsymbol = \"s\"\npicture = \"\"\"\nX..\nXX.\n\nXXX\n...\"\"\"\n\
         [[piece]]\nsymbol = \"abc\"\noptional = true\npicture = \"X\\n\\nX\"\n"
    )))
}

#[test]
fn a_tray_shows_either_layer_of_a_piece_or_the_upper_one_only() {
    let both = tray("either", 1);
    assert_eq!(verdict(&both, "sss/abc"), "legal, 2 images");
    assert_eq!(verdict(&both, "ssa/sbc"), "legal, 4 images");
    let upper = tray("upper", 1);
    assert_eq!(verdict(&upper, "sss/abc"), "legal, 2 images");
    // Turned over, the corner is above, as its own mirror image; but standing on its side the
    // piece shows a hook that has none, so that the tray may only be turned by 180 degrees.
    assert_eq!(verdict(&upper, "ssa/sbc"), "legal, 2 images");
    let few = tray("either", 4);
    assert_eq!(
        verdict(&few, "sss/abc"),
        "row 1, column 1: piece s has only 3 cells in the tray; at least 4 must lie there"
    );
}

#[test]
fn a_piece_may_not_lie_upside_down_in_a_tray_for_upper_layers() {
    let mut puzzle = described(
        "[board]\nrows = 1\ncolumns = 2\nmotions = \"rotations\"\n\
         [tray]\nlayer = \"upper\"\nat-least = 1\n\
         [[piece]]\nsymbol = \"s\"\nmotions = \"half-turn\"\n\
         picture = \"\"\"\nXX\n\n.X\"\"\"\n\
         [[piece]]\nsymbol = \"a\"\noptional = true\npicture = \"X\\n\\nX\"\n",
    );
    assert_eq!(verdict(&Checker::new(&puzzle), "sa"), "legal, 2 images");
    assert_eq!(
        verdict(&Checker::new(&puzzle), "ss"),
        "row 1, column 1: piece s lies with its lower layer in the tray; it must be the upper one"
    );
    puzzle.pieces[0].cells = vec![[0, 0, 0], [0, 0, 1], [0, 0, 2], [1, 0, 2]];
    assert_eq!(verdict(&Checker::new(&puzzle), "aa"), "piece s is missing");
    // Standing on its end it would show one cell above another, three layers high.
    assert_eq!(
        verdict(&Checker::new(&puzzle), "ss"),
        "row 1, column 1: the cells marked 's' do not have the shape of piece s"
    );
}

#[test]
fn a_mirrored_footprint_in_a_tray_is_that_of_a_piece_turned_over() {
    let hook = |motions: &str| {
        Checker::new(&described(&format!(
            "[board]\nrows = 2\ncolumns = 3\nmotions = \"rotations\"\n\
             [tray]\nlayer = \"upper\"\nat-least = 2\n\
             [[piece]]\nsymbol = \"L\"\nmotions = \"{motions}\"\n\
             picture = \"\"\"\n.X.\n...\n\nXXX\nX..\"\"\"\n\
             [[piece]]\nsymbol = \"i\"\npicture = \"\"\"\nXX\n\nXX\"\"\"\n"
        )))
    };
    assert_eq!(verdict(&hook("rotations"), "LLL/Lii"), "legal, 2 images");
    assert_eq!(
        verdict(&hook("rotations"), "Lii/LLL"),
        "row 1, column 1: piece L lies with its lower layer in the tray; it must be the upper one"
    );
    assert_eq!(
        verdict(&hook("half-turn"), "Lii/LLL"),
        "row 1, column 1: piece L is mirrored; \
         it may only be turned by 180 degrees within a layer"
    );
}

#[test]
fn spheres_lie_in_the_hollows_of_the_layer_below() {
    let pyramid = |motions: &str| {
        Checker::new(&described(&format!(
            "[board]\nlattice = \"face-centred\"\nmotions = \"rotations-and-flips\"\n\
             picture = \"\"\"\n..\n..\n\n.\"\"\"\n\
             [[piece]]\nsymbol = \"I\"\npicture = \"XX\"\nmotions = \"{motions}\"\n\
             [[piece]]\nsymbol = \"T\"\nmotions = \"{motions}\"\n\
             cells = [[0, 0, 0], [0, 0, 1], [1, 0, 0]]\n"
        )))
    };
    let turning = pyramid("rotations");
    assert_eq!(
        verdict(&turning, "IT/TT//I"),
        "layer 1, row 1, column 2: the cells marked 'T' do not have the shape of piece T"
    );
    assert_eq!(verdict(&turning, "II/TT//T"), "legal, 4 images");
    assert_eq!(typed(&turning, "II\nTT\n\nT"), "II/TT//T");
    assert_eq!(
        verdict(&turning, "TI/IT//T"),
        "layer 1, row 1, column 1: the cells marked 'T' do not have the shape of piece T"
    );
    assert_eq!(
        verdict(&pyramid("half-turn"), "IT/IT//T"),
        "layer 1, row 1, column 1: piece I is turned; \
         it may only be turned by 180 degrees within a layer"
    );
}

#[test]
fn a_piece_must_lie_where_it_lies_from_the_start() {
    let bar = |symbol| piece(symbol, &[[0, 0, 0], [0, 0, 1]], Motions::Rotations);
    let square = puzzle(board([1, 2, 2], Motions::RotationsAndFlips), vec![bar("a"), bar("b")]);
    let below = Checker::new(&started(square.clone(), &[(0, &[[0, 1, 0], [0, 1, 1]])]));
    assert_eq!(verdict(&below, "bb/aa"), "legal, 1 images");
    let elsewhere = "row 2, column 1: piece a lies here from the start, but not in the picture";
    assert_eq!(verdict(&below, "aa/bb"), elsewhere);
    assert_eq!(verdict(&below, "ba/ba"), elsewhere);
    assert_eq!(typed(&below, "aa bb"), typed(&Checker::new(&square), "aa bb"));
    let mut optional = started(square, &[(0, &[[0, 1, 0], [0, 1, 1]])]);
    optional.pieces[0].optional = true;
    optional.board.drawing[0][1] = vec![Place::MayStayEmpty; 2];
    assert_eq!(verdict(&Checker::new(&optional), "bb/.."), elsewhere);
    // Cells off the board can be nobody's.
    optional.given[0].cells = vec![[0, 2, 0], [0, 2, 1]];
    assert_eq!(verdict(&Checker::new(&optional), "bb/.."), "piece a is missing");
}

#[test]
fn one_copy_of_a_piece_must_lie_where_it_lies_from_the_start() {
    let square = started(dominoes(), &[(0, &[[0, 1, 0], [0, 1, 1]])]);
    let checker = Checker::new(&square);
    assert_eq!(verdict(&checker, "aa/bb"), "legal, 1 images");
    assert_eq!(
        verdict(&checker, "ab/ab"),
        "row 2, column 2: piece ab lies here from the start, but not in the picture"
    );
}

#[test]
fn a_piece_lies_on_cells_of_its_own_colours_only() {
    let said = |colours: &str, line: &str| {
        let flag = described(&format!(
            "[board]\nmotions = \"rotations\"\ncolours = \"{colours}\"\n\
             [[piece]]\nsymbol = \"d\"\ncolours = \"wb\"\n\
             [[piece]]\nsymbol = \"e\"\npicture = \"e\"\n"
        ));
        verdict(&Checker::new(&flag), line)
    };
    assert_eq!(said("wwb", "edd"), "legal, 1 images");
    assert_eq!(
        said("wwb", "dde"),
        "row 1, column 1: piece d lies on cells of other colours than its own"
    );
    // A turn of the board brings cells onto cells of their colours.
    assert_eq!(said("wbw", "dde"), "legal, 2 images");
    // Cells without a colour agree with every one.
    assert_eq!(said("w*b", "dde"), "legal, 1 images");
}
