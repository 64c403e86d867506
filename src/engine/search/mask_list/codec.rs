//! What the bits of the masks stand for: items are encoded as bits, and masks decoded to options.

use crate::cover::OptionId;
use crate::engine::capacity::Capacity;
use crate::engine::lanes::{Lanes, Weights, weights};
use crate::engine::search::case::{BitMatrix, SearchCase};

use crate::engine::search::kernel::{MOST_ITEMS, count_ones, meets};
use crate::engine::search::stack::Live;

/// What the chosen options' masks rule out, where items have colours: a mask of a list has the
/// literals that its option is in conflict with, and when it is chosen, those that it sets must be
/// ruled out. Of each digit these are the other one of two neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opposites {
    /// The bits that rule themselves out: those of items.
    plain: u64,
    /// The lower one of each two bits that rule each other out.
    lower: u64,
}

impl Opposites {
    /// Without colours a mask rules out itself.
    const NONE: Self = Self { plain: u64::MAX, lower: 0 };

    /// Whether a mask does not simply rule out itself.
    #[inline(always)]
    pub fn are_needed(self) -> bool {
        self.plain != u64::MAX
    }

    /// What a mask rules out.
    #[inline(always)]
    pub fn of(self, mask: u64) -> u64 {
        mask & self.plain | (mask & self.lower) << 1 | mask >> 1 & self.lower
    }
}

impl Default for Opposites {
    fn default() -> Self {
        Self::NONE
    }
}

/// The items that are left as bits, and the live options as masks of them. Behind the items are the
/// literals that are left: both of a digit, or one alone, which is in conflict with nothing then
/// but tells options apart.
#[derive(Clone, Debug, Default)]
pub(super) struct MaskCodec {
    /// The item of each bit, or its literal, by rows.
    items: Vec<u32>,
    /// The bit of each item of the cover and of each literal, as a mask; arbitrary where it is not
    /// live.
    bits: Vec<u64>,
    opposites: Opposites,
    masks: Vec<u64>,
    /// The option of each mask, in the case's numbering.
    options: Vec<u32>,
    /// By how much covering the items of a mask moves the position in the capacity table.
    weights: Weights,
    /// A hash table from masks to options in the problem's numbering, with linear probing; empty
    /// until it is needed. No option is without items, so that a slot whose mask is zero is vacant.
    slots: Vec<(u64, OptionId)>,
}

/// A slot of the hash table without an option.
const VACANT: (u64, OptionId) = (0, OptionId(0));

/// The most options of a node whose subtree is gone through in lists. Room is made for the lists of all
/// children of a depth at once, as if none of them had lost an option: with so many that takes at
/// most 64 MiB.
const MOST_OPTIONS: usize = 1 << 11;

/// Whether there are more options than lists may have.
fn is_long(active: &[u64]) -> bool {
    active.len() > MOST_OPTIONS / 64 && count_ones(active) > MOST_OPTIONS
}

impl MaskCodec {
    /// Lays out the live options of a node that is not dead, the `open` items still to be covered first,
    /// in their order; false, and nothing of use done, when too many items or options are left.
    #[inline(always)]
    pub fn lay<L: Lanes>(
        &mut self,
        lanes: L,
        case: &SearchCase,
        capacity: Option<&Capacity>,
        (from, live, open): (&BitMatrix, Live<'_>, usize),
    ) -> bool {
        let active = live.options;
        // All that are open are live.
        if open + from.optional.count_live(lanes, active) > MOST_ITEMS || is_long(active) {
            return false;
        }
        self.items.clear();
        live.each_open(lanes, from, |item| self.items.push(item));
        from.optional.each_live(lanes, active, |item| self.items.push(item));
        self.bits.resize(case.rows, 0);
        self.bits[case.nothing() as usize] = 0;
        for (bit, &item) in self.items.iter().enumerate() {
            self.bits[item as usize] = 1 << bit;
        }
        self.slots.clear();
        self.options.resize(count_ones(active), 0);
        for (place, option) in self.options.iter_mut().zip(from.options_of(active)) {
            *place = option;
        }
        let bits = &self.bits[..case.rows];
        self.masks.resize(self.options.len(), 0);
        for (mask, &option) in self.masks.iter_mut().zip(&self.options) {
            let mut items = 0;
            for &item in case.items_of(option) {
                items |= bits[item as usize];
            }
            *mask = items;
        }
        self.opposites = Opposites::NONE;
        if case.has_colours() && !self.lay_literals(case, from, active) {
            return false;
        }
        if let Some(capacity) = capacity {
            let mut moves = [0; MOST_ITEMS];
            for (weight, &item) in moves.iter_mut().zip(&self.items) {
                *weight = capacity.move_of(item);
            }
            self.weights = weights(&moves);
        }
        true
    }

    /// Lays out the live literals behind the items; false when there are too many.
    fn lay_literals(&mut self, case: &SearchCase, from: &BitMatrix, active: &[u64]) -> bool {
        // Past the last bit nothing is of any use.
        let bit = |place: usize| 1_u64.checked_shl(place as u32).unwrap_or(0);
        self.opposites.plain = bit(self.items.len()).wrapping_sub(1);
        for digit in case.digits() {
            let live = digit.map(|row| meets(active, from.row(row)));
            if live == [true; 2] {
                self.opposites.lower |= bit(self.items.len());
            }
            for (row, _) in digit.into_iter().zip(live).filter(|row| row.1) {
                if self.items.len() == MOST_ITEMS {
                    return false;
                }
                self.bits[row as usize] = 1 << self.items.len();
                self.items.push(row);
            }
        }
        for (mask, &option) in self.masks.iter_mut().zip(&self.options) {
            for &literal in case.conflicts_of(option) {
                *mask |= self.bits[literal as usize];
            }
        }
        true
    }

    /// What masks rule out when they are chosen.
    #[inline(always)]
    pub fn opposites(&self) -> Opposites {
        self.opposites
    }

    /// The masks of the live options.
    pub fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// The mask of one live item.
    pub fn mask_of(&self, item: u32) -> u64 {
        self.bits[item as usize]
    }

    /// By how much covering the items of a mask moves the position in the capacity table.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Makes ready for [`Self::option`].
    pub fn index(&mut self, case: &SearchCase) {
        if self.slots.is_empty() {
            let slots = (2 * self.masks.len()).next_power_of_two();
            self.slots.resize(slots, VACANT);
            for (&mask, &option) in self.masks.iter().zip(&self.options) {
                let mut slot = first_slot(mask, slots);
                while self.slots[slot].0 != 0 {
                    slot = (slot + 1) & (slots - 1);
                }
                self.slots[slot] = (mask, case.options[option as usize]);
            }
        }
    }

    /// The option of a mask, in the problem's numbering. Where lists of masks are allowed, options
    /// differ in their items, so there is one.
    ///
    /// # Panics
    /// Without an index.
    pub fn option(&self, mask: u64) -> OptionId {
        let slots = self.slots.len();
        let mut slot = first_slot(mask, slots);
        while self.slots[slot].0 != mask {
            slot = (slot + 1) & (slots - 1);
        }
        self.slots[slot].1
    }
}

/// Where a mask is looked for first, among `slots` slots, a power of two.
fn first_slot(mask: u64, slots: usize) -> usize {
    // The odd number nearest to 2^64 over the golden ratio (Knuth, TAOCP 6.4).
    let spread = mask.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (spread >> 32) as usize & (slots - 1)
}
