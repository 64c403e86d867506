//! `export`: a puzzle's exact cover in a format that other programs read, or the puzzle itself, as a
//! puzzle file or for BurrTools.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cover::format::dlx::{self, Names};
use crate::cover::format::{cnf, json, lp, matrix};
use crate::cover::standard::StandardCover;
use crate::cover::{Case, Cover, OptionId, Problem};
use crate::puzzle::file::write;
use crate::puzzle::model::MAX_FILE_BYTES;
use crate::puzzle::paint::Paint;
use crate::puzzle::{Compiled, Puzzle, compile, xmpuzzle};
use crate::solve::Solver;
use crate::solve::options::Options;
use crate::solve::subject::Subject;

use super::error::CliError;
use super::given::GivenArguments;
use super::message::say;
use super::meter::ProgressArguments;
use super::output::{ForceArguments, OutputFile, is_stdout};
use super::screen::{fitted, out};
use super::select::Target;
use super::session::Session;

/// The arguments of `export`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover export soma --output soma.dlx
  bitcover export cubi-magici --format lp --output cubi-magici.lp
  bitcover export logiq-5 --cases --output logiq-5.dlx   one for each case
  bitcover export soma --format xmpuzzle --output s.xmpuzzle   for BurrTools
  bitcover export soma --format toml --output my-soma.toml     to be changed")]
pub struct Arguments {
    /// The puzzle, or a file with an exact cover.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    #[command(flatten)]
    given: GivenArguments,

    /// The format.
    #[arg(long, value_name = "FORMAT", default_value = "dlx")]
    format: Format,

    /// Write one cover for each case as it would be searched, its symmetry broken, not the plain
    /// cover. With --output the files are called FILE.1, FILE.2 …
    #[arg(long, requires = "output")]
    cases: bool,

    /// Write to this new file; `-` is standard output, as is no --output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArguments,

    #[command(flatten)]
    progress: ProgressArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Knuth's exact cover format; with colours and ranges, where a cover has them.
    Dlx,
    /// A 0/1 matrix as text, an option a row.
    Matrix,
    /// An integer program in CPLEX LP format.
    Lp,
    /// A formula in DIMACS CNF.
    Cnf,
    /// JSON, with the meaning of every item and option.
    Json,
    /// The puzzle itself, for BurrTools: cubes, squares, prisms of triangles or spheres.
    Xmpuzzle,
    /// The puzzle itself, as a puzzle file, with the position of --given drawn on its board.
    Toml,
}

impl Format {
    /// For formats that have the puzzle itself and not its cover: what it is written as, in words.
    fn of_puzzles(self) -> Option<&'static str> {
        match self {
            Self::Xmpuzzle => Some("for BurrTools"),
            Self::Toml => Some("as a puzzle file"),
            Self::Dlx | Self::Matrix | Self::Lp | Self::Cnf | Self::Json => None,
        }
    }
}

/// What is exported: a problem with names, and what each option means.
struct Export {
    name: String,
    problem: Problem,
    items: Vec<String>,
    meanings: Vec<serde_json::Value>,
    /// Whether it never was a puzzle.
    is_cover: bool,
}

/// Runs `export`.
///
/// # Errors
/// When there is no such puzzle, or the file cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let session = Session::without_journal(arguments.progress.progress, false)?;
    let words = session.watched(&arguments.puzzle, || export(arguments, &session))?;
    let Some(words) = words else { return Ok(()) };
    let mut out = out();
    writeln!(out, "{}", fitted(&words))?;
    Ok(out.flush()?)
}

