//! `estimate`: is a count worth the while? Solutions, nodes and time, from random probes.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::report::estimate::{progress, write_csv};
use crate::report::plot::svg;
use crate::report::{EstimatePart, EstimateReport};
use crate::solve::Solver;
use crate::solve::estimate::{EstimateOptions, Limits, Method, Point};

use super::args::{EngineChoice, SearchArguments};
use super::error::CliError;
use super::given::GivenArguments;
use super::info::ADVICE_STATES;
use super::message::say_infeasibility;
use super::output::{OutputDir, write_file};
use super::screen::fitted;
use super::select::Target;

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
    search: SearchArguments,

    /// Stop after this many probes of each puzzle.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    probes: Option<u64>,

    /// Stop after this many seconds for each puzzle (and the probe then under way).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Stop when the interval of the total reaches this many per cent of it to either side.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    error: Option<f64>,

    /// Where the random numbers begin.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How the search tree is probed.
    #[arg(long, value_name = "METHOD", default_value = "population")]
    method: MethodChoice,

    /// Write estimate.json, and the running estimate as estimate.csv and estimate.svg, to this new
    /// directory.
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Print one JSON object for each PUZZLE instead of text.
    #[arg(long)]
    json: bool,
}

/// A positive number.
fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
        Ok(_) => Err("it must be more than 0".to_owned()),
        Err(error) => Err(error.to_string()),
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
    let output = output.map(|path| OutputDir::create(path, &[])).transpose()?;
    let mut out = anstream::stdout().lock();
    let mut reports = Vec::new();
    for target in &targets {
        reports.push(of_target(arguments, target)?);
    }
    // Files first: a reader of standard output may go away at any moment.
    if let Some(output) = &output {
        write_files(output.path(), &reports)?;
    }
    for report in &reports {
        if arguments.json {
            report.write_json(&mut out)?;
        } else {
            write!(out, "{}", fitted(&report.text()))?;
        }
    }
    if let (Some(output), false) = (&output, arguments.json) {
        writeln!(out, "estimate.json, estimate.csv, estimate.svg: in {}", output.path().display())?;
    }
    out.flush()?;
    Ok(())
}

fn of_target(arguments: &Arguments, target: &Target) -> Result<EstimateReport, CliError> {
    let begun = Instant::now();
    let common = arguments.search.options();
    let mut parts = Vec::new();
    for member in target.members() {
        let solver = member.solver(&arguments.search, &common)?;
        say_infeasibility(member.name(), solver.subject().infeasibility());
        let mut part = part(arguments, &solver)?;
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

fn part(arguments: &Arguments, solver: &Solver) -> Result<EstimatePart, CliError> {
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
    let is_seen = std::io::stderr().is_terminal();
    let mut said = Instant::now();
    let mut say = |point: &Point, elapsed: Duration| {
        if is_seen && said.elapsed() > Duration::from_millis(100) {
            said = Instant::now();
            let line = progress(name, point, elapsed.as_secs_f64());
            let _ = write!(anstream::stderr(), "\r\u{1b}[K{line}");
        }
    };
    let estimate = solver.estimate_with(&settings, &mut say)?;
    if is_seen {
        let _ = write!(anstream::stderr(), "\r\u{1b}[K");
    }
    Ok(EstimatePart::new(name, estimate, &settings, known))
}

/// Writes the files of `--output`, each whole or not at all.
fn write_files(directory: &Path, reports: &[EstimateReport]) -> Result<(), CliError> {
    let parts: Vec<&EstimatePart> = reports.iter().flat_map(|report| &report.parts).collect();
    let mut table = Vec::new();
    let failed = |error: std::io::Error| CliError::Write { path: directory.to_owned(), error };
    write_csv(parts.iter().copied(), &mut table).map_err(|e| failed(std::io::Error::other(e)))?;
    let mut json = serde_json::to_vec_pretty(reports).map_err(|error| failed(error.into()))?;
    json.push(b'\n');
    let files =
        [("estimate.csv", table), ("estimate.json", json), ("estimate.svg", svg(&parts).into())];
    for (name, content) in files {
        let path = directory.join(name);
        let fail = |error| CliError::Write { path: path.clone(), error };
        write_file(&path, |out| out.write_all(&content).map_err(fail))?;
    }
    Ok(())
}
