//! Proofs for other people's checkers: of each case the formula that its cover has no solution but
//! those that are listed, and a proof of it that VeriPB checks.
//!
//! The tree is that of certificates, dancing links without cuts, or that of the fixed order of a scan
//! without capacities: a cut would need a derivation of its own. A case is searched twice: first to
//! learn how many solutions its formula will exclude, which stands at its head; then everything is
//! written as it is found. One thread; about a microsecond a node, and memory for the cover alone.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::cancel::CancelToken;
use crate::cover::{Case, ItemId, OptionId, Problem};
use crate::engine::links::Links;
use crate::engine::scan::{Outlook, Scan};
use crate::engine::{SimdLevel, Tracer, Visitor};
use crate::puzzle::given::given_line;
use crate::solution::certificate::{Register, Sums};
use crate::solution::formula::{CaseOf, Formula, Rows};
use crate::solution::proof::{Proof, ProofSize};
use crate::solution::{SinkError, SubjectName};

use super::analysis::Analysis;
use super::error::Error;
use super::observer::Observer;
use super::options::Engine;
use super::pool::threads::threads_for;
use super::solution_sums::{SolutionSums, register_of};
use super::subject::Subject;
use super::tree_progress::TreeProgress;

/// The engine whose tree is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProofEngine {
    /// Dancing links, which take any cover.
    Links,
    /// A fixed order of items.
    Scan,
}

/// The tree of a case.
enum Tree<'a> {
    Links(Links),
    Scan(&'a Scan),
}

impl Tree<'_> {
    /// Tells of every node; false where it was stopped before the last.
    fn trace(&self, tracer: &mut impl Tracer, cancel: &CancelToken) -> bool {
        match self {
            Self::Links(links) => links.worker().trace(&[], tracer, cancel).complete,
            Self::Scan(scan) => scan.trace(tracer, cancel).complete,
        }
    }
}

/// Writes the formulas and proofs of a subject, one case after the other.
pub(crate) struct Prover<'a> {
    subject: &'a Subject,
    register: Register,
    cases: Vec<Case>,
    /// The problem with options numbered as they are written, and the cases of it.
    renumbered: Problem,
    numbered: Vec<Case>,
    /// The scan of each case; none where the trees are those of dancing links.
    scans: Option<Vec<Scan>>,
    given: Option<String>,
    counted: SolutionSums<'a>,
    cancel: &'a CancelToken,
    progress: TreeProgress<'a>,
}

/// What was written of one case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProvedCase {
    /// The solutions that the formula excludes.
    pub solutions: u64,
    /// The length of the formula in bytes.
    pub formula_bytes: u64,
    /// How long the proof is.
    pub proof: ProofSize,
}

impl<'a> Prover<'a> {
    /// Prepares for a subject whose symmetry is broken as its analysis says for the engine.
    ///
    /// # Errors
    /// When the anchor is unsound, the subject cannot be scanned, or it is cancelled.
    pub fn new(
        analysis: &'a Analysis,
        engine: ProofEngine,
        cancel: &'a CancelToken,
        observer: Option<&'a dyn Observer>,
    ) -> Result<Self, Error> {
        let subject: &Arc<Subject> = analysis.subject();
        let breaking = match engine {
            ProofEngine::Links => analysis.breaking(Engine::Links, cancel)?,
            ProofEngine::Scan => analysis.breaking(Engine::Scan, cancel)?,
        };
        let cases = breaking.cases;
        let register = register_of(subject);
        let numbered: Vec<Case> = cases.iter().map(|case| register.case(case)).collect();
        let same: Vec<ItemId> = subject.problem().cover.items().collect();
        let renumbered = subject.problem().renumbered(&same, &register.options);
        let scans = match engine {
            ProofEngine::Links => None,
            ProofEngine::Scan => Some(scans(&renumbered, &numbered, cancel)?),
        };
        let puzzle = subject.puzzle().map(|compiled| &compiled.puzzle);
        let given = puzzle.filter(|puzzle| !puzzle.given.is_empty()).map(given_line);
        let counted = SolutionSums::new(subject, &register);
        let progress = TreeProgress::new(observer);
        Ok(Self {
            subject,
            register,
            cases,
            renumbered,
            numbered,
            scans,
            given,
            counted,
            cancel,
            progress,
        })
    }

    /// How many cases there are; none where it is plain without a search that there is no solution.
    pub fn case_count(&self) -> usize {
        self.cases.len()
    }

    /// The starting position as a written line.
    pub fn given(&self) -> Option<&str> {
        self.given.as_deref()
    }

    /// What the solutions of the cases that were written add up to.
    pub fn sums(&self) -> Sums {
        self.counted.sums
    }

