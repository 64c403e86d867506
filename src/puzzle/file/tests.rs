//! Tests of the puzzle file.

use super::super::model::Motions;
use super::*;

const DOMINO: &str = r#"
name = "domino"
[board]
rows = 1
columns = 2
motions = "rotations"
[[piece]]
symbol = "d"
picture = "dd"
"#;

fn refused(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn a_small_file_gives_one_puzzle_with_defaults() {
    let file = parse(DOMINO).unwrap();
    assert_eq!(file.members.len(), 1);
    let puzzle = &file.members[0];
    assert_eq!(puzzle.name, "domino");
    assert_eq!(puzzle.board.size(), [1, 1, 2]);
    assert_eq!(puzzle.pieces[0].name, "d");
    assert_eq!(puzzle.pieces[0].motions, Motions::RotationsAndFlips);
    assert!(!puzzle.pieces[0].optional);
}

#[test]
fn a_family_has_one_puzzle_for_each_member() {
    let members =
        "[[member]]\nname = \"1\"\nrows = 1\n[[member]]\nname = \"L\"\npicture = \"..\\n.\"";
    let text = DOMINO.replace("rows = 1\n", "") + members;
    let file = parse(&text).unwrap();
    let names: Vec<_> = file.members.iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["domino-1", "domino-L"]);
    assert_eq!(file.members[1].board.cell_count(), 3);
    assert!(refused(&text.replace("\"L\"", "\"1\"")).contains("two members are called domino-1"));
}

#[test]
fn a_member_with_measures_has_a_box_in_place_of_the_picture_that_the_others_share() {
    let members = "[[member]]\nname = \"1\"\n[[member]]\nname = \"2\"\nrows = 2\ncolumns = 3\n";
    let text = DOMINO.replace("rows = 1\ncolumns = 2", "picture = \"..\\n#.\"") + members;
    let members = parse(&text).unwrap().members;
    let cells: Vec<usize> = members.iter().map(|member| member.board.cell_count()).collect();
    assert_eq!(cells, [3, 6]);
}

#[test]
fn pieces_of_a_set_are_turned_as_the_file_says_of_all_pieces() {
    let motions = |said: &str| {
        let text = format!(
            "name = 'x'\n[board]\nrows = 4\ncolumns = 5\nmotions = 'rotations'\n\
             [pieces]\n{said}sets = ['tetrominoes']\n"
        );
        let pieces = parse(&text).unwrap().members.remove(0).pieces;
        pieces.into_iter().map(|piece| piece.motions).collect::<Vec<_>>()
    };
    assert_eq!(motions(""), [Motions::RotationsAndFlips; 5]);
    assert_eq!(motions("motions = 'half-turn'\n"), [Motions::HalfTurn; 5]);
}

#[test]
fn a_member_may_name_anchors_instead_of_those_of_the_file() {
    let members = "[[member]]\nname = \"1\"\nrows = 1\n\
                   [[member]]\nname = \"2\"\nrows = 1\nanchors = []\n";
    let text = DOMINO.replace("rows = 1\n", "") + members;
    let named = text.replacen("[board]", "anchors = [\"d\"]\n[board]", 1);
    let anchors: Vec<_> =
        parse(&named).unwrap().members.into_iter().map(|member| member.anchors).collect();
    assert_eq!(anchors, [vec!["d".to_owned()], Vec::new()]);
    let wrong = text.replace("anchors = []", "anchors = [\"z\"]");
    assert!(refused(&wrong).contains("anchors names the piece z, which does not exist"));
}

#[test]
fn an_unknown_key_is_refused_with_its_line_and_the_nearest_right_one() {
    let error = refused(&DOMINO.replace("columns", "colums"));
    assert!(error.starts_with("line 5, column 1: "), "{error}");
    assert!(error.contains("did you mean `columns`?"), "{error}");
}

#[test]
fn what_is_wrong_with_a_piece_is_said_at_the_piece() {
    let other = |more: &str| refused(&format!("{DOMINO}[[piece]]\n{more}"));
    let error = other("name = \"other\"\nsymbol = \"d\"\npicture = \"d\"\n");
    assert!(error.contains("already taken by d"), "{error}");
    let error = other("symbol = \"e\"\n");
    assert!(error.starts_with("line 10, column 1: piece e has no shape"), "{error}");
    assert!(other("symbol = \"e\"\ncells = [[1]]\n").contains("2 numbers (row, column) or 3"));
    assert!(other("symbol = \"e\"\ncells = [[0, 99999999999]]\n").contains("too far out"));
    assert!(other("symbol = \"#\"\npicture = \"e\"\n").contains("cannot be a symbol"));
    assert!(other("symbol = \"e\"\npicture = \"e\\n\\ne\"\n").contains("several layers"));
    assert!(other("symbol = \"\"\npicture = \"e\"\n").contains("has no symbol"));
}

