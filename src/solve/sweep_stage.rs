//! The stage that counts by sweeps, by itself or in turns with a search.
//!
//! The search that waits for its turns is the tree search that the plan names next, on threads of
//! its own. It counts; where solutions are wanted, it only shows what is the quicker way to them.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{Builder, Scope};
use std::time::Duration;

use crate::cancel::{CancelToken, Gate};
use crate::clock::Stopwatch;
use crate::cover::Case;
use crate::engine::frontier::{FrontierError, SweepProgress};

use super::analysis::Analysis;
use super::cost::{CostModel, Verdict};
use super::count::{SweepCount, sweep};
use super::counts::{Counts, SweepReport};
use super::environment::Environment;
use super::error::Error;
use super::execution::{Ended, Execution, tree_cost};
use super::listener::Listener;
use super::observer::Progress;
use super::options::{Engine, OutputMode};
use super::outcome::Outcome;
use super::plan::{Budget, Plan, Stage};
use super::planner::{Setback, describe_sweep, needed_bytes};
use super::pool::threads::own_threads;
use super::rates::Rates;
use super::recorder::{FinishedTask, Recorder, Restored, SweepRecord};
use super::search_cost::{SearchCost, time};
use super::suspended_search::SuspendedSearch;
use super::sweep_turns::{Searched, StartSearch, Turns};
use super::task::{Task, WHOLE};
use super::turns::may_go_first;

/// The search of a small cover does not go first where some dives say that it has more nodes than this, or
/// cannot be made in so much time: they err on the low side, and small trees are done in some milliseconds.
const FAR_NODES: f64 = 1e7;
const MOMENT: Duration = Duration::from_millis(3);

/// The stack of the thread that lays out a search, as large as a program's own.
const STACK_BYTES: usize = 8 << 20;

/// A sweep that its budget broke off.
pub(super) fn broken_off(model: &CostModel<'_>) -> Ended {
    let (seen, is_undecided) = (model.describe_break(), model.is_undecided());
    let engine = model.tree_engine();
    Ended::Setback(Setback::Budget { seen, is_undecided, engine })
}

