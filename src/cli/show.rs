//! `show`: pictures of solutions, and which solution a picture is.

use std::path::{Path, PathBuf};

use clap::{Args, builder::NonEmptyStringValueParser};

use crate::engine::CancelToken;
use crate::puzzle::{Compiled, Puzzle, compile};
use crate::report::table::grouped;
use crate::solution::LineCodec;
use crate::solve::{OutputMode, Part, with_lines};
use crate::verify::Checker;

use super::CliError;
use super::args::SearchArguments;
use super::gallery::{Gallery, Shown};
use super::given::GivenArguments;
use super::select::{Selection, names};

/// The arguments of `show`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover show logiq-2 --all                          all, on the terminal
  bitcover show logiq-3 --solution 1000 --images       under all 24 motions
  bitcover show logiq-5 --solution 1 --svg tower.svg   a picture in a file
  bitcover show logiq-2 --all --svg pictures           a file each
  bitcover show logiq --which QQUUULLLLY00/QQU2UL2YYYYQ

Colours and lines between the pieces are for terminals. Elsewhere, with NO_COLOR set, and with \
--color never, pictures are the letters alone, as --which reads them.")]
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

    /// Draw as SVG: a single picture to this file (its name ends with .svg), or to standard output
    /// (`-`); any number of them to this new directory.
    #[arg(long, value_name = "FILE|DIR|-")]
    svg: Option<PathBuf>,

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
        let settings = search.settings(puzzle, OutputMode::Distinct, None)?;
        let part = with_lines(&compiled, settings.listing, |record_sink| {
            let analysis = search.analyse(&compiled, &settings);
            search.run(analysis, &settings, (&CancelToken::default()).into(), record_sink)
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
    if !arguments.all && arguments.solution.is_none() && arguments.which.is_none() {
        return Err(CliError::Usage(
            "say what to show: --solution N, --all, or --which PICTURE".to_owned(),
        ));
    }
    if arguments.solution.is_some() {
        selection.only()?;
    }
    let is_one = !arguments.all && !arguments.images;
    let mut gallery = Gallery::open(arguments.svg.as_deref(), is_one)?;
    if let Some(text) = &arguments.which {
        let (puzzle, shown) = which(&selection, text, &arguments.search)?;
        gallery.hang(puzzle, &shown)?;
        return gallery.close();
    }
    for puzzle in &selection.puzzles {
        let solved = Solved::new(puzzle, &arguments.search)?;
        let count = solved.lines().len();
        let digits = count.to_string().len();
        let codec = LineCodec::new(&solved.compiled);
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
            // Files in the order of their names are in that of the solutions.
            let stem = format!("{}-{number:0digits$}", puzzle.name);
            let of = format!("{}, solution {} of {}", puzzle.name, grouped(number), grouped(count));
            if !arguments.images {
                let line = String::from_utf8_lossy(line).into_owned();
                gallery.hang(puzzle, &Shown { stem, caption: of, line })?;
                continue;
            }
            let images = codec.images(&codec.read(line));
            let digits = images.len().to_string().len();
            for (i, image) in images.iter().enumerate() {
                let number = i + 1;
                gallery.hang(
                    puzzle,
                    &Shown {
                        stem: format!("{stem}-image-{number:0digits$}"),
                        caption: format!("{of}, image {number} of {}", images.len()),
                        line: String::from_utf8_lossy(image).into_owned(),
                    },
                )?;
            }
        }
    }
    gallery.close()
}

/// Finds which solution a picture is: its puzzle, and the canonical image.
fn which<'a>(
    selection: &'a Selection,
    argument: &str,
    search: &SearchArguments,
) -> Result<(&'a Puzzle, Shown), CliError> {
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
    let (number, count) = (number + 1, solved.lines().len());
    let caption = format!(
        "solution {} of {} of {}: {words}, it is",
        grouped(number),
        grouped(count),
        puzzle.name
    );
    let stem = format!("{}-{number:01$}", puzzle.name, count.to_string().len());
    let line = String::from_utf8_lossy(&checked.canonical).into_owned();
    Ok((puzzle, Shown { stem, caption, line }))
}
