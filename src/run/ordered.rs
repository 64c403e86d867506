//! Listing in order: records come out of the diagram sorted, and are written while the run goes on.
//!
//! What fits the share of the memory is listed at once ([`orbits`]), from the diagram of one case,
//! each solution with its images. The rest is listed in slices ([`slices`]), from the diagram of all
//! arrangements. Either way records are put together from stamps ([`crate::solution::stamp`]), and
//! neither merged nor set aside.

mod bins;
mod orbits;
mod slices;

use rayon::ThreadPool;

use crate::cover::Case;
use crate::engine::Stop;
use crate::engine::frontier::{Diagram, Frontier, FrontierError, Look, Watch};
use crate::puzzle::Compiled;
use crate::puzzle::feasible::obstacles;
use crate::solution::stamp::Stamps;
use crate::solution::{InOrder, Painter, Record, Recording, SinkError};

use super::control::Control;
use super::driver::Part;
use super::plan::pool;
use super::settings::{Anchor, EngineKind, Listing, RunError, Settings};
use super::strategy::strategy;
use super::tally::Tally;

/// How many times its record's bytes a thread may have in work, waiting ones included.
const IN_WORK: usize = 2;

/// The part of the memory that tails may take.
const TAILS_SHARE: u64 = 8;

/// A diagram to list from.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    diagram: Diagram,
    /// Whether each of its solutions stands for all its images, which are all different.
    is_of_orbits: bool,
}

impl Drawing {
    /// The number of states.
    pub fn states(&self) -> u64 {
        self.diagram.states()
    }
}

/// Where the records of a run go in order, if they can.
fn place<'a>(
    settings: &Settings,
    recording: Option<Recording<'a>>,
) -> Option<(Record<'a>, &'a dyn InOrder)> {
    let is_possible = matches!(settings.listing, Listing::Distinct | Listing::Images)
        && matches!(settings.anchor, Anchor::Auto | Anchor::None)
        && settings.limit.is_none();
    let Recording { record, sink } = recording.filter(|_| is_possible)?;
    Some((record, sink.in_order()?))
}

/// Whether a run may be listed in order.
///
/// With a journal it may not: what is in order cannot be continued in the middle.
pub(super) fn is_possible(
    compiled: &Compiled,
    settings: &Settings,
    control: Control<'_>,
    recording: Option<Recording<'_>>,
) -> bool {
    control.journal.is_none()
        && place(settings, recording).is_some()
        && obstacles(compiled).is_empty()
}

/// Builds the diagram to list from.
pub(super) fn draw(
    compiled: &Compiled,
    settings: &Settings,
    pool: &ThreadPool,
    watch: Watch<'_>,
) -> Result<Drawing, RunError> {
    let problem = &compiled.problem;
    let mut cases = strategy(compiled, EngineKind::Frontier, &settings.anchor)?.cases;
    let is_of_orbits = cases.len() == 1 && cases[0].residual.len() == 1;
    let case = if is_of_orbits { cases.remove(0) } else { Case::whole(problem) };
    let frontier = Frontier::new(problem, &case)?;
    Ok(Drawing { diagram: frontier.diagram(pool, settings.memory_bytes, watch)?, is_of_orbits })
}

/// Lists everything in order with the engine frontier, where the settings, the recording and the
/// memory allow it.
pub(super) fn run(
    compiled: &Compiled,
    settings: &Settings,
    control: Control<'_>,
    recording: Option<Recording<'_>>,
) -> Result<Option<Part>, RunError> {
    if settings.engine != EngineKind::Frontier
        || !is_possible(compiled, settings, control, recording)
    {
        return Ok(None);
    }
    let pool = pool(&compiled.problem, settings.threads)?;
    let watch = &mut |look: &Look| control.watch(look);
    match draw(compiled, settings, &pool, watch) {
        Ok(drawing) => list(compiled, settings, &drawing, &pool, control, recording),
        Err(RunError::Frontier(FrontierError::Broken)) => Ok(Some(Part::interrupted(compiled))),
        Err(RunError::Frontier(FrontierError::TooLarge { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Lists the solutions of a drawing in order; nothing happens where that is not possible in the
/// memory that the sink allows.
pub(super) fn list(
    compiled: &Compiled,
    settings: &Settings,
    drawing: &Drawing,
    pool: &ThreadPool,
    control: Control<'_>,
    recording: Option<Recording<'_>>,
) -> Result<Option<Part>, RunError> {
    let Some((record, sink)) = place(settings, recording) else { return Ok(None) };
    let painter = Painter::new(compiled);
    let record_len = recording.map_or(0, |recording| recording.record_len(&painter));
    let (painter, stop) = (&painter, control.stop);
    let run = Run { compiled, settings, drawing, pool, painter, record, record_len, sink, stop };
    let tally = match (record, painter.line_len(), record_len) {
        (Record::Line, ..=64, _) => run.list::<0, 8>()?,
        (Record::Line, ..=128, _) => run.list::<0, 16>()?,
        (Record::Placements(_), ..=64, ..=24) => run.list::<8, 3>()?,
        (Record::Placements(_), ..=128, ..=64) => run.list::<16, 8>()?,
        _ => None,
    };
    if stop.is_requested() {
        // Somebody may have come to the end all the same, but nobody knows.
        sink.give_up();
        return Ok(Some(Part::interrupted(compiled)));
    }
    Ok(tally.map(|tally| Part::listed(compiled, tally, painter.line_len())))
}

/// What a run is about.
struct Run<'a> {
    compiled: &'a Compiled,
    settings: &'a Settings,
    drawing: &'a Drawing,
    pool: &'a ThreadPool,
    painter: &'a Painter<'a>,
    record: Record<'a>,
    record_len: usize,
    sink: &'a dyn InOrder,
    stop: &'a Stop,
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
    fn most_tails(&self, bytes: usize) -> u64 {
        self.settings.memory_bytes / TAILS_SHARE / (bytes as u64 + 48)
    }

    /// Does something on each thread that puts parts, and gives up if it fails.
    fn broadcast<T: Send>(
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
    fn failure(&self, error: SinkError) -> RunError {
        match (error, self.record) {
            (SinkError::Twice(record), Record::Placements(numbering)) => {
                RunError::FoundTwice(numbering.describe(&record))
            }
            (error, _) => error.into(),
        }
    }

    /// Lists everything with lines of `L` words (zero where the record is the line) and records of
    /// `R`.
    fn list<const L: usize, const R: usize>(&self) -> Result<Option<Tally>, RunError> {
        let Some(stamps) = Stamps::<L, R>::new(self.painter, self.record) else { return Ok(None) };
        let Drawing { diagram, is_of_orbits } = self.drawing;
        if !is_of_orbits {
            return slices::list(self, &stamps, diagram);
        }
        if let Some(tally) = orbits::list(self, &stamps, diagram)? {
            return Ok(Some(tally));
        }
        let problem = &self.compiled.problem;
        let whole = Frontier::new(problem, &Case::whole(problem))?;
        let watch = &mut |_: &Look| self.stop.flow();
        let left = self.settings.memory_bytes.saturating_sub(diagram.bytes());
        match whole.diagram(self.pool, left, watch) {
            Ok(whole) => slices::list(self, &stamps, &whole),
            Err(FrontierError::TooLarge { .. }) => Ok(None),
            Err(FrontierError::Broken) => Ok(Some(Tally::default())),
            Err(error) => Err(error.into()),
        }
    }
}