impl Execution<'_> {
    /// Counts by sweeps, unless a recorder holds the count already. All of it is one task; how far it
    /// is, the recorder keeps meanwhile. A trial ends after about as many states as it says, and takes no
    /// turns with a search.
    pub fn sweep(
        &mut self,
        cases: &[Case],
        anchors: &[usize],
        budget: Budget,
        trial: Option<u64>,
    ) -> Result<Ended, Error> {
        let begun = Stopwatch::start();
        let (env, analysis) = (self.env, self.analysis);
        let Environment { threads, cancel, recorder, .. } = *env;
        let subject = analysis.subject();
        let records = recorder.filter(|_| self.plan.mode == OutputMode::Count);
        let about = |mut outcome: Outcome| {
            outcome.anchors = subject.piece_names(anchors);
            outcome.cases = cases.len();
            outcome.fingerprint = None;
            outcome.earlier = env.earlier();
            Ended::Done(Box::new(outcome))
        };
        let restored = records.map(|recorder| recorder.begin(self.plan, 0)).transpose();
        if let Some(Restored { counts, pending, .. }) = &restored.map_err(Error::Recorder)?
            && pending.is_empty()
        {
            return Ok(about(self.outcome(Engine::Frontier, counts)));
        }
        let sweeps = records.filter(|_| trial.is_none()).map(Recorder::sweeps).transpose();
        let mut sweeps = sweeps.map_err(Error::Recorder)?;
        let counts_only = self.counts_only;
        let mut probe = |rates, sweep_s| tree_cost(analysis, env, counts_only, (rates, sweep_s));
        let most_states = trial.unwrap_or(u64::MAX);
        let mut model = CostModel::new(env.clock, &mut probe, env.thread_count(), most_states);
        let opponent = self.opponent(budget).filter(|_| trial.is_none());
        let needed_bytes = opponent
            .as_ref()
            .map_or(0, |plan| needed_bytes(analysis, plan.engine(), env.thread_count()));
        let memory_bytes = env.memory_bytes.saturating_sub(needed_bytes);
        let listener = Listener::new(env.observer);
        let takes_turns = opponent.is_some() && budget == Budget::InTurns;
        let goes_first = takes_turns && self.seems_short(&listener);
        let (swept, searched) = std::thread::scope(|scope| {
            let start = opponent.map(|mut plan| -> StartSearch<'_> {
                let listener = &listener;
                Box::new(move |engine| {
                    plan.choose_tree(engine);
                    search_in_turns(scope, analysis, env, (plan, counts_only), listener)
                })
            });
            let turns = start.map(|start| Turns::new(start, &listener, needed_bytes));
            let mut sweeping = Sweeping { env, budget, model: &mut model, turns };
            let record = sweeps.as_deref_mut();
            let problem = subject.problem();
            let room = (memory_bytes, env.disk_bytes);
            let begun = if goes_first { sweeping.begin() } else { ControlFlow::Continue(()) };
            let swept = match begun {
                ControlFlow::Continue(()) => {
                    let on_progress = &mut |progress: &SweepProgress| sweeping.heed(progress);
                    sweep(problem, cases, threads, room, record, on_progress)
                }
                ControlFlow::Break(()) => Err(FrontierError::Cancelled),
            };
            let searched = sweeping.turns.and_then(|turns| turns.end(&swept, cancel));
            (swept, searched)
        });
        if let Some((ended, plan)) = searched {
            forget(&mut sweeps, cancel)?;
            return Ok(self.searched(ended?, plan, &model));
        }
        let SweepCount { distinct, total, report } = match swept {
            Ok(count) => count,
            Err(FrontierError::Cancelled) if cancel.is_cancelled() => {
                let outcome = self.outcome(Engine::Frontier, &Counts::default());
                return Ok(about(Outcome { complete: false, ..outcome }));
            }
            Err(FrontierError::Cancelled) => {
                forget(&mut sweeps, cancel)?;
                return Ok(broken_off(&model));
            }
            Err(FrontierError::NotSaved) => {
                let failure = sweeps.as_ref().map(|sweeps| Error::Recorder(sweeps.failure()));
                return Err(failure.unwrap_or(Error::Cancelled));
            }
            Err(error) => {
                forget(&mut sweeps, cancel)?;
                return Ok(Ended::Setback(Setback::States(error)));
            }
        };
        let (sweep_s, states) = (model.sweep_s(), report.total_states());
        let words = if budget == Budget::InTurns { listener.describe() } else { model.describe() };
        if self.plan.mode != OutputMode::Count {
            let search = match listener.foreseen_s() {
                Some(time_s) if budget == Budget::InTurns => {
                    SearchCost { engine: Engine::Search, nodes: 0.0, time_s }
                }
                _ => model.search(),
            };
            let setback = Setback::Swept { sweep_s, states, search, search_words: words };
            return Ok(Ended::Setback(setback));
        }
        self.explain(budget, &describe_sweep(states, sweep_s, &words));
        let counts = Counts { distinct, total, nodes: states, ..Counts::default() };
        if let Some(recorder) = records {
            self.record(recorder, &counts, begun.elapsed(), listener.has_begun())?;
            forget(&mut sweeps, cancel)?;
        }
        Ok(about(self.swept(&counts, report)))
    }

    /// Records a sweep that came to its end, all of which is one task. A recorder that was told of a
    /// search meanwhile is told of the plan that holds after all.
    fn record(
        &self,
        recorder: &dyn Recorder,
        counts: &Counts,
        elapsed: Duration,
        is_revised: bool,
    ) -> Result<(), Error> {
        if is_revised {
            recorder.revise();
            recorder.begin(self.plan, 0).map_err(Error::Recorder)?;
        }
        let task = &Task::whole();
        let done = FinishedTask { task, counts, elapsed, share: WHOLE, parts: &[] };
        recorder.task().finish(&done).map_err(Error::Recorder)?;
        recorder.sync().map_err(Error::Recorder)
    }

    /// The plan of the search that takes turns with a sweep of this budget; none where the sweep
    /// goes alone, as it does where no clock runs.
    fn opponent(&self, budget: Budget) -> Option<Plan> {
        let is_timed = self.env.clock.is_running() && !cfg!(target_family = "wasm");
        let takes_turns = match budget {
            Budget::Unlimited => false,
            Budget::CheaperThanSearch => self.plan.mode == OutputMode::Count,
            Budget::InTurns => true,
        };
        if !takes_turns || !is_timed {
            return None;
        }
        match self.plan.stages.get(1) {
            Some(Stage::TreeSearch { engine, .. }) => {
                let stages = vec![Stage::TreeSearch { engine: *engine, layout: None }];
                Some(Plan { mode: OutputMode::Count, stages, ..self.plan.clone() })
            }
            _ => None,
        }
    }

    /// Whether the search of a small cover seems short, by some dives that are made in a moment; what they
    /// foretell is told.
    fn seems_short(&self, listener: &Listener<'_>) -> bool {
        let moment = self.env.cancel.child_with_deadline(MOMENT);
        let env = Environment { cancel: &moment, ..*self.env };
        let entries = self.analysis.subject().problem().cover.entry_count();
        let look = || foretold(self.analysis, self.counts_only, &env);
        let Some(search) = may_go_first(entries).then(look).flatten() else { return false };
        listener.foretell(search);
        search.nodes < FAR_NODES
    }

    /// The search came to its end first, or the run was cancelled while it was under way.
    fn searched(&mut self, ended: Ended, plan: Plan, model: &CostModel<'_>) -> Ended {
        let Ended::Done(outcome) = ended else { return ended };
        let what = match plan.engine() {
            Engine::Scan => format!("a scan of {} states", outcome.nodes),
            _ => format!("a search of {} nodes", outcome.nodes),
        };
        let seen = match model.states() {
            0 => format!("{what} was done before a sweep was begun"),
            states => {
                let sweep_s = time(model.sweep_s());
                format!("{what} was done before a sweep that had {states} states after {sweep_s}")
            }
        };
        if self.plan.mode != OutputMode::Count {
            if !outcome.complete {
                return self.interrupted();
            }
            let engine = Some(plan.engine());
            return Ended::Setback(Setback::Budget { seen, is_undecided: false, engine });
        }
        self.plan.stages = plan.stages;
        if outcome.complete {
            self.tell_why(&seen);
        }
        Ended::Done(outcome)
    }

    /// Records why the sweep was gone through with, where a budget left that open.
    pub fn explain(&mut self, budget: Budget, why: &str) {
        if budget != Budget::Unlimited {
            self.tell_why(why);
        }
    }

    /// Records why the plan is as it is, and tells the observer.
    fn tell_why(&mut self, why: &str) {
        why.clone_into(&mut self.plan.why);
        if let Some(observer) = self.env.observer {
            observer.on_plan(self.plan);
        }
    }

    /// The outcome of a sweep.
    fn swept(&self, counts: &Counts, report: SweepReport) -> Outcome {
        Outcome { sweep: Some(report), ..self.outcome(Engine::Frontier, counts) }
    }
}

