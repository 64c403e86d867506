//! Where pictures go: to the terminal, or as SVG to a file, a directory or standard output.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::number::grouped;
use crate::puzzle::Puzzle;
use crate::solution::drawing::{picture, svg};

use super::error::CliError;
use super::output::{OutputDir, write_file};
use super::screen::look;

/// A picture to be shown.
#[derive(Clone, Debug)]
pub struct Shown {
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
}

#[derive(Debug)]
enum Place {
    /// Standard output, as text.
    Screen,
    /// Standard output, as SVG.
    Stream,
    File(PathBuf),
    Directory(PathBuf),
}

impl Gallery {
    /// Opens the place that `--svg` names, which is the screen where it is not given. `is_one`:
    /// there will be one picture only.
    ///
    /// # Errors
    /// When several pictures would go to one file, or the directory cannot be used.
    pub fn open(svg: Option<&Path>, is_one: bool) -> Result<Self, CliError> {
        let place = match svg {
            None => Place::Screen,
            Some(path) if path.as_os_str() == "-" => Place::Stream,
            Some(path) if is_svg(path) => Place::File(path.to_owned()),
            Some(path) => Place::Directory(OutputDir::create(path, &[])?.path().to_owned()),
        };
        if !is_one && matches!(place, Place::Stream | Place::File(_)) {
            return Err(CliError::Usage(
                "--all and --images draw several pictures, each in a file of its own: name a new \
                 directory after --svg"
                    .to_owned(),
            ));
        }
        Ok(Self { place, count: 0 })
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn hang(&mut self, puzzle: &Puzzle, shown: &Shown) -> Result<(), CliError> {
        let Shown { stem, caption, line } = shown;
        // The caption of a picture that was looked for goes on to the picture below it.
        let words = caption.trim_end_matches(", it is");
        self.count += 1;
        match &self.place {
            Place::Screen => {
                let mut out = anstream::stdout().lock();
                writeln!(out, "{caption}\n{}", picture(puzzle, line, look()))?;
            }
            Place::Stream => {
                std::io::stdout().lock().write_all(svg(puzzle, line, words).as_bytes())?;
            }
            Place::File(path) => save(path, &svg(puzzle, line, words))?,
            Place::Directory(directory) => {
                save(&directory.join(format!("{stem}.svg")), &svg(puzzle, line, words))?;
            }
        }
        Ok(())
    }

    /// Says where the pictures are.
    ///
    /// # Errors
    /// When standard output cannot be written to.
    pub fn close(self) -> Result<(), CliError> {
        let mut out = anstream::stdout().lock();
        match &self.place {
            Place::Screen | Place::Stream => {}
            Place::File(path) => writeln!(out, "The picture is in {}.", path.display())?,
            Place::Directory(path) => {
                let plural = if self.count == 1 { " is" } else { "s are" };
                let count = grouped(self.count);
                writeln!(out, "{count} picture{plural} in {}.", path.display())?;
            }
        }
        out.flush()?;
        Ok(())
    }
}

/// Whether a path is meant for a single picture.
fn is_svg(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("svg")) && !path.is_dir()
}

fn save(path: &Path, text: &str) -> Result<(), CliError> {
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        let fail = |error| CliError::Write { path: parent.to_owned(), error };
        fs::create_dir_all(parent).map_err(fail)?;
    }
    write_file(path, |out| {
        out.write_all(text.as_bytes())
            .map_err(|error| CliError::Write { path: path.to_owned(), error })
    })
}
