//! `estimate`: is a count worth the while? Solutions, nodes and time, from random probes.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::report::estimate::{progress, write_csv};
use crate::report::plot::svg;
use crate::report::{EstimatePart, EstimateReport};
use crate::solve::Solver;
use crate::solve::estimate::{EstimateOptions, Limits, Method, Point};

use super::args::{EngineChoice, SearchArguments, at_least_one, whole};
use super::description::ADVICE_STATES;
use super::error::CliError;
use super::given::GivenArguments;
use super::message::say_infeasibility;
use super::meter::ProgressArguments;
use super::output::{ForceArguments, OutputDir};
use super::screen::{fitted, out};
use super::select::Target;
use super::session::Session;

/// How long to probe where nothing else was asked for, in seconds.
const TIME: f64 = 10.0;

/// How long to strive for an error, in seconds, where no time was given.
const TIME_FOR_ERROR: f64 = 300.0;

/// How the search tree is probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MethodChoice {
    /// By populations of partial solutions that go down the tree together; small trees below them
    /// are searched whole.
    Population,
    /// By single random paths (Knuth 1975): simple, and far less precise in the same time.
    Plain,
}

/// The arguments of `estimate`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover estimate iq-fit                   for ten seconds
  bitcover estimate kanoodle --error 2       until it is known to 2%
  bitcover estimate kanoodle --method plain --probes 100000 --seed 7

All figures are for all arrangements on the fixed board (total); the nodes and the time are those \
of `count --engine search` with the same anchor. Another engine may be far faster: the last line \
says which one `count` would choose, and why. Intervals are meant to hold the truth at least 95 \
times in 100. They are corrected for the skewness of the probes, and allow for a probe unlike those \
that were made. Where hardly one met a solution, the number of nodes bounds the total, and a warning \
says so. A tree of up to 100,000 nodes is searched whole, and the figures are then exact.

The first limit that is reached ends the run. Without --probes, --time is 10, or 300 with --error. \
With --probes alone the result depends on the seed only, not on the number of threads.")]
pub struct Arguments {
    /// The puzzles.
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    progress: ProgressArguments,

    #[command(flatten)]
    search: SearchArguments,

    /// Stop after this many probes of each puzzle.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    probes: Option<u64>,

    /// Stop after this many seconds for each puzzle (and the probe then under way).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Stop when the interval of the total reaches this many per cent of it to either side.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    error: Option<f64>,

    /// Where the random numbers begin.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole)]
    seed: u64,

    /// How the search tree is probed.
    #[arg(long, value_name = "METHOD", default_value = "population")]
    method: MethodChoice,

    /// Write estimate.json, and the running estimate as estimate.csv and estimate.svg, to this new
    /// directory.
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArguments,

    /// Print one JSON object for each PUZZLE instead of text.
    #[arg(long)]
    json: bool,
}

/// A positive number.
fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
        _ => Err("write a number above 0, such as 2.5".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    positive(text).and_then(|s| Duration::try_from_secs_f64(s).map_err(|error| error.to_string()))
}

fn percent(text: &str) -> Result<f64, String> {
    positive(text).map(|percent| percent / 100.0)
}

/// Runs `estimate`.
///
/// # Errors
/// When the command line is wrong or the run fails.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    if !matches!(arguments.search.engine, EngineChoice::Auto | EngineChoice::Search) {
        return Err(CliError::Usage(
            "an estimate is of the tree that the engine `search` would visit; leave out --engine"
                .to_owned(),
        ));
    }
    let targets = arguments.puzzles.iter().map(|puzzle| arguments.given.target(puzzle));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let output = arguments.output.as_deref();
    let output = output.map(|path| OutputDir::create(path, &[], arguments.force)).transpose()?;
    let session = Session::without_journal(arguments.progress.progress, arguments.search.verbose)?;
    // What was probed is an estimate, too.
    session.meter().set_saves();
    let mut out = out();
    let mut reports = Vec::new();
    for target in &targets {
        let report = session.unless_interrupted(of_target(arguments, target, &session))?;
        reports.push(report);
        if session.is_interrupted() {
            break;
        }
    }
    // Files first: a reader of standard output may go away at any moment.
    if let Some(output) = &output {
        write_files(output, &reports)?;
    }
    for report in &reports {
        if arguments.json {
            report.write_json(&mut out)?;
        } else {
            write!(out, "{}", fitted(&report.text()))?;
        }
    }
    if let (Some(output), false) = (&output, arguments.json) {
        let path = output.path().display();
        let words = format!("estimate.json, estimate.csv, estimate.svg: in {path}");
        writeln!(out, "{}", fitted(&words))?;
    }
    out.flush()?;
    session.close()
}

