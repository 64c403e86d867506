//! What can still come of a position: whether it can be finished, which pieces and placements lie in
//! some completion, and which cells nothing can fill.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::count::Count;
use crate::cover::OptionId;

use super::error::GameError;
use super::fitting::{Fitting, fitting};
use super::game::Game;
use super::position::{Part, Position};
use super::race::Finish;

/// What can still come of a position.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Possible {
    /// Whether the position can be finished; nothing where that took too long.
    pub finishable: Option<bool>,
    /// For each piece that is not on the board with all its copies, whether it can still lie: in some
    /// completion, or, where there is none or that is not known, beside what is on the board.
    pub pieces: Vec<PiecePossible>,
    /// The cells that must be filled, and that nothing can fill any more, as the description numbers
    /// them. None where the position can be finished; where it cannot, there need be none.
    pub open_cells: Vec<usize>,
    /// The placements that lie in some completion, ascending; nothing where that took too long.
    pub placements: Option<Vec<usize>>,
}

/// Whether a piece can still lie.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct PiecePossible {
    /// The name of the piece.
    pub name: String,
    /// Whether it can.
    pub possible: bool,
}

impl Game {
    /// What can still come of a position, as far as it is found in this time. Calls `tell` some times in
    /// a second, which may end it.
    ///
    /// # Errors
    /// When the position is impossible, or it was ended.
    pub fn possible(
        &self,
        position: &[usize],
        time: Duration,
        tell: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Possible, GameError> {
        let position = self.position(position)?;
        let fitting = fitting(&self.compiled, &position);
        if !fitting.hopeless.is_empty() {
            return Ok(self.possible_of(&position, &fitting, Some(false), None));
        }
        let mut marks = Marks::new(self, &fitting);
        let until = self.clock.now() + time;
        let (mut is_ended, mut is_late) = (false, false);
        let tell = &mut |_: &Count| {
            is_ended = tell().is_break();
            is_late = self.clock.now() >= until;
            if is_ended || is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let see = &mut |part: &Part, options: &[OptionId]| marks.see(self, part, options);
        match self.race(&position, Some(see), tell) {
            Ok(Finish::Searched(_)) => {}
            Ok(Finish::Diagrams(diagrams)) => {
                let count = self.compiled.problem.cover.option_count();
                for (part, diagram) in position.parts.iter().zip(diagrams) {
                    if diagram.total() == 0 {
                        continue;
                    }
                    let occurrences = diagram.occurrences(count).into_iter().enumerate();
                    let there = occurrences.filter(|&(_, times)| times > 0);
                    let there: Vec<OptionId> =
                        there.map(|(option, _)| OptionId(option as u32)).collect();
                    let _ = marks.see(self, part, &there);
                }
            }
            Err(GameError::Cancelled) if is_late && !is_ended => {
                let finishable = marks.has_solution.then_some(true);
                return Ok(self.possible_of(&position, &fitting, finishable, None));
            }
            Err(error) => return Err(error),
        }
        let placements = marks.placements();
        let finishable = Some(marks.has_solution);
        Ok(self.possible_of(&position, &fitting, finishable, Some(placements)))
    }

    fn possible_of(
        &self,
        position: &Position,
        fitting: &Fitting,
        finishable: Option<bool>,
        placements: Option<Vec<usize>>,
    ) -> Possible {
        let puzzle = &self.compiled.puzzle;
        let all = &self.compiled.placements;
        let copies = |piece: usize| {
            position.laid.iter().filter(|option| all[option.index()].piece == piece).count()
        };
        let fits = fitting.options.iter().map(|option| option.index());
        let there: Vec<usize> = match &placements {
            Some(placements) if finishable == Some(true) => placements.clone(),
            _ => fits.collect(),
        };
        let is_new = |placement: &&usize| {
            position.laid.binary_search(&OptionId(**placement as u32)).is_err()
        };
        let mut can_lie = vec![false; puzzle.pieces.len()];
        for &placement in there.iter().filter(is_new) {
            can_lie[all[placement].piece] = true;
        }
        let pieces = puzzle.pieces().iter().enumerate();
        let pieces = pieces.filter(|&(number, piece)| copies(number) < piece.copies());
        let hopeless = fitting.hopeless.iter().map(|item| item.index());
        let cells = hopeless.filter(|&item| item < self.order.numbers.len());
        let mut open_cells: Vec<usize> = cells.map(|cell| self.order.numbers[cell]).collect();
        open_cells.sort_unstable();
        Possible {
            finishable,
            pieces: pieces
                .map(|(number, piece)| PiecePossible {
                    name: piece.name.clone(),
                    possible: can_lie[number],
                })
                .collect(),
            open_cells,
            placements: placements.or((finishable == Some(false)).then(Vec::new)),
        }
    }
}

/// The options that were seen in completions.
struct Marks {
    has_solution: bool,
    is_seen: Vec<bool>,
    /// How many of those that fit were not seen yet.
    left: usize,
    fits: Vec<bool>,
}

impl Marks {
    fn new(game: &Game, fitting: &Fitting) -> Self {
        let count = game.compiled.problem.cover.option_count();
        let mut fits = vec![false; count];
        for option in &fitting.options {
            fits[option.index()] = true;
        }
        let (has_solution, is_seen) = (false, vec![false; count]);
        Self { has_solution, is_seen, left: fitting.options.len(), fits }
    }

    /// Marks the options of a solution, and those of the images that it stands for; breaks once all
    /// that fit were seen.
    fn see(&mut self, game: &Game, part: &Part, options: &[OptionId]) -> ControlFlow<()> {
        self.has_solution = true;
        for option in options {
            self.mark(*option, part, game);
        }
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn mark(&mut self, option: OptionId, part: &Part, game: &Game) {
        if std::mem::replace(&mut self.is_seen[option.index()], true) {
            return;
        }
        self.left -= usize::from(self.fits[option.index()]);
        if part.weight == 1 && part.case.residual.len() == 1 {
            return;
        }
        for element in game.compiled.problem.group.elements() {
            let image = element.options[option.index()];
            if !std::mem::replace(&mut self.is_seen[image.index()], true) {
                self.left -= usize::from(self.fits[image.index()]);
            }
        }
    }

    fn placements(&self) -> Vec<usize> {
        (0..self.is_seen.len()).filter(|&option| self.is_seen[option]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    const LONG: Duration = Duration::from_secs(60);

    fn game(name: &str) -> Game {
        Game::new(&Puzzle::from_catalog(name).unwrap()).unwrap()
    }

    fn possible(game: &Game, position: &[usize]) -> Possible {
        game.possible(position, LONG, &mut || ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn placements_are_possible_where_there_is_a_way_to_finish_with_them() {
        for name in ["logiq-2", "soma", "tetrominoes-unlimited-4x4"] {
            let game = game(name);
            for laid in [&[][..], &[9]] {
                let found = possible(&game, laid);
                let placements = found.placements.unwrap();
                assert_eq!(found.finishable, Some(!placements.is_empty()));
                for placement in (0..game.compiled.placements.len()).step_by(41) {
                    let with = [laid, &[placement]].concat();
                    let ways = game.count(&with, &mut |_| ControlFlow::Continue(()));
                    let is_there = placements.binary_search(&placement).is_ok();
                    assert_eq!(ways.is_ok_and(|ways| ways > 0), is_there, "{name} {with:?}");
                }
            }
        }
    }

    #[test]
    fn a_cell_that_nothing_can_fill_is_told() {
        let text = "name = 'm'\n[board]\nrows = 2\ncolumns = 3\nmotions = 'translate'\n\
                    [[piece]]\nsymbol = 'a'\npicture = 'aa'\n\
                    [[piece]]\nsymbol = 'b'\npicture = '''\nbb\nbb\n'''\n";
        let game = Game::new(&Puzzle::parse(text).unwrap()).unwrap();
        let placements = &game.compiled.placements;
        let upright = |cells: &[usize]| {
            placements.iter().position(|one| {
                one.piece == 0
                    && one
                        .cells
                        .iter()
                        .map(|&cell| game.order.numbers[usize::from(cell)])
                        .eq(cells.iter().copied())
            })
        };
        let found = possible(&game, &[]);
        assert_eq!(found.finishable, Some(true));
        assert!(found.pieces.iter().all(|piece| piece.possible) && found.open_cells.is_empty());
        // A domino along the upper edge leaves no room for the square.
        let found = possible(&game, &[upright(&[0, 1]).unwrap()]);
        assert_eq!(found.finishable, Some(false));
        assert_eq!(found.open_cells, [2, 3, 4, 5]);
        let names: Vec<(&str, bool)> =
            found.pieces.iter().map(|piece| (piece.name.as_str(), piece.possible)).collect();
        assert_eq!(names, [("b", false)]);
        assert_eq!(found.placements, Some(Vec::new()));
    }

    #[test]
    fn what_takes_too_long_is_not_said() {
        let game = game("tetris-cube");
        let found = game.possible(&[], Duration::ZERO, &mut || ControlFlow::Continue(())).unwrap();
        assert_eq!(found.placements, None);
        assert!(found.pieces.iter().all(|piece| piece.possible));
        let ended = game.possible(&[], LONG, &mut || ControlFlow::Break(()));
        assert_eq!(ended, Err(GameError::Cancelled));
    }
}
