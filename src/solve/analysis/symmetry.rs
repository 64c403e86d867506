//! How the symmetry of a subject is broken: which pieces are anchored, and the cases that come of
//! it.

use crate::cancel::CancelToken;
use crate::cover::cases::check_anchor;
use crate::cover::{Case, ItemId, OptionId, Problem, cases as split};
use crate::engine::Capacity;
use crate::engine::frontier::{Anchoring, best_anchoring};
use crate::solve::error::Error;
use crate::solve::options::{Anchor, Engine};
use crate::solve::subject::Subject;

use super::probe::rank_anchors;

/// The cases, and the pieces that are anchored in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Breaking {
    /// The cases.
    pub cases: Vec<Case>,
    /// The pieces that serve as anchors, by number, as far as the cases need them.
    pub anchors: Vec<usize>,
}

/// Decides how to break the symmetry of a subject for an engine. `hinted_cases` are those that come
/// of the anchors that the puzzle names, where they are known already.
///
/// # Errors
/// When the piece that was asked for cannot anchor, or it is cancelled.
pub(crate) fn break_symmetry(
    subject: &Subject,
    engine: Engine,
    anchor: &Anchor,
    capacity: Option<&Capacity>,
    hinted_cases: Option<&[Case]>,
    cancel: &CancelToken,
) -> Result<Breaking, Error> {
    let problem = subject.problem();
    if *anchor == Anchor::None {
        return Ok(Breaking { cases: vec![Case::whole(problem)], anchors: Vec::new() });
    }
    check_piece(subject, anchor)?;
    if engine == Engine::Frontier {
        return Ok(break_for_sweep(subject, anchor));
    }
    let mut order = subject.hinted_anchors();
    if let Anchor::Piece(piece) = *anchor {
        let item = problem.pieces[piece];
        order.retain(|&other| other != item);
        order.insert(0, item);
    }
    let mut cases = match hinted_cases {
        Some(cases) if *anchor == Anchor::Auto => cases.to_vec(),
        _ => split(problem, &order),
    };
    if cases.iter().any(|case| case.residual.len() > 1) {
        // Those that nobody named follow.
        let others = by_work_left(problem, &order);
        order.extend(match engine {
            // To rank them by their states would take as long as many a scan.
            Engine::Scan => others,
            _ => rank_anchors(problem, &others, capacity, cancel)?,
        });
        cases = split(problem, &order);
    }
    let anchors = anchored_pieces(problem, &order, &cases);
    Ok(Breaking { cases, anchors })
}

/// How fast the states of a scan grow with the part of all options that its anchor leaves, as an
/// exponent. With 8, the order began with a piece that had at most 13% more states than the best one, on
/// twelve of thirteen boards; on the tower of two rows it had 819, and the best 352.
const GROWTH: f64 = 8.0;

/// The pieces that can anchor and are not named already, in the order in which they are best anchored for
/// a scan, as far as that can be told without looking at one. One option of each orbit is gone through, and
/// the more options it leaves, the more there is to do. What decides depends on the puzzle alone, not on
/// the order of its pieces.
pub(crate) fn by_work_left(problem: &Problem, named: &[ItemId]) -> Vec<ItemId> {
    let Problem { cover, group, .. } = problem;
    let is_free = |item: &ItemId| !named.contains(item) && check_anchor(problem, *item).is_ok();
    let pieces = problem.pieces.iter().copied().filter(is_free);
    let words = cover.option_count().div_ceil(64);
    let mut with_item = vec![vec![0_u64; words]; cover.item_count()];
    for option in cover.options() {
        for item in cover.items_of(option) {
            with_item[item.index()][option.index() / 64] |= 1 << (option.index() % 64);
        }
    }
    let all: Vec<usize> = (0..group.order()).collect();
    let mut clashing = vec![0_u64; words];
    let mut work = |option: OptionId| {
        clashing.fill(0);
        for item in cover.items_of(option) {
            for (word, with_item) in clashing.iter_mut().zip(&with_item[item.index()]) {
                *word |= with_item;
            }
        }
        let clashes: u32 = clashing.iter().map(|word| word.count_ones()).sum();
        let left = 1.0 - f64::from(clashes) / cover.option_count() as f64;
        // Summed over an orbit, as much as one of its options is.
        group.stabiliser(&all, option).len() as f64 * (GROWTH * left).exp()
    };
    let mut ranked: Vec<(f64, ItemId)> = pieces
        .map(|item| (cover.options_with(item).into_iter().map(&mut work).sum(), item))
        .collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    ranked.into_iter().map(|(_, item)| item).collect()
}

