//! Tests of what puzzles look like as puzzle files, and of what cannot be written.

use super::super::super::model::Given;
use super::*;

/// Files in which nothing could be said with less: they are written as they were typed.
const TYPED: [&str; 9] = [
    r#"name = "plain"

[board]
rows = 2
columns = 3
motions = "translate"

[[piece]]
symbol = "L"
picture = """
L.
LL"""

[[piece]]
name = "bar"
symbol = "ab"
motions = "half-turn"
picture = "aaa"
"#,
    r#"name = "tower"
title = "A \"tower\""
about = "Two\tcolumns \\ no more."
anchors = ["0", "T"]

[board]
rows = 3
columns = 4
wrap = ["rows", "columns"]
inner = "rows"
motions = "half-turn"

[known]
distinct = 3
total = 12
source = "nobody"

[pieces]
motions = "half-turn"
optional = true

[[piece]]
symbol = "T"
picture = """
TTT
.T."""

[[piece]]
symbol = "0"
inner = true
picture = "0.0"
"#,
    r#"name = "copies"

[board]
motions = "rotations-and-flips"
picture = """
..a?
#aa.
.."""

[[piece]]
name = "elbow"
symbol = "ab"
picture = """
.a
aa"""

[[piece]]
name = "domino"
symbol = "D"
copies = "1-2"
picture = "DD"

[[piece]]
symbol = "\"\\"
optional = true
picture = "XXX"

[[piece]]
name = "cell"
symbol = "c"
copies = "any"
picture = "c"
"#,
    r#"name = "days"

[board]
motions = "translate"
labels = """
Mon Tue  Wed #
Thu Fri. Sat Sun
1   .    ?"""

[[region]]
name = "day"
labels = "Mon..Wed Sat"
free = 1

[[region]]
name = "end"
picture = """
....
...x
xx."""

[[piece]]
symbol = "b"
region = "end"
picture = "bb"
"#,
    r#"name = "honey"

[board]
lattice = "hexagonal"
motions = "rotations"
colours = """
  w ?
 g # . w
. . #"""

[pieces]
motions = "rotations"

[[piece]]
symbol = "V"
picture = """
 V
V V"""

[[piece]]
symbol = "I"
colours = "r * g"
back = "g r *"
"#,
    r#"name = "gems"

[board]
lattice = "triangular"
layers = 2
rows = 2
columns = 5
motions = "rotations"

[[piece]]
symbol = "P"
picture = """
.PPP
..P.

....
..P."""
"#,
    r#"name = "edges"

[board]
motions = "translate"
rim = "g"
colours = """
wb#
.?w"""

[[piece]]
symbol = "a"
edges = "rg\"b"

[[piece]]
name = "far"
symbol = "f"
cells = [[0, 5], [-7, 0], [0, 4000]]
"#,
    r#"name = "pyramid"
about = """
A sentence that is longer than a line of a file should be is folded between two of its words, and \
read as it was."""

[board]
lattice = "face-centred"
motions = "rotations"
picture = """
..
..

."""

[[piece]]
symbol = "ab"
cells = [[1, 0, 0], [0, 0, 0]]
"#,
    r#"name = "solid"

[board]
rows = 2
columns = 3
motions = "rotations"

[tray]
layer = "upper"
at-least = 2

[[piece]]
symbol = "x"
motions = "rotations"
picture = """
xx
.x

.x
.."""
"#,
];

fn read(text: &str) -> Puzzle {
    Puzzle::parse(text).unwrap()
}

#[test]
fn a_file_is_written_as_a_person_would_type_it() {
    for text in TYPED {
        assert_eq!(write(&read(text)).unwrap(), text);
    }
}

