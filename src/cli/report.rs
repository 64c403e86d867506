//! `report`: one page that shows puzzles, their counts and their solutions.
//!
//! First the solutions are counted, within a limit of time. As many as the gallery may hold are
//! listed; of more, a sample is drawn. Where the count takes too long, the page has an estimate and
//! the first solutions that a search comes to, and says so.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::engine::frontier::FrontierError;
use crate::number::grouped;
use crate::random::SplitMix;
use crate::report::board::board;
use crate::report::estimate::progress;
use crate::report::page::{Findings, Group, Kind, page};
use crate::solution::LineCodec;
use crate::solve::estimate::interval::Figure;
use crate::solve::estimate::{EstimateOptions, Limits, Method, Point};
use crate::solve::listed::Listed;
use crate::solve::observer::Observer;
use crate::solve::options::OutputMode;
use crate::solve::sample::Arrangements;
use crate::solve::solver::Request;
use crate::solve::{Error, Outcome, Solver};

use super::args::{SearchArguments, whole};
use super::error::CliError;
use super::given::GivenArguments;
use super::message::{say, say_infeasibility};
use super::meter::ProgressArguments;
use super::output::{ForceArguments, OutputFile};
use super::playing::Playing;
use super::provenance::here;
use super::screen::{fitted, words_beside};
use super::select::{Member, select_texts};
use super::session::Session;

/// How long an estimate takes.
const ESTIMATE: Duration = Duration::from_secs(5);

/// How long a search for the first solutions may take, whatever a count may.
const SOON: Duration = Duration::from_secs(10);

/// The arguments of `report`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover report logiq --output logiq.html    all 22,069 towers to look through
  bitcover report soma tetris-cube --output cubes.html
  bitcover report logiq-5 --given \"T@1,1 1,2 1,3 2,2 3,2\" --output rest.html

The page opens in any browser of today, from the disk: it needs no network, and nothing beside it.
It has the page of `play` too, to lay the pieces yourself.")]
pub struct Arguments {
    /// The puzzles.
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,

    /// The page to write; `-` is standard output.
    #[arg(long, short, value_name = "FILE.html")]
    output: PathBuf,

    #[command(flatten)]
    force: ForceArguments,

    /// The most solutions of a puzzle that the page holds; of more, it holds a random sample.
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = whole)]
    limit: u64,

    /// How many arrangements such a sample has.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole)]
    sample: u64,

    /// Where the random numbers begin.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole)]
    seed: u64,

    /// Count each puzzle for this many seconds at most; if that is not enough, the page has an
    /// estimate, and the first solutions found.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = whole)]
    time: u64,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    progress: ProgressArguments,

    #[command(flatten)]
    search: SearchArguments,
}

/// Runs `report`.
///
/// # Errors
/// When the command line is wrong, a run fails, or the page cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let output = OutputFile::plan(&arguments.output, arguments.force)?;
    let bare = arguments.puzzles.iter().map(|puzzle| select_texts(puzzle));
    let bare = bare.collect::<Result<Vec<_>, _>>()?;
    let laid = bare.iter().map(|(selection, _)| arguments.given.laid(selection.clone()));
    let selections = laid.collect::<Result<Vec<_>, _>>()?;
    let mut names = HashSet::new();
    for puzzle in selections.iter().flat_map(|selection| &selection.puzzles) {
        // The links of a page tell puzzles by their names.
        if !names.insert(&puzzle.name) {
            return Err(CliError::Usage(format!("{} is named twice; once is enough", puzzle.name)));
        }
    }
    let session = Session::without_journal(arguments.progress.progress, arguments.search.verbose)?;
    let common = arguments.search.options();
    let solver = |puzzle| -> Result<Solver, CliError> {
        let solver = Member::Puzzle(puzzle).solver(&arguments.search, &common)?;
        Ok(solver.cancel_token(session.cancel()))
    };
    let solvers: Vec<Vec<Solver>> = selections
        .iter()
        .map(|selection| selection.puzzles.iter().map(solver).collect::<Result<_, _>>())
        .collect::<Result<_, _>>()?;
    let mut groups = Vec::new();
    for (selection, solvers) in selections.into_iter().zip(&solvers) {
        let find = |solver| session.unless_interrupted(find(arguments, solver, &session));
        let findings = solvers.iter().map(find).collect::<Result<_, _>>()?;
        groups.push(Group { name: selection.name, title: selection.title, findings });
    }
    let machine = here(common.threads.get());
    let playing = Playing::of_those_that_can(&bare, &arguments.given)?;
    let playing = playing.map(|playing| playing.frame(&machine)).transpose();
    let page = playing.and_then(|playing| page(&groups, playing.as_deref(), &machine));
    let page = page.map_err(|error| output.error(error.into()))?;
    output.write(|out| out.write_all(page.as_bytes()).map_err(|error| output.error(error)))?;
    let mut out = words_beside(output.is_stdout());
    for found in groups.iter().flat_map(|group| &group.findings) {
        writeln!(out, "{}", fitted(&in_words(found)))?;
    }
    let kilobytes = grouped(page.len().div_ceil(1000));
    if !output.is_stdout() {
        writeln!(out, "{}: {kilobytes} kB", output.path().display())?;
    }
    out.flush()?;
    session.close()
}

