//! The puzzles of a selection, one after the other: what `count` and `solve` have in common.
//!
//! While one is run, the next two are made ready on a thread of their own, so that a family does not
//! wait for its members' geometry and tables. After a signal to stop those that are left end at once,
//! with nothing counted, so that a report never lacks one.

use std::sync::OnceLock;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use crate::puzzle::{Compiled, Puzzle, compile};
use crate::report::{CountReport, Row};
use crate::run::{Control, Groundwork, Listing, Part, Settings};

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
    one: impl Fn(&Puzzle, Groundwork<'_>, &Settings, Control<'_>) -> Result<Part, CliError>,
) -> Result<CountReport, CliError> {
    let begun = Instant::now();
    let Some(first) = selection.puzzles.first() else {
        return Err(CliError::Usage(format!("{} has no puzzles", selection.name)));
    };
    // What the machine has is looked up once.
    let common = search.settings(first, listing, limit)?;
    let each = |puzzle| Ok(Settings { anchor: search.anchor_of(puzzle)?, ..common.clone() });
    let settings = selection.puzzles.iter().map(each).collect::<Result<Vec<_>, CliError>>()?;
    let compiled: Vec<OnceLock<Compiled>> = settings.iter().map(|_| OnceLock::new()).collect();
    let ready = |place: usize| -> Result<Groundwork<'_>, CliError> {
        let result = compile(&selection.puzzles[place])?;
        Ok(search.lay_groundwork(compiled[place].get_or_init(|| result), &settings[place]))
    };
    let (mut rows, mut earlier) = (Vec::new(), Duration::ZERO);
    thread::scope(|scope| -> Result<(), CliError> {
        // One that is ready waits while another is made so: small members are run in less time
        // than the next takes to be made ready.
        let (send, others) = sync_channel(1);
        let make_others = || {
            let send = send;
            for place in 1..settings.len() {
                if send.send(ready(place)).is_err() {
                    // A run failed, so that no more are wanted.
                    break;
                }
            }
        };
        if settings.len() > 1 {
            // Without a thread for it, each is made ready in its turn.
            let _ = thread::Builder::new().spawn_scoped(scope, make_others);
        }
        for (place, puzzle) in selection.puzzles.iter().enumerate() {
            let groundwork = if place == 0 {
                ready(0)
            } else {
                // Nothing comes where there is no thread, or making it ready panicked; so it will
                // in its turn.
                others.recv().unwrap_or_else(|_| ready(place))
            }?;
            let compiled = groundwork.compiled();
            let part = one(puzzle, groundwork, &settings[place], session.control(&puzzle.name));
            session.end(part.as_ref().is_ok_and(|part| part.complete));
            let part = part?;
            say_obstacles(&part.name, &part.obstacles);
            earlier += part.earlier;
            rows.push(Row::new(compiled, &part));
        }
        Ok(())
    })?;
    let elapsed_s = (begun.elapsed() + earlier).as_secs_f64();
    Ok(CountReport::new(&selection.name, &selection.title, rows, elapsed_s, common.threads.get()))
}
