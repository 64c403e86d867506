//! What the 64 bits of a state's word are for.

/// How many bits of a word say what is covered.
pub(super) const STATE_BITS: usize = 53;

/// Where the rest begins: the place of the state that it came from.
pub(super) const PARENT_SHIFT: u32 = STATE_BITS as u32;

/// The part of a word that says what is covered.
pub(super) const STATE: u64 = (1 << STATE_BITS) - 1;
