//! `OutputMode` slice by slice: what does not fit the memory at once.
//!
//! A slice is what begins with the same few values: in a packed file the numbers of the first
//! piece's placements, in lines the symbol of the first cell. Each thread goes through the slices of
//! the diagram of all arrangements, sorts the records of one in memory and hands them on, so that
//! nothing is merged or set aside. No symmetry is broken, so every record is just a path.
//!
//! Cost of a solution: a few words, its share in sorting, and for each distinct one its line and a
//! digest.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cover::{ItemId, OptionId};
use crate::engine::frontier::{Diagram, MOST_SLICES, Path, Slices};
use crate::solution::line_codec::Picture;
use crate::solution::record_table::{RecordTable, Sum};
use crate::solution::{NotASolution, Record};
use crate::solve::counts::Counts;
use crate::solve::error::Error;
use crate::solve::options::OutputMode;

use super::bins::{Bins, Entry, write_in_order};
use super::sorted_listing::{IN_WORK, SortedListing};

/// How many slices there should be at least, for threads to be busy to the end.
const SLICES: u128 = 48;

/// What the program takes beside.
const PROGRAM_BYTES: u64 = 100 << 20;

/// How many slices the diagram is prepared for at a time.
const AT_A_TIME: usize = MOST_SLICES - 1;

/// The records of a slice are divided into about this many parts, for each to stay in the cache while
/// it is sorted.
const BINS: u64 = 256;

/// The most tails: more do not stay in the cache.
const MOST_TAILS: u64 = 1 << 18;

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
    /// Divides by the first value of records into slices of about this many solutions; nothing where
    /// that is not one option's doing.
    fn new<const L: usize, const R: usize>(
        listing: &SortedListing<'_>,
        record_table: &RecordTable<L, R>,
        diagram: &Diagram,
        aim: u128,
    ) -> Option<Self> {
        let problem = &listing.codec.compiled.problem;
        let cover = &problem.cover;
        let item = match listing.record {
            Record::Line => ItemId(listing.codec.lines.cells().first()?.1 as u32),
            Record::Placements(_) => *problem.pieces.first()?,
            Record::Options(_) => return None,
        };
        if !cover.is_primary(item) || cover.multiplicity(item) != 1 {
            return None;
        }
        let shift = u64::BITS - record_table.first_bits();
        let first = |option: OptionId| {
            (record_table.option(option).key ^ record_table.empty().key) >> shift
        };
        let occurrences = diagram.occurrences(cover.option_count());
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
        Some(Self { of_option, ends, largest })
    }

    /// Some slices from one on, numbered from 0, and the others as one more.
    fn at_a_time(&self, from: usize) -> Vec<Option<usize>> {
        let number = |slice: usize| match slice.checked_sub(from) {
            Some(number) if number < AT_A_TIME => number,
            _ => AT_A_TIME,
        };
        self.of_option.iter().map(|slice| slice.map(number)).collect()
    }
}

/// Lists the solutions of the diagram of all arrangements; nothing happens where the largest slice
/// does not fit the memory.
pub(crate) fn list<const L: usize, const R: usize>(
    listing: &SortedListing<'_>,
    record_table: &RecordTable<L, R>,
    diagram: &Diagram,
) -> Result<Option<Counts>, Error> {
    let total = diagram.total();
    // With its key, in vectors that grow by doubling; then in order.
    let each = 2 * size_of::<Entry<R>>() + IN_WORK * listing.record_len;
    let share = listing.sink.share() + spare_bytes(listing, diagram);
    let most = u128::from(share) / (each * listing.env.thread_count()) as u128;
    let aim = (total / SLICES + 1).min(most / 4 * 3);
    let Some(division) = Division::new(listing, record_table, diagram, aim) else {
        return Ok(None);
    };
    if division.largest > most {
        return Ok(None);
    }
    listing.sink.begin(total, listing.codec.compiled.problem.group.order())?;
    let bytes = size_of::<Sum<R>>() + record_table.symmetries() * size_of::<u64>();
    let most_tails = MOST_TAILS.min(listing.most_tails(bytes));
    let mut all = Counts { nodes: diagram.states(), ..Counts::default() };
    for from in (0..division.ends.len()).step_by(AT_A_TIME) {
        let of_option = division.at_a_time(from);
        let slices = Slices::new(diagram, &of_option, most_tails);
        let tails = Tails::new(&slices, record_table)?;
        let until = division.ends.len().min(from + AT_A_TIME);
        let next = AtomicUsize::new(from);
        let work = || -> Result<Counts, Error> {
            let mut order = Vec::new();
            let mut lister = Lister::new(listing, record_table, &slices, &tails);
            loop {
                let slice = next.fetch_add(1, Ordering::Relaxed);
                if slice >= until {
                    return Ok(lister.counts);
                }
                lister.bins.begin(division.ends[slice], BINS);
                // A walk is only broken off by a failure, or to stop.
                let _ = slices.walk(slice - from, &mut lister);
                if let Some(failure) = lister.failure {
                    return Err(failure.into());
                }
                if listing.env.cancel.is_cancelled() {
                    listing.sink.give_up();
                    return Ok(lister.counts);
                }
                let count: usize = lister.bins.get().iter().map(Vec::len).sum();
                let mut records = Vec::with_capacity(count * listing.record_len + 8 * R);
                for bin in lister.bins.iter_mut() {
                    // Freed, since the next slice may be quite another.
                    let bin = std::mem::take(bin);
                    write_in_order(&[bin], listing.record_len, &mut order, &mut records)
                        .map_err(|error| listing.failure(error))?;
                }
                if listing.sink.put(slice, records)?.is_break() {
                    return Ok(lister.counts);
                }
            }
        };
        for counts in listing.broadcast(work)? {
            all.add(&counts);
        }
    }
    Ok(Some(all))
}

