//! A case laid out for the search kernel: options as bits, items as rows of bits.
//!
//! Items that must be covered sit in lanes, eight to a block, so that one vector operation
//! counts the live options of eight items at once. Rows hold the same bits item by item, for
//! taking the options of one item. Both are `words` 64-bit words wide. Lanes keep the order of
//! the items, so that ties between items are broken as in the other engines.
//!
//! Behind the rows of the items there may be others: one of all options, which is branched on when
//! nothing more must be covered but more may be; and one for each literal, in place of the coloured
//! items. An option is in the rows of the literals that it is in conflict with, and clears those
//! of the literals that it sets.
//!
//! The last row is that of nothing, and stays empty. Options of nearly one length are filled up with it, so
//! whatever is kept for each item by going through the items of options leaves that row out in the end: the
//! rows here, the counts in [`super::live_counts`], the masks in [`super::mask_list`].

use std::collections::HashSet;

use crate::cover::{Case, ItemId, Literals, OptionId, Problem};

use crate::engine::capacity::Capacity;
use crate::engine::lanes::Lanes;

/// Eight words, one for each item of a block.
pub(super) type Block = [u64; 8];

/// What a case looks like to the kernel. Options and items are numbered within the case: item
/// rows are those of the cover, options are the kept ones in order, without those that nothing
/// chooses where some items have ranges.
#[derive(Clone, Debug)]
pub(super) struct SearchCase {
    /// The problem's number of each option.
    pub options: Vec<OptionId>,
    /// `starts[o]..starts[o + 1]` are the entries of option `o`.
    starts: Vec<u32>,
    /// Items, by number in the cover, but for the coloured ones; behind them, where it makes all options
    /// equally long, the row of nothing.
    entries: Vec<u32>,
    /// How many items an option has on average.
    items_per_option: usize,
    /// The rows of literals, for a cover with colours.
    literals: LiteralRows,
    /// How many required items of multiplicity one each option covers.
    pub covers: Vec<u32>,
    /// The move of each option in the capacity table.
    pub weights: Vec<u32>,
    /// The multiplicity of each item.
    pub room: Vec<u32>,
    /// How much of its room each item may have left in the end.
    pub spare: Vec<u32>,
    /// Whether any item has a multiplicity above one, or a range.
    pub has_copies: bool,
    /// The item that all options cover, where some items have ranges.
    pub any: Option<u32>,
    /// The number of rows.
    pub rows: usize,
    /// The required items, in order.
    pub required: Vec<u32>,
    /// The items that may be left uncovered, in order, but for the coloured ones.
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

/// The rows of literals: those of a digit are next to each other.
#[derive(Clone, Debug, Default)]
struct LiteralRows {
    /// The first of them.
    first: u32,
    /// `starts[o]..starts[o + 1]` are the entries of option `o`; empty without colours.
    starts: Vec<u32>,
    /// What the option is in conflict with.
    conflicts: Vec<u32>,
    /// What it sets.
    sets: Vec<u32>,
}

/// The bits of some options over the items that they touch.
#[derive(Clone, Debug, Default)]
pub(super) struct BitMatrix {
    /// The width of a row.
    pub words: usize,
    /// Whether it is kept up how many live options each item has; otherwise that is counted anew at each
    /// node.
    pub keeps_counts: bool,
    /// The items that must be covered, where they are counted anew.
    pub required: ItemLanes,
    /// Those that may stay uncovered and have no colours, where subproblems may be laid out as lists
    /// of masks.
    pub optional: ItemLanes,
    /// `words` words for each row.
    pub rows: Vec<u64>,
    /// The option, in the case's numbering, of each bit.
    pub options: Vec<u32>,
}

/// The rows of some items, eight side by side.
#[derive(Clone, Debug, Default)]
pub(super) struct ItemLanes {
    /// The item of each lane; lanes past the end are empty.
    pub items: Vec<u32>,
    /// `blocks * words` blocks: word `w` of block `b` is at `b * words + w`.
    pub blocks: Vec<Block>,
}

impl ItemLanes {
    /// Lays out the rows of some items, each of so many words; what was here before is forgotten.
    #[inline(always)]
    fn lay(&mut self, items: &[u32], rows: &[u64], words: usize) {
        self.items.clear();
        self.items.extend_from_slice(items);
        self.blocks.clear();
        self.blocks.resize(items.len().div_ceil(8) * words, [0; 8]);
        for (lane, &item) in items.iter().enumerate() {
            for word in 0..words {
                let bits = rows[item as usize * words + word];
                self.blocks[lane / 8 * words + word][lane % 8] = bits;
            }
        }
    }

