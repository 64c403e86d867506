//! What a page is told of a puzzle once: its cells, its pieces with their shapes, and all placements,
//! with everything that is to be drawn.
//!
//! Cells are numbered in reading order, inner ones after their rows; placements as the options of the
//! cover are. Cost: linear in the placements, but for finding the shape of each.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::puzzle::Compiled;
use crate::puzzle::model::{Known, Lattice, Piece, Place, Point};
use crate::puzzle::paint::Paint;
use crate::solution::LineCodec;
use crate::solution::drawing::palette::{self, PaintLook};

use super::outline::{GAP, RING, Spot, bounds, centre, corners, moved, short};
use super::shape::{Shape, shapes_of, shown};

/// A puzzle.
#[derive(Debug, Serialize)]
pub(super) struct Description<'a> {
    name: &'a str,
    title: &'a str,
    about: &'a str,
    lattice: Lattice,
    /// Layers, rows, columns of the box around the board.
    size: [usize; 3],
    /// Whether layers, rows, columns are closed.
    wrap: [bool; 3],
    cells: Vec<CellData>,
    picture: PictureData,
    /// The regions of which cells stay free.
    free: Vec<FreeData<'a>>,
    pieces: Vec<PieceData<'a>>,
    placements: Vec<PlacementData>,
    /// The looks of the colours of cells, by their letters.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    paints: BTreeMap<char, PaintLook>,
    /// The placements that lie there from the start.
    given: Vec<usize>,
    known: Option<&'a Known>,
}

/// A cell.
#[derive(Debug, Serialize)]
struct CellData {
    /// Layer, row, column as it is drawn. An inner cell has the column 0.
    at: Point,
    #[serde(skip_serializing_if = "is_false")]
    inner: bool,
    #[serde(skip_serializing_if = "is_false")]
    may_stay_empty: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// Its colour, where cells have some.
    #[serde(skip_serializing_if = "Option::is_none")]
    paint: Option<Paint>,
    /// The region that it is in, where that leaves cells free.
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<String>,
    layer: usize,
    /// Its corners in the flat picture.
    outline: Vec<Spot>,
    /// Its middle in space: right, down, towards the last layer.
    centre: [f64; 3],
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// The flat picture.
#[derive(Debug, Serialize)]
struct PictureData {
    width: f64,
    height: f64,
    /// The rectangle of each layer: x, y, width, height.
    layers: Vec<[f64; 4]>,
}

/// A region of which cells stay free.
#[derive(Debug, Serialize)]
struct FreeData<'a> {
    region: &'a str,
    /// How many.
    count: usize,
    cells: Vec<usize>,
    /// The placement that leaves each of them free.
    placements: Vec<Option<usize>>,
}

/// A piece.
#[derive(Debug, Serialize)]
struct PieceData<'a> {
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
    /// The outline of each cell, layers side by side.
    outline: Vec<Vec<Spot>>,
    width: f64,
    height: f64,
    /// The shape that turning comes to.
    turned: usize,
    /// The shape that flipping comes to; null where it may not be flipped.
    flipped: Option<usize>,
    placements: Vec<usize>,
}

/// A placement.
#[derive(Debug, Serialize)]
struct PlacementData {
    /// Its piece; of one that leaves a cell free, the number of the region after the last piece.
    piece: usize,
    /// The shape of the piece; null of one that leaves a cell free.
    shape: Option<usize>,
    /// Its cells, ascending.
    cells: Vec<usize>,
}

/// The order of cells as a page has them.
#[derive(Clone, Debug)]
pub(super) struct CellOrder {
    /// The cell of each number.
    pub cells: Vec<usize>,
    /// The number of each cell.
    pub numbers: Vec<usize>,
}

impl CellOrder {
    /// Reading order.
    pub fn new(compiled: &Compiled) -> Self {
        let codec = LineCodec::new(compiled);
        let cells: Vec<usize> = codec.cells().into_iter().map(|(_, cell)| cell).collect();
        let mut numbers = vec![0; cells.len()];
        for (number, &cell) in cells.iter().enumerate() {
            numbers[cell] = number;
        }
        Self { cells, numbers }
    }
}

impl<'a> Description<'a> {
    /// Describes a compiled puzzle; `given` are the placements that lie there from the start.
    pub fn new(compiled: &'a Compiled, order: &CellOrder, given: &[usize]) -> Self {
        let Compiled { puzzle, grid, placements, .. } = compiled;
        let layers = Layers::new(compiled);
        let shapes: Vec<Vec<Shape>> =
            puzzle.pieces().iter().map(|piece| shapes_of(piece, puzzle)).collect();
        let placement_data = |placement: &crate::puzzle::placement::Placement| {
            let outer = placement.cells.iter().map(|&cell| usize::from(cell));
            let outer: Vec<usize> = outer.filter(|&cell| cell < grid.outer_count()).collect();
            let own = shapes.get(placement.piece);
            let mut cells: Vec<usize> =
                placement.cells.iter().map(|&cell| order.numbers[usize::from(cell)]).collect();
            cells.sort_unstable();
            let shape = own.and_then(|shapes| shown(&outer, shapes, grid));
            PlacementData { piece: placement.piece, shape, cells }
        };
        let placements: Vec<PlacementData> = placements.iter().map(placement_data).collect();
        let pieces = puzzle.pieces().iter().zip(&shapes).enumerate();
        Self {
            name: &puzzle.name,
            title: &puzzle.title,
            about: &puzzle.about,
            lattice: puzzle.board.lattice,
            size: grid.size(),
            wrap: grid.wrap(),
            cells: order.cells.iter().map(|&cell| cell_data(compiled, &layers, cell)).collect(),
            picture: layers.picture(),
            free: free_data(compiled, order, &placements),
            pieces: pieces
                .map(|(p, (piece, shapes))| piece_data((p, piece), shapes, compiled, &placements))
                .collect(),
            placements,
            paints: palette::looks(puzzle.board.paints.iter().map(|&(_, paint)| paint)),
            given: given.to_vec(),
            known: puzzle.known.as_ref(),
        }
    }
}

