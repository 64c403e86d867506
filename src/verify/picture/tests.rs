use super::super::sample::{board, dominoes, logiq, piece, puzzle, soma, typed, verdict};
use super::super::{Checker, Violation};
use crate::puzzle::model::{Inner, Motions, Puzzle};

/// The maker's own sample, as printed and as written.
const PRINTED: &str = "QQUUULLLLY00\nQQU2UL2YYYYQ\n";
const WRITTEN: &[u8] = b"QQUUULLLLY00:0/QQU2UL2YYYYQ:2";

fn tower() -> Checker {
    Checker::new(&logiq(2))
}

#[test]
fn the_makers_sample_is_legal_as_printed() {
    let checker = tower();
    assert_eq!(checker.read_picture(PRINTED).unwrap(), WRITTEN);
    assert_eq!(checker.check_line(WRITTEN).unwrap().images, 24);
}

#[test]
fn all_24_images_of_the_sample_have_one_canonical_line() {
    let checker = tower();
    let canonical = checker.check_line(WRITTEN).unwrap().canonical;
    let rows = ["QQUUULLLLY00", "QQU2UL2YYYYQ"].map(str::to_owned);
    let head: Vec<String> = rows.iter().rev().map(|row| row.chars().rev().collect()).collect();
    let mut images = std::collections::BTreeSet::new();
    for [first, second] in [rows, head.try_into().unwrap()] {
        for turn in 0..12 {
            let turned = |row: &str| format!("{}{}", &row[turn..], &row[..turn]);
            let image = format!("{}/{}", turned(&first), turned(&second));
            let line = checker.read_picture(&image).unwrap();
            let checked = checker.check_line(&line).unwrap();
            assert_eq!(checked.canonical, canonical);
            assert_eq!(checked.images, 24);
            images.insert(line);
        }
    }
    assert_eq!(images.len(), 24);
    assert_eq!(images.first(), Some(&canonical));
}

#[test]
fn the_mirror_image_of_the_sample_is_refused() {
    let upside_down = "QQU2UL2YYYYQ/QQUUULLLLY00";
    assert_eq!(
        typed(&tower(), upside_down),
        "row 1, column 1: piece Q is mirrored; it may only be turned by 180 degrees"
    );
    let left_to_right = "00YLLLLUUUQQ:0/QYYYY2LU2UQQ:2";
    assert_eq!(
        verdict(&tower(), left_to_right),
        "row 1, column 3: piece Y is mirrored; it may only be turned by 180 degrees"
    );
}

#[test]
fn a_picture_of_the_wrong_size_is_refused() {
    let says = |line| verdict(&tower(), line);
    assert_eq!(says(""), "the picture is empty");
    assert_eq!(says("QQUUULLLLY00:0"), "the picture has 1 row; the board has 2 rows");
    assert_eq!(
        says("QQUUULLLLY00:0/QQU2UL2YYYYQ:2/"),
        "the picture has 3 rows; the board has 2 rows"
    );
    assert_eq!(
        says("QQUUULLLLY00:0/QQU2UL2YYYY:2"),
        "row 2: there are 11 columns; the board has 12 columns"
    );
    assert_eq!(
        says("QQUUULLLLY00/QQU2UL2YYYYQ:2"),
        "row 1: the row must end with ':' and the one symbol of its inner cell"
    );
    assert_eq!(says("QQUUULLLLY00:0/QQU2UL2YYYYQ:22"), says("QQUUULLLLY00:0/QQU2UL2YYYYQ:"));
    let flat = Checker::new(&dominoes());
    assert_eq!(
        verdict(&flat, "aa:a/bb:b"),
        "row 1: ':' announces an inner cell, but this board has none"
    );
}

