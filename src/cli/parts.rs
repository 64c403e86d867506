//! The puzzles of a selection, one after the other: what `count` and `solve` have in common.
//!
//! While one is run, the next two are made ready on a thread of their own, so that a family does not
//! wait for its members' geometry and tables; and what is left to do about one that has been run, a
//! file to write, is done while the next is run. After a signal to stop those that are left end at once,
//! with nothing counted, so that a report never lacks one.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, OnceLock};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use crate::puzzle::{Compiled, Puzzle, compile};
use crate::report::{CountReport, Row};
use crate::run::{Control, Groundwork, Listing, Part, Settings};

use super::CliError;
use super::args::SearchArguments;
use super::say_obstacles;
use super::select::Selection;
use super::session::Session;

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

/// The rest of a puzzle, on its way.
struct Underway<'scope> {
    part: Part,
    rest: Option<ScopedJoinHandle<'scope, Result<bool, CliError>>>,
}

impl Underway<'_> {
    /// The part when all is done.
    fn settle(self) -> Result<Part, CliError> {
        let Self { mut part, rest } = self;
        if let Some(rest) = rest {
            part.complete &= rest.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        }
        Ok(part)
    }
}

/// Starts a thread and waits until it runs. Linux may start it on the core of this one, and look for
/// an idle core some milliseconds later only; for a thread that is woken it looks at once, and so it
/// does for this one.
fn spawn_elsewhere<'scope>(scope: &'scope Scope<'scope, '_>, work: impl FnOnce() + Send + 'scope) {
    let (parent, is_running) = (thread::current(), Arc::new(AtomicBool::new(false)));
    let told = Arc::clone(&is_running);
    scope.spawn(move || {
        told.store(true, Ordering::Release);
        parent.unpark();
        work();
    });
    while !is_running.load(Ordering::Acquire) {
        thread::park();
    }
}

/// Runs each puzzle in this way.
///
/// # Errors
/// When the command line is wrong, a puzzle contradicts itself, or a run fails.
pub(super) fn run_each(
    search: &SearchArguments,
    selection: &Selection,
    session: &Session,
    (listing, limit): (Listing, Option<u64>),
    one: impl for<'a> Fn(
        &'a Puzzle,
        Groundwork<'a>,
        &Settings,
        Control<'a>,
    ) -> Result<Done<'a>, CliError>,
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
    let (mut parts, mut earlier) = (Vec::new(), Duration::ZERO);
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
            spawn_elsewhere(scope, make_others);
        }
        let mut underway: Option<Underway<'_>> = None;
        for (place, puzzle) in selection.puzzles.iter().enumerate() {
            let groundwork = if place == 0 {
                ready(0)
            } else {
                // Nothing comes only where making it ready panicked; so it will in its turn.
                others.recv().unwrap_or_else(|_| ready(place))
            }?;
            let control = session.control(&puzzle.name);
            let done = one(puzzle, groundwork, &settings[place], control);
            session.end(done.as_ref().is_ok_and(|done| done.part.complete));
            // The rest of the one before has had its time, and goes first.
            let before = underway.take().map(Underway::settle).transpose()?;
            parts.extend(before);
            let Done { part, rest } = done?;
            say_obstacles(&part.name, &part.obstacles);
            earlier += part.earlier;
            underway = Some(Underway { part, rest: rest.map(|rest| scope.spawn(rest)) });
        }
        parts.extend(underway.map(Underway::settle).transpose()?);
        Ok(())
    })?;
    let ran = compiled.iter().filter_map(OnceLock::get).zip(&parts);
    let rows = ran.map(|(compiled, part)| Row::new(compiled, part)).collect();
    let elapsed_s = (begun.elapsed() + earlier).as_secs_f64();
    Ok(CountReport::new(&selection.name, &selection.title, rows, elapsed_s, common.threads.get()))
}
