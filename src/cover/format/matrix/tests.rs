use proptest::prelude::*;

use super::*;
use crate::cover::format::testing::{count, standard_covers, standard_of, texts, words, written};

#[track_caller]
fn refused(text: &str, line: usize, column: usize, message: &str) {
    let error = read(text).unwrap_err();
    assert!(error.message.contains(message), "{error}");
    assert_eq!((error.line, error.column), (line, column), "{error}");
}

#[test]
fn a_bare_matrix_has_primary_columns_only() {
    let read = read("0 0 1\r\n1 1 0\r\n\n1  0\t1\n").unwrap();
    let cover = &read.cover;
    assert_eq!(read.cover.item_names(), ["1", "2", "3"]);
    assert_eq!(words(&read.cover), ["3", "1 2", "1 3"]);
    assert!(cover.items().all(|item| cover.is_primary(item)));
    assert_eq!(count(cover), 1);
}

#[test]
fn a_row_may_be_written_without_spaces() {
    let read = read("# primary: 3\n0110\n1001 # an option\n1 00 1\n").unwrap();
    assert_eq!(words(&read.cover), ["2 3", "1 4", "1 4"]);
    assert_eq!(count(&read.cover), 2);
}

#[test]
fn comments_say_what_is_primary_and_what_the_columns_are_called() {
    let text = "# anything\n#primary:2\n # names: x y z\n1 0 1 # an option\n0 1 1\n0 0 1\n0 0 0\n";
    let read = read(text).unwrap();
    assert_eq!(read.cover.item_names(), ["x", "y", "z"]);
    assert_eq!(words(&read.cover), ["x z", "y z"]);
    assert_eq!(read.warnings.iter().map(|w| w.line).collect::<Vec<_>>(), [6, 7]);
    assert_eq!(count(&read.cover), 0);
}

#[test]
fn options_bear_their_numbers_among_all_rows() {
    let cover = Cover::parse_matrix("# primary: 1\n0 1\n1 0\n1 0\n0 0\n").unwrap();
    let numbers: Vec<u32> = cover.options().map(|option| cover.option_number(option)).collect();
    assert_eq!((numbers, cover.written_option_count()), (vec![2, 3], 4));
}

#[test]
fn without_primary_columns_there_is_one_empty_solution() {
    let read = read("# primary: 0\n1 0\n0 1\n").unwrap();
    assert_eq!((count(&read.cover), read.warnings.len()), (1, 2));
}

#[test]
fn errors_say_line_and_column_and_what_to_do() {
    refused("", 1, 1, "no rows");
    refused("# primary: 2\n", 1, 1, "no rows");
    refused("0 1\n\n0 1 1\n", 3, 5, "the rows before end here, after 2");
    refused("0 1\n 1  # more\n", 2, 3, "1 entries, but 2 before");
    refused("0 1\n1 2\n", 2, 3, "`2` is not an entry: write 0 or 1");
    refused("0,1\n", 1, 2, "`,` is not an entry: write 0 or 1, with space between or none");
    refused("01\n011\n", 2, 3, "the rows before end here, after 2");
    refused("# primary: 3\n0 1\n", 1, 3, "3 primary columns, but only 2");
    refused("# primary: -1\n0 1\n", 1, 11, "wants a number");
    refused("# primary:\n0 1\n", 1, 11, "wants a number");
    refused("# primary: 1\n# primary: 1\n0 1\n", 2, 3, "a second `# primary:`");
    refused("# names: a\n0 1\n", 1, 3, "1 names for rows of 2 entries");
    refused("# names: a a\n0 1\n", 1, 12, "`a` is named twice");
    refused("# names: a b\u{1b}\n0 1\n", 1, 12, "a character that cannot be seen");
    refused("0 1\n# primary: 1\n", 2, 3, "before the first row");
}

#[test]
fn an_absurd_number_of_primary_columns_costs_nothing() {
    refused("# primary: 18446744073709551615\n# names: a\n", 1, 3, "but only 1");
    refused("# primary: 18446744073709551616\n", 1, 11, "wants a number");
}

#[test]
fn a_written_matrix_says_what_it_is_and_no_comment_changes_it() {
    let standard = standard_of(&[(true, 1), (true, 1), (false, 1)], &[0b101, 0b110, 0b010]);
    let names = ["a", "b", "#"].map(str::to_owned);
    let text = written(|out| write(out, &standard, &names, &["primary: 9".to_owned()]));
    let expected = "\
# | primary: 9
# | A row is an option, a column is an item, the primary items first.
# primary: 2
# names: a b #
1 0 1
0 1 1
0 1 0
";
    assert_eq!(text, expected);
    assert_eq!(read(&text).unwrap().cover.item_names(), names);
}

proptest! {
    #![proptest_config(crate::random::repeatable(256))]

    #[test]
    fn what_is_written_reads_as_the_same_cover(
        standard in standard_covers(),
        names in prop::collection::vec("[a-c |:\\t~2]{0,3}", 0..9),
        comments in prop::collection::vec(any::<String>(), 0..3),
    ) {
        let read = read(&written(|out| write(out, &standard, &names, &comments))).unwrap();
        prop_assert!(read.warnings.is_empty());
        prop_assert_eq!(read.cover.without_names(), standard.cover);
    }

    #[test]
    fn no_text_makes_the_reader_panic(
        text in texts(&["0", "1", " ", " ", "\n", "\n", "#", "primary:", "names:", "2", "\r", "é"]),
    ) {
        if let Err(error) = read(&text) {
            let line = text.lines().nth(error.line - 1).unwrap_or("");
            prop_assert!(error.column >= 1 && error.column <= line.chars().count() + 1);
        }
    }
}