/// Has a recorder forget how far sweeps were, unless they will be gone on with.
fn forget(
    sweeps: &mut Option<Box<dyn SweepRecord + '_>>,
    cancel: &CancelToken,
) -> Result<(), Error> {
    match sweeps {
        Some(sweeps) if !cancel.is_cancelled() => sweeps.remove().map_err(Error::Recorder),
        _ => Ok(()),
    }
}

/// Begins a search by this plan, which waits for its turns. None where the system has no room for
/// its threads.
fn search_in_turns<'scope, 'env: 'scope>(
    scope: &'scope Scope<'scope, 'env>,
    analysis: &'env Analysis,
    env: &'env Environment<'env>,
    (mut plan, counts_only): (Plan, bool),
    listener: &'scope Listener<'env>,
) -> Option<SuspendedSearch<Searched>> {
    let count = NonZeroUsize::new(env.thread_count())?;
    let threads = own_threads(analysis.subject().problem(), count).ok()?;
    let gate = Arc::new(Gate::default());
    let cancel = env.cancel.child_behind(&gate);
    let (sender, receiver) = channel();
    let token = cancel.clone();
    let recorder = env.recorder.filter(|_| env.record_sink.is_none());
    if let Some(recorder) = recorder {
        recorder.revise();
    }
    listener.begin();
    let search = move || {
        let engine = plan.engine();
        let env = Environment {
            threads: &threads,
            cancel: &token,
            recorder,
            observer: Some(listener),
            record_sink: None,
            ..*env
        };
        if let Some(search) = foretold(analysis, counts_only, &env) {
            listener.foretell(search);
        }
        let mut execution = Execution { analysis, env: &env, plan: &mut plan, counts_only };
        let ended = execution.tree_search(engine, None);
        sender.send((ended, plan)).ok();
    };
    Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search).ok()?;
    Some(SuspendedSearch::new(gate, cancel, receiver))
}

/// About what a search takes by some dives, unless it is cancelled.
fn foretold(analysis: &Analysis, counts_only: bool, env: &Environment<'_>) -> Option<SearchCost> {
    let nodes = analysis.run_probe(counts_only, env.memory_bytes, env.cancel).ok()?;
    Some(SearchCost::of_search(nodes, Rates::here(env.thread_count())))
}

/// A sweep under way.
struct Sweeping<'a, 'm> {
    env: &'a Environment<'a>,
    budget: Budget,
    model: &'m mut CostModel<'a>,
    turns: Option<Turns<'m>>,
}

impl Sweeping<'_, '_> {
    /// Before the sweep is laid out: lets the search of a cover have a moment, and more where that
    /// brings it near its end.
    fn begin(&mut self) -> ControlFlow<()> {
        let Some(turns) = &mut self.turns else { return ControlFlow::Continue(()) };
        while turns.may_search() {
            let due = turns.standing(None, self.model).due_at_first();
            if due.is_zero() {
                break;
            }
            turns.let_search(due, self.model, self.env.cancel)?;
        }
        ControlFlow::Continue(())
    }

    /// Tells how far the sweep is, lets the search take its turn, and breaks the sweep off where its
    /// budget, the search or the cancel token says so.
    fn heed(&mut self, progress: &SweepProgress) -> ControlFlow<()> {
        let passes_on = self.turns.as_ref().is_some_and(|turns| turns.listener.passes_on());
        if !passes_on {
            self.env.tell(|| Progress::of_sweep(progress));
        }
        self.env.cancel.flow()?;
        match &mut self.turns {
            Some(turns) => turns.take(progress, self.budget, self.model, self.env.cancel),
            None => heed(self.budget, self.model, progress),
        }
    }
}

/// Breaks a sweep off where its budget is used up.
pub(super) fn heed(
    budget: Budget,
    model: &mut CostModel<'_>,
    progress: &SweepProgress,
) -> ControlFlow<()> {
    match budget {
        Budget::Unlimited => ControlFlow::Continue(()),
        Budget::CheaperThanSearch | Budget::InTurns => match model.judge(progress) {
            Verdict::Sweep => ControlFlow::Continue(()),
            Verdict::Search | Verdict::Undecided => ControlFlow::Break(()),
        },
    }
}