/// What the page says of a puzzle, in a line.
fn in_words(found: &Findings<'_>) -> String {
    let Outcome { name, distinct, total, complete, .. } = &found.outcome;
    let held = grouped(found.lines.len() / LineCodec::new(found.compiled).line_len().max(1));
    let counted = format!(
        "{name}: {} distinct solutions, {} arrangements",
        grouped(distinct.clone().unwrap_or_default()),
        grouped(total)
    );
    match (found.kind, complete) {
        (Kind::All, _) => format!("{counted}; the page holds all"),
        (Kind::Sample, _) => format!("{counted}; the page holds a random sample of {held}"),
        (Kind::First, true) => format!("{counted}; the page holds {held} of them"),
        (Kind::First, false) => {
            format!("{name}: not counted in time; the page holds an estimate and {held} solutions")
        }
    }
}

/// Finds what there is to say of a puzzle.
fn find<'a>(
    arguments: &Arguments,
    solver: &'a Solver,
    session: &Session,
) -> Result<Findings<'a>, CliError> {
    let Arguments { limit, sample, .. } = *arguments;
    let within = |at_least: Duration| {
        solver.clone().deadline(Duration::from_secs(arguments.time).max(at_least))
    };
    let Some(compiled) = solver.subject().puzzle() else {
        unreachable!("only puzzles are reported");
    };
    let name = &compiled.puzzle.name;
    let observer = Some(session.meter() as &dyn Observer);
    // A part of the work, shown while it goes on; none is worth anything after a signal.
    let shown = |work: &dyn Fn() -> Result<Listed, CliError>| {
        session.meter().begin(name);
        let listed = work();
        session.meter().end(listed.is_ok());
        session.check_interrupted()?;
        listed
    };
    // The first solutions that a search comes to, sorted.
    let first = || -> Result<Vec<u8>, CliError> {
        let request = Request { limit: Some(sample), observer, ..Request::default() };
        let list = || Ok(Listed::new(&within(SOON), OutputMode::Distinct, &request)?);
        Ok(shown(&list)?.records)
    };
    session.meter().begin(name);
    let request = Request { mode: Some(OutputMode::Count), observer, ..Request::default() };
    let outcome = within(Duration::ZERO).run(&request);
    session.meter().end(outcome.is_ok());
    session.check_interrupted()?;
    let mut found = Findings {
        subject: solver.subject(),
        compiled,
        board: board(&compiled.puzzle),
        outcome: outcome?,
        estimate: None,
        occurrences: None,
        kind: Kind::First,
        lines: Vec::new(),
        seed: None,
    };
    say_infeasibility(name, &found.outcome.infeasibility);
    if !found.outcome.complete {
        found.estimate = Some(estimated(arguments, solver, session)?);
        found.lines = first()?;
        return Ok(found);
    }
    if *found.outcome.found() <= u128::from(limit) {
        let request = Request { observer, ..Request::default() };
        let list = || Ok(Listed::new(&within(Duration::ZERO), OutputMode::Distinct, &request)?);
        let listed = shown(&list)?;
        if listed.outcome.complete {
            found.kind = Kind::All;
            found.outcome = listed.outcome;
            found.lines = listed.records;
        }
    }
    let solver = solver.clone().engine(found.outcome.engine);
    session.meter().begin(name);
    let all = arrangements(&solver, session);
    session.meter().end(all.is_ok());
    session.check_interrupted()?;
    match all? {
        Some(all) => {
            found.occurrences = Some(all.occurrences(solver.cancel()).map_err(Error::from)?);
            if found.kind != Kind::All {
                found.kind = Kind::Sample;
                found.seed = Some(arguments.seed);
                found.lines = drawn(&solver, &all, sample, arguments.seed)?;
            }
        }
        None if found.kind != Kind::All => found.lines = first()?,
        None => {}
    }
    Ok(found)
}

/// An estimate of the number of arrangements.
fn estimated(
    arguments: &Arguments,
    solver: &Solver,
    session: &Session,
) -> Result<Figure, CliError> {
    let name = solver.subject().name();
    say(&format!("{name}: not counted in {} s; estimating instead", arguments.time));
    let options = EstimateOptions {
        method: Method::Population,
        limits: Limits { time: Some(ESTIMATE), ..Limits::default() },
        seed: arguments.seed,
        threads: solver.options().threads,
    };
    session.meter().begin(name);
    let mut say = |point: &Point, elapsed: Duration| {
        let share = elapsed.as_secs_f64() / ESTIMATE.as_secs_f64();
        session.meter().tell(share, || progress(name, point, elapsed.as_secs_f64()));
    };
    let estimate = solver.estimate_with(&options, &mut say);
    session.meter().end(estimate.is_ok());
    session.check_interrupted()?;
    Ok(estimate?.total)
}

/// All arrangements of a puzzle, unless they take more memory than is allowed.
fn arrangements<'a>(
    solver: &'a Solver,
    session: &Session,
) -> Result<Option<Arrangements<'a>>, CliError> {
    match solver.arrangement_source(Some(session.meter())) {
        Ok((all, _)) => Ok(Some(all)),
        Err(error)
            if matches!(error, Error::ListTooLong { .. })
                || matches!(error.frontier(), Some(FrontierError::TooLarge { .. })) =>
        {
            say(&format!(
                "{}: the arrangements do not fit the memory, so the page has no statistics of \
                 placements; raise --memory",
                solver.subject().name()
            ));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// The lines of random arrangements.
fn drawn(
    solver: &Solver,
    all: &Arrangements<'_>,
    number: u64,
    seed: u64,
) -> Result<Vec<u8>, CliError> {
    let mut random = SplitMix::new(seed);
    let mut lines = Vec::new();
    for _ in 0..number {
        let Some(options) = all.draw(&mut random) else { break };
        lines.extend(solver.line(&options)?.into_bytes());
    }
    Ok(lines)
}
