//! What the lanes of every processor level must be able to do, on lists of 64-bit masks and on rows
//! of bits.
//!
//! A list ends with masks of all ones, as many as fill its last block; those share an item with
//! every option, so that they fall out of what survives one.

/// How many masks there are in a block.
pub(in crate::engine) const BLOCK: usize = 16;

/// How many choices are in work side by side.
pub(in crate::engine) const LANES: usize = 8;

/// The mask that fills up the last block of a list.
pub(in crate::engine) const FILLING: u64 = u64::MAX;

/// A list of masks: blocks, and how many of the last one's masks are filling.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct List<'a> {
    pub blocks: &'a [[u64; BLOCK]],
    pub filling: usize,
}

impl<'a> List<'a> {
    /// A list whose masks begin a block; it ends with its filling.
    #[inline(always)]
    pub fn new(masks: &'a [u64], filling: usize) -> Self {
        Self { blocks: masks.as_chunks().0, filling }
    }
}

/// The items that are in at least one, two and three masks of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Seen {
    pub once: u64,
    pub twice: u64,
    pub thrice: u64,
}

impl Seen {
    /// The items to be covered that are in a single mask.
    #[inline(always)]
    pub fn single(self, open: u64) -> u64 {
        self.once & !self.twice & open
    }

    /// Whether every item to be covered is in some mask.
    #[inline(always)]
    pub fn is_live(self, open: u64) -> bool {
        open & !self.once == 0
    }

    /// The items to be covered that are in the fewest masks, if these are one or two, and else
    /// none.
    #[inline(always)]
    pub fn few(self, open: u64) -> u64 {
        let single = self.single(open);
        if single == 0 { self.twice & !self.thrice & open } else { single }
    }
}

/// What is found in counting rows of bits, eight rows side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Scarcest {
    /// The first row of those with the fewest bits, but at least one.
    pub row: Option<usize>,
    /// How many rows have none.
    pub empty: usize,
}

/// Some masks of a list, taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Union {
    /// The items of all of them.
    pub items: u64,
    /// How many they are.
    pub masks: u32,
    /// How many items they have, one that several have being counted several times.
    pub entries: u32,
}

impl Union {
    /// Whether no two of the masks share an item.
    #[inline(always)]
    pub fn is_disjoint(self) -> bool {
        self.items.count_ones() == self.entries
    }
}

/// What a few choices leave, each of them in a lane of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Verdict {
    /// The lanes in which every item still to be covered has two options or more.
    pub free: u8,
    /// The lanes in which every such item has an option, and some have only one.
    pub forced: u8,
    /// The items still to be covered; this and the next are arbitrary in other lanes.
    pub open: [u64; LANES],
    /// The items with the fewest options, if these are one or two, and else none.
    pub items: [u64; LANES],
}

impl Verdict {
    /// Nothing is left in any lane.
    pub const NONE: Self = Self { free: 0, forced: 0, open: [0; LANES], items: [0; LANES] };
}

/// What masks weigh: for each four bits of a mask, the sum for each way they may be set.
pub(in crate::engine) type Weights = [[u32; 16]; 16];

/// The weights of masks whose items weigh this.
pub(in crate::engine) fn weights(items: &[u32; 64]) -> Weights {
    let mut weights = [[0_u32; 16]; 16];
    for (weights, items) in weights.iter_mut().zip(items.as_chunks::<4>().0) {
        for set in 1..16_usize {
            let lowest = items[set.trailing_zeros() as usize];
            weights[set] = weights[set & (set - 1)].wrapping_add(lowest);
        }
    }
    weights
}

/// A bit for each position, and what it costs to move.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Positions<'a> {
    pub bits: &'a [u64],
    pub weights: &'a Weights,
}

/// Work that is compiled anew for each processor level.
pub(in crate::engine) trait Job {
    /// What it comes to.
    type Outcome;

    /// Does it; must be `inline(always)`, with everything in its hot loop.
    fn run(self, lanes: impl Lanes) -> Self::Outcome;
}

/// The operations. Where one writes masks, there must be room for all of the list and a block
/// more; what lies behind those counted is arbitrary.
pub(in crate::engine) trait Lanes: Copy {
    /// Does a job in code that is compiled for these lanes' processor level, once for all callers.
    fn perform<J: Job>(self, job: J) -> J::Outcome;

    /// Writes the masks that have an item in common with `items`, in order; returns how many. The
    /// filling of the list is not among them.
    fn select(self, list: List<'_>, items: u64, to: &mut [u64]) -> usize;

    /// The items of the masks that share none with an option.
    fn survey(self, list: List<'_>, option: u64) -> Seen;

    /// What choices leave: of each a list, the items that it covers, and the items to be covered
    /// before it. There may be fewer lists than lanes.
    fn judge(self, lists: &[List<'_>], covered: &[u64; LANES], open: &[u64; LANES]) -> Verdict;

    /// The mask that has an item and shares none with `taken`, which is not empty, when there is
    /// exactly one.
    fn find(self, list: List<'_>, item: u64, taken: u64) -> u64;

    /// The masks that have some of these items and share none with `taken`, which is not empty.
    fn unite(self, list: List<'_>, items: u64, taken: u64) -> Union;

    /// Writes the masks that share no item with an option, in order; returns how many.
    fn survive(self, list: List<'_>, option: u64, to: &mut [u64]) -> usize;

    /// Writes the states that share no bit with an option, each with the option's bits set, in order;
    /// returns how many. The option is not empty.
    fn place(self, list: List<'_>, option: u64, to: &mut [u64]) -> usize;

    /// Whether a state shares no bit with one of some options, of which there are whole groups of
    /// [`LANES`].
    fn fits_any(self, state: u64, options: &[u64]) -> bool;

    /// Of the items `open`, at least one, the lowest that is in the fewest masks.
    fn fewest(self, list: List<'_>, open: u64) -> u64;

    /// Moves each position, in the low half of a link, back by the weight of a mask, modulo 2^32;
    /// the lanes in which a bit is set for where it comes to. None is past the last bit.
    fn reach(self, positions: Positions<'_>, masks: &[u64; LANES], links: &mut [u64; LANES]) -> u8;

    /// Of rows side by side, as many words of each eight as `active` has one after the other, the
    /// one with the fewest bits that are active. There are fewer than 2^24 rows.
    fn scarcest(self, rows: &[[u64; LANES]], active: &[u64]) -> Scarcest;

    /// Which of eight rows have active bits.
    fn live(self, rows: &[[u64; LANES]], active: &[u64]) -> u8;

    /// How many bits of each of eight rows are active.
    fn tally(self, rows: &[[u64; LANES]], active: &[u64]) -> [u64; LANES];

    /// Writes what is in some lanes, in order.
    fn gather(self, wanted: u8, from: &[u64; LANES], to: &mut [u64; LANES]);
}
