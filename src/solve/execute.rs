//! Executing a plan: the only place where work starts.
//!
//! Stages are gone through in their order; a stage that meets a setback has the plan revised, and
//! what comes next is the first stage of the revised one. The outcome is the same for any number of
//! threads.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::clock::Stopwatch;
use crate::cover::Case;
use crate::engine::frontier::{Diagram, Frontier, FrontierError, SweepProgress};

use super::analysis::Analysis;
use super::codec::Codec;
use super::cost::CostModel;
use super::count::{SweepCount, sweep};
use super::counts::{Counts, SweepReport};
use super::enumerate::sorted;
use super::environment::Environment;
use super::error::Error;
use super::observer::Progress;
use super::options::{Engine, OutputMode};
use super::outcome::Outcome;
use super::plan::{Budget, Layout, Plan, Stage};
use super::planner::{Setback, describe_sweep};
use super::pool::worker::WorkerPool;
use super::prepared::Prepared;
use super::recorder::{FinishedTask, Recorder, Restored};
use super::task::{TASKS, Task, WHOLE, split};

/// How a stage ended.
enum Ended {
    /// With the outcome of the run.
    Done(Box<Outcome>),
    /// Without, for this reason.
    Setback(Setback),
}

/// A sweep that its budget broke off.
fn broken_off(model: &CostModel<'_>) -> Ended {
    let (seen, is_undecided) = (model.describe_break(), model.is_undecided());
    Ended::Setback(Setback::Budget { seen, is_undecided })
}

/// Goes through the stages of a plan.
///
/// # Errors
/// When the engine that was asked for cannot do it, an engine proves to be broken, or records
/// cannot be kept.
pub(crate) fn execute(
    plan: Plan,
    analysis: &Analysis,
    env: &Environment<'_>,
) -> Result<Outcome, Error> {
    let watch = Stopwatch::start();
    let resumed = env.recorder.and_then(Recorder::resumed_plan);
    let mut plan = match resumed {
        Some(recorded) => plan.resuming(&recorded),
        None => plan,
    };
    loop {
        if plan.is_decided()
            && let Some(observer) = env.observer
        {
            observer.on_plan(&plan);
        }
        let ended = (Execution { analysis, env, plan: &mut plan }).first_stage(u64::MAX)?;
        match ended {
            Ended::Done(mut outcome) => {
                outcome.elapsed = outcome.earlier + analysis.elapsed() + watch.elapsed();
                return Ok(*outcome);
            }
            Ended::Setback(setback) => {
                plan = plan.revised(setback)?;
                if let Some(recorder) = env.recorder {
                    recorder.revise();
                }
            }
        }
    }
}

/// What becomes of a plan for counting when its first stage is tried on at most this many states:
/// the plan as it would be gone on with, and why. Nothing is recorded.
///
/// # Errors
/// As [`execute`].
pub(crate) fn rehearse(
    plan: Plan,
    analysis: &Analysis,
    env: &Environment<'_>,
    most_states: u64,
) -> Result<Plan, Error> {
    let mut plan = plan;
    if plan.is_decided() {
        return Ok(plan);
    }
    match (Execution { analysis, env, plan: &mut plan }).first_stage(most_states)? {
        Ended::Done(_) => Ok(plan),
        Ended::Setback(setback) => plan.revised(setback),
    }
}

/// A plan under way.
struct Execution<'a> {
    analysis: &'a Analysis,
    env: &'a Environment<'a>,
    plan: &'a mut Plan,
}

