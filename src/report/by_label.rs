//! How many arrangements leave which cells of the regions free: for a calendar, how many ways there
//! are for each date. As tables, as CSV and as data.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;

use serde::Serialize;

use crate::cover::OptionId;
use crate::number::grouped;
use crate::puzzle::Compiled;
use crate::puzzle::model::{Piece, Point, Puzzle};
use crate::puzzle::placement::Placement;

use super::fit::wrapped;

/// Counts by the cells that stay free.
#[derive(Clone, Debug)]
pub(crate) struct ByLabel<'a> {
    puzzle: &'a Puzzle,
    total: u128,
    axes: Vec<Axis<'a>>,
    /// For each choice of free cells, by their numbers along the axes, the number of arrangements.
    counts: BTreeMap<Vec<usize>, u128>,
}

/// One of the cells that stay free: the only one of its region, or one of several.
#[derive(Clone, Debug)]
struct Axis<'a> {
    name: String,
    region: &'a str,
    /// The words for the cells that it may be, in reading order.
    words: Vec<String>,
}

/// The counts as `--json` says them.
#[derive(Debug, Serialize)]
pub(crate) struct ByLabelData<'a> {
    puzzle: &'a str,
    /// The number of all arrangements.
    total: u128,
    /// What each of the labels is of.
    regions: Vec<&'a str>,
    free: Vec<FreeData<'a>>,
}

#[derive(Debug, Serialize)]
struct FreeData<'a> {
    labels: Vec<&'a str>,
    /// How many arrangements leave these cells free.
    arrangements: u128,
}

/// Which options of a puzzle leave a cell of a region free, and how many of them every arrangement
/// has; nothing where no region says how many of its cells stay free.
pub(crate) fn free_options(compiled: &Compiled) -> Option<(Vec<bool>, usize)> {
    let pieces = &compiled.puzzle.pieces;
    let marked = |at: &Placement| pieces[at.piece].stays_free;
    let free = pieces.iter().filter(|piece| piece.stays_free).map(Piece::copies).sum();
    (free > 0).then(|| (compiled.placements.iter().map(marked).collect(), free))
}

impl<'a> ByLabel<'a> {
    /// Takes the number of all arrangements, and that of those with each choice of free cells.
    pub fn new(compiled: &'a Compiled, total: u128, tally: &BTreeMap<Vec<OptionId>, u128>) -> Self {
        let puzzle = &compiled.puzzle;
        // The cells that each region may leave free, in reading order.
        let mut cells: Vec<Vec<Point>> = vec![Vec::new(); puzzle.pieces.len()];
        let place = |option: usize| {
            let placement = &compiled.placements[option];
            (placement.piece, compiled.grid.drawn(usize::from(placement.cells[0])))
        };
        for option in 0..compiled.placements.len() {
            let (piece, cell) = place(option);
            if puzzle.pieces[piece].stays_free {
                cells[piece].push(cell);
            }
        }
        for cells in &mut cells {
            cells.sort_unstable();
        }
        let mut axes = Vec::new();
        for (piece, cells) in puzzle.pieces.iter().zip(&cells).filter(|(p, _)| p.stays_free) {
            let words: Vec<String> = cells.iter().map(|&cell| word(puzzle, cell)).collect();
            for copy in 1..=piece.copies() {
                let several = piece.copies() > 1;
                let name =
                    if several { format!("{}.{copy}", piece.name) } else { piece.name.clone() };
                axes.push(Axis { name, region: &piece.name, words: words.clone() });
            }
        }
        let choice = |options: &[OptionId]| {
            let mut places: Vec<(usize, Point)> =
                options.iter().map(|option| place(option.index())).collect();
            places.sort_unstable();
            let number = |&(piece, cell): &(usize, Point)| cells[piece].binary_search(&cell);
            places.iter().filter_map(|place| number(place).ok()).collect()
        };
        let counts = tally.iter().map(|(options, &count)| (choice(options), count)).collect();
        let mut by_label = Self { puzzle, total, axes, counts };
        by_label.add_choices_without_solution();
        by_label
    }

    /// Adds every choice that no arrangement leaves free, where each region leaves one cell free:
    /// there each choice is a date, say, and it is worth knowing that one has no solution.
    fn add_choices_without_solution(&mut self) {
        if !self.is_grid() {
            return;
        }
        let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
        for axis in &self.axes {
            let longer = |choice: &Vec<usize>| {
                let choice = choice.clone();
                (0..axis.words.len()).map(move |last| [&choice[..], &[last]].concat())
            };
            choices = choices.iter().flat_map(longer).collect();
        }
        for choice in choices {
            self.counts.entry(choice).or_insert(0);
        }
    }

    /// Whether each region leaves one cell free, so that the choices make up tables; and not too
    /// many choices.
    fn is_grid(&self) -> bool {
        let is_alone = |axis: &Axis<'_>| axis.name == axis.region;
        let sizes = self.axes.iter().map(|axis| axis.words.len() as u128);
        // Of many large regions there are more than fit the number.
        let choices = sizes.fold(1, u128::saturating_mul);
        self.axes.iter().all(is_alone) && choices <= 1 << 20
    }

