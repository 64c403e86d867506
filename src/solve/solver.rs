//! The one public face: a subject that is compiled once and then counted, listed, drawn from and
//! estimated.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use crate::cancel::CancelToken;
use crate::clock::{Clock, StoppedClock, Stopwatch, SystemClock};
use crate::cover::Cover;
use crate::nearest::did_you_mean;
use crate::puzzle::Puzzle;
use crate::puzzle::given::read_given;
use crate::size::size;
use crate::solution::RecordSink;

use super::analysis::Analysis;
use super::environment::Environment;
use super::error::Error;
use super::execute::{execute, rehearse};
use super::glance::glance;
use super::observer::{Observer, Progress};
use super::options::{Anchor, Engine, Options, OutputMode};
use super::outcome::Outcome;
use super::plan::Plan;
use super::planner::{Wanted, check_memory};
use super::pool::threads::{own_threads, threads_for};
use super::rates::Rates;
use super::recorder::Recorder;
use super::subject::Subject;

/// What can be solved: a puzzle, or an exact cover.
pub trait Solvable: sealed::Sealed {}

pub(crate) mod sealed {
    use super::{Error, Subject};

    /// Keeps [`super::Solvable`] to the types of this crate.
    pub trait Sealed {
        /// Compiles it.
        fn compiled(&self) -> Result<CompiledSubject, Error>;
    }

    /// What is compiled, which only this crate looks into.
    #[derive(Debug)]
    pub struct CompiledSubject(pub(crate) Subject);
}

impl Solvable for Puzzle {}

impl Solvable for Cover {}

impl sealed::Sealed for Cover {
    fn compiled(&self) -> Result<sealed::CompiledSubject, Error> {
        Ok(sealed::CompiledSubject(Subject::cover("cover", self.clone())))
    }
}

impl sealed::Sealed for Puzzle {
    fn compiled(&self) -> Result<sealed::CompiledSubject, Error> {
        Ok(sealed::CompiledSubject(Subject::Puzzle(Box::new(crate::puzzle::compile(self)?))))
    }
}

/// A function that is told of progress.
type TellProgress = dyn Fn(&Progress) + Send + Sync;

/// Counts, lists, samples and estimates the solutions of one puzzle or cover.
///
/// ```
/// use bitcover::{Puzzle, Solver};
///
/// let solver = Solver::new(&Puzzle::from_catalog("soma")?)?.threads(2);
/// let outcome = solver.count()?;
/// assert_eq!(outcome.total, 11_520);
/// assert_eq!(outcome.distinct, Some(480.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Solver {
    analysis: Arc<Analysis>,
    options: Options,
    cancel: CancelToken,
    on_progress: Option<Arc<TellProgress>>,
    clock: Arc<dyn Clock>,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver")
            .field("subject", &self.subject().name())
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// What a run of the solver is to do, within the crate.
#[derive(Clone, Copy, Default)]
pub(crate) struct Request<'a> {
    /// What becomes of the solutions; counting where nothing is said.
    pub mode: Option<OutputMode>,
    /// The most solutions to list.
    pub limit: Option<u64>,
    /// Where finished tasks are recorded.
    pub recorder: Option<&'a dyn Recorder>,
    /// Is told how the run goes.
    pub observer: Option<&'a dyn Observer>,
    /// Where the records of solutions go.
    pub record_sink: Option<RecordSink<'a>>,
    /// Whether threads are started for this run alone, because it may have to wait for whoever asked
    /// for it.
    pub has_own_threads: bool,
}

impl Solver {
    /// Compiles a puzzle or a cover.
    ///
    /// # Errors
    /// When a piece of a starting position cannot lie where it is given.
    pub fn new(subject: &impl Solvable) -> Result<Self, Error> {
        Ok(Self::with_options(subject.compiled()?.0, Options::default()))
    }

    /// A solver of a subject with these options.
    pub(crate) fn with_options(subject: Subject, options: Options) -> Self {
        let analysis = Arc::new(Analysis::new(Arc::new(subject), options.anchor.clone()));
        let (cancel, clock) = (CancelToken::new(), Arc::new(SystemClock::new()));
        Self { analysis, options, cancel, on_progress: None, clock }
    }

