//! Sweeps gone through to the end, in integers as wide as they need to be.

use std::io::Read;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::count::Count;
use crate::engine::threads::Threads;

use super::error::FrontierError;
use super::progress::{OnProgress, Reporter, SweepProgress};
use super::saved::SavedHead;
use super::space::Space;
use super::sweep::{Room, Sweep, SweepEnd, Swept};
use super::sweep_store::Saving;
use super::ways::Ways;

/// What a sweep came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counted {
    /// The number of solutions.
    pub total: Count,
    /// The number of states of each level.
    pub states: Vec<u64>,
    /// The number of transitions from state to state.
    pub transitions: u64,
    /// The batches into which the states had to be divided; 1 if they fitted.
    pub batches: u64,
    /// The most bytes that states took at a time.
    pub peak_bytes: u64,
}

/// Sweeps with integers as wide as need be.
pub(super) fn run<S: Space, C: Ways>(
    sweep: Sweep<'_, S, C>,
    saving: &mut Saving<'_>,
    on_progress: OnProgress<'_>,
) -> Result<Counted, FrontierError> {
    match sweep.run(saving, on_progress)? {
        SweepEnd::Done(Swept { total, states, transitions, batches, peak_bytes }) => {
            Ok(Counted { total, states, transitions, batches, peak_bytes })
        }
        SweepEnd::Outgrown(sweep) => run(sweep.widened(), saving, on_progress),
    }
}

/// Goes on with a sweep that was saved; nothing where it is not one of these states.
pub(super) fn go_on<S: Space>(
    with: (&S, &Threads, Room),
    saved: Box<dyn Read>,
    head: &SavedHead,
    saving: &mut Saving<'_>,
    on_progress: OnProgress<'_>,
) -> Result<Option<Counted>, FrontierError> {
    match head.ways_bytes {
        u64::BYTES => restore::<S, u64>(with, saved, saving, on_progress),
        u128::BYTES => restore::<S, u128>(with, saved, saving, on_progress),
        BigUint::BYTES => restore::<S, BigUint>(with, saved, saving, on_progress),
        _ => Ok(None),
    }
}

/// Reads a sweep that was saved, and goes on with it.
fn restore<S: Space, C: Ways>(
    with: (&S, &Threads, Room),
    mut saved: Box<dyn Read>,
    saving: &mut Saving<'_>,
    on_progress: OnProgress<'_>,
) -> Result<Option<Counted>, FrontierError> {
    let progress = SweepProgress::new(0, with.0.level_count(), 0);
    let reporter = &mut Reporter { on_progress, progress };
    let Some(sweep) = Sweep::<S, C>::restored(with, &mut saved, reporter)? else {
        return Ok(None);
    };
    drop(saved);
    run(sweep, saving, on_progress).map(Some)
}
