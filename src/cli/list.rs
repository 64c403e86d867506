//! `list`: the puzzles of the catalogue, or of a file, with what each is in a few words.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::nearest::did_you_mean;
use crate::number::grouped;
use crate::puzzle::model::{Known, Piece};
use crate::puzzle::{Puzzle, compile};
use crate::report::board::{board, size};

use super::error::CliError;
use super::screen::{fitted, out, width};
use super::select::{Selection, all, is_puzzle_path, select};

/// The arguments of `list`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover list                     every puzzle of the catalogue
  bitcover list cube                those about cubes
  bitcover list ./my-family.toml    those of a file
  bitcover list --json | jq .name   for programs

On a terminal that is too narrow, columns that `bitcover info` shows too are left out.")]
pub struct Arguments {
    /// Words that names and descriptions must have, all of them, or the path of a puzzle file.
    #[arg(value_name = "WORD|FILE")]
    words: Vec<String>,

    /// Print only the names, as other commands take them.
    #[arg(long)]
    names: bool,

    /// Print one JSON object for each puzzle.
    #[arg(long, conflicts_with = "names")]
    json: bool,
}

/// A puzzle as `--json` says it.
#[derive(Debug, Serialize)]
struct Entry<'a> {
    name: &'a str,
    /// How the command line names it.
    argument: &'a str,
    family: &'a str,
    title: &'a str,
    about: &'a str,
    board: String,
    pieces: usize,
    items: usize,
    options: usize,
    known: Option<&'a Known>,
}

/// Runs `list`.
///
/// # Errors
/// When a file is wrong, or no puzzle has the words.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let mut out = out();
    for (place, selection) in chosen(&arguments.words)?.iter().enumerate() {
        let names = selection.arguments();
        if arguments.names {
            names.iter().try_for_each(|name| writeln!(out, "{name}"))?;
        } else if arguments.json {
            for (puzzle, argument) in selection.puzzles.iter().zip(&names) {
                let text = serde_json::to_string(&entry(selection, puzzle, argument)?);
                writeln!(out, "{}", text.map_err(std::io::Error::from)?)?;
            }
        } else {
            let gap = if place > 0 { "\n" } else { "" };
            writeln!(out, "{gap}{}", in_words(selection))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The families that are wanted, with those of their members that are.
fn chosen(words: &[String]) -> Result<Vec<Selection>, CliError> {
    if words.iter().any(|word| is_puzzle_path(word)) {
        return words.iter().map(|word| select(word)).collect();
    }
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut chosen: Vec<Selection> = all()?.into_iter().map(Selection::from).collect();
    let known = chosen.clone();
    for selection in &mut chosen {
        let family = selection.name.clone();
        selection.puzzles.retain(|puzzle| {
            let Puzzle { name, title, about, .. } = puzzle;
            let text = format!("{family} {name} {title} {about}").to_lowercase();
            lower.iter().all(|word| text.contains(word))
        });
    }
    chosen.retain(|selection| !selection.puzzles.is_empty());
    if chosen.is_empty() {
        let names: Vec<&str> = known.iter().map(|selection| selection.name.as_str()).collect();
        let words = words.join(" ");
        return Err(CliError::Usage(format!(
            "no puzzle has {words} in its name or description{}; `bitcover list` shows all",
            did_you_mean(&words, &names)
        )));
    }
    Ok(chosen)
}

fn entry<'a>(
    selection: &'a Selection,
    puzzle: &'a Puzzle,
    argument: &'a str,
) -> Result<Entry<'a>, CliError> {
    let cover = compile(puzzle)?.problem.cover;
    Ok(Entry {
        name: &puzzle.name,
        argument,
        family: &selection.name,
        title: &puzzle.title,
        about: &puzzle.about,
        board: board(puzzle),
        pieces: puzzle.pieces().iter().map(Piece::copies).sum(),
        items: cover.item_count(),
        options: cover.option_count(),
        known: puzzle.known.as_ref(),
    })
}

/// What a puzzle file describes in a few words, and a line for each of its puzzles.
fn in_words(selection: &Selection) -> String {
    // How a file breaks its lines has nothing to do with how wide a terminal is.
    let about = selection.puzzles.first().map_or("", |puzzle| puzzle.about.as_str());
    let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = selection.title.clone();
    if let Some(sentence) = about.split_inclusive(". ").next().filter(|about| !about.is_empty()) {
        let _ = write!(text, ": {}", sentence.trim_end());
    }
    let mut text = fitted(&text);
    for puzzle in &selection.puzzles {
        let pieces: usize = puzzle.pieces().iter().map(Piece::copies).sum();
        let mut parts = vec![size(puzzle), format!("{pieces} pieces")];
        if let Some(known) = &puzzle.known {
            parts.push(format!("{} distinct", grouped(known.distinct)));
            parts.push(format!("{} in all", grouped(known.total)));
        }
        let line = |parts: &[String]| format!("  {:<29} {}", puzzle.name, parts.join(", "));
        // What `info` says too is left out first.
        while parts.len() > 1 && line(&parts).chars().count() > width() {
            parts.pop();
        }
        let _ = write!(text, "\n{}", line(&parts));
    }
    text
}
