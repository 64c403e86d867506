//! Challenges: positions with exactly one completion, from a seed.
//!
//! An arrangement is found by a search below some random choices, and its pieces are taken off the board
//! in random order, each put back if without it there were a second way to finish, until as many are off
//! as the level asks for. Of some arrangements the first from which so many come off is taken, else
//! that from which the most do. Cost: a search for two completions for each piece and arrangement.

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::cover::OptionId;
use crate::engine::search::Search;
use crate::engine::{Branch, SimdLevel, WorkSplitter, Worker};
use crate::random::SplitMix;

use super::error::GameError;
use super::game::Game;
use super::position::Position;

/// How many arrangements are tried.
const TRIES: usize = 12;

/// How often a search for an arrangement below random choices is asked whether it should go on, once in
/// some dozens of nodes, before others are taken. The fewer choices are made, the longer it may go on.
const PATIENCE: u64 = 300;

/// How hard a challenge is: how many of its pieces are to be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Level {
    /// A third of them.
    Easy,
    /// Half of them.
    Medium,
    /// As many as can be.
    Hard,
}

/// A position with exactly one completion.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Challenge {
    /// The placements on the board, ascending.
    pub given: Vec<usize>,
    /// All placements of the completion, ascending.
    pub solution: Vec<usize>,
}

impl Game {
    /// A position with exactly one completion, which has the placements of `position`; the same for the
    /// same seed. None where there is no completion at all.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use bitcover::{Game, Level, Puzzle};
    ///
    /// let game = Game::new(&Puzzle::from_catalog("soma")?)?;
    /// let challenge = game.challenge(&[], 7, Level::Hard)?.unwrap();
    /// assert_eq!(game.count(&challenge.given, &mut |_| ControlFlow::Continue(()))?, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the position is impossible.
    pub fn challenge(
        &self,
        position: &[usize],
        seed: u64,
        level: Level,
    ) -> Result<Option<Challenge>, GameError> {
        let start = self.position(position)?;
        let mut random = SplitMix::new(seed);
        let mut best: Option<Challenge> = None;
        for _ in 0..TRIES {
            let Some(solution) = self.arrangement(&start, &mut random) else { return Ok(None) };
            let (fixed, mut order): (Vec<usize>, Vec<usize>) =
                solution.iter().partition(|&&placement| self.is_fixed(&start, placement));
            shuffle(&mut order, &mut random);
            let wanted = match level {
                Level::Easy => order.len().div_ceil(3),
                Level::Medium => order.len().div_ceil(2),
                Level::Hard => order.len(),
            };
            let given = self.thinned(fixed, order, wanted)?;
            let off = solution.len() - given.len();
            if best.as_ref().is_none_or(|best| best.given.len() > given.len()) {
                best = Some(Challenge { given, solution });
            }
            // Of the hardest there may always be a harder one.
            if off >= wanted && level != Level::Hard {
                break;
            }
        }
        Ok(best)
    }

    /// Whether a placement stays on the board: it was there from the start, or leaves a cell free.
    fn is_fixed(&self, start: &Position, placement: usize) -> bool {
        let piece = self.compiled.placements[placement].piece;
        self.compiled.puzzle.pieces[piece].stays_free
            || start.laid.binary_search(&OptionId(placement as u32)).is_ok()
    }

    /// Takes placements off the board, the last of `order` first, as long as there is one way to finish
    /// and fewer than `wanted` are off; what is left, ascending.
    fn thinned(
        &self,
        fixed: Vec<usize>,
        mut order: Vec<usize>,
        wanted: usize,
    ) -> Result<Vec<usize>, GameError> {
        let (mut kept, mut off) = (fixed, 0);
        while off < wanted
            && let Some(placement) = order.pop()
        {
            let rest = [&kept[..], &order].concat();
            if self.completion(&self.position(&rest)?.whole(self), 1).is_none() {
                off += 1;
            } else {
                kept.push(placement);
            }
        }
        kept.append(&mut order);
        kept.sort_unstable();
        Ok(kept)
    }