    /// How many of the items have active options.
    #[inline(always)]
    pub fn count_live<L: Lanes>(&self, lanes: L, active: &[u64]) -> usize {
        let blocks = self.blocks.chunks_exact(active.len());
        blocks.map(|rows| lanes.live(rows, active).count_ones() as usize).sum()
    }

    /// Hands on the items that have active options, in order.
    #[inline(always)]
    pub fn each_live<L: Lanes>(&self, lanes: L, active: &[u64], mut to: impl FnMut(u32)) {
        for (rows, items) in self.blocks.chunks_exact(active.len()).zip(self.items.chunks(8)) {
            let mut live = lanes.live(rows, active);
            while live != 0 {
                to(items[live.trailing_zeros() as usize]);
                live &= live - 1;
            }
        }
    }
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
        let has_ranges = cover.has_ranges();
        let any = has_ranges.then_some(cover.item_count() as u32);
        let literals = Literals::new(cover);
        let items = cover.item_count() + usize::from(has_ranges);
        let choices = |item: ItemId| {
            let is_chosen_for = cover.is_primary(item) || case.is_required(cover, item);
            if is_chosen_for { u64::from(cover.multiplicity(item)) } else { 0 }
        };
        let depth: u64 = cover.items().map(choices).sum();
        let mut laid = Self {
            options: case.kept.clone(),
            starts: vec![0],
            entries: Vec::new(),
            items_per_option: 0,
            literals: LiteralRows { first: items as u32, ..LiteralRows::default() },
            covers: Vec::new(),
            weights: Vec::new(),
            room: cover.items().map(|item| cover.multiplicity(item)).collect(),
            spare: cover
                .items()
                .map(|item| cover.multiplicity(item) - case.least(cover, item))
                .collect(),
            has_copies: has_ranges || cover.items().any(|item| cover.multiplicity(item) > 1),
            any,
            rows: items + literals.count() + 1,
            depth: depth.min(case.kept.len() as u64) as usize,
            optional: Vec::new(),
            allows_mask_lists: false,
            required,
            whole: BitMatrix::default(),
            start: capacity.map_or(0, |capacity| capacity.start(cover, case)),
        };
        if has_ranges {
            laid.options.retain(|&option| case.is_choosable(cover, option));
            laid.room.push(u32::MAX);
            laid.spare.push(u32::MAX);
        }
        if cover.has_colours() {
            laid.literals.starts.push(0);
        }
        let is_plain = |item: &ItemId| !cover.is_coloured(*item);
        for &option in &laid.options {
            let items = cover.items_of(option);
            laid.entries.extend(items.iter().filter(|item| is_plain(item)).map(|item| item.0));
            laid.entries.extend(any);
            laid.starts.push(laid.entries.len() as u32);
            let singles = items.iter().filter(|item| is_single[item.index()]);
            laid.covers.push(singles.count() as u32);
            laid.weights.push(capacity.map_or(0, |capacity| capacity.weight(option)));
            if cover.has_colours() {
                let LiteralRows { first, starts, conflicts, sets } = &mut laid.literals;
                let row = |literal: usize| *first + literal as u32;
                for (item, colour) in cover.entries_of(option) {
                    conflicts.extend(literals.in_conflict(item, colour).into_iter().map(row));
                    sets.extend(literals.set_by(item, colour).into_iter().map(row));
                }
                starts.push(conflicts.len() as u32);
            }
        }
        let is_optional =
            |item: &ItemId| is_plain(item) && laid.required.binary_search(&item.0).is_err();
        laid.optional = cover.items().filter(is_optional).map(|item| item.0).collect();
        laid.allows_mask_lists = !laid.has_copies
            && capacity.is_none_or(Capacity::has_moves)
            && laid.options_are_distinct();
        laid.items_per_option = laid.entries.len() / laid.options.len().max(1);
        laid.fill_up();
        let mut whole = BitMatrix::default();
        let words = laid.options.len().div_ceil(64).max(1);
        whole.keeps_counts = laid.keeps_counts(laid.options.len(), laid.required.len());
        let counted = if whole.keeps_counts { &[] } else { &laid.required[..] };
        let items = (counted, &laid.optional[..]);
        whole.lay(&laid, 0..laid.options.len() as u32, items, words);
        laid.whole = whole;
        laid
    }

