//! OutputMode in order: records come out of the diagram sorted, and are written while the run goes on.
//!
//! What fits the share of the memory is listed at once ([`orbits`]), from the diagram of one case,
//! each solution with its images. The rest is listed in slices ([`slices`]), from the diagram of all
//! arrangements. Either way records are put together from record_table ([`crate::solution::record_table`]), and
//! neither merged nor set aside.

use crate::engine::Threads;

use crate::cover::Case;
use crate::engine::CancelToken;
use crate::engine::frontier::{Diagram, Frontier, FrontierError, OnProgress, SweepProgress};
use crate::puzzle::Compiled;
use crate::puzzle::infeasibility::infeasibility;
use crate::solution::record_table::RecordTable;
use crate::solution::{InOrder, LineCodec, Record, RecordSink, SinkError};

use crate::solve::analysis::symmetry::strategy;
use crate::solve::execute::Part;
use crate::solve::observer::Control;
use crate::solve::options::{Anchor, Engine, Options, OutputMode, RunError};
use crate::solve::tally::Tally;
use crate::solve::task::pool;

/// How many times its record's bytes a thread may have in work, waiting ones included.
pub(crate) const IN_WORK: usize = 2;

/// The part of the memory that tails may take.
const TAILS_SHARE: u64 = 8;

/// A diagram to list from.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub(crate) diagram: Diagram,
    /// Whether each of its solutions stands for all its images, which are all different.
    pub(crate) is_of_orbits: bool,
}

impl Drawing {
    /// The number of states.
    pub fn states(&self) -> u64 {
        self.diagram.states()
    }
}

/// Where the records of a run go in order, if they can.
fn place<'a>(
    settings: &Options,
    record_sink: Option<RecordSink<'a>>,
) -> Option<(Record<'a>, &'a dyn InOrder)> {
    let is_possible = matches!(settings.listing, OutputMode::Distinct | OutputMode::Images)
        && matches!(settings.anchor, Anchor::Auto | Anchor::None)
        && settings.limit.is_none();
    let RecordSink { record, sink } = record_sink.filter(|_| is_possible)?;
    Some((record, sink.in_order()?))
}

/// Whether a run may be listed in order.
///
/// With a journal it may not: what is in order cannot be continued in the middle.
pub(crate) fn is_possible(
    compiled: &Compiled,
    settings: &Options,
    control: Control<'_>,
    record_sink: Option<RecordSink<'_>>,
) -> bool {
    control.journal.is_none()
        && place(settings, record_sink).is_some()
        && infeasibility(compiled).is_empty()
}

/// Builds the diagram to list from.
pub(crate) fn draw(
    compiled: &Compiled,
    settings: &Options,
    pool: &Threads,
    watch: OnProgress<'_>,
) -> Result<Drawing, RunError> {
    let problem = &compiled.problem;
    let mut cases = strategy(compiled, Engine::Frontier, &settings.anchor)?.cases;
    let is_of_orbits = cases.len() == 1 && cases[0].residual.len() == 1;
    let case = if is_of_orbits { cases.remove(0) } else { Case::whole(problem) };
    let frontier = Frontier::new(problem, &case)?;
    Ok(Drawing { diagram: frontier.diagram(pool, settings.memory_bytes, watch)?, is_of_orbits })
}