#[test]
fn a_symbol_of_no_piece_is_refused_where_it_stands() {
    let says = |line| verdict(&tower(), line);
    assert_eq!(
        says("QQUUULLLLY00:0/QQU2Ux2YYYYQ:2"),
        "row 2, column 6: no piece has the symbol 'x'"
    );
    assert_eq!(
        says("QQUUULLLLY00:0/QQU2U.2YYYYQ:2"),
        "row 2, column 6: the cell is empty, but every cell must be filled"
    );
    assert_eq!(
        says("QQUUULLLLY00:x/QQU2UL2YYYYQ:2"),
        "row 1, inner cell: no piece has the symbol 'x'"
    );
    assert_eq!(
        says("QQUUULLLLY00:0/QQü2UL2YYYYQ:2"),
        "row 2, column 3: no piece has the symbol 'ü'"
    );
    assert_eq!(says("QQUUU LLLY00:0/"), "row 1, column 6: no piece has the symbol ' '");
    let bytes = tower().check_line(b"QQUUULLLLY00:0/Q\xff\0").unwrap_err();
    assert!(bytes.to_string().starts_with("row 2, column 2: no piece"), "{bytes}");
}

#[test]
fn a_wrong_letter_is_a_wrong_number_of_cells() {
    assert_eq!(
        verdict(&tower(), "QQUUULLLLY00:0/QQU2UU2YYYYQ:2"),
        "row 1, column 3: piece U has 5 cells, but the picture gives it 6"
    );
}

#[test]
fn a_piece_used_twice_is_refused() {
    assert_eq!(
        typed(&tower(), "QQUUULLLLY00/QQU0UL0YYYYQ"),
        "row 1, column 11: piece 0 has 2 cells, but the picture gives it 4"
    );
}

#[test]
fn a_piece_out_of_shape_is_refused() {
    // U and L have exchanged a cell each.
    assert_eq!(
        verdict(&tower(), "QQUULULLLY00:0/QQU2UL2YYYYQ:2"),
        "row 1, column 3: the cells marked 'U' do not have the shape of piece U"
    );
}

#[test]
fn a_piece_turned_too_far_is_refused_with_its_turn() {
    let mut fixed = dominoes();
    fixed.pieces[0].motions = Motions::HalfTurn;
    assert_eq!(
        verdict(&Checker::new(&fixed), "ab/ab"),
        "row 1, column 1: piece ab (a) is turned by 90 degrees; \
         it may only be turned by 180 degrees"
    );
    fixed.pieces[0].motions = Motions::Translate;
    assert_eq!(
        verdict(&Checker::new(&fixed), "ab/ab"),
        "row 1, column 1: piece ab (a) is turned by 90 degrees; it may not be turned"
    );
}

#[test]
fn a_ring_does_not_close_where_the_board_does_not() {
    let mut flat = logiq(2);
    flat.board.wrap = [false; 3];
    assert_eq!(
        typed(&Checker::new(&flat), PRINTED),
        "row 1, column 1: the cells marked 'Q' do not have the shape of piece Q"
    );
}

#[test]
fn a_row_with_two_ring_pieces_is_refused() {
    let says = "row 1, inner cell: piece 0 and piece 1 both lie in this row and would both fill it";
    let bars = ring_board();
    assert_eq!(typed(&bars, "0011/aabb"), says);
    assert_eq!(verdict(&bars, "0011:0/aabb:1"), says);
}

#[test]
fn an_inner_cell_belongs_to_the_ring_piece_of_its_row() {
    let bars = ring_board();
    assert_eq!(typed(&bars, "00aa/bb11"), "00aa:0/bb11:1");
    assert_eq!(verdict(&bars, "00aa:0/bb11:1"), "legal, 8 images");
    assert_eq!(
        verdict(&bars, "00aa:1/bb11:0"),
        "row 1, inner cell: it is marked as filled by piece 1, which does not lie in this row"
    );
    assert_eq!(
        verdict(&bars, "00aa:0/bb11:a"),
        "row 2, inner cell: piece a does not fill inner cells"
    );
    assert_eq!(typed(&bars, "00aa:0/bbcc"), "row 2, inner cell: no piece in this row fills it");
    assert_eq!(typed(&bars, "00aa:0/bb11"), "00aa:0/bb11:1");
}

/// Two rows of four around a pillar, and bars of two; 0 and 1 fill the ring inside.
fn ring_board() -> Checker {
    let bar = |symbol| {
        let mut bar = piece(symbol, &[[0, 0, 0], [0, 0, 1]], Motions::HalfTurn);
        (bar.inner, bar.optional) = (symbol < "a", true);
        bar
    };
    let mut board = board([1, 2, 4], Motions::HalfTurn);
    (board.wrap, board.inner) = ([false, false, true], Some(Inner::Rows));
    Checker::new(&puzzle(board, ["0", "1", "a", "b", "c"].map(bar).to_vec()))
}