/// Exports, and returns what to say of it, where the cover does not itself go to standard output.
fn export(arguments: &Arguments, session: &Session) -> Result<Option<String>, CliError> {
    let target = arguments.given.target(&arguments.puzzle)?;
    let (export, cases) = match (target, arguments.format.of_puzzles()) {
        (Target::Puzzles(selection), Some(how)) => {
            return export_puzzle(arguments, selection.only()?, how);
        }
        (Target::Cover(file), Some(how)) => {
            return Err(CliError::Usage(format!(
                "{} is an exact cover without a board; only a puzzle can be written {how}",
                file.name
            )));
        }
        (Target::Puzzles(selection), None) => {
            let subject = Subject::Puzzle(Box::new(compile(selection.only()?)?));
            let solver = Solver::with_options(subject, Options::default());
            let solver = solver.cancel_token(session.cancel());
            let cases = solver.analysis().search_breaking(solver.cancel())?.cases;
            let Some(compiled) = solver.subject().puzzle() else {
                unreachable!("it is a puzzle, as made just above");
            };
            (Export::of_puzzle(compiled), cases)
        }
        (Target::Cover(file), None) => {
            let problem = Problem::of_cover(file.cover);
            let whole = Case::whole(&problem);
            let meanings = meanings(&problem.cover);
            let items = problem.cover.item_names().to_vec();
            let export = Export { name: file.name, problem, items, meanings, is_cover: true };
            (export, vec![whole])
        }
    };
    if arguments.format == Format::Matrix && export.problem.cover.has_colours() {
        return Err(CliError::Usage(
            "a 0/1 matrix cannot say that options give items colours; the formats dlx, lp, cnf and \
             json can"
                .to_owned(),
        ));
    }
    if !arguments.cases {
        let whole = Case::whole(&export.problem);
        let path = arguments.output.as_deref().unwrap_or(Path::new("-"));
        let file = OutputFile::plan(path, arguments.force)?;
        export.save(&file, arguments.format, &whole, "all arrangements")?;
        if file.is_stdout() {
            return Ok(None);
        }
        return Ok(Some(format!("The exact cover is in {}.", path.display())));
    }
    let Some(path) = &arguments.output else { unreachable!("--cases requires --output") };
    if is_stdout(path) {
        return Err(CliError::Usage(
            "--cases writes a file for each case, FILE.1, FILE.2 …: name a FILE".to_owned(),
        ));
    }
    let plan = |number: usize| {
        let mut name = path.clone().into_os_string();
        name.push(format!(".{}", number + 1));
        OutputFile::plan(Path::new(&name), arguments.force)
    };
    let files = (0..cases.len()).map(plan).collect::<Result<Vec<_>, _>>()?;
    for (number, (case, file)) in cases.iter().zip(&files).enumerate() {
        let mut words = format!("case {} of {}, its symmetry broken", number + 1, cases.len());
        if case.residual.len() > 1 {
            words += "; count a solution only if it comes first among its images under the \
                      symmetries that are left";
        }
        export.save(file, arguments.format, case, &words)?;
    }
    let (path, count) = (path.display(), cases.len());
    Ok(Some(match count {
        1 => format!("The exact cover of the one case is in {path}.1."),
        _ => format!("The exact covers of {count} cases are in {path}.1 to {path}.{count}."),
    }))
}

/// Writes a puzzle itself, and returns what to say of it.
fn export_puzzle(
    arguments: &Arguments,
    puzzle: &Puzzle,
    how: &str,
) -> Result<Option<String>, CliError> {
    if arguments.cases {
        return Err(CliError::Usage(format!(
            "--cases splits an exact cover, and what is written {how} is the puzzle itself"
        )));
    }
    let text = match arguments.format {
        Format::Toml => puzzle_file(puzzle)?,
        _ => for_burrtools(puzzle)?,
    };
    let path = arguments.output.as_deref().unwrap_or(Path::new("-"));
    let file = OutputFile::plan(path, arguments.force)?;
    file.write(|out| out.write_all(text.as_bytes()).map_err(|error| file.error(error)))?;
    let words = format!("The puzzle is in {}.", path.display());
    Ok((!file.is_stdout()).then_some(words))
}

/// A puzzle as a puzzle file.
fn puzzle_file(puzzle: &Puzzle) -> Result<String, CliError> {
    // Whether the pieces that are given may lie there shows when the puzzle is compiled.
    compile(puzzle)?;
    let refuse = |why: String| CliError::Usage(format!("{}: {why}", puzzle.name));
    let text = write::write(puzzle).map_err(|error| refuse(error.to_string()))?;
    if text.len() as u64 > MAX_FILE_BYTES {
        return Err(refuse(format!(
            "its puzzle file would have more than {MAX_FILE_BYTES} bytes, and no command reads it"
        )));
    }
    Ok(text)
}

