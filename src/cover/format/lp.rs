//! An integer program in CPLEX LP format, for `HiGHS`, CBC and others.
//!
//! Variable `x1` is the first option, and so on: 1 if it is chosen. Constraint `i1` is the first
//! item: the variables of its options add up to 1 if it is primary, to at most 1 if it is
//! secondary. Of a coloured item each colour that several options give it has a variable `y1` and so
//! on, which is 1 if one of them is chosen and 0 otherwise; these stand for them in its constraint.
//! Nothing is optimised. A primary item that no option covers needs a variable `none`,
//! which another constraint holds at 0, because a constraint must not be empty.
//!
//! No line is longer than 250 characters; the format allows 255 in its oldest form.

use std::io::{self, Write};

use super::names;
use super::writing::{by_colour, notes, options_by_item, words};
use crate::cover::exact_cover::OptionId;
use crate::cover::standard::StandardCover;

const WIDTH: usize = 250;

/// Writes a standard cover. `item_names` are those of the items that it comes from; they appear in
/// comments only.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write(
    out: &mut impl Write,
    standard: &StandardCover,
    item_names: &[String],
    comments: &[String],
) -> io::Result<()> {
    let StandardCover { cover, .. } = standard;
    let options = options_by_item(cover);
    let names = names::item_names(standard, item_names);
    let mut lines = Lines { out, column: 0 };
    for comment in comments.iter().flat_map(|comment| comment.lines()) {
        lines.comment(comment.split_whitespace())?;
    }
    for note in notes(standard) {
        lines.comment(note.split_whitespace())?;
    }
    let meaning = "Variable x1 is option 1: 1 if it is chosen. Constraint i1 is item 1. \
                   Each option with the names of its items, then each item:";
    lines.comment(meaning.split(' '))?;
    for option in cover.options() {
        let label = format!("x{}:", option.0 + 1);
        let words = words(cover, option, &names);
        lines.comment([label.as_str()].into_iter().chain(words.iter().map(String::as_str)))?;
    }
    for (item, name) in names.iter().enumerate() {
        lines.comment([format!("i{}:", item + 1).as_str(), name])?;
    }

    let uncovered = |&item: &_| cover.is_primary(item) && options[item.index()].is_empty();
    let has_none = cover.option_count() == 0 || cover.items().any(|item| uncovered(&item));
    let first = if cover.option_count() == 0 { "none" } else { "x1" };
    lines.line(&["Minimize"])?;
    lines.line(&[" obj: 0", first])?;
    lines.line(&["Subject To"])?;
    let variable = |option: &OptionId| format!("x{}", option.0 + 1);
    let mut colours = 0;
    for item in cover.items() {
        let options = &options[item.index()];
        let label = format!(" i{}:", item.0 + 1);
        if uncovered(&item) {
            lines.line(&[&label, "none", "= 1"])?;
        } else if !options.is_empty() {
            let mut summands: Vec<String> = options.iter().map(variable).collect();
            if cover.is_coloured(item) {
                summands.clear();
                for alike in by_colour(cover, item, options) {
                    let alike: Vec<String> = alike.iter().map(variable).collect();
                    if let [option] = &alike[..] {
                        summands.push(option.clone());
                        continue;
                    }
                    colours += 1;
                    let any = format!("y{colours}");
                    for (number, option) in alike.iter().enumerate() {
                        let label = format!(" {any}_{}:", number + 1);
                        lines.line(&[&label, &any, "-", option, ">= 0"])?;
                    }
                    lines.constraint([&format!(" {any}:"), &any], "-", &alike, "<= 0")?;
                    summands.push(any);
                }
            }
            let end = if cover.is_primary(item) { "= 1" } else { "<= 1" };
            lines.constraint([&label, &summands[0]], "+", &summands[1..], end)?;
        }
    }
    if has_none {
        lines.line(&[" nothing: none = 0"])?;
    }
    lines.line(&["Binary"])?;
    for option in cover.options() {
        lines.word(&variable(&option))?;
    }
    for colour in 1..=colours {
        lines.word(&format!("y{colour}"))?;
    }
    if has_none {
        lines.word("none")?;
    }
    lines.end()?;
    lines.line(&["End"])
}

/// Writes words into lines of limited width. A line that goes on from another begins with space.
struct Lines<'a, W> {
    out: &'a mut W,
    column: usize,
}

