//! How often items may be covered, as types, so that the search loop is compiled for what a cover
//! needs and pays for nothing else.

/// How often items may be covered.
pub(super) trait Multiplicity: Copy {
    /// Whether some more often than once, or not as often as they may be.
    const COPIES: bool;
    /// Whether some less often than they may be.
    const RANGES: bool;
}

/// Every item once at most.
#[derive(Clone, Copy)]
pub(super) struct Once;

/// Every item that must be covered as often as it may be.
#[derive(Clone, Copy)]
pub(super) struct Copies;

/// Some items between so many and so many times.
#[derive(Clone, Copy)]
pub(super) struct Ranges;

impl Multiplicity for Once {
    const COPIES: bool = false;
    const RANGES: bool = false;
}

impl Multiplicity for Copies {
    const COPIES: bool = true;
    const RANGES: bool = false;
}

impl Multiplicity for Ranges {
    const COPIES: bool = true;
    const RANGES: bool = true;
}
