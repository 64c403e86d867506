//! Runs: from a compiled puzzle and some settings to a part of a report.

pub mod driver;
pub mod estimate;
pub mod plain;
pub mod plan;
pub mod probe;
pub mod random;
pub mod tally;

pub use driver::{Anchor, EngineKind, Listing, Part, RunError, Settings, run};
pub use tally::Tally;
