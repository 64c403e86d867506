//! Slices: the parts into which a recount is cut where it is too much at once.
//!
//! Each solution has exactly one of the options that cover an item which is covered once. A slice
//! has some options chosen, and of those that cover the next such item a range. It is cut in two
//! halves of the range, and a range of one option is chosen and the options of another item are the
//! range. So slices make a tree that depends on the puzzle alone, whatever was cut.

use serde::{Deserialize, Serialize};

use super::requirements::Requirements;

/// More options than these are not chosen in advance.
const MOST_CHOSEN: usize = 64;

/// The name of a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SliceName {
    /// The options that are chosen, by number.
    pub chosen: Vec<u32>,
    /// Those of the options of the next item, by their place among them: from one until before
    /// another. Nothing where there is no next item.
    pub range: Option<(u32, u32)>,
}

impl SliceName {
    /// Whether another slice is a part of this one, of which `alternatives` are all the options of
    /// its next item.
    fn has_part(&self, other: &Self, alternatives: &[u32]) -> bool {
        let Some(beyond) = other.chosen.strip_prefix(self.chosen.as_slice()) else { return false };
        let Some((from, to)) = self.range else { return false };
        match (beyond.first(), other.range) {
            (None, Some((first, last))) => {
                from <= first && last <= to && (first, last) != (from, to)
            }
            (None, None) => false,
            (Some(option), _) => alternatives[from as usize..to as usize].contains(option),
        }
    }
}

/// A slice.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    pub name: SliceName,
    /// What the solutions in it must keep.
    pub requirements: Requirements,
    /// For how many solutions each with the chosen options stands.
    pub weight: u64,
    /// What part of the whole it is.
    pub share: f64,
    /// The next item, if there is one, and the numbers of all options that cover it.
    next: Option<(usize, Vec<u32>)>,
    /// The requirements before the options of the next item were limited to the range.
    unlimited: Requirements,
}

impl Slice {
    /// The whole; `first` is the item whose options come first, if one was chosen.
    pub fn whole(requirements: Requirements, first: Option<usize>) -> Self {
        Self::begin(Vec::new(), requirements, first, 1, 1.0)
    }

    fn begin(
        chosen: Vec<u32>,
        requirements: Requirements,
        first: Option<usize>,
        weight: u64,
        share: f64,
    ) -> Self {
        let item = first.filter(|_| chosen.len() < MOST_CHOSEN);
        let next = item.map(|item| {
            let places = requirements.covering(item);
            (item, places.into_iter().map(|place| requirements.options[place].number).collect())
        });
        let range = next.as_ref().map(|(_, options): &(_, Vec<u32>)| (0, options.len() as u32));
        let name = SliceName { chosen, range };
        Self { name, unlimited: requirements.clone(), requirements, weight, share, next }
    }

    /// How many options are chosen, and how many there are to choose from.
    pub fn size(&self) -> (usize, u32) {
        (self.name.chosen.len(), self.name.range.map_or(0, |(from, to)| to - from))
    }

    /// Whether another slice is a part of this one.
    pub fn has_part(&self, other: &SliceName) -> bool {
        let alternatives = self.next.as_ref().map_or(&[][..], |(_, options)| options);
        self.name.has_part(other, alternatives)
    }

    /// Cuts the slice; nothing where it cannot be cut, or an option stands for too many solutions.
    pub fn cut(&self) -> Option<Vec<Self>> {
        let (item, alternatives) = self.next.as_ref()?;
        let (from, to) = self.name.range?;
        if to - from > 1 {
            let middle = from + (to - from) / 2;
            return Some([(from, middle), (middle, to)].map(|range| self.limited(range)).into());
        }
        let number = *alternatives.get(from as usize)?;
        let option = self.unlimited.options.iter().find(|option| option.number == number)?;
        let left = self.unlimited.after(option);
        // The item is covered, and this is not chosen again.
        debug_assert!(left.covering(*item).is_empty(), "what is covered once has no options left");
        let first = next_item(&left);
        let weight = self.weight.checked_mul(option.weight)?;
        let chosen = [self.name.chosen.as_slice(), &[number]].concat();
        Some(vec![Self::begin(chosen, left, first, weight, self.share)])
    }

    /// The slice with a part of the range.
    fn limited(&self, range: (u32, u32)) -> Self {
        let (from, to) = self.name.range.unwrap_or_default();
        let part = f64::from(range.1 - range.0) / f64::from(to - from);
        let requirements = match &self.next {
            Some((item, options)) => {
                let kept = &options[range.0 as usize..range.1 as usize];
                self.unlimited.with_only(*item, kept)
            }
            None => self.requirements.clone(),
        };
        Self {
            name: SliceName { chosen: self.name.chosen.clone(), range: Some(range) },
            requirements,
            share: self.share * part,
            ..self.clone()
        }
    }
}

/// The item, among those that are covered exactly once, that the fewest options cover.
pub(super) fn next_item(requirements: &Requirements) -> Option<usize> {
    let mut times = vec![0; requirements.items.len()];
    for entry in requirements.options.iter().flat_map(|option| &option.entries) {
        times[entry.item as usize] += 1;
    }
    let items = requirements.items.iter().enumerate();
    let once = items.filter(|(_, item)| item.is_covered_once());
    once.map(|(item, _)| item).min_by_key(|&item| times[item])
}
