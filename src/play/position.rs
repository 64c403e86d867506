//! Positions: what is on the board, and the cases of all that may still come.
//!
//! Invariant: the solutions of the parts, each as often as its weight says, are the completions of the
//! position. Where nothing is on the board that was not there from the start, symmetry is broken, and a
//! solution stands for its images under the motions of the board. Cost: a look at each option.

use crate::cover::{Case, ItemId, OptionId, cases};
use crate::puzzle::Compiled;
use crate::puzzle::model::{Given, Piece};
use crate::puzzle::placement::Placement;

use super::error::GameError;
use super::game::Game;

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// The options on the board, ascending.
    pub laid: Vec<OptionId>,
    /// The options that are on the board, or fit beside those, ascending.
    pub kept: Vec<OptionId>,
    /// What is to be searched.
    pub parts: Vec<Part>,
}

/// A part of what is to be searched.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The case.
    pub case: Case,
    /// How many completions each of its solutions stands for, on the average.
    pub weight: u128,
}

impl Position {
    /// The case of the whole position, no symmetry broken.
    pub fn whole(&self, game: &Game) -> Case {
        game.case(self.kept.clone(), &self.laid)
    }
}

impl Game {
    /// The options of the pieces that lie on the board from the start, ascending.
    pub(super) fn given(&self) -> Vec<OptionId> {
        self.options_of(&self.compiled.puzzle.given)
    }

    /// The options of pieces that lie somewhere, ascending; of such as cannot lie there, none.
    fn options_of(&self, given: &[Given]) -> Vec<OptionId> {
        let Compiled { grid, placements, .. } = &self.compiled;
        let option = |given: &Given| {
            let mut cells: Vec<usize> =
                given.cells.iter().filter_map(|&point| grid.cell_drawn_at(point)).collect();
            cells.sort_unstable();
            let is_it = |placement: &Placement| {
                let outer = placement.cells.iter().map(|&cell| usize::from(cell));
                placement.piece == given.piece
                    && outer.filter(|&cell| cell < grid.outer_count()).eq(cells.iter().copied())
            };
            placements.iter().position(is_it).map(|option| OptionId(option as u32))
        };
        let mut options: Vec<OptionId> = given.iter().filter_map(option).collect();
        options.sort_unstable();
        options
    }

    /// The numbers of the placements of pieces that lie somewhere, ascending.
    pub(crate) fn numbers_of(&self, given: &[Given]) -> Vec<usize> {
        self.options_of(given).iter().map(|option| option.index()).collect()
    }

    /// The position with these placements on the board, and those that lie there from the start.
    ///
    /// # Errors
    /// When there is no such placement, or two do not fit beside each other.
    pub(super) fn position(&self, placements: &[usize]) -> Result<Position, GameError> {
        let Compiled { placements: all, problem, .. } = &self.compiled;
        let given = self.given();
        let mut table = Table::new(&self.compiled);
        for &option in &given {
            table.lay(option)?;
        }
        let mut laid = given.clone();
        for &placement in placements {
            if placement >= all.len() {
                return Err(GameError::NoPlacement { placement, placements: all.len() });
            }
            let option = OptionId(placement as u32);
            if !laid.contains(&option) {
                table.lay(option)?;
                laid.push(option);
            }
        }
        laid.sort_unstable();
        let may_come =
            |option: &OptionId| laid.binary_search(option).is_ok() || table.fits(*option);
        let kept: Vec<OptionId> = problem.cover.options().filter(may_come).collect();
        let parts = if laid == given {
            self.broken()
        } else {
            vec![Part { case: self.case(kept.clone(), &laid), weight: 1 }]
        };
        Ok(Position { laid, kept, parts })
    }

    /// The case of some options, in which those that are laid must be.
    fn case(&self, kept: Vec<OptionId>, laid: &[OptionId]) -> Case {
        let Compiled { problem, grid, .. } = &self.compiled;
        // What lies on cells that may stay empty lies there all the same.
        let items = laid.iter().flat_map(|&option| problem.cover.items_of(option));
        let may_stay_empty =
            |item: &ItemId| item.index() < grid.cell_count() && !problem.cover.is_primary(*item);
        let required = items.copied().filter(may_stay_empty).collect();
        Case { required, ..Case::weighted(kept, 1) }
    }

    /// The puzzle as it is at the start, its symmetry broken by the pieces that it names for that, or
    /// else by those with the fewest options.
    fn broken(&self) -> Vec<Part> {
        let Compiled { puzzle, problem, .. } = &self.compiled;
        let named = puzzle.anchors.iter().filter_map(|name| puzzle.piece_named(name));
        let mut anchors: Vec<ItemId> = named.map(|piece| problem.pieces[piece]).collect();
        let mut others = problem.pieces.clone();
        others.retain(|item| !anchors.contains(item));
        others.sort_by_cached_key(|&item| problem.cover.options_with(item).len());
        anchors.append(&mut others);
        let order = problem.group.order();
        let part = |case: Case| {
            let weight = (order / case.residual.len()) as u128;
            Part { case, weight }
        };
        cases(problem, &anchors).into_iter().map(part).collect()
    }
}

/// A board on which pieces are laid.
struct Table<'a> {
    compiled: &'a Compiled,
    is_taken: Vec<bool>,
    /// How many copies of each piece are left.
    left: Vec<usize>,
}

impl<'a> Table<'a> {
    fn new(compiled: &'a Compiled) -> Self {
        let is_taken = vec![false; compiled.grid.cell_count()];
        let left = compiled.puzzle.pieces.iter().map(Piece::copies).collect();
        Self { compiled, is_taken, left }
    }

    fn fits(&self, option: OptionId) -> bool {
        let Placement { piece, cells, .. } = &self.compiled.placements[option.index()];
        self.left[*piece] > 0 && cells.iter().all(|&cell| !self.is_taken[usize::from(cell)])
    }

    fn lay(&mut self, option: OptionId) -> Result<(), GameError> {
        if !self.fits(option) {
            return Err(GameError::Clash { placement: option.index() });
        }
        let Placement { piece, cells, .. } = &self.compiled.placements[option.index()];
        self.left[*piece] -= 1;
        for &cell in cells {
            self.is_taken[usize::from(cell)] = true;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn placements_that_clash_or_do_not_exist_are_refused() {
        let game = Game::new(&Puzzle::from_catalog("soma").unwrap()).unwrap();
        let count = game.compiled.placements.len();
        let refused = |position: &[usize]| game.position(position).unwrap_err();
        let missing = GameError::NoPlacement { placement: count, placements: count };
        assert_eq!(refused(&[count]), missing);
        // The first two placements are of one piece, of which there is one copy.
        assert_eq!(refused(&[0, 1]), GameError::Clash { placement: 1 });
        assert_eq!(game.position(&[0, 0]).unwrap().laid, [OptionId(0)]);
    }
}
