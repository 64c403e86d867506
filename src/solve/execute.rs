//! Executing a plan: the only place where work starts.
//!
//! Stages are gone through in their order; a stage that meets a setback has the plan revised, and
//! what comes next is the first stage of the revised one. The outcome is the same for any number of
//! threads.

use crate::clock::Stopwatch;
use crate::cover::Case;
use crate::engine::frontier::{Diagram, Frontier, FrontierError, SweepProgress};

use super::analysis::Analysis;
use super::codec::Codec;
use super::cost::CostModel;
use super::counts::Counts;
use super::enumerate::sorted;
use super::environment::Environment;
use super::error::Error;
use super::execution::{Ended, Execution, tree_cost};
use super::observer::Progress;
use super::options::{Engine, OutputMode};
use super::outcome::Outcome;
use super::plan::{Budget, Plan, Stage};
use super::planner::{Setback, describe_sweep};
use super::recorder::Recorder;
use super::sweep_stage::{broken_off, heed};

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
        let ended = Execution::new(analysis, env, &mut plan).first_stage(None)?;
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
    match Execution::new(analysis, env, &mut plan).first_stage(Some(most_states))? {
        Ended::Done(_) => Ok(plan),
        Ended::Setback(setback) => plan.revised(setback),
    }
}

impl<'a> Execution<'a> {
    fn new(analysis: &'a Analysis, env: &'a Environment<'a>, plan: &'a mut Plan) -> Self {
        let counts_only = plan.mode == OutputMode::Count;
        Self { analysis, env, plan, counts_only }
    }

    /// Goes through the first stage, or tries it on this many states.
    fn first_stage(&mut self, trial: Option<u64>) -> Result<Ended, Error> {
        match self.plan.stages.first().cloned() {
            Some(Stage::Infeasible { engine, reasons }) => Ok(self.infeasible(engine, reasons)),
            Some(Stage::Sweep { cases, anchors, budget }) => {
                self.sweep(&cases, &anchors, budget, trial)
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

    /// Lists everything in order from a diagram.
    fn diagram(&mut self, case: &Case, is_of_orbits: bool, budget: Budget) -> Result<Ended, Error> {
        let Environment { threads, memory_bytes, cancel, record_sink, .. } = *self.env;
        let subject = self.analysis.subject();
        let mut probe =
            |rates, sweep_s| tree_cost(self.analysis, self.env, false, (rates, sweep_s));
        let mut model =
            CostModel::new(self.env.clock, &mut probe, self.env.thread_count(), u64::MAX);
        let on_progress = &mut |progress: &SweepProgress| {
            self.env.tell(|| Progress::of_sweep(progress));
            cancel.flow()?;
            heed(budget, &mut model, progress)
        };
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
}
