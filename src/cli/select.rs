//! Finding the puzzles that a PUZZLE argument means.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use crate::durable::checkpoint::AnchorName;
use crate::input_file::open_input;
use crate::nearest::{did_you_mean, nearest};
use crate::puzzle::Family;
use crate::puzzle::catalog::{self, catalog, text_of};
use crate::puzzle::file::{FileError, parse};
use crate::puzzle::model::MAX_FILE_BYTES;
use crate::puzzle::xmpuzzle::{self, MAX_XMPUZZLE_BYTES};
use crate::puzzle::{Puzzle, compile};
use crate::solve::Solver;
use crate::solve::options::Options;
use crate::solve::subject::Subject;
use crate::text_file::{self, TextFileError};

use super::args::SearchArguments;
use super::cover::CoverFile;
use super::error::CliError;

/// How many members of a family a message names; of more, some.
const MOST_NAMED: usize = 12;

/// What a file begins with that is packed by gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// What a PUZZLE argument means: a puzzle, or a family of them.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The name of the family, or of the one puzzle.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// The file that they are from, as it was named; nothing for those of the catalogue.
    file: Option<String>,
}

impl Selection {
    /// How each puzzle is named alone on the command line.
    pub fn arguments(&self) -> Vec<String> {
        let argument = |puzzle: &Puzzle| match &self.file {
            Some(file) => format!("{file}#{}", puzzle.name),
            None => puzzle.name.clone(),
        };
        self.puzzles.iter().map(argument).collect()
    }

    /// How the puzzles are named alone, for a message: some of them, where there are many.
    pub fn choice(&self) -> String {
        let all = self.arguments();
        let place = self.file.as_ref().map_or_else(String::new, |file| format!(" {file}"));
        match shortened(&all) {
            Some(some) => format!("{some} (`bitcover list{place}` shows all {})", all.len()),
            None => all.join(", "),
        }
    }

    /// The one puzzle of this name, whose family's name may be left out.
    fn member(mut self, name: &str) -> Result<Self, CliError> {
        let full = format!("{}-{name}", self.name);
        let found = [name, &full]
            .into_iter()
            .find_map(|name| self.puzzles.iter().position(|puzzle| puzzle.name == name));
        let Some(place) = found else {
            let names: Vec<&str> = self.puzzles.iter().map(|puzzle| puzzle.name.as_str()).collect();
            return Err(CliError::Usage(format!(
                "{} has no puzzle {name}{}; name {}",
                self.file.as_ref().unwrap_or(&self.name),
                did_you_mean(&full, &names),
                match names.len() {
                    1 => self.choice(),
                    _ => format!("one of {}", self.choice()),
                }
            )));
        };
        let puzzle = self.puzzles.swap_remove(place);
        let (name, title) = (puzzle.name.clone(), puzzle.title.clone());
        Ok(Self { name, title, puzzles: vec![puzzle], file: self.file })
    }

    /// The puzzle, where there is just one.
    ///
    /// # Errors
    /// When there are several.
    pub fn only(&self) -> Result<&Puzzle, CliError> {
        match self.puzzles.as_slice() {
            [only] => Ok(only),
            _ => Err(CliError::Usage(format!(
                "{} are several puzzles; name one of {}",
                self.name,
                self.choice()
            ))),
        }
    }
}

/// What a PUZZLE argument means where exact covers are welcome too.
#[derive(Clone, Debug)]
pub enum Target {
    /// Puzzles.
    Puzzles(Selection),
    /// An exact cover from a file.
    Cover(Box<CoverFile>),
}

/// One of the things that a target means.
#[derive(Clone, Copy, Debug)]
pub enum Member<'a> {
    /// A puzzle.
    Puzzle(&'a Puzzle),
    /// An exact cover.
    Cover(&'a CoverFile),
}

impl Target {
    /// Everything that it means.
    pub fn members(&self) -> impl Iterator<Item = Member<'_>> + Clone {
        let (puzzles, cover) = match self {
            Self::Puzzles(selection) => (selection.puzzles.as_slice(), None),
            Self::Cover(file) => (&[][..], Some(&**file)),
        };
        puzzles.iter().map(Member::Puzzle).chain(cover.map(Member::Cover))
    }

    /// The name of the family, of the one puzzle, or of the cover.
    pub fn name(&self) -> &str {
        match self {
            Self::Puzzles(selection) => &selection.name,
            Self::Cover(file) => &file.name,
        }
    }

    /// The name for people.
    pub fn title(&self) -> &str {
        match self {
            Self::Puzzles(selection) => &selection.title,
            Self::Cover(file) => &file.name,
        }
    }

    /// The one thing that it means.
    ///
    /// # Errors
    /// When it means several.
    pub fn only(&self) -> Result<Member<'_>, CliError> {
        match self {
            Self::Puzzles(selection) => selection.only().map(Member::Puzzle),
            Self::Cover(file) => Ok(Member::Cover(file)),
        }
    }

    /// Whether it is an exact cover.
    pub fn is_cover(&self) -> bool {
        matches!(self, Self::Cover(_))
    }
}

