//! Solving: from a puzzle or a cover and some options to an outcome.
//!
//! [`Solver`] is the one public face. What it does has four steps, each a room or a file:
//! `analysis` works out what can be known (and keeps it), `planner` decides what to do, which a `Plan`
//! says as pure data,
//! `execute` does it and is the only place where work starts, and `outcome` is what comes of it.
//!
//! A small cover is often done at a `glance`, before anything is planned.
//!
//! A task's way: [`Solver::count`] plans (`planner.rs`) by what `analysis` knows, `execute.rs` takes the
//! first stage and lays out its tasks, `pool/worker.rs` gives them to threads, the engine visits
//! solutions, `pool/counter.rs` counts them, `pool/worker_result.rs` adds them up.

pub(crate) mod analysis;
pub mod bench_internals;
pub(crate) mod certify;
pub(crate) mod challenge;
pub(crate) mod codec;
mod cost;
pub(crate) mod count;
pub(crate) mod counts;
pub(crate) mod dive;
mod divided;
mod drawing_at_random;
pub(crate) mod enumerate;
pub(crate) mod environment;
pub(crate) mod error;
pub(crate) mod estimate;
mod estimating;
pub(crate) mod execute;
mod execution;
mod glance;
mod handover;
pub(crate) mod listed;
mod listener;
mod number_table;
pub(crate) mod observer;
mod open_prefix;
pub(crate) mod options;
pub(crate) mod outcome;
mod pace;
pub(crate) mod plan;
pub(crate) mod planner;
pub(crate) mod pool;
pub(crate) mod prepared;
pub(crate) mod prove;
pub(crate) mod rates;
pub(crate) mod recorder;
pub(crate) mod sample;
mod search_cost;
pub(crate) mod solution;
mod solution_sums;
pub(crate) mod solutions;
pub(crate) mod solver;
pub(crate) mod statistics;
pub(crate) mod subject;
mod suspended_search;
mod sweep_stage;
mod sweep_turns;
mod symmetric;
mod symmetries;
pub(crate) mod task;
mod tree_progress;
mod turns;
mod whole_tree;

pub(crate) use counts::SweepReport;
pub(crate) use error::{Error, StateError};
pub(crate) use observer::{Phase, Progress};
pub(crate) use options::Engine;
pub(crate) use outcome::Outcome;
pub(crate) use plan::Plan;
pub(crate) use solver::Solver;
