//! Writing certificates: the tree of a plain search, every node told.
//!
//! The tree is that of dancing links, which is the tree of the bitset search where nothing is cut
//! by class capacities: a cut has no place in a certificate, since nothing in the tree would
//! justify it. Options are in the order of the certificate, so that the children of a node need no
//! names. One thread; a few hundred nanoseconds a node, and constant memory.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::cover::symmetry::Standing;
use crate::cover::{Case, ItemId, OptionId, Problem};
use crate::engine::links::Links;
use crate::engine::{CancelToken, Visitor, Worker};
use crate::puzzle::Compiled;
use crate::puzzle::given::given_line;
use crate::solution::certificate::{Certificate, Register, Sums};
use crate::solution::line_codec::Picture;
use crate::solution::{Fingerprint, LineCodec, SinkError};

use crate::solve::analysis::symmetry::strategy;
use crate::solve::options::{Anchor, Engine, RunError};
use crate::solve::task::pool;

/// Searches a puzzle and writes its certificate. Returns what it adds up to and its length in
/// bytes; `None` when it was stopped, and then what was written is of no use.
///
/// # Errors
/// When the anchor is unsound, the engine proves to be broken, or the certificate cannot be
/// written.
pub fn certify(
    compiled: &Compiled,
    anchor: &Anchor,
    stop: &CancelToken,
    out: impl Write + Send,
) -> Result<Option<(Sums, u64)>, RunError> {
    let problem = &compiled.problem;
    let cases = strategy(compiled, Engine::Links, anchor)?.cases;
    let register = Register::new(compiled);
    let numbered: Vec<Case> = cases.iter().map(|case| register.case(case)).collect();
    let same: Vec<ItemId> = problem.cover.items().collect();
    let renumbered = problem.renumbered(&same, &register.options);
    let mut original = vec![OptionId(0); register.options.len()];
    for (option, number) in (0..).zip(&register.options) {
        original[number.index()] = OptionId(option);
    }
    let given = (!compiled.puzzle.given.is_empty()).then(|| given_line(&compiled.puzzle));
    let certificate = Certificate::begin(out, compiled, given, &register, &numbered)
        .map_err(|error| refused(&error))?;
    let mut tracer = Tracer {
        problem,
        residual: &[],
        original: &original,
        numbers: &register.items,
        codec: LineCodec::new(compiled),
        picture: Picture::default(),
        canonical: Vec::new(),
        options: Vec::new(),
        certificate,
        sums: Sums::default(),
        failure: None,
    };
    // Dancing links recurse, so they need the stack of such a thread.
    let complete = pool(problem, NonZeroUsize::MIN)?.install(|| {
        cases.iter().zip(&numbered).all(|(case, numbered)| {
            tracer.residual = &case.residual;
            Links::new(&renumbered, numbered).worker().run(&[], &mut tracer, stop).complete
        })
    });
    match tracer.failure {
        Some(failure) => Err(failure),
        None if !complete => Ok(None),
        None => match tracer.certificate.finish(tracer.sums) {
            Ok(written) => Ok(Some(written)),
            Err(error) => Err(refused(&error)),
        },
    }
}

fn refused(error: &io::Error) -> RunError {
    SinkError::refused("write the certificate", error).into()
}

/// Writes down each node, and counts the solutions.
struct Tracer<'a, W> {
    problem: &'a Problem,
    /// The symmetries that the case leaves unbroken.
    residual: &'a [usize],
    /// For each number of an option, the option.
    original: &'a [OptionId],
    /// For each item, its number.
    numbers: &'a [ItemId],
    codec: LineCodec<'a>,
    picture: Picture,
    canonical: Vec<u8>,
    options: Vec<OptionId>,
    certificate: Certificate<W>,
    sums: Sums,
    failure: Option<RunError>,
}

impl<W: Write> Visitor for Tracer<'_, W> {
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

    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.sums.met += 1;
        self.options.clear();
        self.options.extend(options.iter().map(|number| self.original[number.index()]));
        let group = &self.problem.group;
        let Standing::Least { stabiliser } = group.standing(self.residual, &self.options) else {
            return ControlFlow::Continue(());
        };
        if let Err(defect) = self.codec.fill(&self.options, &mut self.picture) {
            self.failure = Some(defect.into());
            return ControlFlow::Break(());
        }
        self.canonical.clear();
        self.codec.write_canonical(&self.picture, &mut self.canonical);
        self.sums.distinct += 1;
        self.sums.total += (group.order() / stabiliser) as u128;
        self.sums.fingerprint += Fingerprint::of(&self.canonical);
        ControlFlow::Continue(())
    }
}
