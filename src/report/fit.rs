//! Making tables and text fit a width, nothing padded at the ends of lines. Programs read files and JSON.

use std::ops::Range;

use comfy_table::{ColumnConstraint, ContentArrangement, Table};
use textwrap::{Options, WordSeparator, WordSplitter};

/// The text of a table, no line of which ends with spaces.
#[must_use]
pub(crate) fn unpadded(table: &Table) -> String {
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Whether a table is no wider than this.
fn fits(table: &Table, width: usize) -> bool {
    // A rule under the head is as long as the lines are with their padding, and is cut.
    table.lines().all(|line| line.trim_end().trim_end_matches('─').chars().count() <= width)
}

/// The text of a table in which columns are hidden, the first of these first, until it fits the width.
/// If it does not even then, cells are broken.
#[must_use]
pub(crate) fn narrowed(mut table: Table, width: usize, expendable: &[usize]) -> String {
    for &column in expendable {
        if fits(&table, width) {
            break;
        }
        if let Some(column) = table.column_mut(column) {
            column.set_constraint(ColumnConstraint::Hidden);
        }
    }
    if !fits(&table, width) {
        let width = width.try_into().unwrap_or(u16::MAX);
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    let text = unpadded(&table);
    let longest =
        text.lines().filter(|line| !line.starts_with('─')).map(|l| l.chars().count()).max();
    let cut = |line: &str| match longest {
        Some(longest) if line.starts_with('─') => line.chars().take(longest).collect(),
        _ => line.to_owned(),
    };
    text.lines().map(cut).collect::<Vec<String>>().join("\n")
}

/// The texts of tables of this many columns between them, beside those that each of them has: as many
/// in each as fit the width, one at least.
#[must_use]
pub(crate) fn parted(
    columns: usize,
    width: usize,
    make: impl Fn(Range<usize>) -> Table,
) -> Vec<String> {
    let (mut texts, mut begin) = (Vec::new(), 0);
    while begin < columns {
        let mut end = begin + 1;
        while end < columns && fits(&make(begin..end + 1), width) {
            end += 1;
        }
        texts.push(narrowed(make(begin..end), width, &[]));
        begin = end;
    }
    texts
}

/// Breaks lines that are too long for the width at spaces. What goes on is indented like the line,
/// or where that begins with a label and several spaces, as far as what follows the label.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(usize::MAX);
    let mut fitting = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        let line = line.trim_end();
        if line.chars().count() <= width {
            fitting += line;
        } else {
            let indent = " ".repeat(indent(line).min(width / 2));
            let options = Options::new(width)
                .subsequent_indent(&indent)
                .break_words(false)
                .word_separator(WordSeparator::AsciiSpace)
                .word_splitter(WordSplitter::NoHyphenation);
            fitting += &textwrap::wrap(line, options).join("\n");
        }
        fitting += end;
    }
    fitting
}

/// How far the text of a line is indented, a label before it included.
fn indent(line: &str) -> usize {
    let spaces = |text: &str| text.len() - text.trim_start_matches(' ').len();
    let before = spaces(line);
    let label = line[before..].find(' ').unwrap_or(0);
    let gap = spaces(&line[before + label..]);
    if before > 0 && gap > 1 { line[..before + label + gap].chars().count() } else { before }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::table_style::{PLAIN, numbers};

    #[test]
    fn names_with_hyphens_stay_whole() {
        let text = "if a checker accepts the proofs logiq-2.1.pbp to logiq-2.4.pbp";
        let lines = "if a checker accepts the proofs\nlogiq-2.1.pbp to logiq-2.4.pbp";
        assert_eq!(wrapped(text, Some(40)), lines);
    }

    #[test]
    fn columns_are_hidden_until_a_table_fits() {
        let table = || {
            let mut table = numbers(PLAIN, &["puzzle", "items", "total"]);
            table.add_row(["tower", "264", "22,069"]);
            table
        };
        let width = |text: &str| text.lines().map(|line| line.chars().count()).max();
        let whole = narrowed(table(), 100, &[1]);
        assert!(whole.contains("264") && whole.lines().all(|line| line == line.trim_end()));
        let wide = width(&whole).unwrap();
        assert_eq!(narrowed(table(), wide, &[1]), whole);
        let text = narrowed(table(), wide - 1, &[1, 2]);
        assert!(text.contains("22,069") && !text.contains("264"), "{text}");
        assert!(width(&text).unwrap() < wide, "{text}");
    }

    #[test]
    fn a_table_of_too_many_columns_is_parted() {
        let table = |columns: Range<usize>| {
            let names: Vec<String> = columns.clone().map(|n| format!("tower-{n}")).collect();
            let head: Vec<&str> =
                ["piece"].into_iter().chain(names.iter().map(String::as_str)).collect();
            let mut table = numbers(PLAIN, &head);
            table.add_row(["I".to_owned()].into_iter().chain(columns.map(|n| n.to_string())));
            table
        };
        assert_eq!(parted(3, 100, table).len(), 1);
        let parts = parted(20, 40, table);
        assert!(parts.len() > 3, "{parts:?}");
        let lines = parts.iter().flat_map(|part| part.lines());
        assert!(lines.clone().all(|line| line.chars().count() <= 40), "{parts:?}");
        let names = lines.filter(|line| line.contains("piece")).flat_map(str::split_whitespace);
        assert_eq!(names.filter(|name| name.starts_with("tower-")).count(), 20);
    }

    #[test]
    fn long_lines_are_broken_at_spaces_and_stay_under_what_they_explain() {
        let text = "Title\n  auto     one two three four\n    a picture\n";
        assert_eq!(wrapped(text, None), text);
        assert_eq!(
            wrapped(text, Some(24)),
            "Title\n  auto     one two three\n           four\n    a picture\n"
        );
        assert_eq!(wrapped("one/long/path and more", Some(10)), "one/long/path\nand more");
    }
}
