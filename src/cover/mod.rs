//! Exact cover, and nothing else: items, options, symmetry, cases.
//!
//! This is the ground floor. It knows no board and no piece; a puzzle says what it knows about
//! its cover through [`Problem`].

pub mod cases;
pub mod format;
pub mod mask;
pub mod problem;
pub mod standard;
pub mod symmetry;
pub mod weighted;

pub use cases::{AnchorError, Case, Step, cases};
pub use mask::Mask;
pub use problem::{Classes, Cover, CoverBuilder, CoverError, ItemId, Labelled, OptionId, Problem};
pub use standard::{StandardCover, StandardItem};
pub use symmetry::{Element, Group};
pub use weighted::Weighted;
