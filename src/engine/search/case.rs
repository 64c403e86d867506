//! A case laid out for the search kernel: options as bits, items as rows of bits.
//!
//! Items that must be covered sit in lanes, eight to a block, so that one vector operation
//! counts the live options of eight items at once. Rows hold the same bits item by item, for
//! taking the options of one item. Both are `words` 64-bit words wide. Lanes keep the order of
//! the items, so that ties between items are broken as in the other engines.

use std::collections::HashSet;

use crate::cover::{Case, Cover, ItemId, OptionId, Problem};

use super::capacity::Capacity;

/// Eight words, one for each item of a block.
pub(super) type Block = [u64; 8];

/// What a case looks like to the kernel. Options and items are numbered within the case: item
/// rows are those of the cover, options are the kept ones in order.
#[derive(Clone, Debug)]
pub(super) struct SearchCase {
    /// The problem's number of each option.
    pub options: Vec<OptionId>,
    /// `starts[o]..starts[o + 1]` are the entries of option `o`.
    starts: Vec<u32>,
    /// Items, by number in the cover.
    entries: Vec<u32>,
    /// How many required items of multiplicity one each option covers.
    pub covers: Vec<u32>,
    /// The move of each option in the capacity table.
    pub weights: Vec<u32>,
    /// The multiplicity of each item.
    pub room: Vec<u32>,
    /// Whether any item has a multiplicity above one.
    pub has_copies: bool,
    /// The required items, in order.
    pub required: Vec<u32>,
    /// The items that may be left uncovered, in order.
    pub optional: Vec<u32>,
    /// Whether subproblems may be laid out as lists of masks: items are covered once, and no two
    /// options have the same items.
    pub allows_mask_lists: bool,
    /// The most choices that a solution can consist of.
    pub depth: usize,
    /// The matrix of all options.
    pub whole: BitMatrix,
    /// The position at the root in the capacity table.
    pub start: u32,
}

/// The bits of some options over the items that they touch.
#[derive(Clone, Debug, Default)]
pub(super) struct BitMatrix {
    /// The width of a row.
    pub words: usize,
    /// `blocks * words` blocks: word `w` of block `b` is at `b * words + w`.
    pub lanes: Vec<Block>,
    /// The item of each lane; lanes past the end are empty.
    pub items: Vec<u32>,
    /// `items * words` words.
    pub rows: Vec<u64>,
    /// The option, in the case's numbering, of each bit.
    pub options: Vec<u32>,
}

impl SearchCase {
    pub fn new(problem: &Problem, case: &Case, capacity: Option<&Capacity>) -> Self {
        let cover = &problem.cover;
        let required: Vec<u32> = cover
            .items()
            .filter(|&item| case.is_required(cover, item))
            .map(|item| item.0)
            .collect();
        let mut is_single = vec![false; cover.item_count()];
        for &item in &required {
            is_single[item as usize] = cover.multiplicity(ItemId(item)) == 1;
        }
        let mut laid = Self {
            options: case.kept.clone(),
            starts: vec![0],
            entries: Vec::new(),
            covers: Vec::new(),
            weights: Vec::new(),
            room: cover.items().map(|item| cover.multiplicity(item)).collect(),
            has_copies: cover.items().any(|item| cover.multiplicity(item) > 1),
            depth: required.iter().map(|&i| cover.multiplicity(ItemId(i)) as usize).sum(),
            optional: Vec::new(),
            allows_mask_lists: false,
            required,
            whole: BitMatrix::default(),
            start: capacity.map_or(0, |capacity| capacity.start(cover, case)),
        };
        for &option in &case.kept {
            let items = cover.items_of(option);
            laid.entries.extend(items.iter().map(|item| item.0));
            laid.starts.push(laid.entries.len() as u32);
            let singles = items.iter().filter(|item| is_single[item.index()]);
            laid.covers.push(singles.count() as u32);
            laid.weights.push(capacity.map_or(0, |capacity| capacity.weight(option)));
        }
        let is_optional = |item: &u32| laid.required.binary_search(item).is_err();
        laid.optional = (0..cover.item_count() as u32).filter(is_optional).collect();
        laid.allows_mask_lists = !laid.has_copies
            && capacity.is_none_or(Capacity::has_moves)
            && are_distinct(cover, &case.kept);
        let mut whole = BitMatrix::default();
        let words = laid.options.len().div_ceil(64).max(1);
        whole.lay(&laid, 0..laid.options.len() as u32, &laid.required, words);
        laid.whole = whole;
        laid
    }

    /// About how much work a node of the whole matrix is: the words of its lanes, and something for
    /// each node.
    pub fn node_work(&self) -> u64 {
        (self.whole.words * self.required.len() + 64) as u64
    }

    /// The items of an option.
    #[inline(always)]
    pub fn items_of(&self, option: u32) -> &[u32] {
        let o = option as usize;
        &self.entries[self.starts[o] as usize..self.starts[o + 1] as usize]
    }
}

/// Whether every option has items, and no two options have the same items.
fn are_distinct(cover: &Cover, options: &[OptionId]) -> bool {
    let mut hashes = Vec::with_capacity(options.len());
    for &option in options {
        let items = cover.items_of(option);
        if items.is_empty() {
            return false;
        }
        let mut hash = 0_u64;
        for item in items {
            hash = (hash ^ u64::from(item.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        hashes.push(hash);
    }
    hashes.sort_unstable();
    if hashes.windows(2).all(|pair| pair[0] != pair[1]) {
        return true;
    }
    // Equal hashes prove nothing: the items are compared whole.
    let mut seen = HashSet::with_capacity(options.len());
    options.iter().all(|&option| seen.insert(cover.items_of(option)))
}

impl BitMatrix {
    /// Lays out some options over some required items; what was here before is forgotten.
    #[inline(always)]
    pub fn lay(
        &mut self,
        case: &SearchCase,
        options: impl Iterator<Item = u32>,
        required: &[u32],
        words: usize,
    ) {
        self.words = words;
        self.options.clear();
        self.rows.clear();
        self.rows.resize(case.room.len() * words, 0);
        for (bit, option) in options.enumerate() {
            self.options.push(option);
            for &item in case.items_of(option) {
                self.rows[item as usize * words + bit / 64] |= 1 << (bit % 64);
            }
        }
        self.items.clear();
        self.items.extend_from_slice(required);
        self.lanes.clear();
        self.lanes.resize(required.len().div_ceil(8) * words, [0; 8]);
        for (lane, &item) in required.iter().enumerate() {
            for word in 0..words {
                let bits = self.rows[item as usize * words + word];
                self.lanes[lane / 8 * words + word][lane % 8] = bits;
            }
        }
    }

    /// How many lanes are empty at a live node where `covered` of all `required` items are covered:
    /// the covered ones among those of this matrix, and those past the end.
    #[inline(always)]
    pub fn empty_lanes(&self, covered: u32, required: usize) -> u64 {
        let outside = required - self.items.len();
        let padding = self.items.len().next_multiple_of(8) - self.items.len();
        (covered as usize - outside + padding) as u64
    }

    /// The options that contain an item.
    #[inline(always)]
    pub fn row(&self, item: u32) -> &[u64] {
        &self.rows[item as usize * self.words..][..self.words]
    }
}