#[test]
fn a_required_piece_may_not_be_missing() {
    let bar = |symbol| piece(symbol, &[[0, 0, 0], [0, 0, 1]], Motions::Rotations);
    let strip = |pieces| Checker::new(&puzzle(board([1, 1, 4], Motions::HalfTurn), pieces));
    assert_eq!(verdict(&strip(vec![bar("a"), bar("b"), bar("c")]), "aabb"), "piece c is missing");
    assert_eq!(
        verdict(&strip(vec![bar("abc")]), "aabb"),
        "piece abc has 3 copies, but only 2 of them are in the picture"
    );
}

#[test]
fn copies_are_named_in_reading_order() {
    let checker = Checker::new(&dominoes());
    assert_eq!(verdict(&checker, "aa/bb"), "legal, 2 images");
    assert_eq!(
        verdict(&checker, "bb/aa"),
        "row 1, column 1: this copy of piece ab is marked 'b' but must be 'a': \
         copies take their symbols in reading order"
    );
    assert_eq!(typed(&checker, "ba\nba"), "ab/ab");
    let mut three = dominoes();
    three.pieces[0].symbols = b"abc".to_vec();
    three.pieces[0].optional = true;
    assert_eq!(typed(&Checker::new(&three), "bb/cc"), "aa/bb");
}

#[test]
fn a_typed_picture_may_have_spaces_and_empty_lines_around_it() {
    let checker = tower();
    let expected = String::from_utf8(WRITTEN.to_vec()).unwrap();
    assert_eq!(typed(&checker, "\n\n  QQUUULLLLY00 \r\n  QQU2UL2YYYYQ\r\n\n"), expected);
    assert_eq!(typed(&checker, " QQUUULLLLY00:0 / QQU2UL2YYYYQ "), expected);
    assert_eq!(typed(&checker, " \n "), "the picture is empty");
    assert_eq!(typed(&checker, "QQUUULLLLY00"), "the picture has 1 row; the board has 2 rows");
}

#[test]
fn layers_are_set_apart_by_two_slashes() {
    let cube: Puzzle = soma(Motions::Rotations);
    let checker = Checker::new(&cube);
    let lines = super::super::sample::arrangements(&cube, &checker);
    let line = String::from_utf8(lines.into_iter().next().unwrap()).unwrap();
    assert_eq!(line.matches("//").count(), 2);
    assert_eq!(line.len(), checker.rules.line_length());
    assert_eq!(verdict(&checker, &line), "legal, 24 images");
    assert_eq!(typed(&checker, &line.replace("//", "\n\n").replace('/', "\n")), line);
    assert_eq!(
        verdict(&checker, &line.replacen("//", "/", 1)),
        "the picture has 2 layers; the board has 3 layers"
    );
    assert_eq!(
        verdict(&checker, &line[..line.len() - 4]),
        "layer 3: the picture has 2 rows; the board has 3 rows"
    );
    // The two handed pieces under each other's name.
    let swapped = line.replace('A', "_").replace('B', "A").replace('_', "B");
    let says = verdict(&checker, &swapped);
    assert!(says.ends_with("is mirrored; it may be turned but not mirrored"), "{says}");
    assert!(says.starts_with("layer "), "{says}");
}

#[test]
fn no_text_makes_the_checker_panic() {
    // Every line that differs from a good one by one byte is refused, or is a solution.
    let checker = tower();
    let mut refused = 0;
    for index in 0..WRITTEN.len() {
        for byte in 0..=255 {
            let mut line = WRITTEN.to_vec();
            line[index] = byte;
            refused += usize::from(checker.check_line(&line).is_err());
            let _: Result<Vec<u8>, Violation> =
                checker.read_picture(&String::from_utf8_lossy(&line));
            line.truncate(index);
            assert!(checker.check_line(&line).is_err());
        }
    }
    assert_eq!(refused, WRITTEN.len() * 255);
}
