//! `show`: pictures of solutions, and which solution a picture is.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, builder::NonEmptyStringValueParser};

use crate::number::grouped;
use crate::puzzle::Puzzle;
use crate::puzzle::model::MAX_FILE_BYTES;
use crate::solution::{CoverCodec, LineCodec};
use crate::solve::Solver;
use crate::solve::listed::Listed;
use crate::solve::options::OutputMode;
use crate::solve::solver::Request;
use crate::solve::subject::Subject;
use crate::text_file::read_text;
use crate::verify::Checker;

use super::args::{SearchArguments, number};
use super::error::CliError;
use super::gallery::{Gallery, Shown, ShownPart, ShownSolution, print_shown};
use super::given::GivenArguments;
use super::meter::ProgressArguments;
use super::output::ForceArguments;
use super::screen::out;
use super::select::{Member, Selection, Target, names};
use super::session::Session;

/// The arguments of `show`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover show logiq-2 --all                          all, on the terminal
  bitcover show logiq-3 --solution 1000 --images       under all 24 motions
  bitcover show logiq-5 --solution 1 --svg tower.svg   a picture in a file
  bitcover show logiq-2 --all --svg pictures           a file each
  bitcover show logiq --which QQUUULLLLY00/QQU2UL2YYYYQ
  bitcover show logiq-2 --all --json                   for programs

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
    #[arg(long, value_name = "N", conflicts_with = "which", value_parser = number)]
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
    force: ForceArguments,

    /// Print one JSON object with the written lines instead of pictures.
    #[arg(long, conflicts_with = "svg")]
    json: bool,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    progress: ProgressArguments,

    #[command(flatten)]
    search: SearchArguments,
}

/// All solutions of a member.
fn solved(
    member: Member<'_>,
    search: &SearchArguments,
    session: &Session,
) -> Result<(Solver, Listed), CliError> {
    let solver = member.solver(search, &search.options())?.cancel_token(session.cancel());
    session.meter().begin(member.name());
    let request = Request { observer: Some(session.meter()), ..Request::default() };
    let listed = Listed::new(&solver, OutputMode::Distinct, &request);
    session.meter().end(listed.as_ref().is_ok_and(|listed| listed.outcome.complete));
    Ok((solver, listed?))
}

/// Runs `show`.
///
/// # Errors
/// When there is no such puzzle or solution, or the picture is none.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let target = arguments.given.target(&arguments.puzzle)?;
    if !arguments.all && arguments.solution.is_none() && arguments.which.is_none() {
        return Err(CliError::Usage(
            "say what to show: --solution N, --all, or --which PICTURE".to_owned(),
        ));
    }
    if arguments.solution.is_some() {
        target.only()?;
    }
    let session = Session::without_journal(arguments.progress.progress, arguments.search.verbose)?;
    let is_one = !arguments.all && !arguments.images;
    let selection = match &target {
        Target::Puzzles(selection) => selection,
        Target::Cover(file) => return show_cover(arguments, Member::Cover(file), session),
    };
    let mut gallery =
        Gallery::open(arguments.svg.as_deref(), arguments.force, (is_one, arguments.json))?;
    if let Some(text) = &arguments.which {
        let (puzzle, shown, count) = which(selection, text, &arguments.search, &session)?;
        gallery.begin(&puzzle.name, count);
        gallery.hang(puzzle, &shown)?;
        gallery.close(&selection.name)?;
        return session.close();
    }
    for puzzle in &selection.puzzles {
        show_puzzle(arguments, puzzle, &session, &mut gallery)?;
        if session.is_interrupted() {
            return session.close();
        }
    }
    gallery.close(&selection.name)?;
    session.close()
}

/// Shows the solutions of one puzzle that are wanted.
fn show_puzzle(
    arguments: &Arguments,
    puzzle: &Puzzle,
    session: &Session,
    gallery: &mut Gallery,
) -> Result<(), CliError> {
    let (solver, listed) = solved(Member::Puzzle(puzzle), &arguments.search, session)?;
    let Some(compiled) = solver.subject().puzzle() else {
        unreachable!("it is a puzzle, as made just above");
    };
    if session.is_interrupted() {
        return Ok(());
    }
    let count = listed.iter().len();
    check_number(arguments, &puzzle.name, count)?;
    gallery.begin(&puzzle.name, count);
    let digits = count.to_string().len();
    let codec = LineCodec::new(compiled);
    for (index, line) in listed.iter().enumerate() {
        let number = index + 1;
        if arguments.solution.is_some_and(|wanted| wanted != number) {
            continue;
        }
        // Files in the order of their names are in that of the solutions.
        let stem = format!("{}-{number:0digits$}", puzzle.name);
        let of = format!("{}, solution {} of {}", puzzle.name, grouped(number), grouped(count));
        if !arguments.images {
            let line = String::from_utf8_lossy(line).into_owned();
            gallery.hang(puzzle, &Shown { number, image: None, stem, caption: of, line })?;
            continue;
        }
        let images = codec.images(&codec.read(line));
        let digits = images.len().to_string().len();
        for (i, image) in images.iter().enumerate() {
            let own = i + 1;
            gallery.hang(
                puzzle,
                &Shown {
                    number,
                    image: Some(own),
                    stem: format!("{stem}-image-{own:0digits$}"),
                    caption: format!("{of}, image {own} of {}", images.len()),
                    line: String::from_utf8_lossy(image).into_owned(),
                },
            )?;
        }
    }
    Ok(())
}

