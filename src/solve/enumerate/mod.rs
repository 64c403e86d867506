//! Listing solutions.

mod bins;
pub mod lister;
mod orbits;
mod slices;
pub mod sorted;
