//! What a problem of a BurrTools file means, said naively and with nothing of the library: voxels have
//! places in space, pieces are turned there by every rotation of the grid and shifted, and all choices
//! of placements are tried.

use std::collections::BTreeSet;

/// A place in space, in thousandths of the distance of neighbours or so.
type Place = [f64; 3];

/// A voxel: where it is, whether it is variable, and its colour.
pub type Voxel = ([i32; 3], bool, u8);

/// A problem: the grid's number, how many of which shape there are, what they fill, and the pairs of
/// colours that go together.
#[derive(Clone, Debug)]
pub struct VoxelProblem {
    pub grid: usize,
    pub parts: Vec<(usize, usize, Vec<Voxel>)>,
    pub result: Vec<Voxel>,
    pub pairs: BTreeSet<(u8, u8)>,
    pub most_holes: Option<usize>,
}

/// A rotation, and whether triangles that point one way point the other after it.
type Rotation = ([[f64; 3]; 3], bool);

/// A placement: the voxels of the result that are filled, with the colours on them.
type Placement = Vec<(usize, u8)>;

fn turned(matrix: &[[f64; 3]; 3], place: Place) -> Place {
    matrix.map(|row| row[0] * place[0] + row[1] * place[1] + row[2] * place[2])
}

fn product(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let cell = |i: usize, j: usize| (0..3).map(|k| a[i][k] * b[k][j]).sum();
    std::array::from_fn(|i| std::array::from_fn(|j| cell(i, j)))
}

/// The rotation about an axis by so many degrees (Rodrigues).
fn about(axis: Place, degrees: f64) -> [[f64; 3]; 3] {
    let length = axis.iter().map(|value| value * value).sum::<f64>().sqrt();
    let [x, y, z] = axis.map(|value| value / length);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let rest = 1.0 - cos;
    [
        [cos + x * x * rest, x * y * rest - z * sin, x * z * rest + y * sin],
        [y * x * rest + z * sin, cos + y * y * rest, y * z * rest - x * sin],
        [z * x * rest - y * sin, z * y * rest + x * sin, cos + z * z * rest],
    ]
}

const STILL: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The 24 rotations of the cube.
fn of_the_cube() -> Vec<[[f64; 3]; 3]> {
    let quarter = |axis| about(axis, 90.0);
    let generators = [quarter([1.0, 0.0, 0.0]), quarter([0.0, 0.0, 1.0])];
    let mut found = vec![STILL];
    let mut at = 0;
    while at < found.len() {
        for generator in &generators {
            let next = product(generator, &found[at]);
            let is_there = |other: &[[f64; 3]; 3]| {
                (0..9).all(|n| (other[n / 3][n % 3] - next[n / 3][n % 3]).abs() < 1e-6)
            };
            if !found.iter().any(is_there) {
                found.push(next);
            }
        }
        at += 1;
    }
    assert_eq!(found.len(), 24);
    found
}

impl VoxelProblem {
    fn place(&self, [x, y, z]: [i32; 3]) -> Place {
        let (x, y, z) = (f64::from(x), f64::from(y), f64::from(z));
        match self.grid {
            1 => {
                let is_high = (x + y).rem_euclid(2.0) > 0.5;
                let middle = if is_high { (1.0_f64 / 3.0).sqrt() } else { (1.0_f64 / 12.0).sqrt() };
                [x / 2.0, y * 0.75_f64.sqrt() + middle, z]
            }
            _ => [x, y, z],
        }
    }