#[test]
fn absurd_boards_are_refused_before_memory_is_asked_for() {
    assert!(refused(&DOMINO.replace("rows = 1", "rows = 0")).contains("no cells"));
    assert!(refused(&DOMINO.replace("rows = 1", "rows = 4000000000")).contains("8000000000 cells"));
    let huge = DOMINO.replace("rows = 1", "rows = 9000000000000000000");
    assert!(refused(&huge).contains("the most is 4096"));
    assert!(refused(&DOMINO.replace("rows = 1", "rows = -1")).starts_with("line 4"));
}

#[test]
fn a_board_and_a_piece_may_have_4096_cells_and_no_more() {
    let rows = DOMINO.replace("rows = 1", "rows = 2048");
    assert_eq!(parse(&rows).unwrap().members[0].board.cell_count(), 4096);
    let row = "d".repeat(2048);
    let piece = DOMINO.replace("\"dd\"", &format!("\"{row}\\n{row}\""));
    assert_eq!(parse(&piece).unwrap().members[0].pieces[0].cells.len(), 4096);
    assert!(refused(&piece.replace("\\nd", "\\ndd")).contains("4097 cells; the most is 4096"));
}

#[test]
fn a_cell_of_a_piece_lies_at_4096_at_the_furthest() {
    let cells =
        |last: &str| DOMINO.replace("picture = \"dd\"", &format!("cells = [[0, 0], {last}]"));
    assert!(parse(&cells("[0, 4096]")).is_ok());
    assert!(parse(&cells("[-4096, 0]")).is_ok());
    assert!(refused(&cells("[0, 4097]")).contains("column 4097 is too far out"));
    assert!(refused(&cells("[-4097, 0]")).contains("row -4097 is too far out"));
}

#[test]
fn a_picture_board_knows_holes_optional_cells_and_pieces_that_lie_there() {
    let text = DOMINO.replace("rows = 1\ncolumns = 2", "picture = \"dd#.\\n?.#.\"");
    let puzzle = &parse(&text).unwrap().members[0];
    assert_eq!(puzzle.board.points().count(), 6);
    assert_eq!(puzzle.board.place([0, 0, 2]), Place::Hole);
    assert_eq!(puzzle.board.place([0, 1, 0]), Place::MayStayEmpty);
    assert_eq!(puzzle.given.len(), 1);
    assert_eq!(puzzle.given[0].cells, [[0, 0, 0], [0, 0, 1]]);
    assert!(refused(&text.replace("dd#", "d.#")).contains("piece d"));
}

#[test]
fn what_is_not_toml_or_of_the_wrong_type_is_refused_with_its_line() {
    assert!(refused("name = ").starts_with("line 1"));
    assert!(refused(&DOMINO.replace("columns = 2", "columns = \"2\"")).starts_with("line 5"));
    assert!(refused(&DOMINO[..20]).starts_with("line "));
    assert!(refused(&DOMINO.replace("\"domino\"", "\"../domino\"")).contains("file name"));
}

#[test]
fn an_inner_cell_needs_cells_before_it() {
    let text =
        DOMINO.replace("rows = 1\ncolumns = 2", "inner = \"rows\"\npicture = \"..\\n#\\n..\"");
    assert!(refused(&text).contains("row 2 has no cells"));
}

/// A file with every kind of thing that can be wrong, and where each would be.
const WHOLE: &str = "name = 'x'
anchors = ['a', 'b']
[board]
picture = '''
..
..'''
wrap = ['columns']
motions = 'rotations'
[[piece]]
name = 'a'
symbol = 'aA'
picture = 'aa'
[[piece]]
name = 'b'
symbol = 'b'
cells = [[0, 0], [0, 1]]
";

