use proptest::prelude::*;

use super::*;
use crate::cover::format::testing::{count, standard_covers, standard_of, texts, words, written};

const EXAMPLE: &str = "| A simple example\nA B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n";

/// The error of a text as line, column and message.
#[track_caller]
fn refused(text: &str, line: usize, column: usize, message: &str) {
    let error = read(text).unwrap_err();
    assert!(error.message.contains(message), "{error}");
    assert_eq!((error.line, error.column), (line, column), "{error}");
}

fn read_count(text: &str) -> (u64, usize) {
    let read = read(text).unwrap();
    (count(&read.cover), read.warnings.len())
}

#[test]
fn knuths_example_has_its_one_solution() {
    let read = read(EXAMPLE).unwrap();
    assert_eq!(read.cover.item_names(), ["A", "B", "C", "D", "E", "F", "G"]);
    assert_eq!(words(&read.cover)[0], "C E F");
    assert_eq!(read.warnings, []);
    assert_eq!(count(&read.cover), 1);
}

#[test]
fn the_option_keeps_the_order_in_which_it_names_its_items() {
    let read = read("a b c\n  c \t a\nb\n").unwrap();
    assert_eq!(words(&read.cover), ["c a", "b"]);
}

#[test]
fn comments_and_blank_lines_may_stand_anywhere() {
    let text = "\n| one\n   | two\n|\n\na b\n|a comment\n\na b\n\n| the end";
    assert_eq!(read_count(text), (1, 0));
}

#[test]
fn windows_line_ends_a_byte_order_mark_and_a_missing_last_line_end_are_no_matter() {
    let text = EXAMPLE.replace('\n', "\r\n");
    assert_eq!(read_count(&format!("\u{feff}{}", text.trim_end())), (1, 0));
}

#[test]
fn a_bar_that_touches_the_first_secondary_item_still_separates() {
    let read = read("a |b c\na b\n").unwrap();
    let cover = &read.cover;
    assert_eq!(
        cover.items().map(|i| cover.is_primary(i)).collect::<Vec<_>>(),
        [true, false, false]
    );
}

#[test]
fn identical_options_are_different_options() {
    assert_eq!(read_count("a b\na b\nb a\na b\n"), (3, 0));
}

#[test]
fn an_option_without_a_primary_item_is_left_out_with_a_warning() {
    let read = read("a | x y\na x\n| a comment\nx y\na\n").unwrap();
    assert_eq!(words(&read.cover), ["a x", "a"]);
    assert_eq!(read.warnings.len(), 1);
    assert!(read.warnings[0].to_string().starts_with("line 4: this option has no primary item"));
}

#[test]
fn options_bear_their_numbers_among_all_options_of_the_file() {
    let cover = Cover::parse_dlx("a | x\nx\na x\n| a comment\na x\nx\n").unwrap();
    let numbers: Vec<u32> = cover.options().map(|option| cover.option_number(option)).collect();
    assert_eq!((numbers, cover.written_option_count()), (vec![2, 3], 4));
}

#[test]
fn an_item_that_no_option_names_leaves_no_solution() {
    assert_eq!(read_count("a b\na\n"), (0, 0));
    assert_eq!(read_count("a\n"), (0, 0));
}

#[test]
fn without_primary_items_there_is_one_empty_solution() {
    assert_eq!(read_count("| a comment\n| x y\nx\ny\nx y\n"), (1, 4));
    // Where it can be a comment, it is one.
    assert_eq!(read_count("| x y\nx y\nx y\n"), (1, 0));
    refused("| x y\nx\nz\n", 3, 1, "item `z` is not among the items");
    refused("| x y\n", 1, 1, "no items");
}

#[test]
fn names_may_be_long_and_of_any_script() {
    let read =
        read("a_name_of_more_than_eight_letters é✓ | #\né✓ # a_name_of_more_than_eight_letters");
    assert_eq!(read.unwrap().cover.option_count(), 1);
}

