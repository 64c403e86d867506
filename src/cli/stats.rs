//! `stats`: how often each placement occurs among all arrangements.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::engine::frontier::FrontierError;
use crate::report::by_label::{ByLabel, free_options};
use crate::report::option_occurrences::OptionOccurrences;
use crate::report::placements::Occurrences;
use crate::solve::options::Engine;
use crate::solve::subject::Subject;
use crate::solve::{Error, Solver};

use super::args::{SearchArguments, piece};
use super::error::CliError;
use super::given::GivenArguments;
use super::meter::ProgressArguments;
use super::output::{ForceArguments, OutputFile};
use super::screen::{look, out, width};
use super::select::Member;
use super::session::Session;

/// The arguments of `stats`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover stats kanoodle --piece Gray
  bitcover stats cubi-magici --all --output placements.csv
  bitcover stats calendar --by-label                   every date

All figures are over arrangements on the fixed board (total).")]
pub struct Arguments {
    /// The puzzle.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// Draw the heat map of a piece: how often it covers each cell. May be repeated.
    #[arg(long, value_name = "PIECE")]
    piece: Vec<String>,

    /// Draw the heat map of every piece.
    #[arg(long, conflicts_with = "piece")]
    all: bool,

    /// Count by the labels of the cells that stay free: of a calendar, for each date.
    #[arg(long, conflicts_with_all = ["piece", "all"])]
    by_label: bool,

    /// Write a row for each placement, or for each choice of labels, to this CSV file (`-`: to standard output, and nothing else).
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArguments,

    /// Print one JSON object with a row for each placement, or for each choice of labels, instead of
    /// text.
    #[arg(long, conflicts_with_all = ["output", "piece", "all"])]
    json: bool,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    progress: ProgressArguments,

    #[command(flatten)]
    search: SearchArguments,
}

/// Runs `stats`.
///
/// # Errors
/// When the command line is wrong or the run fails.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let target = arguments.given.target(&arguments.puzzle)?;
    let member = target.only()?;
    let pieces = pieces(arguments, member)?;
    let output = arguments.output.as_deref();
    let output = output.map(|path| OutputFile::plan(path, arguments.force)).transpose()?;
    let output = output.as_ref();
    let session = Session::without_journal(arguments.progress.progress, arguments.search.verbose)?;
    let solver = member.solver(&arguments.search, &arguments.search.options())?;
    let solver = solver.cancel_token(session.cancel());
    if arguments.by_label {
        return by_label(arguments, &solver, session, output);
    }
    session.meter().begin(member.name());
    let arrangements = solver.arrangement_source(Some(session.meter()));
    session.meter().end(arrangements.is_ok());
    if session.is_interrupted() {
        return session.close();
    }
    let (arrangements, _) = arrangements?;
    let counts =
        arrangements.occurrences(session.cancel()).map_err(|error| Error::from(error).into());
    let (total, counts) = (arrangements.total(), session.unless_interrupted(counts)?);
    match solver.subject() {
        Subject::Puzzle(compiled) => {
            let occurrences = Occurrences::new(compiled, total, counts);
            if arguments.json {
                print_json(&occurrences.data())?;
                return session.close();
            }
            print(
                (output, "placement"),
                |out| occurrences.write_csv(out),
                |out| {
                    writeln!(out, "{}", occurrences.summary(look(), width()))?;
                    for &piece in &pieces {
                        writeln!(out, "{}", occurrences.heat_map(piece, width()))?;
                    }
                    Ok(())
                },
            )?;
        }
        Subject::Cover { name, problem, .. } => {
            let occurrences = OptionOccurrences::new(name, &problem.cover, total, counts);
            if arguments.json {
                print_json(&occurrences.data())?;
                return session.close();
            }
            print(
                (output, "placement"),
                |out| occurrences.write_csv(out),
                |out| write!(out, "{}", occurrences.summary()),
            )?;
        }
    }
    session.close()
}

/// Counts by what stays free.
fn by_label(
    arguments: &Arguments,
    solver: &Solver,
    session: Session,
    output: Option<&OutputFile>,
) -> Result<(), CliError> {
    let name = solver.subject().name();
    let free = solver.subject().puzzle().and_then(|puzzle| Some((puzzle, free_options(puzzle)?)));
    let Some((compiled, (marked, most))) = free else {
        return Err(CliError::Usage(format!(
            "{name} has no region that leaves cells free; --by-label counts by these"
        )));
    };
    session.meter().begin(name);
    // A diagram is tallied quickest, where it fits the memory and no engine was asked for.
    let swept = solver.clone().engine(Engine::Frontier);
    let arrangements = match solver.options().engine {
        Some(_) => solver.arrangement_source(Some(session.meter())),
        None => match swept.arrangement_source(Some(session.meter())) {
            Err(error) if matches!(error.frontier(), Some(FrontierError::TooLarge { .. })) => {
                solver.arrangement_source(Some(session.meter()))
            }
            arrangements => arrangements,
        },
    };
    session.meter().end(arrangements.is_ok());
    if session.is_interrupted() {
        return session.close();
    }
    let (arrangements, _) = arrangements?;
    let tally = arrangements.tally(&marked, most, session.cancel());
    let tally = session.unless_interrupted(tally.map_err(|error| Error::from(error).into()))?;
    let by_label = ByLabel::new(compiled, arrangements.total(), &tally);
    if arguments.json {
        print_json(&by_label.data())?;
        return session.close();
    }
    print(
        (output, "choice of labels"),
        |out| by_label.write_csv(out),
        |out| write!(out, "{}", by_label.text(width())),
    )?;
    session.close()
}

/// The pieces whose heat maps are wanted, by number.
fn pieces(arguments: &Arguments, member: Member<'_>) -> Result<Vec<usize>, CliError> {
    match member {
        Member::Puzzle(puzzle) if arguments.all => Ok((0..puzzle.piece_count()).collect()),
        Member::Puzzle(puzzle) => arguments.piece.iter().map(|name| piece(puzzle, name)).collect(),
        Member::Cover(_) if arguments.all || !arguments.piece.is_empty() => {
            Err(CliError::Usage(format!(
                "{} is an exact cover without pieces; --piece and --all are for puzzles",
                member.name()
            )))
        }
        Member::Cover(_) => Ok(Vec::new()),
    }
}

/// Prints one object on one line.
pub fn print_json(object: &impl Serialize) -> Result<(), CliError> {
    let text = serde_json::to_string(object).map_err(std::io::Error::from)?;
    let mut out = out();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// Writes the table where it goes, and prints the rest unless the table went to standard output.
fn print(
    (output, row): (Option<&OutputFile>, &str),
    write_table: impl FnOnce(&mut dyn Write) -> csv::Result<()>,
    write_words: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), CliError> {
    if let Some(file) = output {
        file.write(|mut out| write_table(&mut out).map_err(|error| file.error(error.into())))?;
        if file.is_stdout() {
            return Ok(());
        }
    }
    let mut out = out();
    write_words(&mut out)?;
    if let Some(file) = output {
        writeln!(out, "Every {row} is in {}.", file.path().display())?;
    }
    out.flush()?;
    Ok(())
}