#[test]
fn every_problem_is_said_at_the_thing_itself() {
    assert!(parse(WHOLE).is_ok(), "{:?}", parse(WHOLE));
    for (from, to, place, words) in [
        ("symbol = 'b'", "symbol = 'cA'", "line 15, column 12: ", "already taken by a"),
        ("symbol = 'b'", "symbol = \"\\u0062/\"", "line 15, column 17: ", "'/' cannot be a symbol"),
        ("symbol = 'b'", "symbol = 'bé'", "line 15, column 12: ", "'é' cannot be a symbol"),
        ("symbol = 'b'", "symbol = 'bb'", "line 15, column 12: ", "already taken by b"),
        ("symbol = 'b'", "symbol = ''", "line 15, column 10: ", "no symbol"),
        ("picture = 'aa'", "picture = '..'", "line 12, column 11: ", "the shape has no cells"),
        ("picture = 'aa'", "picture = \"a\\n\\na\"", "line 12, column 11: ", "several layers"),
        ("..\n..'''", "..\n.:'''", "line 6, column 2: ", "':' means nothing here"),
        ("'''\n..\n..'''", "\"..\\n.:\"", "line 4, column 17: ", "':' means nothing here"),
        ("..\n..'''", "..\n.z'''", "line 6, column 2: ", "no piece has the symbol 'z'"),
        ("..\n..'''", "..\n.b'''", "line 6, column 2: ", "piece b is given 1 cells"),
        ("..\n..'''", "a.\n.a'''", "line 5, column 1: ", "piece a cannot lie there"),
        ("..\n..'''", "..\n...'''", "line 7, column 9: ", "cannot be closed"),
        ("[0, 1]]", "[0, 0]]", "line 16, column 18: ", "named twice"),
        ("[0, 1]]", "[0, 99999]]", "line 16, column 18: ", "too far out"),
        ("[0, 1]]", "[1]]", "line 16, column 18: ", "2 numbers (row, column) or 3"),
        ("name = 'b'", "name = 'a'", "line 14, column 8: ", "two pieces are called a"),
        ("['a', 'b']", "['a', 'z']", "line 2, column 17: ", "names the piece z"),
        ("wrap = ", "rows = 2\nwrap = ", "line 7, column 8: ", "both a picture and rows"),
        ("name = 'x'", "name = '/'", "line 1, column 8: ", "part of a file name"),
    ] {
        assert!(WHOLE.contains(from), "{from}");
        let error = refused(&WHOLE.replacen(from, to, 1));
        assert!(error.starts_with(place) && error.contains(words), "{from} -> {to}: {error}");
    }
    let measured = WHOLE.replace("picture = '''\n..\n..'''", "rows = 2\ncolumns = 0");
    assert!(refused(&measured).starts_with("line 5, column 11: the board has no cells"));
}

/// A file with each way to say how many copies there are.
const COPIES: &str = "name = 'x'
[board]
rows = 2
columns = 5
motions = 'rotations'
[pieces]
copies = 'any'
[[piece]]
symbol = 'ab'
picture = 'aa'
copies = 2
[[piece]]
symbol = 'c'
picture = 'c'
copies = '1-3'
[[piece]]
symbol = 'd'
picture = 'ddd'
";

#[test]
fn copies_are_a_number_a_range_or_any_and_get_symbols_that_are_free() {
    let copies = |piece: &Piece| (piece.least_copies(), piece.copies(), piece.optional);
    let symbols = |piece: &Piece| String::from_utf8(piece.symbols.clone()).unwrap();
    let read = |text: &str| parse(text).unwrap().members.remove(0).pieces;
    let pieces = read(COPIES);
    let all: Vec<_> = pieces.iter().map(copies).collect();
    assert_eq!(all, [(2, 2, false), (1, 3, false), (0, 3, true)]);
    let all: Vec<_> = pieces.iter().map(symbols).collect();
    assert_eq!(all, ["ab", "cAC", "dBD"]);
    // What may be left out is left out from none to all.
    let pieces = read(&COPIES.replace("copies = 2", "copies = 2\noptional = true"));
    assert_eq!(copies(&pieces[0]), (0, 2, true));
    // A range ends where no more fit; what must be used need not fit.
    let pieces = read(&COPIES.replace("'1-3'", "'1-40'").replace("copies = 2", "copies = 20"));
    let all: Vec<_> = pieces.iter().map(copies).collect();
    assert_eq!(all, [(20, 20, false), (1, 10, false), (0, 3, true)]);
}

