//! Checkpoints: journals in which runs record their finished tasks, so that they can be stopped at
//! any moment and continued.

mod error;
mod journal;
mod journal_file;
mod line;
mod record;
mod recount;
mod store;
mod sweep_file;

pub(crate) use error::JournalError;
pub(crate) use journal::Journal;
pub(crate) use line::{AnchorName, JournalHeader, Kept, ShardName};
pub(crate) use record::Checkpoint;
pub(crate) use recount::RecountJournal;
