//! Operations on lists of 64-bit masks, eight masks to a block: the inner loops of [`super::narrow`].
//!
//! A list ends with masks of all ones, as many as fill its last block; those share an item with
//! every option, so that they fall out of what survives one.
//! [`Portable`] is plain Rust; `Avx2` and `Avx512` do the same with vector instructions, and only
//! where the processor has those can one be made. Every operation costs a few instructions for
//! each block.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(test)]
mod tests;

pub(super) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(super) use {avx2::Avx2, avx512::Avx512};

/// How many masks there are in a block.
pub(super) const BLOCK: usize = 8;

/// The mask that fills up the last block of a list.
pub(super) const FILLING: u64 = u64::MAX;

/// A list of masks: blocks, and how many of the last one's masks are filling.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<'a> {
    pub blocks: &'a [[u64; BLOCK]],
    pub filling: usize,
}

impl<'a> List<'a> {
    /// A list whose masks begin a block; it ends with its filling.
    pub fn new(masks: &'a [u64], filling: usize) -> Self {
        Self { blocks: masks.as_chunks().0, filling }
    }
}

/// The items that are in at least one, two and three masks of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub once: u64,
    pub twice: u64,
    pub thrice: u64,
}

/// The operations. Where one writes masks, there must be room for all of the list and a block
/// more; what lies behind those counted is arbitrary.
pub(super) trait Lanes: Copy {
    /// Writes the masks that have an item in common with `items`, in order; returns how many. The
    /// filling of the list is not among them.
    fn select(self, list: List<'_>, items: u64, to: &mut [u64]) -> usize;

    /// The items of the masks that share none with an option.
    fn look(self, list: List<'_>, option: u64) -> Seen;

    /// The mask that has an item and shares none with `taken`, which is not empty, when there is
    /// exactly one.
    fn find(self, list: List<'_>, item: u64, taken: u64) -> u64;

    /// Writes the masks that share no item with an option, in order; returns how many.
    fn survive(self, list: List<'_>, option: u64, to: &mut [u64]) -> usize;

    /// Of the items `open`, at least one, the lowest that is in the fewest masks.
    fn fewest(self, list: List<'_>, open: u64) -> u64;

    /// The sum, modulo 2^32, of what each item of a mask weighs.
    fn weigh(self, weights: &[u32; 64], mask: u64) -> u32;
}
