//! The board: its cells in the order of the written line, and where they lie.
//!
//! A *position* numbers the cells of the board in the order in which a written line names them:
//! layer, row, column, and after the last cell of a row its inner cell, if there is one. Holes
//! have no position. Shapes are lists of upright coordinates (see [`super::turn`]); closed axes
//! are gone round when the position of a cell is looked up.
//!
//! A look-up costs a few steps; comparing two sets of k cells k² at worst, and about k when they
//! differ.

use super::turn::{drawn, tiles, upright};
use crate::puzzle::model::{Board, Lattice, Place, Point};
use crate::puzzle::paint::Paint;

/// A row of the drawing.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Its layer, counted from 0.
    pub layer: usize,
    /// Its number within the layer, counted from 0.
    pub number: usize,
    /// What there is at each column, up to the last cell.
    pub places: Vec<Place>,
    /// The position of its first cell.
    pub start: usize,
    /// The position after its last cell, which is that of its inner cell if it has one.
    pub end: usize,
}

impl Row {
    /// Whether it has no cell at all, inner ones aside.
    pub fn is_blank(&self) -> bool {
        self.places.is_empty()
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// Layer, row and column; for an inner cell the column is meaningless.
    drawn: Point,
    upright: Point,
    kind: Place,
    colour: Option<Paint>,
    /// The number of its row among all rows.
    row: usize,
    is_inner: bool,
}

/// The cells of a board, with the axes that are rings and the inner cells behind its rows.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    lattice: Lattice,
    size: [usize; 3],
    wrap: [bool; 3],
    inner: bool,
    /// The number of rows of each layer.
    layers: Vec<usize>,
    rows: Vec<Row>,
    spots: Vec<Spot>,
    /// For each place of the box around the drawing, the position there.
    numbers: Vec<Option<u16>>,
}

impl Frame {
    /// The frame of a board.
    pub fn new(board: &Board) -> Frame {
        let size = board.size();
        let mut frame = Frame {
            lattice: board.lattice,
            size,
            wrap: board.wrap,
            inner: board.inner.is_some(),
            layers: board.drawing.iter().map(Vec::len).collect(),
            rows: Vec::new(),
            spots: Vec::new(),
            numbers: vec![None; size.iter().product()],
        };
        for (layer, rows) in board.drawing.iter().enumerate() {
            for (number, places) in rows.iter().enumerate() {
                frame.add_row(layer, number, places);
            }
        }
        for &(point, paint) in &board.paints {
            if let Some(position) = frame.find_drawn(point) {
                frame.spots[position].colour = Some(paint);
            }
        }
        frame
    }

    fn add_row(&mut self, layer: usize, number: usize, places: &[Place]) {
        let length = places.iter().rposition(|&place| place != Place::Hole).map_or(0, |c| c + 1);
        let (start, row) = (self.spots.len(), self.rows.len());
        let mut add = |column: usize, kind, is_inner| {
            let drawn = [layer, number, column].map(|value| value as i32);
            let upright = upright(self.lattice, drawn);
            self.spots.push(Spot { drawn, upright, kind, colour: None, row, is_inner });
        };
        for (column, &place) in places[..length].iter().enumerate() {
            if place != Place::Hole {
                add(column, place, false);
            }
        }
        if self.inner {
            add(0, Place::Cell, true);
        }
        let end = self.spots.len() - usize::from(self.inner);
        for position in start..end {
            if let Some(place) = self.place_in_box(self.spots[position].drawn) {
                self.numbers[place] = Some(position as u16);
            }
        }
        self.rows.push(Row { layer, number, places: places[..length].to_vec(), start, end });
    }

    /// How cells lie to one another.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The number of layers, and the largest numbers of rows and columns.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// Which axes are rings.
    pub fn wrap(&self) -> [bool; 3] {
        self.wrap
    }

    /// Whether there is an inner cell behind each row.
    pub fn has_inner(&self) -> bool {
        self.inner
    }

    /// The number of rows of each layer.
    pub fn layers(&self) -> &[usize] {
        &self.layers
    }

