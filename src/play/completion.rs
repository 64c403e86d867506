//! Completions of a position one by one, and hints.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::cancel::CancelToken;
use crate::count::Count;
use crate::cover::{Case, OptionId};
use crate::engine::search::Search;
use crate::engine::{SimdLevel, Visitor, Worker};

use super::count::Counting;
use super::error::GameError;
use super::game::Game;
use super::position::Position;

/// Which placement a hint is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HintKind {
    /// One of the first completion that a search comes to.
    Any,
    /// The one with which there are the most ways to finish.
    Freest,
}

/// A placement with which the position can be finished.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// The placement.
    pub placement: usize,
    /// How many ways to finish there are with it; nothing where that took too long.
    pub left: Option<Count>,
}

impl Game {
    /// The completion of this number, from 0, in a fixed order: its placements, ascending, those of the
    /// position included. None where there are not so many. Cost: a search until that many are found.
    ///
    /// # Errors
    /// When the position is impossible.
    pub fn solution(
        &self,
        position: &[usize],
        number: u64,
    ) -> Result<Option<Vec<usize>>, GameError> {
        let position = self.position(position)?;
        let found = self.completion(&position.whole(self), number);
        Ok(found.map(|options| {
            let mut placements: Vec<usize> = options.iter().map(|option| option.index()).collect();
            placements.sort_unstable();
            placements
        }))
    }

    /// The solution of a case of this number, from 0, its options in the order of the choices.
    pub(super) fn completion(&self, case: &Case, number: u64) -> Option<Vec<OptionId>> {
        let problem = &self.compiled.problem;
        let search = Search::new(problem, case, self.capacity(), SimdLevel::best());
        let mut nth = Nth { left: number, found: None };
        search.worker().run(&[], &mut nth, &CancelToken::new());
        nth.found
    }

