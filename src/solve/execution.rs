//! A plan under way: what its stages share, and the stage that goes through the trees of the cases.

use std::sync::Arc;

use super::analysis::Analysis;
use super::codec::Codec;
use super::counts::Counts;
use super::environment::Environment;
use super::error::Error;
use super::options::Engine;
use super::outcome::Outcome;
use super::plan::{Layout, Plan, Stage};
use super::planner::Setback;
use super::pool::worker::WorkerPool;
use super::prepared::Prepared;
use super::rates::Rates;
use super::recorder::Restored;
use super::search_cost::SearchCost;
use super::task::{TASKS, split};

/// How a stage ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// With the outcome of the run.
    Done(Box<Outcome>),
    /// Without, for this reason.
    Setback(Setback),
}

/// A plan under way.
pub(super) struct Execution<'a> {
    pub analysis: &'a Analysis,
    pub env: &'a Environment<'a>,
    pub plan: &'a mut Plan,
    /// Whether the run is to count and do nothing else: a search that only shows how solutions are
    /// best listed is not, although it counts.
    pub counts_only: bool,
}

/// What a search would take at these rates, beside a sweep that seems to take so long, in seconds. Where the
/// run is cancelled meanwhile, the sweep is what notices it.
pub(super) fn tree_cost(
    analysis: &Analysis,
    env: &Environment<'_>,
    counts_only: bool,
    (rates, sweep_s): (Rates, f64),
) -> SearchCost {
    let cost = analysis.tree_cost((rates, counts_only), sweep_s, env.memory_bytes, env.cancel);
    cost.unwrap_or_else(|_| SearchCost::of_search(f64::INFINITY, rates))
}

impl Execution<'_> {
    /// Goes through the tree of each case.
    pub fn tree_search(&mut self, engine: Engine, layout: Option<Layout>) -> Result<Ended, Error> {
        let mut engine = engine;
        let mut laid_out = self.lay_out(engine, layout);
        if let (Err(Error::NotScannable(_)), false) = (&laid_out, self.plan.is_asked_for()) {
            // It seemed that it could be scanned, which only a layout tells for certain.
            engine = Engine::Search;
            laid_out = self.lay_out(engine, None);
        }
        let (layout, prepared) = match laid_out {
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
        // Where it is cancelled, what was not looked at seems to be gone.
        if let Some(observer) = self.env.observer.filter(|_| restored.spoilt > 0)
            && !self.env.cancel.is_cancelled()
        {
            observer.on_spoilt(restored.spoilt);
        }
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
        match (engine, &layout) {
            (Engine::Search, None) => {
                let laid_out = self.analysis.run_search(self.counts_only, cancel)?;
                return Ok((laid_out.layout(), Prepared::Search(Arc::clone(&laid_out.engines))));
            }
            (Engine::Scan, None) => {
                let laid_out = self.analysis.run_scan(self.counts_only, cancel)?;
                return Ok((laid_out.layout(), Prepared::Scan(Arc::clone(&laid_out.engines))));
            }
            _ => {}
        }
        let (cases, anchors) = if let Some(layout) = &layout {
            (layout.cases.clone(), layout.anchors.clone())
        } else {
            let breaking = self.analysis.run_breaking(engine, self.counts_only, cancel)?;
            (breaking.cases, breaking.anchors)
        };
        let prepared = match engine {
            Engine::Search => Prepared::Search(self.analysis.searches_of(&cases, cancel)?),
            Engine::Scan => Prepared::Scan(self.analysis.scans_of(&cases, cancel)?),
            Engine::Links => Prepared::links(problem, &cases, cancel)?,
            Engine::Frontier => Prepared::diagrams(problem, &cases, threads, memory_bytes, cancel)?,
        };
        if let Some(layout) = layout {
            return Ok((layout, prepared));
        }
        // Dancing links recurse, so they need the stack of such a thread.
        let (tasks, nodes) = threads.install(|| split(prepared.workers(), TASKS, cancel))?;
        Ok((Layout { cases, anchors, tasks, nodes }, prepared))
    }

    /// An outcome of which nothing can be said, because the run was cancelled.
    pub fn interrupted(&self) -> Ended {
        let subject = self.analysis.subject();
        Ended::Done(Box::new(Outcome::interrupted(subject, self.plan.mode, Engine::Frontier)))
    }

    /// The outcome of a run that came to this, without symmetry breaking.
    pub fn outcome(&self, engine: Engine, counts: &Counts) -> Outcome {
        Outcome::of_counts(self.analysis.subject(), self.plan.mode, engine, counts)
    }
}