    /// Writes the formula and the proof of a case, which are numbered from 1.
    ///
    /// # Errors
    /// When the engine proves to be broken, something cannot be written, or it is cancelled; then what
    /// was written is of no use.
    pub fn write(
        &mut self,
        number: usize,
        formula: &mut (impl Write + Send),
        proof: &mut (impl Write + Send),
    ) -> Result<ProvedCase, Error> {
        let case = &self.cases[number - 1];
        let cover = &self.subject.problem().cover;
        let (cases, progress) = (self.cases.len(), &mut self.progress);
        let tree = match &self.scans {
            None => Tree::Links(Links::new(&self.renumbered, &self.numbered[number - 1])),
            Some(scans) => Tree::Scan(&scans[number - 1]),
        };
        let threads = threads_for(&self.renumbered, NonZeroUsize::MIN)?;
        progress.begin(2 * number - 2, 2 * cases);
        let mut counter = Counter { progress, sums: &self.counted.sums, found: 0 };
        if !threads.install(|| tree.trace(&mut counter, self.cancel)) {
            return Err(Error::Cancelled);
        }
        let solutions = counter.found;
        let rows = Rows::new(cover, &self.register, case);
        let subject = match self.subject {
            Subject::Puzzle(compiled) => SubjectName::Puzzle(&compiled.puzzle.name),
            Subject::Cover { name, .. } => SubjectName::Cover(name),
        };
        let of = CaseOf { subject, given: self.given.as_deref(), number, cases, solutions };
        progress.begin(2 * number - 1, 2 * cases);
        let mut writer = Writer {
            formula: Formula::begin(formula, &rows, &self.register, case, of).map_err(refused)?,
            proof: Proof::begin(proof, rows.checked_count(solutions)).map_err(refused)?,
            has_ranges: rows.has_ranges(),
            residual: &case.residual,
            found: 0,
            counted: &mut self.counted,
            progress,
            failure: None,
        };
        let complete = threads.install(|| tree.trace(&mut writer, self.cancel));
        if let Some(failure) = writer.failure {
            return Err(failure);
        }
        if !complete {
            return Err(Error::Cancelled);
        }
        if writer.found != solutions {
            let words = format!("a search met {solutions} solutions, and again {}", writer.found);
            return Err(Error::Defect(words));
        }
        Ok(ProvedCase {
            solutions,
            formula_bytes: writer.formula.finish().map_err(refused)?,
            proof: writer.proof.finish().map_err(refused)?,
        })
    }
}

/// A scan of each case, without capacities.
fn scans(problem: &Problem, cases: &[Case], cancel: &CancelToken) -> Result<Vec<Scan>, Error> {
    let outlook = Outlook::new(problem, cases, None, f64::INFINITY, cancel)?;
    Ok(Scan::of_cases(problem, cases, (None, SimdLevel::best()), &outlook, cancel)?)
}

#[allow(clippy::needless_pass_by_value, reason = "it is what `map_err` hands on")]
fn refused(error: io::Error) -> Error {
    SinkError::refused("write the formula and its proof", &error).into()
}

/// Counts the solutions that a search meets.
struct Counter<'a, 'o> {
    progress: &'a mut TreeProgress<'o>,
    /// What was found in earlier cases.
    sums: &'a Sums,
    found: u64,
}

impl Visitor for Counter<'_, '_> {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        self.found += 1;
        ControlFlow::Continue(())
    }
}

impl Tracer for Counter<'_, '_> {
    fn node(&mut self, _: Option<ItemId>, options: u32) -> ControlFlow<()> {
        self.progress.enter(options, self.sums);
        ControlFlow::Continue(())
    }

    fn leave(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        self.progress.leave();
        ControlFlow::Continue(())
    }
}

/// Writes down what a search meets.
struct Writer<'a, 'o, F, P> {
    formula: Formula<'a, F>,
    proof: Proof<P>,
    /// Whether a solution may be part of another.
    has_ranges: bool,
    /// The symmetries that the case leaves unbroken.
    residual: &'a [usize],
    /// The solutions so far.
    found: u64,
    counted: &'a mut SolutionSums<'o>,
    progress: &'a mut TreeProgress<'o>,
    failure: Option<Error>,
}

impl<F: Write, P: Write> Writer<'_, '_, F, P> {
    fn goes_on(&mut self, done: Result<(), Error>) -> ControlFlow<()> {
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }
}

impl<F: Write, P: Write> Visitor for Writer<'_, '_, F, P> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.found += 1;
        let added = self.counted.add(options, self.residual).map_err(Error::from);
        let written = added.and_then(|()| self.formula.exclude(options).map_err(refused));
        self.goes_on(written)
    }
}

impl<F: Write, P: Write> Tracer for Writer<'_, '_, F, P> {
    fn node(&mut self, item: Option<ItemId>, options: u32) -> ControlFlow<()> {
        self.progress.enter(options, &self.counted.sums);
        self.proof.enter(options, item.is_none() && !self.has_ranges);
        ControlFlow::Continue(())
    }

    fn leave(&mut self, chosen: &[OptionId]) -> ControlFlow<()> {
        self.progress.leave();
        let written = self.proof.leave(chosen).map_err(refused);
        self.goes_on(written)
    }
}
