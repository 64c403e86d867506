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
use crate::puzzle::placement::Placement;
use crate::solution::drawing::palette::{self, PaintLook};

use super::cell_order::CellOrder;
use super::outline::{GAP, RING, Spot, bounds, centre, corners, moved, short};
use super::piece_data::{PieceData, PlacementData};
use super::shape::{Shape, shapes_of};

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
    /// The colour of the edges that border on no cell, if they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    rim: Option<Paint>,
    /// For each cell, the edges at its sides, clockwise from the top; nothing where pieces have no
    /// coloured edges.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edges: Vec<Vec<usize>>,
    /// The looks of the colours of cells and edges, by their letters.
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

impl<'a> Description<'a> {
    /// Describes a compiled puzzle; `given` are the placements that lie there from the start.
    pub fn new(compiled: &'a Compiled, order: &CellOrder, given: &[usize]) -> Self {
        let Compiled { puzzle, grid, placements, edges, .. } = compiled;
        let layers = Layers::new(compiled);
        let shapes: Vec<Vec<Shape>> =
            puzzle.pieces().iter().map(|piece| shapes_of(piece, puzzle)).collect();
        let placement_data = |placement: &Placement| {
            let shapes = shapes.get(placement.piece).map(Vec::as_slice);
            PlacementData::new(placement, shapes, compiled, order)
        };
        let placements: Vec<PlacementData> = placements.iter().map(placement_data).collect();
        let piece_data = |(number, shapes): (usize, &Vec<Shape>)| {
            PieceData::new(number, shapes, compiled, &placements)
        };
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
            pieces: shapes.iter().enumerate().map(piece_data).collect(),
            placements,
            rim: edges.as_ref().and(puzzle.board.rim),
            edges: edges.as_ref().map_or_else(Vec::new, |edges| edges.at_sides(&order.cells)),
            paints: palette::looks(puzzle),
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
