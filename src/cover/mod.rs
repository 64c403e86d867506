//! Exact cover, and nothing else: items, options, symmetry, cases.
//!
//! This is the ground floor. It knows no board and no piece; a puzzle says what it knows about
//! its cover through [`Problem`].

pub(crate) mod automorphism;
pub(crate) mod builder;
pub(crate) mod cases;
pub(crate) mod colour;
pub(crate) mod error;
pub(crate) mod exact_cover;
pub(crate) mod format;
mod ids;
pub(crate) mod item_sums;
mod labelled_builder;
mod literals;
pub(crate) mod mask;
mod orbit_branching;
mod problem;
mod residual;
pub(crate) mod standard;
pub(crate) mod symmetry;
pub(crate) mod weighted;

pub(crate) use cases::{AnchorError, AnchorStep, Case, cases};
pub(crate) use colour::Colour;
pub(crate) use error::CoverError;
pub(crate) use exact_cover::{Cover, ItemId, OptionId};
pub(crate) use labelled_builder::LabelledBuilder;
pub(crate) use literals::Literals;
pub(crate) use mask::Mask;
pub(crate) use orbit_branching::Representative;
pub(crate) use problem::{Classes, Problem};
pub(crate) use residual::forced_solution;
pub(crate) use standard::StandardCover;
pub(crate) use symmetry::{Element, Group};
pub(crate) use weighted::Weighted;