    /// An arrangement that goes on from a position, ascending; none where there is none.
    fn arrangement(&self, start: &Position, random: &mut SplitMix) -> Option<Vec<usize>> {
        let problem = &self.compiled.problem;
        let search = Search::new(problem, &start.whole(self), self.capacity(), SimdLevel::best());
        let mut worker = search.worker();
        // Where random choices come to nothing again and again, fewer are made.
        for tried in 0.. {
            let most = (self.compiled.puzzle.pieces.len() / 2).saturating_sub(tried / 4);
            let mut prefix = Vec::new();
            while prefix.len() < start.laid.len() + most
                && let Branch::Choices { options, .. } = worker.branch(&prefix)
                // There may be choices that the capacities all forbid.
                && !options.is_empty()
            {
                prefix.push(options[random.below(options.len())]);
            }
            let mut found = None;
            let cancel = CancelToken::new();
            let mut first = |options: &[OptionId]| {
                found = Some(options.iter().map(|option| option.index()).collect::<Vec<_>>());
                ControlFlow::Break(())
            };
            let most_asked = PATIENCE << (tried / 4).min(8);
            let mut patience = Patience { asked: Cell::new(0), most_asked, cancel: &cancel };
            if most > 0 {
                worker.run_splitting(&prefix, &mut first, &mut patience, &cancel);
            } else {
                worker.run(&[], &mut first, &cancel);
            }
            if let Some(mut found) = found {
                found.sort_unstable();
                return Some(found);
            }
            if most == 0 {
                break;
            }
        }
        None
    }
}

/// Ends a search after it was asked so often, whatever the time: so a seed always leads to the same
/// challenge.
struct Patience<'a> {
    asked: Cell<u64>,
    most_asked: u64,
    cancel: &'a CancelToken,
}

impl WorkSplitter for Patience<'_> {
    fn wants_parts(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        if self.asked.get() > self.most_asked {
            self.cancel.cancel();
        }
        false
    }

    fn is_overdue(&self) -> bool {
        false
    }

    fn take_part(&mut self, prefix: &[OptionId]) {
        unreachable!("no part was wanted, and so not what lies below {prefix:?}");
    }
}

fn shuffle(order: &mut [usize], random: &mut SplitMix) {
    for from in (1..order.len()).rev() {
        order.swap(from, random.below(from + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn a_challenge_has_exactly_one_completion_and_is_the_same_for_the_same_seed() {
        for name in ["logiq-3", "soma", "calendar", "hexiamonds-6x6"] {
            let game = Game::new(&Puzzle::from_catalog(name).unwrap()).unwrap();
            let mut last = usize::MAX;
            for level in [Level::Easy, Level::Medium, Level::Hard] {
                let challenge = game.challenge(&[], 5, level).unwrap().unwrap();
                assert_eq!(game.challenge(&[], 5, level).unwrap().as_ref(), Some(&challenge));
                let Challenge { given, solution } = challenge;
                let count = game.count(&given, &mut |_| ControlFlow::Continue(())).unwrap();
                assert_eq!(count, 1, "{name} {level:?}");
                assert!(given.iter().all(|placement| solution.contains(placement)));
                assert!(given.len() < solution.len() && given.len() <= last, "{name} {level:?}");
                last = given.len();
            }
            assert_ne!(
                game.challenge(&[], 1, Level::Easy).unwrap(),
                game.challenge(&[], 2, Level::Easy).unwrap()
            );
        }
    }

    #[test]
    fn a_challenge_keeps_what_is_on_the_board_and_there_is_none_without_a_completion() {
        let game = Game::new(&Puzzle::from_catalog("soma").unwrap()).unwrap();
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let options = 0..game.compiled.placements.len();
        let (possible, hopeless): (Vec<usize>, Vec<usize>) =
            options.partition(|&placement| game.count(&[placement], go_on).unwrap() > 0);
        assert!(!hopeless.is_empty());
        let challenge = game.challenge(&[possible[3]], 1, Level::Hard).unwrap().unwrap();
        assert!(challenge.given.contains(&possible[3]));
        assert_eq!(game.challenge(&[hopeless[0]], 1, Level::Easy), Ok(None));
    }
}
