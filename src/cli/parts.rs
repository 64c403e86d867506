//! The members of a target, one after the other: what `count` and `solve` have in common.
//!
//! While one is run by several threads, the next few are made ready, so that a family does not wait for
//! its members' geometry and tables; and what is left to do about one that has been run, a file to write,
//! is done while the next is run. Both are done by the threads that search, before they do: with threads of
//! their own there would be more than cores, and one that waits for its turn has others wait for it.
//! After a signal to stop those that are left end at once, with nothing counted, so that a report
//! never lacks one.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use rayon::Scope;

use crate::cancel::CancelToken;
use crate::report::{CountReport, Row};
use crate::solve::pool::threads::common_threads;
use crate::solve::{Outcome, Solver};

use super::args::SearchArguments;
use super::error::CliError;
use super::message::say_infeasibility;
use super::provenance::here;
use super::select::Target;

/// How many members are made ready ahead: small ones are run in less time than the next takes to be
/// made ready.
const AHEAD: usize = 3;

/// What is left to do when a member has been run; says whether all of it was done.
pub(super) type Rest<'a> = Box<dyn FnOnce() -> Result<bool, CliError> + Send + 'a>;

/// A member that has been run.
pub(super) struct Done<'a> {
    pub outcome: Outcome,
    /// What may be done while the next is run.
    pub rest: Option<Rest<'a>>,
}

impl From<Outcome> for Done<'_> {
    fn from(outcome: Outcome) -> Self {
        Self { outcome, rest: None }
    }
}

impl Done<'_> {
    /// The outcome when all is done.
    fn settle(self) -> Result<Outcome, CliError> {
        let Self { mut outcome, rest } = self;
        if let Some(rest) = rest {
            outcome.complete &= rest()?;
        }
        Ok(outcome)
    }
}

/// Begins with something on a thread of a pool that is free, or the first to be so; it will be
/// received, or nothing if it panics, as the scope then does in the end.
fn begin<'scope, T: Send + 'scope>(
    scope: &Scope<'scope>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Receiver<T> {
    let (send, receive) = sync_channel(1);
    // The receiver is gone when a run failed.
    scope.spawn(move |_| drop(send.send(work())));
    receive
}

/// Runs each member of a target in this way; `cancel` is what its solver heeds.
///
/// # Errors
/// When the command line is wrong, a puzzle contradicts itself, or a run fails.
pub(super) fn run_each<'a>(
    search: &SearchArguments,
    target: &Target,
    cancel: &CancelToken,
    one: impl Fn(Arc<Solver>) -> Result<Done<'a>, CliError>,
) -> Result<CountReport, CliError> {
    let begun = Instant::now();
    let members: Vec<_> = target.members().collect();
    if members.is_empty() {
        return Err(CliError::Usage(format!("{} has no puzzles", target.name())));
    }
    // What the machine has is looked up once.
    let common = &search.options();
    let members = &members;
    let ready = |place: usize| -> Result<Arc<Solver>, CliError> {
        let solver = members[place].solver(search, common)?.cancel_token(cancel);
        Ok(Arc::new(solver.ahead()))
    };
    let ready = &ready;
    let (mut rows, mut earlier) = (Vec::new(), Duration::ZERO);
    let threads = common_threads(common.threads)?;
    threads.native().in_place_scope(|scope| -> Result<(), CliError> {
        // A single thread would only fill its memory earlier.
        let ahead = if common.threads.get() > 1 { AHEAD } else { 0 };
        let begin_with = |place: usize| {
            (ahead > 0 && place < members.len()).then(|| begin(scope, move || ready(place)))
        };
        let mut others: VecDeque<_> = (1..=ahead).map_while(begin_with).collect();
        let mut underway: Option<(Arc<Solver>, Done<'a>)> = None;
        let row = |(solver, done): (Arc<Solver>, Done<'a>)| -> Result<Row, CliError> {
            Ok(Row::new(solver.subject(), &done.settle()?))
        };
        for place in 0..members.len() {
            let solver = if place == 0 {
                ready(0)
            } else {
                others.extend(begin_with(place + ahead));
                let other = others.pop_front().and_then(|other| other.recv().ok());
                // Where nothing is made ready ahead nothing comes, nor where that panicked; so it will in
                // its turn.
                other.unwrap_or_else(|| ready(place))
            }?;
            let done = one(Arc::clone(&solver));
            // The rest of the one before has had its time, and goes first.
            rows.extend(underway.take().map(row).transpose()?);
            let Done { outcome, mut rest } = done?;
            say_infeasibility(&outcome.name, &outcome.infeasibility);
            earlier += outcome.earlier;
            if place + 1 < members.len() {
                rest = rest.map(|rest| -> Rest<'a> {
                    let written = begin(scope, rest);
                    Box::new(move || written.recv().unwrap_or(Ok(false)))
                });
            }
            underway = Some((solver, Done { outcome, rest }));
        }
        rows.extend(underway.map(row).transpose()?);
        Ok(())
    })?;
    let elapsed_s = (begun.elapsed() + earlier).as_secs_f64();
    let provenance = here(common.threads.get());
    Ok(CountReport::new(target.name(), target.title(), rows, elapsed_s, provenance))
}