#[test]
fn every_wrong_number_of_copies_is_said_at_the_thing_itself() {
    for (from, to, place, words) in [
        ("copies = 2", "copies = 0", "line 11, column 10: ", "piece ab: copies must be at least 1"),
        ("copies = 2", "copies = -3", "line 11, column 10: ", "at least 1"),
        ("copies = 2", "copies = 99999", "line 11, column 10: ", "no board has room for 99999"),
        ("copies = 2", "copies = 2.5", "line 11, column 10: ", "copies is a number such as 3"),
        ("copies = 2", "copies = [1, 2]", "line 11, column 10: ", "copies is a number such as 3"),
        ("copies = 2", "copies = 1", "line 9, column 12: ", "2 symbols, but at most 1 copies"),
        ("'1-3'", "'3-1'", "line 15, column 10: ", "piece c: the range 3-1 ends before it begins"),
        ("'1-3'", "'0-0'", "line 15, column 10: ", "at least 1"),
        ("'1-3'", "'some'", "line 15, column 10: ", "a range such as \"2-4\", or \"any\""),
        ("'1-3'", "'1-3'\noptional = true", "line 15, column 10: ", "at least 1 copies of it"),
        ("'any'", "'anny'", "line 7, column 10: ", "copies is a number such as 3"),
    ] {
        assert!(COPIES.contains(from), "{from}");
        let error = refused(&COPIES.replacen(from, to, 1));
        assert!(error.starts_with(place) && error.contains(words), "{from} -> {to}: {error}");
    }
    let given = COPIES.replace("rows = 2\ncolumns = 5", "picture = '''\n.....\naA.BB'''");
    let error = refused(&given);
    assert!(error.starts_with("line 5, column 1: "), "{error}");
    assert!(error.contains("piece ab is given 1 cells"), "{error}");
    // Symbols that were given out are found, too.
    let error = refused(&given.replace("aA.BB", "aa.B."));
    assert!(error.starts_with("line 5, column 4: "), "{error}");
    assert!(error.contains("piece d is given 1 cells"), "{error}");
}

/// A calendar of one row of months and one of days.
const CALENDAR: &str = r#"
name = "calendar"
[board]
motions = "rotations-and-flips"
labels = """
Jan Feb Mar
  1   2   #"""
[[region]]
name = "month"
labels = "Jan..Mar"
free = 1
[[region]]
name = "day"
picture = """
...
xx"""
free = 1
[[piece]]
symbol = "d"
picture = "ddd"
"#;

#[test]
fn labels_draw_the_board_and_regions_take_their_cells_from_labels_or_a_picture() {
    let puzzle = parse(CALENDAR).unwrap().members.remove(0);
    assert_eq!(puzzle.board.cell_count(), 5);
    assert_eq!(puzzle.regions[0].cells, [[0, 0, 0], [0, 0, 1], [0, 0, 2]]);
    assert_eq!(puzzle.regions[1].cells, [[0, 1, 0], [0, 1, 1]]);
    assert_eq!(puzzle.label_at([0, 1, 1]), Some("2"));
    // What stays free comes after the pieces, and is none of them.
    assert_eq!((puzzle.pieces().len(), puzzle.pieces.len()), (1, 3));
    // With a measure it is a box, which has all of them.
    let measured = CALENDAR.replace("labels = \"\"\"", "rows = 2\nlabels = \"\"\"");
    assert!(refused(&measured).contains("columns is missing"));
    let beside = CALENDAR.replace("labels = \"\"\"", "picture = \"...\\n..\"\nlabels = \"\"\"");
    assert_eq!(parse(&beside).unwrap().members[0].labels, puzzle.labels);
}

