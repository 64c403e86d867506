//! Positions: what is on the board, and the cases of all that may still come.
//!
//! Invariant: the solutions of the parts, each as often as its weight says, are the completions of the
//! position. Where nothing is on the board that was not there from the start, symmetry is broken, and a
//! solution stands for its images under the motions of the board. Cost: a look at each option.

use crate::cover::{Case, ItemId, OptionId, cases};
use crate::puzzle::Compiled;
use crate::puzzle::edges::Edges;
use crate::puzzle::model::{Given, Piece};
use crate::puzzle::paint::Paint;
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
    /// The options of the pieces that lie on the board from the start, ascending; without those that may
    /// lie there in several ways, which differ by the colours at their sides. Nothing else lies in their
    /// places, so that these are still to be laid.
    pub(super) fn given(&self) -> Vec<OptionId> {
        let given = self.compiled.puzzle.given.iter();
        let only = |given| match self.ways_of(given)[..] {
            [option] => Some(option),
            _ => None,
        };
        let mut options: Vec<OptionId> = given.filter_map(only).collect();
        options.sort_unstable();
        options
    }

    /// The options of a piece that lies somewhere, ascending: several where it may be turned there; none
    /// where it cannot lie there.
    fn ways_of(&self, given: &Given) -> Vec<OptionId> {
        let Compiled { grid, placements, .. } = &self.compiled;
        let mut cells: Vec<usize> =
            given.cells.iter().filter_map(|&point| grid.cell_drawn_at(point)).collect();
        cells.sort_unstable();
        let is_it = |placement: &Placement| {
            let outer = placement.cells.iter().map(|&cell| usize::from(cell));
            placement.piece == given.piece
                && outer.filter(|&cell| cell < grid.outer_count()).eq(cells.iter().copied())
        };
        let ways = placements.iter().enumerate().filter(|(_, placement)| is_it(placement));
        ways.map(|(option, _)| OptionId(option as u32)).collect()
    }

    /// The numbers of the placements of pieces that lie somewhere, ascending.
    ///
    /// # Errors
    /// The first piece that may lie there in several ways.
    pub(crate) fn numbers_of<'a>(&self, given: &'a [Given]) -> Result<Vec<usize>, &'a Given> {
        let mut numbers = Vec::new();
        for given in given {
            match self.ways_of(given)[..] {
                [] => {}
                [option] => numbers.push(option.index()),
                _ => return Err(given),
            }
        }
        numbers.sort_unstable();
        Ok(numbers)
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
    /// The colour of each edge that shows one.
    colours: Vec<Option<Paint>>,
    /// How many copies of each piece are left.
    left: Vec<usize>,
}

impl<'a> Table<'a> {
    fn new(compiled: &'a Compiled) -> Self {
        let is_taken = vec![false; compiled.grid.cell_count()];
        let colours = vec![None; compiled.edges.as_ref().map_or(0, Edges::count)];
        let left = compiled.puzzle.pieces.iter().map(Piece::copies).collect();
        Self { compiled, is_taken, colours, left }
    }

    fn fits(&self, option: OptionId) -> bool {
        let Placement { piece, cells, .. } = &self.compiled.placements[option.index()];
        let agrees =
            |(edge, paint): (usize, Paint)| self.colours[edge].is_none_or(|own| own == paint);
        self.left[*piece] > 0
            && cells.iter().all(|&cell| !self.is_taken[usize::from(cell)])
            && self.sides(option).all(agrees)
    }

