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
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPool;

use crate::cover::{ItemId, OptionId};
use crate::engine::frontier::{Diagram, MOST_SLICES, Path, Slices};
use crate::puzzle::Compiled;
use crate::solution::picture::Picture;
use crate::solution::stamp::{Stamps, Sum};
use crate::solution::{InOrder, NotASolution, Painter, Record, Recording, SinkError};

use super::driver::{Anchor, Listing, Part, RunError, Settings};
use super::tally::Tally;

/// How many slices there should be at least, for threads to be busy to the end.
const SLICES: u128 = 48;

/// How many slices a thread may have in work, waiting ones included.
const IN_WORK: usize = 3;

/// The most tails: more do not stay in the cache.
const MOST_TAILS: u128 = 1 << 18;

/// Into about so many parts the records of a slice are divided by the first bits of their keys, for
/// each to stay in the cache while it is sorted.
const BUCKETS: u64 = 256;

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
    /// For each slice, the first values of its keys: the least and the greatest.
    ends: Vec<(u64, u64)>,
    /// The most solutions of a slice.
    largest: u128,
}

impl Division {
    /// Divides by the first value of records into slices of about so many solutions; nothing where
    /// that is not one option's doing.
    fn new<const L: usize, const R: usize>(
        run: &Run<'_>,
        stamps: &Stamps<L, R>,
        aim: u128,
    ) -> Option<Self> {
        let problem = &run.compiled.problem;
        let cover = &problem.cover;
        let item = match run.record {
            Record::Line => ItemId(run.painter.cells().first()?.1 as u32),
            Record::Placements(_) => *problem.pieces.first()?,
        };
        if !cover.is_primary(item) || cover.multiplicity(item) != 1 {
            return None;
        }
        let shift = u64::BITS - stamps.first_bits();
        let first = |option: OptionId| (stamps.option(option).key ^ stamps.empty().key) >> shift;
        let occurrences = run.diagram.occurrences(cover.option_count());
        let mut weights: BTreeMap<u64, u128> = BTreeMap::new();
        let with = cover.options_with(item);
        for &option in &with {
            *weights.entry(first(option)).or_default() += occurrences[option.index()];
        }
        let mut slices: BTreeMap<u64, usize> = BTreeMap::new();
        let mut ends: Vec<(u64, u64)> = Vec::new();
        let (mut weight, mut largest) = (0, 0);
        for (&value, &more) in &weights {
            match ends.last_mut() {
                Some((_, last)) if weight + more <= aim => *last = value,
                _ => {
                    ends.push((value, value));
                    weight = 0;
                }
            }
            weight += more;
            largest = largest.max(weight);
            slices.insert(value, ends.len() - 1);
        }
        let mut of_option = vec![None; cover.option_count()];
        for option in with {
            of_option[option.index()] = Some(slices[&first(option)]);
        }
        (ends.len() <= MOST_SLICES).then_some(Self { of_option, ends, largest })
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
    let tally = match (record, painter.line_len(), record_len) {
        (Record::Line, ..=64, _) => run.list::<0, 8>()?,
        (Record::Line, ..=128, _) => run.list::<0, 16>()?,
        (Record::Placements(_), ..=64, ..=24) => run.list::<8, 3>()?,
        (Record::Placements(_), ..=128, ..=64) => run.list::<16, 8>()?,
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
        let Some(stamps) = Stamps::<L, R>::new(self.painter, self.record) else { return Ok(None) };
        let total = self.diagram.total();
        // With its key, in vectors that grow by doubling; then in order.
        let each = 2 * size_of::<Entry<R>>() + IN_WORK * self.record_len;
        let share = u128::from(self.sink.share()) / self.settings.threads.get() as u128;
        let most = share / each as u128;
        let aim = (total / SLICES + 1).min(most / 4 * 3);
        let Some(division) = Division::new(self, &stamps, aim) else { return Ok(None) };
        if division.largest > most {
            return Ok(None);
        }
        self.sink.begin(total, self.compiled.problem.group.order())?;
        let most_tails = std::env::var("TAILS").map_or(MOST_TAILS.min(total / 8) as u64, |t| t.parse().unwrap());
        let slices = Slices::new(self.diagram, &division.of_option, most_tails);
        let tails = Tails::new(&slices, &stamps)?;
        let next = AtomicUsize::new(0);
        let work = || -> Result<Tally, RunError> {
            let mut lister = Lister::new(self, &stamps, &slices, &tails);
            loop {
                let slice = next.fetch_add(1, Ordering::Relaxed);
                let Some(&ends) = division.ends.get(slice) else { return Ok(lister.tally) };
                lister.begin(ends);
                // A walk is only broken off by a failure.
                let _ = slices.walk(slice, &mut lister);
                if let Some(failure) = lister.failure {
                    return Err(failure.into());
                }
                let records = lister.in_order(self.record_len)?;
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

/// What each tail comes to.
struct Tails<const R: usize> {
    sums: Vec<Sum<R>>,
    /// For each tail and symmetry, what its options contribute to the first cells of the image.
    leads: Vec<u64>,
}

impl<const R: usize> Tails<R> {
    fn new<const L: usize>(slices: &Slices<'_>, stamps: &Stamps<L, R>) -> Result<Self, NotASolution> {
        let (mut sums, mut leads) = (Vec::new(), Vec::new());
        for options in slices.tails() {
            let mut sum = Sum::NOTHING;
            let from = leads.len();
            leads.resize(from + stamps.symmetries(), 0);
            for &option in options {
                let more = stamps.option(option);
                if !sum.is_disjoint(more) {
                    return Err(NotASolution(options.to_vec()));
                }
                sum = sum.plus(more);
                for (lead, more) in leads[from..].iter_mut().zip(stamps.leads(option)) {
                    *lead ^= more;
                }
            }
            sums.push(sum);
        }
        Ok(Self { sums, leads })
    }
}

/// A record behind its key.
type Entry<const R: usize> = (u64, [u64; R]);

/// One thread's records of a slice, and what it counted.
struct Lister<'a, const L: usize, const R: usize> {
    run: &'a Run<'a>,
    stamps: &'a Stamps<L, R>,
    slices: &'a Slices<'a>,
    tails: &'a Tails<R>,
    /// What was chosen, and after each choice what it comes to.
    options: Vec<OptionId>,
    sums: Vec<Sum<R>>,
    lines: Vec<[u64; L]>,
    /// After each choice, for each symmetry what the image shows in the first cells.
    leads: Vec<u64>,
    /// Records by the highest bits of their keys, and which bits they are.
    buckets: Vec<Vec<Entry<R>>>,
    shift: u32,
    base: u64,
    tally: Tally,
    failure: Option<NotASolution>,
    picture: Picture,
}

impl<'a, const L: usize, const R: usize> Lister<'a, L, R> {
    fn new(
        run: &'a Run<'a>,
        stamps: &'a Stamps<L, R>,
        slices: &'a Slices<'a>,
        tails: &'a Tails<R>,
    ) -> Self {
        let is_distinct = run.settings.listing == Listing::Distinct;
        let pieces = if is_distinct { run.compiled.puzzle.pieces.len() } else { 0 };
        Self {
            run,
            stamps,
            slices,
            tails,
            options: Vec::new(),
            sums: vec![*stamps.empty()],
            lines: vec![*stamps.empty_line()],
            leads: stamps.empty_leads(),
            buckets: vec![Vec::new(); BUCKETS as usize],
            shift: 0,
            base: 0,
            tally: Tally { uses: vec![0; pieces], ..Tally::default() },
            failure: None,
            picture: Picture::default(),
        }
    }

    /// Prepares for a slice whose keys have first values from one to another.
    fn begin(&mut self, (least, greatest): (u64, u64)) {
        let first_bits = self.stamps.first_bits();
        // As many values of so many of the highest bits as there are buckets, or half of that.
        let values = greatest - least + 1;
        let more_bits = (BUCKETS / values).max(1).ilog2().min(u64::BITS - first_bits);
        self.shift = u64::BITS - first_bits - more_bits;
        self.base = least << more_bits;
        let buckets = (values << more_bits) as usize;
        self.buckets.resize(buckets.max(self.buckets.len()), Vec::new());
    }

    /// The records of the slice in order, one after another, `len` bytes each. A key decides most
    /// comparisons.
    fn in_order(&mut self, len: usize) -> Result<Vec<u8>, SinkError> {
        let count: usize = self.buckets.iter().map(Vec::len).sum();
        let mut bytes = Vec::with_capacity(count * len + 8 * R);
        let mut order: Vec<(u64, u32)> = Vec::new();
        for bucket in &mut self.buckets {
            let record = |index: u32| &bucket[index as usize].1;
            order.clear();
            order.extend(bucket.iter().zip(0..).map(|((key, _), index)| (*key, index)));
            order.sort_unstable_by(|a, b| {
                a.0.cmp(&b.0).then_with(|| record(a.1).cmp(record(b.1)))
            });
            let mut previous = None;
            for &(_, index) in &order {
                let record = record(index);
                for word in record {
                    bytes.extend_from_slice(&word.to_be_bytes());
                }
                bytes.truncate(bytes.len() + len - 8 * R);
                if previous == Some(record) {
                    return Err(SinkError::Twice(bytes.split_off(bytes.len() - len)));
                }
                previous = Some(record);
            }
            bucket.clear();
        }
        Ok(bytes)
    }

    /// What was chosen, followed by a tail.
    fn whole(&self, tail: usize) -> Vec<OptionId> {
        [&self.options, self.slices.tail(tail)].concat()
    }

    /// Whether what was chosen, followed by a tail, is the canonical one of its images.
    #[inline]
    fn is_canonical(&mut self, tail: usize) -> bool {
        let symmetries = self.stamps.symmetries();
        let before = &self.leads[self.leads.len() - symmetries..];
        let after = &self.tails.leads[tail * symmetries..][..symmetries];
        let own = before[0] ^ after[0];
        let mut is_clear = true;
        for (before, after) in before[1..].iter().zip(&after[1..]) {
            let other = before ^ after;
            if other < own {
                return false;
            }
            is_clear &= other != own;
        }
        is_clear || {
            let whole = self.whole(tail);
            let painter = self.run.painter;
            painter.paint(&whole, &mut self.picture).is_ok() && painter.is_canonical(&self.picture)
        }
    }
}

impl<const L: usize, const R: usize> Path for Lister<'_, L, R> {
    #[inline]
    fn push(&mut self, option: OptionId) {
        let (before, more) = (&self.sums[self.sums.len() - 1], self.stamps.option(option));
        if !before.is_disjoint(more) {
            self.failure = Some(NotASolution(self.options.clone()));
        }
        self.sums.push(before.plus(more));
        self.lines.push(self.stamps.line(&self.lines[self.lines.len() - 1], &[option]));
        self.options.push(option);
        let from = self.leads.len() - self.stamps.symmetries();
        for (at, lead) in self.stamps.leads(option).iter().enumerate() {
            self.leads.push(self.leads[from + at] ^ lead);
        }
    }

    #[inline]
    fn pop(&mut self) {
        self.options.pop();
        self.sums.pop();
        self.lines.pop();
        self.leads.truncate(self.leads.len() - self.stamps.symmetries());
    }

    fn tails(&mut self, tails: Range<usize>) -> ControlFlow<()> {
        let before = self.sums[self.sums.len() - 1];
        for tail in tails {
            let after = &self.tails.sums[tail];
            let Some((key, record)) = self.stamps.entry(&before, after) else {
                self.failure = Some(NotASolution(self.whole(tail)));
                return ControlFlow::Break(());
            };
            self.tally.total += 1;
            let is_canonical = self.is_canonical(tail);
            if is_canonical {
                self.tally.distinct += 1;
                let line = &self.lines[self.lines.len() - 1];
                let line = self.stamps.line(line, self.slices.tail(tail));
                self.tally.fingerprint += self.stamps.fingerprint(&line, &record);
            }
            if is_canonical || self.run.settings.listing == Listing::Images {
                self.buckets[((key >> self.shift) - self.base) as usize].push((key, record));
            }
            if is_canonical && !self.tally.uses.is_empty() {
                for option in self.whole(tail) {
                    let piece = self.run.compiled.placements[option.index()].piece;
                    self.tally.uses[piece] += 1;
                }
            }
        }
        if self.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