    /// The rows of all layers.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.spots.len()
    }

    /// The positions that are not inner cells.
    pub fn outer(&self) -> impl Iterator<Item = usize> {
        (0..self.spots.len()).filter(|&position| !self.spots[position].is_inner)
    }

    /// Whether a position is an inner cell.
    pub fn is_inner(&self, position: usize) -> bool {
        self.spots[position].is_inner
    }

    /// Layer, row and column of a position; the column of an inner cell is meaningless.
    pub fn at(&self, position: usize) -> [usize; 3] {
        self.spots[position].drawn.map(|value| value as usize)
    }

    /// The upright coordinates of a position.
    pub fn upright(&self, position: usize) -> Point {
        self.spots[position].upright
    }

    /// Whether a position must be filled.
    pub fn kind(&self, position: usize) -> Place {
        self.spots[position].kind
    }

    /// The colour of a position, if it has one.
    pub fn colour(&self, position: usize) -> Option<Paint> {
        self.spots[position].colour
    }

    /// The row of a position.
    pub fn row_of(&self, position: usize) -> &Row {
        &self.rows[self.spots[position].row]
    }

    /// The position of the inner cell behind a row of a layer.
    pub fn inner_of(&self, layer: usize, number: usize) -> Option<usize> {
        let row = self.rows.iter().find(|row| (row.layer, row.number) == (layer, number))?;
        self.inner.then_some(row.end)
    }

    /// The position of an outer cell at upright coordinates, going round the rings; `None` off
    /// the board.
    pub fn find(&self, cell: Point) -> Option<usize> {
        self.find_drawn(drawn(self.lattice, cell)?)
    }

    /// The position of an outer cell in the drawing, going round the rings; `None` off the board.
    pub fn find_drawn(&self, cell: Point) -> Option<usize> {
        self.numbers[self.place_in_box(cell)?].map(usize::from)
    }

    fn place_in_box(&self, cell: Point) -> Option<usize> {
        let mut place = 0;
        for (axis, value) in cell.into_iter().enumerate() {
            let length = self.size[axis] as i32;
            let value = match value {
                value if (0..length).contains(&value) => value,
                value if self.wrap[axis] => value.rem_euclid(length),
                _ => return None,
            };
            place = place * self.size[axis] + value as usize;
        }
        Some(place)
    }

    /// A shape moved to the origin, its cells in order, if the rings of the board do not fold it
    /// onto itself.
    pub fn lay(&self, shape: &[Point]) -> Option<Vec<Point>> {
        let mut least = [0; 3];
        for (axis, least) in least.iter_mut().enumerate() {
            *least = shape.iter().map(|cell| cell[axis]).min()?;
        }
        let least = self.corner(least);
        let mut laid: Vec<Point> =
            shape.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] - least[axis])).collect();
        laid.sort_unstable();
        let mut folded: Vec<Point> = laid.iter().filter_map(|&cell| self.folded(cell)).collect();
        folded.sort_unstable();
        let is_whole = folded.len() == laid.len() && folded.is_sorted_by(|a, b| a < b);
        is_whole.then_some(laid)
    }

    /// The last point before these coordinates from which a way leads to the origin that brings cells
    /// onto cells that lie alike.
    fn corner(&self, [layer, down, right]: Point) -> Point {
        let rows = match self.lattice {
            Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => return [layer, down, right],
            Lattice::Hexagonal => down,
            Lattice::Triangular => down.div_euclid(3),
        };
        let down = if self.lattice == Lattice::Triangular { 3 * rows } else { rows };
        [layer, down, right - (right - rows).rem_euclid(2)]
    }

    /// Where a cell comes to lie after going round the rings as far as it can; `None` between cells.
    fn folded(&self, cell: Point) -> Option<Point> {
        if self.wrap == [false; 3] {
            return Some(cell);
        }
        let drawn = drawn(self.lattice, cell)?;
        let fold = |axis: usize| {
            let length = self.size[axis] as i32;
            if self.wrap[axis] { drawn[axis].rem_euclid(length) } else { drawn[axis] }
        };
        Some([0, 1, 2].map(fold))
    }

    /// Whether the way from one place to another brings cells onto cells that lie alike, if it brings
    /// one cell onto another: a triangle that points up is not shifted onto one that points down.
    pub fn leads(&self, from: Point, to: Point) -> bool {
        let way = [0, 1, 2].map(|axis| to[axis] - from[axis]);
        tiles(self.lattice).is_none_or(|tiles| tiles.steps(way).is_some())
    }

    /// Whether a laid shape, moved but not turned, is exactly the set `cells`, of which
    /// `belongs` tells by which cell of the shape each position may be covered.
    pub fn agrees(
        &self,
        shape: &[Point],
        cells: &[Point],
        belongs: impl Fn(usize, usize) -> bool,
    ) -> bool {
        let Some(first) = shape.first() else { return cells.is_empty() };
        shape.len() == cells.len()
            && cells.iter().filter(|start| self.leads(*first, **start)).any(|start| {
                let moved =
                    |cell: &Point| [0, 1, 2].map(|axis| cell[axis] - first[axis] + start[axis]);
                let mut covered = shape.iter().enumerate();
                covered.all(|(n, cell)| self.find(moved(cell)).is_some_and(|at| belongs(n, at)))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::model::Inner;

    fn frame(size: [usize; 3], wrap: [bool; 3]) -> Frame {
        Frame::new(&Board { wrap, ..Board::of_size(size) })
    }

    #[test]
    fn a_shape_goes_round_a_ring_but_not_past_its_own_tail() {
        let bar = |length| (0..length).map(|column| [0, 0, column]).collect::<Vec<_>>();
        let ring = frame([1, 1, 4], [false, false, true]);
        assert!(ring.lay(&bar(4)).is_some());
        assert!(ring.lay(&bar(5)).is_none());
        let cells = [[0, 0, 3], [0, 0, 0]];
        assert!(ring.agrees(&ring.lay(&bar(2)).unwrap(), &cells, |_, p| p == 3 || p == 0));
        let strip = frame([1, 1, 4], [false; 3]);
        assert!(!strip.agrees(&strip.lay(&bar(2)).unwrap(), &cells, |_, p| p == 3 || p == 0));
    }

    #[test]
    fn a_shape_of_triangles_goes_round_a_ring_and_never_onto_others_that_point_otherwise() {
        let frame = Frame::new(&Board {
            lattice: Lattice::Triangular,
            wrap: [false, false, true],
            ..Board::of_size([1, 1, 4])
        });
        let at = |column| frame.upright(column);
        let lay = |columns: &[usize]| {
            frame.lay(&columns.iter().map(|&column| at(column)).collect::<Vec<_>>())
        };
        let up = lay(&[0]).unwrap();
        assert_eq!(lay(&[2]).unwrap(), up);
        assert_ne!(lay(&[1]).unwrap(), up);
        let agrees =
            |shape: &[Point], column| frame.agrees(shape, &[at(column)], |_, p| p == column);
        assert!(agrees(&up, 0) && agrees(&up, 2) && !agrees(&up, 1));
        let bar = |length| {
            let bar = (0..length).map(|column| upright(Lattice::Triangular, [0, 0, column]));
            frame.lay(&bar.collect::<Vec<_>>())
        };
        assert!(bar(4).is_some() && bar(5).is_none());
    }

    #[test]
    fn positions_skip_the_holes_and_count_the_inner_cells() {
        use Place::{Cell, Hole, MayStayEmpty};
        let drawing = vec![vec![vec![Hole, Cell, Hole, Cell, Hole], vec![MayStayEmpty]]];
        let board = Board { drawing, inner: Some(Inner::Rows), ..Board::of_size([1, 1, 1]) };
        let frame = Frame::new(&board);
        assert_eq!(frame.positions(), 5);
        assert_eq!(frame.rows()[0].places, [Hole, Cell, Hole, Cell]);
        assert_eq!(frame.outer().collect::<Vec<_>>(), [0, 1, 3]);
        assert_eq!(frame.find([0, 0, 3]), Some(1));
        assert_eq!([[0, 0, 0], [0, 0, 4], [0, 1, 1], [1, 0, 1]].map(|p| frame.find(p)), [None; 4]);
        assert_eq!((frame.inner_of(0, 0), frame.inner_of(0, 1)), (Some(2), Some(4)));
        assert_eq!(frame.kind(3), MayStayEmpty);
    }
}
