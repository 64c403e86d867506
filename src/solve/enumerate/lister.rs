//! Listing solutions: their canonical lines, fingerprints and records, within a limit.
//!
//! Whatever is counted here is what is recorded, also where a limit ends the run, so that a file
//! and its header agree.

use std::ops::ControlFlow;

use crate::cover::OptionId;
use crate::solution::RecordSink;
use crate::solve::counts::Counts;
use crate::solve::error::Error;
use crate::solve::options::OutputMode;

use super::limit::Limit;

/// Lists the solutions of the tasks of one thread.
pub(crate) trait Lister {
    /// Lists a solution and counts it. `orbit` is the number of its images, or zero where another
    /// of them is accounted for instead. Breaks where the limit leaves something out.
    ///
    /// # Errors
    /// When it is no solution, or its records cannot be kept.
    fn list(
        &mut self,
        options: &[OptionId],
        orbit: usize,
        counts: &mut Counts,
    ) -> Result<ControlFlow<()>, Error>;

    /// Hands on the records that are still here.
    ///
    /// # Errors
    /// When they cannot be kept.
    fn flush(&mut self) -> Result<(), Error>;
}

/// How a lister lists.
#[derive(Clone, Copy)]
pub(crate) struct Listing<'a> {
    /// Whether symmetry is broken: if not, every arrangement is met.
    pub breaks_symmetry: bool,
    /// What becomes of the solutions.
    pub mode: OutputMode,
    /// How many may be listed.
    pub limit: &'a Limit,
    /// Where records go.
    pub record_sink: Option<RecordSink<'a>>,
    /// Whether many tasks are listed one after the other: there is room for the records of many
    /// solutions from the start then, since memory that grows step by step is touched anew at each
    /// step.
    pub is_roomy: bool,
}