/// A puzzle as a file of BurrTools. Says where BurrTools counts otherwise.
fn for_burrtools(puzzle: &Puzzle) -> Result<String, CliError> {
    let exported = xmpuzzle::write(puzzle)
        .map_err(|error| CliError::Usage(format!("{}: {error}", puzzle.name)))?;
    let (own, theirs) = (exported.own_motions, exported.their_motions);
    if own != theirs {
        say(&format!(
            "BurrTools takes solutions for one that any of {theirs} motions of the board turns into \
             one another, and here {own} do: it will count fewer or more distinct ones, of as many \
             arrangements"
        ));
    }
    Ok(exported.text)
}

impl Export {
    /// A puzzle's problem: cells are called by their place, such as `r1c2` (in space `l1r2c3`),
    /// inner cells `i1`, pieces by their names, and an edge at which two cells meet by one of them and
    /// its side, clockwise from the top, such as `r1c2e3`.
    fn of_puzzle(compiled: &Compiled) -> Self {
        let Compiled { puzzle, grid, .. } = compiled;
        let cell = |cell: usize| {
            if let Some(row) = cell.checked_sub(grid.outer_count()) {
                return format!("i{}", row + 1);
            }
            let [layer, row, column] = grid.drawn(cell).map(|value| value + 1);
            let layer = if grid.size()[0] > 1 { format!("l{layer}") } else { String::new() };
            format!("{layer}r{row}c{column}")
        };
        let pieces = puzzle.pieces.iter().map(|piece| piece.name.clone());
        let edges = compiled.edge_names();
        let cells = (0..grid.cell_count()).map(cell);
        let items: Vec<String> = cells.chain(pieces).chain(edges).collect();
        let meaning = |placement: &crate::puzzle::placement::Placement| {
            let cells: Vec<&str> =
                placement.cells.iter().map(|&cell| items[cell as usize].as_str()).collect();
            let piece = &puzzle.pieces[placement.piece].name;
            if placement.sides.is_empty() {
                return serde_json::json!({ "piece": piece, "cells": cells });
            }
            let edges = Paint::letters(&placement.sides);
            serde_json::json!({ "piece": piece, "cells": cells, "edges": edges })
        };
        Self {
            name: puzzle.name.clone(),
            problem: compiled.problem.clone(),
            meanings: compiled.placements.iter().map(meaning).collect(),
            items,
            is_cover: false,
        }
    }

    fn save(
        &self,
        file: &OutputFile,
        format: Format,
        case: &Case,
        words: &str,
    ) -> Result<(), CliError> {
        let write = |mut out: &mut (dyn Write + Send)| {
            self.write(&mut out, format, case, words).map_err(|error| file.error(error))
        };
        file.write(write)
    }

    fn write(
        &self,
        out: &mut impl Write,
        format: Format,
        case: &Case,
        words: &str,
    ) -> std::io::Result<()> {
        let comments = [
            format!("{}: {words}", self.name),
            "Cells are called by layer (in space), row and column, counted from 1; inner cells iN."
                .to_owned(),
        ];
        if format == Format::Json {
            let meaning = |option: OptionId| self.meanings[option.index()].clone();
            let cover = &self.problem.cover;
            return json::write(out, cover, case, &self.items, &comments, meaning);
        }
        // What a cover's author said in Knuth's format is said in it again, ranges included.
        if self.is_cover && format == Format::Dlx && !self.problem.cover.is_standard() {
            return dlx::write_cover(out, &self.problem.cover, &comments);
        }
        let standard = StandardCover::new(&self.problem, case).map_err(std::io::Error::other)?;
        match format {
            Format::Dlx => {
                // The names in a cover's file are its author's.
                let how = if self.is_cover { Names::Whole } else { Names::Cut };
                dlx::write(out, &standard, (&self.items, how), &comments)
            }
            Format::Matrix => matrix::write(out, &standard, &self.items, &comments),
            Format::Lp => lp::write(out, &standard, &self.items, &comments),
            Format::Cnf => cnf::write(out, &standard, &self.items, &comments),
            Format::Json | Format::Xmpuzzle | Format::Toml => Ok(()),
        }
    }
}

/// What an export says of the options of a cover that came from a file: their words.
fn meanings(cover: &Cover) -> Vec<serde_json::Value> {
    let words = |option| cover.option_words(option).collect::<Vec<_>>().join(" ").into();
    cover.options().map(words).collect()
}
