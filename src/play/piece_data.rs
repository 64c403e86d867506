//! What a page is told of a piece and of a placement: the shapes of the one, and which of them the other
//! shows.
//!
//! Cost: for each piece, a look at each placement for each shape.

use serde::Serialize;

use crate::puzzle::Compiled;
use crate::puzzle::model::{Lattice, Point};
use crate::puzzle::paint::Paint;
use crate::puzzle::placement::Placement;
use crate::solution::drawing::palette;

use super::cell_order::CellOrder;
use super::outline::{GAP, Spot, bounds, corners, moved, short};
use super::shape::{Shape, shown};

/// A piece.
#[derive(Debug, Serialize)]
pub(super) struct PieceData<'a> {
    name: &'a str,
    /// What it is written with, the first letter of all.
    symbol: char,
    /// What its copies are written with.
    symbols: String,
    colour: String,
    /// The colour of letters on it.
    ink: String,
    least: usize,
    most: usize,
    /// Whether it also fills the inner cell of each of its rows.
    inner: bool,
    shapes: Vec<ShapeData>,
}

/// A shape of a piece.
#[derive(Debug, Serialize)]
struct ShapeData {
    /// Layer, row and column of each cell, from the least.
    cells: Vec<Point>,
    /// The colours of its cells, `.` for none; nothing where no cell has one.
    #[serde(skip_serializing_if = "String::is_empty")]
    dots: String,
    /// The colours at the sides of its one cell, clockwise from the top, if they have some.
    #[serde(skip_serializing_if = "String::is_empty")]
    sides: String,
    /// The outline of each cell, layers side by side.
    outline: Vec<Vec<Spot>>,
    width: f64,
    height: f64,
    /// The shape that turning comes to.
    turned: usize,
    /// The shape that flipping comes to; null where it may not be flipped.
    flipped: Option<usize>,
    /// Those that show it. One may show several shapes, which differ by colours that the board lacks.
    placements: Vec<usize>,
}

/// A placement.
#[derive(Debug, Serialize)]
pub(super) struct PlacementData {
    /// Its piece; of one that leaves a cell free, the number of the region after the last piece.
    pub piece: usize,
    /// The shape of the piece, the first where it shows several; null of one that leaves a cell free.
    shape: Option<usize>,
    /// All shapes that it shows.
    #[serde(skip)]
    shapes: Vec<usize>,
    /// Its cells, ascending.
    pub cells: Vec<usize>,
    /// The colours at the sides of its one cell, clockwise from the top, if they have some.
    #[serde(skip_serializing_if = "String::is_empty")]
    sides: String,
}

impl PlacementData {
    /// A placement of a piece that has these shapes; of one that leaves a cell free, without any.
    pub fn new(
        placement: &Placement,
        shapes: Option<&[Shape]>,
        compiled: &Compiled,
        order: &CellOrder,
    ) -> Self {
        let Compiled { puzzle, grid, .. } = compiled;
        let all = || placement.cells.iter().map(|&cell| usize::from(cell));
        let outer: Vec<usize> = all().filter(|&cell| cell < grid.outer_count()).collect();
        let paint = |cell: usize| puzzle.board.paint(grid.drawn(cell));
        let shows = |shapes| shown((&outer, &placement.sides), shapes, grid, paint);
        let shapes = shapes.map_or_else(Vec::new, shows);
        let mut cells: Vec<usize> = all().map(|cell| order.numbers[cell]).collect();
        cells.sort_unstable();
        let (piece, shape) = (placement.piece, shapes.first().copied());
        Self { piece, shape, shapes, cells, sides: Paint::letters(&placement.sides) }
    }
}

impl<'a> PieceData<'a> {
    /// A piece, by its number in the puzzle, with its shapes and all placements.
    pub fn new(
        number: usize,
        shapes: &[Shape],
        compiled: &'a Compiled,
        placements: &[PlacementData],
    ) -> Self {
        let (piece, lattice) = (&compiled.puzzle.pieces[number], compiled.puzzle.board.lattice);
        let shape = |(s, shape): (usize, &Shape)| {
            let shows = |one: &PlacementData| one.piece == number && one.shapes.contains(&s);
            let own = placements.iter().enumerate().filter(|(_, one)| shows(one));
            ShapeData::new(shape, lattice, own.map(|(placement, _)| placement).collect())
        };
        Self {
            name: &piece.name,
            symbol: piece.symbols.first().copied().map_or('?', char::from),
            symbols: String::from_utf8_lossy(&piece.symbols).into_owned(),
            colour: palette::of_piece(number).hex(),
            ink: palette::of_piece(number).ink().hex(),
            least: piece.least_copies(),
            most: piece.copies(),
            inner: piece.inner,
            shapes: shapes.iter().enumerate().map(shape).collect(),
        }
    }
}

impl ShapeData {
    fn new(shape: &Shape, lattice: Lattice, placements: Vec<usize>) -> Self {
        let cells = drawn(shape, lattice);
        let (outline, width, height) = outline(&cells, lattice);
        let Shape { turned, flipped, .. } = *shape;
        let sides = Paint::letters(&shape.sides);
        let paints = || shape.cells.iter().map(|&(_, paint)| paint);
        let has_paints = paints().any(|paint| paint.is_some());
        let dots = if has_paints { palette::dots(paints()) } else { String::new() };
        Self { cells, dots, sides, outline, width, height, turned, flipped, placements }
    }
}

/// The cells of a shape as they are drawn.
fn drawn(shape: &Shape, lattice: Lattice) -> Vec<Point> {
    // Moving a shape of spheres to the origin may have brought its cells between those of the lattice.
    let by = |a: i32| {
        let cells = shape.cells.iter().map(|&([layer, x, y], _)| lattice.drawn([layer, x + a, y]));
        cells.collect::<Option<Vec<Point>>>()
    };
    let cells = by(0)
        .or_else(|| by(1))
        .unwrap_or_else(|| shape.cells.iter().map(|(cell, _)| *cell).collect());
    let least = |axis: usize| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0);
    let (row, mut column) = (least(1), least(2));
    if lattice == Lattice::Triangular && (row + column) % 2 != 0 {
        // Only so do triangles keep the way that they point.
        column -= 1;
    }
    cells.into_iter().map(|[l, r, c]| [l, r - row, c - column]).collect()
}

/// The outlines of the cells of a shape, from the upper left corner of them all, and its size.
fn outline(cells: &[Point], lattice: Lattice) -> (Vec<Vec<Spot>>, f64, f64) {
    let flat: Vec<Spot> = cells.iter().flat_map(|&cell| corners(lattice, cell)).collect();
    let (least, greatest) = bounds(&flat);
    let (wide, layers) = (greatest[0] - least[0], cells.iter().map(|cell| cell[0]).max());
    let step = wide + GAP / 2.0;
    let one = |&cell: &Point| {
        moved(&corners(lattice, cell), [f64::from(cell[0]) * step - least[0], -least[1]])
    };
    let width = wide + step * f64::from(layers.unwrap_or(0));
    (cells.iter().map(one).collect(), short(width), short(greatest[1] - least[1]))
}
