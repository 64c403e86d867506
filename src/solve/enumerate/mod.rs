//! Listing solutions: one by one as they are found, or in order from a diagram.

mod bins;
pub(crate) mod choices;
pub(crate) mod cover_lister;
pub(crate) mod limit;
pub(crate) mod lister;
mod orbits;
pub(crate) mod puzzle_lister;
mod slices;
pub(crate) mod sorted;
mod sorted_listing;
