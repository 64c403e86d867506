//! Turns of the lattice, and shapes on a board whose axes may close into rings.
//!
//! The checker's own geometry. Nothing is placed here: a set of cells found in a picture is
//! compared with a shape, by trying which cell of the set could be the first cell of the shape.
//!
//! A *position* numbers the cells of the board in the order in which a written line names them:
//! layer, row, column, and after the last column of a row its inner cell, if there is one.
//! A *laid* shape has its cells on the board, all different: what the wrap would fold onto
//! itself, or what is too long for the board, cannot be laid.
//!
//! Comparing two sets of k cells costs k² at worst, and about k when they differ.

use crate::puzzle::model::{AXES, Board, Motions, Point};

/// A rotation or reflection of the lattice: where each axis goes, and which way along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    to: [usize; 3],
    back: [bool; 3],
}

impl Turn {
    /// All 48, ordered by how hard they are to see: none at all, the turns within a layer, the
    /// turns in space, and last the reflections.
    pub fn all() -> Vec<Turn> {
        const ORDERS: [[usize; 3]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let mut turns = Vec::with_capacity(48);
        for to in ORDERS {
            for signs in 0..8 {
                turns.push(Turn { to, back: [0, 1, 2].map(|axis| signs >> axis & 1 == 1) });
            }
        }
        turns.sort_by_key(|turn| {
            // A quarter clockwise before a quarter the other way.
            let [layer, row, column] = turn.back;
            (turn.mirrors(), !turn.stays_in_layer(), turn.to, [column, row, layer])
        });
        turns
    }

    /// The turns that `motions` allows, in the order of [`Turn::all`]; the first is none at all.
    pub fn allowed(motions: Motions, plane: bool) -> Vec<Turn> {
        Turn::all().into_iter().filter(|turn| turn.is_allowed(motions, plane)).collect()
    }

    /// Whether `motions` allows this turn, in the plane or in space.
    pub fn is_allowed(self, motions: Motions, plane: bool) -> bool {
        if plane && !self.stays_in_layer() {
            return false;
        }
        match motions {
            Motions::Translate => self.straight() && self.back == [false; 3],
            Motions::HalfTurn => {
                self.straight() && (self.back == [false; 3] || self.back == [false, true, true])
            }
            Motions::Rotations => !self.mirrors(),
            Motions::RotationsAndFlips => true,
        }
    }

    /// Whether a hand becomes the other hand.
    pub fn mirrors(self) -> bool {
        let [a, b, c] = self.to;
        let crossings = [a > b, a > c, b > c].into_iter().filter(|&crossed| crossed).count();
        let reversals = self.back.into_iter().filter(|&back| back).count();
        (crossings + reversals) % 2 == 1
    }

    /// Whether each layer stays a layer, seen from the same side.
    pub fn stays_in_layer(self) -> bool {
        self.to[0] == 0 && !self.back[0]
    }

    /// Whether this is the turn by 180 degrees within a layer.
    pub fn is_half_turn(self) -> bool {
        self.straight() && self.back == [false, true, true]
    }

    fn straight(self) -> bool {
        self.to == [0, 1, 2]
    }

    /// The cells after the turn.
    pub fn apply(self, cells: &[Point]) -> Vec<Point> {
        let turned = |cell: &Point| {
            let mut image = [0; 3];
            for axis in 0..3 {
                image[self.to[axis]] = if self.back[axis] { -cell[axis] } else { cell[axis] };
            }
            image
        };
        cells.iter().map(turned).collect()
    }

    /// What a person would say was done; degrees are clockwise.
    pub fn words(self) -> String {
        if self.stays_in_layer() {
            let words = match (self.straight(), self.back[1], self.back[2]) {
                (true, false, false) => "as it is",
                (true, true, true) => "turned by 180 degrees",
                (false, true, false) => "turned by 90 degrees",
                (false, false, true) => "turned by 270 degrees",
                (true, true, false) => "mirrored top to bottom",
                (true, false, true) => "mirrored left to right",
                (false, false, false) => "mirrored in the falling diagonal",
                (false, true, true) => "mirrored in the rising diagonal",
            };
            return words.to_owned();
        }
        let mut changes = Vec::new();
        for axis in 0..3 {
            if self.to[axis] != axis || self.back[axis] {
                let order = if self.back[axis] { " in reverse" } else { "" };
                changes.push(format!("{}s become {}s{order}", AXES[axis], AXES[self.to[axis]]));
            }
        }
        let verb = if self.mirrors() { "mirrored" } else { "turned" };
        format!("{verb} in space ({})", changes.join(", "))
    }
}

/// The box of cells, with the axes that are rings and the inner cells behind its rows.
#[derive(Clone, Debug)]
pub struct Frame {
    size: [usize; 3],
    wrap: [bool; 3],
    inner: bool,
}

impl Frame {
    /// The frame of a board.
    pub fn new(board: &Board) -> Frame {
        Frame { size: board.size(), wrap: board.wrap, inner: board.inner.is_some() }
    }

