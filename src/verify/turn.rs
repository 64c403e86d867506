//! Turns of the lattices.
//!
//! The checker's own geometry. Turns act on *upright* coordinates, in which each is a permutation
//! of the axes with some of them reversed. On squares and cubes these are layer, row and column.
//! Stacked spheres are drawn askew: a step up moves half a sphere down and right in the drawing,
//! and one unit of the cubic axes there is half the diagonal of a square of four spheres. Hexagons
//! and triangles have turns of another kind (see [`super::sixths`]).

use super::sixths::{Sixths, Tiles};
use crate::puzzle::model::{AXES, Lattice, Motions, Point};

/// What hexagons and triangles lie in; `None` for the other lattices.
pub(super) fn tiles(lattice: Lattice) -> Option<Tiles> {
    match lattice {
        Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => None,
        Lattice::Hexagonal => Some(Tiles::Hexagons),
        Lattice::Triangular => Some(Tiles::Triangles),
    }
}

/// The upright coordinates of a cell that is drawn at a layer, row and column.
pub(crate) fn upright(lattice: Lattice, [layer, row, column]: Point) -> Point {
    match lattice {
        Lattice::Square | Lattice::Cubic => [layer, row, column],
        Lattice::FaceCentred => [layer, layer + row + column, row - column],
        Lattice::Hexagonal => Tiles::Hexagons.upright([layer, row, column]),
        Lattice::Triangular => Tiles::Triangles.upright([layer, row, column]),
    }
}

/// Layer, row and column of a cell, from its upright coordinates; `None` between the cells.
pub(crate) fn drawn(lattice: Lattice, [height, falling, rising]: Point) -> Option<Point> {
    match lattice {
        Lattice::Square | Lattice::Cubic => Some([height, falling, rising]),
        Lattice::FaceCentred => {
            let twice_row = falling - height + rising;
            let row = (twice_row % 2 == 0).then_some(twice_row / 2)?;
            Some([height, row, row - rising])
        }
        Lattice::Hexagonal => Tiles::Hexagons.drawn([height, falling, rising]),
        Lattice::Triangular => Tiles::Triangles.drawn([height, falling, rising]),
    }
}

/// A rotation or reflection of a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Of squares, cubes and spheres: where each axis goes, and which way along it.
    Axes { to: [usize; 3], back: [bool; 3] },
    /// Of hexagons and triangles.
    Sixths(Sixths),
}