    fn words<'b>(&'b self, choice: &[usize]) -> Vec<&'b str> {
        self.axes.iter().zip(choice).map(|(axis, &number)| axis.words[number].as_str()).collect()
    }

    /// As data: a row for each choice.
    pub fn data(&self) -> ByLabelData<'_> {
        let row = |(choice, &arrangements): (&Vec<usize>, &u128)| FreeData {
            labels: self.words(choice),
            arrangements,
        };
        ByLabelData {
            puzzle: &self.puzzle.name,
            total: self.total,
            regions: self.axes.iter().map(|axis| axis.region).collect(),
            free: self.counts.iter().map(row).collect(),
        }
    }

    /// A row for each choice: its labels and the count.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_csv(&self, out: impl io::Write) -> Result<(), csv::Error> {
        let mut csv = csv::Writer::from_writer(out);
        let names = self.axes.iter().map(|axis| axis.name.as_str());
        csv.write_record(names.chain(["arrangements"]))?;
        for (choice, count) in &self.counts {
            let count = count.to_string();
            csv.write_record(self.words(choice).into_iter().chain([count.as_str()]))?;
        }
        csv.flush()?;
        Ok(())
    }

    /// Tables of the counts, with the longest region down and the next across, one for each choice
    /// of the others; a line for each choice where that does not fit. Then the most and the fewest.
    pub fn text(&self, width: usize) -> String {
        let title = format!(
            "{}: which cells stay free, in {} arrangements",
            self.puzzle.title,
            grouped(self.total)
        );
        let mut text = wrapped(&title, Some(width));
        text.push('\n');
        let tables = if self.is_grid() { self.tables(width) } else { None };
        text += &tables.unwrap_or_else(|| self.list());
        text.push('\n');
        text += &wrapped(&self.extremes(), Some(width));
        text
    }

    fn list(&self) -> String {
        let mut text = String::new();
        for (choice, count) in &self.counts {
            let _ = writeln!(text, "  {}  {}", self.words(choice).join(" "), grouped(*count));
        }
        text
    }

    /// The tables; nothing where they are too wide, or where there are no two regions.
    fn tables(&self, width: usize) -> Option<String> {
        let mut by_length: Vec<usize> = (0..self.axes.len()).collect();
        by_length.sort_by_key(|&axis| std::cmp::Reverse(self.axes[axis].words.len()));
        let [down, across] = *by_length.get(..2)? else { return None };
        let others: Vec<usize> =
            (0..self.axes.len()).filter(|&axis| axis != down && axis != across).collect();
        let mut tables: BTreeMap<Vec<usize>, BTreeMap<(usize, usize), u128>> = BTreeMap::new();
        for (choice, &count) in &self.counts {
            let other = others.iter().map(|&axis| choice[axis]).collect();
            tables.entry(other).or_default().insert((choice[down], choice[across]), count);
        }
        let (down, across) = (&self.axes[down], &self.axes[across]);
        let length = |word: &String| word.chars().count();
        let first = down.words.iter().map(length).max()?;
        let digits = self.counts.values().map(|count| grouped(*count).chars().count()).max()?;
        let column = digits.max(across.words.iter().map(length).max()?) + 1;
        if 2 + first + column * across.words.len() > width {
            return None;
        }
        let mut text = String::new();
        for (other, counts) in &tables {
            let words =
                others.iter().zip(other).map(|(&axis, &n)| self.axes[axis].words[n].as_str());
            let heading = words.collect::<Vec<_>>().join(" ");
            if !heading.is_empty() {
                let _ = writeln!(text, "\n  {heading}");
            }
            let _ = write!(text, "  {:first$}", "");
            for word in &across.words {
                let _ = write!(text, "{word:>column$}");
            }
            text.push('\n');
            for (row, word) in down.words.iter().enumerate() {
                let _ = write!(text, "  {word:>first$}");
                for number in 0..across.words.len() {
                    let count = counts.get(&(row, number)).copied().unwrap_or(0);
                    let _ = write!(text, "{:>column$}", grouped(count));
                }
                text.push('\n');
            }
        }
        Some(text)
    }

    /// The choices with the most and with the fewest arrangements, in words.
    fn extremes(&self) -> String {
        let most = self.counts.values().copied().max().unwrap_or(0);
        if most == 0 {
            return "No arrangement leaves any of them free.\n".to_owned();
        }
        let fewest = self.counts.values().copied().filter(|&count| count > 0).min().unwrap_or(0);
        let with = |count: u128| -> Vec<String> {
            let all = self.counts.iter().filter(|(_, other)| **other == count);
            all.map(|(choice, _)| self.words(choice).join(" ")).collect()
        };
        let named = |count: u128| {
            let choices = with(count);
            match choices.len() {
                1 => choices[0].clone(),
                many => format!("{} and {} more", choices[0], grouped(many - 1)),
            }
        };
        let mut text = format!(
            "The most, {}, are for {}; the fewest, {}, for {}.",
            grouped(most),
            named(most),
            grouped(fewest),
            named(fewest)
        );
        let without = with(0);
        if !without.is_empty() {
            let _ = write!(
                text,
                " {} of {} choices have none, such as {}.",
                grouped(without.len()),
                grouped(self.counts.len()),
                without[0]
            );
        }
        text.push('\n');
        text
    }
}

/// What a cell is called: by its label, or by row and column.
fn word(puzzle: &Puzzle, cell: Point) -> String {
    let coordinates = || {
        let skipped = usize::from(puzzle.board.drawing.len() == 1);
        let numbers = cell[skipped..].iter().map(|value| (value + 1).to_string());
        numbers.collect::<Vec<_>>().join(",")
    };
    puzzle.label_at(cell).map_or_else(coordinates, str::to_owned)
}
