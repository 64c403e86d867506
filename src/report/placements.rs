//! How often each placement occurs: as a table, as heat maps, as CSV. All figures are over
//! arrangements on the fixed board.

use std::fmt::Write as _;
use std::io;

use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use serde::Serialize;

use crate::cover::OptionId;
use crate::number::grouped;
use crate::puzzle::Compiled;
use crate::puzzle::given::{given_line, given_text};
use crate::puzzle::model::{Given, Puzzle};
use crate::puzzle::placement::Placement;
use crate::solution::drawing::{PictureStyle, picture};
use crate::solve::challenge::given;

use super::fit::{narrowed, wrapped};
use super::table_style::{PLAIN, numbers};

/// How often each placement of a puzzle occurs.
#[derive(Clone, Debug)]
pub(crate) struct Occurrences<'a> {
    compiled: &'a Compiled,
    total: u128,
    /// For each option, in how many arrangements it occurs.
    counts: Vec<u128>,
}

/// How often each placement occurs, as `--json` says it.
#[derive(Debug, Serialize)]
pub(crate) struct OccurrencesData<'a> {
    puzzle: &'a str,
    /// The number of all arrangements.
    total: u128,
    placements: Vec<PlacementData<'a>>,
}

#[derive(Debug, Serialize)]
struct PlacementData<'a> {
    piece: &'a str,
    /// As `--given` takes it.
    placement: String,
    /// In how many arrangements it occurs.
    arrangements: u128,
}

/// A share of a whole, in per cent.
fn per_cent(part: u128, whole: u128) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

impl<'a> Occurrences<'a> {
    /// Takes for each option of a puzzle the number of arrangements that contain it, and the number
    /// of all arrangements.
    pub fn new(compiled: &'a Compiled, total: u128, counts: Vec<u128>) -> Self {
        Self { compiled, total, counts }
    }