    /// About how much work a node of the whole matrix is: the words of its lanes, and something for
    /// each node.
    pub fn node_work(&self) -> u64 {
        (self.whole.words * self.required.len() + 64) as u64
    }

    /// Whether nothing has copies, and a choice of one of so many options of so many open items is likely to
    /// take away so few that to withdraw them from the counts of their items is quicker than to count anew. A
    /// quarter go of those that would if all items had the same number of options: those with few are chosen
    /// first.
    pub fn keeps_counts(&self, options: usize, open: usize) -> bool {
        let entries = self.items_per_option;
        let lost = options.min(entries * entries * options / open.max(1));
        !self.has_copies && lost * (1 + entries) <= 4 * open
    }

    /// The items of an option that have no colours.
    #[inline(always)]
    pub fn items_of(&self, option: u32) -> &[u32] {
        let o = option as usize;
        &self.entries[self.starts[o] as usize..self.starts[o + 1] as usize]
    }

    /// Whether the cover has colours.
    #[inline(always)]
    pub fn has_colours(&self) -> bool {
        !self.literals.starts.is_empty()
    }

    /// The rows of the literals that an option is in conflict with; none without colours.
    #[inline(always)]
    pub fn conflicts_of(&self, option: u32) -> &[u32] {
        if self.has_colours() { &self.literals.conflicts[self.literal_range(option)] } else { &[] }
    }

    /// The rows of the literals that an option sets; none without colours.
    #[inline(always)]
    pub fn sets_of(&self, option: u32) -> &[u32] {
        if self.has_colours() { &self.literals.sets[self.literal_range(option)] } else { &[] }
    }

    fn literal_range(&self, option: u32) -> std::ops::Range<usize> {
        let (o, starts) = (option as usize, &self.literals.starts);
        starts[o] as usize..starts[o + 1] as usize
    }

    /// The rows of the literals, digit by digit.
    pub fn digits(&self) -> impl Iterator<Item = [u32; 2]> + use<> {
        (self.literals.first..self.nothing()).step_by(2).map(|row| [row, row + 1])
    }

    /// The row of nothing, the last one: it stays empty.
    #[inline(always)]
    pub fn nothing(&self) -> u32 {
        self.rows as u32 - 1
    }

    /// Makes all options equally long where few of their entries come to stand for nothing then: loops over
    /// entries that all end after as many turns take less than those whose end the processor cannot foresee.
    fn fill_up(&mut self) {
        let lengths = || self.starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize);
        let longest = lengths().max().unwrap_or(0);
        let filled = longest * self.options.len();
        if self.has_copies || 2 * filled > 3 * self.entries.len() || filled == self.entries.len() {
            return;
        }
        let mut entries = Vec::with_capacity(filled);
        for option in 0..self.options.len() {
            entries.extend_from_slice(self.items_of(option as u32));
            entries.resize((option + 1) * longest, self.nothing());
        }
        self.entries = entries;
        self.starts = (0..=self.options.len()).map(|option| (option * longest) as u32).collect();
    }

    /// Whether every option has items, and no two options are in the same rows.
    fn options_are_distinct(&self) -> bool {
        let rows = |option: u32| [self.items_of(option), self.conflicts_of(option)];
        let mut hashes = Vec::with_capacity(self.options.len());
        for option in 0..self.options.len() as u32 {
            let rows = rows(option);
            if rows[0].is_empty() {
                return false;
            }
            let mut hash = 0_u64;
            for &row in rows.into_iter().flatten() {
                hash = (hash ^ u64::from(row)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
            }
            hashes.push(hash);
        }
        hashes.sort_unstable();
        if hashes.windows(2).all(|pair| pair[0] != pair[1]) {
            return true;
        }
        // Equal hashes prove nothing: the rows are compared whole.
        let mut seen = HashSet::with_capacity(self.options.len());
        (0..self.options.len() as u32).all(|option| seen.insert(rows(option)))
    }
}

