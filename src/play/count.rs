//! How many ways there are to finish a position.

use std::ops::ControlFlow;

use crate::count::Count;
use crate::cover::OptionId;
use crate::engine::frontier::Diagram;

use super::error::GameError;
use super::game::Game;
use super::position::{Part, Position};
use super::race::Finish;

/// How far a count is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counting {
    /// So many ways to finish were found, and there may be more.
    pub at_least: Count,
}

/// Is told some times in a second how far a count is; `Break` ends it.
pub(super) type TellCounting<'a> = &'a mut dyn FnMut(&Counting) -> ControlFlow<()>;

impl Game {
    /// The number of ways to finish a position, on the fixed board: every arrangement of the puzzle
    /// that has these placements. Calls `tell` some times in a second, which may end it.
    ///
    /// # Errors
    /// When the position is impossible, or the count was ended.
    pub fn count(
        &self,
        position: &[usize],
        tell: &mut dyn FnMut(&Counting) -> ControlFlow<()>,
    ) -> Result<Count, GameError> {
        self.count_position(&self.position(position)?, tell)
    }

    /// [`Self::count`] of a position that was looked at.
    pub(super) fn count_position(
        &self,
        position: &Position,
        tell: TellCounting<'_>,
    ) -> Result<Count, GameError> {
        let tell = &mut |found: &Count| tell(&Counting { at_least: found.clone() });
        Ok(match self.race(position, None, tell)? {
            Finish::Searched(found) => found,
            Finish::Diagrams(diagrams) => {
                let parts = position.parts.iter().zip(&diagrams);
                parts.map(|(part, diagram)| &Count::from(diagram.total()) * part.weight).sum()
            }
        })
    }

    /// For each option, in how many completions of a position it occurs.
    ///
    /// # Errors
    /// When whoever is told ends it.
    pub(super) fn occurrences(
        &self,
        position: &Position,
        tell: TellCounting<'_>,
    ) -> Result<Vec<Count>, GameError> {
        let mut met = Occurrences::new(self);
        let tell = &mut |found: &Count| tell(&Counting { at_least: found.clone() });
        let mut seen = vec![vec![0_u128; met.options]; position.parts.len()];
        let number = |part: &Part| position.parts.iter().position(|one| std::ptr::eq(one, part));
        let mut see = |part: &Part, options: &[OptionId]| {
            for option in options {
                seen[number(part).unwrap_or(0)][option.index()] += 1;
            }
            ControlFlow::Continue(())
        };
        if let Finish::Diagrams(diagrams) = self.race(position, Some(&mut see), tell)? {
            let occurrences = |diagram: &Diagram| diagram.occurrences(met.options);
            seen = diagrams.iter().map(occurrences).collect();
        }
        for (part, seen) in position.parts.iter().zip(&seen) {
            met.add(self, part, seen);
        }
        Ok(met.sums)
    }
}

/// In how many completions each option occurs.
struct Occurrences {
    options: usize,
    sums: Vec<Count>,
}

impl Occurrences {
    fn new(game: &Game) -> Self {
        let options = game.compiled.problem.cover.option_count();
        Self { options, sums: vec![Count::ZERO; options] }
    }