#[test]
fn errors_say_line_and_column_and_what_to_do() {
    refused("", 1, 1, "the first line that is not a comment names them");
    refused(" \n\n| nothing but comments\n", 1, 1, "no items");
    refused("a b a\n", 1, 5, "item `a` is named twice");
    refused("a | b | c\n", 1, 7, "a second |");
    refused("é a|b\n", 1, 4, "leave space around the |");
    refused("|c\na b:c\n", 2, 4, "contains ':'");
    refused("a \0\n", 1, 3, "contains '\\0'");
    refused("a b\u{a0}c\n", 1, 4, "contains '\\u{a0}'");
    refused("a b\n\na b a\n", 3, 5, "names `a` twice");
    refused("ring corner\nring cornet\n", 2, 6, "did you mean `corner`?");
    refused("ring corner\nring edge\n", 2, 6, "add it to the first line");
    refused("a | b\na | b\n", 2, 3, "a | has no place in an option");
}

#[test]
fn colours_and_bounds_are_read() {
    let read = read("A B 2:3|C 2|D 0:1|E | X Y\nA D X:0 Y:blue\nC D X\nC E\nB C\n").unwrap();
    assert_eq!(words(&read.cover), ["A D X:0 Y:blue", "C D X", "C E", "B C"]);
    let cover = &read.cover;
    let bounds = |item| (cover.least(item), cover.multiplicity(item));
    let bounds: Vec<(u32, u32)> = cover.items().map(bounds).collect();
    assert_eq!(bounds, [(1, 1), (1, 1), (2, 3), (2, 2), (0, 1), (0, 1), (0, 1)]);
    assert_eq!(cover.coloured_items().collect::<Vec<_>>(), [ItemId(5), ItemId(6)]);
    let mut text = Vec::new();
    write_cover(&mut text, cover, &["A test".to_owned()]).unwrap();
    let expected = "| A test\nA B 2:3|C 2|D 0:1|E | X Y\n\
                    A D X:0 Y:blue\nC D X\nC E\nB C\n";
    assert_eq!(String::from_utf8(text).unwrap(), expected);
}

#[test]
fn colours_and_bounds_that_mean_nothing_are_refused() {
    refused("A B | X Y\nA:0 B\n", 2, 2, "item `A` is primary, so it can have no colour");
    refused("A B | X Y\nA Z:0\n", 2, 3, "item `Z` is not among the items");
    refused("A B | X Y\nA :0\n", 2, 3, "item `` is not among the items");
    refused("A B | X Y\nA X:\n", 2, 5, "a colour should stand behind the colon");
    refused("A B | X Y\nA X:a:b\n", 2, 6, "the colour `a:b` contains ':'");
    refused("A B | X Y\nA X:a X:a\n", 2, 7, "names `X:a` twice");
    refused("A 3:2|C\nA B\n", 1, 3, "at least 3 and at most 2 is impossible");
    refused("A 0|C\nA B\n", 1, 3, "at most 0 options");
    refused("A :2|C\nA B\n", 1, 3, "write 2:3| for from two to three");
    refused("A 1:2:3|C\nA B\n", 1, 3, "`2:3` is no number");
    refused("A 99999999999|C\nA B\n", 1, 3, "`99999999999` is no number of 32 bits");
    refused("A | 2|X\nA\n", 1, 5, "`X` is secondary, so it has no bounds");
    refused("A 2|\nA\n", 1, 4, "leave space around the |");
    refused("A 2|B|C\nA\n", 1, 6, "leave space around the |");
}

