//! Where cells are drawn: the outline of each in a flat picture, layers side by side, a closed board
//! unrolled with its inner rings beside their rows; and the middle of each in space.
//!
//! The unit is a cell: a square's side, a hexagon's width, two thirds of a triangle's side.

use crate::puzzle::coordinates::points_up;
use crate::puzzle::model::{Lattice, Point};

/// A point of a picture: how far to the right, how far down.
pub(super) type Spot = [f64; 2];

/// How far apart layers, and a layer and its rings, are drawn.
pub(super) const GAP: f64 = 0.7;

/// How wide an inner ring is drawn.
pub(super) const RING: f64 = 2.0;

/// Half the side of a triangle, so that its letter fits.
const HALF_SIDE: f64 = 0.75;

/// The corners of a cell of a layer, one after another.
pub(super) fn corners(lattice: Lattice, [_, row, column]: Point) -> Vec<Spot> {
    let (y, x) = (f64::from(row), f64::from(column));
    match lattice {
        Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => {
            vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]
        }
        Lattice::Hexagonal => {
            let side = 1.0 / 3_f64.sqrt();
            let (x, y, half) = (x + y / 2.0 + 0.5, y * 1.5 * side + side, side / 2.0);
            let around = [(0.0, -side), (0.5, -half), (0.5, half)];
            let back = around.map(|(dx, dy)| (-dx, -dy));
            around.iter().chain(&back).map(|(dx, dy)| [x + dx, y + dy]).collect()
        }
        Lattice::Triangular => {
            let height = HALF_SIDE * 3_f64.sqrt();
            let (left, top) = (x * HALF_SIDE, y * height);
            let (centre, right, bottom) = (left + HALF_SIDE, left + 2.0 * HALF_SIDE, top + height);
            if points_up(row, column) {
                vec![[centre, top], [right, bottom], [left, bottom]]
            } else {
                vec![[left, top], [right, top], [centre, bottom]]
            }
        }
    }
}

/// The middle of some corners.
fn middle(corners: &[Spot]) -> Spot {
    let mean = |axis: usize| corners.iter().map(|spot| spot[axis]).sum::<f64>();
    [0, 1].map(|axis| mean(axis) / corners.len() as f64)
}

/// The middle of a cell in space: how far to the right, how far down, and how far from the first
/// layer.
pub(super) fn centre(lattice: Lattice, point: Point) -> [f64; 3] {
    let layer = f64::from(point[0]);
    let [x, y] = middle(&corners(lattice, point));
    match lattice {
        // Each layer lies in the hollows of the one before, and as near to it as its cells to each other.
        Lattice::FaceCentred => {
            [x + layer / 2.0, y + layer / 2.0, layer * std::f64::consts::FRAC_1_SQRT_2]
        }
        _ => [x, y, layer],
    }
    .map(short)
}

/// The least and the greatest of some corners.
pub(super) fn bounds(corners: &[Spot]) -> (Spot, Spot) {
    let bound = |pick: fn(f64, f64) -> f64| {
        [0, 1].map(|axis| corners.iter().map(|spot| spot[axis]).reduce(pick).unwrap_or(0.0))
    };
    (bound(f64::min), bound(f64::max))
}

/// Corners moved by so much.
pub(super) fn moved(corners: &[Spot], [dx, dy]: Spot) -> Vec<Spot> {
    corners.iter().map(|&[x, y]| [short(x + dx), short(y + dy)]).collect()
}

/// A number with as many digits as a picture needs.
pub(super) fn short(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_side_by_side_share_two_corners() {
        for lattice in [Lattice::Square, Lattice::Hexagonal, Lattice::Triangular] {
            let shown = |column| moved(&corners(lattice, [0, 3, column]), [0.0, 0.0]);
            let (one, other) = (shown(4), shown(5));
            let shared = one.iter().filter(|spot| other.contains(spot)).count();
            assert_eq!(shared, 2, "{lattice:?}");
        }
    }

    #[test]
    fn spheres_that_touch_are_one_apart_in_space() {
        let at = |point| centre(Lattice::FaceCentred, point);
        for (a, b) in [([0, 0, 0], [0, 0, 1]), ([0, 1, 1], [1, 0, 0]), ([0, 0, 1], [1, 0, 0])] {
            let (a, b) = (at(a), at(b));
            let distance: f64 = (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum();
            assert!((distance - 1.0).abs() < 0.01, "{distance}");
        }
    }
}