impl<W: Write> Lines<'_, W> {
    fn word(&mut self, word: &str) -> io::Result<()> {
        if self.column > 0 && self.column + 1 + word.chars().count() > WIDTH {
            self.end()?;
            self.out.write_all(b" ")?;
            self.column = 1;
        }
        if self.column > 0 {
            self.out.write_all(b" ")?;
        }
        self.column += 1 + word.chars().count();
        self.out.write_all(word.as_bytes())
    }

    fn end(&mut self) -> io::Result<()> {
        self.column = 0;
        self.out.write_all(b"\n")
    }

    fn line(&mut self, words: &[&str]) -> io::Result<()> {
        words.iter().try_for_each(|word| self.word(word))?;
        self.end()
    }

    /// A constraint: how it begins, more summands with their sign, how it ends.
    fn constraint(
        &mut self,
        begin: [&str; 2],
        sign: &str,
        more: &[String],
        end: &str,
    ) -> io::Result<()> {
        begin.iter().try_for_each(|word| self.word(word))?;
        more.iter().try_for_each(|word| self.word(&format!("{sign} {word}")))?;
        self.word(end)?;
        self.end()
    }

    /// A comment; what does not fit goes on in the next line. A longer word is cut.
    fn comment<'w>(&mut self, words: impl IntoIterator<Item = &'w str>) -> io::Result<()> {
        self.word("\\")?;
        for word in words {
            let is_plain = |c: &char| !c.is_control();
            let word: String = word.chars().filter(is_plain).take(WIDTH - 4).collect();
            if self.column + 1 + word.chars().count() > WIDTH {
                self.end()?;
                self.word("\\")?;
            }
            self.word(&word)?;
        }
        self.end()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cover::format::testing::{standard_covers, standard_of, written};
    use crate::cover::{Case, Cover, Problem};

    #[test]
    fn a_small_program_is_written_in_full() {
        let standard = standard_of(&[(true, 1), (true, 1), (false, 1)], &[0b101, 0b110, 0b010]);
        let names = ["a", "b c", "d"].map(str::to_owned);
        let text = written(|out| write(out, &standard, &names, &["A test".to_owned()]));
        let expected = "\
\\ A test
\\ Variable x1 is option 1: 1 if it is chosen. Constraint i1 is item 1. Each option with the names of its items, then each item:
\\ x1: a d
\\ x2: b_c d
\\ x3: b_c
\\ i1: a
\\ i2: b_c
\\ i3: d
Minimize
 obj: 0 x1
Subject To
 i1: x1 = 1
 i2: x2 + x3 = 1
 i3: x1 + x2 <= 1
Binary
x1 x2 x3
End
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_colour_that_several_options_give_has_a_variable() {
        let cover = Cover::parse_dlx("a b c | x\na x:r\nb x:r\nc x:g\nc x\n").unwrap();
        let problem = Problem::of_cover(cover);
        let standard = StandardCover::new(&problem, &Case::whole(&problem)).unwrap();
        let names = problem.cover.item_names().to_vec();
        let text = written(|out| write(out, &standard, &names, &[]));
        let expected = " i3: x3 + x4 = 1
 y1_1: y1 - x1 >= 0
 y1_2: y1 - x2 >= 0
 y1: y1 - x1 - x2 <= 0
 i4: y1 + x3 + x4 <= 1
Binary
x1 x2 x3 x4 y1
End
";
        assert!(text.ends_with(expected), "{text}");
        assert!(text.contains("\\ x1: a x:r\n"), "{text}");
    }

    #[test]
    fn an_item_that_nothing_covers_makes_the_program_infeasible() {
        let standard = standard_of(&[(true, 1), (true, 1)], &[0b01]);
        let text = written(|out| write(out, &standard, &[], &[]));
        assert!(
            text.contains(" i1: x1 = 1\n i2: none = 1\n nothing: none = 0\nBinary\n"),
            "{text}"
        );
        let standard = standard_of(&[], &[]);
        let text = written(|out| write(out, &standard, &[], &[]));
        assert!(
            text.ends_with(" obj: 0 none\nSubject To\n nothing: none = 0\nBinary\nnone\nEnd\n")
        );
    }

    proptest! {
        #![proptest_config(crate::random::repeatable(256))]

        #[test]
        fn no_line_is_too_long(
            standard in standard_covers(),
            names in prop::collection::vec("[é-ü]{0,300}", 0..9),
            comment in "[a-z ]{0,600}",
        ) {
            let text = written(|out| write(out, &standard, &names, &[comment]));
            prop_assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        }
    }

    #[test]
    fn a_long_constraint_goes_on_in_the_next_line() {
        let standard = standard_of(&[(true, 1)], &[1; 200]);
        let text = written(|out| write(out, &standard, &[], &[]));
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        let constraint = &text[text.find("Subject").unwrap()..text.find("Binary").unwrap()];
        assert_eq!(constraint.matches(" x").count(), 200);
        assert!(constraint.lines().skip(2).all(|line| line.starts_with("  ")));
    }
}
