//! Where pictures go: to the terminal, or as SVG to a file, a directory or standard output.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use crate::number::grouped;
use crate::puzzle::Puzzle;
use crate::solution::drawing::{free_labels, picture, svg};

use super::error::CliError;
use super::output::{ForceArguments, OutputDir, OutputFile, is_stdout};
use super::screen::{data_out, fitted, look, out};
use super::stats::print_json;

/// A picture to be shown.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The number of the solution, from 1.
    pub number: usize,
    /// Which image of the solution it is, from 1; nothing where images are not told apart.
    pub image: Option<usize>,
    /// What its file is called, the end left out.
    pub stem: String,
    /// The words above it.
    pub caption: String,
    /// The written line.
    pub line: String,
}

/// A place for pictures.
#[derive(Debug)]
pub struct Gallery {
    place: Place,
    count: usize,
    /// What `--json` will say.
    parts: Vec<ShownPart>,
}

/// What is shown of a puzzle or a cover, as `--json` says it.
#[derive(Debug, Serialize)]
pub struct ShownPart {
    /// Its name.
    pub name: String,
    /// How many solutions there are.
    pub solutions: usize,
    /// Those that are shown.
    pub shown: Vec<ShownSolution>,
}

/// A solution that is shown, as `--json` says it.
#[derive(Debug, Serialize)]
pub struct ShownSolution {
    /// Its number, from 1.
    pub number: usize,
    /// Which of its images it is, from 1; null where images are not told apart.
    pub image: Option<usize>,
    /// The written line.
    pub line: String,
    /// The labels of the cells that stay free, where cells have labels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<String>,
}

#[derive(Debug)]
enum Place {
    /// Standard output, as JSON at the end.
    Json,
    /// Standard output, as text.
    Screen,
    /// Standard output, as SVG.
    Stream,
    File(OutputFile),
    Directory(OutputDir),
}

impl Gallery {
    /// Opens the place that `--svg` names, which is the screen where it is not given. `is_one`:
    /// there will be one picture only.
    ///
    /// # Errors
    /// When several pictures would go to one file, or the directory cannot be used.
    pub fn open(
        svg: Option<&Path>,
        force: ForceArguments,
        (is_one, is_json): (bool, bool),
    ) -> Result<Self, CliError> {
        let place = match svg {
            None if is_json => Place::Json,
            None => Place::Screen,
            Some(path) if !is_one && (is_stdout(path) || is_svg(path)) => {
                return Err(CliError::Usage(
                    "--all and --images draw several pictures, each in a file of its own: name a \
                     new directory after --svg"
                        .to_owned(),
                ));
            }
            Some(path) if is_stdout(path) => Place::Stream,
            Some(path) if is_svg(path) => Place::File(OutputFile::plan(path, force)?),
            Some(path) => Place::Directory(OutputDir::create(path, &[], force)?),
        };
        Ok(Self { place, count: 0, parts: Vec::new() })
    }

    /// Pictures of a puzzle follow, which has so many solutions.
    pub fn begin(&mut self, name: &str, solutions: usize) {
        self.parts.push(ShownPart { name: name.to_owned(), solutions, shown: Vec::new() });
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn hang(&mut self, puzzle: &Puzzle, shown: &Shown) -> Result<(), CliError> {
        let Shown { number, image, stem, caption, line } = shown;
        let free = free_labels(puzzle, line);
        let with_free = |caption: &str| match free.as_slice() {
            [] => caption.to_owned(),
            free => format!("{caption}: {}", free.join(" ")),
        };
        // The caption of a picture that was looked for goes on to the picture below it.
        let (words, caption) = match caption.strip_suffix(", it is") {
            Some(words) => (with_free(words), format!("{}, it is", with_free(words))),
            None => (with_free(caption), with_free(caption)),
        };
        self.count += 1;
        match &self.place {
            Place::Json => {
                let (number, image, line) = (*number, *image, line.clone());
                let solution = ShownSolution { number, image, line, free };
                if let Some(part) = self.parts.last_mut() {
                    part.shown.push(solution);
                }
            }
            Place::Screen => {
                let mut out = out();
                writeln!(out, "{}\n{}", fitted(&caption), picture(puzzle, line, look()))?;
            }
            Place::Stream => {
                data_out().write_all(svg(puzzle, line, &words).as_bytes())?;
            }
            Place::File(file) => file.write(|out| {
                let written = out.write_all(svg(puzzle, line, &words).as_bytes());
                written.map_err(|error| file.error(error))
            })?,
            Place::Directory(directory) => {
                let svg = svg(puzzle, line, &words);
                directory.write_one(&format!("{stem}.svg"), |out| out.write_all(svg.as_bytes()))?;
            }
        }
        Ok(())
    }

    /// Says where the pictures are, or what was asked for as data.
    ///
    /// # Errors
    /// When standard output cannot be written to.
    pub fn close(self, puzzle: &str) -> Result<(), CliError> {
        let mut out = out();
        match &self.place {
            Place::Json => print_shown(puzzle, self.parts)?,
            Place::Screen | Place::Stream => {}
            Place::File(file) => {
                writeln!(out, "The picture is in {}.", file.path().display())?;
            }
            Place::Directory(directory) => {
                let path = directory.path();
                let plural = if self.count == 1 { " is" } else { "s are" };
                let count = grouped(self.count);
                writeln!(out, "{count} picture{plural} in {}.", path.display())?;
            }
        }
        out.flush()?;
        Ok(())
    }
}

/// Prints what is shown of a PUZZLE as one JSON object.
///
/// # Errors
/// When standard output cannot be written to.
pub fn print_shown(puzzle: &str, parts: Vec<ShownPart>) -> Result<(), CliError> {
    #[derive(Serialize)]
    struct Object<'a> {
        puzzle: &'a str,
        parts: Vec<ShownPart>,
    }
    print_json(&Object { puzzle, parts })
}

/// Whether a path is meant for a single picture.
fn is_svg(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("svg")) && !path.is_dir()
}
