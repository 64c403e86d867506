//! `info`: what a puzzle or an exact cover is, and how it would be searched.

use std::io::Write;

use clap::Args;

use crate::cancel::CancelToken;
use crate::cover::Cover;
use crate::number::grouped;
use crate::puzzle::Compiled;
use crate::puzzle::infeasibility::infeasibility;
use crate::puzzle::model::{Piece, Puzzle, Region};
use crate::report::board::board;

use super::args::SearchArguments;
use super::cover::CoverFile;
use super::description::{self, ADVICE_STATES, Description};
use super::drawing::{board_drawing, copies, piece_drawing};
use super::error::CliError;
use super::given::GivenArguments;
use super::meter::ProgressArguments;
use super::screen::{fitted, out};
use super::select::{Member, Target};
use super::session::Session;

/// The arguments of `info`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover info lonpos-pyramid
  bitcover info ./queens.dlx         an exact cover, and its symmetries
  bitcover info logiq-5 --anchor W   how it would be searched with that anchor
  bitcover info soma --json          for programs")]
pub struct Arguments {
    /// The puzzles.
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    search: SearchArguments,

    /// Print one JSON object for each PUZZLE instead of text.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    progress: ProgressArguments,
}

/// Runs `info`.
///
/// # Errors
/// When there is no such puzzle.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let session = Session::without_journal(arguments.progress.progress, false)?;
    print(arguments, &session)
}

