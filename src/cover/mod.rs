//! Exact cover, and nothing else: items, options, symmetry, cases.
//!
//! This is the ground floor. It knows no board and no piece; a puzzle says what it knows about
//! its cover through [`Problem`].

mod builder;
pub mod cases;
mod error;
mod exact_cover;
pub mod format;
mod labelled_builder;
pub mod mask;
mod problem;
pub mod standard;
pub mod symmetry;
pub mod weighted;

pub use builder::CoverBuilder;
pub use cases::{AnchorError, AnchorStep, Case, cases};
pub use error::CoverError;
pub use exact_cover::{Cover, ItemId, OptionId};
pub(crate) use labelled_builder::LabelledBuilder;
pub use mask::Mask;
pub use problem::{Classes, Problem};
pub use standard::{StandardCover, StandardItem};
pub use symmetry::{Element, Group};
pub use weighted::Weighted;