    /// Adds those of a part, and those of the images that its solutions stand for: every motion turns a
    /// solution into a completion, and meets each as often as there are motions that the part leaves
    /// unbroken.
    fn add(&mut self, game: &Game, part: &Part, seen: &[u128]) {
        let group = &game.compiled.problem.group;
        if part.weight == 1 && part.case.residual.len() == 1 {
            for (sum, &seen) in self.sums.iter_mut().zip(seen) {
                *sum += seen;
            }
            return;
        }
        let mut met = vec![Count::ZERO; self.options];
        for element in group.elements() {
            for (option, &seen) in seen.iter().enumerate() {
                met[element.options[option].index()] += seen;
            }
        }
        for (sum, met) in self.sums.iter_mut().zip(&met) {
            *sum += &met.divided_by(part.case.residual.len() as u128);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;
    use std::time::Duration;

    use super::*;
    use crate::clock::{Clock, StoppedClock};
    use crate::puzzle::Puzzle;
    use crate::puzzle::given::given_text;
    use crate::solve::Solver;
    use crate::solve::challenge::given;

    /// A clock that goes on by as much each time that it is read, so that the engines take turns
    /// however quick they are.
    #[derive(Debug)]
    struct Ticking(std::sync::atomic::AtomicU64, u64);

    impl Clock for Ticking {
        fn now(&self) -> Duration {
            Duration::from_micros(self.0.fetch_add(self.1, std::sync::atomic::Ordering::Relaxed))
        }
    }

    fn game(name: &str) -> Game {
        Game::new(&Puzzle::from_catalog(name).unwrap()).unwrap()
    }

    fn count(game: &Game, position: &[usize]) -> Count {
        game.count(position, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    /// The count that a solver gives of the position that the placements make.
    fn solved(game: &Game, position: &[usize]) -> Count {
        let mut puzzle = game.compiled.puzzle.clone();
        for &option in position {
            let piece = given(&game.compiled, OptionId(option as u32));
            let text = given_text(&puzzle, &piece);
            puzzle = puzzle.with_given(&text).unwrap();
        }
        Solver::new(&puzzle).unwrap().count().unwrap().total
    }

    #[test]
    fn ways_to_finish_are_those_that_a_solver_counts() {
        let positions: [(&str, &[&[usize]]); 5] = [
            ("logiq-2", &[&[], &[0], &[100], &[200]]),
            ("soma", &[&[], &[3], &[300]]),
            ("soma-mirror", &[&[]]),
            ("hexiamonds-4x9", &[&[], &[20]]),
            ("tetrominoes-unlimited-4x4", &[&[], &[7]]),
        ];
        for (name, positions) in positions {
            let game = game(name);
            for position in positions {
                assert_eq!(count(&game, position), solved(&game, position), "{name} {position:?}");
            }
        }
    }

    #[test]
    fn the_search_and_the_diagram_come_to_the_same_by_any_clock() {
        for (name, total) in [("soma", 11_520), ("kanoodle", 371_020)] {
            for tick in [1, 1_000, 30_000] {
                let clock = Ticking(0.into(), tick);
                let game = game(name).clock(clock);
                assert_eq!(count(&game, &[]), total, "{name} {tick}");
            }
        }
        assert_eq!(count(&game("soma").clock(StoppedClock), &[]), 11_520);
        // No diagram fits.
        assert_eq!(count(&game("soma").clock(Ticking(0.into(), 100)).memory_bytes(0), &[]), 11_520);
    }

    #[test]
    fn a_count_tells_what_it_has_found_and_ends_when_it_is_told_to() {
        let told = Rc::new(Cell::new(0));
        let game = game("kanoodle").clock(Ticking(0.into(), 1_000));
        let mut last = Count::ZERO;
        let ended = game.count(&[], &mut |counting| {
            assert!(counting.at_least >= last && counting.at_least <= 371_020);
            last = counting.at_least.clone();
            told.set(told.get() + 1);
            if told.get() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(ended, Err(GameError::Cancelled));
        assert_eq!(told.get(), 3);
    }

    #[test]
    fn occurrences_are_the_counts_of_the_positions_with_each_placement() {
        for (name, clock) in [("soma", 1), ("logiq-2", 1), ("logiq-2", 20_000)] {
            let game = game(name).clock(Ticking(0.into(), clock));
            for laid in [&[][..], &[5]] {
                let position = game.position(laid).unwrap();
                let all = game.occurrences(&position, &mut |_| ControlFlow::Continue(())).unwrap();
                for placement in (0..all.len()).step_by(97) {
                    let with = [laid, &[placement]].concat();
                    let expected = match game.position(&with) {
                        Ok(_) => count(&game, &with),
                        Err(_) => Count::ZERO,
                    };
                    assert_eq!(all[placement], expected, "{name} {with:?}");
                }
            }
        }
    }
}