/// Lists everything in order with the engine frontier, where the settings, the record_sink and the
/// memory allow it.
pub(crate) fn run(
    compiled: &Compiled,
    settings: &Options,
    control: Control<'_>,
    record_sink: Option<RecordSink<'_>>,
) -> Result<Option<Part>, RunError> {
    if settings.engine != Engine::Frontier || !is_possible(compiled, settings, control, record_sink)
    {
        return Ok(None);
    }
    let pool = pool(&compiled.problem, settings.threads)?;
    let watch = &mut |look: &SweepProgress| control.watch(look);
    match draw(compiled, settings, &pool, watch) {
        Ok(drawing) => list(compiled, settings, &drawing, &pool, control, record_sink),
        Err(RunError::Frontier(FrontierError::Cancelled)) => Ok(Some(Part::interrupted(compiled))),
        Err(RunError::Frontier(FrontierError::TooLarge { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Lists the solutions of a drawing in order; nothing happens where that is not possible in the
/// memory that the sink allows.
pub(crate) fn list(
    compiled: &Compiled,
    settings: &Options,
    drawing: &Drawing,
    pool: &Threads,
    control: Control<'_>,
    record_sink: Option<RecordSink<'_>>,
) -> Result<Option<Part>, RunError> {
    let Some((record, sink)) = place(settings, record_sink) else { return Ok(None) };
    let codec = LineCodec::new(compiled);
    let record_len = record_sink.map_or(0, |record_sink| record_sink.record_len(&codec));
    let (codec, stop) = (&codec, control.stop);
    let run = Run { compiled, settings, drawing, pool, codec, record, record_len, sink, stop };
    let tally = match (record, codec.line_len(), record_len) {
        (Record::Line, ..=64, _) => run.list::<0, 8>()?,
        (Record::Line, ..=128, _) => run.list::<0, 16>()?,
        (Record::Placements(_), ..=64, ..=24) => run.list::<8, 3>()?,
        (Record::Placements(_), ..=128, ..=64) => run.list::<16, 8>()?,
        _ => None,
    };
    if stop.is_cancelled() {
        // Somebody may have come to the end all the same, but nobody knows.
        sink.give_up();
        return Ok(Some(Part::interrupted(compiled)));
    }
    Ok(tally.map(|tally| Part::listed(compiled, tally, codec.line_len())))
}

/// What a run is about.
pub(crate) struct Run<'a> {
    pub(crate) compiled: &'a Compiled,
    pub(crate) settings: &'a Options,
    pub(crate) drawing: &'a Drawing,
    pub(crate) pool: &'a Threads,
    pub(crate) codec: &'a LineCodec<'a>,
    pub(crate) record: Record<'a>,
    pub(crate) record_len: usize,
    pub(crate) sink: &'a dyn InOrder,
    pub(crate) stop: &'a CancelToken,
}

/// Sees to it that nobody waits for a thread that panicked.
struct Guard<'a>(&'a dyn InOrder);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.give_up();
        }
    }
}

impl Run<'_> {
    /// How many tails may be listed that take so many bytes each, and their options.
    pub(crate) fn most_tails(&self, bytes: usize) -> u64 {
        self.settings.memory_bytes / TAILS_SHARE / (bytes as u64 + 48)
    }

    /// Does something on each thread that puts parts, and gives up if it fails.
    pub(crate) fn broadcast<T: Send>(
        &self,
        work: impl Fn() -> Result<T, RunError> + Sync,
    ) -> Result<Vec<T>, RunError> {
        let done = self.pool.broadcast(|_| {
            let _guard = Guard(self.sink);
            work().inspect_err(|_| self.sink.give_up())
        });
        done.into_iter().collect()
    }

    /// An error of a sink, with a record that came twice in words.
    pub(crate) fn failure(&self, error: SinkError) -> RunError {
        match (error, self.record) {
            (SinkError::Twice(record), Record::Placements(numbering)) => {
                RunError::FoundTwice(numbering.describe(&record))
            }
            (error, _) => error.into(),
        }
    }

    /// Lists everything with lines of `L` words (zero where the record is the line) and records of
    /// `R`.
    pub(crate) fn list<const L: usize, const R: usize>(&self) -> Result<Option<Tally>, RunError> {
        let Some(record_table) = RecordTable::<L, R>::new(self.codec, self.record) else {
            return Ok(None);
        };
        let Drawing { diagram, is_of_orbits } = self.drawing;
        if !is_of_orbits {
            return super::slices::list(self, &record_table, diagram);
        }
        if let Some(tally) = super::orbits::list(self, &record_table, diagram)? {
            return Ok(Some(tally));
        }
        let problem = &self.compiled.problem;
        let whole = Frontier::new(problem, &Case::whole(problem))?;
        let watch = &mut |_: &SweepProgress| self.stop.flow();
        let left = self.settings.memory_bytes.saturating_sub(diagram.bytes());
        match whole.diagram(self.pool, left, watch) {
            Ok(whole) => super::slices::list(self, &record_table, &whole),
            Err(FrontierError::TooLarge { .. }) => Ok(None),
            Err(FrontierError::Cancelled) => Ok(Some(Tally::default())),
            Err(error) => Err(error.into()),
        }
    }
}
