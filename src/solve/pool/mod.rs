//! The threads of a run and what they share.

pub mod progress;
pub mod queue;
pub mod splitter;
pub mod worker;