#[test]
fn a_written_cover_exstandard_covers_what_its_author_did_not_write() {
    // A piece of which at most one of two copies is ever used, and an option nothing can choose.
    let standard = standard_of(
        &[(true, 1), (true, 1), (true, 1), (false, 2), (false, 1)],
        &[0b01001, 0b01010, 0b01100, 0b10000, 0b00111],
    );
    let names = ["a", "b", "c", "P", "s"].map(str::to_owned);
    let comments = ["A test\nof two lines".to_owned()];
    let text = written(|out| write(out, &standard, (&names, Names::Whole), &comments));
    let expected = "\
| A test
| of two lines
| An item X that several options cover is written as its copies X.1, X.2, ...: one option each.
| The items X.1<1, X.1<2, ... order the copies X.1 and X.2, so that each arrangement is met exactly once.
| The last options, which cover a copy and nothing else but items of its order, leave that copy unused.
| Left out, because an option without a primary item is never chosen: 1.
a b c P.1 P.2 | P.1<1 P.1<2 P.1<3 s
a P.1 P.1<1
b P.1 P.1<2
b P.2 P.1<2
c P.1 P.1<2 P.1<3
c P.2 P.1<3
a b c
P.1 P.1<2 P.1<3
P.2
";
    assert_eq!(text, expected);
    assert_eq!(read_count(&text), (1, 0));
}

#[test]
fn names_too_long_for_knuths_programs_are_cut_where_that_is_asked_and_the_file_says_so() {
    let standard = standard_of(&[(true, 1), (true, 1), (true, 2)], &[0b101, 0b110]);
    let names = ["LightGreen", "LightGrex", "Rectangle"].map(str::to_owned);
    let text = written(|out| write(out, &standard, (&names, Names::Whole), &[]));
    assert!(text.contains("\nLightGreen LightGrex Rectangle.1"), "{text}");
    let text = written(|out| write(out, &standard, (&names, Names::Cut), &[]));
    let said: Vec<&str> = text.lines().filter(|line| line.contains(" stands for ")).collect();
    let expected = [
        "| LightGre stands for LightGreen.",
        "| LightG~2 stands for LightGrex.",
        "| Rectangl stands for Rectangle.1.",
        "| Rectan~2 stands for Rectangle.2.",
        "| Rectan~3 stands for Rectangle.1<1.",
        "| Rectan~4 stands for Rectangle.1<2.",
    ];
    assert_eq!(said, expected, "{text}");
    let read = read(&text).unwrap().cover;
    let short = ["LightGre", "LightG~2", "Rectangl"];
    assert_eq!(read.item_names()[..3], short, "{text}");
    assert!(read.item_names().iter().all(|name| name.len() <= 8), "{text}");
    assert_eq!(read.without_names(), standard.cover);
}

#[test]
fn a_written_cover_without_primary_items_has_its_one_solution() {
    let standard = standard_of(&[(false, 1), (false, 1)], &[0b01, 0b11]);
    let names = ["nothing", "x"].map(str::to_owned);
    let text = written(|out| write(out, &standard, (&names, Names::Whole), &[]));
    assert!(text.ends_with("\nnothing! | nothing x\nnothing!\n"), "{text}");
    assert_eq!(read_count(&text), (1, 0));
}

#[test]
fn a_million_short_options_are_read_in_a_moment() {
    let text = format!("a b | c\n{}", "a c\nb c\n".repeat(500_000));
    assert_eq!(read(&text).unwrap().cover.option_count(), 1_000_000);
}

proptest! {
    #![proptest_config(crate::random::repeatable(256))]

    #[test]
    fn what_is_written_reads_as_the_same_cover(
        standard in standard_covers(),
        names in prop::collection::vec("[a-c |:\\t\u{0}\u{feff}~2]{0,3}", 0..9),
        comments in prop::collection::vec(any::<String>(), 0..3),
    ) {
        let text = written(|out| write(out, &standard, (&names, Names::Whole), &comments));
        let read = read(&text).unwrap();
        prop_assert!(read.warnings.is_empty());
        prop_assert_eq!(count(&read.cover), count(&standard.cover));
        if standard.primary_count() > 0 {
            prop_assert_eq!(read.cover.without_names(), standard.cover);
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(
        text in texts(&["a", "b", "c", " ", " ", "\n", "\n", "|", ":", "2:3|", "\r\n", "\t", "é"]),
    ) {
        if let Err(error) = read(&text) {
            prop_assert!(error.line >= 1 && error.line <= text.lines().count().max(1));
            let line = text.lines().nth(error.line - 1).unwrap_or("");
            prop_assert!(error.column >= 1 && error.column <= line.chars().count() + 1);
        }
    }
}
