//! Counting with the engine frontier: a sweep of each case, and the quotients that give the
//! distinct count.
//!
//! Let a case leave the symmetries H of the whole group G unbroken, and let it have n solutions.
//! They stand for n |G| / |H| arrangements, and for as many distinct solutions as H has orbits on
//! them: the mean, over the elements of H, of the number of solutions that each maps to itself
//! (Cauchy and Frobenius; often called Burnside's lemma). Elements that generate conjugate subgroups of H
//! leave equally many as they are, so one of each such class is swept. A case that orbit branching made
//! leaves none unbroken, and each of its solutions counts as often as its weight says.

use crate::count::Count;
use crate::cover::{Case, Problem};
use crate::engine::Threads;
use crate::engine::frontier::{
    Counted, DiskRoom, Frontier, FrontierError, OnProgress, Room, SweepStore, Unsaved,
};

use super::counts::SweepReport;
use super::recorder::SweepRecord;

/// What sweeps came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SweepCount {
    /// Solutions up to symmetry.
    pub distinct: Count,
    /// All solutions.
    pub total: Count,
    /// How the sweeps went.
    pub report: SweepReport,
}

/// What a limit leaves for a sweep, which keeps a good part of it free for merging: the program
/// takes something, and what was freed is not always given back.
fn state_bytes(memory_bytes: u64) -> u64 {
    memory_bytes.saturating_sub(PROGRAM_BYTES) / 10 * 9
}

/// What the program takes beside states.
const PROGRAM_BYTES: u64 = 48 << 20;

/// Counts the solutions of a problem that was split into these cases, in about `memory_bytes`, and
/// on this much of the disk where that is too little; goes on where the record says.
///
/// # Errors
/// Those of the engine.
pub(crate) fn sweep(
    problem: &Problem,
    cases: &[Case],
    threads: &Threads,
    (memory_bytes, disk_bytes): (u64, u64),
    mut record: Option<&mut (dyn SweepRecord + '_)>,
    on_progress: OnProgress<'_>,
) -> Result<SweepCount, FrontierError> {
    let group = &problem.group;
    let mut sum = SweepCount::default();
    let mut room = Room { most_bytes: state_bytes(memory_bytes), ..Room::default() };
    if disk_bytes > 0 {
        room.disk = DiskRoom { most_bytes: disk_bytes, directory: std::env::temp_dir() };
    }
    let finished = record.as_ref().map_or(Vec::new(), |record| record.finished().to_vec());
    let mut finished = finished.into_iter();
    for case in cases {
        let mut solutions = Count::ZERO;
        let mut fixed = Count::ZERO;
        let classes = group.classes(&case.residual);
        let mut alike: Vec<Option<Counted>> = vec![None; classes.len()];
        let mut class_of = vec![0; group.order()];
        for (number, class) in classes.iter().enumerate() {
            for &element in &class.elements {
                class_of[element] = number;
            }
        }
        for &element in &case.residual {
            let class = class_of[element];
            let known = alike[class].take();
            let is_first = known.is_none();
            let restored = finished.next();
            let is_restored = restored.is_some();
            let counted = if let Some(counted) = restored.or(known) {
                counted
            } else {
                let frontier = if element == 0 {
                    Frontier::new(problem, case)?
                } else {
                    Frontier::fixed_by(problem, case, &group.elements()[element])?
                };
                let mut store: &mut dyn SweepStore = &mut Unsaved;
                if let Some(record) = &mut record {
                    store = *record;
                }
                frontier.count_saved(threads, &room, store, on_progress)?
            };
            // On record is an entry for each element, also where it was not swept.
            if let (Some(record), false) = (&mut record, is_restored) {
                record.finish(&counted);
            }
            if is_first {
                add(&mut sum.report, &counted);
            }
            fixed += &counted.total;
            if element == 0 {
                solutions = counted.total.clone();
            }
            alike[class] = Some(counted);
        }
        let unbroken = case.residual.len() as u128;
        let index = group.order() as u128 / unbroken;
        sum.total += &(&(&solutions * case.weight) * index);
        sum.distinct += &(&fixed.divided_by(unbroken) * case.weight);
    }
    Ok(sum)
}

/// Adds what a sweep came to.
fn add(report: &mut SweepReport, counted: &Counted) {
    if report.states.len() < counted.states.len() {
        report.states.resize(counted.states.len(), 0);
    }
    for (sum, states) in report.states.iter_mut().zip(&counted.states) {
        *sum += states;
    }
    report.transitions += counted.transitions;
    report.batches = report.batches.max(counted.batches);
    report.state_bytes = report.state_bytes.max(counted.peak_bytes);
}