fn of_target(
    arguments: &Arguments,
    target: &Target,
    session: &Session,
) -> Result<EstimateReport, CliError> {
    let begun = Instant::now();
    let common = arguments.search.options();
    let mut parts = Vec::new();
    for member in target.members() {
        let solver = member.solver(&arguments.search, &common)?.cancel_token(session.cancel());
        say_infeasibility(member.name(), solver.subject().infeasibility());
        let mut part = part(arguments, &solver, session)?;
        if session.is_interrupted() {
            // What is known by now is said.
            parts.push(part);
            break;
        }
        if !target.is_cover() {
            let plan = solver.with_chosen_engine().rehearse(ADVICE_STATES)?;
            part.auto_engine = Some(plan.engine().name());
            part.auto_why = Some(plan.why().to_owned());
        }
        parts.push(part);
    }
    Ok(EstimateReport {
        puzzle: target.name().to_owned(),
        parts,
        elapsed_s: begun.elapsed().as_secs_f64(),
    })
}

fn part(
    arguments: &Arguments,
    solver: &Solver,
    session: &Session,
) -> Result<EstimatePart, CliError> {
    let subject = solver.subject();
    let (name, puzzle) = (subject.name(), subject.puzzle().map(|compiled| &compiled.puzzle));
    let known = puzzle.and_then(|puzzle| puzzle.known.as_ref()).map(|known| known.total);
    let Arguments { probes, time, error, seed, .. } = *arguments;
    let seconds = if error.is_some() { TIME_FOR_ERROR } else { TIME };
    let time = time.or(probes.is_none().then(|| Duration::from_secs_f64(seconds)));
    let settings = EstimateOptions {
        method: match arguments.method {
            MethodChoice::Population => Method::Population,
            MethodChoice::Plain => Method::Plain,
        },
        limits: Limits { probes, time, error },
        seed,
        threads: solver.options().threads,
    };
    let mut say = |point: &Point, elapsed: Duration| {
        let of_time = time.map_or(0.0, |time| elapsed.as_secs_f64() / time.as_secs_f64());
        let of_probes = probes.map_or(0.0, |probes| point.probes as f64 / probes as f64);
        let words = || progress(name, point, elapsed.as_secs_f64());
        session.meter().tell(of_time.max(of_probes), words);
    };
    session.meter().begin(name);
    let estimate = solver.estimate_with(&settings, &mut say);
    session.meter().end(estimate.is_ok() && !session.is_interrupted());
    let estimate = estimate?;
    Ok(EstimatePart::new(name, estimate, &settings, known))
}

/// Writes the files of `--output`, each whole or not at all.
fn write_files(directory: &OutputDir, reports: &[EstimateReport]) -> Result<(), CliError> {
    let parts: Vec<&EstimatePart> = reports.iter().flat_map(|report| &report.parts).collect();
    let mut table = Vec::new();
    let failed =
        |error: std::io::Error| CliError::Write { path: directory.path().to_owned(), error };
    write_csv(parts.iter().copied(), &mut table).map_err(|e| failed(std::io::Error::other(e)))?;
    let mut json = serde_json::to_vec_pretty(reports).map_err(|error| failed(error.into()))?;
    json.push(b'\n');
    let files =
        [("estimate.csv", table), ("estimate.json", json), ("estimate.svg", svg(&parts).into())];
    for (name, content) in files {
        directory.write_one(name, |out| out.write_all(&content))?;
    }
    Ok(())
}
