//! `sample`: uniformly random arrangements, and starting positions with one completion.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::number::grouped;
use crate::puzzle::given::given_line;
use crate::puzzle::model::Piece;
use crate::random::SplitMix;
use crate::solution::drawing::picture;
use crate::solve::Solver;
use crate::solve::challenge::{TRIES, challenge};
use crate::solve::sample::Arrangements;

use super::args::{SearchArguments, at_least_one, whole};
use super::error::CliError;
use super::given::GivenArguments;
use super::meter::ProgressArguments;
use super::screen::{fitted, look, out};
use super::select::Member;
use super::session::Session;

/// The arguments of `sample`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover sample kanoodle -n 3 --seed 7
  bitcover sample iq-fit -n 1000 --lines     a line for each
  bitcover sample kanoodle --challenge 3     three pieces, one way to finish

Samples are drawn with replacement from all arrangements on the fixed board (total), each exactly \
as likely as any other. The same seed gives the same samples, on any machine and with any \
number of threads, as long as engine, anchor and --memory are the same.")]
pub struct Arguments {
    /// The puzzle.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// How many to draw.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = whole)]
    number: u64,

    /// Where the random numbers begin.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole)]
    seed: u64,

    /// Draw starting positions of K pieces that can be finished in exactly one way.
    #[arg(long, value_name = "K", value_parser = at_least_one)]
    challenge: Option<u64>,

    /// Print written lines, one a sample, instead of pictures.
    #[arg(long)]
    lines: bool,

    /// Print one JSON object instead of pictures.
    #[arg(long, conflicts_with = "lines")]
    json: bool,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    progress: ProgressArguments,

    #[command(flatten)]
    search: SearchArguments,
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Samples<'a> {
    puzzle: &'a str,
    total: u128,
    seed: u64,
    #[serde(rename = "samples")]
    drawn: Vec<Sample>,
}

#[derive(Debug, Serialize)]
struct Sample {
    /// The written line of the whole arrangement.
    line: String,
    /// The starting position, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<String>,
}

/// Runs `sample`.
///
/// # Errors
/// When the command line is wrong, the run fails, or there is nothing to draw.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let target = arguments.given.target(&arguments.puzzle)?;
    let member = target.only()?;
    if target.is_cover() && arguments.challenge.is_some() {
        return Err(CliError::Usage(format!(
            "{} is an exact cover without a board; --challenge is for puzzles",
            member.name()
        )));
    }
    if let (Some(pieces), Member::Puzzle(puzzle)) = (arguments.challenge, member) {
        let there: usize = puzzle.pieces().iter().map(Piece::copies).sum();
        if pieces > there as u64 {
            return Err(CliError::Usage(format!(
                "{} has {there} pieces, so that no starting position has {pieces}",
                puzzle.name
            )));
        }
    }
    let session = Session::without_journal(arguments.progress.progress, arguments.search.verbose)?;
    let solver = member.solver(&arguments.search, &arguments.search.options())?;
    let solver = solver.cancel_token(session.cancel());
    let name = member.name();
    session.meter().begin(name);
    let arrangements = solver.arrangement_source(Some(session.meter()));
    session.meter().end(arrangements.is_ok());
    if session.is_interrupted() {
        return session.close();
    }
    let (arrangements, _) = arrangements?;
    let total = arrangements.total();
    if total == 0 {
        return Err(CliError::Nothing(format!("{name} has no solution to draw from")));
    }
    let mut random = SplitMix::new(arguments.seed);
    let mut out = out();
    let mut samples = Vec::new();
    for number in 1..=arguments.number {
        if session.is_interrupted() {
            return session.close();
        }
        let drawn = draw(arguments, &solver, &arrangements, &mut random);
        let sample = session.unless_interrupted(drawn)?;
        if arguments.json {
            samples.push(sample);
        } else if arguments.lines {
            writeln!(out, "{}", sample.given.unwrap_or(sample.line))?;
        } else {
            let of = format!("{number} of {}", grouped(arguments.number));
            write!(out, "{}", in_words(&solver, &sample, &of, total))?;
        }
    }
    if arguments.json {
        let object = Samples { puzzle: name, total, seed: arguments.seed, drawn: samples };
        let text = serde_json::to_string(&object).map_err(std::io::Error::from)?;
        writeln!(out, "{text}")?;
    }
    out.flush()?;
    session.close()
}

/// Draws one arrangement, or a starting position with the arrangement that finishes it.
fn draw(
    arguments: &Arguments,
    solver: &Solver,
    arrangements: &Arrangements<'_>,
    random: &mut SplitMix,
) -> Result<Sample, CliError> {
    let name = solver.subject().name();
    let drawn = match (arguments.challenge, solver.subject().puzzle()) {
        (Some(pieces), Some(compiled)) => challenge(
            compiled,
            arrangements,
            pieces as usize,
            (solver.options(), solver.cancel()),
            random,
        )?
        .map(|found| (found.solution, Some(given_line(&found.puzzle)))),
        _ => arrangements.draw(random).map(|options| (options, None)),
    };
    let Some((options, given)) = drawn else {
        let pieces = arguments.challenge.unwrap_or(0);
        let sizes = (0..TRIES).filter_map(|_| Some(arrangements.draw(random)?.len() as u64));
        let most = sizes.max().unwrap_or(0);
        if most < pieces {
            return Err(CliError::Nothing(format!(
                "none of {TRIES} random arrangements of {name} has {pieces} pieces; the most is {most}"
            )));
        }
        return Err(CliError::Nothing(format!(
            "none of {TRIES} random arrangements of {name} has {pieces} pieces that leave only \
             one way to finish; try more pieces, or another seed"
        )));
    };
    Ok(Sample { line: solver.line(&options)?, given })
}

/// A sample as it is shown: a picture, or the options of a cover.
fn in_words(solver: &Solver, sample: &Sample, of: &str, total: u128) -> String {
    let (name, whole) = (solver.subject().name(), grouped(total));
    let Some(compiled) = solver.subject().puzzle() else {
        let options = sample.line.replace(" | ", "\n ");
        return format!("{name}, sample {of}, drawn from {whole}\n {options}\n\n");
    };
    let shown = sample.given.as_ref().unwrap_or(&sample.line);
    let text = picture(&compiled.puzzle, shown, look());
    match &sample.given {
        None => {
            format!("{}\n{text}\n", fitted(&format!("{name}, sample {of}, drawn from {whole}")))
        }
        Some(given) => {
            format!("{name}, challenge {of}: one way to finish\n{text}  --given \"{given}\"\n\n")
        }
    }
}
