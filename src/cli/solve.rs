//! `solve`: enumerate every solution, check it, and report.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::puzzle::Puzzle;
use crate::report::CountReport;
use crate::report::table::terminal;
use crate::solution::{Encoder, RecordSink, Stream};
use crate::solve::{Analysis, Anchor, Control, Options, OutputMode, Tally};

use super::args::{FormatChoice, SearchArguments};
use super::certificate;
use super::given::GivenArguments;
use super::output::{OutputDir, header, write_rest};
use super::parts::{Done, Rest, run_each};
use super::screen::width;
use super::select::{Selection, Target, names};
use super::session::{Session, SessionArguments};
use super::{CliError, say};
use crate::solution::SolutionFile;

/// The part of the memory that solutions may take before they are set aside in files.
const SHARE: u64 = 4;

/// Solutions that take no more than this are written while the next puzzle is run.
const LITTLE_BYTES: usize = 8 << 20;

/// The arguments of `solve`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover solve logiq --output towers
  bitcover solve kanoodle --output boards --format csv    as a table
  bitcover solve logiq-2 --images --output all-552        all arrangements
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
    /// standard error.
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// How solutions are written; `bitcover format --solutions` describes each.
    #[arg(long, value_name = "FORMAT", default_value = "text", requires = "output")]
    format: FormatChoice,

    /// Write every arrangement on the fixed board, not one of each kind.
    #[arg(long)]
    images: bool,

    /// CancelToken after this many solutions of each puzzle; the counts are then partial.
    #[arg(long, value_name = "N", conflicts_with = "journal")]
    limit: Option<u64>,

    /// Search again by dancing links, with no more cuts than can be justified, and write every node
    /// to this new file, from which `verify` proves the counts; `bitcover format --certificate`
    /// describes it.
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
    let is_cover = |target: &Target| matches!(target, Target::Cover(_));
    if arguments.output.is_some() && targets.iter().any(is_cover) {
        return Err(CliError::Usage(
            "the solutions of an exact cover are printed; --output is for puzzles".to_owned(),
        ));
    }
    if let Some(path) = &arguments.certificate {
        certificate::check_request(path, &targets)?;
    }
    if arguments.output.as_deref() == Some(Path::new("-")) {
        return stream(arguments, &targets);
    }
    let session = arguments.begin(&targets)?;
    let earlier: &[Target] = if session.is_resumed() { &targets } else { &[] };
    let output = arguments.output.as_deref();
    let output = output.map(|path| OutputDir::create(path, &names_of(earlier))).transpose()?;
    let mut out = anstream::stdout().lock();
    let mut reports = Vec::new();
    for target in &targets {
        reports.push(match target {
            Target::Puzzles(selection) => solve(arguments, selection, &session, output.as_ref())?,
            Target::Cover(file) => {
                let (listing, limit) = (!arguments.json, arguments.limit);
                file.solve(&arguments.search, &session, listing, limit, &mut out)?
            }
        });
    }
    // Files first: a reader of standard output may go away at any moment.
    // What was left out for a journal, or could not be written, is not reported either.
    let has_report = !session.is_interrupted()
        || (!session.has_journal() && output.as_ref().is_some_and(OutputDir::holds_solutions));
    if let (true, Some(output)) = (has_report, &output) {
        output.write_report(&reports)?;
    }
    let certified = arguments.certify(&session, &targets, &reports)?;
    for (report, target) in reports.iter().zip(&targets) {
        if arguments.json {
            report.write_summary(&mut out)?;
        } else {
            writeln!(out, "{}", terminal(report, !is_cover(target), width()))?;
        }
    }
    if let (true, Some(output), false) = (has_report, &output, arguments.json) {
        writeln!(out, "Solutions and report are in {}.", output.path().display())?;
    }
    if let (Some(words), false) = (certified, arguments.json) {
        writeln!(out, "{words}")?;
    }
    out.flush()?;
    session.close()
}

/// The names of all puzzles.
fn names_of(targets: &[Target]) -> Vec<&str> {
    let puzzles = targets.iter().flat_map(|target| match target {
        Target::Puzzles(selection) => selection.puzzles.as_slice(),
        Target::Cover(_) => &[],
    });
    puzzles.map(|puzzle| puzzle.name.as_str()).collect()
}

fn solve(
    arguments: &Arguments,
    selection: &Selection,
    session: &Session,
    output: Option<&OutputDir>,
) -> Result<CountReport, CliError> {
    let (search, how) = (&arguments.search, (arguments.listing(), arguments.limit));
    run_each(search, selection, session, how, |puzzle, analysis, settings, control| match output {
        Some(output) => write(arguments, output, puzzle, analysis, settings, control),
        None => Ok(search.run(analysis, settings, control, None)?.into()),
    })
}