    fn rotations(&self) -> Vec<Rotation> {
        match self.grid {
            0 => of_the_cube().into_iter().map(|matrix| (matrix, false)).collect(),
            1 => {
                let sixths =
                    (0..6).map(|n| (about([0.0, 0.0, 1.0], 60.0 * f64::from(n)), n % 2 == 1));
                let over = about([1.0, 0.0, 0.0], 180.0);
                sixths
                    .flat_map(|(matrix, swaps)| {
                        [(matrix, swaps), (product(&matrix, &over), !swaps)]
                    })
                    .collect()
            }
            // And each after a sixth of a turn about one of the four directions of dense layers.
            _ => {
                let directions =
                    [[1.0, 1.0, 1.0], [1.0, 1.0, -1.0], [1.0, -1.0, 1.0], [-1.0, 1.0, 1.0]];
                let first = directions.into_iter().map(|axis| about(axis, 60.0));
                let first: Vec<_> = first.chain([STILL]).collect();
                let cube = of_the_cube();
                let all = cube.iter().flat_map(|matrix| first.iter().map(|f| product(matrix, f)));
                all.map(|matrix| (matrix, false)).collect()
            }
        }
    }

    /// Every way in which a piece may lie, by cells and colours.
    fn placements(&self, piece: &[Voxel]) -> BTreeSet<Placement> {
        let places: Vec<Place> = self.result.iter().map(|voxel| self.place(voxel.0)).collect();
        let is_high = |voxel: [i32; 3]| self.grid == 1 && (voxel[0] + voxel[1]).rem_euclid(2) == 1;
        let allowed = |piece: u8, result: u8| {
            piece == 0 || result == 0 || self.pairs.contains(&(piece, result))
        };
        let mut found = BTreeSet::new();
        for (matrix, swaps) in self.rotations() {
            let moved: Vec<Place> =
                piece.iter().map(|voxel| turned(&matrix, self.place(voxel.0))).collect();
            for start in &places {
                let shift: Place = std::array::from_fn(|axis| start[axis] - moved[0][axis]);
                let lie = piece.iter().zip(&moved).map(|(voxel, moved)| {
                    let is_here = |place: &Place| {
                        (0..3).all(|axis| (place[axis] - moved[axis] - shift[axis]).abs() < 1e-6)
                    };
                    let at = places.iter().position(is_here)?;
                    let (cell, _, colour) = self.result[at];
                    let points_alike = is_high(cell) == (is_high(voxel.0) ^ swaps);
                    (points_alike && allowed(voxel.2, colour)).then_some((at, voxel.2))
                });
                if let Some(mut placement) = lie.collect::<Option<Placement>>() {
                    placement.sort_unstable();
                    found.insert(placement);
                }
            }
        }
        found
    }

    /// All arrangements.
    pub fn count(&self) -> u64 {
        let ways: Vec<Vec<Placement>> =
            self.parts.iter().map(|part| self.placements(&part.2).into_iter().collect()).collect();
        let volume = |copies: fn(&(usize, usize, Vec<Voxel>)) -> usize| -> usize {
            self.parts.iter().map(|part| copies(part) * part.2.len()).sum()
        };
        let is_settled = volume(|part| part.0) == volume(|part| part.1);
        let holes = self.most_holes.filter(|_| !is_settled).unwrap_or(usize::MAX);
        let mut filled = vec![false; self.result.len()];
        self.count_from((0, 0, 0), &ways, &mut filled, holes)
    }

    /// The arrangements in which `used` copies of a part lie already, and further ones only at later
    /// placements than `from`.
    fn count_from(
        &self,
        (part, used, from): (usize, usize, usize),
        ways: &[Vec<Placement>],
        filled: &mut [bool],
        holes: usize,
    ) -> u64 {
        let Some(&(least, most, _)) = self.parts.get(part) else {
            let empty = || self.result.iter().zip(&*filled).filter(|(_, filled)| !**filled);
            let is_full = empty().all(|(voxel, _)| voxel.1);
            return u64::from(is_full && empty().count() <= holes);
        };
        let mut count = 0;
        if used >= least {
            count += self.count_from((part + 1, 0, 0), ways, filled, holes);
        }
        if used < most {
            for at in from..ways[part].len() {
                let placement = &ways[part][at];
                if placement.iter().all(|&(cell, _)| !filled[cell]) {
                    for &(cell, _) in placement {
                        filled[cell] = true;
                    }
                    count += self.count_from((part, used + 1, at + 1), ways, filled, holes);
                    for &(cell, _) in placement {
                        filled[cell] = false;
                    }
                }
            }
        }
        count
    }
}
