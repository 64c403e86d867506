//! Listing in order: the diagram of all arrangements is gone through slice by slice, so that the
//! records come out sorted, and nothing is merged, set aside or kept for longer than its slice.
//!
//! A slice is what begins with the same few values: in a packed file the numbers of the first
//! piece, in lines the symbol of the first cell. Each thread goes through a slice, sorts its
//! records in memory and hands them on. No symmetry is broken: that there is one state more or
//! less for each does not count where states merge, and every record is then just a path.
//!
//! Cost of a solution: a few words for each choice on its path that it does not share with the one
//! before, its share in sorting, and for each distinct one its line and a digest.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPool;

use crate::cover::{ItemId, OptionId};
use crate::engine::frontier::{Diagram, MOST_SLICES, Path, Slices};
use crate::puzzle::Compiled;
use crate::solution::stamp::{Stamps, Trail, to_bytes};
use crate::solution::{InOrder, NotASolution, Painter, Record, Recording, SinkError};

use super::driver::{Anchor, Listing, Part, RunError, Settings};
use super::tally::Tally;

/// How many slices there should be at least, for threads to be busy to the end.
const SLICES: u128 = 48;

/// How many slices a thread may have in work, waiting ones included.
pub const IN_WORK: usize = 3;

/// Where the records of a run go in order, if they can.
pub(super) fn place<'a>(
    settings: &Settings,
    recording: Option<Recording<'a>>,
) -> Option<(Record<'a>, &'a dyn InOrder)> {
    let is_possible = matches!(settings.listing, Listing::Distinct | Listing::Images)
        && matches!(settings.anchor, Anchor::Auto | Anchor::None)
        && settings.limit.is_none();
    let Recording { record, sink } = recording.filter(|_| is_possible)?;
    Some((record, sink.in_order()?))
}

/// How the solutions of a diagram are divided.
#[derive(Debug)]
struct Division {
    /// The slice of each option that chooses one.
    of_option: Vec<Option<usize>>,
    slices: usize,
    /// The most solutions of a slice.
    largest: u128,
}

impl Division {
    /// Divides by what records begin with; nothing where that is not one option's doing.
    fn new(painter: &Painter<'_>, compiled: &Compiled, record: Record<'_>, diagram: &Diagram) -> Option<Self> {
        let cover = &compiled.problem.cover;
        let item = match record {
            Record::Line => ItemId(painter.cells().first()?.1 as u32),
            Record::Placements(_) => *compiled.problem.pieces.first()?,
        };
        if !cover.is_primary(item) || cover.multiplicity(item) != 1 {
            return None;
        }
        let rank = |option: OptionId| match record {
            Record::Line => {
                let piece = compiled.placements[option.index()].piece;
                u32::from(compiled.puzzle.pieces[piece].symbols[0])
            }
            Record::Placements(numbering) => numbering.number(option),
        };
        let occurrences = diagram.occurrences(cover.option_count());
        let mut weights: BTreeMap<u32, u128> = BTreeMap::new();
        let with = cover.options_with(item);
        for &option in &with {
            *weights.entry(rank(option)).or_default() += occurrences[option.index()];
        }
        let aim = diagram.total() / SLICES + 1;
        let mut slices: BTreeMap<u32, usize> = BTreeMap::new();
        let (mut slice, mut weight, mut largest) = (0, 0, 0);
        for (&rank, &more) in &weights {
            if weight > 0 && weight + more > aim {
                (slice, weight) = (slice + 1, 0);
            }
            weight += more;
            largest = largest.max(weight);
            slices.insert(rank, slice);
        }
        let mut of_option = vec![None; cover.option_count()];
        for option in with {
            of_option[option.index()] = Some(slices[&rank(option)]);
        }
        (slice < MOST_SLICES).then_some(Self { of_option, slices: slice + 1, largest })
    }
}

/// Lists the solutions of the diagram of all arrangements in order; nothing happens where that is
/// not possible in the memory that the sink allows.
pub(super) fn list(
    compiled: &Compiled,
    settings: &Settings,
    diagram: &Diagram,
    pool: &ThreadPool,
    recording: Option<Recording<'_>>,
) -> Result<Option<Part>, RunError> {
    let Some((record, sink)) = place(settings, recording) else { return Ok(None) };
    let painter = Painter::new(compiled);
    let record_len = match record {
        Record::Line => painter.line_len(),
        Record::Placements(numbering) => numbering.record_len(),
    };
    let run = Run { compiled, settings, diagram, pool, painter: &painter, record, record_len, sink };
    let tally = match (painter.line_len(), record_len) {
        (..=64, ..=24) => run.list::<8, 3>()?,
        (..=64, ..=64) => run.list::<8, 8>()?,
        (..=128, ..=24) => run.list::<16, 3>()?,
        (..=128, ..=128) => run.list::<16, 16>()?,
        _ => None,
    };
    Ok(tally.map(|tally| Part::listed(compiled, tally)))
}

