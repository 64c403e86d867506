//! Solutions one by one, as they are found.
//!
//! A thread runs the search and hands over each solution through a channel that holds a few; when
//! nobody takes them, the search waits. The search has threads of its own, so that whoever takes the
//! solutions may have anything else solved between two of them. When the iterator is dropped the
//! search is cancelled, and dropping waits until its threads have ended. The order is that in which
//! solutions are found, which differs from run to run.
//!
//! On WebAssembly, where there are no threads, all solutions are listed first and kept in memory.

#[cfg(not(target_family = "wasm"))]
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
#[cfg(not(target_family = "wasm"))]
use std::thread::JoinHandle;

#[cfg(not(target_family = "wasm"))]
use crate::cancel::CancelToken;
#[cfg(not(target_family = "wasm"))]
use crate::solution::{Record, RecordSink, Sink, SinkError};

use super::error::Error;
#[cfg(target_family = "wasm")]
use super::listed::Listed;
use super::options::OutputMode;
use super::planner::tree_engine;
use super::solution::Solution;
use super::solver::{Request, Solver};
#[cfg(not(target_family = "wasm"))]
use super::subject::Subject;

/// How many solutions may wait to be taken.
#[cfg(not(target_family = "wasm"))]
const WAITING: usize = 256;

impl Solver {
    /// The solutions one by one as they are found, each distinct one once: of those that the motions
    /// of the board map to one another, one. Of a cover, every solution.
    ///
    /// The first comes as soon as it is found, and dropping the iterator ends the search. On
    /// WebAssembly, which has no threads, all solutions are found before the first is returned.
    /// Unless an engine is asked for this is a search, also where merging states would list all of
    /// them sooner.
    ///
    /// # Errors
    /// When no engine fits the memory, or no thread can be had. What goes wrong later is an item, the
    /// last.
    pub fn solutions(&self) -> Result<Solutions, Error> {
        self.each(OutputMode::Distinct)
    }

    /// Every arrangement on the fixed board, one by one as they are found; otherwise like
    /// [`Self::solutions`].
    ///
    /// # Errors
    /// As [`Self::solutions`].
    pub fn arrangements(&self) -> Result<Solutions, Error> {
        self.each(OutputMode::Images)
    }

    fn each(&self, mode: OutputMode) -> Result<Solutions, Error> {
        let engine = match self.options().engine {
            Some(engine) => engine,
            None => tree_engine(self.analysis(), &self.wanted(&Request::default()))?,
        };
        Solutions::new(self.clone().engine(engine), mode)
    }
}

/// The solutions of a puzzle or a cover, one by one as they are found. See [`Solver::solutions`].
///
/// A run that is cancelled or comes to its deadline ends with [`Error::Cancelled`], so that a list
/// that is not whole is not taken for one that is.
#[derive(Debug)]
#[must_use = "the search ends when this is dropped"]
#[cfg(not(target_family = "wasm"))]
pub struct Solutions {
    subject: Arc<Subject>,
    /// Asks the search to end.
    cancel: CancelToken,
    /// Where records come from; nothing once the search is over.
    records: Option<Receiver<Vec<u8>>>,
    /// The length of a record, in bytes.
    record_len: usize,
    /// Records that came together with the last one.
    batch: std::vec::IntoIter<Solution>,
    search: Option<JoinHandle<Result<(), Error>>>,
}

#[cfg(not(target_family = "wasm"))]
impl Solutions {
    /// Starts the search.
    fn new(solver: Solver, mode: OutputMode) -> Result<Self, Error> {
        let subject = Arc::clone(solver.shared_subject());
        let record_len = subject.record_len();
        let cancel = solver.cancel().child();
        let (sender, receiver) = sync_channel(WAITING);
        let solver = solver.cancel_token(&cancel);
        let thread = std::thread::Builder::new().name("solutions".to_owned());
        let search = thread.spawn(move || search(&solver, mode, sender));
        let failed =
            |error: std::io::Error| Error::Threads { threads: 1, reason: error.to_string() };
        let (records, search) = (Some(receiver), Some(search.map_err(failed)?));
        Ok(Self { subject, cancel, records, record_len, batch: Vec::new().into_iter(), search })
    }

