//! Runs: from a compiled puzzle and some settings to a part of a report.

pub mod auto;
pub mod certify;
pub mod challenge;
pub mod control;
mod crew;
pub mod driver;
pub mod estimate;
mod groundwork;
pub mod journal;
mod judge;
mod listing;
mod ordered;
pub mod plain;
pub mod plan;
pub mod probe;
mod progress;
pub mod random;
pub mod sample;
pub mod schedule;
pub mod settings;
pub mod shard;
mod split;
pub mod strategy;
pub mod sweep;
pub mod tally;

pub use auto::run_auto;
pub use control::{Control, Phase, View, Watcher};
pub use driver::{Part, run, run_into, with_lines};
pub use groundwork::Groundwork;
pub use journal::{Journal, JournalError};
pub use plan::common_pool;
pub use settings::{Anchor, EngineKind, Listing, RunError, Settings};
pub use sweep::SweepReport;
pub use tally::Tally;
