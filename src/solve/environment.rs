//! What a plan is executed with: the threads and the memory that there are, who is told of what is
//! done and how far it is, and where records go.

use std::time::Duration;

use super::observer::{Observer, Progress};
use super::recorder::Recorder;
use crate::cancel::CancelToken;
use crate::clock::Clock;
use crate::engine::Threads;
use crate::solution::RecordSink;

/// What a plan is executed with.
#[derive(Clone, Copy)]
pub(crate) struct Environment<'a> {
    /// The threads that work.
    pub threads: &'a Threads,
    /// The most memory to use, in bytes, by engines that can keep to a limit.
    pub memory_bytes: u64,
    /// The most bytes that a sweep may take of the disk.
    pub disk_bytes: u64,
    /// Asks the run to end. The run cancels it too, when it cannot go on or has enough.
    pub cancel: &'a CancelToken,
    /// Where finished tasks are recorded, and from where they are taken.
    pub recorder: Option<&'a dyn Recorder>,
    /// Is told how the run goes.
    pub observer: Option<&'a dyn Observer>,
    /// Where the records of solutions go.
    pub record_sink: Option<RecordSink<'a>>,
    /// What the cost model reads the time from.
    pub clock: &'a dyn Clock,
}

impl Environment<'_> {
    /// Tells the observer, if there is one, how far the run is.
    pub fn tell(&self, progress: impl FnOnce() -> Progress) {
        if let Some(observer) = self.observer {
            observer.on_progress(&progress());
        }
    }

    /// How long the sessions of the run before this one took, once the recorder has begun.
    pub fn earlier(&self) -> Duration {
        self.recorder.map_or(Duration::ZERO, Recorder::earlier)
    }

    /// How many threads work.
    pub fn thread_count(&self) -> usize {
        self.threads.count()
    }
}