impl BitMatrix {
    /// Lays out some options over some items, required ones and others; what was here before is
    /// forgotten.
    #[inline(always)]
    pub fn lay(
        &mut self,
        case: &SearchCase,
        options: impl Iterator<Item = u32>,
        (required, optional): (&[u32], &[u32]),
        words: usize,
    ) {
        self.words = words;
        self.options.clear();
        self.rows.clear();
        self.rows.resize(case.rows * words, 0);
        for (bit, option) in options.enumerate() {
            self.options.push(option);
            for &item in case.items_of(option) {
                self.rows[item as usize * words + bit / 64] |= 1 << (bit % 64);
            }
            for &literal in case.conflicts_of(option) {
                self.rows[literal as usize * words + bit / 64] |= 1 << (bit % 64);
            }
        }
        self.rows[case.nothing() as usize * words..].fill(0);
        self.required.lay(required, &self.rows, words);
        let optional = if case.allows_mask_lists { optional } else { &[] };
        self.optional.lay(optional, &self.rows, words);
    }

    /// How many lanes are empty at a live node where `covered` of all `required` items are covered:
    /// the covered ones among those of this matrix, and those past the end.
    #[inline(always)]
    pub fn empty_lanes(&self, covered: u32, required: usize) -> usize {
        let items = self.required.items.len();
        let outside = required - items;
        let padding = items.next_multiple_of(8) - items;
        covered as usize - outside + padding
    }

    /// The options, in the case's numbering, of some bits, in order.
    #[inline(always)]
    pub fn options_of<'a>(&'a self, bits: &'a [u64]) -> OptionsOf<'a> {
        OptionsOf { words: bits.iter(), word: 0, options: self.options.chunks(64), chunk: &[] }
    }

    /// The options that contain an item, or are in conflict with a literal.
    #[inline(always)]
    pub fn row(&self, item: u32) -> &[u64] {
        &self.rows[item as usize * self.words..][..self.words]
    }
}

/// The options of some bits of a matrix, word by word.
pub(super) struct OptionsOf<'a> {
    words: std::slice::Iter<'a, u64>,
    /// What is left of the word under way.
    word: u64,
    options: std::slice::Chunks<'a, u32>,
    /// The options of all bits of that word.
    chunk: &'a [u32],
}

impl Iterator for OptionsOf<'_> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        while self.word == 0 {
            self.word = *self.words.next()?;
            self.chunk = self.options.next().unwrap_or(&[]);
        }
        let option = self.chunk[self.word.trailing_zeros() as usize];
        self.word &= self.word - 1;
        Some(option)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::LabelledBuilder;

    /// A case of options with so many items each, all of them others.
    fn case(lengths: &[u32]) -> SearchCase {
        let mut builder = LabelledBuilder::new();
        let mut first = 0;
        for &length in lengths {
            for item in first..first + length {
                builder.primary(item, 1).unwrap();
            }
            builder.option(first..first + length).unwrap();
            first += length;
        }
        let problem = Problem::of_cover(builder.finish());
        SearchCase::new(&problem, &Case::whole(&problem), None)
    }

    #[test]
    fn options_of_nearly_one_length_are_filled_up_with_a_row_that_stays_empty() {
        let filled = case(&[3, 4, 3, 4]);
        let nothing = filled.nothing();
        assert_eq!(filled.items_of(0), [0, 1, 2, nothing]);
        assert_eq!(filled.items_of(3), [10, 11, 12, 13]);
        assert_eq!(filled.whole.row(nothing), [0]);
        let counts = filled.keeps_counts(4, 14);
        // Where too much would be nothing, or nothing need be, options are as they come.
        for lengths in [[1, 1, 1, 4], [3, 3, 3, 3]] {
            let unfilled = case(&lengths);
            for (option, length) in (0..).zip(lengths) {
                assert_eq!(unfilled.items_of(option).len(), length as usize);
            }
        }
        assert_eq!(case(&[3, 3, 3, 3]).keeps_counts(4, 14), counts, "nothing counts as no item");
    }
}