/// What a run is about.
struct Run<'a> {
    compiled: &'a Compiled,
    settings: &'a Settings,
    diagram: &'a Diagram,
    pool: &'a ThreadPool,
    painter: &'a Painter<'a>,
    record: Record<'a>,
    record_len: usize,
    sink: &'a dyn InOrder,
}

impl Run<'_> {
    fn list<const L: usize, const R: usize>(&self) -> Result<Option<Tally>, RunError> {
        let division = Division::new(self.painter, self.compiled, self.record, self.diagram);
        let Some(division) = division else { return Ok(None) };
        // Records in words, their order, and in order; then those that wait.
        let each = 8 * R + 16 + IN_WORK * self.record_len;
        let needed = division.largest.saturating_mul((each * self.settings.threads.get()) as u128);
        if needed > u128::from(self.sink.share()) {
            return Ok(None);
        }
        let Some(stamps) = Stamps::<L, R>::new(self.painter, self.record) else { return Ok(None) };
        self.sink.begin(self.diagram.total(), self.compiled.problem.group.order())?;
        let slices = Slices::new(self.diagram, &division.of_option);
        let next = AtomicUsize::new(0);
        let work = || -> Result<Tally, RunError> {
            let mut lister = Lister::new(&stamps, self.compiled, self.settings.listing);
            loop {
                let slice = next.fetch_add(1, Ordering::Relaxed);
                if slice >= division.slices {
                    return Ok(lister.tally);
                }
                // A walk is only broken off by a failure.
                let _ = slices.walk(slice, &mut lister);
                if let Some(failure) = lister.failure {
                    return Err(failure.into());
                }
                let records = in_order(&lister.records, self.record_len)?;
                lister.records.clear();
                if self.sink.put(slice, records)?.is_break() {
                    return Ok(lister.tally);
                }
            }
        };
        let tallies = self.pool.broadcast(|_| work().inspect_err(|_| self.sink.give_up()));
        let mut all = Tally { nodes: self.diagram.states(), ..Tally::default() };
        for tally in tallies {
            all.add(&tally?);
        }
        Ok(Some(all))
    }
}

/// One thread's records of a slice, and what it counted.
struct Lister<'a, const L: usize, const R: usize> {
    trail: Trail<'a, L, R>,
    compiled: &'a Compiled,
    listing: Listing,
    records: Vec<[u64; R]>,
    tally: Tally,
    failure: Option<NotASolution>,
}

impl<'a, const L: usize, const R: usize> Lister<'a, L, R> {
    fn new(stamps: &'a Stamps<'a, L, R>, compiled: &'a Compiled, listing: Listing) -> Self {
        let pieces = if listing == Listing::Distinct { compiled.puzzle.pieces.len() } else { 0 };
        Self {
            trail: stamps.trail(),
            compiled,
            listing,
            records: Vec::new(),
            tally: Tally { uses: vec![0; pieces], ..Tally::default() },
            failure: None,
        }
    }
}

impl<const L: usize, const R: usize> Path for Lister<'_, L, R> {
    #[inline]
    fn push(&mut self, option: OptionId) {
        self.trail.push(option);
    }

    #[inline]
    fn pop(&mut self) {
        self.trail.pop();
    }

    #[inline]
    fn solution(&mut self) -> ControlFlow<()> {
        let record = match self.trail.record() {
            Ok(record) => *record,
            Err(failure) => {
                self.failure = Some(failure);
                return ControlFlow::Break(());
            }
        };
        self.tally.total += 1;
        let is_canonical = self.trail.is_canonical();
        if is_canonical {
            self.tally.distinct += 1;
            self.tally.fingerprint += self.trail.fingerprint();
        }
        if self.listing == Listing::Images {
            self.records.push(record);
        } else if is_canonical {
            self.records.push(record);
            for option in self.trail.options() {
                self.tally.uses[self.compiled.placements[option.index()].piece] += 1;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Records of `len` bytes in order, one after another. The first eight bytes of each decide most
/// comparisons.
fn in_order<const R: usize>(records: &[[u64; R]], len: usize) -> Result<Vec<u8>, SinkError> {
    let mut order: Vec<(u64, u32)> =
        records.iter().zip(0..).map(|(record, index)| (record[0], index)).collect();
    let record = |index: u32| &records[index as usize];
    order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| record(a.1).cmp(record(b.1))));
    let mut bytes = Vec::with_capacity(order.len() * len + 8 * R);
    let mut previous = None;
    for (_, index) in order {
        let record = record(index);
        to_bytes(record, len, &mut bytes);
        if previous == Some(record) {
            return Err(SinkError::Twice(bytes.split_off(bytes.len() - len)));
        }
        previous = Some(record);
    }
    Ok(bytes)
}