/// Makes sure that the piece that was asked for can anchor.
///
/// # Errors
/// When it cannot.
pub(crate) fn check_piece(subject: &Subject, anchor: &Anchor) -> Result<(), Error> {
    let Anchor::Piece(piece) = *anchor else { return Ok(()) };
    let problem = subject.problem();
    let named = |reason| Error::anchor(&subject.piece_names(&[piece]).concat(), reason);
    check_anchor(problem, problem.pieces[piece]).map_err(named)
}

/// The pieces among these items that some case anchors.
fn anchored_pieces(problem: &Problem, order: &[ItemId], cases: &[Case]) -> Vec<usize> {
    let is_needed = |item| {
        let all = problem.cover.options_with(item).len();
        cases.iter().any(|case| is_anchored(case, item, all))
    };
    let items = order.iter().filter(|&&item| is_needed(item));
    items.filter_map(|item| problem.pieces.iter().position(|piece| piece == item)).collect()
}

/// Whether a case restricts the options of a piece, of which there are `all`, without forbidding it.
fn is_anchored(case: &Case, item: ItemId, all: usize) -> bool {
    let of_item = case.steps.iter().filter(|step| step.item == item);
    of_item.map(|step| step.kept.len()).any(|kept| kept > 0 && kept < all)
}

/// How symmetry is broken for sweeps: by one anchor none of whose options any symmetry maps to itself, so
/// that one sweep of one case is all there is to do. That is the first that is hinted at, or else the one
/// by which there seem to be the fewest states. Where there is none, sweeping the whole with its quotients
/// is better than several cases; only an anchor that was asked for is taken nevertheless.
fn break_for_sweep(subject: &Subject, anchor: &Anchor) -> Breaking {
    let problem = subject.problem();
    let free = free_anchors(problem);
    let (asked, hinted) = match *anchor {
        Anchor::Piece(piece) => (Some(problem.pieces[piece]), None),
        Anchor::Auto | Anchor::None => {
            (None, subject.hinted_anchors().into_iter().find(|hint| free.contains(hint)))
        }
    };
    let named = asked.or(hinted);
    let may_anchor = |item: &ItemId| named.is_none_or(|named| named == *item);
    let candidates: Vec<ItemId> = free.into_iter().filter(may_anchor).collect();
    let (order, cases) = match best_anchoring(problem, &candidates) {
        Some(Anchoring { item, kept }) => {
            let anchored = Case::whole(problem).keeping(&problem.cover, item, kept);
            // Each orbit of solutions has one with the option that is kept: no symmetry is left.
            (vec![item], vec![Case { residual: vec![0], ..anchored }])
        }
        // One anchor is enough: what it leaves unbroken costs little in quotients.
        None => (Vec::from_iter(asked), split(problem, asked.as_slice())),
    };
    let anchors = anchored_pieces(problem, &order, &cases);
    Breaking { cases, anchors }
}

/// The items that must be used and can anchor, none of whose options any symmetry maps to itself.
fn free_anchors(problem: &Problem) -> Vec<ItemId> {
    let group = &problem.group;
    let all: Vec<usize> = (0..group.order()).collect();
    if all.len() == 1 {
        return Vec::new();
    }
    let is_free = |item: &ItemId| {
        let options = problem.cover.options_with(*item);
        options.iter().all(|&option| group.stabiliser(&all, option).len() == 1)
    };
    required_anchors(problem).filter(is_free).collect()
}

/// The items that must be used and can anchor.
pub(crate) fn required_anchors(problem: &Problem) -> impl Iterator<Item = ItemId> {
    let usable =
        |&item: &ItemId| problem.cover.is_primary(item) && check_anchor(problem, item).is_ok();
    problem.pieces.iter().copied().filter(usable)
}
