//! Coloured edges: what the sides of a tile may show where it lies, by going round the tile.
//!
//! The sides of a cell go clockwise from the top: of a square from the upper side, of a hexagon from
//! the upper right one, of a triangle that points up from the right one, and of one that points down
//! from the upper one. A turn moves the colours on round the cell, and a mirror image has them the other
//! way round; nothing else is known here of turns. An *edge* is where a side meets another or borders
//! on nothing. Edges are numbered as they are met: positions in order, and the sides of each.
//!
//! Cost: a look-up for each side of each cell.

use super::frame::Frame;
use super::motion::Motion;
use crate::puzzle::model::{Lattice, Motions, Piece, Point, Puzzle};
use crate::puzzle::paint::Paint;

/// The edges of a board.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    /// For each position, the edges at its sides; none for inner cells.
    around: Vec<Vec<usize>>,
    /// For each edge, whether two sides meet there.
    meets: Vec<bool>,
    /// The colour that a side shows where it borders on nothing, if that is said.
    rim: Option<Paint>,
}

impl Edges {
    /// The edges of a puzzle's board, if some of its pieces have coloured ones.
    pub fn new(frame: &Frame, puzzle: &Puzzle) -> Option<Edges> {
        if puzzle.pieces.iter().all(|piece| piece.edges.is_none()) {
            return None;
        }
        let mut around: Vec<Vec<Option<usize>>> = vec![Vec::new(); frame.positions()];
        for position in frame.outer() {
            around[position] = vec![None; neighbours(frame, drawn(frame, position)).len()];
        }
        let mut meets = Vec::new();
        for position in frame.outer() {
            for (side, next) in neighbours(frame, drawn(frame, position)).into_iter().enumerate() {
                if around[position][side].is_some() {
                    continue;
                }
                around[position][side] = Some(meets.len());
                let other = frame.find_drawn(next);
                if let Some(other) = other {
                    let facing = facing(frame, position, side);
                    around[other][facing] = Some(meets.len());
                }
                meets.push(other.is_some());
            }
        }
        let around = around.into_iter().map(|sides| sides.into_iter().flatten().collect());
        Some(Edges { around: around.collect(), meets, rim: puzzle.board.rim })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.meets.len()
    }

    /// The edges at the sides of a position.
    pub fn around(&self, position: usize) -> &[usize] {
        &self.around[position]
    }

    /// Whether two sides meet at an edge.
    pub fn meets(&self, edge: usize) -> bool {
        self.meets[edge]
    }

    /// Everything that the sides of a position may show where this piece lies there, each once and in
    /// order; nothing at all, once, where its sides have no colours.
    pub fn shown(&self, frame: &Frame, piece: &Piece, position: usize) -> Vec<Vec<Paint>> {
        let Some(own) = &piece.edges else { return vec![Vec::new()] };
        let count = own.len();
        let moved_on = |colours: &[Paint], by: usize| -> Vec<Paint> {
            (0..count).map(|side| colours[(side + count - by) % count]).collect()
        };
        let backwards: Vec<Paint> = (0..count).map(|side| own[(count - side) % count]).collect();
        let is_like = match frame.lattice() {
            Lattice::Triangular => points_up(piece.cells[0]) == points_up(drawn(frame, position)),
            _ => true,
        };
        let half = match (frame.lattice(), is_like) {
            (Lattice::Triangular, true) => 0,
            // The first side of a triangle that points up is the right one, which comes to the left.
            (Lattice::Triangular, false) if points_up(piece.cells[0]) => 2,
            (Lattice::Triangular, false) => 1,
            _ => count / 2,
        };
        let turned = |colours: &[Paint]| -> Vec<Vec<Paint>> {
            (0..count).map(|by| moved_on(colours, by)).collect()
        };
        let mut shown = match piece.motions {
            Motions::Translate if is_like => vec![own.clone()],
            Motions::Translate => Vec::new(),
            Motions::HalfTurn if is_like => vec![own.clone(), moved_on(own, half)],
            Motions::HalfTurn => vec![moved_on(own, half)],
            Motions::Rotations => turned(own),
            Motions::RotationsAndFlips => [turned(own), turned(&backwards)].concat(),
        };
        shown.retain(|sides| self.may_be(position, sides));
        shown.sort_unstable();
        shown.dedup();
        shown
    }