    /// The edges at the sides of an option, with the colours that it shows there.
    fn sides(&self, option: OptionId) -> impl Iterator<Item = (usize, Paint)> + use<'a> {
        let Placement { cells, sides, .. } = &self.compiled.placements[option.index()];
        let edges = self.compiled.edges.as_ref().filter(|_| !sides.is_empty());
        let edges = edges.map_or(&[][..], |edges| edges.of_cell(usize::from(cells[0])));
        edges.iter().copied().zip(sides.iter().copied())
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
        for (edge, paint) in self.sides(option) {
            self.colours[edge] = Some(paint);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::time::Duration;

    use super::super::completion::HintKind;
    use super::*;
    use crate::count::Count;
    use crate::puzzle::Puzzle;
    use crate::solve::Solver;

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

    /// Squares, hexagons and triangles with coloured edges; one has a piece that agrees with all, copies,
    /// and a cell that may stay empty.
    const TILES: [(&str, &[&str]); 4] = [
        ("rows = 2\ncolumns = 2\nrim = 'g'", &["grrg", "ggrb", "ggbr", "gbbg"]),
        ("picture = '...?'", &["rgrb", "rbgg", ""]),
        ("lattice = 'hexagonal'\nrows = 2\ncolumns = 2", &["aabbab", "abcabc", "aabbcc", "bbcaca"]),
        ("lattice = 'triangular'\nrows = 1\ncolumns = 4", &["abc", "aab", "bbc", "bca"]),
    ];

    fn tiles((board, edges): (&str, &[&str])) -> Puzzle {
        let piece = |(number, edges): (usize, &&str)| {
            let symbol = char::from(b'A' + number as u8);
            match *edges {
                "" => format!("[[piece]]\nsymbol = '{symbol}'\npicture = '{symbol}'\n"),
                edges => format!("[[piece]]\nsymbol = '{symbol}'\nedges = '{edges}'\n"),
            }
        };
        let pieces: String = edges.iter().enumerate().map(piece).collect();
        let text = format!("name = 'tiles'\n[board]\nmotions = 'rotations'\n{board}\n{pieces}");
        Puzzle::parse(&text).unwrap()
    }

    fn count(game: &Game, position: &[usize]) -> Option<Count> {
        match game.count(position, &mut |_| ControlFlow::Continue(())) {
            Ok(count) => Some(count),
            Err(GameError::Clash { .. }) => None,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn tiles_that_disagree_clash_and_positions_count_the_solutions_that_have_them() {
        for tile in TILES {
            let game = Game::new(&tiles(tile)).unwrap();
            let solutions: Vec<Vec<usize>> =
                (0..).map_while(|number| game.solution(&[], number).unwrap()).collect();
            assert!(solutions.len() > 1, "{tile:?}");
            assert_eq!(count(&game, &[]).unwrap(), solutions.len() as u128, "{tile:?}");
            let all = game.compiled.placements.len();
            for first in (0..all).step_by(3) {
                for second in (0..all).filter(|&second| second != first) {
                    let has = |one: &&Vec<usize>| one.contains(&first) && one.contains(&second);
                    let having = solutions.iter().filter(has).count();
                    let counted = count(&game, &[first, second]);
                    let found =
                        counted.as_ref().map_or(having == 0, |count| *count == having as u128);
                    assert!(found, "{tile:?}: {first}, {second}: {counted:?}, {having}");
                }
            }
        }
    }

    #[test]
    fn what_can_come_beside_tiles_is_what_solutions_have() {
        let long = Duration::from_secs(60);
        for tile in TILES {
            let game = Game::new(&tiles(tile)).unwrap();
            let first = game.solution(&[], 0).unwrap().unwrap()[0];
            let mut there: Vec<usize> = (0..)
                .map_while(|number| game.solution(&[first], number).unwrap())
                .flatten()
                .collect();
            there.sort_unstable();
            there.dedup();
            let go_on = &mut || ControlFlow::Continue(());
            let possible = game.possible(&[first], long, go_on).unwrap();
            assert_eq!(possible.placements, Some(there), "{tile:?}");
            let hint = game.hint(&[first], HintKind::Freest, long, go_on).unwrap().unwrap();
            assert_eq!(hint.left, count(&game, &[first, hint.placement]), "{tile:?}");
        }
    }

    #[test]
    fn a_given_tile_that_may_be_turned_is_still_to_be_laid_where_it_is_given() {
        // A corner shows the rim in one way only.
        let cornered = tiles(TILES[0]).with_given("A@1,1").unwrap();
        assert_eq!(Game::new(&cornered).unwrap().given().len(), 1);
        let puzzle = tiles(TILES[2]);
        let free = Game::new(&puzzle).unwrap();
        let started = puzzle.with_given("A@1,1").unwrap();
        let given = &started.given[0];
        let ways = free.ways_of(given);
        assert_eq!(ways.len(), 6);
        let game = Game::new(&started).unwrap();
        assert!(game.given().is_empty() && game.numbers_of(&started.given) == Err(given));
        let sum: Count = ways.iter().map(|way| count(&free, &[way.index()]).unwrap()).sum();
        assert_eq!(count(&game, &[]).unwrap(), sum);
        assert_eq!(Solver::new(&started).unwrap().count().unwrap().total, sum);
    }
}