#[test]
fn what_is_wrong_with_labels_and_regions_is_said_at_its_place() {
    let with = |from: &str, to: &str| {
        assert!(CALENDAR.contains(from), "{from}");
        refused(&CALENDAR.replacen(from, to, 1))
    };
    for (from, to, message) in [
        ("Feb Mar", "Feb Jan", "line 6, column 9: two cells are labelled Jan"),
        ("Feb Mar", "F/b Mar", "line 6, column 5: 'F/b' cannot be a label"),
        ("Jan..Mar", "Jan..Mai", "line 10, column 11: region month: no cell is labelled Mai"),
        ("Jan..Mar", "Jan Febr", "line 10, column 15: region month: no cell is labelled Febr (did"),
        ("Jan..Mar", "Mar..Jan", "line 10, column 11: region month: Mar..Jan names no cells"),
        ("free = 1", "free = 4", "line 11, column 8: region month has 3 cells, so 4 cannot"),
        ("name = \"day\"", "name = \"month\"", "line 13, column 8: two regions are called month"),
        ("name = \"day\"", "name = \"d\"", "line 13, column 8: a region and a piece are both"),
        ("xx\"\"\"", "xxx\"\"\"", "line 16, column 3: region day: row 2, column 3 is no cell"),
        ("...\nxx", "..x\nxx", "line 15, column 3: row 1, column 3 is in two regions"),
        ("...\nxx", "", "line 14, column 11: region day has no cells"),
        ("  2 ", "  ? ", "line 16, column 2: region day: row 2, column 2 may stay empty"),
        ("labels = \"Jan..Mar\"", "", "line 8, column 1: region month has no cells: give labels"),
        ("free = 1", "fre = 1", "line 11, column 1: unknown field `fre`, expected one of"),
        (
            "symbol = \"d\"",
            "symbol = \"d\"\nregion = \"dai\"",
            "line 20, column 10: piece d: there is no",
        ),
        (
            "symbol = \"d\"",
            "symbol = \"d\"\nregion = \"day\"",
            "line 20, column 10: piece d: region day has 2",
        ),
    ] {
        let error = with(from, to);
        assert!(error.starts_with(message), "{error}");
    }
    let both = "labels = \"Jan..Mar\"\npicture = \"xxx\"";
    let error = with("labels = \"Jan..Mar\"", both);
    assert!(error.starts_with("line 11, column 11: region month has both"), "{error}");
    for (picture, message) in [
        ("...\\n...", "line 8, column 11: '#' stands where the board has a cell"),
        ("...\\n.", "line 8, column 7: row 2 has 3 words, and the board is 1 wide there"),
        ("...", "line 6, column 10: the labels of layer 1 have 2 rows, and the board has 1"),
    ] {
        let error = with("labels = \"\"\"", &format!("picture = \"{picture}\"\nlabels = \"\"\""));
        assert!(error.starts_with(message), "{picture}: {error}");
    }
    let region = |n: usize| format!("[[region]]\nname = \"r{n}\"\npicture = \"x\"\n");
    let many = (0..65).map(region).collect::<Vec<_>>().concat();
    assert!(refused(&format!("{CALENDAR}{many}")).contains("the most is 64"));
}

/// Two dominoes on a chequered square, one of which is white behind.
const CHEQUERED: &str = r#"
name = "chequered"
[board]
motions = "rotations-and-flips"
colours = """
wb
bw"""
[[piece]]
symbol = "d"
colours = "wb"
[[piece]]
symbol = "e"
colours = "wb"
back = "w*"
"#;

#[test]
fn a_drawing_of_colours_is_a_board_and_a_shape() {
    let puzzle = parse(CHEQUERED).unwrap().members.remove(0);
    assert_eq!((puzzle.board.size(), puzzle.board.paints.len()), ([1, 2, 2], 4));
    assert_eq!(puzzle.pieces[0].cells, [[0, 0, 0], [0, 0, 1]]);
    let paints = puzzle.pieces[1].paints.clone().unwrap();
    assert_eq!(paints.back.unwrap()[1], None);
    // Each domino lies beside the other or above it, either first, by one of its sides or the other.
    let compiled = compile(&puzzle).unwrap();
    assert_eq!(compiled.placements.len(), 8);
    // A quarter turn brings white onto black.
    assert_eq!(compiled.symmetries.len(), 4);
}

#[test]
fn what_is_wrong_with_colours_is_said_with_its_place() {
    let place = |from: &str, to: &str| {
        let text = CHEQUERED.replacen(from, to, 1);
        assert_ne!(text, CHEQUERED, "{from}");
        refused(&text)
    };
    let error = place("\nbw", "\nb:");
    assert!(error.starts_with("line 7, column 2: the colours: row 2, column 2"), "{error}");
    let error = place("\"w*\"", "\"w?\"");
    assert!(error.starts_with("line 14, column 10: the colours: row 1, column 2"), "{error}");
    let error = place("\"w*\"", "\"w*w\"");
    assert!(error.starts_with("line 14, column 8: piece e: the back has other cells"), "{error}");
    let error = place("colours = \"wb\"\nback", "picture = \"ee\"\nback");
    assert!(error.starts_with("line 14, column 8: piece e has a back but no colours"), "{error}");
    let error = place("colours = \"wb\"", "colours = \"wb\"\npicture = \"dd\"");
    assert!(error.starts_with("line 10, column 11: piece d has several shapes"), "{error}");
    let error = place("motions", "rows = 1\ncolumns = 2\nmotions");
    let elsewhere =
        "line 7, column 11: the colours do not show the board: row 2, column 1 is a cell";
    assert!(error.starts_with(elsewhere), "{error}");
    let error = place("colours = \"\"\"\nwb\nbw\"\"\"", "rows = 2\ncolumns = 2");
    assert!(error.starts_with("line 9, column 11: piece d has colours, but the board has none"));
    let error = place("motions", "lattice = \"cubic\"\nmotions");
    assert!(error.starts_with("line 15, column 8: piece e has a back, but it is solid"), "{error}");
}

