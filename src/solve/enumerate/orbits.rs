//! `OutputMode` at once: every solution of a case with all its images.
//!
//! The records of the images are put together side by side, each from the images of the options.
//! Threads go through parts of the diagram and put records into bins; then they sort the bins and
//! hand them on. Which image is the canonical one is seen by comparing them.
//!
//! Memory: all records, with what it takes to sort them. Cost of a solution: a few words for each
//! image, sorting, a line and a digest.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cover::{Element, OptionId};
use crate::engine::frontier::{Diagram, Path, Slices};
use crate::solution::NotASolution;
use crate::solution::record_table::RecordTable;
use crate::solve::counts::Counts;
use crate::solve::error::Error;
use crate::solve::options::OutputMode;

use super::bins::{Bins, Entry, write_in_order};
use super::sorted_listing::SortedListing;

/// A diagram is cut into about this many parts for threads.
const PARTS: usize = 256;

/// About this many records go into a bin.
const BIN: u128 = 256;

/// The most bins.
const MOST_BINS: u128 = 1 << 11;

/// So many records are handed on at a time, about.
const BLOCK: usize = 1 << 13;

/// Lists the solutions of the diagram of a case that leaves no symmetry unbroken; nothing happens
/// where they do not fit the memory.
pub(crate) fn list<const L: usize, const R: usize>(
    listing: &SortedListing<'_>,
    record_table: &RecordTable<L, R>,
    diagram: &Diagram,
) -> Result<Option<Counts>, Error> {
    let motions = record_table.symmetries();
    let Some(total) = diagram.total().checked_mul(motions as u128) else { return Ok(None) };
    // In vectors that grow by doubling; and in order.
    let each = 2 * size_of::<Entry<R>>() + listing.record_len;
    if total.saturating_mul(each as u128) > u128::from(listing.sink.share()) {
        return Ok(None);
    }
    listing.sink.begin(total, motions)?;
    let bytes = motions * (size_of::<Entry<R>>() + size_of::<u64>()) + size_of::<u128>();
    let slices = Slices::undivided(diagram, listing.most_tails(bytes));
    let elements = listing.codec.compiled.problem.group.elements();
    let tails = Images::of_tails(&slices, record_table, elements)?;
    let prefixes = slices.prefixes(PARTS);
    let next = AtomicUsize::new(0);
    let walk = || -> Result<(Bins<R>, Counts), Error> {
        let bins = (total / BIN).clamp(1, MOST_BINS) as u64;
        let mut lister = Lister::new(listing, record_table, &slices, &tails, bins);
        while let Some((options, node)) = prefixes.get(next.fetch_add(1, Ordering::Relaxed)) {
            for &option in options {
                lister.push(option);
            }
            // A walk is only broken off by a failure, or to stop.
            let _ = slices.walk_from(*node, &mut lister);
            for _ in options {
                lister.pop();
            }
            if let Some(failure) = lister.failure {
                return Err(failure.into());
            }
            if listing.env.cancel.is_cancelled() {
                listing.sink.give_up();
                break;
            }
        }
        Ok((lister.bins, lister.counts))
    };
    let mut all = Counts { nodes: diagram.states(), ..Counts::default() };
    let mut threads: Vec<Bins<R>> = Vec::new();
    for (bins, counts) in listing.broadcast(walk)? {
        all.add(&counts);
        threads.push(bins);
    }
    // Bins that are next to each other, about as many records each time.
    let count = threads.iter().map(|bins| bins.get().len()).max().unwrap_or(0);
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut weight = BLOCK;
    for bin in 0..count {
        if weight >= BLOCK {
            blocks.push(bin..bin);
            weight = 0;
        }
        weight += threads.iter().map(|bins| bins.get()[bin].len()).sum::<usize>();
        if let Some(block) = blocks.last_mut() {
            block.end = bin + 1;
        }
    }
    let next = AtomicUsize::new(0);
    let sort = || -> Result<(), Error> {
        let mut order = Vec::new();
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            let Some(block) = blocks.get(part) else { return Ok(()) };
            if listing.env.cancel.is_cancelled() {
                listing.sink.give_up();
                return Ok(());
            }
            let mut records = Vec::new();
            for bin in block.clone() {
                let bin: Vec<&[Entry<R>]> =
                    threads.iter().map(|bins| bins.get()[bin].as_slice()).collect();
                write_in_order(&bin, listing.record_len, &mut order, &mut records)
                    .map_err(|error| listing.failure(error))?;
            }
            if listing.sink.put(part, records)?.is_break() {
                return Ok(());
            }
        }
    };
    listing.broadcast(sort)?;
    Ok(Some(all))
}

