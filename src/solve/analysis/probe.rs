//! Probing: what would a search cost? Knuth's estimator (Mathematics of Computation 29, 1975):
//! random dives into the tree (see [`crate::solve::dive`]).
//!
//! Dives use a seed of their own, so that the same problem is always judged alike, and go by where options
//! lie, so that it matters little in which order its pieces come (only where a search has several items to
//! choose from that are alike). What a look at a tree may cost is limited, and counted as work: of a tree of
//! thousands of items it is a part that is seen, and the number of nodes is then rather too low than too high.

use crate::cancel::{CancelToken, Cancelled};
use crate::cover::cases::cases;
use crate::cover::item_sums::{item_numbers, item_sum};
use crate::cover::{Case, ItemId, OptionId, Problem};
use crate::engine::search::{Search, SearchWorker};
use crate::engine::{Capacity, SimdLevel};

use crate::random::SplitMix;
use crate::solve::dive::dive_for_nodes;
use crate::solve::open_prefix::{OpenPrefix, Step};
use crate::work_limit::WorkLimit;

/// The trees of an item are expanded until they are this wide, to be compared with those of others.
const RANKED_WIDTH: usize = 64;

/// How closely a tree is looked at.
///
/// Of trees of 3e4 to 1e7 nodes a quick look tells from a quarter to two and a half times as many, and half of
/// the time less than four fifths; a close one from two thirds to one and a half times as many
/// (results/ladder.md). The first nodes take longer than the dives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scrutiny {
    /// For covers, whose searches have a moment only before their sweeps begin, and nodes of any size.
    Hasty,
    /// A tenth of a millisecond on a board: whether it is large or small.
    Quick,
    /// About a millisecond: how large it is.
    Close,
    /// Some milliseconds: how large it is where it is very large.
    Thorough,
}

impl Scrutiny {
    /// How wide trees are where dives begin, and how many dives there are.
    fn extent(self) -> (usize, usize) {
        match self {
            Self::Hasty => (48, 64),
            Self::Quick => (128, 128),
            Self::Close => (512, 512),
            Self::Thorough => (512, 2048),
        }
    }
}

/// The seed of dives.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// How much work the first look at some trees may be, and how much their dives: some hundredths of a
/// second's each, ten times what the largest puzzles of the catalogue take.
const MOST_WORK: u64 = 1 << 28;

/// The same of a look that is taken beside a sweep: a millisecond or two.
pub(crate) const LITTLE_WORK: u64 = 1 << 23;

/// Some items that can anchor, the one that leaves the least work first.
///
/// Each is judged by the cases in which it is anchored and used, and nothing else is anchored, by the
/// width of their trees at one depth; those that are alike in that keep their order. So it depends on
/// nothing but the puzzle, where dives would depend on the order of its pieces, and ranked them no better
/// (results/ladder.md).
///
/// # Errors
/// When it is cancelled.
pub(crate) fn rank_anchors(
    problem: &Problem,
    items: &[ItemId],
    capacity: Option<&Capacity>,
    cancel: &CancelToken,
) -> Result<Vec<ItemId>, Cancelled> {
    let searches: Vec<(ItemId, Vec<Search>)> = items
        .iter()
        .map(|&item| Ok((item, searches_of(problem, item, capacity, cancel)?)))
        .collect::<Result<_, _>>()?;
    let mut candidates: Vec<(ItemId, Trees<'_>)> = searches
        .iter()
        .map(|(item, searches)| Ok((*item, Trees::new(searches, RANKED_WIDTH, MOST_WORK, cancel)?)))
        .collect::<Result<_, _>>()?;
    // Widths are compared at the depth at which the narrowest tree is wide enough.
    let depth = candidates.iter().map(|(_, trees)| trees.widths.len()).max().unwrap_or(0);
    candidates.sort_by_key(|(_, trees)| trees.width_at(depth));
    Ok(candidates.into_iter().map(|(item, _)| item).collect())
}

/// A search of each of some cases.
///
/// # Errors
/// When it is cancelled.
pub(crate) fn searches<'c>(
    problem: &Problem,
    cases: impl IntoIterator<Item = &'c Case>,
    capacity: Option<&Capacity>,
    cancel: &CancelToken,
) -> Result<Vec<Search>, Cancelled> {
    let search = |case| {
        cancel.check()?;
        Ok(Search::new(problem, case, capacity, SimdLevel::best()))
    };
    cases.into_iter().map(search).collect()
}

/// Searches of the cases in which a piece is anchored and used.
fn searches_of(
    problem: &Problem,
    item: ItemId,
    capacity: Option<&Capacity>,
    cancel: &CancelToken,
) -> Result<Vec<Search>, Cancelled> {
    let cases = cases(problem, &[item]);
    let used = cases.iter().filter(|case| case.is_required(&problem.cover, item));
    searches(problem, used, capacity, cancel)
}

/// About how many nodes some searches visit, by such a look; `places` says where options lie.
///
/// # Errors
/// When it is cancelled.
pub(crate) fn estimate_nodes(
    places: &[u64],
    searches: &[Search],
    scrutiny: Scrutiny,
    cancel: &CancelToken,
) -> Result<f64, Cancelled> {
    estimate_within(places, searches, (scrutiny, MOST_WORK), cancel)
}

