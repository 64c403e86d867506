//! `solve`: enumerate every solution, check it, and report.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::durable::checkpoint::Kept;
use crate::durable::listing::{encoder, header, listing_path, share_of};
use crate::puzzle::Puzzle;
use crate::report::CountReport;
use crate::report::table::terminal;
use crate::solution::{CoverCodec, Format, Header, Record, RecordSink, SolutionFile, Stream};
use crate::solve::options::{Anchor, OutputMode};
use crate::solve::solver::Request;
use crate::solve::subject::Subject;
use crate::solve::{Outcome, Solver};

use super::args::{FormatChoice, SearchArguments, whole};
use super::certificate;
use super::cover::KnuthPrinter;
use super::error::CliError;
use super::given::GivenArguments;
use super::message::say;
use super::output::{ForceArguments, OutputDir, OutputFile, is_stdout, write_rest};
use super::parts::{Done, Rest, run_each};
use super::screen::{data_out, fitted, width, words_beside};
use super::select::Target;
use super::session::{Session, SessionArguments};

/// Solutions that take no more than this are written while the next puzzle is run.
const LITTLE_BYTES: usize = 8 << 20;

/// The arguments of `solve`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover solve logiq --output towers
  bitcover solve kanoodle --output boards --format csv    as a table
  bitcover solve logiq-2 --images --output all-552        all arrangements
  bitcover solve kanoodle --symmetric --output rare       those with a symmetry
  bitcover solve logiq-5 --limit 10 --output a-few        not all of them
  bitcover solve logiq --certificate towers.certificate   a proof
  bitcover solve tetris-cube --journal tetris.journal     can be stopped")]
pub struct Arguments {
    /// The puzzles.
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    session: SessionArguments,

    /// Write the solutions of each puzzle and the count report to this new directory; `-` writes
    /// the solutions of one puzzle to standard output as they are found, and the report to
    /// standard error. Without it those of an exact cover are printed as Knuth's programs print them.
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArguments,

    /// How solutions are written; `bitcover format --solutions` describes each.
    #[arg(long, value_name = "FORMAT", default_value = "text", requires = "output")]
    format: FormatChoice,

    /// Write every arrangement on the fixed board, not one of each kind.
    #[arg(long)]
    images: bool,

    /// Write only the solutions that some motion of the board maps to themselves. They are found by
    /// covers of their own, whatever the engine; their file says `complete: no`.
    #[arg(
        long,
        conflicts_with_all = ["images", "limit", "journal", "certificate", "engine", "anchor"]
    )]
    symmetric: bool,

    /// Stop after this many solutions of each puzzle; the counts are then partial.
    #[arg(long, value_name = "N", conflicts_with = "journal", value_parser = whole)]
    limit: Option<u64>,

    /// Search again by dancing links, with no more cuts than can be justified, and write every node
    /// to this new file, from which `verify` proves the counts; `-` is standard output, and the report
    /// goes to standard error then. `bitcover format --certificate` describes it.
    #[arg(long, value_name = "FILE", conflicts_with = "limit")]
    certificate: Option<PathBuf>,

    /// Print one JSON object for each PUZZLE instead of tables.
    #[arg(long)]
    json: bool,
}

/// Runs `solve`.
///
/// # Errors
/// When the command line is wrong or the run fails.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let targets = arguments.puzzles.iter().map(|puzzle| arguments.given.target(puzzle));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let certificate = arguments.certificate.as_deref();
    let certificate =
        certificate.map(|path| certificate::plan(path, arguments.force, &targets)).transpose()?;
    if arguments.output.as_deref().is_some_and(is_stdout) {
        return stream(arguments, certificate.as_ref(), &targets);
    }
    let session = arguments.begin(&targets)?;
    if arguments.output.is_some() {
        session.meter().set_saves();
    }
    let earlier: &[Target] = if session.is_resumed() { &targets } else { &[] };
    let earlier: Vec<_> = earlier.iter().flat_map(Target::members).collect();
    let earlier: Vec<&str> = earlier.iter().map(super::select::Member::name).collect();
    let output = arguments.output.as_deref();
    let output =
        output.map(|path| OutputDir::create(path, &earlier, arguments.force)).transpose()?;
    let mut reports = Vec::new();
    for target in &targets {
        let one = |solver: Arc<Solver>| match &output {
            Some(output) => write(arguments, output, &solver, &session),
            None if target.is_cover() && !arguments.json => print(arguments, &solver, &session),
            None => {
                let request = arguments.request();
                Ok(arguments.solve(&session, &solver, &request)?.into())
            }
        };
        let report = run_each(&arguments.search, target, session.cancel(), one);
        reports.push(session.unless_interrupted(report)?);
    }
    let is_beside = certificate.as_ref().is_some_and(OutputFile::is_stdout);
    // Files first: a reader of standard output may go away at any moment.
    // What was left out for a journal, or could not be written, is not reported either.
    let has_report = !session.is_interrupted()
        || (session.journal().is_none() && output.as_ref().is_some_and(OutputDir::holds_solutions));
    if let (true, Some(output)) = (has_report, &output) {
        output.write_report(&reports)?;
    }
    let certified = arguments.certify(certificate.as_ref(), &session, &targets, &reports)?;
    let mut out = words_beside(is_beside);
    for (report, target) in reports.iter().zip(&targets) {
        if arguments.json {
            report.write_summary(&mut out)?;
        } else {
            writeln!(out, "{}", terminal(report, !target.is_cover(), width()))?;
        }
    }
    if let (true, Some(output), false) = (has_report, &output, arguments.json) {
        writeln!(out, "Solutions and report are in {}.", output.path().display())?;
    }
    if let (Some(words), false) = (certified, arguments.json) {
        writeln!(out, "{}", fitted(&words))?;
    }
    out.flush()?;
    session.close()
}

