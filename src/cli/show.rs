//! `show`: pictures of solutions, and which solution a picture is.

use std::io::Write;
use std::path::Path;

use clap::{Args, builder::NonEmptyStringValueParser};

use crate::engine::Stop;
use crate::puzzle::{Compiled, Puzzle, compile};
use crate::report::table::grouped;
use crate::report::terminal::picture;
use crate::run::{Listing, Part, with_lines};
use crate::solution::Painter;
use crate::verify::Checker;

use super::CliError;
use super::args::SearchArguments;
use super::given::GivenArguments;
use super::select::{Selection, names};

/// The arguments of `show`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The puzzle.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// Show every solution.
    #[arg(long, conflicts_with_all = ["solution", "which"])]
    all: bool,

    /// Show the solution of this number, counted from 1 in the order of the canonical lines.
    #[arg(long, value_name = "N", conflicts_with = "which")]
    solution: Option<usize>,

    /// Show all images of a solution under the motions of the board.
    #[arg(long, conflicts_with = "which")]
    images: bool,

    /// Say which solution this picture is, however it is turned: rows joined by `/`, or the path
    /// of a file.
    #[arg(long, value_name = "PICTURE", value_parser = NonEmptyStringValueParser::new())]
    which: Option<String>,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    search: SearchArguments,
}

/// A puzzle with all its solutions.
struct Solved {
    compiled: Compiled,
    part: Part,
}

impl Solved {
    fn new(puzzle: &Puzzle, search: &SearchArguments) -> Result<Self, CliError> {
        let compiled = compile(puzzle)?;
        let settings = search.settings(puzzle, Listing::Distinct, None)?;
        let part = with_lines(&compiled, settings.listing, |recording| {
            let groundwork = search.lay_groundwork(&compiled, &settings);
            search.run(groundwork, &settings, (&Stop::default()).into(), recording)
        })?;
        Ok(Self { compiled, part })
    }

    fn lines(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.part.tally.lines.chunks_exact(self.part.line_len)
    }
}

/// Runs `show`.
///
/// # Errors
/// When there is no such puzzle or solution, or the picture is none.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let selection = arguments.given.select(&arguments.puzzle)?;
    let mut out = anstream::stdout().lock();
    if let Some(text) = &arguments.which {
        writeln!(out, "{}", which(&selection, text, &arguments.search)?)?;
        out.flush()?;
        return Ok(());
    }
    if !arguments.all && arguments.solution.is_none() {
        return Err(CliError::Usage(
            "say what to show: --solution N, --all, or --which PICTURE".to_owned(),
        ));
    }
    if arguments.solution.is_some() {
        selection.only()?;
    }
    for puzzle in &selection.puzzles {
        let solved = Solved::new(puzzle, &arguments.search)?;
        let count = solved.lines().len();
        let painter = Painter::new(&solved.compiled);
        if let Some(number) = arguments.solution.filter(|number| !(1..=count).contains(number)) {
            let range =
                if count == 0 { "none".to_owned() } else { format!("1 to {}", grouped(count)) };
            return Err(CliError::Usage(format!(
                "{} has no solution {number}; there are {range}",
                puzzle.name
            )));
        }
        for (index, line) in solved.lines().enumerate() {
            let number = index + 1;
            if arguments.solution.is_some_and(|wanted| wanted != number) {
                continue;
            }
            let of = format!("{}, solution {} of {}", puzzle.name, grouped(number), grouped(count));
            if !arguments.images {
                writeln!(out, "{of}\n{}", picture(puzzle, &String::from_utf8_lossy(line)))?;
                continue;
            }
            let images = painter.images(&painter.read(line));
            for (i, image) in images.iter().enumerate() {
                let text = picture(puzzle, &String::from_utf8_lossy(image));
                writeln!(out, "{of}, image {} of {}\n{text}", i + 1, images.len())?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// Says which solution a picture is.
fn which(
    selection: &Selection,
    argument: &str,
    search: &SearchArguments,
) -> Result<String, CliError> {
    let path = Path::new(argument);
    let text = if path.is_file() {
        std::fs::read_to_string(path)
            .map_err(|error| CliError::Read { path: path.to_owned(), error })?
    } else {
        argument.to_owned()
    };
    let rows = text.split(['/', '\n']).filter(|row| !row.trim().is_empty()).count();
    let board_rows = |puzzle: &Puzzle| puzzle.board.drawing.iter().map(Vec::len).sum::<usize>();
    let fits = |puzzle: &&Puzzle| board_rows(puzzle) == rows;
    let puzzle = match selection.puzzles.as_slice() {
        [only] => only,
        several => several.iter().find(fits).ok_or_else(|| {
            CliError::Refused(format!(
                "the picture has {rows} rows, and none of {} has as many",
                names(several)
            ))
        })?,
    };
    let checker = Checker::new(puzzle);
    let refused =
        |fault| CliError::Refused(format!("this is no solution of {}: {fault}", puzzle.name));
    let line = checker.read_picture(&text).map_err(refused)?;
    let checked = checker.check_line(&line).map_err(refused)?;
    let solved = Solved::new(puzzle, search)?;
    let number = solved.lines().position(|line| line == checked.canonical).ok_or_else(|| {
        CliError::Refused(format!(
            "internal error: the checker takes {} for a solution of {}, and the search did not \
             find it",
            String::from_utf8_lossy(&checked.canonical),
            puzzle.name
        ))
    })?;
    let words = checker.motion_words(checked.motion).unwrap_or_default();
    Ok(format!(
        "solution {} of {} of {}: {words}, it is\n{}",
        grouped(number + 1),
        grouped(solved.lines().len()),
        puzzle.name,
        picture(puzzle, &String::from_utf8_lossy(&checked.canonical)).trim_end()
    ))
}
