//! Writing certificates: the tree of a plain search, every node told.
//!
//! The tree is that of dancing links, which is the tree of the bitset search where nothing is cut
//! by class capacities: a cut has no place in a certificate, since nothing in the tree would
//! justify it. Options are in the order of the certificate, so that the children of a node need no
//! names. One thread; a few hundred nanoseconds a node, and constant memory.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::cover::{Case, Cover, ItemId, OptionId};
use crate::engine::links::Links;
use crate::engine::{Tracer, Visitor};
use crate::puzzle::given::given_line;
use crate::solution::SinkError;
use crate::solution::certificate::{Certificate, Sums};

use super::analysis::Analysis;
use super::error::Error;
use super::options::Engine;
use super::pool::threads::threads_for;
use super::solution_sums::{SolutionSums, register_of};

/// Searches a subject and writes its certificate. Returns what it adds up to and its length in
/// bytes; `None` when it was cancelled, and then what was written is of no use.
///
/// # Errors
/// When the cover has ranges or colours, the anchor is unsound, the engine proves to be broken, or the certificate cannot be
/// written.
pub(crate) fn certify(
    analysis: &Analysis,
    cancel: &CancelToken,
    out: impl Write + Send,
) -> Result<Option<(Sums, u64)>, Error> {
    let subject = analysis.subject();
    let problem = subject.problem();
    if !can_be_certified(&problem.cover) {
        return Err(Error::NotCertifiable);
    }
    subject.check_symbols()?;
    let cases = analysis.breaking(Engine::Links, cancel)?.cases;
    let register = register_of(subject);
    let numbered: Vec<Case> = cases.iter().map(|case| register.case(case)).collect();
    let same: Vec<ItemId> = problem.cover.items().collect();
    let renumbered = problem.renumbered(&same, &register.options);
    let certificate = match subject.puzzle() {
        Some(compiled) => {
            let given = (!compiled.puzzle.given.is_empty()).then(|| given_line(&compiled.puzzle));
            Certificate::begin(out, compiled, given, &register, &numbered)
        }
        None => Certificate::begin_cover(out, subject.name(), problem, &register, &numbered),
    };
    let mut tracer = Writer {
        residual: &[],
        numbers: &register.items,
        counted: SolutionSums::new(subject, &register),
        certificate: certificate.map_err(|error| refused(&error))?,
        failure: None,
    };
    // Dancing links recurse, so they need the stack of such a thread.
    let complete = threads_for(problem, NonZeroUsize::MIN)?.install(|| {
        cases.iter().zip(&numbered).all(|(case, numbered)| {
            tracer.residual = &case.residual;
            Links::new(&renumbered, numbered).worker().trace(&[], &mut tracer, cancel).complete
        })
    });
    match tracer.failure {
        Some(failure) => Err(failure),
        None if !complete => Ok(None),
        None => match tracer.certificate.finish(tracer.counted.sums) {
            Ok(written) => Ok(Some(written)),
            Err(error) => Err(refused(&error)),
        },
    }
}

/// Whether a certificate can state the cover: it says neither ranges nor colours.
pub(crate) fn can_be_certified(cover: &Cover) -> bool {
    !cover.has_ranges() && !cover.has_colours()
}

fn refused(error: &io::Error) -> Error {
    SinkError::refused("write the certificate", error).into()
}

/// Writes down each node, and counts the solutions.
struct Writer<'a, W> {
    /// The symmetries that the case leaves unbroken.
    residual: &'a [usize],
    /// For each item, its number.
    numbers: &'a [ItemId],
    counted: SolutionSums<'a>,
    certificate: Certificate<W>,
    failure: Option<Error>,
}

impl<W: Write> Visitor for Writer<'_, W> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        match self.counted.add(options, self.residual) {
            Ok(()) => ControlFlow::Continue(()),
            Err(defect) => {
                self.failure = Some(defect.into());
                ControlFlow::Break(())
            }
        }
    }
}

impl<W: Write> Tracer for Writer<'_, W> {
    fn node(&mut self, item: Option<ItemId>, options: u32) -> ControlFlow<()> {
        let number = item.map(|item| self.numbers[item.index()]);
        match self.certificate.node(number, options) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(refused(&error));
                ControlFlow::Break(())
            }
        }
    }
}