/// Solves a puzzle or a cover and writes its solutions, in order, to a file.
fn write<'a>(
    arguments: &Arguments,
    output: &OutputDir,
    solver: &Arc<Solver>,
    session: &'a Session,
) -> Result<Done<'a>, CliError> {
    let (mode, format) = (arguments.mode(), Format::from(arguments.format));
    let memory_bytes = solver.options().memory_bytes;
    let share = share_of(memory_bytes);
    let path = listing_path(output.path(), solver.subject().name(), format);
    let encoder = encoder(solver.subject(), format);
    // The counts are not known yet.
    let unknown = header(solver.subject(), mode, None);
    let threads = solver.options().threads.get();
    let place = (path.clone(), output.existing());
    let solutions = SolutionFile::new(&encoder, unknown, place, share, threads);
    let record_sink = RecordSink { record: encoder.record(), sink: &solutions };
    let request = Request { record_sink: Some(record_sink), ..arguments.request() };
    // What solutions may take, the search may not.
    let limited = Solver::clone(solver).memory_bytes(memory_bytes - share);
    let mut outcome = arguments.solve(session, &limited, &request)?;
    if !outcome.complete && session.is_interrupted() {
        if session.journal().is_some() {
            return Ok(outcome.into());
        }
        // Without symmetry a part of the solutions is not one of each kind, nor all images.
        let is_partial = solver.options().anchor == Anchor::None && !is_cover(solver);
        if is_partial || solutions.is_given_up() {
            say(&format!("{}: no solutions are written", outcome.name));
            return Ok(outcome.into());
        }
    }
    let is_whole = !arguments.symmetric;
    let known = header(solver.subject(), mode, Some(&outcome));
    let sorter = solutions.finish(&Header { complete: known.complete && is_whole, ..known })?;
    // More than a little is not kept beside what the next puzzle takes.
    let is_little =
        sorter.as_ref().is_none_or(|sorter| sorter.spills() == 0 && sorter.bytes() <= LITTLE_BYTES);
    let found = outcome.clone();
    let (shared, existing) = (Arc::clone(solver), output.existing());
    let rest: Rest<'a> = Box::new(move || {
        let encoder = crate::durable::listing::encoder(shared.subject(), format);
        let header = header(shared.subject(), mode, Some(&found));
        let header = Header { complete: header.complete && is_whole, ..header };
        match write_rest((&path, existing), &header, &encoder, sorter, session.signals()) {
            Err(CliError::Interrupted { words, .. }) => {
                say(&words);
                Ok(false)
            }
            written => written.map(|()| true),
        }
    });
    if is_little {
        return Ok(Done { outcome, rest: Some(rest) });
    }
    outcome.complete &= rest()?;
    Ok(outcome.into())
}

/// Whether what is solved is an exact cover.
fn is_cover(solver: &Solver) -> bool {
    matches!(solver.subject(), Subject::Cover { .. })
}

/// Prints the solutions of a cover as Knuth's programs do, in the order of a search on one thread.
fn print<'a>(
    arguments: &Arguments,
    solver: &Solver,
    session: &Session,
) -> Result<Done<'a>, CliError> {
    if arguments.symmetric {
        return Ok(arguments.solve(session, solver, &arguments.request())?.into());
    }
    let Subject::Cover { problem, .. } = solver.subject() else {
        unreachable!("only covers are printed");
    };
    let codec = CoverCodec::new(&problem.cover);
    let tree = solver.whole_tree()?;
    let printer = KnuthPrinter::new(&codec, tree.choices(), data_out());
    let record_sink = RecordSink { record: Record::Options(&codec), sink: &printer };
    let request = Request { record_sink: Some(record_sink), ..arguments.request() };
    Ok(session.run(&solver.clone().threads(1), &request)?.into())
}

