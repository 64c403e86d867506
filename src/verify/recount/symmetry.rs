//! What the motions of the board do for a recount: fewer options to try, and distinct solutions.
//!
//! Motions that leave an item where it is permute the options that cover it, and solutions with one
//! of these options are as many as those with its image. So one option of each orbit is kept, and
//! stands for as many as the orbit has. By Burnside's lemma, the number of distinct solutions is the
//! mean, over all motions, of the number of solutions that are their own images.

use std::cmp::Ordering;

use super::item_order::sweep_cost;
use super::requirements::Requirements;
use crate::verify::certificate::exact::ExactCover;

/// Of items whose options shrink as much, one is anchored that has up to so many times the fewest options,
/// if a sweep seems to meet this many times fewer states then.
const MOST_OPTIONS: usize = 2;
const FAR_FEWER: f64 = 8.0;

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

impl Candidate {
    /// What is left when the item is anchored.
    fn anchor(&self, requirements: &Requirements) -> Anchored {
        let numbers: Vec<u32> = self.kept.iter().map(|&(option, _)| option).collect();
        let mut requirements = requirements.with_only(self.item, &numbers);
        for option in &mut requirements.options {
            if let Some(&(_, size)) = self.kept.iter().find(|(number, _)| *number == option.number)
            {
                option.weight = size;
            }
        }
        Anchored { item: self.item, requirements }
    }
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
    /// nothing where none does. Of several that shrink as much it is that with the fewest options, or one
    /// with up to twice as many with which a sweep seems to meet far fewer states: a piece that reaches far
    /// has to be kept in mind on that half of the board only on which it may lie.
    pub fn anchored(&self, exact: &ExactCover, requirements: &Requirements) -> Option<Anchored> {
        let mut candidates = self.candidates(exact, requirements);
        candidates.sort_by_key(|candidate| candidate.kept.len());
        let fewest = candidates.first()?.kept.len();
        candidates.retain(|candidate| candidate.kept.len() <= MOST_OPTIONS * fewest);
        let mut anchored = candidates.iter().map(|candidate| candidate.anchor(requirements));
        let first = anchored.next()?;
        if anchored.len() == 0 {
            return Some(first);
        }
        let least = sweep_cost(&first.requirements) / FAR_FEWER;
        let others = anchored.map(|other| (sweep_cost(&other.requirements), other));
        let far_fewer = others.filter(|(cost, _)| *cost < least);
        let best = far_fewer.min_by(|(cost, _), (other, _)| cost.total_cmp(other));
        Some(best.map_or(first, |(_, other)| other))
    }

    /// The items whose options shrink the most.
    fn candidates(&self, exact: &ExactCover, requirements: &Requirements) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        for (item, about) in requirements.items.iter().enumerate() {
            if !about.is_covered_once() {
                continue;
            }
            let stays = |motion: &usize| exact.motions[*motion][item] as usize == item;
            let keeping: Vec<usize> = (0..self.order()).filter(stays).collect();
            let options = exact.options_with(item as u32);
            let kept = self.representatives(&options, &keeping);
            let candidate = Candidate { item, kept, all: options.len() };
            if candidate.kept.len() == candidate.all {
                continue;
            }
            // a / b against c / d.
            let shrinks = |this: &Candidate, that: &Candidate| this.all * that.kept.len();
            match candidates.first().map(|best| {
                let (this, that) = (shrinks(&candidate, best), shrinks(best, &candidate));
                this.cmp(&that)
            }) {
                Some(Ordering::Less) => {}
                Some(Ordering::Equal) => candidates.push(candidate),
                None | Some(Ordering::Greater) => candidates = vec![candidate],
            }
        }
        candidates
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