    /// A placement that lies in some completion of a position, and is not on the board; none where
    /// there is no completion, or everything is on the board. What takes longer than this time is left
    /// out: the count of the ways that it leaves, and that it is the freest. Calls `tell` some times in a
    /// second, which may end it.
    ///
    /// # Errors
    /// When the position is impossible, or it was ended.
    pub fn hint(
        &self,
        position: &[usize],
        kind: HintKind,
        time: Duration,
        tell: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<Hint>, GameError> {
        let laid = self.position(position)?;
        let until = self.clock.now() + time;
        if kind == HintKind::Freest
            && let Some(all) = self.within(until, tell, |tell| self.occurrences(&laid, tell))?
        {
            let hints = all.into_iter().enumerate().filter(|&(placement, ref left)| {
                *left > 0 && self.is_hint(&laid, OptionId(placement as u32))
            });
            // Of those that leave as many, the first.
            let freest = hints.rev().max_by(|(_, a), (_, b)| a.cmp(b));
            return Ok(freest.map(|(placement, left)| Hint { placement, left: Some(left) }));
        }
        let Some(solution) = self.completion(&laid.whole(self), 0) else { return Ok(None) };
        let Some(option) = solution.into_iter().find(|&option| self.is_hint(&laid, option)) else {
            return Ok(None);
        };
        let placement = option.index();
        let with = self.position(&[position, &[placement]].concat())?;
        let left = self.within(until, tell, |tell| self.count_position(&with, tell))?;
        Ok(Some(Hint { placement, left }))
    }

    /// Whether an option is of use as a hint: a piece that is not on the board.
    fn is_hint(&self, position: &Position, option: OptionId) -> bool {
        let piece = self.compiled.placements[option.index()].piece;
        !self.compiled.puzzle.pieces[piece].stays_free
            && position.laid.binary_search(&option).is_err()
    }

    /// What something comes to until this time; nothing where that is too soon.
    fn within<T>(
        &self,
        until: Duration,
        tell: &mut dyn FnMut() -> ControlFlow<()>,
        work: impl FnOnce(&mut dyn FnMut(&Counting) -> ControlFlow<()>) -> Result<T, GameError>,
    ) -> Result<Option<T>, GameError> {
        let (mut is_ended, mut is_late) = (false, false);
        let done = work(&mut |_| {
            is_ended = tell().is_break();
            is_late = self.clock.now() >= until;
            if is_ended || is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match done {
            Err(GameError::Cancelled) if is_late && !is_ended => Ok(None),
            done => done.map(Some),
        }
    }
}

/// Takes the solution of some number.
struct Nth {
    /// How many solutions come before it.
    left: u64,
    found: Option<Vec<OptionId>>,
}

impl Visitor for Nth {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        if self.left > 0 {
            self.left -= 1;
            return ControlFlow::Continue(());
        }
        self.found = Some(options.to_vec());
        ControlFlow::Break(())
    }

    fn count(&mut self, solutions: usize) -> bool {
        // Those that come before it need not be looked at.
        let is_before = solutions as u64 <= self.left;
        self.left -= if is_before { solutions as u64 } else { 0 };
        is_before
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::puzzle::Puzzle;

    const LONG: Duration = Duration::from_secs(60);

    fn game(name: &str) -> Game {
        Game::new(&Puzzle::from_catalog(name).unwrap()).unwrap()
    }

    fn go_on() -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[test]
    fn completions_are_all_there_each_once_and_hold_the_position() {
        let game = game("logiq-2");
        let count = game.count(&[8], &mut |_| go_on()).unwrap();
        let count = u64::try_from(count).unwrap();
        assert!(count > 1);
        let all = (0..count).map(|number| game.solution(&[8], number).unwrap().unwrap());
        let all: HashSet<Vec<usize>> = all.collect();
        assert_eq!(all.len() as u64, count);
        for solution in &all {
            assert!(solution.contains(&8));
            assert_eq!(game.count(solution, &mut |_| go_on()).unwrap(), 1);
        }
        assert_eq!(game.solution(&[8], count).unwrap(), None);
    }

    #[test]
    fn hints_lead_to_the_end_and_the_freest_leaves_the_most() {
        for (name, kind) in
            [("soma", HintKind::Any), ("soma", HintKind::Freest), ("logiq-2", HintKind::Freest)]
        {
            let game = game(name);
            let mut position = Vec::new();
            let mut last = game.count(&[], &mut |_| go_on()).unwrap();
            while let Some(hint) = game.hint(&position, kind, LONG, &mut go_on).unwrap() {
                position.push(hint.placement);
                let left = game.count(&position, &mut |_| go_on()).unwrap();
                assert_eq!(hint.left.as_ref(), Some(&left));
                assert!(left > 0 && left <= last, "{name}");
                last = left;
            }
            assert_eq!(last, 1);
            let cells = position.iter().map(|&one| game.compiled.placements[one].cells.len());
            assert_eq!(cells.sum::<usize>(), game.compiled.grid.cell_count(), "{name}");
        }
    }

    #[test]
    fn there_is_no_hint_where_nothing_leads_to_the_end() {
        let text = "name = 'm'\n[board]\nrows = 2\ncolumns = 3\nmotions = 'translate'\n\
                    [[piece]]\nsymbol = 'a'\npicture = 'aa'\n\
                    [[piece]]\nsymbol = 'b'\npicture = '''\nbb\nbb\n'''\n[pieces]\nmotions = 'rotations'\n";
        let game = Game::new(&Puzzle::parse(text).unwrap()).unwrap();
        let lying = |one: &&crate::puzzle::placement::Placement| {
            let points = one.cells.iter().map(|&cell| game.compiled.grid.drawn(usize::from(cell)));
            one.piece == 0 && points.map(|[_, row, _]| row).all(|row| row == 0)
        };
        let all = game.compiled.placements.iter().enumerate();
        let (placement, _) = all.clone().find(|(_, one)| lying(one)).unwrap();
        for kind in [HintKind::Any, HintKind::Freest] {
            assert_eq!(game.hint(&[placement], kind, LONG, &mut go_on), Ok(None));
            assert!(game.hint(&[], kind, LONG, &mut go_on).unwrap().is_some());
        }
    }
}
