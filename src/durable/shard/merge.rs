//! Merging: the sum of what the journals of all shards hold.
//!
//! Refused, by name, is whatever would make the sum wrong: a shard that is missing or unfinished
//! (a hole), one that is there twice (an overlap), a journal of another plan, one that is damaged.
//! Journals are read, one after the other, and left as they are. Cost: reading everything twice.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cancel::CancelToken;
use crate::durable::checkpoint::{Journal, JournalError};
use crate::solution::Sink;
use crate::solve::counts::Counts;
use crate::solve::outcome::Outcome;
use crate::solve::plan::Stage;

use super::division::recorded_tasks;
use super::error::ShardError;
use super::shards::Shards;

/// What of a shard is in a journal.
enum Found {
    /// All of it was added to the sum.
    Whole,
    /// It is not all there: this is why.
    Faulty(String),
    /// The merge was cancelled.
    Stopped,
}

/// The sum so far.
#[derive(Default)]
struct Sum {
    counts: Counts,
    task_ns: Vec<u64>,
    elapsed: Duration,
}

impl Shards {
    /// Sums up what is in these directories, and hands on the lines of all solutions. The part is
    /// not complete if it was cancelled.
    ///
    /// # Errors
    /// When the shards there are not the whole, each once; or the sink fails.
    pub fn merge(
        &self,
        directories: &[PathBuf],
        sink: Option<&dyn Sink>,
        cancel: &CancelToken,
    ) -> Result<Outcome, ShardError> {
        let mut places: BTreeMap<usize, Vec<PathBuf>> = BTreeMap::new();
        for directory in directories {
            for index in shards_in(directory)? {
                places.entry(index).or_default().push(Self::journal_path(directory, index));
            }
        }
        let mut sum = Sum::default();
        let mut faults = Vec::new();
        let mut complete = true;
        for index in 0..self.count() {
            let defect = match places.remove(&index).unwrap_or_default().as_slice() {
                [] => Some("is missing: run it, or name the directory that holds it".to_owned()),
                [path] => {
                    // What is handed on is of no use once something is wrong.
                    let sink = sink.filter(|_| faults.is_empty());
                    match self.add(index, path, sink, cancel, &mut sum)? {
                        Found::Whole => None,
                        Found::Faulty(defect) => Some(defect),
                        Found::Stopped => {
                            complete = false;
                            break;
                        }
                    }
                }
                [first, others @ ..] => {
                    let others: Vec<String> =
                        others.iter().map(|path| path.display().to_string()).collect();
                    let others = others.join(" and ");
                    Some(format!(
                        "is there more than once: {} and {others}; name one directory for each",
                        first.display()
                    ))
                }
            };
            faults.extend(defect.map(|defect| format!("shard {index} {defect}")));
        }
        if complete {
            for (index, paths) in places {
                let (path, count) = (paths[0].display(), self.count());
                faults.push(format!("shard {index} ({path}) is foreign: the plan has {count}"));
            }
        }
        if !faults.is_empty() && complete {
            return Err(ShardError::Refused { faults });
        }
        Ok(self.outcome(sum, complete))
    }

    /// The outcome of the whole.
    fn outcome(&self, sum: Sum, complete: bool) -> Outcome {
        let Sum { counts, task_ns, elapsed } = sum;
        let subject = self.subject();
        let plan = self.whole();
        let (anchors, cases, split_nodes, infeasibility) = match plan.stages.first() {
            Some(Stage::TreeSearch { layout: Some(layout), .. }) => {
                (layout.anchors.as_slice(), layout.cases.len(), layout.nodes, Vec::new())
            }
            Some(Stage::Sweep { cases, anchors, .. }) => {
                (anchors.as_slice(), cases.len(), 0, Vec::new())
            }
            Some(Stage::Infeasible { reasons, .. }) => (&[][..], 0, 0, reasons.clone()),
            _ => (&[][..], 0, 0, Vec::new()),
        };
        let outcome = Outcome::of_counts(subject, self.mode(), self.engine(), &counts);
        Outcome {
            nodes: counts.nodes + split_nodes,
            complete,
            elapsed,
            anchors: subject.piece_names(anchors),
            cases,
            task_ns,
            infeasibility,
            ..outcome
        }
    }

    /// What a finished shard came to; nothing if something of it is left to do.
    ///
    /// # Errors
    /// When there is no such shard.
    pub fn finished(
        &self,
        index: usize,
        directory: &Path,
        cancel: &CancelToken,
    ) -> Result<Option<Counts>, ShardError> {
        let header = self.header(index)?;
        let path = Self::journal_path(directory, index);
        if !path.exists() {
            return Ok(None);
        }
        let mut sum = Sum::default();
        let found = Journal::look_at(&path, &header)
            .and_then(|journal| self.take(index, &journal, None, cancel, &mut sum));
        // Whatever is wrong, whoever goes on with it will say.
        Ok(matches!(found, Ok(Found::Whole)).then_some(sum.counts))
    }

    /// Adds what a journal holds of a shard.
    fn add(
        &self,
        index: usize,
        path: &Path,
        sink: Option<&dyn Sink>,
        cancel: &CancelToken,
        sum: &mut Sum,
    ) -> Result<Found, ShardError> {
        let opened = Journal::look_at(path, &self.header(index)?);
        match opened.and_then(|journal| self.take(index, &journal, sink, cancel, sum)) {
            Err(JournalError::Another { difference, .. }) => Ok(Found::Faulty(format!(
                "({}) is foreign, of another plan: {difference}",
                path.display()
            ))),
            Err(error) => Ok(Found::Faulty(format!("cannot be used: {error}"))),
            Ok(found) => Ok(found),
        }
    }

    fn take(
        &self,
        index: usize,
        journal: &Journal,
        sink: Option<&dyn Sink>,
        cancel: &CancelToken,
        sum: &mut Sum,
    ) -> Result<Found, JournalError> {
        let checkpoint = self.checkpoint(journal, cancel);
        let (plan, record_len) = (self.plan_of(index), self.record_len());
        let restored = checkpoint.begin_tasks(&plan, recorded_tasks(&plan), record_len)?;
        // What was not read any more seems to be missing.
        if cancel.is_cancelled() {
            return Ok(Found::Stopped);
        }
        if !restored.pending.is_empty() {
            let is_damaged = journal.damaged() + restored.spoilt > 0;
            return Ok(Found::Faulty(format!(
                "({}) is {}: run it again with the same --output, which does what is left",
                journal.path().display(),
                if is_damaged { "damaged" } else { "unfinished" },
            )));
        }
        sum.counts.add(&restored.counts);
        sum.task_ns.extend(restored.times.iter().map(|time| time.task_ns));
        sum.elapsed += restored.elapsed;
        match sink {
            Some(sink) if !checkpoint.hand_on_to(&restored, sink)? => Ok(Found::Stopped),
            _ => Ok(Found::Whole),
        }
    }
}

/// The numbers of the shards whose journals are in a directory.
fn shards_in(directory: &Path) -> Result<Vec<usize>, ShardError> {
    let fail = |error: std::io::Error| ShardError::Directory {
        path: directory.to_owned(),
        reason: error.to_string(),
    };
    let mut shards = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(fail)? {
        let name = entry.map_err(fail)?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("shard-"));
        let number = number.and_then(|name| name.strip_suffix(".journal"));
        shards.extend(number.and_then(|number| number.parse::<usize>().ok()));
    }
    Ok(shards)
}