#[test]
fn what_is_wrong_with_edges_is_said_with_its_place() {
    let right = "name = 'tiles'\n[board]\nrows = 1\ncolumns = 2\nmotions = 'rotations'\n\
                 rim = 'r'\n[[piece]]\nsymbol = 'a'\nedges = 'rrgb'\n[[piece]]\nsymbol = 'c'\n\
                 edges = 'rrrb'\n";
    assert!(parse(right).is_ok());
    let place = |from: &str, to: &str| {
        let text = right.replacen(from, to, 1);
        assert_ne!(text, right, "{from}");
        refused(&text)
    };
    for (from, to, expected) in [
        (
            "rrgb",
            "rrg",
            "line 9, column 9: piece a has 3 coloured edges; on this board a cell has 4",
        ),
        ("rrgb", "", "line 9, column 9: piece a has 0 coloured edges; on this board a cell has 4"),
        ("rrgb", "rr?b", "line 9, column 12: '?' is no colour; a colour is one character"),
        ("rrgb'", "rrgb'\npicture = 'aa'", "line 9, column 9: piece a has several shapes"),
        (
            "'r'",
            "'rr'",
            "line 6, column 7: rim is the colour of the edges all round, one character",
        ),
        ("'r'", "'#'", "line 6, column 7: '#' is no colour"),
        (
            "rows",
            "lattice = 'cubic'\nlayers = 2\nrows",
            "line 11, column 9: coloured edges need a flat board",
        ),
        (
            "rows",
            "lattice = 'hexagonal'\nrows",
            "line 10, column 9: piece a has 4 coloured edges; on",
        ),
    ] {
        let error = place(from, to);
        assert!(error.starts_with(expected), "{from} -> {to}: {error}");
    }
    let plain =
        right.replace("edges = 'rrgb'", "picture = 'a'").replace("edges = 'rrrb'", "picture = 'c'");
    let expected = "line 6, column 7: rim says the colour of edges, but no piece has any";
    assert!(refused(&plain).starts_with(expected), "{}", refused(&plain));
}

#[test]
fn a_value_of_another_type_and_a_key_that_is_missing_or_unknown_are_said_at_their_places() {
    let with = |from: &str, to: &str| {
        assert!(CALENDAR.contains(from), "{from}");
        refused(&CALENDAR.replacen(from, to, 1))
    };
    for (from, to, message) in [
        (
            "free = 1",
            "free = 'one'",
            "line 11, column 8: invalid type: string \"one\", expected an",
        ),
        ("free = 1", "free = -1", "line 11, column 8: invalid value: integer `-1`, expected one"),
        ("free = 1", "free = 1.5", "line 11, column 8: invalid type: floating point `1.5`"),
        ("free = 1", "free = [1]", "line 11, column 8: invalid type: list, expected an integer"),
        (
            "free = 1",
            "free = 99999999999999999999",
            "line 11, column 8: the integer `99999999999999999999` is too large",
        ),
        ("symbol = \"d\"", "symbol = true", "line 19, column 10: invalid type: boolean `true`"),
        ("symbol = \"d\"", "", "line 18, column 1: missing field `symbol`"),
    ] {
        let error = with(from, to);
        assert!(error.starts_with(message), "{error}");
    }
    let board =
        |line: &str| refused(&format!("name = 'x'\n[board]\nrows = 1\ncolumns = 1\n{line}\n"));
    for (line, message) in [
        (
            "motions = 'turn'",
            "line 5, column 11: unknown variant `turn`, expected one of `translate`",
        ),
        ("motions = 'rotation'", "line 5, column 11: unknown variant `rotation`, expected one of"),
        ("motions = 4", "line 5, column 11: invalid type: integer `4`, expected a string"),
        ("wrap = 'rows'", "line 5, column 8: invalid type: string \"rows\", expected a list"),
        ("", "line 2, column 1: missing field `motions`"),
    ] {
        let error = board(line);
        assert!(error.starts_with(message), "{error}");
    }
    assert!(board("motions = 'rotation'").ends_with("(did you mean `rotations`?)"));
    assert_eq!(refused("title = 'x'"), "line 1, column 1: missing field `name`");
}
