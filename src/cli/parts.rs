//! The puzzles of a selection, one after the other: what `count` and `solve` have in common.
//!
//! While one is run, the next is compiled on a thread of its own, so that a family does not wait
//! for its members' geometry. After a signal to stop those that are left end at once, with nothing
//! counted, so that a report never lacks one.

use std::thread;
use std::time::{Duration, Instant};

use crate::puzzle::{Compiled, Puzzle, compile};
use crate::report::{CountReport, Row};
use crate::run::{Control, Listing, Part, Settings};

use super::CliError;
use super::args::SearchArguments;
use super::say_obstacles;
use super::select::Selection;
use super::session::Session;

/// Runs each puzzle in this way.
///
/// # Errors
/// When the command line is wrong, a puzzle contradicts itself, or a run fails.
pub(super) fn run_each(
    search: &SearchArguments,
    selection: &Selection,
    session: &Session,
    (listing, limit): (Listing, Option<u64>),
    one: impl Fn(&Puzzle, &Compiled, &Settings, Control<'_>) -> Result<Part, CliError>,
) -> Result<CountReport, CliError> {
    let begun = Instant::now();
    let mut rows = Vec::new();
    let mut ahead = None;
    let mut earlier = Duration::ZERO;
    for (place, puzzle) in selection.puzzles.iter().enumerate() {
        let settings = search.settings(puzzle, listing, limit)?;
        let compiled = ahead.take().unwrap_or_else(|| compile(puzzle))?;
        let part = thread::scope(|scope| {
            let next = selection.puzzles.get(place + 1).map(|next| scope.spawn(|| compile(next)));
            let part = one(puzzle, &compiled, &settings, session.control(&puzzle.name));
            session.end(part.as_ref().is_ok_and(|part| part.complete));
            // Should compiling have panicked, it will panic again in its turn.
            ahead = next.and_then(|next| next.join().ok());
            part
        })?;
        say_obstacles(&part.name, &part.obstacles);
        earlier += part.earlier;
        rows.push(Row::new(&compiled, &part));
    }
    let elapsed_s = (begun.elapsed() + earlier).as_secs_f64();
    Ok(CountReport::new(&selection.name, &selection.title, rows, elapsed_s, search.threads().get()))
}