impl Member<'_> {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Puzzle(puzzle) => &puzzle.name,
            Self::Cover(file) => &file.name,
        }
    }

    /// Compiles it, to be solved as the arguments say; `common` is how to solve anything.
    ///
    /// # Errors
    /// When a position is impossible, or the anchor is no piece.
    pub fn solver(&self, search: &SearchArguments, common: &Options) -> Result<Solver, CliError> {
        Ok(match self {
            Self::Puzzle(puzzle) => {
                let options = search.options_for(puzzle, common)?;
                Solver::with_options(Subject::Puzzle(Box::new(compile(puzzle)?)), options)
            }
            Self::Cover(file) => {
                if let AnchorName::Piece(piece) = search.anchor_name() {
                    return Err(CliError::Usage(format!(
                        "--anchor {piece} names a piece, and {} is an exact cover, which has none",
                        file.name
                    )));
                }
                let subject = Subject::cover(&file.name, file.cover.clone());
                Solver::with_options(subject, common.clone())
            }
        })
    }
}

impl From<Family> for Selection {
    fn from(file: Family) -> Self {
        Self { name: file.name, title: file.title, puzzles: file.members, file: None }
    }
}

/// Finds a puzzle by name in the catalogue, or reads it from a file; `#` and a name after that choose a
/// member of a family.
///
/// # Errors
/// When there is none of that name, or the file is not a puzzle file.
pub fn select(argument: &str) -> Result<Selection, CliError> {
    Ok(select_with_text(argument)?.0)
}

/// A PUZZLE argument, taken apart: where the puzzle is described, and which of a family it is. What is
/// a file as it stands is not taken apart.
fn taken_apart(argument: &str) -> (&str, Option<&str>) {
    match argument.rsplit_once('#') {
        Some((place, member)) if !place.is_empty() && !Path::new(argument).exists() => {
            (place, Some(member))
        }
        _ => (argument, None),
    }
}

/// What an argument means, and the text of its file if it is from one, which may be read only once.
fn select_with_text(argument: &str) -> Result<(Selection, Option<String>), CliError> {
    let (place, member) = taken_apart(argument);
    refuse_cover(place)?;
    let (selection, text) = match path_of(place) {
        Some(path) => {
            let text = read_text(path)?;
            (Selection { file: Some(place.to_owned()), ..parsed(path, &text)? }, Some(text))
        }
        None => (find(place)?, None),
    };
    let selection = match member {
        Some(member) => selection.member(member)?,
        None => selection,
    };
    Ok((selection, text))
}

/// Refuses an exact cover where only puzzles will do.
fn refuse_cover(argument: &str) -> Result<(), CliError> {
    if !CoverFile::is_cover(Path::new(argument)) {
        return Ok(());
    }
    Err(CliError::Usage(format!(
        "{argument} is an exact cover without a board; this command is for puzzles"
    )))
}

/// The one puzzle that an argument means, with the text of the file that describes it.
///
/// # Errors
/// As [`select`], and when it means several puzzles.
pub fn select_text(argument: &str) -> Result<(Puzzle, String), CliError> {
    let (selection, text) = select_texts(argument)?;
    Ok((selection.only()?.clone(), text))
}

/// The puzzles that an argument means, with the text of the file that describes them.
///
/// # Errors
/// As [`select`].
pub fn select_texts(argument: &str) -> Result<(Selection, String), CliError> {
    let (selection, text) = select_with_text(argument)?;
    let text = match (text, selection.puzzles.first()) {
        (Some(text), _) => text,
        (None, Some(puzzle)) => {
            text_of(&puzzle.name).map_err(broken)?.unwrap_or_default().to_owned()
        }
        (None, None) => String::new(),
    };
    Ok((selection, text))
}

/// The path that an argument is, unless it is a name.
fn path_of(argument: &str) -> Option<&Path> {
    let path = Path::new(argument);
    let is_path = argument.contains(std::path::MAIN_SEPARATOR)
        || path.extension().is_some_and(|extension| extension == "toml")
        || is_xmpuzzle(path);
    is_path.then_some(path)
}

/// Whether a path is that of a puzzle of BurrTools.
fn is_xmpuzzle(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "xmpuzzle")
}

