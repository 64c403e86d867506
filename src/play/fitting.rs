//! What can still lie where, as far as that shows without a search: a placement goes when, with it, some
//! item that must be covered could not be any more.
//!
//! Cost: for each placement and item, mostly one look at another placement; a few rounds.

use crate::cover::{Colour, ItemId, OptionId};
use crate::puzzle::Compiled;

use super::position::Position;

/// The most rounds; mostly two suffice.
const ROUNDS: usize = 8;

/// What fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fitting {
    /// The options that are laid, or may come.
    pub options: Vec<OptionId>,
    /// The items that must be covered and cannot be.
    pub hopeless: Vec<ItemId>,
}

/// The options that fit beside those that are laid, at once.
pub(super) fn fitting(compiled: &Compiled, position: &Position) -> Fitting {
    let problem = &compiled.problem;
    let required: Vec<ItemId> =
        problem.cover.items().filter(|&item| problem.cover.least(item) > 0).collect();
    let mut options = position.kept.clone();
    let mut hopeless = without_options(compiled, &required, &options);
    for _ in 0..ROUNDS {
        if !hopeless.is_empty() {
            break;
        }
        let of: Vec<Vec<OptionId>> =
            required.iter().map(|&item| options_with(compiled, item, &options)).collect();
        let goes_on = |option: &OptionId| {
            let own = problem.cover.items_of(*option);
            required.iter().zip(&of).all(|(item, others)| {
                own.binary_search(item).is_ok()
                    || others.iter().any(|other| is_beside(compiled, *option, *other))
            })
        };
        let left: Vec<OptionId> = options.iter().copied().filter(goes_on).collect();
        let is_settled = left.len() == options.len();
        hopeless = without_options(compiled, &required, &left);
        options = left;
        if is_settled {
            break;
        }
    }
    Fitting { options, hopeless }
}

/// The items that no option covers.
fn without_options(compiled: &Compiled, items: &[ItemId], options: &[OptionId]) -> Vec<ItemId> {
    let mut is_covered = vec![false; compiled.problem.cover.item_count()];
    for &option in options {
        for item in compiled.problem.cover.items_of(option) {
            is_covered[item.index()] = true;
        }
    }
    items.iter().copied().filter(|item| !is_covered[item.index()]).collect()
}

fn options_with(compiled: &Compiled, item: ItemId, options: &[OptionId]) -> Vec<OptionId> {
    let has =
        |option: &&OptionId| compiled.problem.cover.items_of(**option).binary_search(&item).is_ok();
    options.iter().filter(has).copied().collect()
}

/// Whether two options can be in one solution: whether they share no item that one option fills, and
/// give every other the same colour.
fn is_beside(compiled: &Compiled, one: OptionId, other: OptionId) -> bool {
    let cover = &compiled.problem.cover;
    let agrees = |(item, colour): (ItemId, Option<Colour>)| {
        cover.multiplicity(item) > 1
            || match cover.items_of(other).binary_search(&item) {
                Err(_) => true,
                Ok(place) => {
                    colour.is_some() && cover.entries_of(other).nth(place) == Some((item, colour))
                }
            }
    };
    one == other || cover.entries_of(one).all(agrees)
}
