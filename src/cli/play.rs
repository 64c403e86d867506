//! `play`: one page to play puzzles on, with the solver inside.
//!
//! Without a place for it, the page goes to a temporary file, which the browser opens; it stays, since a
//! browser may read it at any time.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::number::grouped;

use super::error::CliError;
use super::given::GivenArguments;
use super::output::{ForceArguments, OutputFile};
use super::playing::Playing;
use super::provenance::here;
use super::screen::{fitted, words_beside};
use super::select::{Selection, select_texts};

/// The puzzles that the page has where none is named: ten that many people have at home.
const BEST_KNOWN: [&str; 10] = [
    "logiq-5",
    "kanoodle",
    "calendar",
    "soma",
    "lonpos-pyramid",
    "iq-fit",
    "pentominoes-6x10",
    "tetris-cube",
    "bedlam",
    "hexiamonds-6x6",
];

/// The arguments of `play`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover play logiq-5                         opens it in the browser
  bitcover play                                 ten well-known puzzles
  bitcover play ./my-puzzle.toml --output play.html
  bitcover play calendar --given Jan --given 25 --output day.html
  bitcover play --output play/index.html        to be put on any web server

The page says after every move how many ways there are to finish. It opens in any browser of today,
from the disk: the solver is in it, and it needs no network, and nothing beside it.")]
pub struct Arguments {
    /// The puzzles; ten well-known ones, where none is named.
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<String>,

    /// The page to write, `-` is standard output; if there is none, a temporary file is written, and
    /// opened in the browser.
    #[arg(long, short, value_name = "FILE.html")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArguments,

    #[command(flatten)]
    given: GivenArguments,
}

/// Runs `play`.
///
/// # Errors
/// When the command line is wrong, or the page cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let Arguments { puzzles, output, force, given } = arguments;
    let output = output.as_ref().map(|path| OutputFile::plan(path, *force)).transpose()?;
    let best_known = || BEST_KNOWN.map(str::to_owned).to_vec();
    let named = if puzzles.is_empty() { best_known() } else { puzzles.clone() };
    let selections = named.iter().map(|puzzle| select_texts(puzzle));
    let selections = selections.collect::<Result<Vec<_>, _>>()?;
    refuse_twice(&selections)?;
    let titles: Vec<&str> = selections.iter().map(|(one, _)| one.title.as_str()).collect();
    let title = if puzzles.is_empty() { "Packing puzzles".to_owned() } else { titles.join(" · ") };
    let playing = Playing::new(title, &selections, given)?;
    let page = playing.page(&here(1)).map_err(|error| CliError::Output(error.into()))?;
    let words = in_words(&selections);
    let kilobytes = grouped(page.len().div_ceil(1000));
    let mut out = words_beside(output.as_ref().is_some_and(OutputFile::is_stdout));
    if let Some(output) = output {
        output.write(|out| out.write_all(page.as_bytes()).map_err(|error| output.error(error)))?;
        if !output.is_stdout() {
            let path = output.path().display();
            writeln!(out, "{}", fitted(&format!("{path}: {words}, {kilobytes} kB")))?;
        }
    } else {
        let path = temporary(&page)?;
        let opened = match open::that_detached(&path) {
            Ok(()) => "opened in the browser".to_owned(),
            Err(_) => "no browser was found to open it: please do so".to_owned(),
        };
        writeln!(out, "{}", fitted(&format!("{words}: {opened}")))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(out.flush()?)
}

/// Refuses puzzles that are named twice: the links of a page tell them by their names.
fn refuse_twice(selections: &[(Selection, String)]) -> Result<(), CliError> {
    let mut names = HashSet::new();
    for puzzle in selections.iter().flat_map(|(selection, _)| &selection.puzzles) {
        if !names.insert(&puzzle.name) {
            return Err(CliError::Usage(format!("{} is named twice; once is enough", puzzle.name)));
        }
    }
    Ok(())
}

/// What the page is to play: the puzzle, or how many there are.
fn in_words(selections: &[(Selection, String)]) -> String {
    match selections {
        [(only, _)] => only.name.clone(),
        _ => format!(
            "{} puzzles",
            selections.iter().map(|(one, _)| one.puzzles.len()).sum::<usize>()
        ),
    }
}

/// Writes the page to a temporary file that stays.
fn temporary(page: &str) -> Result<PathBuf, CliError> {
    let place = std::env::temp_dir();
    let fail = |error| CliError::Write { path: place.clone(), error };
    let file =
        tempfile::Builder::new().prefix("bitcover-play-").suffix(".html").tempfile_in(&place);
    let mut file = file.map_err(fail)?;
    file.write_all(page.as_bytes()).map_err(fail)?;
    let (_, path) = file.keep().map_err(|error| fail(error.error))?;
    Ok(Path::new(&path).to_owned())
}