/// Makes sure that there is a solution of the number that is wanted, if one is.
fn check_number(arguments: &Arguments, name: &str, count: usize) -> Result<(), CliError> {
    let Some(number) = arguments.solution.filter(|number| !(1..=count).contains(number)) else {
        return Ok(());
    };
    let range = if count == 0 { "none".to_owned() } else { format!("1 to {}", grouped(count)) };
    Err(CliError::Usage(format!("{name} has no solution {number}; there are {range}")))
}

/// Shows the solutions of a cover: the options of each, by their numbers and words.
fn show_cover(arguments: &Arguments, member: Member<'_>, session: Session) -> Result<(), CliError> {
    if arguments.which.is_some() || arguments.svg.is_some() || arguments.images {
        return Err(CliError::Usage(format!(
            "{} is an exact cover without a board; --which, --svg and --images are for puzzles",
            member.name()
        )));
    }
    let (solver, listed) = solved(member, &arguments.search, &session)?;
    if session.is_interrupted() {
        return session.close();
    }
    let Subject::Cover { name, problem, .. } = solver.subject() else {
        unreachable!("it is a cover, as made just above");
    };
    let codec = CoverCodec::new(&problem.cover);
    let count = listed.iter().len();
    check_number(arguments, name, count)?;
    let mut out = out();
    let mut part = ShownPart { name: name.clone(), solutions: count, shown: Vec::new() };
    for (index, record) in listed.iter().enumerate() {
        let number = index + 1;
        if arguments.solution.is_some_and(|wanted| wanted != number) {
            continue;
        }
        let mut line = Vec::new();
        codec.write_line(record, &mut line);
        let line = String::from_utf8_lossy(&line).into_owned();
        if arguments.json {
            part.shown.push(ShownSolution { number, image: None, line, free: Vec::new() });
            continue;
        }
        let options = line.replace(" | ", "\n  ");
        writeln!(out, "{name}, solution {} of {}", grouped(number), grouped(count))?;
        writeln!(out, "  {options}\n")?;
    }
    if arguments.json {
        print_shown(name, vec![part])?;
    }
    out.flush()?;
    session.close()
}

/// Finds which solution a picture is: its puzzle, the canonical image, and how many solutions there are.
fn which<'a>(
    selection: &'a Selection,
    argument: &str,
    search: &SearchArguments,
    session: &Session,
) -> Result<(&'a Puzzle, Shown, usize), CliError> {
    let path = Path::new(argument);
    let text = if path.is_file() {
        read_text(path, MAX_FILE_BYTES)
            .map_err(|error| CliError::Text { path: path.to_owned(), error })?
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
    let refused = |violation| {
        CliError::Refused(format!("this is no solution of {}: {violation}", puzzle.name))
    };
    let line = checker.read_picture(&text).map_err(refused)?;
    let checked = checker.check_line(&line).map_err(refused)?;
    let (_, listed) = solved(Member::Puzzle(puzzle), search, session)?;
    let number = listed.iter().position(|line| line == checked.canonical).ok_or_else(|| {
        CliError::Refused(format!(
            "internal error: the checker takes {} for a solution of {}, and the search did not \
             find it",
            String::from_utf8_lossy(&checked.canonical),
            puzzle.name
        ))
    })?;
    let words = checker.motion_words(checked.motion).unwrap_or_default();
    let (number, count) = (number + 1, listed.iter().len());
    let caption = format!(
        "solution {} of {} of {}: {words}, it is",
        grouped(number),
        grouped(count),
        puzzle.name
    );
    let stem = format!("{}-{number:01$}", puzzle.name, count.to_string().len());
    let line = String::from_utf8_lossy(&checked.canonical).into_owned();
    Ok((puzzle, Shown { number, image: None, stem, caption, line }, count))
}
