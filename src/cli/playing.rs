//! What a page to play on is told of puzzles.

use crate::play::Game;
use crate::puzzle::file::write::write;
use crate::puzzle::given::given_text;
use crate::puzzle::model::Given;
use crate::puzzle::xmpuzzle::is_xmpuzzle;
use crate::puzzle::{Puzzle, compile};
use crate::report::play::{PuzzleFile, PuzzleTitle, frame, page};
use crate::report::provenance::Provenance;

use super::error::CliError;
use super::given::GivenArguments;
use super::select::Selection;

/// Puzzles that a page has to be played.
#[derive(Debug)]
pub struct Playing {
    title: String,
    files: Vec<PuzzleFile>,
    /// What the page is told of the first puzzle.
    first: String,
}

impl Playing {
    /// Some puzzles, each with the text of its file, and the position from which they are played.
    ///
    /// # Errors
    /// When one of them cannot be played, or not from that position.
    pub fn new(
        title: String,
        selections: &[(Selection, String)],
        given: &GivenArguments,
    ) -> Result<Self, CliError> {
        let mut files = Vec::new();
        for (selection, text) in selections {
            let titles = titles(selection, given)?;
            if is_xmpuzzle(text) {
                files.append(&mut written_files(selection, titles)?);
            } else {
                files.push(PuzzleFile { text: text.clone(), puzzles: titles });
            }
        }
        let first = selections.iter().flat_map(|(selection, _)| &selection.puzzles).next();
        let game = first.map(Game::new).transpose();
        let game = game.map_err(|error| CliError::Nothing(error.to_string()))?;
        let first = game.map_or_else(|| "null".to_owned(), |game| game.description());
        Ok(Self { title, files, first })
    }

    /// Those of some puzzles that can be played; nothing, where none can.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn of_those_that_can(
        selections: &[(Selection, String)],
        given: &GivenArguments,
    ) -> Result<Option<Self>, CliError> {
        let can = |(selection, text): &(Selection, String)| {
            let mut selection = selection.clone();
            // A position that is given does not say how tiles with coloured edges are turned.
            let is_told = |puzzle: &Puzzle| given.given.is_empty() || !puzzle.has_edges();
            selection.puzzles.retain(is_told);
            (!selection.puzzles.is_empty()).then(|| (selection, text.clone()))
        };
        let selections: Vec<(Selection, String)> = selections.iter().filter_map(can).collect();
        if selections.is_empty() {
            return Ok(None);
        }
        let titles: Vec<&str> = selections.iter().map(|(one, _)| one.title.as_str()).collect();
        Self::new(titles.join(" · "), &selections, given).map(Some)
    }

    /// The page.
    ///
    /// # Errors
    /// Never, as long as memory can be written to.
    pub fn page(&self, machine: &Provenance) -> serde_json::Result<String> {
        page(&self.title, &self.files, &self.first, machine)
    }

    /// The page as a part of another.
    ///
    /// # Errors
    /// As [`Self::page`].
    pub fn frame(&self, machine: &Provenance) -> serde_json::Result<String> {
        frame(&self.title, &self.files, &self.first, machine)
    }
}

/// What the page is told of some puzzles of one file, beside its text.
fn titles(selection: &Selection, given: &GivenArguments) -> Result<Vec<PuzzleTitle>, CliError> {
    let laid = given.laid(selection.clone())?;
    let mut puzzles = Vec::new();
    for (puzzle, laid) in selection.puzzles.iter().zip(&laid.puzzles) {
        // Whether the pieces may lie there shows when the puzzle is compiled.
        compile(laid)?;
        let mut fixed = Vec::new();
        let more = &laid.given[puzzle.given.len()..];
        if !more.is_empty() {
            let game = Game::new(puzzle).map_err(|error| CliError::Nothing(error.to_string()))?;
            fixed = game.numbers_of(more).map_err(|given| several_ways(puzzle, given))?;
        }
        puzzles.push(PuzzleTitle { name: puzzle.name.clone(), title: puzzle.title.clone(), fixed });
    }
    Ok(puzzles)
}

/// A puzzle file for each of some puzzles that are from a file of BurrTools, which the page cannot read.
fn written_files(
    selection: &Selection,
    titles: Vec<PuzzleTitle>,
) -> Result<Vec<PuzzleFile>, CliError> {
    let file = |(puzzle, title): (&Puzzle, PuzzleTitle)| {
        let text = write(puzzle)
            .map_err(|error| CliError::Nothing(format!("{}: {error}", puzzle.name)))?;
        Ok(PuzzleFile { text, puzzles: vec![title] })
    };
    selection.puzzles.iter().zip(titles).map(file).collect()
}

/// Refuses a piece of a position of which it is not said how it is turned.
fn several_ways(puzzle: &Puzzle, given: &Given) -> CliError {
    let (piece, given) = (&puzzle.pieces[given.piece].name, given_text(puzzle, given));
    CliError::Nothing(format!(
        "piece {piece} may lie at {given} in several ways, of which --given names none; lay it on the page"
    ))
}
