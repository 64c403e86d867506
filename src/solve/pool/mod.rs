//! The threads of a run, and what they share: tasks, parts of tasks, and how far they are.

pub(crate) mod counter;
pub(crate) mod progress;
pub(crate) mod queue;
pub(crate) mod splitter;
pub(crate) mod threads;
pub(crate) mod worker;
pub(crate) mod worker_result;