/// Writes the solutions of one puzzle or cover to standard output as they are found.
fn stream(
    arguments: &Arguments,
    certificate: Option<&OutputFile>,
    targets: &[Target],
) -> Result<(), CliError> {
    if certificate.is_some_and(OutputFile::is_stdout) {
        return Err(CliError::Usage(
            "solutions and certificate cannot both go to standard output; name a file for one of \
             them"
                .to_owned(),
        ));
    }
    let [target] = targets else {
        return Err(CliError::Usage(
            "--output - writes the solutions of one puzzle; name one".to_owned(),
        ));
    };
    if let Target::Puzzles(selection) = target
        && selection.puzzles.len() != 1
    {
        return Err(CliError::Usage(format!(
            "--output - writes the solutions of one puzzle; name one of {}",
            selection.choice()
        )));
    }
    if arguments.session.journal.is_some() {
        return Err(CliError::Usage(
            "--output - cannot be continued, since what was read is gone; name a directory with \
             --journal"
                .to_owned(),
        ));
    }
    let session = arguments.begin(targets)?;
    let report = run_each(&arguments.search, target, session.cancel(), |solver| {
        let encoder = encoder(solver.subject(), arguments.format.into());
        let mut out = data_out();
        // The counts are not known yet, and not written.
        let header = header(solver.subject(), arguments.mode(), None);
        out.write_all(&encoder.head(&header, true))?;
        let sink = Stream::new(out, "standard output", encoder.rows(), encoder.record_len());
        let record_sink = RecordSink { record: encoder.record(), sink: &sink };
        let request = Request { record_sink: Some(record_sink), ..arguments.request() };
        Ok(arguments.solve(&session, &solver, &request)?.into())
    });
    let reports = [session.unless_interrupted(report)?];
    let certified = arguments.certify(certificate, &session, targets, &reports)?;
    let [report] = reports;
    let mut words = Vec::new();
    if arguments.json {
        report.write_summary(&mut words)?;
    } else {
        writeln!(words, "{}", terminal(&report, true, width()))?;
        writeln!(words, "Solutions were written in the order of the search.")?;
        if let Some(certified) = certified {
            writeln!(words, "{certified}")?;
        }
    }
    // The solutions are out; a closed standard error takes nothing from them.
    let _ = anstream::stderr().write_all(&words);
    session.close()
}

impl Arguments {
    /// Writes the certificate, if one is wanted, and returns what to say of it.
    fn certify(
        &self,
        file: Option<&OutputFile>,
        session: &Session,
        targets: &[Target],
        reports: &[CountReport],
    ) -> Result<Option<String>, CliError> {
        let Some(file) = file.filter(|_| !session.is_interrupted()) else {
            return Ok(None);
        };
        match certificate::write(file, &self.search, session.cancel(), targets, reports) {
            // That is said when the session ends.
            Err(_) if session.is_interrupted() => Ok(None),
            written => written.map(Some),
        }
    }

    /// Begins a session of this command.
    fn begin(&self, targets: &[Target]) -> Result<Session, CliError> {
        let turns_tiles = |target: &&Target| match target {
            Target::Puzzles(selection) => selection.puzzles.iter().any(Puzzle::has_edges),
            Target::Cover(_) => false,
        };
        if Format::from(self.format) == Format::Packed && targets.iter().any(|t| turns_tiles(&t)) {
            return Err(CliError::Usage(
                "packed files name placements by their cells, which do not say how a tile with \
                 coloured edges is turned; the formats text, ndjson and csv do"
                    .to_owned(),
            ));
        }
        let covers = targets.iter().filter(|target| target.is_cover()).count();
        let kept = match (&self.output, Format::from(self.format)) {
            _ if covers == targets.len() && (self.output.is_some() || !self.json) => Kept::Options,
            (None, _) if covers == 0 || self.json => Kept::Nothing,
            (Some(_), Format::Packed) => Kept::Placements,
            _ => Kept::Lines,
        };
        Session::begin(&self.session, &self.search, targets, self.mode(), kept)
    }

    /// Runs a puzzle or a cover.
    fn solve(
        &self,
        session: &Session,
        solver: &Solver,
        request: &Request<'_>,
    ) -> Result<Outcome, CliError> {
        if self.symmetric {
            session.run_symmetric(solver, request)
        } else {
            session.run(solver, request)
        }
    }

    fn mode(&self) -> OutputMode {
        if self.images { OutputMode::Images } else { OutputMode::Distinct }
    }

    /// A run of this command that keeps no records.
    fn request(&self) -> Request<'static> {
        Request { mode: Some(self.mode()), limit: self.limit, ..Request::default() }
    }
}