fn print(arguments: &Arguments, session: &Session) -> Result<(), CliError> {
    let cancel = session.cancel();
    let mut out = out();
    for (place, argument) in arguments.puzzles.iter().enumerate() {
        if arguments.json {
            let object = session.watched(argument, || described(arguments, argument, cancel))?;
            let text = serde_json::to_string(&object).map_err(std::io::Error::from)?;
            writeln!(out, "{text}")?;
            continue;
        }
        if place > 0 {
            writeln!(out)?;
        }
        let selection = match session.watched(argument, || arguments.given.target(argument))? {
            Target::Puzzles(selection) => selection,
            Target::Cover(file) => {
                let words =
                    session.watched(&file.name, || describe_cover(arguments, &file, cancel))?;
                writeln!(out, "{}", fitted(&words))?;
                continue;
            }
        };
        for (number, puzzle) in selection.puzzles.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            // The pieces of a family are the same for all its members.
            let describe = || describe(arguments, puzzle, (number == 0, cancel));
            writeln!(out, "{}", fitted(&session.watched(&puzzle.name, describe)?))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// What an argument means, as data.
fn described(
    arguments: &Arguments,
    argument: &str,
    cancel: &CancelToken,
) -> Result<Description, CliError> {
    let target = arguments.given.target(argument)?;
    let common = arguments.search.options();
    let parts = target.members().map(|member| {
        description::describe(&member.solver(&arguments.search, &common)?.cancel_token(cancel))
    });
    Ok(Description { puzzle: target.name().to_owned(), parts: parts.collect::<Result<_, _>>()? })
}

fn describe(
    arguments: &Arguments,
    puzzle: &Puzzle,
    (with_pieces, cancel): (bool, &CancelToken),
) -> Result<String, CliError> {
    let common = arguments.search.options();
    let solver = Member::Puzzle(puzzle).solver(&arguments.search, &common)?.cancel_token(cancel);
    let Some(compiled) = solver.subject().puzzle() else {
        unreachable!("it is a puzzle, as made just above");
    };
    let mut lines = vec![
        format!("{} ({})", puzzle.title, puzzle.name),
        format!("  board    {}, {} cells", board(puzzle), puzzle.board.cell_count()),
        format!("  pieces   {}", pieces(puzzle)),
        regions(puzzle),
        format!("  cover    {}", size(&compiled.problem.cover)),
        format!("  motions  {}", motions(compiled)),
    ];
    lines.retain(|line| !line.is_empty());
    if let Some(known) = &puzzle.known {
        lines.push(format!(
            "  known    {} distinct, {} in all ({})",
            grouped(known.distinct),
            grouped(known.total),
            known.source
        ));
    }
    let infeasibility = infeasibility(compiled);
    if !infeasibility.is_empty() {
        lines
            .extend(infeasibility.iter().map(|reason| format!("  solved   no solution: {reason}")));
    }
    let breaking = solver.analysis().search_breaking(solver.cancel())?;
    let names = solver.subject().piece_names(&breaking.anchors);
    let anchored = match names.as_slice() {
        [] => "nothing anchored".to_owned(),
        names => format!("anchored by {}", names.join(", then ")),
    };
    let capacity = solver.analysis().capacity();
    let capacities = if capacity.is_some() { ", with class capacities" } else { "" };
    let cases = breaking.cases.len();
    let plural = if cases == 1 { "" } else { "s" };
    lines.push(format!("  search   {cases} case{plural}, {anchored}{capacities}"));
    let plan = solver.with_chosen_engine().rehearse(ADVICE_STATES)?;
    lines.push(format!("  auto     {}: {}", plan.engine().name(), plan.why()));
    lines.push(format!("  plan     {}", solver.plan()?.stages_in_words()));
    if with_pieces {
        let drawings = puzzle.pieces().iter().map(|piece| piece_drawing(piece, compiled));
        let parts = [puzzle.about.clone(), board_drawing(puzzle)].into_iter().chain(drawings);
        lines.extend(
            parts.filter(|part| !part.is_empty()).map(|part| format!("\n{}", part.trim_end())),
        );
    }
    Ok(lines.join("\n"))
}

fn describe_cover(
    arguments: &Arguments,
    file: &CoverFile,
    cancel: &CancelToken,
) -> Result<String, CliError> {
    let solver = Member::Cover(file).solver(&arguments.search, &arguments.search.options())?;
    let solver = solver.cancel_token(cancel);
    let mut lines = vec![
        format!("{} (an exact cover)", file.name),
        format!("  cover       {}", size(&file.cover)),
    ];
    if let Some(order) = solver.symmetry_order()? {
        lines.push(format!("  symmetries  {order}"));
    }
    let plan = solver.with_chosen_engine().rehearse(ADVICE_STATES)?;
    lines.push(format!("  auto        {}: {}", plan.engine().name(), plan.why()));
    lines.push(format!("  plan        {}", solver.plan()?.stages_in_words()));
    Ok(lines.join("\n"))
}

/// How large a cover is.
fn size(cover: &Cover) -> String {
    let primary = cover.items().filter(|&item| cover.is_primary(item)).count();
    format!(
        "{} items ({primary} primary, {} secondary) x {} options",
        cover.item_count(),
        cover.item_count() - primary,
        grouped(cover.option_count())
    )
}

fn pieces(puzzle: &Puzzle) -> String {
    if puzzle.pieces().iter().any(|piece| copies(piece, puzzle).is_some()) {
        return match puzzle.pieces().len() {
            1 => "1 kind, in a number that may differ".to_owned(),
            kinds => format!("{kinds} kinds, in numbers that may differ"),
        };
    }
    let count: usize = puzzle.pieces().iter().map(Piece::copies).sum();
    let optional: usize =
        puzzle.pieces().iter().filter(|piece| piece.optional).map(Piece::copies).sum();
    match optional {
        0 => format!("{count}, all used"),
        _ if optional == count => format!("{count}, each used at most once"),
        _ => format!("{count}, of which {optional} may be left out"),
    }
}

/// The regions in a line, if there are any.
fn regions(puzzle: &Puzzle) -> String {
    let region = |region: &Region| {
        let cells = region.cells.len();
        match region.free {
            Some(1) => format!("{} ({cells} cells, 1 stays free)", region.name),
            Some(free) => format!("{} ({cells} cells, {free} stay free)", region.name),
            None => format!("{} ({cells} cells)", region.name),
        }
    };
    let all: Vec<String> = puzzle.regions.iter().map(region).collect();
    if all.is_empty() { String::new() } else { format!("  regions  {}", all.join(", ")) }
}

fn motions(compiled: &Compiled) -> String {
    let words: Vec<String> = compiled
        .symmetries
        .iter()
        .map(|symmetry| symmetry.motion.describe(&compiled.grid))
        .collect();
    format!("{} of the whole board: {}", words.len(), shortened(&words))
}

/// A list, its middle left out when it is long.
fn shortened(words: &[String]) -> String {
    match words {
        [first, second, .., last] if words.len() > 8 => format!("{first}; {second}; …; {last}"),
        _ => words.join("; "),
    }
}