/// What sets of options come to, one set after another: their cells, the entries of all images, and
/// what these show in the first cells unless the keys say that.
#[derive(Clone, Debug)]
struct Images<const R: usize> {
    motions: usize,
    cells: Vec<u128>,
    entries: Vec<Entry<R>>,
    leads: Vec<u64>,
}

#[inline]
fn xor<const R: usize>(a: &Entry<R>, b: &Entry<R>) -> Entry<R> {
    (a.0 ^ b.0, std::array::from_fn(|word| a.1[word] ^ b.1[word]))
}

impl<const R: usize> Images<R> {
    /// The set without options, which leaves each image as it is, or as `first` has it.
    fn new<const L: usize>(record_table: &RecordTable<L, R>, first: (Entry<R>, u64)) -> Self {
        let motions = record_table.symmetries();
        let leads = if L == 0 { Vec::new() } else { vec![first.1; motions] };
        Self { motions, cells: vec![0], entries: vec![first.0; motions], leads }
    }

    /// Every tail as a set of its own.
    fn of_tails<const L: usize>(
        slices: &Slices<'_>,
        record_table: &RecordTable<L, R>,
        elements: &[Element],
    ) -> Result<Self, NotASolution> {
        let mut all = Self::new(record_table, ((0, [0; R]), 0));
        let mut one = all.clone();
        all.clear(0);
        for options in slices.tails() {
            for &option in options {
                if !one.push(record_table, elements, option) {
                    return Err(NotASolution(options.to_vec()));
                }
            }
            let last = one.cells.len() - 1;
            all.cells.push(one.cells[last]);
            all.entries.extend_from_slice(one.entries(last));
            all.leads.extend_from_slice(one.leads(last));
            one.clear(1);
        }
        Ok(all)
    }

    /// Goes on with the last set and an option; whether the cells of both are disjoint.
    #[inline]
    fn push<const L: usize>(
        &mut self,
        record_table: &RecordTable<L, R>,
        elements: &[Element],
        option: OptionId,
    ) -> bool {
        let last = self.cells.len() - 1;
        let (before, more) = (self.cells[last], record_table.option(option).cells());
        self.cells.push(before | more);
        for (image, element) in elements.iter().enumerate() {
            let more = record_table.option(element.options[option.index()]);
            let entry = &self.entries[last * self.motions + image];
            self.entries.push(xor(entry, &(more.key, more.record)));
        }
        if L > 0 {
            for (image, lead) in record_table.leads(option).iter().enumerate() {
                self.leads.push(self.leads[last * self.motions + image] ^ lead);
            }
        }
        before & more == 0
    }

    /// Leaves this many sets.
    #[inline]
    fn clear(&mut self, sets: usize) {
        self.cells.truncate(sets);
        self.entries.truncate(sets * self.motions);
        self.leads.truncate(sets * self.motions);
    }

    #[inline]
    fn entries(&self, set: usize) -> &[Entry<R>] {
        &self.entries[set * self.motions..][..self.motions]
    }

    #[inline]
    fn leads(&self, set: usize) -> &[u64] {
        if self.leads.is_empty() { &[] } else { &self.leads[set * self.motions..][..self.motions] }
    }
}

/// One thread's records, and what it counted.
struct Lister<'a, const L: usize, const R: usize> {
    listing: &'a SortedListing<'a>,
    record_table: &'a RecordTable<L, R>,
    slices: &'a Slices<'a>,
    tails: &'a Images<R>,
    elements: &'a [Element],
    /// What was chosen, and after each choice what it comes to.
    options: Vec<OptionId>,
    sets: Images<R>,
    bins: Bins<R>,
    counts: Counts,
    failure: Option<NotASolution>,
}