/// Whether an argument names a puzzle file, and no puzzle of the catalogue.
pub fn is_puzzle_path(argument: &str) -> bool {
    path_of(taken_apart(argument).0).is_some()
}

/// Every file of the catalogue.
pub fn all() -> Result<Vec<Family>, CliError> {
    catalog().map_err(broken)
}

fn broken(error: FileError) -> CliError {
    CliError::File { path: PathBuf::from("catalogue"), error }
}

fn find(name: &str) -> Result<Selection, CliError> {
    let mut files = Vec::new();
    for file in catalog::files() {
        let mut file = file.map_err(broken)?;
        if file.name == name {
            return Ok(file.into());
        }
        if let Some(place) = file.members.iter().position(|puzzle| puzzle.name == name) {
            let puzzle = file.members.swap_remove(place);
            let (name, title) = (puzzle.name.clone(), puzzle.title.clone());
            return Ok(Selection { name, title, puzzles: vec![puzzle], file: None });
        }
        files.push(file);
    }
    // A member that does not exist of a family that does.
    for file in files.iter().filter(|file| file.members.len() > 1) {
        if name.strip_prefix(file.name.as_str()).is_some_and(|rest| rest.starts_with('-')) {
            return Err(CliError::Usage(format!(
                "there is no {name}; of the {} there are {}",
                file.title,
                names(&file.members)
            )));
        }
    }
    let families = files.iter().map(|file| file.name.as_str());
    let members = files.iter().flat_map(|file| &file.members).map(|puzzle| puzzle.name.as_str());
    let known: Vec<&str> = families.chain(members).collect();
    Err(CliError::Usage(format!(
        "there is no puzzle {name}{}; `bitcover list` shows all, and a puzzle file is given by \
         its path, such as ./{name}.toml",
        did_you_mean(name, &known)
    )))
}

/// The names of some puzzles, for a message.
pub fn names(puzzles: &[Puzzle]) -> String {
    let names: Vec<String> = puzzles.iter().map(|puzzle| puzzle.name.clone()).collect();
    match shortened(&names) {
        Some(some) => format!("{some} ({} in all)", names.len()),
        None => names.join(", "),
    }
}

/// The first names of many, and the last.
fn shortened(names: &[String]) -> Option<String> {
    match names {
        [first, second, third, .., last] if names.len() > MOST_NAMED => {
            Some([first, second, third, "…", last].join(", "))
        }
        _ => None,
    }
}

/// The puzzles that a file of this text describes.
fn parsed(path: &Path, text: &str) -> Result<Selection, CliError> {
    // What should be XML is not taken for a file of ours that is wrong.
    let file = if is_xmpuzzle(path) {
        xmpuzzle::parse(text).map_err(FileError::from)
    } else {
        parse(text)
    };
    let file = file.map_err(|error| CliError::File { path: path.to_owned(), error })?;
    Ok(file.into())
}

fn read_text(path: &Path) -> Result<String, CliError> {
    let is_missing = |error: &TextFileError| matches!(error, TextFileError::Read(error) if error.kind() == io::ErrorKind::NotFound);
    let read = if is_xmpuzzle(path) {
        read_xmpuzzle(path)
    } else {
        text_file::read_text(path, MAX_FILE_BYTES)
    };
    read.map_err(|error| match neighbour(path) {
        Some(near) if is_missing(&error) => CliError::NoFile { path: path.to_owned(), near },
        _ => CliError::Text { path: path.to_owned(), error },
    })
}

/// Reads a puzzle of BurrTools, which packs its files.
fn read_xmpuzzle(path: &Path) -> Result<String, TextFileError> {
    let mut file = open_input(path).map_err(TextFileError::Read)?;
    let mut start = Vec::new();
    file.by_ref().take(GZIP.len() as u64).read_to_end(&mut start).map_err(TextFileError::Read)?;
    let is_packed = start == GZIP;
    let whole = start.as_slice().chain(file);
    if is_packed {
        text_file::read_from(MultiGzDecoder::new(whole), true, MAX_XMPUZZLE_BYTES)
    } else {
        text_file::read_from(whole, false, MAX_XMPUZZLE_BYTES)
    }
}

/// The file beside a path that is called much like it.
fn neighbour(path: &Path) -> Option<PathBuf> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let entries = std::fs::read_dir(parent.unwrap_or(Path::new("."))).ok()?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names: Vec<String> = names.collect();
    let own = path.file_name()?.to_str()?;
    // A link that leads nowhere is there, and is no answer.
    let known: Vec<&str> = names.iter().map(String::as_str).filter(|name| *name != own).collect();
    nearest(own, &known).map(|near| path.with_file_name(near))
}
