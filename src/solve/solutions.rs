//! Solutions one by one, as they are found.
//!
//! A thread runs the search and hands over each solution as soon as it is found; some may wait to be
//! taken (see [`super::handover`]), and then the search waits. The search has threads of its own, so that whoever takes the
//! solutions may have anything else solved between two of them. When the iterator is dropped the
//! search is cancelled, and dropping waits until its threads have ended. The order is that in which
//! solutions are found, which differs from run to run.
//!
//! On WebAssembly, where there are no threads, all solutions are listed first and kept in memory.

#[cfg(not(target_family = "wasm"))]
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::thread::JoinHandle;
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use crate::cancel::CancelToken;
#[cfg(not(target_family = "wasm"))]
use crate::solution::{Record, RecordSink};

use super::error::Error;
#[cfg(not(target_family = "wasm"))]
use super::handover::{Found, Handover};
#[cfg(target_family = "wasm")]
use super::listed::Listed;
use super::number_table::NumberTable;
use super::options::OutputMode;
use super::planner::tree_engine;
use super::solution::Solution;
use super::solver::{Request, Solver};
#[cfg(not(target_family = "wasm"))]
use super::subject::Subject;

impl Solver {
    /// The solutions one by one as they are found, each distinct one once: of those that the motions
    /// of the board map to one another, one. Of a cover, every solution.
    ///
    /// The first comes as soon as it is found, and dropping the iterator ends the search. On
    /// WebAssembly, which has no threads, all solutions are found before the first is returned.
    /// Unless an engine is asked for this is a search, also where merging states would list all of
    /// them sooner: for that there is [`Self::all_solutions`].
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

    /// All solutions one by one, as [`Self::solutions`], for whoever wants the last as well as the first:
    /// unless an engine is asked for it is the one that seems to list all of them soonest, as in
    /// [`Self::solve_to`], and the first may come only when most of the work is done.
    ///
    /// # Errors
    /// As [`Self::solutions`].
    pub fn all_solutions(&self) -> Result<Solutions, Error> {
        Solutions::new(self.clone(), OutputMode::Distinct)
    }

    /// All arrangements on the fixed board one by one; otherwise like [`Self::all_solutions`].
    ///
    /// # Errors
    /// As [`Self::solutions`].
    pub fn all_arrangements(&self) -> Result<Solutions, Error> {
        Solutions::new(self.clone(), OutputMode::Images)
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
    /// Where records come from.
    handover: Arc<Handover>,
    /// The length of a record, in bytes.
    record_len: usize,
    /// Records that were taken from there, of which those before `next` are gone.
    batch: Vec<u8>,
    next: usize,
    /// How records are read as numbers, once they were.
    table: Option<NumberTable>,
    /// The search, until it has ended and said why.
    search: Option<JoinHandle<Result<(), Error>>>,
}

#[cfg(not(target_family = "wasm"))]
impl Solutions {
    /// Starts the search.
    fn new(solver: Solver, mode: OutputMode) -> Result<Self, Error> {
        let subject = Arc::clone(solver.shared_subject());
        let record_len = subject.record_len();
        let cancel = solver.cancel().child();
        let handover = Arc::new(Handover::default());
        let solver = solver.cancel_token(&cancel);
        let thread = std::thread::Builder::new().name("solutions".to_owned());
        let ending = Ending(Arc::clone(&handover));
        let search = thread.spawn(move || search(&solver, mode, &ending.0));
        let failed =
            |error: std::io::Error| Error::Threads { threads: 1, reason: error.to_string() };
        let search = Some(search.map_err(failed)?);
        let (batch, next, table) = (Vec::new(), 0, None);
        Ok(Self { subject, cancel, handover, record_len, batch, next, table, search })
    }

    /// Waits for the next solution, at most for this long. Returns whether [`Self::next`] will return at
    /// once: with a solution, or because there are no more.
    pub fn wait(&mut self, most: Duration) -> bool {
        self.has_batch()
            || self.search.is_none()
            || match self.handover.take(&mut self.batch, Some(most)) {
                Found::Records => {
                    self.next = 0;
                    true
                }
                Found::End => true,
                Found::Nothing => false,
            }
    }

    /// Takes the solutions that are there, at most this many, and appends the numbers of each. Waits
    /// for the first of them. Returns how many there were: none when there are no more.
    ///
    /// Those of a puzzle's solution are the numbers of the pieces (counted from 0, in the order of
    /// [`crate::Puzzle::pieces`]) at each place of [`crate::Puzzle::board_shape`], in reading order; -1 where
    /// no piece lies. Cells of inner rings are left out. Those of a cover's solution are the numbers of
    /// its options, ascending and counted from 1, and after them -1, up to the most options that a
    /// solution can have.
    ///
    /// ```
    /// # use bitcover::{Puzzle, Solver};
    /// let puzzle = Puzzle::from_catalog("soma")?;
    /// let mut solutions = Solver::new(&puzzle)?.solutions()?;
    /// let mut numbers = Vec::new();
    /// while solutions.take_numbers(100, &mut numbers)? > 0 {}
    /// assert_eq!(numbers.len(), 480 * puzzle.board_shape().iter().product::<usize>());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the search was cancelled or failed.
    pub fn take_numbers(&mut self, most: usize, numbers: &mut Vec<i32>) -> Result<usize, Error> {
        if most == 0 || !self.fill()? {
            return Ok(0);
        }
        let table = self.table.get_or_insert_with(|| NumberTable::new(&self.subject));
        let records = self.batch[self.next..].chunks_exact(self.record_len).take(most);
        let taken = records.len();
        records.for_each(|record| table.write(record, numbers));
        self.next += taken * self.record_len;
        Ok(taken)
    }

