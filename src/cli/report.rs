//! `report`: one page that shows puzzles, their counts and their solutions.
//!
//! First the solutions are counted, within a limit of time. As many as the gallery may hold are
//! listed; of more, a sample is drawn. Where the count takes too long, the page has an estimate and
//! the first solutions that a search comes to, and says so.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::engine::CancelToken;
use crate::engine::frontier::FrontierError;
use crate::puzzle::{Compiled, Puzzle, compile};
use crate::report::page::{Findings, Group, Kind, page};
use crate::report::table::grouped;
use crate::solution::LineCodec;
use crate::solution::line_codec::Picture;
use crate::solve::analysis::symmetry::{Strategy, strategy};
use crate::solve::estimate::interval::Figure;
use crate::solve::estimate::{self, Limits, Method, estimate};
use crate::solve::random::SplitMix;
use crate::solve::sample::Arrangements;
use crate::solve::{Engine, Options, OutputMode, Part, RunError, with_lines};

use super::CliError;
use super::args::SearchArguments;
use super::given::GivenArguments;
use super::list::board;
use super::output::write_file;
use super::provenance::here;
use super::{say, say_obstacles};

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

The page opens in any browser of today, from the disk: it needs no network, and nothing beside it.")]
pub struct Arguments {
    /// The puzzles.
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,

    /// The page to write.
    #[arg(long, short, value_name = "FILE.html")]
    output: PathBuf,

    /// The most solutions of a puzzle that the page holds; of more, it holds a random sample.
    #[arg(long, value_name = "N", default_value_t = 30_000)]
    limit: u64,

    /// How many arrangements such a sample has.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    sample: u64,

    /// Where the random numbers begin.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Count each puzzle for so many seconds at most; if that is not enough, the page has an
    /// estimate, and the first solutions found.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time: u64,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    search: SearchArguments,
}

/// Runs `report`.
///
/// # Errors
/// When the command line is wrong, a run fails, or the page cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    check(&arguments.output)?;
    let selections = arguments.puzzles.iter().map(|puzzle| arguments.given.select(puzzle));
    let selections = selections.collect::<Result<Vec<_>, _>>()?;
    let mut names = HashSet::new();
    for puzzle in selections.iter().flat_map(|selection| &selection.puzzles) {
        // The links of a page tell puzzles by their names.
        if !names.insert(&puzzle.name) {
            return Err(CliError::Usage(format!("{} is named twice; once is enough", puzzle.name)));
        }
    }
    let compiled: Vec<Vec<Compiled>> = selections
        .iter()
        .map(|selection| selection.puzzles.iter().map(compile).collect::<Result<_, _>>())
        .collect::<Result<_, _>>()?;
    let mut groups = Vec::new();
    for (selection, compiled) in selections.into_iter().zip(&compiled) {
        let findings = compiled.iter().map(|compiled| find(arguments, compiled));
        let findings = findings.collect::<Result<_, _>>()?;
        groups.push(Group { name: selection.name, title: selection.title, findings });
    }
    let machine = here(arguments.search.threads().get());
    let path = &arguments.output;
    let fail = |error| CliError::Write { path: path.clone(), error };
    let page = page(&groups, &machine).map_err(|error| fail(error.into()))?;
    write_file(path, |out| out.write_all(page.as_bytes()).map_err(fail))?;
    let mut out = anstream::stdout().lock();
    for found in groups.iter().flat_map(|group| &group.findings) {
        writeln!(out, "{}", in_words(found))?;
    }
    writeln!(out, "{}: {} kB", path.display(), grouped(page.len().div_ceil(1000)))?;
    out.flush()?;
    Ok(())
}

/// Makes sure before the run that the page can be written.
fn check(path: &Path) -> Result<(), CliError> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    if path.is_dir() || path.file_name().is_none() {
        return Err(CliError::Usage(format!(
            "{} is a directory; name a file, such as page.html",
            path.display()
        )));
    }
    match directory {
        Some(directory) if !directory.is_dir() => Err(CliError::Usage(format!(
            "there is no directory {}; make it first",
            directory.display()
        ))),
        _ => Ok(()),
    }
}

