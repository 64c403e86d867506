//! Turns of hexagons and triangles, as on squared paper.
//!
//! The checker's own geometry. Upright coordinates are the layer, how far down and how far to the
//! right the middle of a cell lies: hexagons in rows and halves of their width, triangles in thirds
//! of their height and halves of their side. A turn by 60 degrees there is what trigonometry makes of
//! it; its halves come out even on every cell, since a cell that lies an odd number down lies an odd
//! number to the right (of triangles, either both numbers are even or both odd).

use crate::puzzle::model::Point;

/// What the plane is tiled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tiles {
    Hexagons,
    Triangles,
}

impl Tiles {
    /// The upright coordinates of a cell that is drawn at a layer, row and column.
    pub fn upright(self, [layer, row, column]: Point) -> Point {
        match self {
            // Each row begins half a hexagon further right than the one above.
            Tiles::Hexagons => [layer, row, 2 * column + row],
            // One that points up has its middle two thirds down, the other one third.
            Tiles::Triangles => [layer, 3 * row + 2 - (row + column).rem_euclid(2), column],
        }
    }

    /// Layer, row and column of a cell, from its upright coordinates; `None` where no cell has its
    /// middle.
    pub fn drawn(self, [layer, down, right]: Point) -> Option<Point> {
        let place = match self {
            Tiles::Hexagons if (right - down) % 2 == 0 => [layer, down, (right - down) / 2],
            Tiles::Hexagons => return None,
            Tiles::Triangles => [layer, down.div_euclid(3), right],
        };
        (self.upright(place) == [layer, down, right]).then_some(place)
    }

    /// The upright coordinates of the way from a cell to that so many layers, rows and columns
    /// further on, where both lie alike.
    pub fn way(self, [layers, rows, columns]: Point) -> Point {
        match self {
            Tiles::Hexagons => [layers, rows, 2 * columns + rows],
            Tiles::Triangles => [layers, 3 * rows, columns],
        }
    }

    /// How many layers, rows and columns further on a way leads; `None` where it brings cells onto
    /// none, or onto some that lie otherwise.
    pub fn steps(self, [layers, down, right]: Point) -> Option<Point> {
        let steps = match self {
            Tiles::Hexagons => [layers, down, (right - down) / 2],
            Tiles::Triangles => [layers, down / 3, right],
        };
        let is_even = self == Tiles::Hexagons || (steps[1] + steps[2]) % 2 == 0;
        (is_even && self.way(steps) == [layers, down, right]).then_some(steps)
    }

    /// Where a turn by 60 degrees clockwise about the origin brings a point.
    fn turn_once(self, [layer, down, right]: Point) -> Point {
        match self {
            Tiles::Hexagons => [layer, i32::midpoint(right, down), (right - 3 * down) / 2],
            Tiles::Triangles => [layer, i32::midpoint(3 * right, down), (right - down) / 2],
        }
    }
}

/// A rotation or reflection: first the reflections, then the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sixths {
    pub(super) tiles: Tiles,
    /// How many times 60 degrees it turns, clockwise.
    pub(super) times: u8,
    /// Whether left and right change places.
    pub(super) is_mirrored: bool,
    /// Whether the layers come in the other order.
    pub(super) is_reversed: bool,
}

impl Sixths {
    /// All 24, ordered by how hard they are to see: none at all, the turns within a layer, those in
    /// space that mirror nothing, and last the reflections.
    pub fn all(tiles: Tiles) -> Vec<Sixths> {
        let mut all = Vec::with_capacity(24);
        for (is_mirrored, is_reversed) in
            [(false, false), (true, true), (true, false), (false, true)]
        {
            all.extend((0..6).map(|times| Sixths { tiles, times, is_mirrored, is_reversed }));
        }
        all
    }

