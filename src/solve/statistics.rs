//! Statistics: in how many arrangements each placement of a puzzle, or each option of a cover, occurs.

use std::sync::Arc;

use crate::cover::OptionId;

use super::challenge::given;
use super::error::Error;
use super::solver::Solver;
use super::subject::Subject;

/// In how many arrangements each placement of a puzzle, or each option of a cover, occurs.
#[derive(Clone, Debug)]
pub struct Statistics {
    subject: Arc<Subject>,
    total: u128,
    /// For each option, in how many arrangements it occurs.
    occurrences: Vec<u128>,
}

impl Solver {
    /// Finds out in how many arrangements each placement or option occurs. Cost: all distinct
    /// solutions in memory, or a diagram of them.
    ///
    /// # Errors
    /// When they do not fit the memory, and those of a count.
    pub fn statistics(&self) -> Result<Statistics, Error> {
        let (arrangements, _) = self.arrangement_source(None)?;
        let (total, occurrences) = (arrangements.total(), arrangements.occurrences(self.cancel())?);
        Ok(Statistics { subject: Arc::clone(self.shared_subject()), total, occurrences })
    }
}

impl Statistics {
    /// All arrangements on the fixed board; all solutions of a cover.
    pub fn total(&self) -> u128 {
        self.total
    }

    /// Each placement of a puzzle: the piece by its name, the cells that it covers as layer, row and
    /// column, counted from 1, inner rings left out, and in how many arrangements it occurs. None for
    /// a cover.
    pub fn placements(&self) -> impl Iterator<Item = (&str, Vec<[usize; 3]>, u128)> {
        let all = self.subject.puzzle().into_iter().flat_map(|compiled| {
            let options = compiled.problem.cover.options();
            options.map(move |option| (compiled, option))
        });
        all.map(|(compiled, option)| {
            let place = given(compiled, option);
            let cells =
                place.cells.iter().map(|cell| cell.map(|coordinate| coordinate as usize + 1));
            let piece = compiled.puzzle.pieces[place.piece].name.as_str();
            (piece, cells.collect(), self.of(option))
        })
    }

    /// Each option of a cover by its number, counted from 1 in the order in which they were written,
    /// and in how many solutions it occurs. None for a puzzle.
    pub fn options(&self) -> impl Iterator<Item = (u32, u128)> {
        self.subject.plain_cover().into_iter().flat_map(|cover| {
            cover.options().map(|option| (cover.option_number(option), self.of(option)))
        })
    }

    fn of(&self, option: OptionId) -> u128 {
        self.occurrences[option.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::Cover;
    use crate::puzzle::Puzzle;

    #[test]
    fn every_arrangement_has_each_piece_once() {
        let solver = Solver::new(&Puzzle::from_catalog("soma").unwrap()).unwrap();
        let statistics = solver.statistics().unwrap();
        assert_eq!(statistics.total(), 11_520);
        let of_l = statistics.placements().filter(|(piece, ..)| *piece == "L");
        assert_eq!(of_l.map(|(.., count)| count).sum::<u128>(), 11_520);
        assert_eq!(statistics.options().count(), 0);
    }

    #[test]
    fn options_go_by_the_numbers_under_which_they_were_written() {
        let builder = Cover::builder().primary("a").secondary("s");
        let options = [&["s"][..], &["a"], &["a"], &["a", "s"]];
        let builder =
            options.into_iter().try_fold(builder, crate::cover::builder::CoverBuilder::option);
        let solver = Solver::new(&builder.unwrap().build().unwrap()).unwrap();
        let statistics = solver.statistics().unwrap();
        assert_eq!(statistics.total(), 3);
        assert_eq!(statistics.options().collect::<Vec<_>>(), [(2, 1), (3, 1), (4, 1)]);
    }
}
