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
use crate::cover::symmetry::Standing;
use crate::cover::{Case, Cover, ItemId, OptionId, Problem};
use crate::engine::links::Links;
use crate::engine::{Tracer, Visitor};
use crate::puzzle::given::given_line;
use crate::solution::certificate::{Certificate, Register, Sums};
use crate::solution::line_codec::Picture;
use crate::solution::{Fingerprint, NotASolution, SinkError};

use super::analysis::Analysis;
use super::codec::Codec;
use super::error::Error;
use super::options::{Engine, OutputMode};
use super::pool::threads::threads_for;

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
    let cases = analysis.breaking(Engine::Links, cancel)?.cases;
    let register = match subject.puzzle() {
        Some(compiled) => Register::new(compiled),
        None => Register::of_cover(&problem.cover),
    };
    let numbered: Vec<Case> = cases.iter().map(|case| register.case(case)).collect();
    let same: Vec<ItemId> = problem.cover.items().collect();
    let renumbered = problem.renumbered(&same, &register.options);
    let mut original = vec![OptionId(0); register.options.len()];
    for (option, number) in (0..).zip(&register.options) {
        original[number.index()] = OptionId(option);
    }
    let certificate = match subject.puzzle() {
        Some(compiled) => {
            let given = (!compiled.puzzle.given.is_empty()).then(|| given_line(&compiled.puzzle));
            Certificate::begin(out, compiled, given, &register, &numbered)
        }
        None => Certificate::begin_cover(out, subject.name(), problem, &register, &numbered),
    };
    let mut tracer = Recount {
        problem,
        residual: &[],
        original: &original,
        numbers: &register.items,
        codec: &Codec::new(subject, OutputMode::Count),
        picture: Picture::default(),
        line: Vec::new(),
        options: Vec::new(),
        certificate: certificate.map_err(|error| refused(&error))?,
        sums: Sums::default(),
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
        None => match tracer.certificate.finish(tracer.sums) {
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
struct Recount<'a, W> {
    problem: &'a Problem,
    /// The symmetries that the case leaves unbroken.
    residual: &'a [usize],
    /// For each number of an option, the option.
    original: &'a [OptionId],
    /// For each item, its number.
    numbers: &'a [ItemId],
    codec: &'a Codec<'a>,
    picture: Picture,
    line: Vec<u8>,
    options: Vec<OptionId>,
    certificate: Certificate<W>,
    sums: Sums,
    failure: Option<Error>,
}

impl<W: Write> Recount<'_, W> {
    /// The fingerprint of the solution that was met last, which is checked.
    fn fingerprint(&mut self) -> Result<Fingerprint, NotASolution> {
        self.line.clear();
        match self.codec {
            Codec::Puzzle(codec) => {
                codec.lines.fill(&self.options, &mut self.picture)?;
                codec.lines.write_canonical(&self.picture, &mut self.line);
                Ok(Fingerprint::of(&self.line))
            }
            Codec::Cover(codec) => {
                codec.check(&self.options)?;
                codec.write_record(&self.options, &mut self.line);
                Ok(codec.fingerprint(&self.line))
            }
        }
    }
}

impl<W: Write> Visitor for Recount<'_, W> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.sums.met += 1;
        self.options.clear();
        self.options.extend(options.iter().map(|number| self.original[number.index()]));
        let group = &self.problem.group;
        let Standing::Least { stabiliser } = group.standing(self.residual, &self.options) else {
            return ControlFlow::Continue(());
        };
        match self.fingerprint() {
            Ok(fingerprint) => self.sums.fingerprint += fingerprint,
            Err(defect) => {
                self.failure = Some(defect.into());
                return ControlFlow::Break(());
            }
        }
        self.sums.distinct += 1;
        self.sums.total += (group.order() / stabiliser) as u128;
        ControlFlow::Continue(())
    }
}

impl<W: Write> Tracer for Recount<'_, W> {
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
