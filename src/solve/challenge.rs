//! Challenges: starting positions that can be finished in exactly one way.
//!
//! An arrangement is drawn, and its pieces are taken off the board in random order, each left
//! there if without it there were a second way to finish, until as many are left as were asked
//! for. Whether a position is finished in one way is found by a search of the puzzle with those
//! pieces given, which stops at the second way.

use crate::cancel::CancelToken;
use crate::cover::OptionId;
use crate::puzzle::Compiled;
use crate::puzzle::compile;
use crate::puzzle::model::{Given, Puzzle};

use super::error::Error;
use super::options::{Anchor, Engine, Options, OutputMode};
use super::sample::Arrangements;
use super::solver::{Request, Solver};
use super::subject::Subject;
use crate::random::SplitMix;

/// How many arrangements are tried for one challenge.
pub(crate) const TRIES: usize = 200;

/// A starting position and the one arrangement that finishes it.
#[derive(Clone, Debug)]
pub(crate) struct Challenge {
    /// The puzzle with the pieces of the position given.
    pub puzzle: Puzzle,
    /// The options of the arrangement.
    pub solution: Vec<OptionId>,
}

/// Looks for a starting position of `pieces` pieces, those that are given already included, with
/// exactly one completion. Cells of regions that stay free are given too, and are no pieces. None if
/// none of [`TRIES`] arrangements has one.
///
/// # Errors
/// When a run fails, or is cancelled.
pub(crate) fn challenge(
    compiled: &Compiled,
    arrangements: &Arrangements<'_>,
    pieces: usize,
    (options, cancel): (&Options, &CancelToken),
    random: &mut SplitMix,
) -> Result<Option<Challenge>, Error> {
    for _ in 0..TRIES {
        let Some(solution) = arrangements.draw(random) else { return Ok(None) };
        let all = solution.iter().map(|&option| given(compiled, option));
        let is_free = |given: &Given| compiled.puzzle.pieces[given.piece].stays_free;
        let (mut free, mut order): (Vec<Given>, Vec<Given>) = all.partition(is_free);
        for from in (1..order.len()).rev() {
            order.swap(from, random.below(from + 1));
        }
        // What the puzzle gives stays; `kept` and `order` together always have one completion.
        let mut kept = compiled.puzzle.given.clone();
        free.retain(|cell| !kept.iter().any(|given| is_same(given, cell)));
        kept.append(&mut free);
        let pieces = pieces + kept.iter().filter(|given| is_free(given)).count();
        order.retain(|piece| !kept.iter().any(|given| is_same(given, piece)));
        if kept.len() + order.len() < pieces {
            continue;
        }
        while kept.len() + order.len() > pieces {
            let Some(piece) = order.pop() else { break };
            let rest = kept.iter().chain(&order).cloned().collect();
            if !is_unique(&with_given(compiled, rest), options, cancel)? {
                kept.push(piece);
            }
        }
        if kept.len() + order.len() == pieces {
            kept.append(&mut order);
            return Ok(Some(Challenge { puzzle: with_given(compiled, kept), solution }));
        }
    }
    Ok(None)
}

/// The puzzle with these pieces given.
fn with_given(compiled: &Compiled, given: Vec<Given>) -> Puzzle {
    Puzzle { given, known: None, ..compiled.puzzle.clone() }
}

/// Whether two are the same piece on the same cells.
fn is_same(one: &Given, other: &Given) -> bool {
    one.piece == other.piece
        && one.cells.len() == other.cells.len()
        && one.cells.iter().all(|cell| other.cells.contains(cell))
}

/// Whether a puzzle has exactly one arrangement.
fn is_unique(puzzle: &Puzzle, options: &Options, cancel: &CancelToken) -> Result<bool, Error> {
    let options = Options { engine: Some(Engine::Search), anchor: Anchor::None, ..options.clone() };
    let subject = Subject::Puzzle(Box::new(compile(puzzle)?));
    let (mode, limit) = (Some(OutputMode::Images), Some(2));
    let request = Request { mode, limit, ..Request::default() };
    let solver = Solver::with_options(subject, options).cancel_token(cancel);
    let total = solver.run(&request)?.total;
    // What was found before it was cancelled may not be all.
    cancel.check()?;
    Ok(total == 1)
}

/// A placement as a given piece.
pub(crate) fn given(compiled: &Compiled, option: OptionId) -> Given {
    let placement = &compiled.placements[option.index()];
    let outer = placement.cells.iter().map(|&cell| usize::from(cell));
    let outer = outer.filter(|&cell| cell < compiled.grid.outer_count());
    Given { piece: placement.piece, cells: outer.map(|cell| compiled.grid.drawn(cell)).collect() }
}
