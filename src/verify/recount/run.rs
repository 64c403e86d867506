//! A recount of a puzzle or a cover, from beginning to end.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::num::NonZeroUsize;

use super::count::Counting;
use super::effort::{Effort, Failure, RecountProgress, Stop};
use super::requirements::{Entry, RecountItem, RecountOption, Requirements};
use super::slice::{SliceName, next_item};
use super::sweep::SweepBounds;
use super::symmetry::{Anchored, OptionMotions};
use super::terms::{Terms, Trial};
use crate::cancel::CancelToken;
use crate::count::Count;
use crate::digest::Digest;
use crate::verify::certificate::statement::Statement;
use crate::verify::checker::Checker;
use crate::verify::cover::CoverChecker;

/// The least work that solutions which are their own images may take to be counted, in states and
/// nodes; they may take as much as all solutions did, if that is more.
const LEAST_WORK: u64 = 1 << 22;

/// Why there is no recount.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecountError {
    /// It was asked to stop.
    #[error("the recount was stopped")]
    Cancelled,
    /// A part of the count does not fit 128 bits.
    #[error("a part of the count is 2^128 or more, which is not recounted")]
    TooLarge,
    /// A count of slices that are done cannot be kept.
    #[error("what is done cannot be kept: {0}")]
    NotKept(io::Error),
    /// The puzzle or the cover cannot be recounted.
    #[error("{0}")]
    Refused(String),
}

/// How a recount is done, and who is told of it.
pub(crate) struct RecountRequest<'a> {
    /// The most bytes that states may take. Lists of options come to that.
    pub memory_bytes: u64,
    /// How many threads count.
    pub threads: NonZeroUsize,
    /// Stops it.
    pub cancel: &'a CancelToken,
    /// What it may take before it is decided how to go on.
    pub trial: Trial,
    /// The slices that were done earlier, with their counts.
    pub done: HashMap<SliceName, Count>,
    /// Is told of each slice that is done. An error ends the recount.
    pub on_slice: &'a mut dyn FnMut(&SliceName, &Count) -> io::Result<()>,
    /// Is told now and then how far it is.
    pub on_progress: &'a mut dyn FnMut(&RecountProgress),
}

/// What a recount came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recounted {
    /// All solutions.
    pub total: Count,
    /// Those that are different under the motions of the board; `None` where that was not proved.
    pub distinct: Option<Count>,
    /// How many states were met.
    pub states: u64,
    /// How many nodes of search trees were met.
    pub nodes: u64,
    /// How many slices were counted.
    pub slices: u64,
}

/// What can be recounted.
#[derive(Clone, Debug)]
pub(crate) struct Recountable {
    /// What is counted, of an anchored item one option for each orbit.
    requirements: Requirements,
    /// The item whose options are cut first.
    first: Option<usize>,
    /// What the motions of the board do; a cover has none.
    motions: Option<(OptionMotions, Requirements)>,
}

impl Recountable {
    /// A puzzle, with the pieces that lie on its board from the start.
    ///
    /// # Errors
    /// When a motion of its board does not map placements onto placements.
    pub fn of_puzzle(checker: &Checker) -> Result<Self, RecountError> {
        let exact = Statement::new(checker).map_err(RecountError::Refused)?.exact;
        let frame = checker.rules.frame();
        let places: Vec<_> = frame.outer().map(|position| frame.upright(position)).collect();
        let all = Requirements::of_exact(&exact, &places);
        let motions = OptionMotions::new(&exact).ok_or_else(|| {
            RecountError::Refused("a motion does not map placements onto placements".to_owned())
        })?;
        let (requirements, first) = match motions.anchored(&exact, &all) {
            Some(Anchored { item, requirements }) => (requirements, Some(item)),
            None => (all.clone(), next_item(&all)),
        };
        Ok(Self { requirements, first, motions: Some((motions, all)) })
    }