    /// Why the search ended, if not because there are no more solutions.
    fn end(&mut self) -> Option<Error> {
        self.records = None;
        match self.search.take()?.join() {
            Ok(ended) => ended.err(),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl Iterator for Solutions {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(solution) = self.batch.next() {
                return Some(Ok(solution));
            }
            match self.records.as_ref()?.recv() {
                Ok(records) => {
                    let records = records.chunks_exact(self.record_len);
                    let solution = |record| Solution::of_record(&self.subject, record);
                    self.batch = records.map(solution).collect::<Vec<_>>().into_iter();
                }
                Err(_) => return self.end().map(Err),
            }
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl std::iter::FusedIterator for Solutions {}

#[cfg(not(target_family = "wasm"))]
impl Drop for Solutions {
    fn drop(&mut self) {
        self.cancel.cancel();
        // A search that waits for a place in the channel goes on when the receiver is gone.
        self.records = None;
        if let Some(search) = self.search.take() {
            // Nobody is left who could be told of an error.
            drop(search.join());
        }
    }
}

/// Runs the search; what it finds goes to the channel.
#[cfg(not(target_family = "wasm"))]
fn search(solver: &Solver, mode: OutputMode, sender: SyncSender<Vec<u8>>) -> Result<(), Error> {
    let codec = solver.subject().cover_codec();
    let record = codec.as_ref().map_or(Record::Line, Record::Options);
    let sink = ChannelSink(sender);
    let record_sink = Some(RecordSink { record, sink: &sink });
    let request =
        Request { mode: Some(mode), record_sink, has_own_threads: true, ..Request::default() };
    let outcome = solver.run(&request)?;
    if outcome.complete { Ok(()) } else { Err(Error::Cancelled) }
}

/// Hands over each record as soon as it is there.
#[cfg(not(target_family = "wasm"))]
struct ChannelSink(SyncSender<Vec<u8>>);

#[cfg(not(target_family = "wasm"))]
impl Sink for ChannelSink {
    fn batch_bytes(&self) -> usize {
        1
    }

    fn take(&self, records: Vec<u8>) -> Result<(), SinkError> {
        self.0.send(records).map_err(|_| SinkError::Closed)
    }
}

/// The solutions of a puzzle or a cover, one by one. See [`Solver::solutions`].
#[derive(Debug)]
#[must_use = "the solutions are found and do nothing until they are taken"]
#[cfg(target_family = "wasm")]
pub struct Solutions(std::vec::IntoIter<Solution>);

#[cfg(target_family = "wasm")]
impl Solutions {
    /// Lists all solutions.
    fn new(solver: Solver, mode: OutputMode) -> Result<Self, Error> {
        let listed = Listed::new(&solver, mode, &Request::default())?;
        if !listed.outcome.complete {
            return Err(Error::Cancelled);
        }
        let solution = |record| Solution::of_record(solver.shared_subject(), record);
        Ok(Self(listed.iter().map(solution).collect::<Vec<_>>().into_iter()))
    }
}

#[cfg(target_family = "wasm")]
impl Iterator for Solutions {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(Ok)
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cover::Cover;
    use crate::puzzle::Puzzle;
    use crate::solve::options::Engine;

    fn solver(name: &str) -> Solver {
        Solver::new(&Puzzle::from_catalog(name).unwrap()).unwrap().threads(2)
    }

    fn lines(solutions: Solutions) -> Vec<String> {
        solutions.map(|solution| solution.unwrap().line()).collect()
    }

    #[test]
    fn each_distinct_solution_comes_once_and_each_arrangement_too() {
        for engine in [None, Some(Engine::Links), Some(Engine::Frontier)] {
            let solver = solver("tetrominoes-5x8");
            let solver = engine.into_iter().fold(solver, Solver::engine);
            let counted = solver.count().unwrap();
            let distinct = lines(solver.solutions().unwrap());
            assert_eq!(counted.distinct, Some((distinct.len() as u128).into()));
            let all = lines(solver.arrangements().unwrap());
            assert_eq!(counted.total, all.len() as u128);
            let different: HashSet<&String> = all.iter().collect();
            assert_eq!(different.len(), all.len());
            assert!(distinct.iter().all(|line| different.contains(line)));
        }
    }

    #[test]
    fn a_few_of_millions_come_at_once_and_dropping_ends_the_search() {
        let solver = solver("iq-fit");
        assert_eq!(solver.solutions().unwrap().take(3).flatten().count(), 3);
        drop(solver.arrangements().unwrap());
        // Nothing of that cancels what the solver does later.
        assert!(!solver.cancel().is_cancelled());
    }

    #[test]
    fn something_else_can_be_solved_between_two_solutions() {
        let mut solutions = solver("kanoodle").solutions().unwrap();
        let mut others = solver("kanoodle").solutions().unwrap();
        for _ in 0..2 * WAITING {
            let line = solutions.next().unwrap().unwrap().line();
            assert_eq!(line.len(), others.next().unwrap().unwrap().line().len());
        }
        assert_eq!(solver("soma").count().unwrap().total, 11_520);
    }

    #[test]
    fn a_search_that_is_cancelled_ends_with_an_error() {
        let cancel = CancelToken::new();
        let mut solutions = solver("iq-fit").cancel_token(&cancel).solutions().unwrap();
        solutions.next().unwrap().unwrap();
        cancel.cancel();
        let last = solutions.by_ref().last().unwrap();
        assert!(matches!(last, Err(Error::Cancelled)));
        assert!(solutions.next().is_none());
    }

    #[test]
    fn two_options_alike_make_two_solutions_of_a_cover() {
        let builder = Cover::builder().primary("a").option(["a"]).unwrap().option(["a"]).unwrap();
        let solver = Solver::new(&builder.build().unwrap()).unwrap();
        let mut numbers: Vec<_> =
            solver.solutions().unwrap().map(|solution| solution.unwrap().options()).collect();
        numbers.sort();
        assert_eq!(numbers, [vec![1], vec![2]]);
    }
}
