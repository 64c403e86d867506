//! Symmetry breaking at generation time: a problem is split into cases that together meet every
//! orbit of solutions exactly once.
//!
//! An anchor is an item that every symmetry maps to itself and that one option covers. Of its
//! options, one for each orbit is kept. Where a kept option still has symmetries of its own, a
//! second anchor refines; what is left after that the case keeps as `residual`, and the run keeps
//! only solutions that come first among their images under those.
//! Where the anchor is optional, a further case goes on without it.
//!
//! Cost: a few passes over the options for each case; there are at most a few times as many cases
//! as anchors.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::exact_cover::{Cover, ItemId, OptionId};
use super::problem::Problem;

/// A subproblem: some options of the problem, with some secondary items made primary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// The options that are kept, ascending.
    pub kept: Vec<OptionId>,
    /// Secondary items that must be covered in this case.
    pub required: Vec<ItemId>,
    /// The elements of the group that this case leaves unbroken (indices, the identity first).
    /// A solution counts if it comes first among its images under these.
    pub residual: Vec<usize>,
    /// How the case came about: the anchors in the order in which they split the problem.
    pub steps: Vec<AnchorStep>,
    /// How many solutions each of its solutions stands for beside those that the group makes of it:
    /// one, unless orbit branching made the case.
    pub weight: u128,
}

/// What a case says of one anchor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnchorStep {
    /// The anchor.
    pub item: ItemId,
    /// Its options that are kept, ascending; none where the case goes on without the anchor.
    pub kept: Vec<OptionId>,
}

/// How many anchors are used one within another. Each multiplies the cases by the number of
/// subgroups that fix some placement; what is left after two is a small part of the search.
const REFINEMENTS: usize = 2;

/// Why an item cannot be an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AnchorError {
    /// A symmetry maps it to another item.
    #[error("a motion of the board turns it into another one, so it cannot be the anchor")]
    Moves,
    /// Several options may cover it.
    #[error("there are several copies of it, so it cannot be the anchor")]
    Copies,
}

impl Case {
    /// The whole problem, with no symmetry broken; `residual` is the whole group.
    pub fn whole(problem: &Problem) -> Self {
        Self {
            kept: problem.cover.options().collect(),
            required: Vec::new(),
            residual: (0..problem.group.order()).collect(),
            steps: Vec::new(),
            weight: 1,
        }
    }

    /// The case that keeps only these options of an item, ascending, and says so in a further step.
    /// Symmetries are those of this case.
    pub fn keeping(&self, cover: &Cover, item: ItemId, own: Vec<OptionId>) -> Self {
        let is_kept = |option: &OptionId| {
            own.binary_search(option).is_ok()
                || cover.items_of(*option).binary_search(&item).is_err()
        };
        let kept = self.kept.iter().copied().filter(is_kept).collect();
        let steps = [self.steps.as_slice(), &[AnchorStep { item, kept: own }]].concat();
        Self { kept, steps, ..self.clone() }
    }

    /// These options, ascending, of a problem whose group is trivial; each solution stands for as many
    /// as the weight says.
    pub fn weighted(kept: Vec<OptionId>, weight: u128) -> Self {
        Self { kept, required: Vec::new(), residual: vec![0], steps: Vec::new(), weight }
    }

    /// Whether the item must be covered in this case.
    pub fn is_required(&self, cover: &Cover, item: ItemId) -> bool {
        self.least(cover, item) > 0
    }

    /// How many options must cover the item in this case at least.
    pub fn least(&self, cover: &Cover, item: ItemId) -> u32 {
        match cover.least(item) {
            0 if self.required.contains(&item) => cover.multiplicity(item),
            least => least,
        }
    }

    /// Whether a solution may have the option: whether it has an item that is primary in this case.
    pub fn is_choosable(&self, cover: &Cover, option: OptionId) -> bool {
        let is_primary = |item: &ItemId| cover.is_primary(*item) || self.required.contains(item);
        cover.items_of(option).iter().any(is_primary)
    }
}

/// Whether an item can serve as an anchor.
///
/// # Errors
/// Why it cannot.
pub(crate) fn check_anchor(problem: &Problem, item: ItemId) -> Result<(), AnchorError> {
    let all: Vec<usize> = (0..problem.group.order()).collect();
    if problem.cover.multiplicity(item) != 1 || problem.cover.is_coloured(item) {
        return Err(AnchorError::Copies);
    }
    if !problem.group.fixes(&all, item) {
        return Err(AnchorError::Moves);
    }
    Ok(())
}

