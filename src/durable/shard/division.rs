//! What a plan is divided in, and who does what: the tasks of a search, or the cases of a sweep.
//!
//! Either are numbered, each belongs to one shard, and the plan of a shard is that of the whole with the
//! shard's own ones alone. Of a search a journal has a line for each task, of a sweep one for the whole
//! shard: how far it is meanwhile is in the file beside. Cost: for a search some dives for each task,
//! for a sweep laying it down once more for each case.

use crate::engine::frontier::SweepPart;
use crate::solve::Solver;
use crate::solve::error::Error;
use crate::solve::options::{Engine, OutputMode};
use crate::solve::plan::{Layout, Plan, Stage};
use crate::solve::task::{TASKS, Task, WHOLE};

use super::balance::{deal, estimates};

/// How many tasks a shard of a search has at least, where the search is large enough: 16 for each of four
/// cores. More cores are kept busy by splitting tasks on the way. A sweep has a case for each shard: any
/// more would have states in common.
const TASKS_PER_SHARD: usize = 64;

/// What all cases of a sweep weigh together, in whole numbers.
const ALL_CASES: f64 = 1e6;

/// The plan of the whole, divided finely enough for this many shards, by one of the engines search and
/// frontier.
///
/// # Errors
/// When the anchor cannot be, what the engine needs does not fit the memory, or it is cancelled.
pub(super) fn whole_plan(
    solver: &Solver,
    engine: Engine,
    mode: OutputMode,
    shards: usize,
) -> Result<Plan, Error> {
    match engine {
        Engine::Frontier => solver.sweep_plan(shards),
        _ => solver.search_plan(mode, TASKS.max(shards * TASKS_PER_SHARD)),
    }
}

/// How many tasks or cases a plan is divided in.
pub(super) fn unit_count(plan: &Plan) -> usize {
    match plan.stages.first() {
        Some(Stage::TreeSearch { layout: Some(layout), .. }) => layout.tasks.len(),
        Some(Stage::Sweep { cases, .. }) => cases.len(),
        _ => 0,
    }
}

/// The tasks of a plan that a journal has lines of.
pub(super) fn recorded_tasks(plan: &Plan) -> Vec<Task> {
    match plan.stages.first() {
        Some(Stage::TreeSearch { layout: Some(layout), .. }) => layout.tasks.clone(),
        Some(Stage::Sweep { .. }) => vec![Task::whole()],
        _ => Vec::new(),
    }
}

/// The plan of a part of the whole: these of its tasks, whose shares are those of the part, or these of
/// its cases.
pub(super) fn portion_plan(whole: &Plan, own: &[usize]) -> Plan {
    let mut plan = whole.clone();
    match plan.stages.first_mut() {
        Some(Stage::TreeSearch { layout: Some(layout), .. }) => {
            let tasks = own.iter().map(|&task| &layout.tasks[task]);
            let whole: u128 = tasks.clone().map(|task| u128::from(task.share)).sum();
            let own = |(origin, task): (usize, &Task)| {
                let share = u128::from(task.share) * u128::from(WHOLE) / whole.max(1);
                Task { share: share as u64, origin, ..task.clone() }
            };
            layout.tasks = tasks.enumerate().map(own).collect();
            // The nodes of splitting are counted once, for all shards.
            layout.nodes = 0;
        }
        Some(Stage::Sweep { cases, .. }) => {
            *cases = own.iter().map(|&case| cases[case].clone()).collect();
        }
        _ => {}
    }
    plan
}

/// The tasks or cases of a plan, dealt to this many parts: for each about how much work it is, in nodes
/// of a search or in millionths of all parts of a sweep, and its tasks or cases.
///
/// # Errors
/// When the tables of the search do not fit, or it is cancelled.
pub(super) fn dealt(
    solver: &Solver,
    plan: &Plan,
    parts: usize,
) -> Result<Vec<(u64, Vec<usize>)>, Error> {
    let sizes = match plan.stages.first() {
        Some(Stage::TreeSearch { layout: Some(layout), .. }) => {
            let searches = solver.analysis().searches_of(&layout.cases, solver.cancel())?;
            estimates(&searches, &layout.tasks)
        }
        Some(Stage::Sweep { cases, .. }) => {
            let problem = solver.subject().problem();
            let weights: Vec<f64> =
                cases.iter().map(|case| SweepPart::new(problem, case.clone()).weight).collect();
            let sum: f64 = weights.iter().sum();
            weights.iter().map(|weight| (ALL_CASES * weight / sum) as u64).collect()
        }
        _ => Vec::new(),
    };
    Ok(deal(&sizes, parts))
}

/// The search of a plan, laid out.
pub(super) fn layout(plan: &Plan) -> Option<&Layout> {
    match plan.stages.first() {
        Some(Stage::TreeSearch { layout, .. }) => layout.as_ref(),
        _ => None,
    }
}
