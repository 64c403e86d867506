//! What the motions of the board do for a recount: fewer options to try, and distinct solutions.
//!
//! Motions that leave an item where it is permute the options that cover it, and solutions with one
//! of these options are as many as those with its image. So one option of each orbit is kept, and
//! stands for as many as the orbit has. By Burnside's lemma, the number of distinct solutions is the
//! mean, over all motions, of the number of solutions that are their own images.

use super::requirements::Requirements;
use crate::verify::certificate::exact::ExactCover;

/// What each motion makes of each option, by number; the first motion leaves all as it is.
#[derive(Clone, Debug)]
pub(super) struct OptionMotions {
    images: Vec<Vec<u32>>,
}

/// An item whose options are kept up to some motions.
#[derive(Clone, Debug)]
pub(super) struct Anchored {
    /// The item.
    pub item: usize,
    /// Of whose options one of each orbit is left.
    pub requirements: Requirements,
}

/// One option of each orbit of those that cover an item.
struct Candidate {
    item: usize,
    /// The options, each with the size of its orbit.
    kept: Vec<(u32, u64)>,
    /// How many options cover the item.
    all: usize,
}

impl OptionMotions {
    /// The motions of an exact cover; nothing if one of them does not map options onto options.
    pub fn new(exact: &ExactCover) -> Option<Self> {
        let options = exact.options.len() as u32;
        let of = |motion| (0..options).map(|option| exact.image(motion, option)).collect();
        let images = (0..exact.motions.len()).map(of).collect::<Option<_>>()?;
        Some(Self { images })
    }

    /// How many there are.
    pub fn order(&self) -> usize {
        self.images.len()
    }

    /// Those that are not the first, without the second of two with the same effect on sets of
    /// options that are their own images; each with the number of motions that it stands for.
    pub fn kinds(&self) -> Vec<(&[u32], usize)> {
        let mut kinds: Vec<(Vec<u32>, &[u32], usize)> = Vec::new();
        for images in &self.images[1..] {
            let orbits = orbits(images);
            match kinds.iter_mut().find(|(known, ..)| *known == orbits) {
                Some((_, _, times)) => *times += 1,
                None => kinds.push((orbits, images, 1)),
            }
        }
        kinds.into_iter().map(|(_, images, times)| (images, times)).collect()
    }

    /// The item whose options shrink the most when one of each orbit is kept, and what is left;
    /// nothing where none does.
    pub fn anchored(&self, exact: &ExactCover, requirements: &Requirements) -> Option<Anchored> {
        let mut best: Option<Candidate> = None;
        for (item, about) in requirements.items.iter().enumerate() {
            if !about.is_covered_once() {
                continue;
            }
            let stays = |motion: &usize| exact.motions[*motion][item] as usize == item;
            let keeping: Vec<usize> = (0..self.order()).filter(stays).collect();
            let options = exact.options_with(item as u32);
            let kept = self.representatives(&options, &keeping);
            let (all, few) = (options.len(), kept.len());
            // a / b > c / d, or as much and fewer.
            let is_better = |other: &Candidate| {
                let (this, that) = (all * other.kept.len(), other.all * few);
                this > that || this == that && few < other.kept.len()
            };
            if few < all && best.as_ref().is_none_or(is_better) {
                best = Some(Candidate { item, kept, all });
            }
        }
        let Candidate { item, kept, .. } = best?;
        let numbers: Vec<u32> = kept.iter().map(|&(option, _)| option).collect();
        let mut requirements = requirements.with_only(item, &numbers);
        for option in &mut requirements.options {
            if let Some(&(_, size)) = kept.iter().find(|(number, _)| *number == option.number) {
                option.weight = size;
            }
        }
        Some(Anchored { item, requirements })
    }

    /// The last of each orbit of some options under some motions, with the orbit's size. Sweeps of a
    /// board begin at its far end, so that the item is soon covered: on the towers they meet 40 to 60%
    /// fewer states than with the first, on 5 x 16 a fifth, on others about as many.
    fn representatives(&self, options: &[u32], motions: &[usize]) -> Vec<(u32, u64)> {
        let mut kept = Vec::new();
        for &option in options {
            let mut orbit: Vec<u32> =
                motions.iter().map(|&motion| self.images[motion][option as usize]).collect();
            orbit.sort_unstable();
            orbit.dedup();
            if orbit.last() == Some(&option) {
                kept.push((option, orbit.len() as u64));
            }
        }
        kept
    }
}

/// For each option, the least to which it comes when the motion is repeated.
fn orbits(images: &[u32]) -> Vec<u32> {
    let mut least = vec![u32::MAX; images.len()];
    for first in 0..images.len() as u32 {
        let mut at = first;
        while least[at as usize] == u32::MAX {
            least[at as usize] = first;
            at = images[at as usize];
        }
    }
    least
}
