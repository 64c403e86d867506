//! Challenges: starting positions that can be finished in exactly one way.
//!
//! An arrangement is drawn, and its pieces are taken off the board in random order, each left
//! there if without it there were a second way to finish, until as many are left as were asked
//! for. Whether a position is finished in one way is found by a search of the puzzle with those
//! pieces given, which stops at the second way.

use crate::cover::OptionId;
use crate::engine::CancelToken;
use crate::puzzle::given::Conflict;
use crate::puzzle::model::{Given, Puzzle};
use crate::puzzle::{Compiled, compile};

use crate::solve::execute::run_into;
use crate::solve::options::{Anchor, Engine, Options, OutputMode, RunError};
use crate::solve::random::SplitMix;
use crate::solve::sample::Arrangements;

/// How many arrangements are tried for one challenge.
pub const TRIES: usize = 200;

/// A starting position and the one arrangement that finishes it.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// The puzzle with the pieces of the position given.
    pub puzzle: Puzzle,
    /// The options of the arrangement.
    pub solution: Vec<OptionId>,
}

/// Why there is no challenge.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ChallengeError {
    /// A run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A position was impossible, which its arrangement disproves.
    #[error("internal error: pieces of an arrangement do not fit together: {0}")]
    Defect(#[from] Conflict),
}

/// Looks for a starting position of `pieces` pieces, those that are given already included, with
/// exactly one completion. None if none of [`TRIES`] arrangements has one.
///
/// # Errors
/// When a run fails.
pub fn challenge(
    compiled: &Compiled,
    arrangements: &Arrangements<'_>,
    pieces: usize,
    settings: &Options,
    random: &mut SplitMix,
) -> Result<Option<Challenge>, ChallengeError> {
    for _ in 0..TRIES {
        let Some(solution) = arrangements.draw(random) else { return Ok(None) };
        let mut order: Vec<Given> =
            solution.iter().map(|&option| given(compiled, option)).collect();
        for from in (1..order.len()).rev() {
            order.swap(from, random.below(from + 1));
        }
        // What the puzzle gives stays; `kept` and `order` together always have one completion.
        let mut kept = compiled.puzzle.given.clone();
        order.retain(|piece| !kept.iter().any(|given| is_same(given, piece)));
        if kept.len() + order.len() < pieces {
            continue;
        }
        while kept.len() + order.len() > pieces {
            let Some(piece) = order.pop() else { break };
            let rest = kept.iter().chain(&order).cloned().collect();
            if !is_unique(&with_given(compiled, rest), settings)? {
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
fn is_unique(puzzle: &Puzzle, settings: &Options) -> Result<bool, ChallengeError> {
    let settings = Options {
        engine: Engine::Search,
        anchor: Anchor::None,
        listing: OutputMode::Images,
        limit: Some(2),
        ..settings.clone()
    };
    let part = run_into(&compile(puzzle)?, &settings, &CancelToken::default(), None)?;
    Ok(part.tally.total == 1)
}

/// A placement as a given piece.
pub fn given(compiled: &Compiled, option: OptionId) -> Given {
    let placement = &compiled.placements[option.index()];
    let outer = placement.cells.iter().map(|&cell| usize::from(cell));
    let outer = outer.filter(|&cell| cell < compiled.grid.outer_count());
    Given { piece: placement.piece, cells: outer.map(|cell| compiled.grid.drawn(cell)).collect() }
}