/// What the page says of a puzzle, in a line.
fn in_words(found: &Findings<'_>) -> String {
    let Part { name, tally, line_len, complete, .. } = &found.part;
    let held = grouped(found.lines.len() / (*line_len).max(1));
    let counted = format!(
        "{name}: {} distinct solutions, {} arrangements",
        grouped(tally.distinct),
        grouped(tally.total)
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
fn find<'a>(arguments: &Arguments, compiled: &'a Compiled) -> Result<Findings<'a>, CliError> {
    let puzzle = &compiled.puzzle;
    let Arguments { limit, sample, .. } = *arguments;
    let mut found = Findings {
        compiled,
        board: board(puzzle),
        part: perform(arguments, compiled, OutputMode::None, None, Duration::ZERO)?,
        estimate: None,
        occurrences: None,
        kind: Kind::First,
        lines: Vec::new(),
        seed: None,
    };
    say_obstacles(&puzzle.name, &found.part.infeasibility);
    if !found.part.complete {
        found.estimate = Some(estimated(arguments, compiled)?);
        found.lines = first(arguments, compiled)?;
        return Ok(found);
    }
    if found.part.tally.distinct <= u128::from(limit) {
        let listed = perform(arguments, compiled, OutputMode::Distinct, None, Duration::ZERO)?;
        if listed.complete {
            found.kind = Kind::All;
            found.part = listed;
            found.lines = std::mem::take(&mut found.part.tally.lines);
        }
    }
    match arrangements(arguments, compiled, found.part.engine)? {
        Some(all) => {
            found.occurrences = Some(all.occurrences());
            if found.kind != Kind::All {
                found.kind = Kind::Sample;
                found.seed = Some(arguments.seed);
                found.lines = drawn(compiled, &all, sample, arguments.seed)?;
            }
        }
        None if found.kind != Kind::All => found.lines = first(arguments, compiled)?,
        None => {}
    }
    Ok(found)
}

/// Runs a puzzle, for as long as a count may take, or longer.
fn perform(
    arguments: &Arguments,
    compiled: &Compiled,
    listing: OutputMode,
    limit: Option<u64>,
    at_least: Duration,
) -> Result<Part, CliError> {
    let search = &arguments.search;
    let settings = search.settings(&compiled.puzzle, listing, limit)?;
    within(Duration::from_secs(arguments.time).max(at_least), |stop| {
        with_lines(compiled, listing, |record_sink| {
            let analysis = search.analyse(compiled, &settings);
            search.run(analysis, &settings, stop.into(), record_sink)
        })
    })
}

/// Does something that is asked to stop after some time.
fn within<T>(time: Duration, work: impl FnOnce(&CancelToken) -> T) -> T {
    let stop = CancelToken::default();
    let (done, waiting) = channel::<()>();
    thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            // The other end closes when the work is done.
            if waiting.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                stop.request();
            }
        });
        let result = work(stop);
        drop(done);
        result
    })
}

/// The lines of the first solutions that a search comes to, sorted.
fn first(arguments: &Arguments, compiled: &Compiled) -> Result<Vec<u8>, CliError> {
    let sample = Some(arguments.sample);
    let part = perform(arguments, compiled, OutputMode::Distinct, sample, SOON)?;
    Ok(part.tally.lines)
}

/// An estimate of the number of arrangements.
fn estimated(arguments: &Arguments, compiled: &Compiled) -> Result<Figure, CliError> {
    let Puzzle { name, .. } = &compiled.puzzle;
    say(&format!("{name}: not counted in {} s; estimating instead", arguments.time));
    let anchor = arguments.search.anchor_of(&compiled.puzzle)?;
    let Strategy { cases, capacity, .. } = strategy(compiled, Engine::Search, &anchor)?;
    let settings = estimate::Options {
        method: Method::Population,
        limits: Limits { time: Some(ESTIMATE), ..Limits::default() },
        seed: arguments.seed,
        threads: arguments.search.threads(),
    };
    let problem = &compiled.problem;
    Ok(estimate(problem, &cases, capacity.as_ref(), &settings, &mut |_, _| {})?.total)
}

/// All arrangements of a puzzle that was counted by this engine, unless they take more memory than
/// is allowed.
fn arrangements<'a>(
    arguments: &Arguments,
    compiled: &'a Compiled,
    engine: Engine,
) -> Result<Option<Arrangements<'a>>, CliError> {
    let settings = arguments.search.settings(&compiled.puzzle, OutputMode::None, None)?;
    match Arrangements::new(compiled, &Options { engine, ..settings }) {
        Ok(all) => Ok(Some(all)),
        Err(RunError::ListTooLong { .. } | RunError::Frontier(FrontierError::TooLarge { .. })) => {
            say(&format!(
                "{}: the arrangements do not fit the memory, so the page has no statistics of \
                 placements; raise --memory",
                compiled.puzzle.name
            ));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// The lines of random arrangements.
fn drawn(
    compiled: &Compiled,
    all: &Arrangements<'_>,
    number: u64,
    seed: u64,
) -> Result<Vec<u8>, CliError> {
    let codec = LineCodec::new(compiled);
    let mut random = SplitMix::new(seed);
    let (mut picture, mut lines) = (Picture::default(), Vec::new());
    for _ in 0..number {
        let Some(options) = all.draw(&mut random) else { break };
        codec.fill(&options, &mut picture).map_err(RunError::from)?;
        codec.write_image(&picture, 0, &mut lines);
    }
    Ok(lines)
}
