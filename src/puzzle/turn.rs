//! Turns of the lattices about the origin, as small matrices of whole numbers.
//!
//! In straight coordinates (see [`super::coordinates`]) every turn is linear. On squares, cubes and
//! spheres it is a permutation of the axes with some of them negated; on hexagons and triangles the
//! twelve turns of the plane are made of a rotation by 60 degrees and a reflection, and layers, where
//! there are any, may be reversed as well. The order of the turns is fixed: numbers of images, cases
//! and listings depend on it.

use super::model::{AXES, Lattice, Motions, Point};

/// A symmetry of the lattice that fixes the origin: coordinate `i` of the image is the sum of the
/// coordinates of the point, each times its number in row `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Turn([[i32; 3]; 3]);

/// By 60 degrees clockwise as drawn: a step to the right becomes one down to the right, and that one
/// down to the left.
const SIXTH: Turn = Turn([[1, 0, 0], [0, 1, 1], [0, -1, 0]]);

/// By 90 degrees clockwise as drawn: a step to the right becomes one down.
const QUARTER: Turn = Turn([[1, 0, 0], [0, 0, 1], [0, -1, 0]]);

const TO_THE_RIGHT: &str = "turned by 90 degrees to the right";
const TO_THE_LEFT: &str = "turned by 90 degrees to the left";

/// The same of stacked spheres, whose straight coordinates are the sum and the difference of row and
/// column.
const QUARTER_ASKEW: Turn = Turn([[1, 0, 0], [0, 0, -1], [0, 1, 0]]);

/// The reflection of a lattice of hexagons or triangles that exchanges left and right.
const LEFT_TO_RIGHT: Turn = Turn([[1, 0, 0], [0, 1, 0], [0, -1, -1]]);

/// The first layer becomes the last.
const LAYERS: Turn = Turn([[-1, 0, 0], [0, 1, 0], [0, 0, 1]]);

