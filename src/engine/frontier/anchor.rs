//! Which item is best anchored for a sweep, and which option of each orbit is kept.
//!
//! Where symmetries map no option of an item to itself, one option of each orbit is enough. Kept are
//! either those that start first in the order of the sweep or those that start last: so all states of one
//! half of the levels agree on the item. Which is better, and for which item, is foretold without a state,
//! by how pieces would lie on the average. At each level a piece starts with the chance that its options
//! there have among those of all pieces that are left. A state stays where the item is open and can still
//! be covered, or is covered by an option that is kept. Levels count as they do when orders are compared.
//!
//! So pieces that fit in many ways are kept late, for most states would have them early, and others
//! early. Of the thirty boards of the catalogue that it changes, 27 have 0.32 to 0.95 times the states of the
//! piece with the fewest options, of which those that are numbered first are kept, and three small ones 1.01 to
//! 1.2 times (results/ladder.md).
//!
//! Cost: laying down the order of the whole, and for each item a pass over its options and the levels.

use crate::cover::{Case, Cover, ItemId, OptionId, Problem, Weighted};

use super::order::first_order;

/// An item that is anchored, and the options of it that are kept, one of each orbit, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Anchoring {
    pub item: ItemId,
    pub kept: Vec<OptionId>,
}

/// Differences of less than this part of the whole are none: they may not be the same on all machines.
const PARTS: f64 = 1e9;

/// That of some pieces by which a sweep seems to have the fewest states; none where there are none. The group must
/// map each of them to itself, and none of their options.
pub(crate) fn best_anchoring(problem: &Problem, pieces: &[ItemId]) -> Option<Anchoring> {
    if pieces.is_empty() {
        return None;
    }
    let course = Course::new(problem);
    let both = pieces.iter().flat_map(|&item| [(item, End::Early), (item, End::Late)]);
    let seen = both.map(|(item, end)| {
        let kept = course.kept(problem, item, end);
        let part = (course.states(problem, item, &kept) * PARTS).round() as u64;
        (part, kept.len(), Anchoring { item, kept })
    });
    seen.min_by_key(|&(part, kept, ref anchoring)| (part, kept, anchoring.item))
        .map(|(_, _, anchoring)| anchoring)
}

/// Which option of an orbit is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The one that starts first.
    Early,
    /// The one that starts last.
    Late,
}

/// How pieces would lie on the average, level by level, where nothing is anchored.
struct Course {
    /// At which level each option starts.
    starts: Vec<Option<usize>>,
    /// What each level weighs, as a part of all.
    weights: Vec<f64>,
    /// How many options of each piece start at each level, and how often one of them is chosen.
    options: Vec<Vec<f64>>,
    chosen: Vec<Vec<f64>>,
}

impl Course {
    fn new(problem: &Problem) -> Self {
        let cover = &problem.cover;
        let system = Weighted::of_case(problem, &Case::whole(problem));
        let order = first_order(problem, &system);
        let starts = order.starts(&system, cover.option_count());
        let mut options = vec![vec![0.0; problem.pieces.len()]; order.levels.len()];
        let (mut all, mut cells) = (0.0, 1.0);
        for option in cover.options() {
            let items = cover.items_of(option);
            let piece = items.iter().find_map(|&item| piece(problem, item));
            if let (Some(level), Some(piece)) = (starts[option.index()], piece) {
                options[level][piece] += 1.0;
                all += 1.0;
                cells += items.len() as f64 - 1.0;
            }
        }
        let weight = order.weight();
        let weights = order.level_weights().map(|level| level / weight).collect();
        let chosen = chosen(cover, &problem.pieces, &options, all / cells);
        Self { starts, weights, options, chosen }
    }

    /// The options of an item that are kept.
    fn kept(&self, problem: &Problem, item: ItemId, end: End) -> Vec<OptionId> {
        let start = |option: OptionId| self.starts[option.index()];
        let comes_first = |option: OptionId, image: OptionId| match end {
            End::Early => (start(option), option) <= (start(image), image),
            End::Late => (start(option), image) >= (start(image), option),
        };
        let elements = problem.group.elements();
        let is_kept = |&option: &OptionId| {
            elements.iter().all(|element| comes_first(option, element.options[option.index()]))
        };
        problem.cover.options_with(item).into_iter().filter(is_kept).collect()
    }

    /// What part of the states there are where these options alone are kept of an item.
    fn states(&self, problem: &Problem, item: ItemId, kept: &[OptionId]) -> f64 {
        let Some(piece) = piece(problem, item) else { return f64::INFINITY };
        let mut kept_at = vec![0.0; self.weights.len()];
        for option in kept {
            if let Some(level) = self.starts[option.index()] {
                kept_at[level] += 1.0;
            }
        }
        let last = kept_at.iter().rposition(|&kept| kept > 0.0);
        let (mut covered, mut by_kept, mut states) = (0.0, 0.0, 0.0);
        for (level, weight) in self.weights.iter().enumerate() {
            let open = if Some(level) <= last { 1.0 - covered } else { 0.0 };
            states += weight * (by_kept + open);
            let (options, chosen) = (self.options[level][piece], self.chosen[level][piece]);
            if options > 0.0 {
                covered += chosen;
                by_kept += chosen * kept_at[level] / options;
            }
        }
        states
    }
}

/// Which piece an item is, by number.
fn piece(problem: &Problem, item: ItemId) -> Option<usize> {
    problem.pieces.iter().position(|&piece| piece == item)
}

/// How often options of each piece are chosen at each level, by how many start there, where so many pieces
/// start at a level on the average.
fn chosen(cover: &Cover, pieces: &[ItemId], options: &[Vec<f64>], rate: f64) -> Vec<Vec<f64>> {
    let mut left: Vec<f64> =
        pieces.iter().map(|&piece| f64::from(cover.multiplicity(piece))).collect();
    let at_level = |options: &Vec<f64>| {
        let chances: Vec<f64> =
            options.iter().zip(&left).map(|(options, left)| options * left).collect();
        let all: f64 = chances.iter().sum();
        let mut chosen = vec![0.0; left.len()];
        if all > 0.0 {
            for ((chosen, chance), left) in chosen.iter_mut().zip(chances).zip(&mut left) {
                *chosen = (rate * chance / all).min(*left);
                *left -= *chosen;
            }
        }
        chosen
    };
    options.iter().map(at_level).collect()
}