impl Execution<'_> {
    fn first_stage(&mut self, most_states: u64) -> Result<Ended, Error> {
        match self.plan.stages.first().cloned() {
            Some(Stage::Infeasible { engine, reasons }) => Ok(self.infeasible(engine, reasons)),
            Some(Stage::Sweep { cases, anchors, budget }) => {
                self.sweep(&cases, &anchors, budget, most_states)
            }
            Some(Stage::Diagram { case, is_of_orbits, budget }) => {
                self.diagram(&case, is_of_orbits, budget)
            }
            Some(Stage::TreeSearch { engine, layout }) => self.tree_search(engine, layout),
            // A plan whose last stage met a setback is refused when it is revised.
            None => Ok(Ended::Done(Box::new(self.outcome(Engine::Search, &Counts::default())))),
        }
    }

    /// There is nothing to search. A recorder is told of a plan without tasks.
    fn infeasible(&self, engine: Engine, reasons: Vec<String>) -> Ended {
        let outcome = self.outcome(engine, &Counts::default());
        let cases = 0;
        Ended::Done(Box::new(Outcome { infeasibility: reasons, cases, ..outcome }))
    }

    /// Counts by sweeps, unless a recorder holds the count already. All of it is one task: nothing
    /// is recorded before the end.
    fn sweep(
        &mut self,
        cases: &[Case],
        anchors: &[usize],
        budget: Budget,
        most_states: u64,
    ) -> Result<Ended, Error> {
        let begun = Stopwatch::start();
        let env = self.env;
        let Environment { threads, memory_bytes, cancel, recorder, .. } = *env;
        let subject = self.analysis.subject();
        let records = recorder.filter(|_| self.plan.mode == OutputMode::Count);
        let restored = records.map(|recorder| recorder.begin(self.plan, 0)).transpose();
        let about = |mut outcome: Outcome| {
            outcome.anchors = subject.piece_names(anchors);
            outcome.cases = cases.len();
            outcome.fingerprint = None;
            outcome.earlier = env.earlier();
            Ended::Done(Box::new(outcome))
        };
        if let Some(Restored { counts, pending, .. }) = &restored.map_err(Error::Recorder)?
            && pending.is_empty()
        {
            return Ok(about(self.outcome(Engine::Frontier, counts)));
        }
        let mut probe = || self.analysis.probe();
        let mut model =
            CostModel::new(self.env.clock, &mut probe, self.env.thread_count(), most_states);
        let on_progress = &mut |progress: &SweepProgress| self.heed(budget, &mut model, progress);
        let swept = sweep(subject.problem(), cases, threads, memory_bytes, on_progress);
        let SweepCount { distinct, total, report } = match swept {
            Ok(count) => count,
            Err(FrontierError::Cancelled) if cancel.is_cancelled() => {
                let outcome = self.outcome(Engine::Frontier, &Counts::default());
                return Ok(about(Outcome { complete: false, ..outcome }));
            }
            Err(FrontierError::Cancelled) => return Ok(broken_off(&model)),
            Err(error) => return Ok(Ended::Setback(Setback::States(error))),
        };
        let (sweep_s, states) = (model.sweep_s(), report.total_states());
        if self.plan.mode != OutputMode::Count {
            let (search, search_words) = (model.search(), model.describe());
            let setback = Setback::Swept { sweep_s, states, search, search_words };
            return Ok(Ended::Setback(setback));
        }
        self.explain(budget, &describe_sweep(states, sweep_s, &model.describe()));
        let counts = Counts { distinct, total, nodes: states, ..Counts::default() };
        if let Some(recorder) = records {
            let (task, elapsed) = (&Task::whole(), begun.elapsed());
            let done = FinishedTask { task, counts: &counts, elapsed, share: WHOLE, parts: &[] };
            recorder.task().finish(&done).map_err(Error::Recorder)?;
            recorder.sync().map_err(Error::Recorder)?;
        }
        Ok(about(self.swept(&counts, report)))
    }

    /// Tells of the progress of a sweep, and breaks it off where its budget or the cancel token says so.
    fn heed(
        &self,
        budget: Budget,
        model: &mut CostModel<'_>,
        progress: &SweepProgress,
    ) -> ControlFlow<()> {
        self.env.tell(|| Progress::of_sweep(progress));
        self.env.cancel.flow()?;
        match budget {
            Budget::CheaperThanSearch => model.observe(progress),
            Budget::Unlimited => ControlFlow::Continue(()),
        }
    }

    /// Records why the sweep was gone through with, where a budget left that open.
    fn explain(&mut self, budget: Budget, why: &str) {
        if budget == Budget::CheaperThanSearch {
            why.clone_into(&mut self.plan.why);
            if let Some(observer) = self.env.observer {
                observer.on_plan(self.plan);
            }
        }
    }

    /// The outcome of a sweep.
    fn swept(&self, counts: &Counts, report: SweepReport) -> Outcome {
        Outcome { sweep: Some(report), ..self.outcome(Engine::Frontier, counts) }
    }

    /// Lists everything in order from a diagram.
    fn diagram(&mut self, case: &Case, is_of_orbits: bool, budget: Budget) -> Result<Ended, Error> {
        let Environment { threads, memory_bytes, cancel, record_sink, .. } = *self.env;
        let subject = self.analysis.subject();
        let mut probe = || self.analysis.probe();
        let mut model =
            CostModel::new(self.env.clock, &mut probe, self.env.thread_count(), u64::MAX);
        let on_progress = &mut |progress: &SweepProgress| self.heed(budget, &mut model, progress);
        let built = Frontier::new(subject.problem(), case)
            .and_then(|frontier| frontier.diagram(threads, memory_bytes, on_progress));
        let diagram = match built {
            Ok(diagram) => diagram,
            Err(FrontierError::Cancelled) if cancel.is_cancelled() => return Ok(self.interrupted()),
            Err(FrontierError::Cancelled) => return Ok(broken_off(&model)),
            Err(FrontierError::TooLarge { .. }) if budget == Budget::Unlimited => {
                return Ok(Ended::Setback(Setback::NotInOrder { seen: String::new() }));
            }
            Err(error) => return Ok(Ended::Setback(Setback::States(error))),
        };
        let seen = describe_sweep(diagram.states(), model.sweep_s(), &model.describe());
        self.explain(budget, &seen);
        let codec = Codec::new(subject, self.plan.mode);
        let listed = self.list(&codec, &diagram, is_of_orbits)?;
        if cancel.is_cancelled() {
            // It may have come to its end all the same, but that is not known.
            if let Some(sink) = record_sink.and_then(|record_sink| record_sink.sink.in_order()) {
                sink.give_up();
            }
            return Ok(self.interrupted());
        }
        Ok(match listed {
            Some(counts) => Ended::Done(Box::new(self.outcome(Engine::Frontier, &counts))),
            None => Ended::Setback(Setback::NotInOrder { seen }),
        })
    }

    /// Lists the solutions of a diagram in order, where that is possible.
    fn list(
        &self,
        codec: &Codec<'_>,
        diagram: &Diagram,
        is_of_orbits: bool,
    ) -> Result<Option<Counts>, Error> {
        match codec {
            Codec::Puzzle(codec) => {
                sorted::list(codec, self.plan.mode, (diagram, is_of_orbits), self.env)
            }
            // Only records of puzzles come out of a diagram in their order.
            Codec::Cover(_) => Ok(None),
        }
    }

    /// Goes through the tree of each case.
    fn tree_search(&mut self, engine: Engine, layout: Option<Layout>) -> Result<Ended, Error> {
        let (layout, prepared) = match self.lay_out(engine, layout) {
            Ok(laid_out) => laid_out,
            Err(Error::Cancelled) => return Ok(self.interrupted()),
            Err(error) => match error.frontier() {
                Some(states) => return Ok(Ended::Setback(Setback::States(states.clone()))),
                None => return Err(error),
            },
        };
        let stage = Stage::TreeSearch { engine, layout: Some(layout.clone()) };
        self.plan.stages = vec![stage];
        let subject = self.analysis.subject();
        let codec = Codec::new(subject, self.plan.mode);
        let record_len = codec.record_len(self.env.record_sink);
        let mut restored = match self.env.recorder {
            None => Restored::nothing(layout.tasks.clone()),
            Some(recorder) => recorder.begin(self.plan, record_len).map_err(Error::Recorder)?,
        };
        let plan = (&*self.plan, &layout);
        let pool = WorkerPool::new(self.env, subject, plan, &prepared, &codec, &mut restored);
        let mut result = pool.run(&restored)?;
        result.counts.nodes += layout.nodes;
        let outcome = self.outcome(engine, &result.counts);
        Ok(Ended::Done(Box::new(Outcome {
            anchors: subject.piece_names(&layout.anchors),
            cases: layout.cases.len(),
            complete: result.complete,
            earlier: self.env.earlier(),
            task_ns: result.task_ns,
            ..outcome
        })))
    }

    /// Prepares the engine for each case, and splits the trees into tasks unless that was done.
    fn lay_out(&self, engine: Engine, layout: Option<Layout>) -> Result<(Layout, Prepared), Error> {
        let Environment { threads, memory_bytes, cancel, .. } = *self.env;
        let problem = self.analysis.subject().problem();
        if let (Engine::Search, None) = (engine, &layout) {
            let laid_out = self.analysis.search()?;
            let prepared = Prepared::Search(laid_out.searches.clone());
            let (cases, anchors) =
                (laid_out.breaking.cases.clone(), laid_out.breaking.anchors.clone());
            let (tasks, nodes) = (laid_out.tasks.clone(), laid_out.nodes);
            return Ok((Layout { cases, anchors, tasks, nodes }, prepared));
        }
        let (cases, anchors) = if let Some(layout) = &layout {
            (layout.cases.clone(), layout.anchors.clone())
        } else {
            let breaking = self.analysis.breaking(engine)?;
            (breaking.cases, breaking.anchors)
        };
        let prepared = match engine {
            Engine::Search => Prepared::Search(self.analysis.searches_of(&cases)),
            Engine::Links => Prepared::links(problem, &cases),
            Engine::Frontier => Prepared::diagrams(problem, &cases, threads, memory_bytes, cancel)?,
        };
        let layout = layout.unwrap_or_else(|| {
            let (tasks, nodes) = split(prepared.workers(), TASKS);
            Layout { cases, anchors, tasks, nodes }
        });
        Ok((layout, prepared))
    }

    /// An outcome of which nothing can be said, because the run was cancelled.
    fn interrupted(&self) -> Ended {
        let outcome = self.outcome(Engine::Frontier, &Counts::default());
        Ended::Done(Box::new(Outcome { complete: false, ..outcome }))
    }

    /// The outcome of a run that came to this, without symmetry breaking.
    fn outcome(&self, engine: Engine, counts: &Counts) -> Outcome {
        let subject = self.analysis.subject();
        let mut uses = counts.uses.clone();
        uses.resize(subject.piece_count(), 0);
        Outcome {
            name: subject.name().to_owned(),
            engine,
            total: counts.total,
            distinct: subject.puzzle().map(|_| counts.distinct),
            nodes: counts.nodes,
            fingerprint: (self.plan.mode != OutputMode::Count).then_some(counts.fingerprint),
            complete: true,
            elapsed: Duration::ZERO,
            earlier: Duration::ZERO,
            anchors: Vec::new(),
            cases: 1,
            uses,
            task_ns: Vec::new(),
            sweep: None,
            infeasibility: Vec::new(),
        }
    }
}