/// Solves a puzzle and writes its solutions, in order, to a file.
fn write<'a>(
    arguments: &Arguments,
    output: &OutputDir,
    puzzle: &'a Puzzle,
    analysis: Analysis<'a>,
    settings: &Options,
    control: Control<'a>,
) -> Result<Done<'a>, CliError> {
    let encoder = Encoder::new(analysis.compiled(), arguments.format.into());
    let share = settings.memory_bytes / SHARE;
    let path = OutputDir::listing_path(output.path(), &puzzle.name, encoder.format());
    // The counts are not known yet.
    let unknown = header(puzzle, settings.listing, &Tally::default(), false);
    let solutions =
        SolutionFile::new(&encoder, unknown, path.clone(), share, settings.threads.get());
    let record_sink = RecordSink { record: encoder.record(), sink: &solutions };
    // What solutions may take, the search may not.
    let settings = &Options { memory_bytes: settings.memory_bytes - share, ..settings.clone() };
    let mut part = arguments.search.run(analysis, settings, control, Some(record_sink))?;
    if !part.complete && control.stop.signal().is_some() {
        if control.journal.is_some() {
            return Ok(part.into());
        }
        // Without symmetry a part of the solutions is not one of each kind, nor all images.
        if settings.anchor == Anchor::None || solutions.is_given_up() {
            say(&format!("{}: no solutions are written", puzzle.name));
            return Ok(part.into());
        }
    }
    let header = header(puzzle, settings.listing, &part.tally, part.complete);
    let sorter = solutions.finish(&header)?;
    // More than a little is not kept beside what the next puzzle takes.
    let is_little =
        sorter.as_ref().is_none_or(|sorter| sorter.spills() == 0 && sorter.bytes() <= LITTLE_BYTES);
    let rest: Rest<'a> =
        Box::new(move || match write_rest(&path, &header, &encoder, sorter, control.stop) {
            Err(CliError::Interrupted { words, .. }) => {
                say(&words);
                Ok(false)
            }
            written => written.map(|()| true),
        });
    if is_little {
        return Ok(Done { part, rest: Some(rest) });
    }
    part.complete &= rest()?;
    Ok(part.into())
}

/// Writes the solutions of one puzzle to standard output as they are found.
fn stream(arguments: &Arguments, targets: &[Target]) -> Result<(), CliError> {
    let [Target::Puzzles(selection)] = targets else {
        return Err(CliError::Usage(
            "--output - writes the solutions of one puzzle; name one".to_owned(),
        ));
    };
    let [_] = selection.puzzles.as_slice() else {
        return Err(CliError::Usage(format!(
            "--output - writes the solutions of one puzzle; name one of {}",
            names(&selection.puzzles)
        )));
    };
    if arguments.session.journal.is_some() {
        return Err(CliError::Usage(
            "--output - cannot be continued, since what was read is gone; name a directory with \
             --journal"
                .to_owned(),
        ));
    }
    let session = arguments.begin(targets)?;
    let (search, how) = (&arguments.search, (arguments.listing(), arguments.limit));
    let report =
        run_each(search, selection, &session, how, |puzzle, analysis, settings, control| {
            let encoder = Encoder::new(analysis.compiled(), arguments.format.into());
            let mut out = std::io::stdout();
            // The counts are not known yet, and not written.
            let header = header(puzzle, settings.listing, &Tally::default(), false);
            out.write_all(&encoder.head(&header, true))?;
            let sink = Stream::new(out, "standard output", encoder.rows(), encoder.record_len());
            let record_sink = RecordSink { record: encoder.record(), sink: &sink };
            Ok(search.run(analysis, settings, control, Some(record_sink))?.into())
        })?;
    let reports = [report];
    let certified = arguments.certify(&session, targets, &reports)?;
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
        session: &Session,
        targets: &[Target],
        reports: &[CountReport],
    ) -> Result<Option<String>, CliError> {
        let Some(path) = self.certificate.as_ref().filter(|_| !session.is_interrupted()) else {
            return Ok(None);
        };
        match certificate::write(path, &self.search, session.stop(), targets, reports) {
            // That is said when the session ends.
            Err(_) if session.is_interrupted() => Ok(None),
            written => written.map(Some),
        }
    }

    /// Begins a session of this command.
    fn begin(&self, targets: &[Target]) -> Result<Session, CliError> {
        let format = self.output.is_some().then(|| self.format.into());
        Session::begin(&self.session, &self.search, targets, self.listing(), format)
    }

    fn listing(&self) -> OutputMode {
        if self.images { OutputMode::Images } else { OutputMode::Distinct }
    }
}
