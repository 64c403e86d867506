//! One solution as a program sees it: its written line, its picture, its placements or options.
//!
//! A solution owns what it needs and outlives the solver. Cost: a record of a few dozen bytes; what is
//! asked of it is worked out when it is asked for, from the record and the shared subject.

use std::fmt;
use std::sync::Arc;

use crate::cover::OptionId;
use crate::puzzle::Compiled;
use crate::solution::drawing::{PictureStyle, free_labels, picture, svg};
use crate::solution::line_codec::Picture;
use crate::solution::{CoverCodec, LineCodec};

use super::error::Error;
use super::number_table::NumberTable;
use super::subject::Subject;

/// A solution of a puzzle or of an exact cover. It is displayed as a picture with a letter for each
/// cell; that of a cover as a list of its options, each by its number and the names of its items.
///
/// ```
/// use bitcover::{Puzzle, Solver};
///
/// let solver = Solver::new(&Puzzle::from_catalog("soma")?)?;
/// for solution in solver.solutions()?.take(2) {
///     println!("{}", solution?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Solution {
    subject: Arc<Subject>,
    /// The written line of a puzzle's solution, or the numbers of a cover's options.
    record: Vec<u8>,
}

/// A piece by its name, with the cells that it covers as layer, row and column, counted from 1.
pub(crate) type PlacedPiece<'a> = (&'a str, Vec<[usize; 3]>);

impl Solution {
    /// The solution with this record.
    pub(crate) fn of_record(subject: &Arc<Subject>, record: &[u8]) -> Self {
        Self { subject: Arc::clone(subject), record: record.to_vec() }
    }

    /// The solution that is made of these options.
    ///
    /// # Errors
    /// When they are no solution, which no engine may bring about, or cannot be written.
    pub(crate) fn of_options(subject: &Arc<Subject>, options: &[OptionId]) -> Result<Self, Error> {
        let mut record = Vec::new();
        match &**subject {
            Subject::Puzzle(compiled) => {
                subject.check_symbols()?;
                let (codec, mut picture) = (LineCodec::new(compiled), Picture::default());
                codec.fill(options, &mut picture)?;
                codec.write_image(&picture, 0, &mut record);
            }
            Subject::Cover { problem, .. } => {
                let codec = CoverCodec::new(&problem.cover);
                codec.check(options)?;
                codec.write_record(options, &mut record);
            }
        }
        Ok(Self { subject: Arc::clone(subject), record })
    }

    /// The solution in one line: for a puzzle the symbols of the pieces cell by cell, rows separated
    /// by `/` and layers by `//`; for a cover its options, separated by `|`.
    pub fn line(&self) -> String {
        match &*self.subject {
            Subject::Puzzle(_) => String::from_utf8_lossy(&self.record).into_owned(),
            Subject::Cover { problem, .. } => {
                let mut line = Vec::new();
                CoverCodec::new(&problem.cover).write_line(&self.record, &mut line);
                String::from_utf8_lossy(&line).into_owned()
            }
        }
    }

