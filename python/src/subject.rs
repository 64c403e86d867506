//! Puzzles and covers.

use std::ops::RangeInclusive;

use bitcover::{Cover, Lattice, Motions, Piece, Puzzle, Region};
use pyo3::prelude::*;

use crate::errors::{exception, raised};

/// A puzzle.
#[pyclass(frozen, module = "bitcover._bitcover")]
pub struct PuzzleCore(pub Puzzle);

/// The shape of a piece to build: a drawing of its cells; of their colours, and perhaps of those behind;
/// or the colours of the sides of a single cell.
#[derive(FromPyObject)]
enum Shape {
    #[pyo3(transparent)]
    Edges(String),
    Coloured(Vec<String>, Option<Vec<String>>),
    #[pyo3(transparent)]
    Drawn(Vec<String>),
}

/// A piece to build: name, symbols, shape, motions, whether it may be left out, the fewest and the most
/// copies, where that is not one for each symbol, and the region that it is confined to.
type PieceArguments =
    (String, String, Shape, Option<String>, bool, Option<(usize, Option<usize>)>, Option<String>);

/// A region to build: name, rows or labels, and how many cells stay free.
type RegionArguments = (String, Option<Vec<String>>, Option<String>, Option<usize>);

#[pymethods]
impl PuzzleCore {
    #[staticmethod]
    fn from_catalog(py: Python<'_>, name: &str) -> PyResult<Self> {
        raised(py, Puzzle::from_catalog(name)).map(Self)
    }

    /// The members of a family of the catalogue.
    #[staticmethod]
    fn family(py: Python<'_>, name: &str) -> PyResult<Vec<String>> {
        let family = raised(py, bitcover::Family::from_catalog(name))?;
        Ok(family.members().iter().map(|puzzle| puzzle.name().to_owned()).collect())
    }

    #[staticmethod]
    #[pyo3(signature = (text, member=None))]
    fn parse(py: Python<'_>, text: &str, member: Option<&str>) -> PyResult<Self> {
        let Some(member) = member else { return raised(py, Puzzle::parse(text)).map(Self) };
        let family = raised(py, bitcover::Family::parse(text))?;
        let full = format!("{}-{member}", family.name());
        let is_meant = |puzzle: &&Puzzle| [member, &full].contains(&puzzle.name());
        let puzzle = family.members().iter().find(is_meant);
        puzzle.cloned().map(Self).ok_or_else(|| {
            let names: Vec<&str> = family.members().iter().map(Puzzle::name).collect();
            let words =
                format!("there is no puzzle {member} in the text, but {}", names.join(", "));
            exception(py, "PuzzleError", words)
        })
    }

    /// Builds a puzzle from drawings.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "each is a part of the description")]
    fn build(
        py: Python<'_>,
        name: &str,
        title: Option<String>,
        board: Option<Vec<String>>,
        labels: Option<Vec<String>>,
        colours: Option<Vec<String>>,
        rim: Option<char>,
        pieces: Vec<PieceArguments>,
        regions: Vec<RegionArguments>,
        motions: Option<&str>,
        lattice: Option<&str>,
        wrap: Vec<String>,
    ) -> PyResult<Self> {
        let mut builder = Puzzle::builder(name);
        if let Some(board) = board {
            builder = builder.board_rows(&board);
        }
        if let Some(labels) = labels {
            builder = builder.labels(&labels);
        }
        if let Some(colours) = colours {
            builder = builder.colours(&colours);
        }
        if let Some(rim) = rim {
            builder = builder.rim(rim);
        }
        for (name, rows, labels, free) in regions {
            builder = if let Some(labels) = labels {
                builder.labelled_region(&name, &labels, free)
            } else {
                let region = Region::drawn(name, rows.unwrap_or_default());
                builder.region(free.into_iter().fold(region, Region::leaves_free))
            };
        }
        if let Some(title) = title {
            builder = builder.title(title);
        }
        if let Some(motions) = motions {
            builder = builder.motions(motions_named(py, motions)?);
        }
        let lattice = lattice.map(|lattice| lattice_named(py, lattice)).transpose()?;
        if let Some(lattice) = lattice {
            builder = builder.lattice(lattice);
        }
        for axis in wrap {
            builder = match axis.as_str() {
                "layers" => builder.wrap_layers(),
                "rows" => builder.wrap_rows(),
                "columns" => builder.wrap_columns(),
                _ => return Err(unknown(py, "axis", &axis, "layers, rows, columns")),
            };
        }
        for piece in pieces {
            builder = builder.piece(piece_of(py, lattice.unwrap_or(Lattice::Square), piece)?);
        }
        raised(py, builder.build()).map(Self)
    }

    fn with_given(&self, py: Python<'_>, position: &str) -> PyResult<Self> {
        raised(py, self.0.with_given(position)).map(Self)
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn title(&self) -> &str {
        self.0.title()
    }

    #[getter]
    fn about(&self) -> &str {
        self.0.about()
    }

    /// The pieces: names and numbers of copies.
    #[getter]
    fn pieces(&self) -> Vec<(&str, usize)> {
        self.0.pieces().iter().map(|piece| (piece.name(), piece.copies())).collect()
    }

    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        self.0.board_shape().into()
    }

    fn svg(&self) -> String {
        self.0.svg()
    }
}