/// Splits a problem into cases, anchoring the items of `anchors` in their order as far as needed.
/// Items that cannot be anchors are passed over. With no anchors there is one case, whose
/// symmetries are all left to the run.
pub(crate) fn cases(problem: &Problem, anchors: &[ItemId]) -> Vec<Case> {
    let mut found = Vec::new();
    let usable: Vec<ItemId> =
        anchors.iter().copied().filter(|&item| check_anchor(problem, item).is_ok()).collect();
    split(problem, Case::whole(problem), &usable, REFINEMENTS, &mut found);
    found
}

/// `refinements` is how many more anchors may be used one within another.
fn split(
    problem: &Problem,
    case: Case,
    anchors: &[ItemId],
    refinements: usize,
    found: &mut Vec<Case>,
) {
    if !can_cover(problem, &case) {
        return;
    }
    let [anchor, rest @ ..] = anchors else {
        found.push(case);
        return;
    };
    if case.residual.len() == 1 || refinements == 0 {
        found.push(case);
        return;
    }
    let keeping = |kept: Vec<OptionId>| case.keeping(&problem.cover, *anchor, kept);
    let is_optional = !case.is_required(&problem.cover, *anchor);

    // The anchor is used. Representatives with the same symmetries share a case.
    let mut by_stabiliser: BTreeMap<Vec<usize>, Vec<OptionId>> = BTreeMap::new();
    for &option in &case.kept {
        if problem.cover.items_of(option).binary_search(anchor).is_ok()
            && problem.group.is_representative(&case.residual, option)
        {
            let stabiliser = problem.group.stabiliser(&case.residual, option);
            by_stabiliser.entry(stabiliser).or_default().push(option);
        }
    }
    for (residual, representatives) in by_stabiliser {
        let mut used = Case { residual, ..keeping(representatives) };
        used.required.extend(is_optional.then_some(*anchor));
        split(problem, used, rest, refinements.saturating_sub(1), found);
    }
    if is_optional {
        split(problem, keeping(Vec::new()), rest, refinements, found);
    }
}

/// Whether the volume of the options that are kept could suffice.
fn can_cover(problem: &Problem, case: &Case) -> bool {
    Volume::new(problem, &case.kept).is_none_or(|volume| volume.most >= volume.needed)
}

/// How many cells there are, and how many may be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Volume {
    /// The primary items that are no pieces.
    pub needed: u64,
    /// How many of them the pieces cover at most: each those of its largest option, as often as it may be
    /// used.
    pub most: u64,
}

impl Volume {
    /// The volume of some options of a problem. None without pieces, or where some options have none, and may
    /// be used as often as they fit.
    pub fn new(problem: &Problem, options: &[OptionId]) -> Option<Self> {
        if problem.pieces.is_empty() {
            return None;
        }
        let cover = &problem.cover;
        let mut is_piece = vec![false; cover.item_count()];
        for piece in &problem.pieces {
            is_piece[piece.index()] = true;
        }
        let is_cell = |item: &ItemId| cover.is_primary(*item) && !is_piece[item.index()];
        let needed = cover.items().filter(is_cell).count() as u64;
        let mut largest = vec![0_u64; cover.item_count()];
        for &option in options {
            let items = cover.items_of(option);
            let volume = items.iter().filter(|item| is_cell(item)).count() as u64;
            let piece = items.iter().find(|item| is_piece[item.index()])?;
            largest[piece.index()] = largest[piece.index()].max(volume);
        }
        let most = |&piece: &ItemId| largest[piece.index()] * u64::from(cover.multiplicity(piece));
        Some(Self { needed, most: problem.pieces.iter().map(most).sum() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_written_as_plain_numbers_and_every_field_must_be_there() {
        let steps = vec![AnchorStep { item: ItemId(7), kept: vec![OptionId(2)] }];
        let case = Case { steps, ..Case::weighted(vec![OptionId(2)], 3) };
        let text = serde_json::to_string(&case).unwrap();
        assert_eq!(
            text,
            r#"{"kept":[2],"required":[],"residual":[0],"steps":[{"item":7,"kept":[2]}],"weight":3}"#
        );
        assert_eq!(serde_json::from_str::<Case>(&text).unwrap(), case);
        assert!(
            serde_json::from_str::<Case>(r#"{"kept":[],"required":[],"residual":[]}"#).is_err()
        );
        assert!(serde_json::from_str::<Case>(&text.replace("required", "demanded")).is_err());
    }
}