    /// Where a cell comes to lie, about the origin.
    pub fn move_to(self, [layer, down, right]: Point) -> Point {
        let mut cell = [
            if self.is_reversed { -layer } else { layer },
            down,
            if self.is_mirrored { -right } else { right },
        ];
        for _ in 0..self.times {
            cell = self.tiles.turn_once(cell);
        }
        cell
    }

    /// What a person would say was done; degrees are clockwise.
    pub fn words(self) -> String {
        let plane = match (self.is_mirrored, self.times) {
            (false, 0) if self.is_reversed => return "layers in reverse".to_owned(),
            (false, 0) => "as it is".to_owned(),
            (false, times) => format!("turned by {} degrees", 60 * u32::from(times)),
            (true, 0) => "mirrored left to right".to_owned(),
            (true, 3) => "mirrored top to bottom".to_owned(),
            (true, times @ 1..=2) => {
                format!("mirrored in a line that rises by {} degrees", 90 - 30 * times)
            }
            (true, times) => {
                format!("mirrored in a line that falls by {} degrees", 30 * (times - 3))
            }
        };
        if self.is_reversed { format!("{plane}, layers in reverse") } else { plane }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const BOTH: [Tiles; 2] = [Tiles::Hexagons, Tiles::Triangles];

    fn cells() -> impl Iterator<Item = Point> {
        (-1..=1).flat_map(|l| (-3..=3).flat_map(move |r| (-4..=4).map(move |c| [l, r, c])))
    }

    #[test]
    fn every_turn_brings_cells_onto_cells_and_six_sixths_bring_them_back() {
        for tiles in BOTH {
            for cell in cells() {
                let upright = tiles.upright(cell);
                assert_eq!(tiles.drawn(upright), Some(cell));
                for turn in Sixths::all(tiles) {
                    assert!(tiles.drawn(turn.move_to(upright)).is_some(), "{turn:?} {cell:?}");
                }
                let once = |point| tiles.turn_once(point);
                assert_eq!((0..6).fold(upright, |point, _| once(point)), upright);
            }
        }
    }

    #[test]
    fn turns_keep_how_far_cells_are_apart() {
        // Squares of distances, in units that make both directions alike.
        let apart = |tiles: Tiles, a: Point, b: Point| {
            let [layer, down, right] = [0, 1, 2].map(|axis| (a[axis] - b[axis]).pow(2));
            let (of_down, of_right) = match tiles {
                Tiles::Hexagons => (3, 1),
                Tiles::Triangles => (1, 3),
            };
            (layer, of_down * down + of_right * right)
        };
        for tiles in BOTH {
            let cells: Vec<Point> = cells().map(|cell| tiles.upright(cell)).collect();
            for turn in Sixths::all(tiles) {
                for pair in cells.windows(2) {
                    let moved = apart(tiles, turn.move_to(pair[0]), turn.move_to(pair[1]));
                    assert_eq!(moved, apart(tiles, pair[0], pair[1]));
                }
            }
        }
    }

    #[test]
    fn every_turn_is_another_and_has_words_of_its_own() {
        for tiles in BOTH {
            let all = Sixths::all(tiles);
            let seen = |turn: &Sixths| {
                cells().map(|cell| turn.move_to(tiles.upright(cell))).collect::<Vec<_>>()
            };
            assert_eq!(all.iter().map(seen).collect::<BTreeSet<_>>().len(), 24);
            assert_eq!(all.iter().map(|turn| turn.words()).collect::<BTreeSet<_>>().len(), 24);
        }
    }

    #[test]
    fn a_way_leads_from_a_triangle_to_one_that_points_alike() {
        assert_eq!(Tiles::Triangles.steps([0, 3, 1]), Some([0, 1, 1]));
        assert_eq!(Tiles::Triangles.steps([0, 3, 2]), None);
        assert_eq!(Tiles::Triangles.steps([0, 1, 1]), None);
        assert_eq!(Tiles::Hexagons.steps([0, 1, 1]), Some([0, 1, 0]));
        assert_eq!(Tiles::Hexagons.steps([0, 1, 0]), None);
    }
}