impl<'a, const L: usize, const R: usize> Lister<'a, L, R> {
    fn new(
        listing: &'a SortedListing<'a>,
        record_table: &'a RecordTable<L, R>,
        slices: &'a Slices<'a>,
        tails: &'a Images<R>,
        most_bins: u64,
    ) -> Self {
        let is_distinct = listing.mode == OutputMode::Distinct;
        let pieces = if is_distinct { listing.codec.compiled.puzzle.pieces.len() } else { 0 };
        let empty = record_table.empty();
        let mut bins = Bins::new(record_table.first_bits());
        bins.begin((0, u64::MAX >> (u64::BITS - record_table.first_bits())), most_bins);
        Self {
            listing,
            record_table,
            slices,
            tails,
            elements: listing.codec.compiled.problem.group.elements(),
            options: Vec::new(),
            sets: Images::new(record_table, ((empty.key, empty.record), record_table.empty_lead())),
            bins,
            counts: Counts { uses: vec![0; pieces], ..Counts::default() },
            failure: None,
        }
    }

    /// Which image of what was chosen and a tail is the canonical one.
    #[inline]
    fn canonical(&self, tail: usize) -> usize {
        let set = self.sets.cells.len() - 1;
        let (mut least, mut at, mut is_clear) = (u64::MAX, 0, true);
        let mut look = |image: usize, lead: u64| {
            if lead < least {
                (least, at, is_clear) = (lead, image, true);
            } else if lead == least {
                is_clear = false;
            }
        };
        if L == 0 {
            // A line's key is what it shows first.
            let both = self.sets.entries(set).iter().zip(self.tails.entries(tail));
            both.enumerate().for_each(|(image, (a, b))| look(image, a.0 ^ b.0));
        } else {
            let both = self.sets.leads(set).iter().zip(self.tails.leads(tail));
            both.enumerate().for_each(|(image, (a, b))| look(image, a ^ b));
        }
        if is_clear {
            return at;
        }
        let images = 0..self.sets.motions;
        images.min_by_key(|&image| self.line(tail, image)).unwrap_or(0)
    }

    /// The line of an image of what was chosen and a tail: its words, or a record that is one.
    fn line(&self, tail: usize, image: usize) -> ([u64; L], [u64; R]) {
        if L == 0 {
            return ([0; L], self.entry(tail, image).1);
        }
        let images = &self.elements[image].options;
        let options = self.options.iter().chain(self.slices.tail(tail));
        let line = options.fold(*self.record_table.empty_line(), |line, option| {
            self.record_table.line(&line, &[images[option.index()]])
        });
        (line, [0; R])
    }

    #[inline]
    fn entry(&self, tail: usize, image: usize) -> Entry<R> {
        let set = self.sets.cells.len() - 1;
        xor(&self.sets.entries(set)[image], &self.tails.entries(tail)[image])
    }
}

impl<const L: usize, const R: usize> Path for Lister<'_, L, R> {
    #[inline]
    fn push(&mut self, option: OptionId) {
        self.options.push(option);
        if !self.sets.push(self.record_table, self.elements, option) {
            self.failure = Some(NotASolution(self.options.clone()));
        }
    }

    #[inline]
    fn pop(&mut self) {
        self.options.pop();
        self.sets.clear(self.options.len() + 1);
    }

    fn tails(&mut self, tails: Range<usize>) -> ControlFlow<()> {
        let before = self.sets.cells[self.sets.cells.len() - 1];
        for tail in tails {
            if !self.record_table.is_whole(before, self.tails.cells[tail]) {
                let whole = [&self.options, self.slices.tail(tail)].concat();
                self.failure = Some(NotASolution(whole));
            }
            let canonical = self.canonical(tail);
            let (line, record) = self.line(tail, canonical);
            self.counts.distinct += 1;
            self.counts.total += self.sets.motions as u128;
            self.counts.fingerprint += self.record_table.fingerprint(&line, &record);
            if self.listing.mode == OutputMode::Images {
                for image in 0..self.sets.motions {
                    self.bins.push(self.entry(tail, image));
                }
                continue;
            }
            self.bins.push(self.entry(tail, canonical));
            for option in self.options.iter().chain(self.slices.tail(tail)) {
                let piece = self.listing.codec.compiled.placements[option.index()].piece;
                self.counts.uses[piece] += 1;
            }
        }
        let is_over = self.failure.is_some() || self.listing.env.cancel.is_cancelled();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
