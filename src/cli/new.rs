//! `new`: a puzzle file to begin with, which says what it could say and solves as it is.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::puzzle::file::is_name;

use super::error::CliError;
use super::output::{ForceArguments, OutputFile};
use super::screen::out;

/// The arguments of `new`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover new my-puzzle                   writes my-puzzle.toml
  bitcover new my-box --kind box           solid pieces in a box
  bitcover new my-hexes --kind hexagonal   pieces of hexagons
  bitcover new my-days --kind calendar     pieces that leave a date free
  bitcover new my-puzzle --output -        to standard output

The file solves as it is: try `bitcover info`, `solve`, `show` and `report` on it, then change it.")]
pub struct Arguments {
    /// What the puzzle is called: letters, digits, - and _.
    #[arg(value_name = "NAME")]
    name: String,

    /// What kind of board it begins with.
    #[arg(long, value_name = "KIND", default_value = "rectangle")]
    kind: Kind,

    /// Write to this file instead of NAME.toml; `-` is standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArguments,
}

/// A kind of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A flat board with drawn pieces.
    Rectangle,
    /// A box of cubes.
    Box,
    /// A board whose columns go round.
    Cylinder,
    /// Stacked balls.
    Pyramid,
    /// A flat board of hexagons.
    Hexagonal,
    /// A flat board of triangles.
    Triangular,
    /// A calendar that pieces cover but for a date.
    Calendar,
}

impl Kind {
    /// The file, in which the name is still to be put.
    fn template(self) -> &'static str {
        match self {
            Self::Rectangle => include_str!("templates/rectangle.toml"),
            Self::Box => include_str!("templates/box.toml"),
            Self::Cylinder => include_str!("templates/cylinder.toml"),
            Self::Pyramid => include_str!("templates/pyramid.toml"),
            Self::Hexagonal => include_str!("templates/hexagonal.toml"),
            Self::Triangular => include_str!("templates/triangular.toml"),
            Self::Calendar => include_str!("templates/calendar.toml"),
        }
    }
}

/// Runs `new`.
///
/// # Errors
/// When the name is none, or the file cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let name = arguments.name.strip_suffix(".toml").unwrap_or(&arguments.name);
    if !is_name(name) {
        return Err(CliError::Usage(format!(
            "'{name}' is no name of a puzzle, which is made of letters, digits, - and _; where the \
             file goes, --output says"
        )));
    }
    let path = arguments.output.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.toml")));
    let file = OutputFile::plan(&path, arguments.force)?;
    let text = arguments.kind.template().replacen("NAME", name, 1);
    file.write(|out| out.write_all(text.as_bytes()).map_err(|error| file.error(error)))?;
    if !file.is_stdout() {
        let path = path.display();
        let mut out = out();
        writeln!(out, "The puzzle is in {path}. Look at it, and solve it:")?;
        let place = if path.to_string().contains('/') { "" } else { "./" };
        writeln!(out, "  bitcover info {place}{path}")?;
        writeln!(out, "  bitcover solve {place}{path}")?;
        out.flush()?;
    }
    Ok(())
}
