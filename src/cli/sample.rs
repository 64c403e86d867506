//! `sample`: uniformly random arrangements, and starting positions with one completion.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::puzzle::compile;
use crate::puzzle::given::given_line;
use crate::report::table::grouped;
use crate::solution::LineCodec;
use crate::solution::drawing::picture;
use crate::solution::line_codec::Picture;
use crate::solve::OutputMode;
use crate::solve::challenge::{TRIES, challenge};
use crate::solve::random::SplitMix;

use super::CliError;
use super::args::SearchArguments;
use super::given::GivenArguments;
use super::screen::look;

/// The arguments of `sample`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover sample kanoodle -n 3 --seed 7
  bitcover sample iq-fit -n 1000 --lines     a line for each
  bitcover sample kanoodle --challenge 3     three pieces, one way to finish

Samples are drawn with replacement from all arrangements on the fixed board (total), each exactly \
as likely as any other. The same seed gives the same samples as long as the same engine is used.")]
pub struct Arguments {
    /// The puzzle.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// How many to draw.
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    number: u64,

    /// Where the random numbers begin.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Draw starting positions of K pieces that can be finished in exactly one way.
    #[arg(long, value_name = "K")]
    challenge: Option<usize>,

    /// Print written lines, one a sample, instead of pictures.
    #[arg(long)]
    lines: bool,

    /// Print one JSON object instead of pictures.
    #[arg(long, conflicts_with = "lines")]
    json: bool,

    #[command(flatten)]
    given: GivenArguments,

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
    let selection = arguments.given.select(&arguments.puzzle)?;
    let puzzle = selection.only()?;
    let compiled = compile(puzzle)?;
    let settings = arguments.search.settings(puzzle, OutputMode::None, None)?;
    let (arrangements, settings) = arguments.search.arrangements(&compiled, settings)?;
    if arrangements.total() == 0 {
        return Err(CliError::Nothing(format!("{} has no solution to draw from", puzzle.name)));
    }
    let mut out = anstream::stdout().lock();
    let mut random = SplitMix::new(arguments.seed);
    let codec = LineCodec::new(&compiled);
    let mut samples = Vec::new();
    for number in 1..=arguments.number {
        let drawn = match arguments.challenge {
            None => arrangements.draw(&mut random).map(|options| (options, None)),
            Some(pieces) => challenge(&compiled, &arrangements, pieces, &settings, &mut random)?
                .map(|found| (found.solution, Some(found.puzzle))),
        };
        let Some((options, start)) = drawn else {
            let pieces = arguments.challenge.unwrap_or(0);
            return Err(CliError::Nothing(format!(
                "none of {TRIES} random arrangements of {} has {pieces} pieces that leave only \
                 one way to finish; try more pieces, or another seed",
                puzzle.name
            )));
        };
        let (mut shown, mut line) = (Picture::default(), Vec::new());
        codec.fill(&options, &mut shown).map_err(crate::solve::RunError::from)?;
        codec.write_image(&shown, 0, &mut line);
        let line = String::from_utf8_lossy(&line).into_owned();
        let given = start.as_ref().map(given_line);
        if arguments.json {
            samples.push(Sample { line, given });
        } else if arguments.lines {
            writeln!(out, "{}", given.unwrap_or(line))?;
        } else {
            let what = if given.is_some() { "challenge" } else { "sample" };
            let of = format!("{what} {number} of {}", grouped(arguments.number));
            let whole = grouped(arrangements.total());
            let text = picture(puzzle, given.as_ref().unwrap_or(&line), look());
            match &given {
                None => writeln!(out, "{}, {of}, drawn from {whole}\n{text}", puzzle.name)?,
                Some(given) => writeln!(
                    out,
                    "{}, {of}: one way to finish\n{text}  --given \"{given}\"\n",
                    puzzle.name
                )?,
            }
        }
    }
    if arguments.json {
        let (puzzle, total, seed) = (&*puzzle.name, arrangements.total(), arguments.seed);
        let object = Samples { puzzle, total, seed, drawn: samples };
        let text = serde_json::to_string(&object).map_err(std::io::Error::from)?;
        writeln!(out, "{text}")?;
    }
    out.flush()?;
    Ok(())
}
