//! `--given`: starting positions on the command line.

use std::path::Path;

use clap::Args;

use crate::puzzle::model::MAX_FILE_BYTES;
use crate::puzzle::{Puzzle, compile};
use crate::text_file::read_text;
use crate::verify::Checker;

use super::cover::CoverFile;
use super::error::CliError;
use super::select::{Selection, Target, select};

/// Pieces that lie on the board already.
#[derive(Args, Clone, Debug, Default)]
pub struct GivenArguments {
    /// A piece, or several, that lie on the board already: a partial picture (rows joined by `/`,
    /// `.` where nothing lies), the path of a file with one, or PIECE@CELLS such as
    /// `T@1,1 1,2 1,3 2,2 3,2` with rows and columns counted from 1; or the LABEL of a cell that
    /// stays free, such as `Jan`. May be repeated.
    #[arg(long, value_name = "POSITION")]
    pub given: Vec<String>,
}

impl GivenArguments {
    /// Finds the puzzles that an argument means, with the starting position laid on each.
    ///
    /// # Errors
    /// When there is no such puzzle, or the position is impossible for it.
    pub fn select(&self, puzzle: &str) -> Result<Selection, CliError> {
        self.laid(select(puzzle)?)
    }

    /// Lays the starting position on each of some puzzles.
    ///
    /// # Errors
    /// When it is impossible for one of them.
    pub fn laid(&self, mut selection: Selection) -> Result<Selection, CliError> {
        for puzzle in &mut selection.puzzles {
            self.lay(puzzle)?;
        }
        Ok(selection)
    }

    /// Finds what an argument means, an exact cover included.
    ///
    /// # Errors
    /// As [`Self::select`]; an exact cover has no board for a position.
    pub fn target(&self, argument: &str) -> Result<Target, CliError> {
        let path = Path::new(argument);
        if !CoverFile::is_cover(path) {
            return self.select(argument).map(Target::Puzzles);
        }
        self.refuse_for_cover(argument)?;
        CoverFile::read(path).map(|file| Target::Cover(Box::new(file)))
    }

    /// Refuses a position for an exact cover, which has no board.
    ///
    /// # Errors
    /// When there is one.
    pub fn refuse_for_cover(&self, argument: &str) -> Result<(), CliError> {
        if self.given.is_empty() {
            return Ok(());
        }
        Err(CliError::Usage(format!(
            "{argument} is an exact cover without a board; --given is for puzzles"
        )))
    }

    /// Lays the position on a puzzle, beside the pieces that its own file draws.
    ///
    /// # Errors
    /// When it is impossible.
    pub fn lay(&self, puzzle: &mut Puzzle) -> Result<(), CliError> {
        for argument in &self.given {
            let path = Path::new(argument);
            let text = if puzzle.names_labels(argument) {
                argument.clone()
            } else if path.is_file() {
                read_text(path, MAX_FILE_BYTES)
                    .map_err(|error| CliError::Text { path: path.to_owned(), error })?
            } else {
                argument.clone()
            };
            puzzle.lay(&text)?;
        }
        Ok(())
    }

    /// What checks files of a puzzle with the position laid on it.
    ///
    /// # Errors
    /// When the position is impossible.
    pub fn checker(&self, puzzle: &Puzzle) -> Result<Checker, CliError> {
        let mut puzzle = puzzle.clone();
        self.lay(&mut puzzle)?;
        if !self.given.is_empty() {
            // Nothing is taken from it but whether the pieces may lie there.
            compile(&puzzle)?;
        }
        Ok(Checker::new(&puzzle))
    }
}