#[test]
fn what_holds_for_most_pieces_is_said_once() {
    let written = |pieces: &str| {
        let board = "name = 'x'\n[board]\nrows = 4\ncolumns = 4\nmotions = 'translate'\n";
        let text = write(&read(&format!("{board}{pieces}"))).unwrap();
        text.split_once("\"translate\"\n\n").unwrap().1.replace('\n', " ")
    };
    let piece = |symbol: char, said: &str| {
        format!("[[piece]]\nsymbol = '{symbol}'\npicture = 'xx'\n{said}\n")
    };
    let pieces = |said: [&str; 3]| -> String {
        ['a', 'b', 'c'].into_iter().zip(said).map(|(symbol, said)| piece(symbol, said)).collect()
    };
    let turned = pieces(["motions = 'half-turn'", "motions = 'half-turn'", ""]);
    assert!(!written(&turned).contains("[pieces]"), "{}", written(&turned));
    let turned = pieces(["motions = 'half-turn'"; 3]);
    assert!(written(&turned).starts_with("[pieces] motions = \"half-turn\"  [[piece]] symbol"));
    let counted = pieces(["copies = 2"; 3]);
    assert!(written(&counted).starts_with("[pieces] copies = 2  [[piece]] symbol = \"a\" picture"));
    let any = pieces(["copies = '0-8'"; 3]);
    assert!(written(&any).starts_with("[pieces] copies = \"any\"  [[piece]] symbol = \"a\""));
    let one = piece('a', "motions = 'half-turn'\noptional = true");
    assert!(written(&one).starts_with("[[piece]] symbol = \"a\" optional = true motions"));
}

#[test]
fn copies_are_named_where_the_reader_would_name_them_otherwise() {
    let text = "name = 'x'\n[board]\nrows = 2\ncolumns = 4\nmotions = 'translate'\n\
        [[piece]]\nsymbol = 'dx'\npicture = 'dd'\ncopies = '1-3'\n";
    let written = write(&read(text)).unwrap();
    assert!(written.contains("\nname = \"dx\"\nsymbol = \"dxA\"\n"), "{written}");
}

#[test]
fn a_position_is_drawn_in_whatever_order_it_was_laid() {
    let puzzle = read(TYPED[0]).with_given("bar@2,1 2,2 2,3").unwrap();
    let written = write(&puzzle.with_given("b@1,1 1,2 1,3").unwrap()).unwrap();
    assert!(written.contains("picture = \"\"\"\nbbb\naaa\"\"\"\n"), "{written}");
}

#[test]
fn a_position_that_no_drawing_shows_is_refused() {
    let days = Puzzle::from_catalog("calendar").unwrap().with_given("Jan").unwrap();
    assert_eq!(write(&days), Err(NotWritten::StaysFree { cell: "Jan".to_owned() }));
    let text = "name = 'x'\n[board]\npicture = '.?'\nmotions = 'translate'\n\
        [[piece]]\nsymbol = 'a'\npicture = 'a'\ncopies = '1-2'\n";
    let puzzle = read(text).with_given("a@1,2").unwrap();
    assert_eq!(write(&puzzle), Err(NotWritten::MayStayEmpty { piece: "a".to_owned() }));
    let text = "name = 'x'\n[board]\nrows = 1\ncolumns = 200\nmotions = 'translate'\n\
        [[piece]]\nsymbol = 'a'\npicture = 'a'\ncopies = 'any'\n";
    let mut puzzle = read(text);
    let cells = (0..100).map(|column| Given { piece: 0, cells: vec![[0, 0, column]] });
    puzzle.given = cells.collect();
    assert_eq!(write(&puzzle), Err(NotWritten::Symbols { piece: "a".to_owned() }));
    puzzle.given.truncate(50);
    assert!(write(&puzzle).is_ok());
}

#[test]
fn what_no_file_says_is_never_written_as_something_else() {
    let puzzle = read(TYPED[0]);
    let padded = Puzzle { about: " padded".to_owned(), ..puzzle.clone() };
    assert_eq!(write(&padded), Err(NotWritten::Otherwise));
    let nameless = Puzzle { name: "no name".to_owned(), ..puzzle.clone() };
    assert!(matches!(write(&nameless), Err(NotWritten::Unread(_))));
    let cells = vec![[0, 0, 0], [0, 0, 1], [0, 1, 2]];
    let elsewhere = Puzzle { given: vec![Given { piece: 1, cells }], ..puzzle };
    let message = write(&elsewhere).unwrap_err().to_string();
    assert!(message.contains("line 6, column 1"), "{message}");
}
