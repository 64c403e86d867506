//! What run.mjs calls: the counts of Kanoodle, as plain exports. Zero stands for an error.

use bitcover::{Outcome, Puzzle, Solver};

fn count() -> Option<Outcome> {
    let puzzle = Puzzle::from_catalog("kanoodle").ok()?;
    let outcome = Solver::new(&puzzle).ok()?.count().ok()?;
    outcome.complete.then_some(outcome)
}

/// All arrangements.
#[unsafe(no_mangle)]
pub extern "C" fn count_kanoodle() -> u32 {
    count().and_then(|outcome| outcome.total.try_into().ok()).unwrap_or(0)
}

/// Solutions up to the motions of the board.
#[unsafe(no_mangle)]
pub extern "C" fn count_distinct_kanoodle() -> u32 {
    count().and_then(|outcome| outcome.distinct?.try_into().ok()).unwrap_or(0)
}

/// The solutions of Soma that the iterator returns.
#[unsafe(no_mangle)]
pub extern "C" fn iterate_soma() -> u32 {
    let Ok(puzzle) = Puzzle::from_catalog("soma") else { return 0 };
    let Ok(solutions) = Solver::new(&puzzle).and_then(|solver| solver.solutions()) else { return 0 };
    solutions.filter(Result::is_ok).count() as u32
}