/// Where the layers of a board lie in the flat picture.
struct Layers {
    /// How far each is moved.
    shifts: Vec<Spot>,
    /// The rectangle of each.
    rectangles: Vec<[f64; 4]>,
    /// Where the rings begin.
    ring: f64,
    has_rings: bool,
}

impl Layers {
    fn new(compiled: &Compiled) -> Self {
        let lattice = compiled.puzzle.board.lattice;
        let (mut shifts, mut rectangles, mut x) = (Vec::new(), Vec::new(), 0.0);
        let count = compiled.puzzle.board.drawing.len();
        for layer in 0..count as i32 {
            let points = compiled.puzzle.board.points().filter(|point| point[0] == layer);
            let all: Vec<Spot> = points.flat_map(|point| corners(lattice, point)).collect();
            let (least, greatest) = bounds(&all);
            let [width, height] = [0, 1].map(|axis| greatest[axis] - least[axis]);
            // Squares keep the places that they have in the drawing, so that layers can be compared.
            let (left, top) = match lattice {
                Lattice::Hexagonal | Lattice::Triangular => (least[0], least[1]),
                _ => (0.0, 0.0),
            };
            let (width, height) = (width + least[0] - left, height + least[1] - top);
            shifts.push([x - left, -top]);
            rectangles.push([x, 0.0, width, height].map(short));
            x += width + GAP;
        }
        Self { shifts, rectangles, ring: x, has_rings: compiled.grid.inner_count() > 0 }
    }

    fn picture(self) -> PictureData {
        let width = if self.has_rings { self.ring + RING } else { self.ring - GAP };
        let heights = self.rectangles.iter().map(|rectangle| rectangle[3]);
        let height = heights.fold(0.0, f64::max);
        PictureData { width: short(width), height, layers: self.rectangles }
    }
}

fn cell_data(compiled: &Compiled, layers: &Layers, cell: usize) -> CellData {
    let Compiled { puzzle, grid, .. } = compiled;
    if cell >= grid.outer_count() {
        let row = (cell - grid.outer_count()) as i32;
        let (x, y) = (layers.ring, f64::from(row));
        let outline = [[x, y], [x + RING, y], [x + RING, y + 1.0], [x, y + 1.0]];
        return CellData {
            at: [0, row, 0],
            inner: true,
            may_stay_empty: false,
            label: None,
            paint: None,
            region: None,
            layer: 0,
            outline: moved(&outline, [0.0, 0.0]),
            centre: [0.0, y + 0.5, 0.0],
        };
    }
    let (at, lattice) = (grid.drawn(cell), puzzle.board.lattice);
    let layer = at[0] as usize;
    let region = puzzle.free_cells_at(at).map(|piece| puzzle.pieces[piece].name.clone());
    CellData {
        at,
        inner: false,
        may_stay_empty: puzzle.board.place(at) == Place::MayStayEmpty,
        label: puzzle.label_at(at).map(str::to_owned),
        paint: puzzle.board.paint(at),
        region,
        layer,
        outline: moved(&corners(lattice, at), layers.shifts[layer]),
        centre: centre(lattice, at),
    }
}

fn piece_data<'a>(
    (number, piece): (usize, &'a Piece),
    shapes: &[Shape],
    compiled: &Compiled,
    placements: &[PlacementData],
) -> PieceData<'a> {
    let lattice = compiled.puzzle.board.lattice;
    let shape = |(s, shape): (usize, &Shape)| {
        let own = placements.iter().enumerate();
        let own = own.filter(|(_, one)| one.piece == number && one.shape == Some(s));
        let cells = drawn(shape, lattice);
        let (outline, width, height) = outline(&cells, lattice);
        let Shape { turned, flipped, .. } = *shape;
        let placements = own.map(|(placement, _)| placement).collect();
        ShapeData { cells, outline, width, height, turned, flipped, placements }
    };
    PieceData {
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

/// The cells of a shape as they are drawn.
fn drawn(shape: &Shape, lattice: Lattice) -> Vec<Point> {
    // Moving a shape of spheres to the origin may have brought its cells between those of the lattice.
    let by = |a: i32| {
        let cells = shape.cells.iter().map(|&[layer, x, y]| lattice.drawn([layer, x + a, y]));
        cells.collect::<Option<Vec<Point>>>()
    };
    let cells = by(0).or_else(|| by(1)).unwrap_or_else(|| shape.cells.clone());
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

fn free_data<'a>(
    compiled: &'a Compiled,
    order: &CellOrder,
    placements: &[PlacementData],
) -> Vec<FreeData<'a>> {
    let Compiled { puzzle, grid, .. } = compiled;
    let free = puzzle.pieces.iter().enumerate().filter(|(_, piece)| piece.stays_free);
    let data = |(number, piece): (usize, &'a Piece)| {
        let points = puzzle.region_of(piece).map_or(&[][..], |region| &region.cells);
        let cells = points.iter().filter_map(|&point| grid.cell_drawn_at(point));
        let mut cells: Vec<usize> = cells.map(|cell| order.numbers[cell]).collect();
        cells.sort_unstable();
        let leaves = |&cell: &usize| {
            placements.iter().position(|one| one.piece == number && one.cells == [cell])
        };
        let placements = cells.iter().map(leaves).collect();
        FreeData { region: &piece.name, count: piece.copies(), cells, placements }
    };
    free.map(data).collect()
}