    /// The number of layers, rows and columns.
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

    /// The number of positions in a row, its inner cell included.
    pub fn width(&self) -> usize {
        self.size[2] + usize::from(self.inner)
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.size[0] * self.size[1] * self.width()
    }

    /// Layer, row and column of a position. An inner cell stands one past the last column.
    pub fn at(&self, position: usize) -> [usize; 3] {
        let row = position / self.width();
        [row / self.size[1], row % self.size[1], position % self.width()]
    }

    /// The position of layer, row and column, as [`Frame::at`] gives them.
    pub fn position(&self, [layer, row, column]: [usize; 3]) -> usize {
        (layer * self.size[1] + row) * self.width() + column
    }

    /// The position of an outer cell, going round the rings; `None` off the board.
    pub fn find(&self, cell: Point) -> Option<usize> {
        let mut at = [0; 3];
        for axis in 0..3 {
            let length = self.size[axis] as i32;
            let value = if self.wrap[axis] { cell[axis].rem_euclid(length) } else { cell[axis] };
            if !(0..length).contains(&value) {
                return None;
            }
            at[axis] = value as usize;
        }
        Some(self.position(at))
    }

    /// A shape laid against the edges of the board, if the board can hold it.
    pub fn lay(&self, shape: &[Point]) -> Option<Vec<Point>> {
        let mut least = [0; 3];
        for (axis, least) in least.iter_mut().enumerate() {
            *least = shape.iter().map(|cell| cell[axis]).min()?;
        }
        let laid: Vec<Point> =
            shape.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] - least[axis])).collect();
        let mut positions = Vec::with_capacity(laid.len());
        for &cell in &laid {
            positions.push(self.find(cell)?);
        }
        positions.sort_unstable();
        positions.is_sorted_by(|a, b| a < b).then_some(laid)
    }

    /// Whether a laid shape, moved but not turned, is exactly the set `cells`, of which
    /// `belongs` tells the positions.
    pub fn agrees(
        &self,
        shape: &[Point],
        cells: &[Point],
        belongs: impl Fn(usize) -> bool,
    ) -> bool {
        let Some(first) = shape.first() else { return cells.is_empty() };
        shape.len() == cells.len()
            && cells.iter().any(|start| {
                let moved =
                    |cell: &Point| [0, 1, 2].map(|axis| cell[axis] - first[axis] + start[axis]);
                shape.iter().all(|cell| self.find(moved(cell)).is_some_and(&belongs))
            })
    }

    /// Whether two laid shapes differ by a move only.
    pub fn same_shape(&self, one: &[Point], other: &[Point]) -> bool {
        let mut positions: Vec<usize> = other.iter().filter_map(|&c| self.find(c)).collect();
        positions.sort_unstable();
        self.agrees(one, other, |position| positions.binary_search(&position).is_ok())
    }

    /// The ways in which a piece can lie on this board, moves aside: each of `turns` that the
    /// board can hold, equal ones once.
    pub fn shapes(&self, cells: &[Point], turns: &[Turn]) -> Vec<Vec<Point>> {
        let mut shapes: Vec<Vec<Point>> = Vec::new();
        for turn in turns {
            if let Some(laid) = self.lay(&turn.apply(cells))
                && !shapes.iter().any(|shape| self.same_shape(&laid, shape))
            {
                shapes.push(laid);
            }
        }
        shapes
    }

    /// Whether a turn of the whole board brings box onto box, rings onto rings of the same
    /// length and, where there are inner cells, rows onto rows.
    pub fn is_kept_by(&self, turn: Turn) -> bool {
        let kept = |axis: usize| {
            let to = turn.to[axis];
            self.size[axis] == self.size[to] && self.wrap[axis] == self.wrap[to]
        };
        (0..3).all(kept) && (!self.inner || turn.to[2] == 2)
    }

    /// For each position after a turn of the whole board, the position it came from. The turn
    /// must be one that keeps the board.
    pub fn sources(&self, turn: Turn) -> Vec<u32> {
        let mut sources = vec![0; self.positions()];
        for source in 0..self.positions() {
            let at = self.at(source);
            let is_inner = at[2] == self.size[2];
            let mut image = [0; 3];
            for axis in 0..3 {
                let reversed = turn.back[axis] && !(is_inner && axis == 2);
                image[turn.to[axis]] =
                    if reversed { self.size[axis] - 1 - at[axis] } else { at[axis] };
            }
            sources[self.position(image)] = source as u32;
        }
        sources
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(size: [usize; 3], wrap: [bool; 3]) -> Frame {
        Frame { size, wrap, inner: false }
    }

    #[test]
    fn plane_and_space_have_the_turns_that_geometry_teaches() {
        let count = |motions, plane| Turn::allowed(motions, plane).len();
        for plane in [true, false] {
            assert_eq!(count(Motions::Translate, plane), 1);
            assert_eq!(count(Motions::HalfTurn, plane), 2);
        }
        assert_eq!(count(Motions::Rotations, true), 4);
        assert_eq!(count(Motions::RotationsAndFlips, true), 8);
        assert_eq!(count(Motions::Rotations, false), 24);
        assert_eq!(count(Motions::RotationsAndFlips, false), 48);
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        let quarter = Turn::all().into_iter().find(|t| t.words() == "turned by 90 degrees");
        // A cell to the right comes to lie below.
        assert_eq!(quarter.unwrap().apply(&[[0, 0, 1]]), [[0, 1, 0]]);
    }

    #[test]
    fn a_shape_goes_round_a_ring_but_not_past_its_own_tail() {
        let bar = |length| (0..length).map(|column| [0, 0, column]).collect::<Vec<_>>();
        let ring = frame([1, 1, 4], [false, false, true]);
        assert!(ring.lay(&bar(4)).is_some());
        assert!(ring.lay(&bar(5)).is_none());
        let cells = [[0, 0, 3], [0, 0, 0]];
        assert!(ring.agrees(&ring.lay(&bar(2)).unwrap(), &cells, |p| p == 3 || p == 0));
        let strip = frame([1, 1, 4], [false; 3]);
        assert!(!strip.agrees(&strip.lay(&bar(2)).unwrap(), &cells, |p| p == 3 || p == 0));
    }

    #[test]
    fn on_a_ring_two_turns_may_be_one_shape() {
        // Cells 0 and 3 of a ring of four are neighbours, like 0 and 1.
        let ring = frame([1, 1, 4], [false, false, true]);
        assert!(ring.same_shape(&[[0, 0, 0], [0, 0, 3]], &[[0, 0, 0], [0, 0, 1]]));
        assert!(!ring.same_shape(&[[0, 0, 0], [0, 0, 2]], &[[0, 0, 0], [0, 0, 1]]));
    }

    #[test]
    fn sources_are_a_permutation_that_undoes_the_turn() {
        let cube = frame([3, 3, 3], [false; 3]);
        for turn in Turn::all() {
            let sources = cube.sources(turn);
            let mut sorted = sources.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(0..27));
            // The middle cell stays; so does the set of corners.
            assert_eq!(sources[13], 13);
            assert!([0, 2, 6, 8, 18, 20, 24, 26].contains(&sources[0]));
        }
    }

    #[test]
    fn with_inner_cells_a_board_cannot_lie_down() {
        let mut square = frame([1, 4, 4], [false; 3]);
        let kept = |frame: &Frame| Turn::all().into_iter().filter(|&t| frame.is_kept_by(t)).count();
        let in_plane = kept(&square) / 2;
        square.inner = true;
        assert_eq!((in_plane, kept(&square) / 2), (8, 4));
    }
}
