//! Choices in work side by side, eight at a time.

use crate::engine::lanes::{LANES, Lanes, Positions, Verdict};

/// The least room for choices.
const FIRST_CHOICES: usize = 1 << 10;

/// A choice at a node of some depth, and the choices that it forced.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chain {
    /// The number of the node.
    pub parent: u32,
    /// The choice.
    pub first: u64,
    /// The items of all of them.
    pub mask: u64,
}

/// Choices at the nodes of one depth, each with the choices that it forced: entry `i` of each list belongs to the
/// one with that number, so that eight are in work at a time. The lists are longer than the count
/// by a block at least.
#[derive(Clone, Debug, Default)]
pub(super) struct Choices {
    pub count: usize,
    /// The choice.
    pub first: Vec<u64>,
    /// The items that it covers, with those of what it forced.
    pub covered: Vec<u64>,
    /// The number of the node that was chosen at, above the position in the capacity table.
    pub link: Vec<u64>,
    /// What is still to be covered; until that is known, what was when the choice was made.
    pub open: Vec<u64>,
    /// The items with the fewest options, if they are one or two.
    pub items: Vec<u64>,
}

impl Choices {
    /// Makes room for this many choices.
    pub fn make_room(&mut self, count: usize) {
        if self.first.len() < count + LANES {
            let room = (2 * count).max(FIRST_CHOICES) + LANES;
            let Self { first, covered, link, open, items, .. } = self;
            for list in [first, covered, link, open, items] {
                list.resize(room, 0);
            }
        }
    }

    #[inline(always)]
    pub fn parent(&self, number: usize) -> u32 {
        (self.link[number] >> 32) as u32
    }

    #[inline(always)]
    pub fn chain(&self, number: usize) -> Chain {
        let (first, mask) = (self.first[number], self.covered[number]);
        Chain { parent: self.parent(number), first, mask }
    }

    /// Leaves out those that no capacity allows. `last` is the last option of each, or nothing
    /// where it is the first.
    #[inline(always)]
    pub fn keep_allowed<L: Lanes>(
        &mut self,
        lanes: L,
        positions: Positions<'_>,
        last: Option<&[u64]>,
    ) {
        let mut count = 0;
        for at in (0..self.count).step_by(LANES) {
            let mut link = *block(&self.link, at);
            let here = u8::MAX >> (LANES - LANES.min(self.count - at));
            let options = block(last.unwrap_or(&self.first), at);
            let allowed = here & lanes.reach(positions, options, &mut link);
            lanes.gather(allowed, &link, block_mut(&mut self.link, count));
            for list in [&mut self.first, &mut self.covered, &mut self.open] {
                let from = *block(list, at);
                lanes.gather(allowed, &from, block_mut(list, count));
            }
            count += allowed.count_ones() as usize;
        }
        self.count = count;
    }

    /// Moves a choice to another place.
    #[inline(always)]
    pub fn shift(&mut self, from: usize, to: usize) {
        let Self { first, covered, link, open, .. } = self;
        for list in [first, covered, link, open] {
            list[to] = list[from];
        }
    }

    /// Adds some of the eight others that begin at `at`, now that it is known what they leave.
    #[inline(always)]
    pub fn add<L: Lanes>(
        &mut self,
        lanes: L,
        (others, at): (&Self, usize),
        wanted: u8,
        verdict: &Verdict,
    ) {
        let count = self.count;
        lanes.gather(wanted, block(&others.first, at), block_mut(&mut self.first, count));
        lanes.gather(wanted, block(&others.covered, at), block_mut(&mut self.covered, count));
        lanes.gather(wanted, block(&others.link, at), block_mut(&mut self.link, count));
        lanes.gather(wanted, &verdict.open, block_mut(&mut self.open, count));
        lanes.gather(wanted, &verdict.items, block_mut(&mut self.items, count));
        self.count += wanted.count_ones() as usize;
    }
}

/// The eight entries from one on.
#[inline(always)]
pub(super) fn block(list: &[u64], at: usize) -> &[u64; LANES] {
    list[at..].first_chunk().expect("lists are longer than their count by a block")
}

/// The eight entries from one on, to be written.
#[inline(always)]
pub(super) fn block_mut(list: &mut [u64], at: usize) -> &mut [u64; LANES] {
    list[at..].first_chunk_mut().expect("lists are longer than their count by a block")
}