impl Turn {
    /// All of a lattice, 48 or 24, ordered by how hard they are to see: none at all, the turns within
    /// a layer, the turns in space, and last the reflections.
    pub fn all(lattice: Lattice) -> Vec<Turn> {
        const ORDERS: [[usize; 3]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        if let Some(tiles) = tiles(lattice) {
            return Sixths::all(tiles).into_iter().map(Turn::Sixths).collect();
        }
        let mut turns = Vec::with_capacity(48);
        for to in ORDERS {
            for signs in 0..8 {
                turns.push((to, [0, 1, 2].map(|axis| signs >> axis & 1 == 1)));
            }
        }
        turns.sort_by_key(|&(to, back)| {
            let turn = Turn::Axes { to, back };
            // A quarter clockwise before a quarter the other way.
            let [layer, row, column] = back;
            (turn.mirrors(), !turn.stays_in_layer(), to, [column, row, layer])
        });
        turns.into_iter().map(|(to, back)| Turn::Axes { to, back }).collect()
    }

    /// The turns that `motions` allows, in the order of [`Turn::all`]; the first is none at all.
    pub fn allowed(lattice: Lattice, motions: Motions, plane: bool) -> Vec<Turn> {
        let all = Turn::all(lattice).into_iter();
        all.filter(|turn| turn.is_allowed(motions, plane)).collect()
    }

    /// Whether `motions` allows this turn, in the plane or in space.
    pub fn is_allowed(self, motions: Motions, plane: bool) -> bool {
        if plane && !self.stays_in_layer() {
            return false;
        }
        match motions {
            Motions::Translate => self.is_none(),
            Motions::HalfTurn => self.is_none() || self.is_half_turn(),
            Motions::Rotations => !self.mirrors(),
            Motions::RotationsAndFlips => true,
        }
    }

    /// Whether a hand becomes the other hand.
    pub fn mirrors(self) -> bool {
        match self {
            Turn::Axes { to: [a, b, c], back } => {
                let crossings =
                    [a > b, a > c, b > c].into_iter().filter(|&crossed| crossed).count();
                let reversals = back.into_iter().filter(|&back| back).count();
                (crossings + reversals) % 2 == 1
            }
            Turn::Sixths(turn) => turn.is_mirrored != turn.is_reversed,
        }
    }

    /// Whether each layer stays a layer, seen from the same side.
    pub fn stays_in_layer(self) -> bool {
        match self {
            Turn::Axes { to, back } => to[0] == 0 && !back[0],
            Turn::Sixths(turn) => !turn.is_reversed,
        }
    }

    /// Whether nothing is turned at all.
    pub fn is_none(self) -> bool {
        match self {
            Turn::Axes { to, back } => to == [0, 1, 2] && back == [false; 3],
            Turn::Sixths(turn) => {
                (turn.times, turn.is_mirrored, turn.is_reversed) == (0, false, false)
            }
        }
    }

    /// Whether this is the turn by 180 degrees within a layer.
    pub fn is_half_turn(self) -> bool {
        match self {
            Turn::Axes { to, back } => to == [0, 1, 2] && back == [false, true, true],
            Turn::Sixths(turn) => {
                (turn.times, turn.is_mirrored, turn.is_reversed) == (3, false, false)
            }
        }
    }

    /// The cells after the turn.
    pub fn apply(self, cells: &[Point]) -> Vec<Point> {
        cells.iter().map(|&cell| self.move_to(cell)).collect()
    }

    /// Where a cell comes to lie, about the origin.
    pub fn move_to(self, cell: Point) -> Point {
        match self {
            Turn::Axes { to, back } => {
                let mut image = [0; 3];
                for axis in 0..3 {
                    image[to[axis]] = if back[axis] { -cell[axis] } else { cell[axis] };
                }
                image
            }
            Turn::Sixths(turn) => turn.move_to(cell),
        }
    }

    /// What a person would say was done; degrees are clockwise.
    pub fn words(self, lattice: Lattice) -> String {
        let (to, back) = match self {
            Turn::Axes { to, back } => (to, back),
            Turn::Sixths(turn) => return turn.words(),
        };
        if self.stays_in_layer() {
            let seen = |step| drawn(lattice, self.move_to(upright(lattice, step)));
            // What becomes of a step to the right, and of a step down.
            let words = match (seen([0, 0, 1]), seen([0, 1, 0])) {
                (Some([0, 0, 1]), Some([0, 1, 0])) => "as it is",
                (Some([0, 1, 0]), Some([0, 0, -1])) => "turned by 90 degrees",
                (Some([0, 0, -1]), Some([0, -1, 0])) => "turned by 180 degrees",
                (Some([0, -1, 0]), Some([0, 0, 1])) => "turned by 270 degrees",
                (Some([0, 0, 1]), _) => "mirrored top to bottom",
                (Some([0, 0, -1]), _) => "mirrored left to right",
                (Some([0, 1, 0]), _) => "mirrored in the falling diagonal",
                _ => "mirrored in the rising diagonal",
            };
            return words.to_owned();
        }
        let axes = match lattice {
            Lattice::FaceCentred => ["layer", "falling diagonal", "rising diagonal"],
            _ => AXES,
        };
        let mut changes = Vec::new();
        for axis in 0..3 {
            if to[axis] != axis || back[axis] {
                let order = if back[axis] { " in reverse" } else { "" };
                changes.push(format!("{}s become {}s{order}", axes[axis], axes[to[axis]]));
            }
        }
        let verb = if self.mirrors() { "mirrored" } else { "turned" };
        format!("{verb} in space ({})", changes.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn plane_and_space_have_the_turns_that_geometry_teaches() {
        let count = |motions, plane| Turn::allowed(Lattice::Cubic, motions, plane).len();
        let sixths = |motions, plane| Turn::allowed(Lattice::Triangular, motions, plane).len();
        assert_eq!((sixths(Motions::Rotations, true), sixths(Motions::Rotations, false)), (6, 12));
        let all = Motions::RotationsAndFlips;
        assert_eq!((sixths(all, true), sixths(all, false)), (12, 24));
        assert_eq!((sixths(Motions::HalfTurn, true), sixths(Motions::HalfTurn, false)), (2, 2));
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
    fn a_quarter_turn_is_clockwise_on_every_lattice() {
        for lattice in [Lattice::Square, Lattice::Cubic, Lattice::FaceCentred] {
            let quarter =
                Turn::all(lattice).into_iter().find(|t| t.words(lattice) == "turned by 90 degrees");
            // A cell to the right comes to lie below.
            let below = quarter.unwrap().move_to(upright(lattice, [0, 0, 1]));
            assert_eq!(drawn(lattice, below), Some([0, 1, 0]));
        }
    }

    #[test]
    fn every_turn_has_words_of_its_own() {
        for lattice in [Lattice::Cubic, Lattice::FaceCentred] {
            let words: BTreeSet<String> =
                Turn::all(lattice).into_iter().map(|turn| turn.words(lattice)).collect();
            assert_eq!(words.len(), 48);
        }
    }

    #[test]
    fn upright_coordinates_lead_back_to_the_drawing() {
        for cell in [[0, 0, 0], [3, -2, 5], [-1, 4, 4], [7, 0, -3]] {
            let there = upright(Lattice::FaceCentred, cell);
            assert_eq!(drawn(Lattice::FaceCentred, there), Some(cell));
        }
        assert_eq!(drawn(Lattice::FaceCentred, [0, 1, 0]), None);
        assert_eq!(drawn(Lattice::FaceCentred, [0, 0, -1]), None);
    }

    #[test]
    fn a_sphere_touches_twelve_others_and_turns_keep_them() {
        let around = |cell: Point| -> BTreeSet<Point> {
            let centre = upright(Lattice::FaceCentred, cell);
            let near =
                (-2..=2).flat_map(|h| (-2..=2).flat_map(move |f| (-2..=2).map(move |r| [h, f, r])));
            let touching =
                near.filter(|step| step.iter().map(|value| value * value).sum::<i32>() == 2);
            touching
                .filter_map(|step| {
                    drawn(Lattice::FaceCentred, [0, 1, 2].map(|axis| centre[axis] + step[axis]))
                })
                .collect()
        };
        let touched = around([1, 1, 1]);
        assert_eq!(touched.len(), 12);
        // The four in whose hollow it lies.
        for below in [[0, 1, 1], [0, 1, 2], [0, 2, 1], [0, 2, 2]] {
            assert!(touched.contains(&below), "{below:?}");
        }
        let origin = around([0, 0, 0]);
        for turn in Turn::all(Lattice::FaceCentred) {
            let turned: BTreeSet<Point> = origin
                .iter()
                .filter_map(|&cell| {
                    drawn(Lattice::FaceCentred, turn.move_to(upright(Lattice::FaceCentred, cell)))
                })
                .collect();
            assert_eq!(turned, origin);
        }
    }
}
