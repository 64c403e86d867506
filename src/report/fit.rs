//! Making tables and text fit a screen. Where there is none, nothing is left out or broken: a
//! program may read it.

use comfy_table::{ColumnConstraint, Table};
use textwrap::{Options, WordSeparator};

/// Hides columns of a table, the first of these first, until it fits the width.
#[must_use]
pub(crate) fn narrowed(mut table: Table, width: Option<usize>, expendable: &[usize]) -> Table {
    let Some(width) = width else { return table };
    let fits = |table: &Table| table.lines().all(|line| line.trim_end().chars().count() <= width);
    for &column in expendable {
        if fits(&table) {
            break;
        }
        if let Some(column) = table.column_mut(column) {
            column.set_constraint(ColumnConstraint::Hidden);
        }
    }
    table
}

/// Breaks lines that are too long for the width at spaces. What goes on is indented like the line,
/// or where that begins with a label and several spaces, as far as what follows the label.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let mut fitting = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        if line.chars().count() <= width {
            fitting += line;
        } else {
            let indent = " ".repeat(indent(line).min(width / 2));
            let options = Options::new(width)
                .subsequent_indent(&indent)
                .break_words(false)
                .word_separator(WordSeparator::AsciiSpace);
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
    fn columns_are_hidden_until_a_table_fits() {
        let table = || {
            let mut table = numbers(PLAIN, &["puzzle", "items", "total"]);
            table.add_row(["tower", "264", "22,069"]);
            table
        };
        let width = |table: Table| table.lines().map(|line| line.chars().count()).max();
        let whole = width(table()).unwrap();
        assert_eq!(width(narrowed(table(), None, &[1])), Some(whole));
        assert_eq!(width(narrowed(table(), Some(whole), &[1])), Some(whole));
        let text = narrowed(table(), Some(whole - 2), &[1, 2]).to_string();
        assert!(text.contains("22,069") && !text.contains("264"), "{text}");
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