    /// The arrangements that the motions of the board make of this one, each once and in order, this one
    /// among them. The solution of a cover stands for itself alone.
    ///
    /// ```
    /// # use bitcover::{Puzzle, Solver};
    /// let solver = Solver::new(&Puzzle::from_catalog("soma")?)?;
    /// let solution = solver.solutions()?.next().unwrap()?;
    /// assert_eq!(solution.images().len(), 24);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn images(&self) -> Vec<Self> {
        let Some(compiled) = self.subject.puzzle() else { return vec![self.clone()] };
        let codec = LineCodec::new(compiled);
        let images = codec.images(&codec.read(&self.record)).into_iter();
        images.map(|record| Self { subject: Arc::clone(&self.subject), record }).collect()
    }

    /// The solution as numbers: the pieces at each place of the board, or the options of a cover, as
    /// [`crate::Solutions::take_numbers`] has them.
    pub fn numbers(&self) -> Vec<i32> {
        let mut numbers = Vec::new();
        NumberTable::new(&self.subject).write(&self.record, &mut numbers);
        numbers
    }

    /// What is kept of it.
    #[cfg(target_family = "wasm")]
    pub(super) fn record(&self) -> &[u8] {
        &self.record
    }

    /// The picture as an SVG image; nothing for a cover.
    pub fn svg(&self) -> Option<String> {
        let Compiled { puzzle, .. } = self.subject.puzzle()?;
        Some(svg(puzzle, &self.line(), &puzzle.title))
    }

    /// The pieces in the order in which their first cells come, each by its name and with the cells
    /// that it covers as layer, row and column, counted from 1. Cells of inner rings are left out,
    /// and a cover has none.
    pub fn placements(&self) -> Vec<(&str, Vec<[usize; 3]>)> {
        let Some(compiled) = self.subject.puzzle() else { return Vec::new() };
        let puzzle = &compiled.puzzle;
        let mut placed: Vec<(u8, PlacedPiece<'_>)> = Vec::new();
        for (place, point) in LineCodec::new(compiled).outer_places() {
            let symbol = self.record[place];
            let Some(piece) = puzzle.piece_with(symbol) else { continue };
            let cell = point.map(|coordinate| coordinate as usize + 1);
            match placed.iter_mut().find(|(other, _)| *other == symbol) {
                Some((_, (_, cells))) => cells.push(cell),
                None => placed.push((symbol, (puzzle.pieces[piece].name.as_str(), vec![cell]))),
            }
        }
        placed.into_iter().map(|(_, piece)| piece).collect()
    }

    /// The labels of the cells that the regions of the board leave free, in reading order: the date that
    /// a calendar shows. There are none where the board has no labels, or for a cover.
    ///
    /// ```
    /// # use bitcover::{Puzzle, Solver};
    /// let puzzle = Puzzle::from_catalog("calendar")?.with_given("Jan 6")?;
    /// let solution = Solver::new(&puzzle)?.solutions()?.next().unwrap()?;
    /// assert_eq!(solution.free_labels(), ["Jan", "6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn free_labels(&self) -> Vec<String> {
        let puzzle = self.subject.puzzle().map(|compiled| &compiled.puzzle);
        puzzle.map_or_else(Vec::new, |puzzle| free_labels(puzzle, &self.line()))
    }

    /// The numbers of a cover's options, ascending, counted from 1 in the order in which they were
    /// written; none for a puzzle.
    pub fn options(&self) -> Vec<u32> {
        match &*self.subject {
            Subject::Puzzle(_) => Vec::new(),
            Subject::Cover { .. } => CoverCodec::numbers(&self.record).collect(),
        }
    }

    /// The names of the items of each of a cover's options, as they were written, in the order of
    /// [`Self::options`]; none for a puzzle.
    pub fn option_words(&self) -> Vec<Vec<&str>> {
        match &*self.subject {
            Subject::Puzzle(_) => Vec::new(),
            Subject::Cover { problem, .. } => {
                let options = CoverCodec::new(&problem.cover).options_of(&self.record);
                let words = |option| problem.cover.option_words(option).collect();
                options.into_iter().map(words).collect()
            }
        }
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(compiled) = self.subject.puzzle() {
            return f.write_str(&picture(&compiled.puzzle, &self.line(), PictureStyle::Letters));
        }
        for (number, words) in self.options().iter().zip(self.option_words()) {
            writeln!(f, "{number}: {}", words.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Solution").field(&self.line()).finish()
    }
}

impl PartialEq for Solution {
    /// Whether both are written alike, and are of puzzles or covers of the same name.
    fn eq(&self, other: &Self) -> bool {
        self.subject.name() == other.subject.name() && self.line() == other.line()
    }
}

impl Eq for Solution {}

#[cfg(test)]
mod tests {
    use crate::cover::Cover;
    use crate::puzzle::Puzzle;
    use crate::solve::solver::Solver;

    #[test]
    fn a_solution_of_a_puzzle_tells_where_each_copy_lies() {
        let text = "name = 'strip'\n[board]\nrows = 1\ncolumns = 4\nmotions = 'translate'\n\
            [[piece]]\nname = 'bar'\nsymbol = 'ab'\npicture = 'xx'\n";
        let solver = Solver::new(&Puzzle::parse(text).unwrap()).unwrap();
        let all: Vec<_> = solver.solutions().unwrap().map(Result::unwrap).collect();
        let [solution] = &all[..] else { panic!("there is one solution") };
        assert_eq!(solution.line(), "aabb");
        let [first, second] = [[[1, 1, 1], [1, 1, 2]], [[1, 1, 3], [1, 1, 4]]].map(Vec::from);
        assert_eq!(solution.placements(), [("bar", first), ("bar", second)]);
        assert!(solution.to_string().contains("aabb") && solution.svg().unwrap().contains("<svg"));
        assert!(solution.options().is_empty() && solution.option_words().is_empty());
    }

    #[test]
    fn a_solution_of_a_cover_tells_its_options_by_number_and_words() {
        let builder = Cover::builder().primary("a").primary("b").secondary("s");
        let options = [&["s"][..], &["b", "s"], &["a"]];
        let builder =
            options.into_iter().try_fold(builder, crate::cover::builder::CoverBuilder::option);
        let solver = Solver::new(&builder.unwrap().build().unwrap()).unwrap();
        let all: Vec<_> = solver.solutions().unwrap().map(Result::unwrap).collect();
        let [solution] = &all[..] else { panic!("there is one solution") };
        assert_eq!((solution.line().as_str(), solution.options()), ("2 b s | 3 a", vec![2, 3]));
        assert_eq!(solution.option_words(), [vec!["b", "s"], vec!["a"]]);
        assert_eq!(solution.to_string(), "2: b s\n3: a\n");
        assert!(solution.svg().is_none() && solution.placements().is_empty());
    }
}