    fn has_batch(&self) -> bool {
        self.next < self.batch.len()
    }

    /// Whether there is another solution, which is then in the batch.
    fn fill(&mut self) -> Result<bool, Error> {
        if self.has_batch() {
            return Ok(true);
        }
        if self.search.is_some() && self.handover.take(&mut self.batch, None) == Found::Records {
            self.next = 0;
            return Ok(true);
        }
        match self.search.take().map(JoinHandle::join) {
            None => Ok(false),
            Some(Ok(ended)) => ended.map(|()| false),
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl Iterator for Solutions {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.fill() {
            Ok(true) => {
                let record = &self.batch[self.next..self.next + self.record_len];
                self.next += self.record_len;
                Some(Ok(Solution::of_record(&self.subject, record)))
            }
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl std::iter::FusedIterator for Solutions {}

#[cfg(not(target_family = "wasm"))]
impl Drop for Solutions {
    fn drop(&mut self) {
        self.cancel.cancel();
        // A search that waits for room goes on when nobody is left.
        self.handover.close();
        if let Some(search) = self.search.take() {
            // Nobody is left who could be told of an error.
            drop(search.join());
        }
    }
}

/// Says that no more will come, also where the search panics.
#[cfg(not(target_family = "wasm"))]
struct Ending(Arc<Handover>);

#[cfg(not(target_family = "wasm"))]
impl Drop for Ending {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Runs the search; what it finds is handed over.
#[cfg(not(target_family = "wasm"))]
fn search(solver: &Solver, mode: OutputMode, sink: &Handover) -> Result<(), Error> {
    let codec = solver.subject().cover_codec();
    let record = codec.as_ref().map_or(Record::Line, Record::Options);
    let record_sink = Some(RecordSink { record, sink });
    let request =
        Request { mode: Some(mode), record_sink, has_own_threads: true, ..Request::default() };
    let outcome = solver.run(&request)?;
    if outcome.complete { Ok(()) } else { Err(Error::Cancelled) }
}

/// The solutions of a puzzle or a cover, one by one. See [`Solver::solutions`].
#[derive(Debug)]
#[must_use = "the solutions are found and do nothing until they are taken"]
#[cfg(target_family = "wasm")]
pub struct Solutions {
    found: std::vec::IntoIter<Solution>,
    table: NumberTable,
}

#[cfg(target_family = "wasm")]
impl Solutions {
    /// Lists all solutions.
    fn new(solver: Solver, mode: OutputMode) -> Result<Self, Error> {
        let listed = Listed::new(&solver, mode, &Request::default())?;
        if !listed.outcome.complete {
            return Err(Error::Cancelled);
        }
        let solution = |record| Solution::of_record(solver.shared_subject(), record);
        let found = listed.iter().map(solution).collect::<Vec<_>>().into_iter();
        Ok(Self { found, table: NumberTable::new(solver.subject()) })
    }

    /// Returns at once that the next solution is there, or that there are no more.
    pub fn wait(&mut self, _most: Duration) -> bool {
        true
    }

    /// Takes at most this many solutions and appends the numbers of each: those of the pieces at each
    /// place of the board, or of the options of a cover.
    ///
    /// # Errors
    /// None, where all solutions are listed first.
    pub fn take_numbers(&mut self, most: usize, numbers: &mut Vec<i32>) -> Result<usize, Error> {
        let before = self.found.len();
        for solution in self.found.by_ref().take(most) {
            self.table.write(solution.record(), numbers);
        }
        Ok(before - self.found.len())
    }
}

#[cfg(target_family = "wasm")]
impl Iterator for Solutions {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.found.next().map(Ok)
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

    fn sorted(mut lines: Vec<String>) -> Vec<String> {
        lines.sort();
        lines
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
            assert_eq!(sorted(lines(solver.all_arrangements().unwrap())), sorted(all.clone()));
            assert_eq!(lines(solver.all_solutions().unwrap()).len(), distinct.len());
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
        for _ in 0..3000 {
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
    fn numbers_are_those_of_the_pictures_taken_one_by_one() {
        let solver = solver("tetrominoes-5x8").threads(1);
        let one_by_one: Vec<Solution> = solver.solutions().unwrap().map(Result::unwrap).collect();
        let (mut solutions, mut numbers) = (solver.solutions().unwrap(), Vec::new());
        assert!(solutions.wait(Duration::MAX));
        let mut taken = Vec::new();
        loop {
            match solutions.take_numbers(7, &mut numbers).unwrap() {
                0 => break,
                few => taken.push(few),
            }
        }
        assert!(taken.iter().all(|few| (1..=7).contains(few)));
        assert_eq!(taken.iter().sum::<usize>(), one_by_one.len());
        assert!(numbers.chunks(40).eq(one_by_one.iter().map(Solution::numbers)));
        assert!(solutions.wait(Duration::ZERO) && solutions.next().is_none());
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
