//! What a run returns.

use std::time::Duration;

use crate::count::Count;
use crate::solution::Fingerprint;

use super::counts::{Counts, SweepReport};
use super::options::{Engine, OutputMode};
use super::subject::Subject;

/// What a run came to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The name of the puzzle or cover.
    pub name: String,
    /// The engine that searched.
    pub engine: Engine,
    /// All arrangements on the fixed board; all solutions of a cover.
    pub total: Count,
    /// Solutions up to the motions of the board; of an exact cover that is no puzzle up to its
    /// symmetries, and nothing where nobody asked.
    pub distinct: Option<Count>,
    /// Nodes of a search, or states of a sweep.
    pub nodes: u64,
    /// The fingerprint of the distinct solutions, where they were listed.
    pub fingerprint: Option<Fingerprint>,
    /// Whether the counts are those of all solutions; a partial count is not the count.
    pub complete: bool,
    /// From the compiled puzzle to the last solution, earlier sessions of the run included.
    pub elapsed: Duration,
    /// How long the earlier sessions took.
    pub earlier: Duration,
    /// The names of the pieces that were anchored, in the order of the cases.
    pub anchors: Vec<String>,
    /// The number of cases into which symmetry breaking split the problem.
    pub cases: usize,
    /// For each piece, how many of the listed distinct solutions use it.
    pub uses: Vec<u64>,
    /// How long each task took, in nanoseconds.
    pub task_ns: Vec<u64>,
    /// How the sweeps went, where states were counted.
    pub sweep: Option<SweepReport>,
    /// Why there is no solution, where that was clear without a search.
    pub infeasibility: Vec<String>,
}

impl Outcome {
    /// The outcome of a run that came to this, without symmetry breaking.
    pub(crate) fn of_counts(
        subject: &Subject,
        mode: OutputMode,
        engine: Engine,
        counts: &Counts,
    ) -> Self {
        let mut uses = counts.uses.clone();
        uses.resize(subject.piece_count(), 0);
        Self {
            name: subject.name().to_owned(),
            engine,
            total: counts.total.clone(),
            distinct: subject.has_group().then(|| counts.distinct.clone()),
            nodes: counts.nodes,
            fingerprint: (mode != OutputMode::Count).then_some(counts.fingerprint),
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

    /// The outcome of a run that was cancelled before there was anything to say.
    pub(crate) fn interrupted(subject: &Subject, mode: OutputMode, engine: Engine) -> Self {
        let outcome = Self::of_counts(subject, mode, engine, &Counts::default());
        Self { complete: false, ..outcome }
    }

    /// How many solutions there are, each orbit once where there is a symmetry to speak of.
    pub(crate) fn found(&self) -> &Count {
        self.distinct.as_ref().unwrap_or(&self.total)
    }

    /// The counts, as they add up.
    pub(crate) fn counts(&self) -> Counts {
        Counts {
            distinct: self.found().clone(),
            total: self.total.clone(),
            nodes: self.nodes,
            fingerprint: self.fingerprint.unwrap_or_default(),
            uses: self.uses.clone(),
        }
    }
}
