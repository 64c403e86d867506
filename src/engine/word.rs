//! What the 64 bits of a state's word are for.

/// How many bits of a word say what is covered.
pub(in crate::engine) const STATE_BITS: usize = 53;

/// Where the rest begins: the place of the state that it came from.
pub(in crate::engine) const PARENT_SHIFT: u32 = STATE_BITS as u32;

/// The part of a word that says what is covered.
pub(in crate::engine) const STATE: u64 = (1 << STATE_BITS) - 1;

/// The most states of a batch; their places fit what a word has for them.
pub(in crate::engine) const BATCH: usize = 1 << (u64::BITS - PARENT_SHIFT);