    /// An exact cover.
    ///
    /// # Errors
    /// When an item that must be covered has colours.
    pub fn of_cover(checker: &CoverChecker) -> Result<Self, RecountError> {
        let mut colours: Vec<BTreeMap<&str, u32>> = vec![BTreeMap::new(); checker.items.len()];
        for (item, colour) in checker.options.iter().flatten().flatten() {
            let known = &mut colours[*item as usize];
            let number = known.len() as u32;
            if let Some(colour) = colour {
                known.entry(colour).or_insert(number);
            }
        }
        let item = |(item, colours): (&_, &BTreeMap<_, _>)| {
            let crate::verify::cover::CoverItem { least, most, .. } = *item;
            RecountItem { least, most, colours: colours.len() as u32, at: None }
        };
        let items: Vec<RecountItem> = checker.items.iter().zip(&colours).map(item).collect();
        if items.iter().any(|item| item.colours > 0 && item.least > 0) {
            let reason = "an item that must be covered has colours, which is not recounted";
            return Err(RecountError::Refused(reason.to_owned()));
        }
        let entry = |(item, colour): &(u32, Option<String>)| {
            let number = |colour: &String| colours[*item as usize].get(colour.as_str()).copied();
            Entry { item: *item, times: 1, colour: colour.as_ref().and_then(number) }
        };
        let mut options = Vec::new();
        for (number, option) in (1..).zip(&checker.options) {
            let entries = option.as_ref().map(|entries| entries.iter().map(entry).collect());
            options.extend(entries.map(|entries| RecountOption { number, entries, weight: 1 }));
        }
        let requirements = Requirements { items, options };
        Ok(Self { first: next_item(&requirements), requirements, motions: None })
    }

    /// A name for what is counted, which nothing else has: slices of one name are then the same.
    pub fn digest(&self) -> Digest {
        self.requirements.digest()
    }

    /// Counts all solutions, and if it can be done with little work those that are distinct.
    ///
    /// # Errors
    /// When it is stopped, a slice cannot be kept, or a number is too large.
    pub fn recount(&self, request: RecountRequest<'_>) -> Result<Recounted, RecountError> {
        let RecountRequest { memory_bytes, threads, cancel, trial, done, on_slice, on_progress } =
            request;
        let threads = threads.get();
        let mut effort = Effort::new(cancel, on_progress);
        let mut counting = Counting {
            terms: Terms { memory_bytes, threads, trial, done },
            on_slice,
            effort: &mut effort,
            slices: 0,
        };
        let total = counting.count(self.requirements.clone(), self.first)?;
        let slices = counting.slices;
        let bounds = SweepBounds { memory_bytes, threads, states: u64::MAX, share: 0.0 };
        let distinct = self.distinct(&total, bounds, &mut effort)?;
        Ok(Recounted { total, distinct, states: effort.states, nodes: effort.nodes, slices })
    }

    /// Counts distinct solutions, where all of them are so many.
    fn distinct(
        &self,
        total: &Count,
        bounds: SweepBounds,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Count>, RecountError> {
        let Some((motions, all)) = &self.motions else { return Ok(None) };
        let mut work = LEAST_WORK.max(effort.states + effort.nodes);
        let mut sum = total.clone();
        for (images, times) in motions.kinds() {
            let fixed = all.fixed_by(images);
            let counted = super::count::within_work(&fixed, bounds, &mut work, effort)?;
            let Some(count) = counted else {
                return Ok(None);
            };
            sum += &(&Count::from(count) * times as u128);
        }
        let distinct = sum.divided_by(motions.order() as u128);
        if &distinct * motions.order() as u128 != sum {
            let reason = "the motions of the board are no group of motions of the solutions";
            return Err(RecountError::Refused(reason.to_owned()));
        }
        Ok(Some(distinct))
    }
}

impl From<Stop> for RecountError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Cancelled => Self::Cancelled,
            Stop::Memory | Stop::Work | Stop::TooLarge => Self::TooLarge,
        }
    }
}

impl From<Failure> for RecountError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Stop(stop) => stop.into(),
            Failure::Told(error) => Self::NotKept(error),
        }
    }
}