/// What the search leaves of its memory once the diagrams are there: half of that is for records.
fn spare_bytes(listing: &SortedListing<'_>, diagram: &Diagram) -> u64 {
    // What is prepared for slices is about twice the diagram.
    let taken = listing.diagram.bytes() + 3 * diagram.bytes() + PROGRAM_BYTES;
    listing.env.memory_bytes.saturating_sub(taken) / 2
}

/// What each tail comes to.
struct Tails<const R: usize> {
    sums: Vec<Sum<R>>,
    /// For each tail and symmetry, what its options contribute to the first cells of the image.
    leads: Vec<u64>,
}

impl<const R: usize> Tails<R> {
    fn new<const L: usize>(
        slices: &Slices<'_>,
        record_table: &RecordTable<L, R>,
    ) -> Result<Self, NotASolution> {
        let (mut sums, mut leads) = (Vec::new(), Vec::new());
        for options in slices.tails() {
            let mut sum = Sum::NOTHING;
            let from = leads.len();
            leads.resize(from + record_table.symmetries(), 0);
            for &option in options {
                let more = record_table.option(option);
                if !sum.is_disjoint(more) {
                    return Err(NotASolution(options.to_vec()));
                }
                sum = sum.plus(more);
                for (lead, more) in leads[from..].iter_mut().zip(record_table.leads(option)) {
                    *lead ^= more;
                }
            }
            sums.push(sum);
        }
        Ok(Self { sums, leads })
    }
}

/// One thread's records of a slice, and what it counted.
struct Lister<'a, const L: usize, const R: usize> {
    listing: &'a SortedListing<'a>,
    record_table: &'a RecordTable<L, R>,
    slices: &'a Slices<'a>,
    tails: &'a Tails<R>,
    /// What was chosen, and after each choice what it comes to.
    options: Vec<OptionId>,
    sums: Vec<Sum<R>>,
    lines: Vec<[u64; L]>,
    /// After each choice, for each symmetry what the image shows in the first cells.
    leads: Vec<u64>,
    bins: Bins<R>,
    counts: Counts,
    failure: Option<NotASolution>,
    picture: Picture,
}

impl<'a, const L: usize, const R: usize> Lister<'a, L, R> {
    fn new(
        listing: &'a SortedListing<'a>,
        record_table: &'a RecordTable<L, R>,
        slices: &'a Slices<'a>,
        tails: &'a Tails<R>,
    ) -> Self {
        let is_distinct = listing.mode == OutputMode::Distinct;
        let pieces = if is_distinct { listing.codec.compiled.puzzle.pieces.len() } else { 0 };
        Self {
            listing,
            record_table,
            slices,
            tails,
            options: Vec::new(),
            sums: vec![*record_table.empty()],
            lines: vec![*record_table.empty_line()],
            leads: vec![record_table.empty_lead(); record_table.symmetries()],
            bins: Bins::new(record_table.first_bits()),
            counts: Counts { uses: vec![0; pieces], ..Counts::default() },
            failure: None,
            picture: Picture::default(),
        }
    }

    /// What was chosen, followed by a tail.
    fn whole(&self, tail: usize) -> Vec<OptionId> {
        [&self.options, self.slices.tail(tail)].concat()
    }

    /// Whether what was chosen, followed by a tail, is the canonical one of its images.
    #[inline]
    fn is_canonical(&mut self, tail: usize) -> bool {
        let symmetries = self.record_table.symmetries();
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
            let codec = &self.listing.codec.lines;
            codec.fill(&whole, &mut self.picture).is_ok() && codec.is_canonical(&self.picture)
        }
    }
}

impl<const L: usize, const R: usize> Path for Lister<'_, L, R> {
    #[inline]
    fn push(&mut self, option: OptionId) {
        let (before, more) = (&self.sums[self.sums.len() - 1], self.record_table.option(option));
        if !before.is_disjoint(more) {
            self.failure = Some(NotASolution(self.options.clone()));
        }
        self.sums.push(before.plus(more));
        self.lines.push(self.record_table.line(&self.lines[self.lines.len() - 1], &[option]));
        self.options.push(option);
        let from = self.leads.len() - self.record_table.symmetries();
        for (at, lead) in self.record_table.leads(option).iter().enumerate() {
            self.leads.push(self.leads[from + at] ^ lead);
        }
    }

    #[inline]
    fn pop(&mut self) {
        self.options.pop();
        self.sums.pop();
        self.lines.pop();
        self.leads.truncate(self.leads.len() - self.record_table.symmetries());
    }

    fn tails(&mut self, tails: Range<usize>) -> ControlFlow<()> {
        let before = self.sums[self.sums.len() - 1];
        for tail in tails {
            let after = &self.tails.sums[tail];
            let Some((key, record)) = self.record_table.entry(&before, after) else {
                self.failure = Some(NotASolution(self.whole(tail)));
                return ControlFlow::Break(());
            };
            self.counts.total += 1;
            let is_canonical = self.is_canonical(tail);
            if is_canonical {
                self.counts.distinct += 1;
                let line = &self.lines[self.lines.len() - 1];
                let line = self.record_table.line(line, self.slices.tail(tail));
                self.counts.fingerprint += self.record_table.fingerprint(&line, &record);
            }
            if is_canonical || self.listing.mode == OutputMode::Images {
                self.bins.push((key, record));
            }
            if is_canonical && !self.counts.uses.is_empty() {
                for option in self.whole(tail) {
                    let piece = self.listing.codec.compiled.placements[option.index()].piece;
                    self.counts.uses[piece] += 1;
                }
            }
        }
        let is_over = self.failure.is_some() || self.listing.env.cancel.is_cancelled();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
