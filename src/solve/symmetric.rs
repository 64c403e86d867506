//! The solutions that some motion of the board maps to themselves.
//!
//! Such a solution is made of whole orbits of placements under the motion. So it is a solution of a
//! smaller cover, whose options are these orbits, and what a motion of prime order leaves as it is
//! need only be looked for: any other motion has such a power. Of motions that are conjugate one will
//! do, since what one leaves as it is are the images of what the other does. An item that several
//! options may cover is left out of the smaller cover, and counted where a solution of it is found.
//!
//! Cost: a search of the cover of each class of motions, which has about the square root as many
//! solutions as the puzzle; and memory for every symmetric solution, each orbit of them once.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::cancel::CancelToken;
use crate::clock::Stopwatch;
use crate::cover::symmetry::{Element, Group};
use crate::cover::{Case, Cover, CoverError, ItemId, LabelledBuilder, OptionId, Problem};
use crate::engine::search::Search;
use crate::engine::{SimdLevel, Worker};

use super::codec::Codec;
use super::counts::Counts;
use super::enumerate::limit::Limit;
use super::enumerate::lister::{Lister, Listing};
use super::enumerate::puzzle_lister::PuzzleLister;
use super::error::Error;
use super::options::{Engine, OutputMode};
use super::outcome::Outcome;
use super::solver::{Request, Solver};

/// The symmetric solutions of a problem: of each orbit the one that comes first, as an ascending list
/// of options, with the number of symmetries that leave it as it is.
type Symmetric = BTreeMap<Vec<OptionId>, usize>;

impl Solver {
    /// Counts the solutions that some motion of the board maps to themselves: `distinct` of them, and
    /// `total` with all their images. Which engine and which anchor were chosen makes no difference.
    /// A cover that never was a puzzle has no motions, and no such solutions.
    ///
    /// ```
    /// use bitcover::{Puzzle, Solver};
    ///
    /// // If none of the 783 solutions were symmetric, there would be four times as many arrangements.
    /// let solver = Solver::new(&Puzzle::from_catalog("tetrominoes-5x8")?)?;
    /// assert_eq!(solver.count()?.total, 4 * 783 - 26);
    /// let symmetric = solver.count_symmetric()?;
    /// assert_eq!(symmetric.distinct.unwrap(), 13);
    /// assert_eq!(symmetric.total, 26);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// None that a puzzle brings about; those of a defect.
    pub fn count_symmetric(&self) -> Result<Outcome, Error> {
        self.run_symmetric(&Request::default())
    }

    /// Finds the symmetric solutions, and lists them as a run would.
    ///
    /// # Errors
    /// When solutions cannot be written or their records cannot be kept.
    pub(crate) fn run_symmetric(&self, request: &Request<'_>) -> Result<Outcome, Error> {
        run(self, request)
    }
}

fn run(solver: &Solver, request: &Request<'_>) -> Result<Outcome, Error> {
    let watch = Stopwatch::start();
    let (subject, cancel) = (solver.subject(), solver.cancel());
    let mode = request.mode.unwrap_or(OutputMode::Count);
    if mode != OutputMode::Count {
        subject.check_symbols()?;
    }
    let problem = subject.problem();
    let (mut counts, mut is_complete) = (Counts::default(), true);
    let mut found = Symmetric::new();
    for element in generators(&problem.group) {
        let quotient = Quotient::new(&problem.cover, element);
        is_complete &= quotient.search(&problem.group, &mut found, &mut counts.nodes, cancel);
    }
    let order = problem.group.order();
    let limit = Limit::new(None);
    let record_sink = request.record_sink;
    let listing =
        Listing { breaks_symmetry: true, mode, limit: &limit, record_sink, is_roomy: false };
    let codec = Codec::new(subject, mode);
    match &codec {
        Codec::Puzzle(codec) if mode != OutputMode::Count => {
            let mut lister = PuzzleLister::new(codec, listing);
            for (options, stabiliser) in &found {
                let _ = lister.list(options, order / stabiliser, &mut counts)?;
            }
            lister.flush()?;
        }
        _ => {
            for stabiliser in found.values() {
                counts.distinct += 1;
                counts.total += (order / stabiliser) as u128;
            }
        }
    }
    let outcome = Outcome::of_counts(subject, mode, Engine::Search, &counts);
    let elapsed = watch.elapsed().max(Duration::from_nanos(1));
    Ok(Outcome { complete: is_complete, elapsed, ..outcome })
}