    /// Whether the sides of a position may show these colours, whatever lies beside it.
    fn may_be(&self, position: usize, sides: &[Paint]) -> bool {
        let around = &self.around[position];
        (0..sides.len()).all(|side| {
            let edge = around[side];
            let is_rim = !self.meets[edge];
            let agrees = |other: usize| around[other] != edge || sides[other] == sides[side];
            (0..side).all(agrees) && (!is_rim || self.rim.is_none_or(|rim| sides[side] == rim))
        })
    }

    /// For each edge, the edge that it becomes under a motion.
    pub fn targets(&self, frame: &Frame, motion: &Motion) -> Vec<usize> {
        let mut targets = vec![0; self.count()];
        for position in frame.outer() {
            let there = &self.around[usize::from(motion.targets[position])];
            let moved = sides_moved(frame, motion, position);
            for (edge, side) in self.around[position].iter().zip(moved) {
                targets[*edge] = there[side];
            }
        }
        targets
    }
}

/// For each side of a position, the side that it becomes under a motion.
pub(crate) fn sides_moved(frame: &Frame, motion: &Motion, position: usize) -> Vec<usize> {
    let target = usize::from(motion.targets[position]);
    let there = ways(frame, target);
    let place = |way: Point| there.iter().position(|other| *other == motion.turned(way));
    ways(frame, position).into_iter().map(|way| place(way).unwrap_or(0)).collect()
}

fn drawn(frame: &Frame, position: usize) -> Point {
    frame.at(position).map(|value| value as i32)
}

fn points_up([_, row, column]: Point) -> bool {
    (row + column).rem_euclid(2) == 0
}

/// The places beside a drawn cell, side by side.
fn neighbours(frame: &Frame, cell: Point) -> Vec<Point> {
    let steps: &[[i32; 2]] = match frame.lattice() {
        Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => {
            &[[-1, 0], [0, 1], [1, 0], [0, -1]]
        }
        // The row above begins half a hexagon further left.
        Lattice::Hexagonal => &[[-1, 1], [0, 1], [1, 0], [1, -1], [0, -1], [-1, 0]],
        Lattice::Triangular if points_up(cell) => &[[0, 1], [1, 0], [0, -1]],
        Lattice::Triangular => &[[-1, 0], [0, 1], [0, -1]],
    };
    steps.iter().map(|&[down, right]| [cell[0], cell[1] + down, cell[2] + right]).collect()
}

/// The side of the cell beside a position that faces its side of this number.
fn facing(frame: &Frame, position: usize, side: usize) -> usize {
    match frame.lattice() {
        Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => (side + 2) % 4,
        Lattice::Hexagonal => (side + 3) % 6,
        // Right and left, bottom and top, left and right.
        Lattice::Triangular if points_up(drawn(frame, position)) => [2, 0, 1][side],
        Lattice::Triangular => [1, 2, 0][side],
    }
}

/// The ways from the middle of a position to those of the cells beside it, upright.
fn ways(frame: &Frame, position: usize) -> Vec<Point> {
    let from = frame.upright(position);
    let way = |cell: Point| {
        let to = super::turn::upright(frame.lattice(), cell);
        [0, 1, 2].map(|axis| to[axis] - from[axis])
    };
    neighbours(frame, drawn(frame, position)).into_iter().map(way).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Checker;
    use super::super::sample::{described, typed, verdict};

    /// Two tiles beside one another that meet in red.
    fn pair(more: &str) -> Checker {
        Checker::new(&described(&format!(
            "[board]\nrows = 1\ncolumns = 2\nmotions = 'rotations'\n{more}\n\
             [[piece]]\nsymbol = 'a'\nedges = 'rgbg'\n[[piece]]\nsymbol = 'b'\nedges = 'rbgg'\n"
        )))
    }

    #[test]
    fn sides_that_meet_show_one_colour_and_those_of_a_turned_tile() {
        let checker = pair("");
        assert_eq!(verdict(&checker, "ab::grgbbgg"), "legal, 2 images");
        assert_eq!(typed(&checker, "ab::grgbbgg\n"), "ab::grgbbgg");
        assert_eq!(
            verdict(&checker, "ab::ggrbbgg"),
            "row 1, column 1: the edges of piece a are g g r b there, clockwise from the top, and it \
             has no such side by side"
        );
        assert_eq!(
            verdict(&checker, "ab::grgb"),
            "the picture shows the colours of 4 edges; the board has 7 edges"
        );
        assert_eq!(
            verdict(&checker, "ab"),
            "behind the cells, :: and the colours of 7 edges are missing"
        );
        assert_eq!(
            verdict(&pair("rim = 'g'"), "ab::grgbbgg").split(':').next(),
            Some("row 1, column 1")
        );
    }
}