/// The piece that is described, for a board of this lattice.
fn piece_of(py: Python<'_>, lattice: Lattice, described: PieceArguments) -> PyResult<Piece> {
    let (name, symbols, shape, motions, optional, copies, region) = described;
    let mut piece = match shape {
        Shape::Edges(edges) => raised(py, Piece::with_edges(name, &symbols, &edges))?,
        Shape::Coloured(front, back) => {
            let piece = raised(py, Piece::coloured_on(lattice, name, &symbols, &front))?;
            match back {
                Some(back) => raised(py, piece.with_back_on(lattice, &back))?,
                None => piece,
            }
        }
        Shape::Drawn(rows) if lattice == Lattice::Hexagonal => {
            raised(py, Piece::of_hexagons(name, &symbols, &rows))?
        }
        Shape::Drawn(rows) => Piece::drawn(name, &symbols, &rows),
    };
    if let Some(motions) = motions {
        piece = piece.turned(motions_named(py, &motions)?);
    }
    if optional {
        piece = piece.optional();
    }
    if let Some((least, most)) = copies {
        piece = match most {
            Some(most) => piece.used(least..=most),
            None => piece.used(least..),
        };
    }
    if let Some(region) = region {
        piece = piece.confined_to(region);
    }
    Ok(piece)
}

/// The motions of this name.
fn motions_named(py: Python<'_>, name: &str) -> PyResult<Motions> {
    match name {
        "translate" => Ok(Motions::Translate),
        "half-turn" => Ok(Motions::HalfTurn),
        "rotations" => Ok(Motions::Rotations),
        "rotations-and-flips" => Ok(Motions::RotationsAndFlips),
        _ => {
            let all = "translate, half-turn, rotations, rotations-and-flips";
            Err(unknown(py, "kind of motions", name, all))
        }
    }
}

/// The lattice of this name.
fn lattice_named(py: Python<'_>, name: &str) -> PyResult<Lattice> {
    match name {
        "square" => Ok(Lattice::Square),
        "cubic" => Ok(Lattice::Cubic),
        "face-centred" => Ok(Lattice::FaceCentred),
        "hexagonal" => Ok(Lattice::Hexagonal),
        "triangular" => Ok(Lattice::Triangular),
        _ => {
            let all = "square, cubic, face-centred, hexagonal, triangular";
            Err(unknown(py, "lattice", name, all))
        }
    }
}

/// That there is no such thing of this name, but these.
pub fn unknown(py: Python<'_>, what: &str, name: &str, all: &str) -> PyErr {
    exception(py, "ArgumentError", format!("there is no {what} {name:?}; there are {all}"))
}

/// An exact cover.
#[pyclass(frozen, module = "bitcover._bitcover")]
pub struct CoverCore(pub Cover);

#[pymethods]
impl CoverCore {
    #[staticmethod]
    fn parse_dlx(py: Python<'_>, text: &str) -> PyResult<Self> {
        raised(py, Cover::parse_dlx(text)).map(Self)
    }

    #[staticmethod]
    fn parse_matrix(py: Python<'_>, text: &str) -> PyResult<Self> {
        raised(py, Cover::parse_matrix(text)).map(Self)
    }

    /// Builds a cover whose items are called by their numbers. All lists are 32-bit integers, the low
    /// byte first: of each item whether it is primary, and how many options cover it at least and at
    /// most; where each option begins, and where the last ends; the items of the options, one option
    /// after the other; and the colours in the same places, where 0 is none.
    #[staticmethod]
    fn build(
        py: Python<'_>,
        items: &[u8],
        starts: &[u8],
        entries: &[u8],
        colours: Option<&[u8]>,
    ) -> PyResult<Self> {
        let mut builder = Cover::builder();
        let items: Vec<u32> = numbers(items).collect();
        for (number, item) in items.chunks_exact(3).enumerate() {
            let (name, least, most) = (number.to_string(), item[1], item[2]);
            builder = match (item[0] != 0, least == most) {
                (true, true) => builder.primary_times(name, most),
                (true, false) => builder.primary_range(name, RangeInclusive::new(least, most)),
                (false, _) => builder.secondary_times(name, most),
            };
        }
        let starts: Vec<usize> = numbers(starts).map(|start| start as usize).collect();
        let entries: Vec<usize> = numbers(entries).map(|entry| entry as usize).collect();
        let colours: Option<Vec<u32>> = colours.map(|colours| numbers(colours).collect());
        for option in starts.windows(2) {
            let option = option[0]..option[1];
            let built = match &colours {
                None => builder.option_of_numbers(entries[option].iter().copied()),
                Some(colours) => builder.option(option.map(|place| match colours[place] {
                    0 => entries[place].to_string(),
                    colour => format!("{}:{colour}", entries[place]),
                })),
            };
            builder = raised(py, built)?;
        }
        raised(py, builder.build()).map(Self)
    }

    #[getter]
    fn item_count(&self) -> usize {
        self.0.item_count()
    }

    #[getter]
    fn option_count(&self) -> usize {
        self.0.option_count()
    }
}

/// The numbers that are written in bytes, the low byte first.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let number =
        |bytes: &[u8]| bytes.iter().rev().fold(0, |n: u32, &byte| n << 8 | u32::from(byte));
    bytes.chunks_exact(4).map(number)
}