    /// As data: a row for each placement.
    pub fn data(&self) -> OccurrencesData<'_> {
        let row = |(option, placement): (usize, &Placement)| PlacementData {
            piece: &self.compiled.puzzle.pieces[placement.piece].name,
            placement: self.text(option),
            arrangements: self.counts[option],
        };
        OccurrencesData {
            puzzle: &self.compiled.puzzle.name,
            total: self.total,
            placements: self.compiled.placements.iter().enumerate().map(row).collect(),
        }
    }

    /// The options of a piece.
    fn options_of(&self, piece: usize) -> impl Iterator<Item = usize> {
        let placements = self.compiled.placements.iter().enumerate();
        placements.filter(move |(_, placement)| placement.piece == piece).map(|(option, _)| option)
    }

    fn place(&self, option: usize) -> Given {
        given(self.compiled, OptionId(option as u32))
    }

    /// Where a placement lies, as `--given` takes it.
    fn text(&self, option: usize) -> String {
        given_text(&self.compiled.puzzle, &self.place(option))
    }

    /// The placements that leave the fewest arrangements, those that leave none left out: how
    /// many, and the options.
    pub fn rarest(&self) -> Option<(u128, Vec<usize>)> {
        let least = self.counts.iter().copied().filter(|&count| count > 0).min()?;
        let all = (0..self.counts.len()).filter(|&option| self.counts[option] == least);
        Some((least, all.collect()))
    }

    /// A line for each piece, and the placement that leaves the fewest arrangements.
    pub fn summary(&self, style: PictureStyle, width: usize) -> String {
        let puzzle = &self.compiled.puzzle;
        let head = ["piece", "placements", "never", "least", "most", "most often at"];
        let mut table = numbers(PLAIN, &head);
        for (number, piece) in puzzle.pieces.iter().enumerate() {
            let options: Vec<usize> = self.options_of(number).collect();
            let never = options.iter().filter(|&&option| self.counts[option] == 0).count();
            let occurring = options.iter().filter(|&&option| self.counts[option] > 0);
            let least = occurring.map(|&option| self.counts[option]).min().unwrap_or(0);
            let most = options.iter().copied().max_by_key(|&option| self.counts[option]);
            let share = |count| format!("{} ({:.2}%)", grouped(count), per_cent(count, self.total));
            table.add_row(vec![
                piece.name.clone(),
                grouped(options.len()),
                grouped(never),
                share(least),
                share(most.map_or(0, |option| self.counts[option])),
                most.map_or(String::new(), |option| self.text(option)),
            ]);
        }
        let table = narrowed(table, width, &[2, 1, 3]);
        let title = format!(
            "{}: how often each placement occurs, of {} arrangements",
            puzzle.title,
            grouped(self.total)
        );
        let mut text = format!("{}\n{table}\n", wrapped(&title, Some(width)));
        if let Some((least, options)) = self.rarest() {
            let others = match options.len() {
                1 => String::new(),
                2 => ", like one other".to_owned(),
                many => format!(", like {} others", many - 1),
            };
            let words = format!(
                "The fewest ways to finish, {}, are left by {}{others}:",
                grouped(least),
                self.text(options[0])
            );
            let drawing = drawn(puzzle, &self.place(options[0]), style);
            let _ = write!(text, "\n{}\n{drawing}", wrapped(&words, Some(width)));
        }
        text
    }

    /// In how many of 100 arrangements a piece covers each cell, drawn like the board, on greys
    /// that grow with the number.
    pub fn heat_map(&self, piece: usize, width: usize) -> String {
        let grid = &self.compiled.grid;
        let mut covered = vec![0_u128; grid.outer_count()];
        for option in self.options_of(piece) {
            for &cell in &self.compiled.placements[option].cells {
                if let Some(sum) = covered.get_mut(usize::from(cell)) {
                    *sum += self.counts[option];
                }
            }
        }
        let columns = self.compiled.puzzle.board.size()[2];
        // Three characters hold a hundred; a fourth parts the numbers where there is room.
        let room = if 2 + 4 * columns <= width { 4 } else { 3 };
        let indent = if 2 + room * columns <= width { "  " } else { "" };
        let hottest = covered.iter().copied().max().unwrap_or(0).max(1);
        let puzzle = &self.compiled.puzzle;
        let mut text =
            format!("{}: per cent of arrangements that cover a cell\n", puzzle.pieces[piece].name);
        for (l, layer) in puzzle.board.drawing.iter().enumerate() {
            if l > 0 {
                text.push('\n');
            }
            for (r, row) in layer.iter().enumerate() {
                text.push_str(indent);
                for c in 0..row.len() {
                    let Some(cell) = grid.cell_drawn_at([l as i32, r as i32, c as i32]) else {
                        text.push_str(&" ".repeat(room));
                        continue;
                    };
                    // The palette's greys go from 232 to 255; letters change colour on the way.
                    let heat = (covered[cell] * 23 / hottest) as u8;
                    let letters = if heat < 12 { AnsiColor::White } else { AnsiColor::Black };
                    let style = Style::new()
                        .fg_color(Some(Color::Ansi(letters)))
                        .bg_color(Some(Color::Ansi256(Ansi256Color(232 + heat))));
                    let share = per_cent(covered[cell], self.total);
                    let _ = write!(text, "{style}{share:>room$.0}{style:#}");
                }
                text.push('\n');
            }
        }
        text
    }

    /// One row for each placement: piece, cells, count, share.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_csv(&self, out: impl io::Write) -> Result<(), csv::Error> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(["piece", "placement", "arrangements", "share"])?;
        for (option, placement) in self.compiled.placements.iter().enumerate() {
            let share = per_cent(self.counts[option], self.total) / 100.0;
            csv.write_record([
                self.compiled.puzzle.pieces[placement.piece].name.clone(),
                self.text(option),
                self.counts[option].to_string(),
                share.to_string(),
            ])?;
        }
        csv.flush()?;
        Ok(())
    }
}

/// The board with one piece on it.
fn drawn(puzzle: &Puzzle, piece: &Given, style: PictureStyle) -> String {
    let mut given = puzzle.given.clone();
    given.push(piece.clone());
    picture(puzzle, &given_line(&Puzzle { given, ..puzzle.clone() }), style)
}
