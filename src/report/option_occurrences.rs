//! How often each option of an exact cover occurs among all its solutions: in words, and as CSV.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;

use crate::cover::{Cover, OptionId};
use crate::number::grouped;

/// How many options the summary names at either end.
const NAMED: usize = 5;

/// How often each option of a cover occurs.
#[derive(Clone, Debug)]
pub(crate) struct OptionOccurrences<'a> {
    name: &'a str,
    cover: &'a Cover,
    total: u128,
    /// For each option, in how many solutions it occurs.
    counts: Vec<u128>,
}

/// How often each option occurs, as `--json` says it.
#[derive(Debug, Serialize)]
pub(crate) struct OptionsData<'a> {
    puzzle: &'a str,
    /// The number of all solutions.
    total: u128,
    options: Vec<OptionData<'a>>,
}

#[derive(Debug, Serialize)]
struct OptionData<'a> {
    /// Its number in the file, from 1.
    option: u64,
    items: Vec<&'a str>,
    /// In how many solutions it occurs.
    solutions: u128,
}

impl<'a> OptionOccurrences<'a> {
    /// The counts of the options of a cover that has `total` solutions.
    pub fn new(name: &'a str, cover: &'a Cover, total: u128, counts: Vec<u128>) -> Self {
        Self { name, cover, total, counts }
    }

    /// As data: a row for each option.
    pub fn data(&self) -> OptionsData<'_> {
        let row = |option| OptionData {
            option: self.cover.option_number(option) as u64,
            items: self.cover.option_words(option).collect(),
            solutions: self.counts[option.index()],
        };
        OptionsData {
            puzzle: self.name,
            total: self.total,
            options: self.cover.options().map(row).collect(),
        }
    }

    /// What is most and what is least often used.
    pub fn summary(&self) -> String {
        let mut text = format!("{}: {} solutions\n", self.name, grouped(self.total));
        let mut order: Vec<OptionId> = self.cover.options().collect();
        order.sort_by_key(|option| self.counts[option.index()]);
        let unused = order.iter().filter(|option| self.counts[option.index()] == 0).count();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} options, of which {} occur in no solution",
            grouped(order.len()),
            grouped(unused)
        );
        let used = &order[unused..];
        self.name_some(&mut text, "most often", used.iter().rev().take(NAMED));
        self.name_some(&mut text, "least often", used.iter().take(NAMED));
        text
    }

    fn name_some<'o>(
        &self,
        text: &mut String,
        what: &str,
        options: impl Iterator<Item = &'o OptionId>,
    ) {
        let _ = writeln!(text, "{what}:");
        for &option in options {
            let words: Vec<&str> = self.cover.option_words(option).collect();
            let count = self.counts[option.index()];
            let share = count as f64 * 100.0 / self.total.max(1) as f64;
            let _ = writeln!(
                text,
                "  {} ({share:.2}%): option {}, {}",
                grouped(count),
                self.cover.option_number(option),
                words.join(" ")
            );
        }
    }

    /// A row for each option: its number in the file, its words, and in how many solutions it
    /// occurs.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_csv(&self, out: impl io::Write) -> csv::Result<()> {
        let mut table = csv::Writer::from_writer(out);
        table.write_record(["option", "items", "solutions"])?;
        for option in self.cover.options() {
            let words: Vec<&str> = self.cover.option_words(option).collect();
            table.write_record([
                self.cover.option_number(option).to_string(),
                words.join(" "),
                self.counts[option.index()].to_string(),
            ])?;
        }
        table.flush()?;
        Ok(())
    }
}