    /// A solver of the same subject with other options.
    pub(crate) fn with_other_options(&self, options: Options) -> Self {
        let subject = Arc::clone(self.analysis.subject());
        let analysis = Arc::new(Analysis::new(subject, options.anchor.clone()));
        Self { analysis, options, ..self.clone() }
    }

    /// Leaves the engine to be chosen.
    #[must_use]
    pub(crate) fn with_chosen_engine(&self) -> Self {
        Self { options: Options { engine: None, ..self.options.clone() }, ..self.clone() }
    }

    /// Works out ahead what a run by the engine of its choice is certain to ask for, unless it is
    /// cancelled.
    #[must_use]
    pub(crate) fn ahead(mut self) -> Self {
        if self.options.engine.is_none() {
            let subject = Arc::clone(self.analysis.subject());
            let analysis = Analysis::new(subject, self.options.anchor.clone());
            self.analysis = Arc::new(analysis.ahead(self.options.threads.get(), &self.cancel));
        }
        self
    }

    /// Sets the number of threads; 0 stands for one for each core.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.options.threads = NonZeroUsize::new(threads).unwrap_or_else(crate::machine::cores);
        self
    }

    /// Sets the most memory to use, in bytes, for engines that can keep to a limit.
    #[must_use]
    pub fn memory_bytes(mut self, memory_bytes: u64) -> Self {
        self.options.memory_bytes = memory_bytes;
        self
    }

    /// Sets the most memory to use as people write it, with K, M or G for powers of 1024.
    ///
    /// ```
    /// # use bitcover::{Puzzle, Solver};
    /// let solver = Solver::new(&Puzzle::from_catalog("soma")?)?;
    /// assert_eq!(solver.clone().memory("1.5G")?.count()?.total, 11_520);
    /// assert!(solver.memory("plenty").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When that is no size, or less than any run needs.
    pub fn memory(self, text: &str) -> Result<Self, Error> {
        let fail = |reason| Error::Size { text: text.to_owned(), reason };
        Ok(self.memory_bytes(size(text).map_err(fail)?))
    }

    /// Sets how many bytes of the disk counting may take where the memory is too little: states that do
    /// not fit then wait in temporary files, in the directory of the system for those, and the sweep does
    /// not go on in batches, which would do some of the work again and again. None by default.
    #[must_use]
    pub fn disk_bytes(mut self, disk_bytes: u64) -> Self {
        self.options.disk_bytes = disk_bytes;
        self
    }

    /// Sets the engine, which is chosen otherwise.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.options.engine = Some(engine);
        self
    }

    /// Breaks the symmetry by anchoring this piece.
    ///
    /// # Errors
    /// When there is no piece of this name. Whether it can anchor shows when the run is planned.
    pub fn anchor(self, piece: &str) -> Result<Self, Error> {
        let number = piece_number(self.subject(), piece)?;
        Ok(self.anchored(Anchor::Piece(number)))
    }

    /// Breaks no symmetry: every arrangement is met.
    #[must_use]
    pub fn without_symmetry(self) -> Self {
        self.anchored(Anchor::None)
    }

    fn anchored(&self, anchor: Anchor) -> Self {
        self.with_other_options(Options { anchor, ..self.options.clone() })
    }

    /// Sets the token that cancels runs.
    #[must_use]
    pub fn cancel_token(mut self, cancel: &CancelToken) -> Self {
        self.cancel = cancel.clone();
        self
    }

    /// Sets a deadline: what is under way after this time from now on is cancelled.
    #[must_use]
    pub fn deadline(mut self, time: Duration) -> Self {
        self.cancel = self.cancel.child_with_deadline(time);
        self
    }

    /// Sets a function that is told ten times a second how far a run is.
    #[must_use]
    pub fn on_progress(mut self, tell: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.on_progress = Some(Arc::new(tell));
        self
    }

    /// Sets the clock from which the choice of an engine reads the time.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// The puzzle from another starting position, which takes the place of the one that it has: a
    /// partial picture, or a piece with its cells such as `T@1,1 1,2 1,3 2,2 3,2`.
    ///
    /// # Errors
    /// When the position is impossible, or what is solved is no puzzle.
    pub fn with_given(&self, position: &str) -> Result<Self, Error> {
        let Some(compiled) = self.subject().puzzle() else {
            return Err(Error::Position("an exact cover has no starting position".to_owned()));
        };
        let mut puzzle = compiled.puzzle.clone();
        puzzle.given = read_given(&puzzle, position)?;
        puzzle.known = None;
        Ok(self.with_subject(sealed::Sealed::compiled(&puzzle)?.0))
    }

    /// A solver of another subject in the same way.
    pub(crate) fn with_subject(&self, subject: Subject) -> Self {
        let analysis = Arc::new(Analysis::new(Arc::new(subject), self.options.anchor.clone()));
        Self { analysis, ..self.clone() }
    }

    /// Counts the solutions. A count that was cancelled is not complete.
    ///
    /// # Errors
    /// When the anchor cannot be, the engine does not fit the memory, or proves to be broken.
    pub fn count(&self) -> Result<Outcome, Error> {
        self.run(&Request::default())
    }

    /// What a count would do, and why, as far as that is clear before it begins.
    ///
    /// # Errors
    /// When the anchor cannot be, no engine fits the memory, or it is cancelled.
    pub fn plan(&self) -> Result<Plan, Error> {
        self.planned(&Request::default())
    }

    /// The plan of a search by the engine search, split into at least this many tasks where the tree
    /// is large enough.
    ///
    /// # Errors
    /// When the anchor cannot be, the search does not fit the memory, or it is cancelled.
    pub(crate) fn search_plan(&self, mode: OutputMode, tasks: usize) -> Result<Plan, Error> {
        // The search that is split is the only one, whoever runs the tasks.
        self.check_fits(Engine::Search, 1)?;
        Plan::of_search(&self.analysis, mode, tasks, &self.cancel)
    }

    /// The plan of a count by the engine frontier, divided into at least this many sweeps where they can
    /// be halved so often.
    ///
    /// # Errors
    /// When the anchor cannot be, what is swept does not fit the memory, or it is cancelled.
    pub(crate) fn sweep_plan(&self, parts: usize) -> Result<Plan, Error> {
        self.check_fits(Engine::Frontier, 1)?;
        Plan::of_sweeps(&self.analysis, parts, &self.cancel)
    }

    /// Makes sure that what an engine needs whatever it is told fits the memory with so many threads.
    ///
    /// # Errors
    /// When it does not.
    pub(crate) fn check_fits(&self, engine: Engine, threads: usize) -> Result<(), Error> {
        check_memory(&self.analysis, engine, (threads, self.options.memory_bytes))
    }

    /// What is solved.
    pub(crate) fn subject(&self) -> &Subject {
        self.analysis.subject()
    }

    /// The subject, shared.
    pub(crate) fn shared_subject(&self) -> &Arc<Subject> {
        self.analysis.subject()
    }

    /// What is known of it.
    pub(crate) fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// How it is solved.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// What asks its runs to end.
    pub(crate) fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    fn planned(&self, request: &Request<'_>) -> Result<Plan, Error> {
        Plan::new(&self.analysis, &self.wanted(request), &self.cancel)
    }

    /// What is wanted of a run, for its plan.
    pub(crate) fn wanted(&self, request: &Request<'_>) -> Wanted {
        let in_order = request.record_sink.and_then(|record_sink| record_sink.sink.in_order());
        Wanted {
            engine: self.options.engine,
            mode: request.mode.unwrap_or(OutputMode::Count),
            limit: request.limit,
            // What is in order cannot be continued in the middle.
            may_be_in_order: in_order.is_some() && request.recorder.is_none(),
            threads: self.options.threads.get(),
            rates: Rates::here(self.options.threads.get()),
            memory_bytes: self.options.memory_bytes,
        }
    }

    /// Plans a run and executes the plan, unless a glance is enough.
    ///
    /// # Errors
    /// Those of the run.
    pub(crate) fn run(&self, request: &Request<'_>) -> Result<Outcome, Error> {
        let watch = Stopwatch::start();
        if request.recorder.is_none()
            && let Some((plan, outcome)) =
                glance(&self.analysis, &self.wanted(request), request.record_sink, &self.cancel)?
        {
            if let Some(observer) = request.observer {
                observer.on_plan(&plan);
            }
            return Ok(Outcome { elapsed: watch.elapsed(), ..outcome });
        }
        let plan = self.planned(request);
        let planning = watch.elapsed();
        match plan {
            // Where a run is cancelled makes no difference to what comes of it.
            Err(Error::Cancelled) => {
                let engine = self.options.engine.unwrap_or(Engine::Search);
                Ok(Outcome::interrupted(self.subject(), self.wanted(request).mode, engine))
            }
            plan => {
                let outcome = self.execute(plan?, request)?;
                Ok(Outcome { elapsed: outcome.elapsed + planning, ..outcome })
            }
        }
    }

    /// Executes a plan.
    ///
    /// # Errors
    /// Those of the run.
    pub(crate) fn execute(&self, plan: Plan, request: &Request<'_>) -> Result<Outcome, Error> {
        if plan.mode != OutputMode::Count {
            self.subject().check_symbols()?;
        }
        self.with_environment(request, |env| execute(plan, &self.analysis, env))
    }

    /// The plan of a count after its first stage was tried on at most this many states.
    ///
    /// # Errors
    /// Those of the run.
    pub(crate) fn rehearse(&self, most_states: u64) -> Result<Plan, Error> {
        let plan = self.plan()?;
        self.with_environment(&Request::default(), |env| {
            rehearse(plan, &self.analysis, env, most_states)
        })
    }

    /// As [`Self::rehearse`], to its end, by what is counted and not by what it takes: so the plan is
    /// the same on every machine, with any number of threads.
    ///
    /// # Errors
    /// Those of the run.
    pub(crate) fn rehearse_by_work(&self) -> Result<Plan, Error> {
        let rates = Rates::anywhere();
        let wanted = Wanted { threads: 1, rates, ..self.wanted(&Request::default()) };
        let plan = Plan::new(&self.analysis, &wanted, &self.cancel)?;
        self.with_environment(&Request::default(), |env| {
            let env = Environment { clock: &StoppedClock, ..*env };
            rehearse(plan, &self.analysis, &env, u64::MAX)
        })
    }

    /// Does something with the threads and all else that a plan is executed with.
    ///
    /// # Errors
    /// When threads cannot be had, and those of what is done.
    pub(crate) fn with_environment<T>(
        &self,
        request: &Request<'_>,
        work: impl FnOnce(&Environment<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let problem = self.subject().problem();
        let threads = if request.has_own_threads {
            own_threads(problem, self.options.threads)?
        } else {
            threads_for(problem, self.options.threads)?
        };
        let cancel = self.cancel.child();
        let told = self.on_progress.as_deref().map(Callback);
        let own: Option<&dyn Observer> = told.as_ref().map(|told| told as &dyn Observer);
        let observer = request.observer.or(own);
        work(&Environment {
            threads: &threads,
            memory_bytes: self.options.memory_bytes,
            disk_bytes: self.options.disk_bytes,
            cancel: &cancel,
            recorder: request.recorder,
            observer,
            record_sink: request.record_sink,
            clock: &*self.clock,
        })
    }
}

/// A function that is told of progress.
struct Callback<'a>(&'a (dyn Fn(&Progress) + Send + Sync));

impl Observer for Callback<'_> {
    fn on_progress(&self, progress: &Progress) {
        (self.0)(progress);
    }
}

/// The number of the piece of this name.
fn piece_number(subject: &Subject, name: &str) -> Result<usize, Error> {
    let pieces = subject.puzzle().map_or(&[][..], |compiled| &compiled.puzzle.pieces);
    pieces.iter().position(|piece| piece.name == name).ok_or_else(|| {
        let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
        Error::UnknownPiece {
            name: name.to_owned(),
            hint: did_you_mean(name, &names),
            pieces: names.join(", "),
        }
    })
}
