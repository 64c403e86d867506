//! Solving: from a compiled puzzle and some options to its outcome.

pub mod analysis;
pub mod certify;
pub mod challenge;
mod cost;
pub mod count;
mod enumerate;
pub mod estimate;
pub mod execute;
pub mod observer;
pub mod options;
pub mod plain;
pub mod plan;
mod pool;
pub mod random;
pub mod sample;
pub mod tally;
pub mod task;

pub use analysis::Analysis;
pub use count::SweepReport;
pub use execute::{Part, run, run_into, with_lines};
pub use observer::{Control, Phase, View, Watcher};
pub use options::{Anchor, Engine, Options, OutputMode, RunError};
pub use plan::run_auto;
pub use tally::Tally;
pub use task::common_pool;
