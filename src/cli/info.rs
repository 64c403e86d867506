//! `info`: what a puzzle is, and how it would be searched.

use std::io::Write;

use clap::Args;

use crate::puzzle::model::{Motions, Piece, Puzzle};
use crate::puzzle::{Compiled, compile};
use crate::report::table::grouped;
use crate::run::driver::{Strategy, strategy};
use crate::run::{Anchor, EngineKind};

use super::CliError;
use super::list::board;
use super::select::select;

/// The arguments of `info`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The puzzles.
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
}

/// Runs `info`.
///
/// # Errors
/// When there is no such puzzle.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    for argument in &arguments.puzzles {
        let selection = select(argument)?;
        for (number, puzzle) in selection.puzzles.iter().enumerate() {
            // The pieces of a family are the same for all its members.
            writeln!(out, "{}", describe(puzzle, number == 0)?)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn describe(puzzle: &Puzzle, with_pieces: bool) -> Result<String, CliError> {
    let compiled = compile(puzzle)?;
    let cover = &compiled.problem.cover;
    let primary = cover.items().filter(|&item| cover.is_primary(item)).count();
    let mut lines = vec![
        format!("{} ({})", puzzle.title, puzzle.name),
        format!("  board    {}, {} cells", board(puzzle), puzzle.board.cell_count()),
        format!("  pieces   {}", pieces(puzzle)),
        format!(
            "  cover    {} items ({} primary, {} secondary) x {} options",
            cover.item_count(),
            primary,
            cover.item_count() - primary,
            grouped(cover.option_count())
        ),
        format!("  motions  {}", motions(&compiled)),
    ];
    if let Some(known) = &puzzle.known {
        lines.push(format!(
            "  known    {} distinct, {} in all ({})",
            grouped(known.distinct),
            grouped(known.total),
            known.source
        ));
    }
    let Strategy { cases, anchors, capacity } =
        strategy(&compiled, EngineKind::Search, &Anchor::Auto)?;
    let names: Vec<&str> = anchors.iter().map(|&p| puzzle.pieces[p].name.as_str()).collect();
    let anchored = match names.as_slice() {
        [] => "nothing anchored".to_owned(),
        names => format!("anchored by {}", names.join(", then ")),
    };
    let capacities = if capacity.is_some() { ", with class capacities" } else { "" };
    let plural = if cases.len() == 1 { "" } else { "s" };
    lines.push(format!("  search   {} case{plural}, {anchored}{capacities}", cases.len()));
    if with_pieces {
        lines.push(format!("\n{}\n", puzzle.about));
        lines.extend(puzzle.pieces.iter().map(|piece| drawing(piece, &compiled)));
    }
    Ok(lines.join("\n"))
}

fn pieces(puzzle: &Puzzle) -> String {
    let count: usize = puzzle.pieces.iter().map(Piece::copies).sum();
    let optional: usize =
        puzzle.pieces.iter().filter(|piece| piece.optional).map(Piece::copies).sum();
    match optional {
        0 => format!("{count}, all used"),
        _ if optional == count => format!("{count}, each used at most once"),
        _ => format!("{count}, of which {optional} may be left out"),
    }
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

/// A piece as a picture, with what there is to say of it beside.
fn drawing(piece: &Piece, compiled: &Compiled) -> String {
    let number = compiled.puzzle.pieces.iter().position(|other| other == piece);
    let placements = compiled.placements.iter().filter(|p| Some(p.piece) == number).count();
    let mut notes = vec![format!("{}: {placements} placements", piece.name)];
    notes.push(
        match piece.motions {
            Motions::Translate => "shifted only",
            Motions::HalfTurn => "turned by 180 degrees",
            Motions::Rotations => "rotated",
            Motions::RotationsAndFlips => "rotated and flipped",
        }
        .to_owned(),
    );
    if piece.inner {
        notes.push("fills the inner ring of its row".to_owned());
    }
    if piece.copies() > 1 {
        notes.push(format!("{} copies", piece.copies()));
    }
    if piece.optional {
        notes.push("may be left out".to_owned());
    }
    let extent = |axis: usize| {
        let values = piece.cells.iter().map(|cell| cell[axis]);
        (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
    };
    let mut rows = Vec::new();
    for layer in extent(0).0..=extent(0).1 {
        for row in extent(1).0..=extent(1).1 {
            let cell = |column| {
                if piece.cells.contains(&[layer, row, column]) {
                    piece.symbols[0] as char
                } else {
                    '.'
                }
            };
            rows.push((extent(2).0..=extent(2).1).map(cell).collect::<String>());
        }
    }
    let note = notes.join(", ");
    let first = rows.remove(0);
    let rest = rows.iter().fold(String::new(), |text, row| text + "\n    " + row);
    format!("    {first:<10}{note}{rest}\n")
}
