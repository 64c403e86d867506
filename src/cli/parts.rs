//! The puzzles of a selection, one after the other: what `count` and `solve` have in common.
//!
//! While one is run, the next two are made ready, so that a family does not wait for its members'
//! geometry and tables; and what is left to do about one that has been run, a file to write, is done
//! while the next is run. Both are done by the threads that search, before they do: with threads of
//! their own there would be more than cores, and one that waits for its turn has others wait for it.
//! After a signal to stop those that are left end at once, with nothing counted, so that a report
//! never lacks one.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use rayon::Scope;

use crate::puzzle::{Compiled, Puzzle, compile};
use crate::report::{CountReport, Row};
use crate::solve::{Analysis, Control, Options, OutputMode, Part, common_pool};

use super::CliError;
use super::args::SearchArguments;
use super::provenance::here;
use super::say_obstacles;
use super::select::Selection;
use super::session::Session;

/// So many puzzles are made ready ahead: small ones are run in less time than the next takes to be
/// made ready.
const AHEAD: usize = 2;

/// What is left to do when a puzzle has been run; says whether all of it was done.
pub(super) type Rest<'a> = Box<dyn FnOnce() -> Result<bool, CliError> + Send + 'a>;

/// A puzzle that has been run.
pub(super) struct Done<'a> {
    pub part: Part,
    /// What may be done while the next is run.
    pub rest: Option<Rest<'a>>,
}

impl From<Part> for Done<'_> {
    fn from(part: Part) -> Self {
        Self { part, rest: None }
    }
}

impl Done<'_> {
    /// The part when all is done.
    fn settle(self) -> Result<Part, CliError> {
        let Self { mut part, rest } = self;
        if let Some(rest) = rest {
            part.complete &= rest()?;
        }
        Ok(part)
    }
}

/// Begins with something on a thread of a pool that is free, or the first to be so; it will be
/// received, or nothing if it panics, as the scope then does in the end.
fn begin<'scope, T: Send + 'scope>(
    scope: &Scope<'scope>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Receiver<T> {
    let (send, receive) = sync_channel(1);
    // Nobody waits any longer when a run failed.
    scope.spawn(move |_| drop(send.send(work())));
    receive
}

/// Runs each puzzle in this way.
///
/// # Errors
/// When the command line is wrong, a puzzle contradicts itself, or a run fails.
pub(super) fn run_each(
    search: &SearchArguments,
    selection: &Selection,
    session: &Session,
    (listing, limit): (OutputMode, Option<u64>),
    one: impl for<'a> Fn(&'a Puzzle, Analysis<'a>, &Options, Control<'a>) -> Result<Done<'a>, CliError>,
) -> Result<CountReport, CliError> {
    let begun = Instant::now();
    let Some(first) = selection.puzzles.first() else {
        return Err(CliError::Usage(format!("{} has no puzzles", selection.name)));
    };
    // What the machine has is looked up once.
    let common = search.settings(first, listing, limit)?;
    let each = |puzzle| Ok(Options { anchor: search.anchor_of(puzzle)?, ..common.clone() });
    let settings = selection.puzzles.iter().map(each).collect::<Result<Vec<_>, CliError>>()?;
    let compiled: Vec<OnceLock<Compiled>> = settings.iter().map(|_| OnceLock::new()).collect();
    let ready = |place: usize| -> Result<Analysis<'_>, CliError> {
        let result = compile(&selection.puzzles[place])?;
        Ok(search.analyse(compiled[place].get_or_init(|| result), &settings[place]))
    };
    let (mut parts, mut earlier) = (Vec::new(), Duration::ZERO);
    common_pool(common.threads)?.native().in_place_scope(|scope| -> Result<(), CliError> {
        let begin_with =
            |place: usize| (place < settings.len()).then(|| begin(scope, move || ready(place)));
        let mut others: VecDeque<_> = (1..=AHEAD).map_while(begin_with).collect();
        let mut underway: Option<Done<'_>> = None;
        for (place, puzzle) in selection.puzzles.iter().enumerate() {
            let analysis = if place == 0 {
                ready(0)
            } else {
                others.extend(begin_with(place + AHEAD));
                let other = others.pop_front().and_then(|other| other.recv().ok());
                // Nothing comes where making it ready panicked; so it will in its turn.
                other.unwrap_or_else(|| ready(place))
            }?;
            let control = session.control(&puzzle.name);
            let done = one(puzzle, analysis, &settings[place], control);
            session.end(done.as_ref().is_ok_and(|done| done.part.complete));
            // The rest of the one before has had its time, and goes first.
            parts.extend(underway.take().map(Done::settle).transpose()?);
            let Done { part, mut rest } = done?;
            say_obstacles(&part.name, &part.infeasibility);
            earlier += part.earlier;
            if place + 1 < settings.len() {
                rest = rest.map(|rest| -> Rest<'_> {
                    let written = begin(scope, rest);
                    Box::new(move || written.recv().unwrap_or(Ok(false)))
                });
            }
            underway = Some(Done { part, rest });
        }
        parts.extend(underway.map(Done::settle).transpose()?);
        Ok(())
    })?;
    let ran = compiled.iter().filter_map(OnceLock::get).zip(&parts);
    let rows = ran.map(|(compiled, part)| Row::new(compiled, part)).collect();
    let elapsed_s = (begun.elapsed() + earlier).as_secs_f64();
    Ok(CountReport::new(
        &selection.name,
        &selection.title,
        rows,
        elapsed_s,
        here(common.threads.get()),
    ))
}