/// An element of each class of conjugate subgroups of prime order.
fn generators(group: &Group) -> Vec<&Element> {
    let all: Vec<usize> = (0..group.order()).collect();
    let classes = group.classes(&all).into_iter().skip(1);
    let is_prime = |order: usize| !(2..order).any(|divisor| order.is_multiple_of(divisor));
    let prime = classes.filter(|class| is_prime(class.order));
    prime.map(|class| &group.elements()[class.elements[0]]).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Label {
    Item(ItemId),
    /// Makes an option choosable that has no item that must be covered.
    Choosable,
}

/// The cover whose solutions are those that a symmetry leaves as they are.
struct Quotient<'a> {
    original: &'a Cover,
    problem: Problem,
    /// For each of its options, the orbit.
    orbits: Vec<Vec<OptionId>>,
}

impl<'a> Quotient<'a> {
    fn new(original: &'a Cover, element: &Element) -> Self {
        let mut is_met = vec![false; original.option_count()];
        let mut orbits: Vec<Vec<OptionId>> = Vec::new();
        for first in original.options() {
            let mut orbit = Vec::new();
            let mut at = first;
            while !std::mem::replace(&mut is_met[at.index()], true) {
                orbit.push(at);
                at = element.options[at.index()];
            }
            // Options that clash with their own images are in no such solution.
            let times = times(original, &orbit);
            if !orbit.is_empty()
                && times.iter().all(|(item, times)| *times <= original.multiplicity(*item))
            {
                orbits.push(orbit);
            }
        }
        let problem = Problem::of_cover(
            cover(original, &orbits).expect("items are declared once, and are in an orbit once"),
        );
        Self { original, problem, orbits }
    }

    /// Searches it, and adds what it finds. Returns whether it came to its end.
    fn search(
        &self,
        group: &Group,
        found: &mut Symmetric,
        nodes: &mut u64,
        cancel: &CancelToken,
    ) -> bool {
        let case = Case::whole(&self.problem);
        let search = Search::new(&self.problem, &case, None, SimdLevel::best());
        let mut keep = |chosen: &[OptionId]| {
            let mut options: Vec<OptionId> =
                chosen.iter().flat_map(|option| &self.orbits[option.index()]).copied().collect();
            if self.is_within_bounds(&options) {
                options.sort_unstable();
                let (first, stabiliser) = first_image(group, &options);
                found.insert(first, stabiliser);
            }
            ControlFlow::Continue(())
        };
        let explored = search.worker().run(&[], &mut keep, cancel);
        *nodes += explored.nodes;
        explored.complete
    }

    /// Whether the items that several options may cover are covered as often as they should be.
    fn is_within_bounds(&self, options: &[OptionId]) -> bool {
        let times = times(self.original, options);
        self.original.items().filter(|&item| is_shared(self.original, item)).all(|item| {
            let times = times.get(&item).copied().unwrap_or(0);
            (self.original.least(item)..=self.original.multiplicity(item)).contains(&times)
        })
    }
}

/// Whether several options may cover an item.
fn is_shared(cover: &Cover, item: ItemId) -> bool {
    cover.multiplicity(item) > 1
}

/// How often some options cover each item.
fn times(cover: &Cover, options: &[OptionId]) -> BTreeMap<ItemId, u32> {
    let mut times = BTreeMap::new();
    for item in options.iter().flat_map(|&option| cover.items_of(option)) {
        *times.entry(*item).or_insert(0) += 1;
    }
    times
}

/// The cover of these orbits, an option each.
fn cover(original: &Cover, orbits: &[Vec<OptionId>]) -> Result<Cover, CoverError> {
    let mut builder = LabelledBuilder::new();
    let single = || original.items().filter(|&item| !is_shared(original, item));
    for item in single() {
        builder.item(Label::Item(item), original.is_primary(item), 1)?;
    }
    let labels = |orbit: &Vec<OptionId>| -> Vec<ItemId> {
        let items = times(original, orbit).into_keys();
        items.filter(|&item| !is_shared(original, item)).collect()
    };
    let needs_help = |items: &Vec<ItemId>| !items.iter().any(|&item| original.is_primary(item));
    if orbits.iter().any(|orbit| needs_help(&labels(orbit))) {
        builder.primary_range(Label::Choosable, 0, orbits.len() as u32)?;
    }
    for orbit in orbits {
        let items = labels(orbit);
        let help = needs_help(&items).then_some(Label::Choosable);
        builder.option(items.into_iter().map(Label::Item).chain(help))?;
    }
    Ok(builder.finish())
}

/// The image of a solution that comes first, and the number of symmetries that leave it as it is.
fn first_image(group: &Group, options: &[OptionId]) -> (Vec<OptionId>, usize) {
    let (mut first, mut stabiliser) = (options.to_vec(), 0);
    let mut image = Vec::with_capacity(options.len());
    for element in group.elements() {
        image.clear();
        image.extend(options.iter().map(|option| element.options[option.index()]));
        image.sort_unstable();
        stabiliser += usize::from(image == options);
        if image < first {
            first.clone_from(&image);
        }
    }
    (first, stabiliser)
}
