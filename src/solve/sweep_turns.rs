//! The turns of a search beside a sweep: what is known of both is gathered, and the search goes on for as
//! long as it is due ([`super::turns`] says for how long).

use std::ops::ControlFlow;
use std::time::Duration;

use crate::cancel::CancelToken;
use crate::engine::frontier::{FrontierError, SweepProgress};

use super::cost::{CostModel, Verdict};
use super::count::SweepCount;
use super::error::Error;
use super::execution::Ended;
use super::listener::Listener;
use super::options::Engine;
use super::pace::{Forecast, Pace};
use super::plan::{Budget, Plan};
use super::suspended_search::SuspendedSearch;
use super::turns::{Account, Standing};

/// How a search ended, and its plan.
pub(super) type Searched = (Result<Ended, Error>, Plan);

/// Lets a search begin, which then waits for its turns: by this engine, where one was found to be best.
pub(super) type StartSearch<'a> =
    Box<dyn FnOnce(Option<Engine>) -> Option<SuspendedSearch<Searched>> + 'a>;

/// The turns of a search beside a sweep.
pub(super) struct Turns<'a> {
    /// Lets the search begin, once.
    start: Option<StartSearch<'a>>,
    search: Option<SuspendedSearch<Searched>>,
    pub listener: &'a Listener<'a>,
    pace: Pace,
    table_bytes: u64,
    /// What the sweep had taken when its first turn was due, in seconds.
    sweep_s_before: Option<f64>,
    /// What the search had taken before the turn in which its dives were made, in seconds.
    dived_s: f64,
    forecast: Forecast,
    account: Account,
}

impl<'a> Turns<'a> {
    /// Of a search that has not begun, and whose tables take so many bytes.
    pub fn new(start: StartSearch<'a>, listener: &'a Listener<'a>, table_bytes: u64) -> Self {
        let (start, search, sweep_s_before) = (Some(start), None, None);
        let (pace, dived_s, forecast, account) = Default::default();
        Self {
            start,
            search,
            listener,
            pace,
            table_bytes,
            sweep_s_before,
            dived_s,
            forecast,
            account,
        }
    }

    /// Lets the search go on for as long as it is due. Breaks where it came to its end.
    pub fn take(
        &mut self,
        progress: &SweepProgress,
        budget: Budget,
        model: &mut CostModel<'_>,
        run: &CancelToken,
    ) -> ControlFlow<()> {
        let verdict = (budget == Budget::CheaperThanSearch).then(|| {
            let verdict = model.judge(progress);
            let is_dearer = verdict == Verdict::Search;
            (verdict, if is_dearer { model.search().time_s } else { 0.0 })
        });
        model.note(progress);
        if let Some(left_s) = model.sweep_left_s() {
            self.forecast.note(model.sweep_s(), left_s, progress.level);
        }
        let standing = self.standing(verdict, model);
        let before = match verdict {
            Some((Verdict::Search, _)) => *self.sweep_s_before.get_or_insert(standing.sweep_s),
            _ => self.sweep_s_before.unwrap_or(0.0),
        };
        let due = standing.due(before, &mut self.account);
        self.listener.pass_on(!due.is_zero() && standing.prefers_search());
        if due.is_zero() {
            return ControlFlow::Continue(());
        }
        self.let_search(due, model, run)
    }

    /// Whether there is a search, or there may be one.
    pub fn may_search(&self) -> bool {
        self.start.is_some() || self.search.is_some()
    }

    /// What is known of both, with this verdict of the cost model. What the search tells may come a moment
    /// after its turn.
    pub fn standing(&mut self, verdict: Option<(Verdict, f64)>, model: &CostModel<'_>) -> Standing {
        let search_s = self.search.as_ref().map_or(0.0, SuspendedSearch::spent_s);
        let share = self.listener.share();
        self.pace.note(search_s, share, self.listener.nodes());
        Standing {
            verdict,
            sweep_s: model.sweep_s(),
            sweep_left_s: model.sweep_left_s(),
            sweep_left_before_s: self.forecast.before_s(),
            is_anew: model.is_anew(),
            foretold_s: self.listener.foretold_s(self.pace.node_s(self.dived_s)),
            search_s,
            dived_s: self.dived_s,
            share,
            search_left_s: self.pace.left_s(),
            table_bytes: self.table_bytes,
        }
    }

    /// Lets the search go on for this long. Breaks where it came to its end.
    pub fn let_search(
        &mut self,
        due: Duration,
        model: &mut CostModel<'_>,
        run: &CancelToken,
    ) -> ControlFlow<()> {
        if let Some(start) = self.start.take() {
            self.search = start(model.tree_engine());
        }
        let Some(search) = &mut self.search else { return ControlFlow::Continue(()) };
        if self.listener.foretold_s(None).is_none() {
            self.dived_s = search.spent_s();
        }
        model.leave_out(search.go_on(due, run));
        self.listener.note(search.spent_s());
        match search.ended() {
            None => run.flow(),
            Some((Ok(Ended::Done(outcome)), _)) if outcome.complete => ControlFlow::Break(()),
            Some(_) => {
                run.flow()?;
                // It cannot be done that way, which leaves the sweep.
                self.search = None;
                ControlFlow::Continue(())
            }
        }
    }

    /// What the search came to, if that is what counts after the sweep ended like this.
    pub fn end(
        self,
        swept: &Result<SweepCount, FrontierError>,
        run: &CancelToken,
    ) -> Option<Searched> {
        let search = self.search?;
        match swept {
            Ok(_) => {
                search.give_up();
                None
            }
            Err(FrontierError::Cancelled) if run.is_cancelled() => search.give_up(),
            // The states do not fit, or the search is done.
            Err(_) => {
                self.listener.pass_on(true);
                search.finish()
            }
        }
    }
}