impl Turn {
    /// The turn that changes nothing.
    pub const IDENTITY: Self = Self([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    /// By 180 degrees in the plane of a layer.
    pub const HALF: Self = Self([[1, 0, 0], [0, -1, 0], [0, 0, -1]]);

    /// The image of a point.
    #[must_use]
    pub fn apply(&self, point: Point) -> Point {
        self.0.map(|row| row[0] * point[0] + row[1] * point[1] + row[2] * point[2])
    }

    /// This turn after another.
    fn after(self, first: Self) -> Self {
        let column = |c: usize| self.apply(std::array::from_fn(|r| first.0[r][c]));
        let columns = [column(0), column(1), column(2)];
        Self(std::array::from_fn(|r| std::array::from_fn(|c| columns[c][r])))
    }

    /// Whether it mirrors.
    pub fn is_reflection(&self) -> bool {
        let [a, b, c] = self.0;
        let cross =
            [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
        a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2] < 0
    }

    /// Whether each layer stays a layer, seen from the same side.
    fn stays_in_layer(&self) -> bool {
        self.0[0] == [1, 0, 0]
    }

    /// Whether columns stay columns, in this order or the other.
    pub fn keeps_columns(&self) -> bool {
        self.0[2][..2] == [0, 0]
    }

    /// The turns of this kind; `flat` keeps them in the plane of a layer. The identity is first.
    pub fn of(lattice: Lattice, motions: Motions, flat: bool) -> Vec<Self> {
        let all = || match lattice {
            Lattice::Hexagonal | Lattice::Triangular => of_six_directions(),
            Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => of_the_cube(),
        };
        let mut turns: Vec<Self> = match motions {
            Motions::Translate => vec![Self::IDENTITY],
            Motions::HalfTurn => vec![Self::IDENTITY, Self::HALF],
            Motions::Rotations => all().into_iter().filter(|turn| !turn.is_reflection()).collect(),
            Motions::RotationsAndFlips => all(),
        };
        turns.retain(|turn| !flat || turn.stays_in_layer());
        turns
    }

    /// The smallest turn to the right, as drawn, in the plane of a layer that this kind of motion allows;
    /// none where only shifts are.
    pub fn to_the_right(lattice: Lattice, motions: Motions) -> Option<Self> {
        match (motions, lattice) {
            (Motions::Translate, _) => None,
            (Motions::HalfTurn, _) => Some(Self::HALF),
            (_, Lattice::Square | Lattice::Cubic) => Some(QUARTER),
            (_, Lattice::FaceCentred) => Some(QUARTER_ASKEW),
            (_, Lattice::Hexagonal | Lattice::Triangular) => Some(SIXTH),
        }
    }

    /// The reflection in the plane of a layer that exchanges left and right, as drawn.
    pub fn left_to_right(lattice: Lattice) -> Self {
        match lattice {
            Lattice::Square | Lattice::Cubic => Self([[1, 0, 0], [0, 1, 0], [0, 0, -1]]),
            Lattice::FaceCentred => Self([[1, 0, 0], [0, 0, 1], [0, 1, 0]]),
            Lattice::Hexagonal | Lattice::Triangular => LEFT_TO_RIGHT,
        }
    }

    /// The turn in words: those in the plane by what they look like, others by what the axes become.
    pub fn words(&self, lattice: Lattice) -> String {
        if matches!(lattice, Lattice::Hexagonal | Lattice::Triangular) {
            return self.words_of_six_directions();
        }
        if self.stays_in_layer() {
            // Rows and columns of spheres are drawn along the diagonals.
            let is_askew = lattice == Lattice::FaceCentred;
            let words = match (self.0[1], self.0[2]) {
                ([_, -1, _], [_, _, -1]) => "turned by 180 degrees",
                ([_, _, down], [_, up, _]) if down == -up && down != 0 => {
                    let is_clockwise = (down == 1) != is_askew;
                    if is_clockwise { TO_THE_RIGHT } else { TO_THE_LEFT }
                }
                ([_, 0, 1], _) if is_askew => "mirrored left to right",
                ([_, 0, -1], _) if is_askew => "mirrored top to bottom",
                ([_, 1, _], _) if !is_askew => "mirrored left to right",
                ([_, -1, _], _) if !is_askew => "mirrored top to bottom",
                _ => "mirrored along a diagonal",
            };
            return words.to_owned();
        }
        let name = |i: usize| {
            let from = (0..3).find(|&axis| self.0[i][axis] != 0).unwrap_or(i);
            let sign = if self.0[i][from] < 0 { "-" } else { "" };
            format!("{sign}{}", AXES[from])
        };
        let kind = if self.is_reflection() { "mirrored" } else { "turned" };
        format!("{kind} so that layer, row, column come from {}, {}, {}", name(0), name(1), name(2))
    }

    /// A turn of a lattice of hexagons or triangles in words.
    fn words_of_six_directions(&self) -> String {
        const WORDS: [&str; 12] = [
            "",
            "turned by 60 degrees to the right",
            "turned by 120 degrees to the right",
            "turned by 180 degrees",
            "turned by 120 degrees to the left",
            "turned by 60 degrees to the left",
            "mirrored left to right",
            "mirrored in a line that rises by 60 degrees",
            "mirrored in a line that rises by 30 degrees",
            "mirrored top to bottom",
            "mirrored in a line that falls by 30 degrees",
            "mirrored in a line that falls by 60 degrees",
        ];
        let is_upright = self.stays_in_layer();
        let flat = if is_upright { *self } else { LAYERS.after(*self) };
        let words = of_the_plane().zip(WORDS).find(|(turn, _)| *turn == flat);
        let words = words.map_or("", |(_, words)| words);
        match (words, is_upright) {
            (words, true) => words.to_owned(),
            ("", false) => "with its layers in reverse".to_owned(),
            (words, false) => format!("{words}, with its layers in reverse"),
        }
    }
}

/// All 48 turns of the cubic lattice, the identity first.
fn of_the_cube() -> Vec<Turn> {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let turn = |axes: [usize; 3], signs: u8| {
        let mut turn = Turn([[0; 3]; 3]);
        for (i, axis) in axes.into_iter().enumerate() {
            turn.0[i][axis] = if signs >> i & 1 == 1 { -1 } else { 1 };
        }
        turn
    };
    ORDERS.into_iter().flat_map(|axes| (0..8).map(move |signs| turn(axes, signs))).collect()
}

/// The twelve turns of a plane of hexagons or triangles: rotations clockwise, the identity first, and
/// then each of them after the reflection that exchanges left and right.
fn of_the_plane() -> impl Iterator<Item = Turn> {
    let rotated =
        |first: Turn| std::iter::successors(Some(first), |turn| Some(SIXTH.after(*turn))).take(6);
    rotated(Turn::IDENTITY).chain(rotated(LEFT_TO_RIGHT))
}

/// All 24 turns of stacked hexagons or triangles, those that stay in a layer first.
fn of_six_directions() -> Vec<Turn> {
    of_the_plane().chain(of_the_plane().map(|turn| LAYERS.after(turn))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_kinds_of_motion_have_as_many_turns_as_people_say() {
        for (lattice, kinds) in [
            (Lattice::Square, [[1, 1], [2, 2], [4, 24], [8, 48]]),
            (Lattice::Hexagonal, [[1, 1], [2, 2], [6, 12], [12, 24]]),
            (Lattice::Triangular, [[1, 1], [2, 2], [6, 12], [12, 24]]),
        ] {
            let motions = [
                Motions::Translate,
                Motions::HalfTurn,
                Motions::Rotations,
                Motions::RotationsAndFlips,
            ];
            for (motions, counts) in motions.into_iter().zip(kinds) {
                for (flat, count) in [true, false].into_iter().zip(counts) {
                    let turns = Turn::of(lattice, motions, flat);
                    assert_eq!(turns.len(), count, "{lattice:?}, {motions:?}, {flat}");
                    assert_eq!(turns[0], Turn::IDENTITY);
                    assert_eq!(turns.iter().collect::<BTreeSet<_>>().len(), count);
                }
            }
        }
    }

    #[test]
    fn turns_of_hexagons_make_a_group_in_which_half_of_them_mirror() {
        let all = of_six_directions();
        assert_eq!(all[3], Turn::HALF);
        for &a in &all {
            assert!(all.iter().all(|&b| all.contains(&a.after(b))));
        }
        assert_eq!(all.iter().filter(|turn| turn.is_reflection()).count(), 12);
    }

    #[test]
    fn a_turn_to_the_right_brings_what_is_right_down_and_a_reflection_brings_it_left() {
        for (lattice, down) in [
            (Lattice::Square, [0, 1, 0]),
            (Lattice::Cubic, [0, 1, 0]),
            (Lattice::FaceCentred, [0, 1, 0]),
            (Lattice::Hexagonal, [0, 1, 0]),
        ] {
            let right = lattice.straighten([0, 0, 1]);
            let turn = Turn::to_the_right(lattice, Motions::Rotations).unwrap();
            assert_eq!(turn.apply(right), lattice.straighten(down), "{lattice:?}");
            let left = Turn::left_to_right(lattice).apply(right);
            assert_eq!(left, lattice.straighten([0, 0, -1]), "{lattice:?}");
            let all = Turn::of(lattice, Motions::RotationsAndFlips, true);
            assert!(all.contains(&turn) && all.contains(&Turn::left_to_right(lattice)));
        }
        assert_eq!(Turn::to_the_right(Lattice::Square, Motions::HalfTurn), Some(Turn::HALF));
        assert_eq!(Turn::to_the_right(Lattice::Square, Motions::Translate), None);
    }

    #[test]
    fn a_quarter_turn_and_a_reflection_are_called_what_they_look_like_on_squares_and_spheres() {
        for lattice in [Lattice::Square, Lattice::Cubic, Lattice::FaceCentred] {
            let right = Turn::to_the_right(lattice, Motions::Rotations).unwrap();
            assert_eq!(right.words(lattice), "turned by 90 degrees to the right");
            let left = right.after(right).after(right);
            assert_eq!(left.words(lattice), "turned by 90 degrees to the left");
            let mirrored = Turn::left_to_right(lattice);
            assert_eq!(mirrored.words(lattice), "mirrored left to right");
            let upside_down = mirrored.after(right).after(right);
            assert_eq!(upside_down.words(lattice), "mirrored top to bottom");
            assert_eq!(mirrored.after(right).words(lattice), "mirrored along a diagonal");
        }
    }

    #[test]
    fn words_say_what_becomes_of_a_step_to_the_right() {
        let right = [0, 0, 1];
        for (words, image) in [
            ("turned by 60 degrees to the right", [0, 1, 0]),
            ("turned by 120 degrees to the right", [0, 1, -1]),
            ("turned by 60 degrees to the left", [0, -1, 1]),
            ("mirrored left to right", [0, 0, -1]),
            ("mirrored top to bottom", [0, 0, 1]),
            ("mirrored in a line that rises by 30 degrees", [0, -1, 1]),
            ("mirrored in a line that falls by 60 degrees, with its layers in reverse", [0, 1, -1]),
        ] {
            let all = of_six_directions();
            let turn = all.iter().find(|turn| turn.words(Lattice::Hexagonal) == words);
            assert_eq!(turn.unwrap().apply(right), image, "{words}");
        }
    }
}