/// The same where the first look at the trees, and the dives, may each be no more than so much work.
///
/// # Errors
/// When it is cancelled.
pub(crate) fn estimate_within(
    places: &[u64],
    searches: &[Search],
    (scrutiny, most_work): (Scrutiny, u64),
    cancel: &CancelToken,
) -> Result<f64, Cancelled> {
    let (width, dives) = scrutiny.extent();
    let mut trees = Trees::new(searches, width, most_work, cancel)?;
    trees.dive(places, dives, most_work, cancel)?;
    Ok(trees.nodes)
}

/// For each option a number that says where it lies: by its items that are not pieces, so that it does not
/// depend on how those are numbered.
pub(crate) fn places(problem: &Problem) -> Vec<u64> {
    let cover = &problem.cover;
    let mut numbers = item_numbers(cover);
    for piece in &problem.pieces {
        numbers[piece.index()] = 0;
    }
    cover.options().map(|option| item_sum(cover, &numbers, option)).collect()
}

/// Where some options lie together.
pub(crate) fn place_of_all(places: &[u64], options: &[OptionId]) -> u64 {
    options.iter().map(|option| places[option.index()]).fold(0, u64::wrapping_add)
}

/// Search trees, expanded a little way.
struct Trees<'a> {
    searches: &'a [Search],
    /// The prefixes at the lowest depth looked at, each with its tree.
    prefixes: Vec<(usize, OpenPrefix)>,
    /// The number of prefixes at each depth.
    widths: Vec<usize>,
    /// The estimated number of nodes.
    nodes: f64,
}

impl<'a> Trees<'a> {
    fn new(
        searches: &'a [Search],
        width: usize,
        most_work: u64,
        cancel: &CancelToken,
    ) -> Result<Self, Cancelled> {
        let prefixes = (0..searches.len()).map(|tree| (tree, OpenPrefix::default())).collect();
        let mut trees = Self { searches, prefixes, widths: Vec::new(), nodes: 0.0 };
        let mut workers: Vec<_> = searches.iter().map(Search::worker).collect();
        let mut limit = WorkLimit::new(most_work, cancel);
        while !trees.prefixes.is_empty() && trees.prefixes.len() < width && !limit.is_spent() {
            trees.deepen(&mut workers, &mut limit)?;
        }
        Ok(trees)
    }

    /// Replaces every prefix by its children.
    fn deepen(
        &mut self,
        workers: &mut [SearchWorker<'a>],
        limit: &mut WorkLimit<'_>,
    ) -> Result<(), Cancelled> {
        let mut children = Vec::new();
        for (tree, mut prefix) in self.prefixes.drain(..) {
            limit.check()?;
            match prefix.step(&mut workers[tree], limit) {
                Step::Dead | Step::Solution => {}
                Step::Forced => children.push((tree, prefix)),
                Step::Choices(options) | Step::SolutionOrMore(options) => {
                    children.extend(options.into_iter().map(|option| (tree, prefix.with(option))));
                }
            }
        }
        self.prefixes = children;
        self.widths.push(self.prefixes.len());
        Ok(())
    }

    /// The width at a depth; a tree that was not expanded so far is wider than any other.
    fn width_at(&self, depth: usize) -> (bool, usize) {
        match self.widths.get(depth.wrapping_sub(1)) {
            Some(&width) => (false, width),
            None => (true, *self.widths.last().unwrap_or(&0)),
        }
    }

    /// Estimates the number of nodes below the prefixes, by dives from each in turn.
    fn dive(
        &mut self,
        places: &[u64],
        dives: usize,
        most_work: u64,
        cancel: &CancelToken,
    ) -> Result<(), Cancelled> {
        self.prefixes.sort_by_cached_key(|(_, prefix)| place_of_all(places, &prefix.choices));
        let mut workers: Vec<_> = self.searches.iter().map(Search::worker).collect();
        let mut limit = WorkLimit::new(most_work, cancel);
        let rounds = (dives / self.prefixes.len().max(1)).max(1);
        let stride = (self.prefixes.len() / dives).max(1);
        let mut seen = 0_usize;
        for (tree, OpenPrefix { choices, .. }) in self.prefixes.iter().step_by(stride) {
            let mut random = SplitMix::of_series(SEED, place_of_all(places, choices));
            let mut pick = |choices: &[OptionId]| {
                let placed = choices.iter().map(|option| places[option.index()]);
                let mut order: Vec<(u64, usize)> = placed.zip(0..).collect();
                order.sort_unstable();
                order[random.below(order.len())].1
            };
            for _ in 0..rounds {
                let nodes = dive_for_nodes(&mut workers[*tree], choices, &mut pick, &mut limit);
                self.nodes += nodes * stride as f64 / rounds as f64;
            }
            limit.check()?;
            seen += 1;
            if limit.is_spent() {
                break;
            }
        }
        // Those that there was no time for are taken for like the others.
        let all = self.prefixes.len().div_ceil(stride);
        if seen < all {
            self.nodes *= all as f64 / seen as f64;
        }
        Ok(())
    }
}
