//! How large a file may be. A file within these limits is read in a second, whatever it holds.

/// The largest file that is read, in bytes, unpacked. Saved solutions make files large.
pub(crate) const MAX_XMPUZZLE_BYTES: u64 = 16 << 20;

/// The most elements, attributes aside, and texts that a file may have.
pub(super) const MOST_NODES: u32 = 1 << 20;

/// The most problems that a file may have.
pub(super) const MOST_PROBLEMS: usize = 1000;

/// The most cells that boards and pieces of all problems of a file may have together.
pub(super) const MOST_CELLS: usize = 1 << 22;

/// The most colours that BurrTools has.
pub(super) const MOST_COLOURS: u32 = 63;
